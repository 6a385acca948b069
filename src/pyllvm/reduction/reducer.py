"""The reduction: passes in turn, round after round, until none of them finds anything.

A candidate is a copy of the module with changes, as the bytes that a test gets.
"""

from __future__ import annotations

import hashlib
import re
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Final, NamedTuple, final

from pyllvm.assembly import print_module
from pyllvm.bitcode import write_bitcode
from pyllvm.garbage import COLLECTION_PAUSE
from pyllvm.ir.instructions import PHINode
from pyllvm.ir.module import Module
from pyllvm.reduction.interesting import Memory
from pyllvm.reduction.passes import symbols
from pyllvm.reduction.passes.order import PASSES
from pyllvm.reduction.progress import Progress, size_of
from pyllvm.reduction.scope import Pass, Scope
from pyllvm.reduction.summaries import follow_edits, keep_summary
from pyllvm.tables.text_versions import EMPTY_PHIS_SINCE
from pyllvm.verifier import verify
from pyllvm.verifier.structure import structure_failures
from pyllvm.wishes import Wishes

TEXT: Final = "ll"
BITCODE: Final = "bc"
# After the first round, the first chunks of a pass are this part of all targets: few changes are left to find.
_LATER_PARTS: Final = 8
# A name in a message of a tool.
_NAME: Final = r"[\w.$]+"


class Candidate(NamedTuple):
    """A module that may be the next best one."""

    module: Module
    data: bytes
    key: str
    """The hash of the data."""


def candidate_of(module: Module, form: str, has_use_lists: bool) -> Candidate:
    """The candidate that a module is; `has_use_lists`: the test gets the orders of uses as well."""
    with COLLECTION_PAUSE:
        if form == TEXT:
            data = print_module(module, preserve_use_list_order=has_use_lists)
        else:
            wishes = Wishes()
            wishes.preserves_bitcode_order = has_use_lists
            data = write_bitcode(module, wishes)
    return Candidate(module, data, hashlib.sha256(data).hexdigest())


class Limits(NamedTuple):
    """When a reduction ends, even if something is left to try; with 0 it does not end early."""

    tries: int = 0
    seconds: float = 0
    rounds: int = 0


class Plan(NamedTuple):
    """How a reduction is made."""

    form: str
    scope: Scope = Scope()
    passes: Sequence[Pass] = PASSES
    limits: Limits = Limits()
    allows_invalid: bool = False
    jobs: int = 1
    stop: Callable[[], None] | None = None
    """Ends the tests that run and are not needed any more."""
    output: Callable[[], bytes] | None = None
    """Returns the output of the test for the first module; functions that it names are kept at first."""
    accepted: Callable[[Candidate], None] | None = None
    """Called with each better module."""
    shown: Callable[[Progress], None] | None = None
    """Called when something happened."""
    has_use_lists: bool = False
    """Whether the test gets the orders of uses as well."""


class OutOfBudget(Exception):
    """A limit was reached."""


class NotInteresting(Exception):
    """The module is not interesting before anything is changed."""


class _Try(NamedTuple):
    chunks: Chunks
    candidate: Candidate | None
    verdict: bool | None
    """The verdict if no test is needed."""
    future: Future[bool] | None


@final
class Reducer:
    """One reduction. `test` gets a candidate and says whether it is interesting."""

    def __init__(self, module: Module, test: Callable[[Candidate], bool], plan: Plan, memory: Memory | None = None) -> None:
        self._test = test
        self._plan = plan
        self._memory = Memory() if memory is None else memory
        self.best = candidate_of(module, plan.form, plan.has_use_lists)
        self.progress = Progress(size_of(module, self.best.data))
        self._pool = ThreadPoolExecutor(plan.jobs) if plan.jobs > 1 else None
        self._begin = time.monotonic()
        # The best module when a pass last found nothing.
        self._fruitless: dict[str, str] = {}
        self.is_complete = False
        """Whether nothing is left to try."""

    def run(self) -> Module:
        """Reduce the module, and return what is left. NotInteresting if the module itself is not."""
        first = self._memory.verdict(self.best.key)
        if first is None:
            first = self._test(self.best)
            self.progress.row("input").tries += 1
            self._memory.remember(self.best.key, first)
        if not first:
            raise NotInteresting
        try:
            self._keep_named()
            self._rounds()
            self.is_complete = True
        except OutOfBudget:
            pass
        finally:
            if self._plan.stop is not None:
                self._plan.stop()
            if self._pool is not None:
                self._pool.shutdown(wait=True, cancel_futures=True)
        return self.best.module

    def _rounds(self) -> None:
        while True:
            before = self.best.key
            for one in self._plan.passes:
                self._run_pass(one)
            if self.best.key == before or self.progress.round == self._plan.limits.rounds:
                return
            self.progress.round += 1

    def _keep_named(self) -> None:
        """Try the module with only the bodies of functions that the test's output names."""
        output = self._plan.output
        if output is None or symbols.BODIES not in self._plan.passes:
            return
        named = set(re.findall(_NAME, output().decode("utf-8", "replace")))
        targets = symbols.BODIES.targets(self.best.module, self._plan.scope)
        others = [number for number, function in enumerate(targets) if function.name not in named]
        if 0 < len(others) < len(targets):
            self._note(symbols.BODIES, 1)
            found = self._prepared(symbols.BODIES, self.best.module, others, ())
            if self._verdict(symbols.BODIES, found):
                assert found.candidate is not None
                self._accept(symbols.BODIES, found.candidate)

    def _run_pass(self, one: Pass) -> None:
        if self._fruitless.get(one.name) == self.best.key:
            return
        before = self.best.key
        begin = time.monotonic()
        row = self.progress.row(one.name)
        largest = 0
        while True:
            count = len(one.targets(self.best.module, self._plan.scope))
            if self.progress.round > 1 and not largest:
                largest = max(1, count // _LATER_PARTS)
            again = self._run_chunks(one, count, largest)
            if not again:
                break
            largest = again
        row.seconds += time.monotonic() - begin
        if self.best.key == before:
            self._fruitless[one.name] = before

    def _run_chunks(self, one: Pass, count: int, largest: int) -> int:
        """Try the changes of a pass; the size of chunks to go on with if the module has become much smaller, or 0."""
        base = self.best
        chunks = first_chunks(count, largest)
        accepted: list[int] = []
        ahead: deque[_Try] = deque()
        while chunks:
            self._check_limits()
            self._note(one, sum([chunk.end - chunk.start for chunk in chunks]))
            self._look_ahead(one, base.module, accepted, chunks, ahead)
            first = ahead.popleft()
            is_interesting = self._verdict(one, first)
            if is_interesting:
                assert first.candidate is not None
                self._forget(ahead)
                chunk = chunks[-1]
                accepted += range(chunk.start, chunk.end)
                self._accept(one, first.candidate)
                if len(self.best.data) * 2 < len(base.data) and len(chunks) > 1:
                    # Few of the old targets are left: it is faster to begin again than to change the base each time.
                    return chunk.end - chunk.start
            chunks = after_acceptance(chunks) if is_interesting else after_refusal(chunks)
        return 0

    def _look_ahead(self, one: Pass, base: Module, accepted: list[int], chunks: Chunks, ahead: deque[_Try]) -> None:
        """Prepare the next tries. Those after the first presume that the ones before are refused, as most are."""
        coming = after_refusal(ahead[-1].chunks) if ahead else chunks
        while coming and len(ahead) < self._plan.jobs:
            chunk = coming[-1]
            numbers = sorted([*accepted, *range(chunk.start, chunk.end)])
            found = self._prepared(one, base, numbers, coming)
            ahead.append(found)
            if found.verdict:
                return
            coming = after_refusal(coming)

    def _prepared(self, one: Pass, base: Module, numbers: list[int], chunks: Chunks) -> _Try:
        plan = self._plan
        candidate = _changed(base, one, plan, numbers)
        if candidate is None:
            return _Try(chunks, None, False, None)
        verdict = self._memory.verdict(candidate.key)
        future: Future[bool] | None = None
        if verdict is None and self._pool is not None:
            future = self._pool.submit(self._test, candidate)
        return _Try(chunks, candidate, verdict, future)

    def _verdict(self, one: Pass, found: _Try) -> bool:
        row = self.progress.row(one.name)
        if found.candidate is None:
            row.invalid += 1
            return False
        known = self._memory.verdict(found.candidate.key)
        if known is not None:
            row.remembered += 1
            return known
        row.tries += 1
        is_interesting = self._test(found.candidate) if found.future is None else found.future.result()
        self._memory.remember(found.candidate.key, is_interesting)
        return is_interesting

    def _forget(self, ahead: deque[_Try]) -> None:
        """Forget tries that presume something else."""
        running = [one.future for one in ahead if one.future is not None and not one.future.cancel()]
        ahead.clear()
        if any(not future.done() for future in running) and self._plan.stop is not None:
            self._plan.stop()

    def _accept(self, one: Pass, candidate: Candidate) -> None:
        row = self.progress.row(one.name)
        before = self.progress.size
        if candidate.key == self.best.key:
            return
        self.best = candidate
        self.progress.size = size_of(candidate.module, candidate.data)
        row.accepted += 1
        row.instructions += before.instructions - self.progress.size.instructions
        row.size += before.size - self.progress.size.size
        if self._plan.accepted is not None:
            self._plan.accepted(candidate)

    def _note(self, one: Pass, left: int) -> None:
        self.progress.current = one.name
        self.progress.left = left
        if self._plan.shown is not None:
            self._plan.shown(self.progress)

    def _check_limits(self) -> None:
        limits = self._plan.limits
        if limits.tries and self.progress.tries >= limits.tries:
            raise OutOfBudget
        if limits.seconds and time.monotonic() - self._begin >= limits.seconds:
            raise OutOfBudget


_WHOLE: Final = 1


class Chunk(NamedTuple):
    """The changes with numbers from `start` to `end`. They are to be tried, or it is known that they cannot be made together."""

    start: int
    end: int
    is_refused: bool = False
    has_sibling: bool = False
    """Whether the next chunk is the other half of a chunk that was refused."""


# The chunks that are still open; the last is tried next.
Chunks = tuple[Chunk, ...]


def first_chunks(count: int, largest: int = 0) -> Chunks:
    """All changes in one chunk, or in chunks with at most `largest` changes. The last changes are tried first."""
    if not count:
        return ()
    size = min(largest, count) if largest else count
    return tuple(Chunk(start, min(start + size, count)) for start in range(0, count, size))


def _settled(chunks: Chunks) -> Chunks:
    """The same chunks with the next one split for as long as it is known to be refused; empty if nothing is left to try."""
    open_chunks = list(chunks)
    while open_chunks and open_chunks[-1].is_refused:
        chunk = open_chunks.pop()
        if chunk.end - chunk.start > _WHOLE:
            middle = (chunk.start + chunk.end) // 2
            open_chunks.append(Chunk(chunk.start, middle))
            open_chunks.append(Chunk(middle, chunk.end, has_sibling=True))
    return tuple(open_chunks)


def after_refusal(chunks: Chunks) -> Chunks:
    """The chunks that are open after the last one was refused."""
    return _settled((*chunks[:-1], chunks[-1]._replace(is_refused=True, has_sibling=False)))


def after_acceptance(chunks: Chunks) -> Chunks:
    """The chunks that are open after the last one was accepted.

    If it is one half of a refused chunk, the other half is refused without a try: both together are the chunk.
    """
    rest = chunks[:-1]
    if chunks[-1].has_sibling:
        rest = (*rest[:-1], rest[-1]._replace(is_refused=True))
    return _settled(rest)


def _changed(base: Module, one: Pass, plan: Plan, numbers: list[int]) -> Candidate | None:
    """A copy of a module with changes to the targets of a pass that have these numbers; None if it is not valid then.

    A change that cannot be made to this module, whatever the reason, is refused as well.
    """
    copy = base.copy()
    with COLLECTION_PAUSE:
        try:
            entries = keep_summary(copy)
            targets: list[Any] = one.targets(copy, plan.scope)
            one.change(copy, [targets[number] for number in numbers])
            follow_edits(copy, entries)
            if structure_failures(copy) or (not plan.allows_invalid and verify(copy)):
                return None
            if copy.llvm_version < EMPTY_PHIS_SINCE and _has_empty_phi(copy):
                return None
            return candidate_of(copy, plan.form, plan.has_use_lists)
        except Exception:
            # Two changes of a chunk can contradict each other. Each of them is tried alone as well.
            return None


def _has_empty_phi(module: Module) -> bool:
    """Whether a block that nothing reaches has a phi without values: it is valid, but cannot be written as text."""
    for function in module.functions:
        for block in function.blocks:
            first = block.instructions[0]
            if isinstance(first, PHINode) and not first.operands:
                return True
    return False

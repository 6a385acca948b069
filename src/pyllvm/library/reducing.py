"""The library's `reduce`: the smallest module for which a function of the caller is still true."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import final

from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.misuse import check_module
from pyllvm.ir.module import Module
from pyllvm.library.files import read
from pyllvm.reduction.passes.order import PASSES, PASSES_BY_NAME
from pyllvm.reduction.progress import PassRow
from pyllvm.reduction.reducer import BITCODE, Candidate, Limits, NotInteresting, Plan, Reducer
from pyllvm.reduction.scope import Pass, Scope
from pyllvm.verifier import verify
from pyllvm.versions import NEWEST, OLDEST


@final
class Reduction:
    """The result of `reduce`."""

    __slots__ = ("is_complete", "module", "passes", "tries")

    def __init__(self, module: Module, reducer: Reducer) -> None:
        self.module = module
        """The smallest module that was found."""
        self.tries = reducer.progress.tries
        """How often the test ran."""
        self.is_complete = reducer.is_complete
        """Whether nothing was left to try; otherwise a limit ended the reduction."""
        self.passes: list[PassRow] = [row for row in reducer.progress.rows.values() if row.tries]
        """For each pass its name, its tries, how many of them were accepted, and the instructions and bytes that went."""

    def __repr__(self) -> str:
        return f"<Reduction to {sum(1 for f in self.module.functions for _ in f.instructions)} instructions, {self.tries} tries>"


def reduce(
    module: Module,
    test: Callable[[Module], bool],
    *,
    keep: Iterable[str] = (),
    keep_names: bool = False,
    passes: Iterable[str] | None = None,
    allow_invalid: bool = False,
    max_tries: int = 0,
    max_seconds: float = 0,
) -> Reduction:
    """The smallest module for which `test` is true, made from a copy of `module`.

    `test` gets a copy of each candidate, which it may change, and returns whether it is still interesting. Candidates are
    valid modules of the same LLVM version, except with `allow_invalid`. The functions named in `keep` stay, with smaller
    bodies and their parameters. With `keep_names`, values, symbols and structs keep their names. `passes` has the names of
    the only passes to make, in any order. `max_tries` and `max_seconds` end the reduction early; 0 means without a limit.
    Raises PyllvmError if `test` is not true for the module itself, if a pass is unknown, or if no function has a name in
    `keep`; what `test` raises ends the reduction.
    """
    check_module(module, "reduce")
    kept = frozenset(keep)
    for name in kept:
        if name not in module.symbols:
            raise PyllvmError(f"the module has no symbol named '{name}'")
    wanted = PASSES if passes is None else passes_named(passes)
    plan = Plan(BITCODE, Scope(kept, keep_names), wanted, Limits(max_tries, max_seconds), allow_invalid)

    def is_interesting(candidate: Candidate) -> bool:
        return bool(test(candidate.module.copy()))

    reducer = Reducer(module.copy(), is_interesting, plan)
    try:
        made = reducer.run()
    except NotInteresting:
        raise PyllvmError("the test is not true for the module itself") from None
    return Reduction(made, reducer)


def passes_named(names: Iterable[str]) -> tuple[Pass, ...]:
    """The passes with these names, in their order. PyllvmError if a name is not known."""
    wanted = set(names)
    for name in wanted:
        if name not in PASSES_BY_NAME:
            raise PyllvmError(f"the pass '{name}' is not known: the names are {', '.join(PASSES_BY_NAME)}")
    return tuple(one for one in PASSES if one.name in wanted)


def older_readings(path: str) -> Iterator[Module]:
    """The text in a file as older versions read it, where it is valid; the newest first."""
    for version in range(NEWEST - 1, OLDEST - 1, -1):
        try:
            module = read(path, llvm_version=version, input_llvm_version=version)
        except PyllvmError:
            continue
        if not verify(module):
            yield module

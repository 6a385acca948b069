"""The order of the tries: none is made twice, and what runs for nothing is stopped."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

import pyllvm
from pyllvm.reduction.interesting import Memory
from pyllvm.reduction.passes.order import PASSES_BY_NAME
from pyllvm.reduction.progress import Progress, size_of
from pyllvm.reduction.reducer import BITCODE, TEXT, Candidate, Limits, NotInteresting, Plan, Reducer
from pyllvm.reduction.scope import Pass

PROGRAM = Path(__file__).parents[1] / "data" / "reduction" / "program.ll"


WANTED = {"mul", "load", "fadd"}


def module() -> pyllvm.Module:
    return pyllvm.parse_assembly(PROGRAM.read_bytes(), llvm_version=22)


def has_product(candidate: Candidate) -> bool:
    return any(one.opcode_name == "mul" for function in candidate.module.functions for one in function.instructions)


def test_no_candidate_is_tried_twice(tmp_path: Path) -> None:
    tried: list[str] = []

    def test(candidate: Candidate) -> bool:
        tried.append(candidate.key)
        return has_product(candidate)

    memory = Memory(str(tmp_path / "state"))
    reducer = Reducer(module(), test, Plan(BITCODE), memory)
    assert reducer.progress.left == 0
    smallest = reducer.run()
    memory.close()
    assert [str(one).strip() for function in smallest.functions for one in function.instructions] == [
        "%1 = mul i32 0, 0",
        "ret void",
    ]
    assert len(tried) == len(set(tried))
    assert reducer.progress.tries == len(tried)
    # A pass that found nothing in a module does not ask about the same module again. A tenth more tries would be too many.
    assert not any(row.remembered for row in reducer.progress.rows.values())
    assert len(tried) < 58
    count = len(tried)
    memory = Memory(str(tmp_path / "state"))
    reducer = Reducer(module(), test, Plan(BITCODE), memory)
    again = reducer.run()
    memory.close()
    assert str(again) == str(smallest)
    assert sum(row.remembered for row in reducer.progress.rows.values()) >= count - 1
    # Only the module as it came is asked about again.
    assert len(tried) <= count + 1


def test_tries_ahead_are_stopped() -> None:
    stops: list[None] = []
    begun = threading.Event()
    stopped = threading.Event()

    def test(candidate: Candidate) -> bool:
        """Until a try has been stopped, an interesting one ends while another is being tried."""
        if len({one.opcode_name for one in candidate.module.function("work").instructions} & WANTED) == len(WANTED):
            if not stopped.is_set():
                begun.wait(0.5)
            return True
        if not stopped.is_set():
            begun.set()
            stopped.wait(0.5)
            begun.clear()
        return False

    def stop() -> None:
        stops.append(None)
        stopped.set()

    passes = [PASSES_BY_NAME["instructions"]]
    smallest = Reducer(module(), test, Plan(TEXT, passes=passes, jobs=4, stop=stop)).run()
    stopped.set()
    alone = Reducer(module(), test, Plan(TEXT, passes=passes)).run()
    assert str(smallest) == str(alone)
    assert {one.opcode_name for one in smallest.function("work").instructions} >= WANTED
    assert len(stops) > 1  # once at the end


SMALL = """
define i32 @work(i32 %x, i32 %y) {
  %a = add i32 %y, %x
  %m = mul i32 %x, %y
  %s = sub i32 %m, %a
  ret i32 %s
  uselistorder i32 %x, { 1, 0 }
}
define void @other() nounwind {
  ret void
}
define void @third() {
  call void @other()
  ret void
}
"""


def small() -> pyllvm.Module:
    return pyllvm.parse_assembly(SMALL, llvm_version=22)


FEW = [PASSES_BY_NAME[name] for name in ("function-bodies", "instructions", "attributes")]


def test_the_progress_says_what_each_pass_brought() -> None:
    shown: list[tuple[str, int]] = []
    better: list[Candidate] = []

    def show(progress: Progress) -> None:
        shown.append((progress.current, progress.left))

    plan = Plan(BITCODE, passes=FEW, accepted=better.append, shown=show)
    reducer = Reducer(small(), has_product, plan)
    progress = reducer.progress
    before = progress.before
    left = reducer.run()
    assert reducer.is_complete and reducer.best is better[-1]
    assert before == size_of(small(), Reducer(small(), has_product, plan).best.data)
    assert progress.size == size_of(left, reducer.best.data) != before
    rows = progress.rows.values()
    assert sum(row.accepted for row in rows) == len(better)
    assert sum(row.instructions for row in rows) == before.instructions - progress.size.instructions > 0
    assert sum(row.size for row in rows) == before.size - progress.size.size > 0
    assert progress.rows["function-bodies"].instructions > 0
    assert {name for name, _ in shown} == {one.name for one in FEW}
    assert shown[0] == ("function-bodies", progress.before.functions) and all(count > 0 for _, count in shown)
    assert all(0 < row.seconds < 60 for row in rows if row.name != "input")
    assert progress.round == 2  # which found nothing


@pytest.mark.parametrize(("allows", "tries", "invalid"), [(False, 0, 1), (True, 1, 0)])
def test_candidates_that_are_not_valid_are_counted(allows: bool, tries: int, invalid: int) -> None:
    def share(module: pyllvm.Module, functions: list[pyllvm.ir.Function]) -> None:
        for function in functions:
            function.linkage = "common"  # which only variables have

    one = Pass("share", "share a function", lambda module, scope: module.functions[:1], share)
    reducer = Reducer(small(), lambda candidate: True, Plan(TEXT, passes=[one], limits=Limits(rounds=1), allows_invalid=allows))
    reducer.run()
    row = reducer.progress.rows["share"]
    assert (row.tries, row.invalid) == (tries, invalid)


@pytest.mark.parametrize(
    ("limits", "tries", "is_complete"),
    [(Limits(tries=4), 4, False), (Limits(seconds=1e-9), 1, False), (Limits(rounds=1), 0, True)],
)
def test_limits(limits: Limits, tries: int, is_complete: bool) -> None:
    reducer = Reducer(small(), has_product, Plan(BITCODE, passes=FEW, limits=limits))
    reducer.run()
    assert reducer.is_complete == is_complete
    assert reducer.progress.round == 1
    assert tries in (0, reducer.progress.tries)


def test_a_module_that_is_not_interesting() -> None:
    with pytest.raises(NotInteresting):
        Reducer(small(), lambda candidate: False, Plan(BITCODE)).run()


@pytest.mark.parametrize(("output", "tried"), [(b"fault in 'work'!", ["work"]), (b"nothing", []), (b"", [])])
def test_functions_that_the_output_names_are_kept_first(output: bytes, tried: list[str]) -> None:
    seen: list[list[str]] = []

    def test(candidate: Candidate) -> bool:
        seen.append([function.name for function in candidate.module.functions if function.blocks])
        return has_product(candidate)

    reducer = Reducer(small(), test, Plan(BITCODE, passes=FEW, limits=Limits(tries=2), output=lambda: output))
    reducer.run()
    assert (seen[1] == ["work"]) == bool(tried)


def test_tests_in_threads_end_with_the_reduction() -> None:
    reducer = Reducer(small(), has_product, Plan(BITCODE, passes=FEW, jobs=2))
    reducer.run()
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("ThreadPoolExecutor")]


@pytest.mark.parametrize("form", [TEXT, BITCODE])
def test_orders_of_uses_are_given_where_they_are_asked_for(form: str) -> None:
    plain, ordered = [Reducer(small(), has_product, Plan(form, has_use_lists=wanted)).best.data for wanted in (False, True)]
    assert len(ordered) > len(plain)

"""The order of the tries: none is made twice, and what runs for nothing is stopped."""

from __future__ import annotations

import threading
from pathlib import Path

import pyllvm
from pyllvm.reduction.interesting import Memory
from pyllvm.reduction.passes.order import PASSES_BY_NAME
from pyllvm.reduction.reducer import BITCODE, TEXT, Candidate, Plan, Reducer

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

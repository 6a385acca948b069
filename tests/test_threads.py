"""Several threads may read, print, write, verify and copy one module that nobody changes; other modules do not matter to them."""

from __future__ import annotations

import copy
import pickle
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest

import pyllvm
from pyllvm import analysis
from pyllvm.ir import Module

DATA = Path(__file__).parent / "data"
THREADS: Final = 4
ROUNDS: Final = 6


@pytest.fixture(autouse=True)
def _often_switched() -> Iterator[None]:
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


def in_threads(works: list[Callable[[], object]]) -> list[object]:
    """The results of the works, each done in a thread of its own; the first exception is raised."""
    results: list[object] = [None] * len(works)
    faults: list[BaseException] = []

    def run(number: int) -> None:
        try:
            results[number] = works[number]()
        except BaseException as fault:
            faults.append(fault)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(len(works))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if faults:
        raise faults[0]
    return results


def walked(module: Module) -> list[object]:
    """What reading finds: positions, neighbours, users, arguments."""
    found: list[object] = []
    for function in module:
        found.append((function.name, function.is_declaration, [argument.name for argument in function.arguments]))
        for block in function:
            found.append(len(block.predecessors))
            for one in block:
                following = one.next
                found.append((one.opcode_name, block.index_of(one), None if following is None else following.opcode_name))
                found.append(len(one.users))
    return found


READING: Final[dict[str, Callable[[Module], object]]] = {
    "to_bitcode": pyllvm.to_bitcode,
    "verify": lambda module: [str(one) for one in pyllvm.verify(module, lint=True)],
    "str": str,
    "each instruction": lambda module: [(str(one), repr(one)) for function in module for one in function.instructions],
    "copy": lambda module: str(module.copy()),
    "deepcopy": lambda module: pyllvm.to_bitcode(copy.deepcopy(module)),
    "pickle": lambda module: str(pickle.loads(pickle.dumps(module))),
    "older": lambda module: pyllvm.to_bitcode(module, llvm_version=14),
    "link": lambda module: str(pyllvm.link([module])),
    "extract": lambda module: str(pyllvm.extract(module, [module.functions[0].name])),
    "walk": walked,
    "graphs": lambda module: repr([analysis.dominator_tree(one) for one in module if not one.is_declaration]),
    "symbols": lambda module: [str(one) for one in pyllvm.symbols(module)],
}


def text_of(count: int) -> str:
    functions = [
        f"define i32 @f{n}(i32 %0) nounwind {{\n"
        f"  %2 = add i32 %0, {n}\n  %3 = mul i32 %2, %0, !tag !0\n  br label %4\n\n4:\n"
        f"  %5 = phi i32 [ %3, %1 ], [ %6, %4 ]\n  %6 = call i32 @f{(n + 1) % count}(i32 noundef %5) nounwind\n"
        f"  %7 = icmp eq i32 %6, {n}\n  br i1 %7, label %4, label %8\n\n8:\n  ret i32 %6\n}}\n"
        for n in range(count)
    ]
    return "\n".join(functions) + '\n!0 = !{!"x"}\n'


def fresh(name: str) -> Module:
    if name == "made":
        return pyllvm.parse_assembly(text_of(12), name, llvm_version=19)
    path = DATA / "sample.ll" if name == "sample" else DATA / "diff" / "debug.ll"
    return pyllvm.parse_assembly(path.read_bytes(), name, llvm_version=19)


@pytest.mark.parametrize("name", ["sample", "debug", "made"])
def test_threads_read_one_module(name: str) -> None:
    module = fresh(name)
    expected = {one: read(fresh(name)) for one, read in READING.items()}
    names = list(READING)

    def work(start: int) -> None:
        for number in range(len(names)):
            one = names[(start + number) % len(names)]
            assert READING[one](module) == expected[one], one

    in_threads([lambda start=start: work(start) for start in range(0, THREADS * 3, 3)])


@pytest.mark.parametrize("one", READING)
def test_threads_do_the_same_with_one_module(one: str) -> None:
    expected = READING[one](fresh("made"))
    module = fresh("made")
    for result in in_threads([lambda: [READING[one](module) for _ in range(2)]] * THREADS):
        assert result == [expected] * 2


def test_threads_read_the_bodies_of_one_module() -> None:
    data = pyllvm.to_bitcode(fresh("made"))
    expected = {one: read(pyllvm.parse_bitcode(data, "m")) for one, read in READING.items()}
    for _ in range(ROUNDS):
        module = pyllvm.parse_bitcode(data, "m", lazy=True)
        works: list[Callable[[], object]] = [
            lambda one=one, module=module: READING[one](module) for one in ("walk", "each instruction", "to_bitcode", "walk")
        ]
        assert in_threads(works) == [expected[one] for one in ("walk", "each instruction", "to_bitcode", "walk")]


def test_threads_with_modules_of_their_own() -> None:
    def work(number: int) -> list[object]:
        module = pyllvm.parse_assembly(text_of(3 + number), "m", llvm_version=19)
        module.functions[0].name = "other"
        builder = pyllvm.IRBuilder.before(next(module.functions[1].instructions))
        builder.add(module.functions[1].arguments[0], number)
        assert pyllvm.verify(module) == []
        return [str(module), pyllvm.to_bitcode(module), [str(one) for one in module.functions[1].instructions]]

    expected = [work(number) for number in range(THREADS)]
    for _ in range(ROUNDS):
        assert in_threads([lambda number=number: work(number) for number in range(THREADS)]) == expected

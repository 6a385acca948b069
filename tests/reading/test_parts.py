"""Modules that are read in parts: how they are divided. `test_sizes_of_parts` and `cli/test_parts` compare the results."""

from __future__ import annotations

import pytest

from pyllvm.assembly import parse_assembly
from pyllvm.bitcode import BitcodeFile, Reading, write_bitcode
from pyllvm.reading.parts import ModuleInParts

ADD = "  %x{0} = add i32 %a, {0}\n"


def functions(*sizes: int) -> bytes:
    """Bitcode of functions with so many instructions; 0 makes a declaration."""
    text = ""
    for number, size in enumerate(sizes):
        body = "".join(ADD.format(line) for line in range(size))
        text += f"define void @f{number}(i32 %a) {{\n{body}  ret void\n}}\n" if size else f"declare void @f{number}(i32)\n"
    return write_bitcode(parse_assembly(text.encode(), "", 22))


@pytest.mark.parametrize(
    ("sizes", "count", "expected"),
    [
        ((50, 50, 50, 50), 2, [["f0", "f1"], ["f2", "f3"]]),
        ((10,) * 18, 2, [[f"f{number}" for number in range(9)], [f"f{number}" for number in range(9, 18)]]),
        ((300, 1, 1, 1), 2, [["f0"], ["f1", "f2", "f3"]]),
        ((0, 50, 0, 50, 50), 3, [["f0", "f1"], ["f2", "f3"], ["f4"]]),
        ((50,), 2, [["f0"], []]),
        ((0, 0), 2, [["f0", "f1"], []]),
    ],
)
def test_parts_have_about_the_same_size(sizes: tuple[int, ...], count: int, expected: list[list[str]]) -> None:
    module = ModuleInParts(BitcodeFile(functions(*sizes)), Reading("m"), count)
    assert [[function.name for function in part] for part in module.parts] == expected


@pytest.mark.parametrize(
    ("sizes", "size", "expected"),
    [
        ((9, 9, 9), 1, [["f0"], ["f1"], ["f2"]]),
        ((9, 9, 9), 0, [["f0", "f1", "f2"]]),
        ((9, 9, 9), 1_000_000, [["f0", "f1", "f2"]]),
        ((0, 9, 0, 9, 0), 1, [["f0", "f1"], ["f2", "f3", "f4"]]),
        ((0, 0), 1, [["f0", "f1"]]),
        ((), 1, [[]]),
    ],
)
def test_parts_of_a_size(sizes: tuple[int, ...], size: int, expected: list[list[str]]) -> None:
    """There is at least one; another one has a body."""
    module = ModuleInParts(BitcodeFile(functions(*sizes)), Reading("m"), 1)
    module.divide(size)
    assert [[function.name for function in part] for part in module.parts] == expected


def test_only_the_bodies_of_the_part_are_read() -> None:
    module = ModuleInParts(BitcodeFile(functions(9, 9)), Reading("m"), 2)
    module.read(1)
    assert [function.is_materialized for function in module.module.functions] == [False, True]

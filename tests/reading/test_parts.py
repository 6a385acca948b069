"""Modules that are read in parts: how they are divided, and what ends the work on them. `cli/test_parts` compares the results."""

from __future__ import annotations

import pytest

from pyllvm.assembly import parse_assembly
from pyllvm.bitcode import write_bitcode
from pyllvm.ir.separation import NotSeparable
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
    module = ModuleInParts(functions(*sizes), count, name="m")
    assert [[function.name for function in part] for part in module.parts] == expected


def test_only_the_bodies_of_the_part_are_read() -> None:
    module = ModuleInParts(functions(9, 9), 2, name="m")
    module.read(1)
    assert [function.is_materialized for function in module.module.functions] == [False, True]
    assert module.verify(1) == []
    assert module.settle(1) == []


def test_damaged_body() -> None:
    """The error is reported by the reader of the whole module."""
    data = bytearray(functions(9, 90))
    body = ModuleInParts(bytes(data), 2, name="m").reader.positions
    place = max(body.values()) // 8 + 40
    data[place : place + 40] = bytes(40)
    module = ModuleInParts(bytes(data), 2, name="m")
    module.read(0)
    with pytest.raises(NotSeparable):
        module.read(1)


def test_files_that_are_not_one_module() -> None:
    bitcode = functions(9)
    for data in (b"", bitcode[:100], b"no bitcode at all", bitcode + bitcode):
        with pytest.raises(NotSeparable):
            ModuleInParts(data, 2, name="m")


def test_old_intrinsic_is_upgraded_in_all_bodies() -> None:
    """Its calls change when all bodies are known."""
    text = b"declare i32 @llvm.ctlz.i32(i32)\ndefine i32 @f(i32 %a) {\n  %b = call i32 @llvm.ctlz.i32(i32 %a)\n  ret i32 %b\n}\n"
    bitcode = write_bitcode(parse_assembly(text.replace(b"llvm.", b"LLVM."), "", 22))
    assert ModuleInParts(bitcode, 2, name="m").parts
    with pytest.raises(NotSeparable):
        ModuleInParts(bitcode.replace(b"LLVM.", b"llvm."), 2, name="m")

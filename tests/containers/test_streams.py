"""Bitcode files with several modules, each of which has a producer before it and strings after it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyllvm import parse_assembly, parse_bitcode
from pyllvm.bitcode import write_bitcode
from pyllvm.containers.part import Part
from pyllvm.containers.streams import is_one_stream, read_modules


def bitcode(name: str, producer: str) -> bytes:
    text = f"@{name} = global i32 0\ndefine void @of_{name}() {{\n  ret void\n}}\n"
    return write_bitcode(parse_assembly(text, llvm_version=19), producer=producer)


def test_each_module_is_a_file_of_its_own() -> None:
    files = [bitcode("first", "LLVM19.1.7"), bitcode("second", "LLVM19.1.0"), bitcode("third", "LLVM19.1.1")]
    several = files[0] + b"".join([file[4:] for file in files[1:]])
    parts = read_modules(several)
    assert [part.name for part in parts] == ["0", "1", "2"]
    modules = [parse_bitcode(part.read()) for part in parts]
    assert [module.global_variables[0].name for module in modules] == ["first", "second", "third"]
    assert [module.functions[0].name for module in modules] == ["of_first", "of_second", "of_third"]
    assert [module.producer for module in modules] == ["LLVM19.1.7", "LLVM19.1.0", "LLVM19.1.1"]


def test_one_module_is_left_as_it_is() -> None:
    file = bitcode("only", "LLVM19.1.7")
    assert [part.read() for part in read_modules(file)] == [file]
    assert [part.read() for part in read_modules(file[:60])] == [file[:60]]


@pytest.mark.parametrize(("data", "is_one"), [(1, True), (2, False), (b"text", False), (b"", False)])
def test_a_file_with_one_stream(data: int | bytes, is_one: bool, tmp_path: Path) -> None:
    file = bitcode("only", "LLVM19.1.7")
    (tmp_path / "x.bc").write_bytes(file * data if isinstance(data, int) else data)
    part = Part("x.bc", None, str(tmp_path / "x.bc"))
    assert is_one_stream(part) == is_one

"""Reading and writing take bytes of any kind, and open files; constants take numbers of other libraries."""

from __future__ import annotations

import array
import io
import mmap
from pathlib import Path

import pytest

import pyllvm
from pyllvm import Module

TEXT = "define i32 @f() {\n  ret i32 7\n}\n"


@pytest.fixture
def module() -> Module:
    return pyllvm.parse_assembly(TEXT, llvm_version=22)


def names(module: Module) -> list[str]:
    return [function.name for function in module.functions]


def test_bytes_of_any_kind(module: Module, tmp_path: Path) -> None:
    data = pyllvm.to_bitcode(module)
    path = tmp_path / "m.bc"
    path.write_bytes(data)
    padded = data + b"\0" * (-len(data) % 4)
    for given in (data, bytearray(data), memoryview(data), memoryview(b"x" + data + b"y")[1:-1], array.array("I", padded)):
        assert names(pyllvm.parse_bitcode(given)) == ["f"]
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
        assert names(pyllvm.parse_bitcode(mapped)) == ["f"]
    assert names(pyllvm.parse_assembly(bytearray(TEXT.encode()))) == ["f"]
    with pytest.raises(TypeError, match="parse_bitcode takes bytes, not a str: parse_assembly takes text"):
        pyllvm.parse_bitcode("BC")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="parse_bitcode takes bytes, or what has some, not None"):
        pyllvm.parse_bitcode(None)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="parse_assembly takes bytes, or what has some, not a int"):
        pyllvm.parse_assembly(5)  # type: ignore[arg-type]


def test_open_files_are_read(module: Module, tmp_path: Path) -> None:
    path = tmp_path / "m.bc"
    pyllvm.write(module, path)
    with path.open("rb") as file:
        read = pyllvm.read(file)
        assert not file.closed
    assert read.identifier == str(path)
    assert names(read) == ["f"]
    assert names(pyllvm.read(io.BytesIO(path.read_bytes()))) == ["f"]
    assert names(pyllvm.read(io.BytesIO(TEXT.encode()))) == ["f"]
    assert pyllvm.read(io.StringIO(TEXT)).identifier == "<file>"
    assert [names(one) for one in pyllvm.read_all(io.BytesIO(path.read_bytes()))] == [["f"]]
    assert [names(one) for one in pyllvm.read_all(io.StringIO(TEXT))] == [["f"]]
    with pytest.raises(TypeError, match="read takes a path or an open file, not None"):
        pyllvm.read(None)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="read takes the path of a file: parse_bitcode and parse_assembly take its content"):
        pyllvm.read(b"BC")  # type: ignore[arg-type]


def test_open_files_are_written(module: Module, tmp_path: Path) -> None:
    data = pyllvm.to_bitcode(module)
    binary = io.BytesIO()
    assert pyllvm.write(module, binary) == []
    assert binary.getvalue() == data
    text = io.StringIO()
    pyllvm.write(module, text)
    assert text.getvalue() == str(module)
    binary = io.BytesIO()
    pyllvm.write(module, binary, form="ll", llvm_version=14)
    assert binary.getvalue() == pyllvm.to_assembly(module, llvm_version=14).encode()
    with (tmp_path / "m.ll").open("wb") as file:
        pyllvm.write(module, file)
    assert (tmp_path / "m.ll").read_text() == str(module)
    pyllvm.write(module, tmp_path / "m", form="bc")
    assert (tmp_path / "m").read_bytes() == data
    with pytest.raises(ValueError, match="bitcode cannot be written to a file that is open for text"):
        pyllvm.write(module, io.StringIO(), form="bc")
    with pytest.raises(ValueError, match="in the form 'll' or 'bc', not 'txt'"):
        pyllvm.write(module, io.BytesIO(), form="txt")
    with pytest.raises(TypeError, match="write takes a path or an open file, not 5"):
        pyllvm.write(module, 5)  # type: ignore[arg-type]
    with pytest.raises(pyllvm.PyllvmError, match=r"m\.txt: a module is written as \.ll or \.bc"):
        pyllvm.write(module, "m.txt")


class Index:
    """As numpy's integers."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number


class Real:
    """As numpy's floating-point numbers."""

    def __float__(self) -> float:
        return 0.5


class bool_:
    """As numpy's truth values: they have `__index__`, which raises TypeError."""

    def __bool__(self) -> bool:
        return True

    def __index__(self) -> int:
        raise TypeError


class Row:
    """As numpy's arrays."""

    def __len__(self) -> int:
        return 3

    def __getitem__(self, index: int) -> Index:
        if index >= 3:
            raise IndexError
        return Index(index)


def test_numbers_of_other_libraries(module: Module) -> None:
    assert str(module.constant("i64", Index(5))) == "i64 5"
    assert str(module.constant("double", Index(5))) == "double 5.000000e+00"
    assert str(module.constant("float", Real())) == "float 5.000000e-01"
    assert str(module.constant("i1", bool_())) == "i1 true"
    assert str(module.constant("<2 x i8>", Index(3))) == "<2 x i8> splat (i8 3)"
    assert str(module.constant("[3 x i32]", Row())) == "[3 x i32] [i32 0, i32 1, i32 2]"
    with pytest.raises(TypeError, match="is not a value of type i64"):
        module.constant("i64", Real())
    with pytest.raises(ValueError, match="too wide for i8"):
        module.constant("i8", Index(256))
    block = module["f"].add_block("more")
    builder = pyllvm.IRBuilder.at_end(block)
    value = builder.freeze(module.constant("i32", 1))
    assert str(builder.add(value, Index(4))).endswith("= add i32 %1, 4")


def test_other_things_show_themselves(module: Module) -> None:
    builder = pyllvm.IRBuilder.at_start(module["f"].entry_block)
    value = builder.freeze(module.constant("i32", 1))
    added = builder.add(value, 1)
    assert isinstance(added, pyllvm.ir.BinaryOperator)
    assert repr(added.opcode) == "<Opcode add>"
    with pytest.raises(KeyError, match="a tuple has no field 'line'"):
        _ = module.metadata_tuple("x")["line"]

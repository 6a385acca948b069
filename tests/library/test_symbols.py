"""The library's lists of symbols: from text, bitcode and modules."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

import pyllvm
from pyllvm.library.symbols import symbol_table, symbol_table_of_file
from pyllvm.wishes import Wishes


def test_text_bitcode_and_module_give_the_same(data: Path) -> None:
    text = (data / "nm" / "symbols.ll").read_bytes()
    module = pyllvm.parse_assembly(text)
    names = [symbol.name for symbol in pyllvm.symbols(module)]
    assert [symbol.name for symbol in pyllvm.symbols(text)] == names
    assert [symbol.name for symbol in pyllvm.symbols(pyllvm.to_bitcode(module))] == names
    assert {"gfun", "__unnamed_1", "if", "wk2"} <= set(names)
    assert "llvm.used" not in names
    assert "llvm.used" in [symbol.name for symbol in pyllvm.symbols(text, with_special=True)]


def test_a_nameless_global_is_counted_only_if_it_is_listed() -> None:
    text = b"@0 = private global i8 0\n@1 = global i8 0\n"
    assert [symbol.name for symbol in pyllvm.symbols(text)] == ["__unnamed_1"]
    assert [symbol.name for symbol in pyllvm.symbols(text, with_special=True)] == ["__unnamed_1", "__unnamed_2"]


def test_the_table_knows_its_target(data: Path) -> None:
    table = symbol_table((data / "nm" / "macho.ll").read_bytes(), Wishes())
    assert (table.is_darwin, table.is_64_bit, table.has_any, table.notes) == (True, True, True, [])
    windows = symbol_table((data / "nm" / "windows.ll").read_bytes(), Wishes())
    assert (windows.is_darwin, windows.is_64_bit) == (False, False)
    assert not symbol_table(b"", Wishes()).has_any


def large_file(folder: Path) -> Path:
    """A file of bitcode with a large constant between the records of globals and the names."""
    text = f'@v = constant [3000000 x i8] c"{"x" * 3_000_000}"\ndefine void @f() {{\n  ret void\n}}\nmodule asm ".globl g"\n'
    path = folder / "large.bc"
    text = f'target triple = "x86_64-linux"\n{text}'
    pyllvm.write(pyllvm.parse_assembly(text.encode(), llvm_version=19), path)
    return path


def test_a_large_file_is_not_read_as_a_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = large_file(tmp_path)
    data = path.read_bytes()
    sizes: list[int] = []

    class Counting(io.FileIO):
        def read(self, size: int | None = -1) -> bytes:
            found = super().read(size)
            sizes.append(len(found))
            return found

    monkeypatch.setattr("builtins.open", lambda name, mode: Counting(name, mode))
    table = symbol_table_of_file(str(path), Wishes())
    assert table is not None
    assert (
        [symbol.name for symbol in table.symbols]
        == [symbol.name for symbol in symbol_table(data, Wishes()).symbols]
        == ["f", "v", "g"]
    )
    assert 0 < sum(sizes) < len(data) * 2 // 3


def test_some_files_have_to_be_read_as_a_whole(tmp_path: Path) -> None:
    data = large_file(tmp_path).read_bytes()
    path = tmp_path / "other"
    for content in (data[:-3_000_000], b"; text\n" * 1_000_000, data[: len(data) // 2], b"BC\xc0\xde" + b"\xff" * 2_000_000):
        path.write_bytes(content)
        assert symbol_table_of_file(str(path), Wishes()) is None
    assert symbol_table_of_file(str(tmp_path), Wishes()) is None
    assert symbol_table_of_file(str(tmp_path / "missing"), Wishes()) is None


def test_a_layout_that_llvm_refuses() -> None:
    """An older LLVM takes the layout of this bitcode; newer ones refuse it, in bitcode and in text."""
    data = pyllvm.to_bitcode(pyllvm.parse_assembly('target datalayout = "e-i8:32"\n@x = global i32 0\n', llvm_version=14))
    assert [symbol.name for symbol in pyllvm.symbols(data)] == ["x"]
    with pytest.raises(pyllvm.PyllvmError, match="i8 must be naturally aligned"):
        pyllvm.symbols(data, llvm_version=19)
    with pytest.raises(pyllvm.PyllvmError, match="i8 must be 8-bit aligned"):
        pyllvm.symbols(data, llvm_version=22)
    # LLVM 22 adds the alignment of i128, and refuses what that makes.
    text = 'target datalayout = "E-i64:64:64"\ntarget triple = "powerpc64-unknown-linux-gnu"\n'
    for source in (text.encode(), pyllvm.to_bitcode(pyllvm.parse_assembly(text, llvm_version=19))):
        with pytest.raises(pyllvm.PyllvmError, match="preferred alignment cannot be less than the ABI alignment"):
            pyllvm.symbols(source, llvm_version=22)

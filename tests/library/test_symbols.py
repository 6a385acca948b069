"""The library's lists of symbols: from text, bitcode and modules."""

from __future__ import annotations

from pathlib import Path

import pyllvm
from pyllvm.library.symbols import symbol_table


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
    table = symbol_table((data / "nm" / "macho.ll").read_bytes())
    assert (table.is_darwin, table.is_64_bit, table.has_any, table.notes) == (True, True, True, [])
    windows = symbol_table((data / "nm" / "windows.ll").read_bytes())
    assert (windows.is_darwin, windows.is_64_bit) == (False, False)
    assert not symbol_table(b"").has_any

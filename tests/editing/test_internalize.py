"""Symbols that become internal, and symbols that must not."""

from __future__ import annotations

import pytest

from pyllvm.assembly import parse_assembly
from pyllvm.editing.internalize import internalize_symbols

TEXT = b"""
$alone = comdat any
$pair = comdat any
$open = comdat any

@plain = hidden global i32 1
@alone = global i32 1, comdat
@pair = global i32 1, comdat
@pair2 = global i32 1, comdat($pair)
@open = global i32 1, comdat
@open2 = dllexport global i32 1, comdat($open)
@used = global i32 1
@not_named = global i32 1
@outside = external global i32
@set = externally_initialized global i32 1
@llvm.used = appending global [1 x ptr] [ptr @used], section "llvm.metadata"
@alias = alias i32, ptr @plain
@chosen = ifunc void (), ptr @resolve

define ptr @resolve() {
  ret ptr null
}

define available_externally void @elsewhere() {
  ret void
}
"""
NAMES = [
    "plain", "alone", "pair", "pair2", "open", "open2", "used", "outside", "set",
    "llvm.used", "alias", "chosen", "resolve", "elsewhere",
]  # fmt: skip


@pytest.mark.parametrize("version", [14, 19])
def test_linkages(version: int) -> None:
    module = parse_assembly(TEXT, llvm_version=version, opaque_pointers=True)
    internalize_symbols(module, NAMES)
    internal = [value.name for value in module.global_values if value.linkage == "internal"]
    assert internal == ["plain", "alone", "pair", "pair2", "resolve", "alias"]
    plain = module.get("plain")
    assert plain is not None and plain.visibility == "default"


def test_comdats() -> None:
    module = parse_assembly(TEXT, llvm_version=19)
    internalize_symbols(module, NAMES)
    comdats = {variable.name: variable.comdat for variable in module.global_variables}
    assert comdats["alone"] is None
    pair = comdats["pair"]
    assert pair is not None and pair.selection_kind == "nodeduplicate"
    opened = comdats["open"]
    assert opened is not None and opened.selection_kind == "any"


@pytest.mark.parametrize(("version", "staying"), [(12, ["open", "open2"]), (13, ["pair", "pair2", "open", "open2"])])
def test_comdats_are_left_up_to_12(version: int, staying: list[str]) -> None:
    text = TEXT.replace(b"ptr", b"i8*").replace(b"[i8* @used]", b"[i8* bitcast (i32* @used to i8*)]")
    text = text.replace(b"i32, i8* @plain", b"i32, i32* @plain").replace(b"i8* @resolve\n", b"void ()* ()* @resolve\n")
    text = text.replace(b"define i8* @resolve", b"define void ()* @resolve").replace(b"ret i8* null", b"ret void ()* null")
    module = parse_assembly(text, llvm_version=version)
    internalize_symbols(module, NAMES)
    assert [variable.name for variable in module.global_variables if variable.comdat is not None] == staying

"""Definitions that become declarations, or go, by their names."""

from __future__ import annotations

import pytest

import pyllvm
from pyllvm.editing.dropping import drop_definitions, keep_only

TEXT = """
@v = global i32 1
@local = internal global i32 2
@lua_a = alias i32 (), ptr @lua_f
@lua_i = ifunc i32 (), ptr @resolve
define i32 @lua_f() comdat !dbg !3 { ret i32 1 }
define ptr @resolve() { ret ptr @lua_f }
define internal i32 @lua_local() { ret i32 2 }
define i32 @main() {
  %a = call i32 @lua_a()
  %i = call i32 @lua_i()
  %v = load i32, ptr @v
  ret i32 %v
}
define void @unused() {
  store i32 1, ptr @local
  ret void
}
$lua_f = comdat any
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "lua_f", scope: !1, file: !1, line: 1, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !{null})
"""


def module(version: int) -> pyllvm.Module:
    return pyllvm.parse_assembly(TEXT, llvm_version=version)


def definitions(one: pyllvm.Module) -> set[str]:
    return {value.name for value in one.global_values if not getattr(value, "is_declaration", False)}


@pytest.mark.parametrize("version", [19, 23])
def test_dropped_definitions_are_declared(version: int) -> None:
    one = module(version)
    assert drop_definitions(one, ["lua_*", "v"]) == ["v", "lua_f", "lua_a", "lua_i"]
    assert definitions(one) == {"resolve", "lua_local", "main", "unused", "local"}
    assert {"lua_f", "v", "lua_a", "lua_i"} <= {value.name for value in one.global_values}
    assert pyllvm.verify(one) == []
    again = pyllvm.parse_assembly(str(one), llvm_version=version)
    assert str(again) == str(one)


@pytest.mark.parametrize("version", [19, 23])
def test_only_what_is_needed_stays(version: int) -> None:
    one = module(version)
    assert keep_only(one, ["main"]) == ["main"]
    assert definitions(one) == {"v", "lua_a", "lua_i", "lua_f", "resolve", "main"}
    linkages = {value.name: value.linkage for value in one.global_values}
    # Ifuncs stay as they are, as in LLVM's pass.
    assert {name for name, linkage in linkages.items() if linkage == "external"} == {"main", "lua_i"}
    assert pyllvm.verify(one) == []


def test_nothing_matches() -> None:
    one = module(23)
    before = str(one)
    assert drop_definitions(one, ["zlib_*"]) == []
    assert str(one) == before
    assert keep_only(one, ["zlib_*"]) == []

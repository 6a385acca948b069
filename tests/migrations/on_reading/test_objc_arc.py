"""Objective-C's reference counting in bitcode; the expected lines are those of llvm-dis."""

from __future__ import annotations

import pytest

from pyllvm import Module, parse_assembly, parse_bitcode, to_assembly, to_bitcode
from pyllvm.migrations import bring
from pyllvm.migrations.on_reading.order import finish_lazy_reading

TEXT = """define ptr @f(ptr %a) {
  %v = tail call ptr @objc_autorelease(ptr %a)
  %w = call ptr @objc_retain(i32 1)
  call void (...) @clang.arc.use(ptr %v)
  ret ptr %v
}
declare ptr @objc_autorelease(ptr)
declare ptr @objc_retain(i32)
declare void @clang.arc.use(...)
"""
MARKER = "!clang.arc.retainAutoreleasedReturnValueMarker = !{!0}\n"
MARKER_TEXT = '!0 = !{!"mov\\09fp, fp\\09\\09# marker for objc_retainAutoreleaseReturnValue"}\n'


def reread(text: str, version: int, to: int | None = None, lazy: bool = False) -> Module:
    return parse_bitcode(to_bitcode(parse_assembly(text, llvm_version=version)), "m", llvm_version=to or version, lazy=lazy)


@pytest.mark.parametrize("text", [TEXT, TEXT + MARKER + MARKER_TEXT])
def test_a_module_that_was_read_lazily_is_upgraded_in_the_end(text: str) -> None:
    module = reread(text, 22, lazy=True)
    module.function("f").materialize()
    assert "@llvm.objc" not in to_assembly(module)
    finish_lazy_reading(module)
    assert to_assembly(module) == to_assembly(reread(text, 22))


@pytest.mark.parametrize(("version", "to"), [(19, 19), (19, 22), (22, 22)])
def test_calls_become_intrinsics_and_the_marker_a_flag(version: int, to: int) -> None:
    printed = to_assembly(reread(TEXT + MARKER + MARKER_TEXT, version, to))
    assert "  %v = tail call ptr @llvm.objc.autorelease(ptr %a)\n" in printed
    assert "  call void (...) @llvm.objc.clang.arc.use(ptr %v)\n" in printed
    # An argument that does not fit leaves the call as it was.
    assert "  %w = call ptr @objc_retain(i32 1)\n" in printed
    assert "declare ptr @objc_autorelease" not in printed
    flag = '!{i32 1, !"clang.arc.retainAutoreleasedReturnValueMarker", !"mov\\09fp, fp\\09\\09; marker for'
    assert flag in printed
    assert "!clang.arc" not in printed


def test_without_a_marker_only_uses_change() -> None:
    printed = to_assembly(reread(TEXT, 19))
    assert "tail call ptr @objc_autorelease(ptr %a)" in printed
    assert "@llvm.objc.clang.arc.use(ptr %v)" in printed


def test_text_stays() -> None:
    printed = to_assembly(parse_assembly(TEXT + MARKER + MARKER_TEXT, llvm_version=19))
    assert "@objc_autorelease(ptr %a)" in printed
    assert MARKER in printed


@pytest.mark.parametrize("version", [8, 9])
def test_before_10_calls_stay_and_before_9_the_named_metadata(version: int) -> None:
    text = TEXT.replace("ptr", "i8*") + MARKER + MARKER_TEXT
    printed = to_assembly(reread(text, 8, version))
    assert "@objc_autorelease(i8* %a)" in printed
    assert ("!clang.arc." in printed) == (version < 9)
    assert "; marker for" in printed


def test_the_marker_in_inline_assembly_gets_the_other_comment() -> None:
    assembly = "mov\\09fp, fp\\09\\09# marker for objc_retainAutoreleaseReturnValue"
    text = f'define void @f() {{\n  call void asm sideeffect "{assembly}", ""()\n  ret void\n}}\n'
    assert "\\09\\09; marker for objc_" in to_assembly(reread(text, 19))
    other = text.replace("mov", "add")
    assert "\\09\\09# marker for objc_" in to_assembly(reread(other, 19))


@pytest.mark.parametrize(("version", "to", "is_there"), [(14, 14, True), (14, 16, False)])
def test_a_bundle_without_a_call_goes(version: int, to: int, is_there: bool) -> None:
    text = 'declare i8* @f()\ndefine void @g() {\n  %r = call i8* @f() [ "clang.arc.attachedcall"(), "other"() ]\n  ret void\n}\n'
    module = parse_assembly(text, llvm_version=version)
    bring(module, to)
    printed = to_assembly(module)
    assert ("attachedcall" in printed) == is_there
    assert '"other"()' in printed

"""Intrinsics that are called without a declaration, and without the types at the end of their names."""

from __future__ import annotations

import pytest

import pyllvm

CALLS = """
define i32 @f(i32 %x, i64 %y) {
  %a = call i32 @llvm.ctpop(i32 %x)
  %b = call i64 @llvm.ctpop(i64 %y)
  %c = call i32 @llvm.ctpop.i32(i32 %a)
  ret i32 %c
}
"""
UNKNOWN = """
define void @f() {
  call void @llvm.nothing()
  ret void
}
"""


def declared(text: str, version: int) -> list[str]:
    module = pyllvm.parse_assembly(text, llvm_version=version)
    return [function.name for function in module.functions if not function.blocks]


@pytest.mark.parametrize("version", [19, 22])
def test_each_call_has_the_function_of_its_type(version: int) -> None:
    assert declared(CALLS, version) == ["llvm.ctpop.i64", "llvm.ctpop.i32"]


def test_in_llvm_18_a_name_stands_for_one_function() -> None:
    assert declared(CALLS.replace("%b = call i64 @llvm.ctpop(i64 %y)", ""), 18) == ["llvm.ctpop.i32"]
    with pytest.raises(pyllvm.PyllvmError, match=r"use of undefined value '@llvm.ctpop'"):
        declared(CALLS, 18)


@pytest.mark.parametrize(("version", "message"), [(17, "use of undefined value '@llvm.ctpop'")])
def test_before_there_is_none_without_declaration(version: int, message: str) -> None:
    with pytest.raises(pyllvm.PyllvmError, match=message):
        declared(CALLS, version)


def test_unknown_names() -> None:
    assert declared(UNKNOWN, 18) == ["llvm.nothing"]
    with pytest.raises(pyllvm.PyllvmError, match=r"use of undefined value '@llvm.nothing'"):
        declared(UNKNOWN, 19)
    with pytest.raises(pyllvm.PyllvmError, match=r"unknown intrinsic 'llvm.nothing'"):
        declared(UNKNOWN, 22)

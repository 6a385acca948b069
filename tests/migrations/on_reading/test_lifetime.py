"""`llvm.lifetime.start` and `end` take no size since LLVM 22."""

from __future__ import annotations

import pytest

from pyllvm import parse_assembly, to_assembly, verify
from pyllvm.migrations import bring


def test_lifetimes_lose_their_size_and_those_of_no_alloca_go() -> None:
    text = (
        "define void @f(ptr %p) {\n"
        "  %a = alloca i32\n"
        "  call void @llvm.lifetime.start.p0(i64 4, ptr %a)\n"
        "  call void @llvm.lifetime.start.p0(i64 4, ptr %p)\n"
        "  ret void\n}\n"
        "declare void @llvm.lifetime.start.p0(i64, ptr)\n"
    )
    module = parse_assembly(text, llvm_version=19)
    bring(module, 22)
    calls = [line for line in to_assembly(module).splitlines() if "call void" in line]
    assert calls == ["  call void @llvm.lifetime.start.p0(ptr %a)"]


@pytest.mark.parametrize(
    ("declaration", "call"),
    [
        ("void @llvm.lifetime.start.i64(i64)", "void @llvm.lifetime.start.i64(i64 4)"),
        ("void @llvm.lifetime.end.i64(ptr)", "void @llvm.lifetime.end.i64(ptr %a)"),
        ("void @llvm.lifetime.start.p0(ptr, i64)", "void @llvm.lifetime.start.p0(ptr %a, i64 4)"),
        ("i32 @llvm.lifetime.end.p0(float, i64)", "i32 @llvm.lifetime.end.p0(float 1.0, i64 4)"),
    ],
)
def test_llvm_23_deletes_lifetimes_without_a_pointer(declaration: str, call: str) -> None:
    text = f"declare {declaration}\ndefine void @f() {{\n  %a = alloca i32\n  call {call}\n  ret void\n}}\n"
    module = parse_assembly(text, llvm_version=23)
    assert verify(module) == []
    assert "lifetime" not in to_assembly(module)


def test_llvm_23_declares_by_the_size_what_has_no_call() -> None:
    module = parse_assembly("declare void @llvm.lifetime.start.p0(ptr, i64)\n", llvm_version=23)
    assert "declare void @llvm.lifetime.start.i64(i64)" in to_assembly(module)


def test_llvm_23_keeps_the_lifetimes_of_an_alloca_under_the_name_of_an_integer() -> None:
    text = (
        "declare void @llvm.lifetime.start.i64(i64, ptr)\ndefine void @f() {\n  %a = alloca i32\n"
        "  call void @llvm.lifetime.start.i64(i64 4, ptr %a)\n  ret void\n}\n"
    )
    assert "  call void @llvm.lifetime.start.p0(ptr %a)\n" in to_assembly(parse_assembly(text, llvm_version=23))

"""Pointers that lose their element types; the expected lines are those of llvm-dis."""

from __future__ import annotations

import pytest

from pyllvm import parse_assembly, to_assembly
from pyllvm.migrations import bring


@pytest.mark.parametrize(
    ("declaration", "call", "expected"),
    [
        ("i32 @llvm.arm.ldrex.p0i8(i8*)", "i32 @llvm.arm.ldrex.p0i8(i8* %p)", "i32 @llvm.arm.ldrex.p0(ptr elementtype(i8) %p)"),
        (
            "i32 @llvm.aarch64.stxr.p0i8(i64, i8*)",
            "i32 @llvm.aarch64.stxr.p0i8(i64 1, i8* %p)",
            "i32 @llvm.aarch64.stxr.p0(i64 1, ptr elementtype(i8) %p)",
        ),
        ("{ i32, i32 } @llvm.arm.ldrexd(i8*)", "{ i32, i32 } @llvm.arm.ldrexd(i8* %p)", "{ i32, i32 } @llvm.arm.ldrexd(ptr %p)"),
    ],
)
def test_exclusive_accesses_say_what_they_access(declaration: str, call: str, expected: str) -> None:
    text = f"declare {declaration}\ndefine void @f(i8* %p) {{\n  %r = call {call}\n  ret void\n}}\n"
    module = parse_assembly(text, llvm_version=14)
    assert "elementtype" not in to_assembly(module)
    bring(module, 19)
    assert f"  %r = call {expected}\n" in to_assembly(module)


def test_a_renamed_intrinsic_is_a_plain_declaration() -> None:
    text = "declare dso_local hidden void @llvm.memcpy.p0i8.p0i8.i32(i8*, i8*, i32, i1) unnamed_addr\n"
    module = parse_assembly(text, llvm_version=14)
    bring(module, 19)
    assert "\ndeclare void @llvm.memcpy.p0.p0.i32(ptr " in to_assembly(module)

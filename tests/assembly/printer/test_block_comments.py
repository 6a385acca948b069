"""Comments between /* and */: skipped since LLVM 20, and printed before some arguments of intrinsics since 22."""

from __future__ import annotations

import pytest

from pyllvm.assembly import parse_assembly
from pyllvm.assembly.printer.text import print_module
from pyllvm.diagnostics import PyllvmError

READ = [
    b"@a = global i32 /* one\n; two */ 0\n",
    b"/**//* a /* b */@a = /*x*/ global i32 0 /* ** */",
]


@pytest.mark.parametrize("text", READ)
def test_is_skipped(text: bytes) -> None:
    assert b"@a = global i32 0\n" in print_module(parse_assembly(text, llvm_version=20))


@pytest.mark.parametrize("text", [b"@a = global i32 0 /* open", b"@a = global i32 0 /***/\n", b"@a = global i32 0 /*"])
def test_has_an_end(text: bytes) -> None:
    with pytest.raises(PyllvmError, match="unterminated comment"):
        parse_assembly(text, llvm_version=22)


def test_is_no_comment_before() -> None:
    with pytest.raises(PyllvmError, match="requires LLVM 20"):
        parse_assembly(READ[0], llvm_version=19)
    assert parse_assembly(READ[0]).llvm_version >= 20


CALLS = b"""
declare void @llvm.nvvm.tensormap.replace.swizzle.mode.p0(ptr, i32)
declare void @llvm.nvvm.tensormap.replace.rank.p0(ptr, i32)

define void @f(ptr %p) {
  call void @llvm.nvvm.tensormap.replace.swizzle.mode.p0(ptr %p, i32 4)
  call void @llvm.nvvm.tensormap.replace.swizzle.mode.p0(ptr %p, i32 9)
  call void @llvm.nvvm.tensormap.replace.rank.p0(ptr %p, i32 4)
  ret void
}
"""


def test_arguments_of_intrinsics() -> None:
    text = print_module(parse_assembly(CALLS, llvm_version=22)).decode()
    assert "swizzle.mode.p0(ptr %p, /* swizzle_mode=96B swizzling */ i32 4)" in text
    assert "swizzle.mode.p0(ptr %p, /* swizzle_mode= */ i32 9)" in text
    assert "rank.p0(ptr %p, i32 4)" in text
    assert "/*" not in print_module(parse_assembly(CALLS, llvm_version=21)).decode()

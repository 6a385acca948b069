"""RISC-V's intrinsics of cryptography: only declarations of the old form are upgraded, as llvm-as 22 does."""

from __future__ import annotations

import pytest

from pyllvm import parse_assembly, to_assembly


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("i64 @llvm.riscv.sha256sig0.i64(i64)", "i32 @llvm.riscv.sha256sig0(i32)"),
        ("i64 @llvm.riscv.sm4ks.i64(i64, i64, i32)", "i32 @llvm.riscv.sm4ks(i32, i32, i32 immarg)"),
        ("i32 @llvm.riscv.aes32dsi(i32, i32, i8)", "i32 @llvm.riscv.aes32dsi(i32, i32, i32 immarg)"),
        ("<8 x i16> @llvm.riscv.sha256sig0.v8i16(<8 x i16>)", "<8 x i16> @llvm.riscv.sha256sig0.v8i16(<8 x i16>)"),
        ("i16 @llvm.riscv.sm3p0.i16(i16)", "i16 @llvm.riscv.sm3p0.i16(i16)"),
    ],
)
def test_the_declaration_decides(old: str, new: str) -> None:
    assert f"declare {new}" in to_assembly(parse_assembly(f"declare {old}\n", llvm_version=22))

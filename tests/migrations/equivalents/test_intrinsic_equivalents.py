"""Intrinsics of LLVM 23 that LLVM 22 and older have under names of their targets."""

from __future__ import annotations

import pytest

from pyllvm import PyllvmError, parse_assembly, to_assembly
from pyllvm.migrations import bring


@pytest.mark.parametrize("version", [22, 14])
def test_bits_by_a_mask_are_an_instruction_of_x86(version: int) -> None:
    text = (
        'declare i32 @llvm.pdep.i32(i32, i32)\ndefine i32 @f(i32 %a) "target-features"="+avx,+bmi2" {\n'
        "  %r = call i32 @llvm.pdep.i32(i32 %a, i32 7)\n  ret i32 %r\n}\n"
    )
    module = parse_assembly(text, llvm_version=23)
    bring(module, version)
    assert "  %r = call i32 @llvm.x86.bmi.pdep.32(i32 %a, i32 7)\n" in to_assembly(module)
    module = parse_assembly(text.replace(",+bmi2", ""), llvm_version=23)
    with pytest.raises(PyllvmError, match=r"llvm\.pdep\.i32"):
        bring(module, version)


@pytest.mark.parametrize("tile", ["za16", "za32"])
def test_outer_products_of_bytes_have_their_type_in_the_name(tile: str) -> None:
    bytes = "<vscale x 16 x i8>"
    text = (
        f"declare void @llvm.aarch64.sme.fp8.ftmopa.{tile}(i32, {bytes}, {bytes}, {bytes}, {bytes}, i32)\n"
        f"define void @f({bytes} %a) {{\n  tail call void @llvm.aarch64.sme.fp8.ftmopa.{tile}(i32 0, {bytes} %a, {bytes} %a, "
        f"{bytes} %a, {bytes} %a, i32 1)\n  ret void\n}}\n"
    )
    module = parse_assembly(text, llvm_version=23)
    bring(module, 22)
    assert f"  tail call void @llvm.aarch64.sme.ftmopa.{tile}.nxv16i8(" in to_assembly(module)

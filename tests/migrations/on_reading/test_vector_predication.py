"""Operations with a mask that LLVM 24 reads as plain operations. What LLVM 24 itself makes of each is in the table."""

from __future__ import annotations

from pyllvm import parse_assembly, parse_bitcode, to_bitcode
from rows import each_row

CALLS = [
    ("<4 x i32> @llvm.vp.add.v4i32(<4 x i32> %x, <4 x i32> %y", "add <4 x i32> %x, %y"),
    ("<4 x i32> @llvm.vp.sdiv.v4i32(<4 x i32> %x, <4 x i32> %y", "call <4 x i32> @llvm.vp.sdiv.v4i32("),
    ('<4 x i1> @llvm.vp.icmp.v4i32(<4 x i32> %x, <4 x i32> %y, metadata !"slt"', "icmp slt <4 x i32> %x, %y"),
    ('<4 x i1> @llvm.vp.fcmp.v4f32(<4 x float> %f, <4 x float> %f, metadata !"oeq"', "fcmp oeq <4 x float> %f, %f"),
    ("fast <4 x float> @llvm.vp.fadd.v4f32(<4 x float> %f, <4 x float> %f", "fadd fast <4 x float> %f, %f"),
    ("nnan <4 x float> @llvm.vp.fneg.v4f32(<4 x float> %f", "fneg nnan <4 x float> %f"),
    ("<4 x i32> @llvm.vp.abs.v4i32(<4 x i32> %x, i1 true", "call <4 x i32> @llvm.abs.v4i32(<4 x i32> %x, i1 true)"),
    ("<4 x i8> @llvm.vp.trunc.v4i8.v4i32(<4 x i32> %x", "trunc <4 x i32> %x to <4 x i8>"),
    ("<4 x float> @llvm.vp.roundtozero.v4f32(<4 x float> %f", "call <4 x float> @llvm.trunc.v4f32(<4 x float> %f)"),
    ("<4 x i32> @llvm.vp.sadd.sat.v4i32(<4 x i32> %x, <4 x i32> %y", "call <4 x i32> @llvm.sadd.sat.v4i32(<4 x i32> %x"),
    ("<4 x i32> @llvm.vp.lrint.v4i32.v4f32(<4 x float> %f", "call <4 x i32> @llvm.lrint.v4i32.v4f32(<4 x float> %f)"),
]


@each_row(("call", "upgraded"), CALLS)
def test_text_and_bitcode_are_upgraded(call: str, upgraded: str) -> None:
    text = (
        "define void @f(<4 x i32> %x, <4 x i32> %y, <4 x float> %f, <4 x i1> %m, i32 %n) {\n"
        f"  %a = call {call}, <4 x i1> %m, i32 %n)\n  ret void\n}}\n"
    )
    assert f"  %a = {upgraded}" in str(parse_assembly(text, llvm_version=24))
    older = parse_assembly(text, llvm_version=23)
    assert f"  %a = call {call}" in str(older)
    module = parse_bitcode(to_bitcode(older), llvm_version=24)
    assert f"  %a = {upgraded}" in str(module)


def test_a_selection_by_a_mask_keeps_the_mask() -> None:
    text = (
        "define <4 x i32> @f(<4 x i32> %x, <4 x i1> %m, i32 %n) {\n"
        "  %a = call <4 x i32> @llvm.vp.select.v4i32(<4 x i1> %m, <4 x i32> %x, <4 x i32> %x, i32 %n)\n  ret <4 x i32> %a\n}\n"
    )
    assert "  %a = select <4 x i1> %m, <4 x i32> %x, <4 x i32> %x" in str(parse_assembly(text, llvm_version=24))

"""Intrinsics that are gone in LLVM 23: what its own opt makes of their calls."""

from __future__ import annotations

import re

import pytest

from pyllvm import parse_assembly, to_assembly

CASES = [
    ("float @llvm.convert.from.fp16.f32(i16 %a)", "i16", ["%1 = bitcast i16 %a to half", "%2 = fpext half %1 to float"]),
    ("i16 @llvm.convert.to.fp16.f64(double %a)", "double", ["%1 = fptrunc double %a to half", "%2 = bitcast half %1 to i16"]),
    (
        "<4 x float> @llvm.aarch64.neon.vcvthf2fp(<4 x i16> %a)",
        "<4 x i16>",
        ["%1 = bitcast <4 x i16> %a to <4 x half>", "%2 = fpext <4 x half> %1 to <4 x float>"],
    ),
    ("i32 @llvm.x86.bmi.pdep.32(i32 %a, i32 1)", "i32", ["%1 = call i32 @llvm.pdep.i32(i32 %a, i32 1)"]),
    ("i64 @llvm.x86.bmi.pext.64(i64 %a, i64 1)", "i64", ["%1 = call i64 @llvm.pext.i64(i64 %a, i64 1)"]),
    (
        "i32 @llvm.nvvm.atomic.inc.gen.i.cta.i32.p0(ptr null, i32 %a)",
        "i32",
        ['%1 = atomicrmw uinc_wrap ptr null, i32 %a syncscope("block") monotonic, align 4'],
    ),
    (
        "i32 @llvm.nvvm.atomic.cas.gen.i.sys.i32.p0(ptr null, i32 %a, i32 2)",
        "i32",
        ["%1 = cmpxchg ptr null, i32 %a, i32 2 monotonic monotonic, align 4", "%2 = extractvalue { i32, i1 } %1, 0"],
    ),
]


@pytest.mark.parametrize(("call", "type", "made"), CASES)
def test_calls_of_what_is_gone(call: str, type: str, made: list[str]) -> None:
    returned, _, rest = call.partition(" @")
    name, _, arguments = rest.partition("(")
    types = ", ".join(argument.rpartition(" ")[0] for argument in arguments.rstrip(")").split(", "))
    text = f"define {returned} @f({type} %a) {{\n  %r = call {call}\n  ret {returned} %r\n}}\n"
    text += f"declare {returned} @{name}({types})\n"
    before = to_assembly(parse_assembly(text, llvm_version=22))
    assert f"%r = call {call}" in before
    after = to_assembly(parse_assembly(text, llvm_version=23))
    lines = [line.strip() for line in after.splitlines() if line.startswith("  ")]
    assert lines[:-1] == made


def test_a_half_stays() -> None:
    text = "define half @f(i16 %a) {\n  %r = call half @llvm.convert.from.fp16.f16(i16 %a)\n  ret half %r\n}\n"
    text += "declare half @llvm.convert.from.fp16.f16(i16)\n"
    assert "call half @llvm.convert.from.fp16.f16" in to_assembly(parse_assembly(text, llvm_version=23))


def test_an_unused_deposit_of_bits_leaves_no_declaration() -> None:
    text = "declare i32 @llvm.x86.bmi.pdep.32(i32, i32)\n"
    assert "declare" not in to_assembly(parse_assembly(text, llvm_version=23))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("void @llvm.aarch64.sme.ftmopa.za32.nxv16i8(i32 0, B %a, B %a, B %a, B %a, i32 1)", "aarch64.sme.fp8.ftmopa.za32("),
        ("void @llvm.aarch64.sme.ftmopa.za16.nxv16i8(i32 0, B %a, B %a, B %a, B %a, i32 1)", "aarch64.sme.fp8.ftmopa.za16("),
        ("F @llvm.aarch64.sve.bfmmla(F %f, H %h, H %h)", "aarch64.sve.fmmla.nxv4f32.nxv8bf16("),
        ("i64 @llvm.riscv.clmul.i64(i64 1, i64 2)", "clmul.i64("),
    ],
)
def test_calls_that_only_get_another_callee_stay_otherwise(old: str, new: str) -> None:
    types = {"B": "<vscale x 16 x i8>", "F": "<vscale x 4 x float>", "H": "<vscale x 8 x bfloat>"}
    parts = [types.get(word, word) for word in re.split(r"\b", old)]
    call = "".join(parts)
    declaration = re.sub(r" %\w|(?<=i32|i64) \d", "", call)
    text = (
        f"declare {declaration}\n"
        "define void @f(<vscale x 16 x i8> %a, <vscale x 4 x float> %f, <vscale x 8 x bfloat> %h) {\n"
        f"  tail call {call}, !k !0\n  ret void\n}}\n!0 = !{{}}\n"
    )
    printed = to_assembly(parse_assembly(text, llvm_version=23))
    assert re.search(r"  (%1 = )?tail call [^@]*@llvm\." + re.escape(new) + r".*, !k !0\n", printed)
    assert old.split("@")[1].split("(")[0] not in printed


@pytest.mark.parametrize(
    "declaration",
    [
        "<2 x double> @llvm.convert.from.fp16.v2f64(i16)",
        "float @llvm.convert.from.fp16.f32(i32)",
        "bfloat @llvm.convert.from.fp16.bf16(i16)",
        "i32 @llvm.convert.to.fp16.f32(float)",
        "i16 @llvm.convert.to.fp16.bf16(bfloat)",
        "<2 x i16> @llvm.convert.to.fp16.v2f32(<2 x float>)",
    ],
)
def test_declarations_of_other_sizes_stay(declaration: str) -> None:
    assert declaration in to_assembly(parse_assembly(f"declare {declaration}\n", llvm_version=23))

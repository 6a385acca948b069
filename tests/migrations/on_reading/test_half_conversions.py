"""Intrinsics that are gone in LLVM 23: what its own opt makes of their calls."""

from __future__ import annotations

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

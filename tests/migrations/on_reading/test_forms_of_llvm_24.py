"""LLVM 24 reads some things differently from LLVM 23: intrinsics of NVPTX, AMDGPU, x86 and ARM, and `!cfi.functions`."""

from __future__ import annotations

import re

import pytest

from pyllvm import parse_bitcode
from pyllvm.assembly import parse_assembly
from pyllvm.bitcode import read_bitcode, write_bitcode
from pyllvm.migrations import bring
from pyllvm.verifier import verify
from rows import each_row

# Old name, types of the operands, the call that LLVM 24 makes.
NVVM = """
add.rn.f | float float -> float | %1 = call float @llvm.nvvm.fadd.f32(float %a, float %b, /* rnd=rn */ i32 1)
add.rz.ftz.sat.f | float float -> float | %1 = call float @llvm.nvvm.fadd.ftz.sat.f32(float %a, float %b, /* rnd=rz */ i32 0)
mul.rm.d | double double -> double | %1 = call double @llvm.nvvm.fmul.f64(double %a, double %b, /* rnd=rm */ i32 3)
mul.rn.sat.f16 | half half -> half | %1 = call half @llvm.nvvm.fmul.sat.f16(half %a, half %b, /* rnd=rn */ i32 1)
f2f16.rn | float -> half | %r = tail call half @llvm.nvvm.f2f16.rn(float %a, i1 false), !foo !0
ff.to.e4m3x2.rn | float float -> i16 | %r = tail call i16 @llvm.nvvm.ff.to.e4m3x2.rn(float %a, float %b, i1 false), !foo !0
mulhi.i | i32 i32 -> i32 | %r = tail call i32 @llvm.smulh.i32(i32 noundef %a, i32 %b), !foo !0
mulhi.ull | i64 i64 -> i64 | %r = tail call i64 @llvm.umulh.i64(i64 noundef %a, i64 %b), !foo !0
mbarrier.init.shared | ptr_addrspace(3) i32 -> void | call void @llvm.nvvm.mbarrier.init.p3(ptr addrspace(3) %a, i32 %b, \
/* layout=v0 */ i32 0)
tcgen05.alloc.cg1 | ptr i32 -> void | call void @llvm.nvvm.tcgen05.alloc.cg1.p0(ptr %a, i32 %b, /* is_exclusive= */ i1 false)
tcgen05.alloc.shared.cg2 | ptr_addrspace(3) i32 -> void | call void @llvm.nvvm.tcgen05.alloc.cg2.p3(ptr addrspace(3) %a, i32 %b, \
/* is_exclusive= */ i1 false)
tcgen05.commit.mc.shared.cg1 | ptr_addrspace(3) i16 -> void | tail call void @llvm.nvvm.tcgen05.commit.mc.cg1.p3.i16(\
ptr addrspace(3) noundef %a, i16 %b), !foo !0
cp.async.bulk.global.to.shared.cta | ptr_addrspace(3) ptr_addrspace(3) ptr_addrspace(1) i32 i64 false -> void | \
call void @llvm.nvvm.cp.async.bulk.global.to.shared.cta(ptr addrspace(3) %a, ptr addrspace(3) %b, ptr addrspace(1) %c, i32 %d, \
i32 0, i32 0, i64 %e, i1 false, i1 false, /* flag_valid_pattern=disabled */ i32 0)
cp.async.bulk.tensor.g2s.tile.1d | ptr_addrspace(7) ptr_addrspace(3) ptr i32 i16 i64 false false 0 -> void | \
call void @llvm.nvvm.cp.async.bulk.tensor.g2s.tile.1d.i16(ptr addrspace(7) %a, ptr addrspace(3) %b, ptr %c, i32 %d, i16 %e, \
i64 %f, i1 false, i1 false, i32 0, /* flag_valid_pattern=disabled */ i32 0)
cp.async.bulk.tensor.reduce.xor.tile.1d | ptr_addrspace(3) ptr i32 i64 false -> void | \
call void @llvm.nvvm.cp.async.bulk.tensor.reduce.tile.1d(ptr addrspace(3) %a, ptr %b, i32 %c, i64 %d, /* red_op=xor */ i32 7, \
i1 false)
tcgen05.mma.tensor | ptr_addrspace(6) ptr_addrspace(6) i64 i32 i1 1 1 1 -> void | tail call void @llvm.nvvm.tcgen05.mma.tensor(\
ptr addrspace(6) %a, ptr addrspace(6) %b, i64 %c, i32 %d, i1 %e, /* kind=tf32 */ i32 1, /* cta_group= */ i32 1, \
/* collector_a=lastuse */ i32 1, /* collector_b=discard */ i32 0), !foo !0
"""
ROWS = [[part.strip() for part in line.split("|")] for line in NVVM.strip().splitlines()]


def module_of(name: str, operands: str, returned: str) -> bytes:
    """A module with a call of the intrinsic; an operand that is a number or a word is an immediate argument."""
    types: list[str] = []
    arguments: list[str] = []
    parameters: list[str] = []
    for word, letter in zip(operands.split(), "abcdefghi", strict=False):
        if word.isdigit() or word == "false":
            types.append("i32" if word.isdigit() else "i1")
            arguments.append(f"{types[-1]} {word}")
        else:
            types.append(word.replace("_", " "))
            arguments.append(f"{types[-1]} {'' if arguments else 'noundef '}%{letter}")
            parameters.append(f"{types[-1]} %{letter}")
    result, value = ("", "") if returned == "void" else ("%r = ", " %r")
    return (
        f"declare {returned} @{name}({', '.join(types)})\ndefine {returned} @f({', '.join(parameters)}) {{\n"
        f"  {result}tail call {returned} @{name}({', '.join(arguments)}), !foo !0\n  ret {returned}{value}\n}}\n!0 = !{{}}\n"
    ).encode()


def call_in(text: str) -> str:
    return next(line.strip() for line in text.splitlines() if "call " in line)


@each_row(("name", "types", "expected"), ROWS)
def test_an_intrinsic_of_nvptx_gets_its_operands(name: str, types: str, expected: str) -> None:
    operands, _, returned = types.partition(" -> ")
    source = module_of(f"llvm.nvvm.{name}", operands, returned)
    module = parse_assembly(source, llvm_version=24)
    assert not verify(module)
    assert call_in(str(module)) == expected
    older = parse_assembly(source, llvm_version=23)
    assert f"@llvm.nvvm.{name}(" in call_in(str(older))
    bring(older, 24)
    assert call_in(str(older)) == expected
    again = read_bitcode(write_bitcode(parse_assembly(source, llvm_version=23)))
    bring(again, 24)
    assert call_in(str(again)) == expected


@pytest.mark.parametrize(
    ("name", "number", "expected"),
    [
        ("icmp.i64.i32", 33, "icmp ne i32 %a, %b"),
        ("icmp.i64.i32", 40, "icmp slt i32 %a, %b"),
        ("fcmp.i64.f32", 1, "fcmp oeq float %a, %b"),
    ],
)
def test_comparisons_of_all_lanes_are_a_comparison_and_a_ballot(name: str, number: int, expected: str) -> None:
    type = "i32" if name.startswith("i") else "float"
    source = (
        f"declare i64 @llvm.amdgcn.{name}({type}, {type}, i32)\ndefine i64 @f({type} %a, {type} %b) {{\n"
        f"  %r = tail call i64 @llvm.amdgcn.{name}({type} %a, {type} %b, i32 {number})\n  ret i64 %r\n}}\n"
    )
    text = str(parse_assembly(source.encode(), llvm_version=24))
    assert f"  %1 = {expected}\n  %r = tail call i64 @llvm.amdgcn.ballot.i64(i1 %1)\n" in text


@pytest.mark.parametrize(
    ("name", "number", "message", "text"),
    [
        ("icmp.i64.i32", 30, "Invalid predicate in ICmp instruction!", "icmp unknown i32 %a, %b"),
        ("fcmp.i64.f32", 40, "Invalid operand types for ICmp instruction", "icmp slt float %a, %b"),
    ],
)
def test_numbers_that_are_not_predicates(name: str, number: int, message: str, text: str) -> None:
    type = "i32" if name.startswith("i") else "float"
    module = parse_assembly(
        f"declare i64 @llvm.amdgcn.{name}({type}, {type}, i32)\ndefine i64 @f({type} %a, {type} %b) {{\n"
        f"  %r = call i64 @llvm.amdgcn.{name}({type} %a, {type} %b, i32 {number})\n  ret i64 %r\n}}\n".encode(),
        llvm_version=24,
    )
    failures = verify(module)
    assert [failure.message for failure in failures] == [message]
    assert text in str(module)


def test_a_cast_that_is_never_null_is_an_instruction() -> None:
    source = (
        "declare ptr @llvm.amdgcn.addrspacecast.nonnull.p0.p3(ptr addrspace(3))\ndefine ptr @f(ptr addrspace(3) %a) {\n"
        "  %r = call ptr @llvm.amdgcn.addrspacecast.nonnull.p0.p3(ptr addrspace(3) %a)\n  ret ptr %r\n}\n"
    )
    text = str(parse_assembly(source.encode(), llvm_version=24))
    assert "  %r = addrspacecast nonnull ptr addrspace(3) %a to ptr\n" in text


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("<8 x i16> @llvm.x86.sse2.pmulh.w(<8 x i16> %a, <8 x i16> %a)", "%1 = call <8 x i16> @llvm.smulh.v8i16("),
        ("<16 x i16> @llvm.x86.avx2.pmulhu.w(<16 x i16> %a, <16 x i16> %a)", "%1 = call <16 x i16> @llvm.umulh.v16i16("),
        ("<4 x i32> @llvm.aarch64.neon.smax.v4i32(<4 x i32> %a, <4 x i32> %a)", "%r = call <4 x i32> @llvm.smax.v4i32("),
        ("<4 x float> @llvm.arm.mve.vrintn.v4f32(<4 x float> %a)", "%r = call <4 x float> @llvm.roundeven.v4f32("),
        ("ptr @llvm.strip.invariant.group.p0(ptr %a)", "%r = call ptr @llvm.launder.invariant.group.p0("),
    ],
)
def test_intrinsics_that_gave_way_to_general_ones(call: str, expected: str) -> None:
    type = call.split(" @")[0]
    source = f"declare {call.replace(' %a', '')}\ndefine {type} @f({type} %a) {{\n  %r = call {call}\n  ret {type} %r\n}}\n"
    assert call_in(str(parse_assembly(source.encode(), llvm_version=24))).startswith(expected)


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ('!{!"external", i8 0, !1}', '!{!"external", i8 0, i64 5224464028922159466, !1}'),
        ('distinct !{!"\\01ext", i8 1}', '!{!"\\01ext", i8 1, i64 -2953423517159131221}'),
        ('!{!"a", i8 0, i32 5}', '!{!"a", i8 0, i64 -6289574019528802036, i32 5}'),
        ('!{!"a", i8 0, i64 5, !1}', '!{!"a", i8 0, i64 5, !1}'),
    ],
)
def test_entries_for_control_flow_integrity_get_a_guid_in_llvm_23(entry: str, expected: str) -> None:
    source = f'!cfi.functions = !{{!0}}\n!0 = {entry}\n!1 = !{{i64 0, !"t"}}\n'.encode()
    older = parse_assembly(source, llvm_version=22)
    assert f"!0 = {entry}\n" in str(older)
    for module in (parse_assembly(source, llvm_version=23), parse_bitcode(write_bitcode(older), llvm_version=24)):
        assert re.findall("^!0 = (.*)", str(module), re.MULTILINE) == [expected]
        bring(module, 22)
        assert "i64 5224464028922159466" not in str(module)


@pytest.mark.parametrize(("version", "kind"), [(23, "!amdgpu.ignore.denormal.mode"), (24, "!atomic.ignore.denormal.mode")])
def test_atomic_operations_ignore_the_mode_of_denormals_by_another_kind(version: int, kind: str) -> None:
    source = (
        'define void @f(ptr %p, float %x) "amdgpu-unsafe-fp-atomics"="true" {\n'
        "  %a = atomicrmw fadd ptr %p, float %x seq_cst\n  ret void\n}\n"
    )
    text = str(parse_bitcode(write_bitcode(parse_assembly(source.encode(), llvm_version=22)), llvm_version=version))
    assert f"{kind} !0" in text

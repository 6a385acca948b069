"""Older names and operands of intrinsics become today's; the expected texts are those of llvm-as and llvm-dis."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pyllvm import PyllvmError, parse_assembly, to_assembly, verify
from pyllvm.migrations import bring
from rows import each_row

DATA = Path(__file__).parents[2] / "data" / "migrations"


def upgraded(name: str, version: int) -> str:
    module = parse_assembly((DATA / f"{name}.ll").read_text(), llvm_version=version)
    return to_assembly(module).split("\n", 2)[2]


def expected(name: str, version: int) -> str:
    return (DATA / f"{name}.{version}.ll").read_text()


@pytest.mark.parametrize("version", [14, 19, 22])
@pytest.mark.parametrize("name", ["renamed_intrinsics", "changed_intrinsics", "nvvm_intrinsics"])
def test_intrinsics_read_as_the_version_has_them(name: str, version: int) -> None:
    assert upgraded(name, version) == expected(name, version)


@each_row("version", [14, 19, 22])
@each_row("name", ["x86_shuffles", "x86_arithmetic", "x86_compares", "arm_intrinsics"])
def test_intrinsics_of_targets_become_general_ones_or_instructions(name: str, version: int) -> None:
    assert upgraded(name, version) == expected(name, version)


@pytest.mark.parametrize(
    ("name", "version"), [("memory_intrinsics", 19), ("memory_intrinsics", 22), ("nvvm_instructions", 22), ("amdgpu_atomics", 22)]
)
def test_intrinsics_of_memory_become_loads_stores_and_atomics(name: str, version: int) -> None:
    assert upgraded(name, version) == expected(name, version)


def test_what_is_not_declared_is_upgraded_since_22() -> None:
    text = """define <4 x i32> @f(ptr %p, <4 x i1> %m, <4 x i32> %a) {
  %r = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr %p, i32 4, <4 x i1> %m, <4 x i32> %a)
  ret <4 x i32> %r
}
"""
    printed = to_assembly(parse_assembly(text, llvm_version=22))
    assert "%r = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %p, <4 x i1> %m, <4 x i32> %a)" in printed


def test_a_gather_without_alignment_has_that_of_its_elements() -> None:
    text = """define <4 x i16> @f(<4 x ptr> %p, <4 x i1> %m, <4 x i16> %a) {
  %r = call <4 x i16> @llvm.masked.gather.v4i16.v4p0(<4 x ptr> %p, i32 0, <4 x i1> %m, <4 x i16> %a)
  ret <4 x i16> %r
}
declare <4 x i16> @llvm.masked.gather.v4i16.v4p0(<4 x ptr>, i32, <4 x i1>, <4 x i16>)
"""
    printed = to_assembly(parse_assembly(text, llvm_version=22))
    assert "(<4 x ptr> align 2 %p, <4 x i1> %m, <4 x i16> %a)" in printed


def test_a_load_without_alignment_is_an_error_since_22() -> None:
    text = """define <4 x i16> @f(ptr %p, <4 x i1> %m, <4 x i16> %a) {
  %r = call <4 x i16> @llvm.masked.load.v4i16.p0(ptr %p, i32 0, <4 x i1> %m, <4 x i16> %a)
  ret <4 x i16> %r
}
declare <4 x i16> @llvm.masked.load.v4i16.p0(ptr, i32, <4 x i1>, <4 x i16>)
"""
    with pytest.raises(PyllvmError, match="Invalid zero alignment argument"):
        parse_assembly(text, llvm_version=22)


OPERANDS_THAT_VARY = [
    pytest.param(
        """define <4 x i16> @f(ptr %p, <4 x i1> %m, <4 x i16> %a, i32 %n) {
  %r = call <4 x i16> @llvm.masked.load.v4i16.p0(ptr %p, i32 %n, <4 x i1> %m, <4 x i16> %a)
  ret <4 x i16> %r
}
declare <4 x i16> @llvm.masked.load.v4i16.p0(ptr, i32, <4 x i1>, <4 x i16>)
""",
        "Invalid alignment argument",
        id="alignment",
    ),
    pytest.param(
        """define <4 x i32> @f(<4 x i32> %a, i32 %n) {
  %r = call <4 x i32> @llvm.vector.splice.v4i32(<4 x i32> %a, <4 x i32> %a, i32 %n)
  ret <4 x i32> %r
}
declare <4 x i32> @llvm.vector.splice.v4i32(<4 x i32>, <4 x i32>, i32)
""",
        "Invalid llvm.vector.splice offset argument",
        id="distance",
    ),
]


@pytest.mark.parametrize(("text", "message"), OPERANDS_THAT_VARY)
def test_an_operand_that_must_be_constant_and_is_not_is_an_error_since_22(text: str, message: str) -> None:
    with pytest.raises(PyllvmError, match=message):
        parse_assembly(text, llvm_version=22)


def test_a_misnamed_intrinsic_that_is_called_anew_loses_its_tail() -> None:
    text = """define i32 @f(i32 %a) {
  %r = tail call i32 @llvm.ctpop.word(i32 %a)
  ret i32 %r
}
declare i32 @llvm.ctpop.word(i32)
"""
    printed = to_assembly(parse_assembly(text, llvm_version=19))
    assert "  %r = call i32 @llvm.ctpop.i32(i32 %a)" in printed


def test_a_definition_that_has_such_a_name_goes_with_its_body() -> None:
    text = "define i32 @llvm.ctlz.i32(i32 %a) {\n  ret i32 %a\n}\n"
    printed = to_assembly(parse_assembly(text, llvm_version=19))
    assert "declare i32 @llvm.ctlz.i32(i32, i1 immarg)" in printed
    assert "define" not in printed


def test_atomics_of_amdgpu_with_more_arguments_than_declared() -> None:
    text = """declare <2 x i16> @llvm.amdgcn.ds.fadd.v2bf16(ptr addrspace(3), <2 x i16>)
define <2 x i16> @f(ptr addrspace(3) %p, <2 x i16> %v) {
  %r = call <2 x i16> @llvm.amdgcn.ds.fadd.v2bf16(ptr addrspace(3) %p, <2 x i16> %v, i32 0, i32 0, i1 true)
  ret <2 x i16> %r
}
"""
    printed = to_assembly(parse_assembly(text, llvm_version=22))
    assert 'atomicrmw volatile fadd ptr addrspace(3) %p, <2 x bfloat> %1 syncscope("agent") seq_cst, align 4\n' in printed
    assert "@llvm.amdgcn" not in printed


def test_the_intrinsic_for_parts_of_tuples_comes_last() -> None:
    text = """define <vscale x 8 x i32> @f(<vscale x 8 x i32> %t, <vscale x 4 x i32> %p) {
  %r = call <vscale x 8 x i32> @llvm.aarch64.sve.tuple.set.nxv8i32.nxv4i32(<vscale x 8 x i32> %t, i32 1, <vscale x 4 x i32> %p)
  %q = call <vscale x 4 x i32> @llvm.aarch64.sve.tuple.get.nxv8i32(<vscale x 8 x i32> %r, i32 1)
  ret <vscale x 8 x i32> %r
}
declare <vscale x 8 x i32> @llvm.aarch64.sve.tuple.set.nxv8i32.nxv4i32(<vscale x 8 x i32>, i32, <vscale x 4 x i32>)
declare <vscale x 4 x i32> @llvm.aarch64.sve.tuple.get.nxv8i32(<vscale x 8 x i32>, i32)
"""
    printed = to_assembly(parse_assembly(text, llvm_version=22))
    assert "@llvm.vector.insert.nxv8i32.nxv4i32(<vscale x 8 x i32> %t, <vscale x 4 x i32> %p, i64 4)\n" in printed
    declared = [line.partition("@")[2].partition("(")[0] for line in printed.splitlines() if line.startswith("declare")]
    assert declared == ["llvm.vector.extract.nxv4i32.nxv8i32", "llvm.vector.insert.nxv8i32.nxv4i32"]


def test_the_place_of_a_part_has_32_bits() -> None:
    text = """define <vscale x 4 x i32> @f(<vscale x 8 x i32> %a) {
  %r = call <vscale x 4 x i32> @llvm.aarch64.sve.tuple.get.nxv8i32(<vscale x 8 x i32> %a, i32 -1)
  ret <vscale x 4 x i32> %r
}
declare <vscale x 4 x i32> @llvm.aarch64.sve.tuple.get.nxv8i32(<vscale x 8 x i32>, i32)
"""
    assert "(<vscale x 8 x i32> %a, i64 4294967292)" in to_assembly(parse_assembly(text, llvm_version=19))


@pytest.mark.parametrize(("version", "value"), [(19, "undef"), (20, "poison")])
def test_an_array_without_elements(version: int, value: str) -> None:
    printed = to_assembly(parse_assembly("@g = global [0 x i32] []\n", llvm_version=version))
    assert f"@g = global [0 x i32] {value}\n" in printed


@pytest.mark.parametrize(("version", "line"), [(22, "@llvm.convert.from.fp16.f32(i16 %h)"), (23, "%2 = fpext half %1 to float")])
def test_a_conversion_of_nvptx_skips_the_intrinsic_that_is_gone(version: int, line: str) -> None:
    body = "  %r = call float @llvm.nvvm.h2f(i16 %h)\n  ret float %r\n"
    text = f"declare float @llvm.nvvm.h2f(i16)\ndefine float @f(i16 %h) {{\n{body}}}\n"
    assert line in to_assembly(parse_assembly(text, llvm_version=version))


@pytest.mark.parametrize(("version", "name"), [(20, "llvm.arm.mve.vrintn.v4f32"), (21, "llvm.roundeven.v4f32")])
def test_rounding_of_arm_is_general_since_llvm_21(version: int, name: str) -> None:
    text = """\
define <4 x float> @f(<4 x float> %a) {
  %r = tail call <4 x float> @llvm.arm.mve.vrintn.v4f32(<4 x float> %a)
  ret <4 x float> %r
}

declare <4 x float> @llvm.arm.mve.vrintn.v4f32(<4 x float>)
"""
    module = parse_assembly(text, llvm_version=19)
    bring(module, version)
    assert f"%r = tail call <4 x float> @{name}(<4 x float> %a)" in to_assembly(module)


# Signatures that no intrinsic has which LLVM upgrades; each is tried with many of them.
SIGNATURES = (
    ("void", ()),
    ("i32", ("<4 x i32>", "i32")),
    ("<4 x float>", ("<4 x float>", "<4 x float>")),
    ("<2 x double>", ("<4 x i32>", "<2 x i64>", "i8")),
    ("ptr", ("ptr", "i32", "ptr", "i8", "ptr")),
)


@pytest.mark.parametrize("name", ["x86_shuffles", "x86_arithmetic", "x86_compares", "arm_intrinsics", "nvvm_instructions"])
def test_a_declaration_with_another_type_is_refused_or_left(name: str) -> None:
    """LLVM crashes on most of these. What remains may be invalid, and can be printed."""
    intrinsics = sorted(set(re.findall(r"^declare .*@(llvm\.[\w.]+)\(", (DATA / f"{name}.ll").read_text(), re.MULTILINE)))
    refused = 0
    for number, intrinsic in enumerate(intrinsics):
        result, parameters = SIGNATURES[number % len(SIGNATURES)]
        arguments = ", ".join(f"{type} %{at}" for at, type in enumerate(parameters))
        before = "" if result == "void" else "%r = "
        text = f"declare {result} @{intrinsic}({', '.join(parameters)})\ndefine void @f({arguments}) {{\n"
        text += f"entry:\n  {before}call {result} @{intrinsic}({arguments})\n  ret void\n}}\n"
        try:
            to_assembly(parse_assembly(text, llvm_version=22))
        except PyllvmError as error:
            refused += "is not the intrinsic's type" in error.diagnostic.message
    assert refused > 0


@pytest.mark.parametrize(
    ("type", "lines"),
    [
        ("ptr", ["%1 = addrspacecast ptr %p to ptr addrspace(1)", "load i32, ptr addrspace(1) %1, align 4, !invariant.load"]),
        ("ptr addrspace(1)", ["load i32, ptr addrspace(1) %p, align 4, !invariant.load"]),
    ],
)
def test_invariant_loads_of_nvptx_are_of_global_memory(type: str, lines: list[str]) -> None:
    name = "@llvm.nvvm.ldg.global.i.i32." + ("p1" if "1" in type else "p0")
    body = f"  %r = call i32 {name}({type} %p, i32 4)\n  ret i32 %r\n"
    text = f"declare i32 {name}({type}, i32)\ndefine i32 @f({type} %p) {{\n{body}}}\n"
    printed = to_assembly(parse_assembly(text, llvm_version=22))
    assert ("addrspacecast" in printed) == (len(lines) == 2)
    for line in lines:
        assert line in printed


@pytest.mark.parametrize(("number", "alignment"), [(0, 1), (1, 1), (3, 2), (4, 4), (7, 4), (64, 64), (-1, 1 << 31)])
def test_an_invariant_load_of_nvptx_is_aligned_by_a_power_of_two(number: int, alignment: int) -> None:
    text = f"""define i32 @f(ptr %p) {{
  %r = call i32 @llvm.nvvm.ldg.global.i.i32.p0(ptr %p, i32 {number})
  ret i32 %r
}}
declare i32 @llvm.nvvm.ldg.global.i.i32.p0(ptr, i32)
"""
    assert f"addrspace(1) %1, align {alignment}, !invariant" in to_assembly(parse_assembly(text, llvm_version=22))


@pytest.mark.parametrize(("name", "keeps_kind"), [("llvm.arm.neon.vld1.v8i8.p0i8", True), ("llvm.arm.neon.vld1.v8i8", False)])
def test_loads_of_arm_keep_what_is_known_of_a_call_if_only_the_pointer_changes(name: str, keeps_kind: bool) -> None:
    module = parse_assembly(
        f"declare <8 x i8> @{name}(i8*, i32)\n"
        f"define <8 x i8> @f(i8* %p) {{\n  %x = tail call <8 x i8> @{name}(i8* %p, i32 1)\n  ret <8 x i8> %x\n}}\n",
        llvm_version=13,
    )
    bring(module, 16)
    assert ("tail call <8 x i8> @llvm.arm.neon.vld1.v8i8.p0(ptr %p, i32 1)" in to_assembly(module)) == keeps_kind


@pytest.mark.parametrize("version", [16, 19, 22, 23])
def test_the_type_of_a_declaration_does_not_change_what_replaces_it(version: int) -> None:
    """LLVM declares the intrinsic with its own type. Only a use of the result would be an error."""
    text = (
        "declare ptr @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i32, i1)\ndefine void @f(ptr %p, ptr %q) {\n"
        "  tail call ptr @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 4, i32 8, i1 false)\n  ret void\n}\n"
    )
    module = parse_assembly(text, llvm_version=version)
    assert verify(module) == []
    call = "  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %p, ptr align 8 %q, i64 4, i1 false)\n"
    assert call in to_assembly(module)


def test_constants_that_cannot_be_folded_stay_instructions() -> None:
    text = (
        "declare i16 @llvm.x86.avx512.kand.w(i16, i16)\ndefine i16 @f() {\n"
        "  %1 = call i16 @llvm.x86.avx512.kand.w(i16 1, i16 3)\n  ret i16 %1\n}\n"
    )
    printed = to_assembly(parse_assembly(text, llvm_version=22))
    assert "%1 = and <16 x i1> bitcast (<1 x i16> splat (i16 1) to <16 x i1>), bitcast (" in printed


def test_a_half_is_extended_to_two_doubles() -> None:
    text = (
        "declare ppc_fp128 @llvm.convert.from.fp16.ppcf128(i16)\ndefine ppc_fp128 @f() {\n"
        "  %r = call ppc_fp128 @llvm.convert.from.fp16.ppcf128(i16 1)\n  ret ppc_fp128 %r\n}\n"
    )
    printed = to_assembly(parse_assembly(text, llvm_version=23))
    assert "  ret ppc_fp128 f0x00000000000000003E70000000000000\n" in printed


@pytest.mark.parametrize(
    ("declaration", "upgraded"),
    [
        ("i32 @llvm.masked.load.v4i32.p0(ptr, i32, <4 x i1>, <4 x i32>)", "i32 @llvm.masked.load.i32.p0(ptr, i1, i32)"),
        (
            "<4 x i32> @llvm.masked.gather.v4i32.v4p0(<2 x ptr>, i32, <4 x i1>, <4 x i32>)",
            "<4 x i32> @llvm.masked.gather.v4i32.v2p0(<2 x ptr>, <4 x i1>, <4 x i32>)",
        ),
        ("ptr @llvm.ptr.annotation.p0.p0(ptr, i32, ptr, i32)", "ptr @llvm.ptr.annotation.p0.i32(ptr, i32, i32, i32, i32)"),
        ("float @llvm.invariant.group.barrier.p0(ptr)", "ptr @llvm.launder.invariant.group.p0(ptr)"),
    ],
)
def test_declarations_of_odd_types_become_what_llvm_22_makes_of_them(declaration: str, upgraded: str) -> None:
    module = parse_assembly(f"declare {declaration}\n", llvm_version=22)
    assert f"declare {upgraded}" in to_assembly(module)


@pytest.mark.parametrize(
    ("version", "call"),
    [(19, "call i16 @llvm.cttz.i16(i16 %x, i1 false)"), (22, "tail call i16 @llvm.cttz.i16(i16 %x, i1 true)")],
)
def test_a_count_of_zeros_under_a_wrong_name(version: int, call: str) -> None:
    """Since LLVM 22, only calls with one operand get another."""
    text = """\
declare i16 @llvm.cttz.i16.p3(i16, i1)
define i16 @f(i16 %x) {
  %a = tail call i16 @llvm.cttz.i16.p3(i16 %x, i1 true)
  ret i16 %a
}
"""
    assert f"  %a = {call}\n" in str(parse_assembly(text, llvm_version=version))


def test_the_types_of_a_masked_load_are_those_of_the_call() -> None:
    text = """\
declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, i32, <4 x i1>, <4 x i32>)
define void @f(ptr %p, <4 x i1> %m, <4 x i32> %x) {
  %a = call <8 x i32> @llvm.masked.load.v4i32.p0(ptr %p, i32 4, <4 x i1> %m, <4 x i32> %x)
  ret void
}
"""
    module = parse_assembly(text, llvm_version=22)
    assert "%a = call <8 x i32> @llvm.masked.load.v8i32.p0(ptr align 4 %p, <4 x i1> %m, <4 x i32> %x)\n" in str(module)
    assert [found.message for found in verify(module)] == ["Call parameter type does not match function signature!"]


def test_a_call_with_too_many_arguments_gets_the_new_name() -> None:
    text = """\
declare i32 @llvm.flt.rounds()
define i32 @f() {
  %a = call i32 @llvm.flt.rounds(i32 1)
  ret i32 %a
}
"""
    module = parse_assembly(text, llvm_version=22)
    assert "%a = call i32 @llvm.get.rounding(i32 1)\n" in str(module)


@pytest.mark.parametrize("name", ["vpcomb", "vpcomub", "vpcomotherw", "vpcomtrueb"])
def test_a_comparison_of_xop_without_a_predicate_is_always_true(name: str) -> None:
    declared = f"<16 x i8> @llvm.x86.xop.{name}(<16 x i8>"
    text = f"declare {declared}, <16 x i8>)\ndefine <16 x i8> @f(<16 x i8> %v) {{\n"
    text += f"  %a = call {declared} %v, <16 x i8> %v)\n  ret <16 x i8> %a\n}}\n"
    assert "  ret <16 x i8> splat (i8 -1)\n" in str(parse_assembly(text, llvm_version=22))

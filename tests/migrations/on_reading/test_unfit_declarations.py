"""Declarations of upgraded intrinsics whose names, or types, no LLVM gave them: what LLVM makes of them, and what it says."""

from __future__ import annotations

import pytest

from pyllvm.assembly import parse_assembly
from pyllvm.findings.failure_text import failures_text
from pyllvm.ir.function import Function
from pyllvm.verifier.module import verify
from rows import each_row


def body(version: int, call: str) -> str:
    """The line of the call in a function that has parameters for its operands, or the verifier's words."""
    callee, _, rest = call.partition("(")
    types = [one.split(" %")[0] for one in rest.rstrip(")").split(", ") if one]
    declared = ", ".join([one if not one.startswith(("i32 ", "i1 ", "i64 ")) else one.split()[0] for one in types])
    parameters = ", ".join([one for one in rest.rstrip(")").split(", ") if "%" in one])
    text = f"declare {callee}({declared})\ndefine void @f({parameters}) {{\n  %r = call {call}\n  ret void\n}}\n"
    module = parse_assembly(text.encode(), llvm_version=version)
    failures = verify(module)
    if failures:
        return failures_text(module, failures)
    return next(line for line in str(module).splitlines() if " call " in line).strip()


@each_row(
    ("version", "call", "expected"),
    [
        # LLVM 22 changes `cttz` if it has one operand, whatever follows the name; before, the name alone decided.
        (19, "i16 @llvm.cttz.i16.p3(i16 %a, i1 true)", "%r = call i16 @llvm.cttz.i16(i16 %a, i1 false)"),
        (22, "i16 @llvm.cttz.i16.p3(i16 %a, i1 true)", "%r = call i16 @llvm.cttz.i16(i16 %a, i1 true)"),
        # Names that are compared as a whole.
        (22, "ptr @llvm.x86.seh.recoverfp.p3(ptr %a, ptr %b)", "%r = call ptr @llvm.x86.seh.recoverfp.p3(ptr %a, ptr %b)"),
        (22, "<8 x i16> @llvm.wasm.dot.i8x16.i7x16.signed.p3(double %a)",
         "%r = call <8 x i16> @llvm.wasm.dot.i8x16.i7x16.signed.p3(double %a)"),
        # A longer name begins like that, and LLVM finds no shorter one then.
        (22, "i1 @llvm.amdgcn.if.brea(ptr %a)", "%r = call i1 @llvm.amdgcn.if.brea(ptr %a)"),
        # Only vectors of fixed length are rounded by the general intrinsic.
        (22, "<vscale x 4 x i32> @llvm.arm.mve.vrintn.p3(<vscale x 4 x i32> %a)",
         "%r = call <vscale x 4 x i32> @llvm.arm.mve.vrintn.nxv4i32(<vscale x 4 x i32> %a)"),
        # The name depends on these places, whatever the other types are.
        (22, "ptr @llvm.thread.pointer(i32 1)", "%r = call ptr @llvm.thread.pointer.p0()"),
        (14, "i32 @llvm.objectsize.junk(i8* %a, i1 true, i1 true, i1 true, i32 1)",
         "%r = call i32 @llvm.objectsize.i32.p0i8(i8* %a, i1 true, i1 true, i1 true)"),
        (14, "<4 x i32> @llvm.masked.load.junk(i8* %p, i32 1, <4 x i1> %m, i32 1)",
         "Call parameter type does not match function signature!\ni32 1\n"
         " <4 x i32>  %r = call <4 x i32> @llvm.masked.load.v4i32.p0i8(i8* %p, i32 1, <4 x i1> %m, i32 1)\n"),
        # An intrinsic is declared by the types that its name needs.
        (22, "<8 x i16> @llvm.x86.avx512.mask.psubs.w.128.i32(<8 x i16> %a, i16 %b, <8 x i16> %c, i8 %m)",
         "Call parameter type does not match function signature!\ni16 %b\n"
         " <8 x i16>  %1 = call <8 x i16> @llvm.ssub.sat.v8i16(<8 x i16> %a, i16 %b)\n"),
        # Only integers have the bits of a mask.
        (22, "<32 x i16> @llvm.x86.avx512.mask.psubs.w.512.p3(<32 x i16> %a, <32 x i16> %b, <32 x i16> %c, float %m)",
         "Invalid bitcast\n  %2 = bitcast float %m to <0 x i1>\n"
         "Invalid operands for select instruction!\n  %3 = select <0 x i1> %2, <32 x i16> %1, <32 x i16> %c\n"),
        # A call takes the type of its new callee up to LLVM 14.
        (14, "float @llvm.experimental.vector.reduce.fmax.f32.v4f3(<4 x float> %a)",
         "%r = call float @llvm.vector.reduce.fmax.v4f32(<4 x float> %a)"),
        (14, "i32 @llvm.experimental.vector.reduce.umax.i32(<8 x i16> %a)",
         "%r = call i16 @llvm.vector.reduce.umax.v8i16(<8 x i16> %a)"),
        (14, "<4 x float> @llvm.arm.neon.vqaddu.v4f32(<4 x float> %a)",
         "Incorrect number of arguments passed to called function!\n"
         "  %r = call <4 x float> @llvm.uadd.sat.v4f32(<4 x float> %a)\n"),
    ],
)  # fmt: skip
def test_what_becomes_of_a_call(version: int, call: str, expected: str) -> None:
    assert body(version, call) == expected


@pytest.mark.parametrize(("version", "word"), [(17, "bitcast"), (18, "zext")])
def test_a_number_as_a_distance_of_equal_width(version: int, word: str) -> None:
    assert f"%1 = {word} double %b to i64" in str(
        parse_assembly(
            b"declare <8 x i64> @llvm.x86.avx512.prol.q.512.junk(<8 x i64>, double)\n"
            b"define <8 x i64> @f(<8 x i64> %a, double %b) {\n"
            b"  %r = call <8 x i64> @llvm.x86.avx512.prol.q.512.junk(<8 x i64> %a, double %b)\n  ret <8 x i64> %r\n}\n",
            llvm_version=version,
        )
    )


@pytest.mark.parametrize("version", [21, 22, 23])
@pytest.mark.parametrize("operands", ["metadata ptr %p, metadata !0", "i32 1, i32 2"])
def test_address_without_an_expression_is_a_record_that_is_not_valid(version: int, operands: str) -> None:
    """Since LLVM 21; older ones, and one with fewer operands, crash LLVM."""
    types = ", ".join([operand.split()[0] for operand in operands.split(", ")])
    body = f"define void @f(ptr %p) {{\n  call void @llvm.dbg.addr({operands})\n  ret void\n}}\n!0 = !{{}}\n"
    text = f"declare void @llvm.dbg.addr({types})\n{body}"
    module = parse_assembly(text.encode(), llvm_version=version)
    function = module.get("f")
    assert isinstance(function, Function)
    records = function.blocks[0].instructions[0].debug_records
    assert [record.kind for record in records or []] == ["value"]
    assert "invalid #dbg record" in failures_text(module, verify(module))

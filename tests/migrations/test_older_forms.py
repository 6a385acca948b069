"""Constructs that have an older form of the same meaning: each alone, and what comes out."""

from __future__ import annotations

from pyllvm import parse_assembly, to_assembly
from pyllvm.migrations import bring
from pyllvm.verifier import verify
from rows import each_row

# What is brought down, from and to which LLVM, lines that must come out in this order, and what is lost.
FORMS: dict[str, tuple[str, int, int, list[str], list[str]]] = {
    "lifetime markers have sizes": (
        "declare void @llvm.lifetime.start.p0(ptr captures(none))\ndefine void @f() {\n  %a = alloca i32\n"
        "  call void @llvm.lifetime.start.p0(ptr captures(none) %a)\n  ret void\n}\n",
        22, 21, ["call void @llvm.lifetime.start.p0(i64 -1, ptr captures(none) %a)"], [],
    ),
    "masked loads have an operand for their alignment": (
        "declare <2 x i32> @llvm.masked.load.v2i32.p0(ptr, <2 x i1>, <2 x i32>)\n"
        "define <2 x i32> @f(ptr %p, <2 x i1> %m) {\n"
        "  %a = call <2 x i32> @llvm.masked.load.v2i32.p0(ptr align 8 %p, <2 x i1> %m, <2 x i32> poison)\n"
        "  ret <2 x i32> %a\n}\n",
        22, 21, ["call <2 x i32> @llvm.masked.load.v2i32.p0(ptr %p, i32 8, <2 x i1> %m, <2 x i32> poison)"], [],
    ),
    "variable arguments have no address space": (
        "declare void @llvm.va_start.p0(ptr)\ndefine void @f(ptr %p, ...) {\n"
        "  call void @llvm.va_start.p0(ptr %p)\n  ret void\n}\n",
        19, 18, ["call void @llvm.va_start(ptr %p)"], [],
    ),
    "the address of a thread-local variable is the variable": (
        "@t = thread_local global i32 0\ndeclare ptr @llvm.threadlocal.address.p0(ptr)\n"
        "define ptr @f() {\n  %a = call ptr @llvm.threadlocal.address.p0(ptr @t)\n  ret ptr %a\n}\n",
        19, 15, ["ret ptr @t"], [],
    ),
    "branch weights are not marked": (
        "define void @f(i1 %a) {\n  br i1 %a, label %x, label %x, !prof !0\nx:\n  ret void\n}\n"
        '!0 = !{!"branch_weights", !"expected", i32 1, i32 2}\n',
        19, 18, ['!0 = !{!"branch_weights", i32 1, i32 2}'], [],
    ),
    "module flags": (
        '!llvm.module.flags = !{!0, !1}\n!0 = !{i32 8, !"PIC Level", i32 2}\n!1 = !{i32 8, !"other", i32 2}\n',
        19, 14, ['!0 = !{i32 7, !"PIC Level", i32 2}', '!1 = !{i32 1, !"other", i32 2}'],
        ["the module flag behavior 8 (Min)", "the module flag behavior 8 (Min)"],
    ),
    "poison is undef, in constants as well": (
        "define { i32, <2 x i8> } @f() {\n  ret { i32, <2 x i8> } { i32 1, <2 x i8> poison }\n}\n",
        19, 11, ["ret { i32, <2 x i8> } { i32 1, <2 x i8> undef }"], [],
    ),
    "the minimum is a comparison and a select": (
        "declare i8 @llvm.umin.i8(i8, i8)\ndefine i8 @f(i8 %a, i8 %b) {\n"
        "  %m = call i8 @llvm.umin.i8(i8 %a, i8 %b)\n  ret i8 %m\n}\n",
        19, 11, ["%1 = icmp ult i8 %a, %b", "%m = select i1 %1, i8 %a, i8 %b"], [],
    ),
    "so is the absolute value": (
        "declare i8 @llvm.abs.i8(i8, i1)\ndefine i8 @f(i8 %a) {\n  %m = call i8 @llvm.abs.i8(i8 %a, i1 true)\n  ret i8 %m\n}\n",
        19, 11, ["%1 = sub nsw i8 0, %a", "%2 = icmp slt i8 %a, 0", "%m = select i1 %2, i8 %1, i8 %a"], [],
    ),
    "reductions were experimental": (
        "declare i32 @llvm.vector.reduce.add.v2i32(<2 x i32>)\ndefine i32 @f(<2 x i32> %a) {\n"
        "  %m = call i32 @llvm.vector.reduce.add.v2i32(<2 x i32> %a)\n  ret i32 %m\n}\n",
        19, 11, ["call i32 @llvm.experimental.vector.reduce.add.v2i32(<2 x i32> %a)"], [],
    ),
    "the tangent is a function of the C library": (
        'target triple = "x86_64-linux-gnu"\ndeclare float @llvm.tan.f32(float)\ndefine float @f(float %a) {\n'
        "  %b = tail call fast float @llvm.tan.f32(float %a)\n  ret float %b\n}\n",
        22, 18, ["%b = tail call fast float @tanf(float %a)", "declare float @tanf(float)"], [],
    ),
    "so is a number times a power of two": (
        'target triple = "x86_64-linux-gnu"\ndeclare double @ldexp(double, i32)\n'
        "declare double @llvm.ldexp.f64.i32(double, i32)\ndefine double @f(double %a, i32 %b) {\n"
        "  %c = call double @llvm.ldexp.f64.i32(double %a, i32 %b)\n  ret double %c\n}\n",
        22, 16, ["declare double @ldexp(double, i32)", "%c = call double @ldexp(double %a, i32 %b)"], [],
    ),
    "operands of a dot product had larger elements": (
        "declare <4 x i32> @llvm.x86.avx512.vpdpbusd.128(<4 x i32>, <16 x i8>, <16 x i8>)\n"
        "define <4 x i32> @f(<4 x i32> %a, <16 x i8> %b) {\n"
        "  %c = call <4 x i32> @llvm.x86.avx512.vpdpbusd.128(<4 x i32> %a, <16 x i8> %b, <16 x i8> %b)\n"
        "  ret <4 x i32> %c\n}\n",
        22, 20, ["%1 = bitcast <16 x i8> %b to <4 x i32>", "%2 = bitcast <16 x i8> %b to <4 x i32>",
                 "%c = call <4 x i32> @llvm.x86.avx512.vpdpbusd.128(<4 x i32> %a, <4 x i32> %1, <4 x i32> %2)"], [],
    ),
    "vectors of bfloat were vectors of integers": (
        "declare <32 x bfloat> @llvm.x86.avx512bf16.cvtne2ps2bf16.512(<16 x float>, <16 x float>)\n"
        "define <32 x bfloat> @f(<16 x float> %a) {\n"
        "  %b = call <32 x bfloat> @llvm.x86.avx512bf16.cvtne2ps2bf16.512(<16 x float> %a, <16 x float> %a)\n"
        "  ret <32 x bfloat> %b\n}\n",
        22, 13, ["%1 = call <32 x i16> @llvm.x86.avx512bf16.cvtne2ps2bf16.512(<16 x float> %a, <16 x float> %a)",
                 "%b = bitcast <32 x i16> %1 to <32 x bfloat>"], [],
    ),
    "an intrinsic of AMDGPU had no type in its name": (
        'target triple = "amdgcn-amd-amdhsa"\ndeclare i32 @llvm.amdgcn.readfirstlane.i32(i32)\ndefine i32 @f(i32 %a) {\n'
        "  %b = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %a)\n  ret i32 %b\n}\n",
        22, 14, ["%b = call i32 @llvm.amdgcn.readfirstlane(i32 %a)"], [],
    ),
    "uniform work groups have a value": (
        'declare void @f() "uniform-work-group-size"\n', 23, 22, ['"uniform-work-group-size"="true"'], [],
    ),
    "a value that a comdat is named after is in the symbol table": (
        "$a = comdat any\n@a = private global i32 0, comdat\n", 22, 9, ["@a = internal global i32 0, comdat"], [],
    ),
    "the caller's parameter promises what the argument of a musttail call promises": (
        "define fastcc ptr @f(ptr align 8 returned nonnull %p) {\n  %q = musttail call fastcc ptr @f(ptr align 4 %p)\n"
        "  ret ptr %q\n}\n",
        22, 10, ["define fastcc i8* @f(i8* nonnull %p)", "musttail call fastcc i8* @f(i8* %p)"],
        ["'align' or 'returned' of an argument of a musttail call"] * 2,
    ),
    "freeze is its operand": (
        "define i32 @f(i32 %a) {\n  %b = freeze i32 %a\n  ret i32 %b\n}\n", 19, 9, ["ret i32 %a"], ["'freeze'"],
    ),
    "a difference saturates by a select": (
        "declare i8 @llvm.usub.sat.i8(i8, i8)\ndefine i8 @f(i8 %a, i8 %b) {\n"
        "  %m = call i8 @llvm.usub.sat.i8(i8 %a, i8 %b)\n  ret i8 %m\n}\n",
        19, 7, ["sub i8 %a, %b", "icmp ult i8 %a, %b", "i8 0, i8 %"], [],
    ),
    "a sum saturates by a select": (
        "declare i8 @llvm.uadd.sat.i8(i8, i8)\ndefine i8 @f(i8 %a, i8 %b) {\n"
        "  %m = call i8 @llvm.uadd.sat.i8(i8 %a, i8 %b)\n  ret i8 %m\n}\n",
        19, 7, ["add i8 %a, %b", "icmp ult i8 %1, %a", "select i1 %2, i8 -1, i8 %1"], [],
    ),
    "negation is a subtraction from -0.0": (
        "define <2 x float> @f(float %a, <2 x float> %v) {\n  %b = fneg nnan float %a\n  %c = fneg <2 x float> %v\n"
        "  ret <2 x float> %c\n}\n",
        19, 7, ["%b = fsub nnan float -0.000000e+00, %a",
                "%c = fsub <2 x float> <float -0.000000e+00, float -0.000000e+00>, %v"], [],
    ),
}  # fmt: skip


@each_row("form", FORMS)
def test_each_form_alone(form: str) -> None:
    text, version, asked, lines, constructs = FORMS[form]
    module = parse_assembly(text, llvm_version=version)
    losses = bring(module, asked)
    assert [loss.construct for loss in losses] == constructs
    printed = to_assembly(module)
    assert verify(module) == []
    at = 0
    for line in lines:
        assert line in printed[at:], printed
        at = printed.index(line, at)


DEBUG = (
    '!llvm.module.flags = !{!0}\n!llvm.dbg.cu = !{!1}\n!0 = !{i32 2, !"Debug Info Version", i32 3}\n'
    "!1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, globals: !{!6})\n"
    '!3 = !DIFile(filename: "f.c", directory: "")\n'
    '!2 = distinct !DISubprogram(name: "f", unit: !1, keyInstructions: true)\n!4 = !DILocalVariable(name: "a", scope: !2)\n'
    "!5 = !DILocation(line: 1, scope: !2)\n!6 = !DIGlobalVariableExpression(var: !7, expr: !DIExpression())\n"
    '!7 = distinct !DIGlobalVariable(linkageName: "text", file: !3, type: !10)\n'
    '!10 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)\n'
)


def test_locations_that_become_equal_become_one() -> None:
    text = (
        "define void @f(i32 %a) !dbg !2 {\n  call void @f(i32 1), !dbg !8\n"
        "  call void @f(i32 2), !dbg !9\n  ret void, !dbg !5\n}\n"
        "!8 = !DILocation(line: 1, scope: !2, atomGroup: 1, atomRank: 1)\n!9 = !DILocation(line: 1, scope: !2, atomGroup: 2)\n"
    )
    module = parse_assembly(text + DEBUG, llvm_version=22)
    losses = bring(module, 20)
    assert sorted({loss.construct for loss in losses}) == [
        "'atomGroup:' of !DILocation", "'atomRank:' of !DILocation", "'keyInstructions:' of !DISubprogram",
    ]  # fmt: skip
    printed = to_assembly(module)
    assert printed.count("!DILocation(") == 1
    assert verify(module) == []


def test_what_debug_information_lacks_in_older_versions() -> None:
    text = (
        "define void @f(i32 %a) !dbg !2 {\n"
        "    #dbg_value(!DIArgList(i32 %a, i32 %a), !4, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus), !5)\n"
        "    #dbg_assign(i32 %a, !4, !DIExpression(), !8, ptr poison, !DIExpression(), !5)\n"
        "  ret void\n}\n!8 = distinct !DIAssignID()\n"
    )
    module = parse_assembly(text + DEBUG, llvm_version=22)
    losses = bring(module, 12)
    assert "location of a variable" in [loss.construct for loss in losses]
    printed = to_assembly(module)
    assert "call void @llvm.dbg.value(metadata i32 undef, metadata" in printed
    assert "call void @llvm.dbg.value(metadata i32 %a, metadata" in printed
    assert '!DIGlobalVariable(name: "text", linkageName: "text"' in printed
    assert "DIAssignID" not in printed
    assert verify(module) == []

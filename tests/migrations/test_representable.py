"""`representable` finds every construct that a version does not have; each row is one construct, alone in a module."""

from __future__ import annotations

import pytest

import pyllvm
from pyllvm import parse_assembly
from pyllvm.migrations.representable import representable
from pyllvm.tables.atomics import ATOMIC_RMW_OPERATIONS, FLOATING_POINT
from rows import each_row

UNIT = (
    '!llvm.module.flags = !{!9}\n!9 = !{i32 2, !"Debug Info Version", i32 3}\n'
    "!llvm.dbg.cu = !{!0}\n!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n"
    '!1 = !DIFile(filename: "f.c", directory: "")\n'
)
SUBPROGRAM = UNIT + '!2 = %s !DISubprogram(name: "f", scope: !1, file: !1%s)\n'


def body(line: str, parameters: str = "") -> str:
    return f"define void @f({parameters}) {{\n  {line}\nb:\n  ret void\n}}\n"


def exchange(operation: str, type: str) -> str:
    return body(f"%r = atomicrmw {operation} ptr %p, {type} %v monotonic\n  br label %b", f"ptr %p, {type} %v")


def record(line: str) -> str:
    """A body with a debug record about a value, the local variable !3, an expression, and the location !4."""
    subprogram = SUBPROGRAM % ("distinct", ", unit: !0, spFlags: DISPFlagDefinition")
    nodes = '!3 = !DILocalVariable(name: "v", scope: !2)\n!4 = !DILocation(line: 1, scope: !2)\n!5 = distinct !DIAssignID()\n'
    return f"@v = global [4 x i8] zeroinitializer\n{body(line + ' br label %b')}{nodes}{subprogram}"


NUW = "ptr getelementptr nuw (i8, ptr @v, i64 1)"
VECTORS = "atomic loads and stores of vectors (LLVM 22 and newer)"

# The module's version, its text, the version that lacks the construct, what is reported: construct, first and last version.
ROWS = [
    # types
    (19, "declare void @f()\n", 14, "opaque pointers (LLVM 15 and newer)"),
    (14, "declare void @f(<vscale x 4 x i32>)\n", 8, "scalable vectors (LLVM 9 and newer)"),
    (14, "declare void @f(bfloat)\n", 10, "'bfloat' (LLVM 11 and newer)"),
    (14, "declare void @f(x86_amx)\n", 11, "'x86_amx' (LLVM 12 and newer)"),
    (19, 'declare void @f(target("aarch64.svcount"))\n', 15, "target types (LLVM 16 and newer)"),
    (14, "%s = type { <vscale x 4 x i32> }\ndeclare void @f(%s*)\n", 12, "structs of scalable vectors (LLVM 13 and newer)"),
    (
        19,
        "%s = type { <vscale x 4 x i32> }\ndefine void @f() {\n  %a = alloca %s\n  ret void\n}\n",
        16,
        "an access to a struct of scalable vectors (LLVM 17 and newer)",
    ),
    (19, "declare void @f([2 x <vscale x 4 x i32>])\n", 17, "arrays of scalable vectors (LLVM 18 and newer)"),
    # constants
    (14, "@g = global i32 poison\n", 11, "'poison' (LLVM 12 and newer)"),
    (14, "declare void @f()\n@g = global void ()* dso_local_equivalent @f\n", 11, "'dso_local_equivalent' (LLVM 12 and newer)"),
    (14, "declare void @f()\n@g = global void ()* no_cfi @f\n", 13, "'no_cfi' (LLVM 14 and newer)"),
    (19, "@a = global i8 0\n@g = global ptr ptrauth (ptr @a, i32 0)\n", 18, "'ptrauth' (LLVM 19 and newer)"),
    (
        19,
        "@a = global [4 x i8] zeroinitializer\n@g = global ptr getelementptr nuw (i8, ptr @a, i64 1)\n",
        18,
        "'nuw' of getelementptr (LLVM 19 and newer)",
    ),
    (
        19,
        "@a = global [4 x i8] zeroinitializer\n@g = global ptr getelementptr inrange(0, 1) (i8, ptr @a, i64 1)\n",
        18,
        "'inrange(...)' of getelementptr (LLVM 19 and newer)",
    ),
    # instructions and their flags
    (14, "define float @f(float %a) {\n  %b = fneg float %a\n  ret float %b\n}\n", 7, "'fneg' (LLVM 8 and newer)"),
    (14, "define i8 @f(i8 %a) {\n  %b = freeze i8 %a\n  ret i8 %b\n}\n", 9, "'freeze' (LLVM 10 and newer)"),
    (22, "define i64 @f(ptr %a) {\n  %b = ptrtoaddr ptr %a to i64\n  ret i64 %b\n}\n", 21, "'ptrtoaddr' (LLVM 22 and newer)"),
    (
        14,
        'define void @f() {\n  callbr void asm "", ""() to label %a []\na:\n  ret void\n}\n',
        8,
        "'callbr' (LLVM 9 and newer)",
    ),
    (19, "define i8 @f(i8 %a) {\n  %b = or disjoint i8 %a, 1\n  ret i8 %b\n}\n", 17, "'disjoint' of or (LLVM 18 and newer)"),
    (19, "define i9 @f(i8 %a) {\n  %b = zext nneg i8 %a to i9\n  ret i9 %b\n}\n", 17, "'nneg' of zext (LLVM 18 and newer)"),
    (
        19,
        "define float @f(i8 %a) {\n  %b = uitofp nneg i8 %a to float\n  ret float %b\n}\n",
        18,
        "'nneg' of uitofp (LLVM 19 and newer)",
    ),
    (
        19,
        "define i7 @f(i8 %a) {\n  %b = trunc nuw i8 %a to i7\n  ret i7 %b\n}\n",
        18,
        "'nuw' of trunc (LLVM 19 and newer)",
    ),
    (
        20,
        "define i1 @f(i8 %a) {\n  %b = icmp samesign ult i8 %a, 1\n  ret i1 %b\n}\n",
        19,
        "'samesign' of icmp (LLVM 20 and newer)",
    ),
    (
        19,
        "define ptr @f(ptr %a) {\n  %b = getelementptr nusw i8, ptr %a, i64 1\n  ret ptr %b\n}\n",
        18,
        "'nusw' of getelementptr (LLVM 19 and newer)",
    ),
    (
        9,
        "define float @f(i1 %c) {\n  %b = select nnan i1 %c, float 1.0, float 2.0\n  ret float %b\n}\n",
        8,
        "fast-math flags of select (LLVM 9 and newer)",
    ),
    (
        20,
        "define float @f(double %a) {\n  %b = fptrunc fast double %a to float\n  ret float %b\n}\n",
        19,
        "fast-math flags of fptrunc (LLVM 20 and newer)",
    ),
    # atomics
    (
        14,
        "define void @f(float* %a) {\n  %b = atomicrmw fadd float* %a, float 1.0 seq_cst\n  ret void\n}\n",
        8,
        "'atomicrmw fadd' (LLVM 9 and newer)",
    ),
    (
        20,
        "define void @f(ptr %a) {\n  %b = atomicrmw usub_sat ptr %a, i32 1 seq_cst\n  ret void\n}\n",
        19,
        "'atomicrmw usub_sat' (LLVM 20 and newer)",
    ),
    (
        14,
        "define void @f(i32* %a) {\n  %b = atomicrmw add i32* %a, i32 1 seq_cst, align 2\n  ret void\n}\n",
        12,
        "'align' of an atomic operation (LLVM 13 and newer)",
    ),
    # attributes and conventions
    (14, "declare void @f() mustprogress\n", 11, "the attribute 'mustprogress' (LLVM 12 and newer)"),
    (19, "declare i8 @f() memory(read, argmem: none)\n", 15, "the attribute 'memory' (LLVM 16 and newer)"),
    (22, "declare void @f() memory(errnomem: write)\n", 20, "'errnomem' of the attribute 'memory' (LLVM 21 and newer)"),
    (19, "declare void @f() uwtable(sync)\n", 14, "'uwtable(sync)' (LLVM 15 and newer)"),
    (10, "declare void @f(i8* byval(i8))\n", 8, "the type of 'byval' (LLVM 9 and newer)"),
    (10, "declare void @f(i8* nofree)\n", 9, "the attribute 'nofree' of a parameter (LLVM 10 and newer)"),
    (19, 'declare void @f() "frame-pointer"="reserved"\n', 18, '"frame-pointer"="reserved" (LLVM 19 and newer)'),
    (14, "declare swifttailcc void @f()\n", 12, "the calling convention 'swifttailcc' (LLVM 13 and newer)"),
    # intrinsics
    (14, "declare i32 @llvm.smax.i32(i32, i32)\n", 11, "the intrinsic 'llvm.smax.i32' (LLVM 12 and newer)"),
    (
        22,
        "declare void @llvm.lifetime.start.p0(ptr)\n",
        21,
        "the operands of the intrinsic 'llvm.lifetime.start.p0' (LLVM 22 and newer)",
    ),
    # the module and its global values
    (14, "@g = global i8 0, align 1073741824\n", 13, "an alignment of more than 536870912 (LLVM 14 and newer)"),
    (14, '@g = global i8 0, partition "p"\n', 8, "'partition' (LLVM 9 and newer)"),
    (
        14,
        'define internal void ()* @r() {\n  ret void ()* null\n}\n@i = ifunc void (), void ()* ()* @r, partition "p"\n',
        8,
        "'partition' (LLVM 9 and newer)",
    ),
    (23, "define void @f() prefalign(16) {\n  ret void\n}\n", 22, "'prefalign' (LLVM 23 and newer)"),
    (14, "declare void @f()\n^0 = flags: 0\n", 8, "a module summary of version 9 (LLVM 12 and newer)"),
    (19, "@g = global i8 0, no_sanitize_address\n", 14, "sanitizer flags of a global variable (LLVM 15 and newer)"),
    (19, '@g = global i8 0, code_model "large"\n', 17, "'code_model' (LLVM 18 and newer)"),
    (
        22,
        "@g = ifunc void (), ptr @r, !x !0\ndeclare ptr @r()\n!0 = !{}\n",
        21,
        "metadata of an ifunc (LLVM 22 and newer)",
    ),
    (14, "define void @f() addrspace(1) {\n  ret void\n}\n", 7, "the address space of a function (LLVM 8 and newer)"),
    (
        16,
        '!llvm.module.flags = !{!0}\n!0 = !{i32 8, !"x", i32 1}\n',
        14,
        "the module flag behavior 8 (Min) (LLVM 15 and newer)",
    ),
    (14, 'target datalayout = "e-Fi8"\n', 8, "'Fi8' in the data layout (LLVM 9 and newer)"),
    # metadata
    (14, UNIT + "!x = !{!2}\n!2 = !DIStringType()\n", 11, "'!DIStringType' (LLVM 12 and newer)"),
    (
        14,
        UNIT.replace("file: !1)", 'file: !1, sysroot: "/")'),
        10,
        "'sysroot:' of !DICompileUnit (LLVM 11 and newer)",
    ),
    (14, "!x = !{!DIExpression(DW_OP_LLVM_arg, 0)}\n", 12, "'!DIExpression(DW_OP_LLVM_arg, 0)' (LLVM 13 and newer)"),
    (
        14,
        '!x = !{!0}\n!0 = !DIEnumerator(name: "e", value: 36893488147419103232)\n',
        10,
        "enumerators of more than 64 bits (LLVM 11 and newer)",
    ),
    (
        15,
        "!x = !{!0}\n!0 = !DIGlobalVariable()\n",
        14,
        "a '!DIGlobalVariable' without a name (LLVM 15 and newer)",
    ),
    (22, "!x = !{!0}\n!0 = !DIBasicType(size: !{})\n", 20, "sizes and offsets of types as metadata (LLVM 21 and newer)"),
    (
        19,
        "!x = !{!0}\n!0 = !DISubrange(lowerBound: !1)\n!1 = !DIExpression(DW_OP_constu, 1)\n",
        10,
        "bounds of a '!DISubrange' as metadata (LLVM 11 and newer)",
    ),
    (
        19,
        "!x = !{!0}\n!0 = !DIDerivedType(tag: DW_TAG_variable, baseType: null)\n",
        17,
        "DW_TAG_variable of a '!DIDerivedType' (LLVM 18 and newer)",
    ),
    (
        19,
        "declare !dbg !2 void @f()\n" + SUBPROGRAM % ("", ", spFlags: 0"),
        8,
        "'!dbg' of a function declaration (LLVM 9 and newer)",
    ),
    (
        19,
        body("br i1 true, label %b, label %b, !prof !0") + '!0 = !{!"branch_weights", !"expected", i32 1, i32 2}\n',
        18,
        "'expected' of branch weights (LLVM 19 and newer)",
    ),
    (
        19,
        record("#dbg_value(!DIArgList(i32 0), !3, !DIExpression(DW_OP_LLVM_arg, 0), !4)"),
        12,
        "'!DIArgList' (LLVM 13 and newer)",
    ),
    (22, record("#dbg_declare_value(ptr null, !3, !DIExpression(), !4)"), 21, "'#dbg_declare_value' (LLVM 22 and newer)"),
    (19, record(f"#dbg_value({NUW}, !3, !DIExpression(), !4)"), 18, "'nuw' of getelementptr (LLVM 19 and newer)"),
    (
        19,
        record(f"#dbg_assign(i32 0, !3, !DIExpression(), !5, {NUW}, !DIExpression(), !4)"),
        18,
        "'nuw' of getelementptr (LLVM 19 and newer)",
    ),
    # what no release goes down with
    (24, exchange("xchg", "<2 x i32>"), 23, "'atomicrmw xchg' of a vector (LLVM 24 and newer)"),
    (23, exchange("xchg", "float"), 8, "'atomicrmw xchg' of a floating-point number (LLVM 9 and newer)"),
    (23, exchange("xchg", "ptr"), 14, "'atomicrmw xchg' of a pointer (LLVM 15 and newer)"),
    (23, exchange("add", "<2 x i32>"), 22, "'atomicrmw' of integer vectors (LLVM 23 and newer)"),
    (23, exchange("fadd", "<2 x float>"), 18, "'atomicrmw' of floating-point vectors (LLVM 19 and newer)"),
    (23, exchange("elementwise add", "<2 x i32>"), 22, "'atomicrmw elementwise' (LLVM 23 and newer)"),
    (23, body("%r = load atomic <2 x i32>, ptr null seq_cst, align 8\n  br label %b"), 21, VECTORS),
    (23, body("store atomic <2 x i32> zeroinitializer, ptr null seq_cst, align 8\n  br label %b"), 21, VECTORS),
    (24, body("%r = bitextract i32, b64 %v, i32 0\n  br label %b", "b64 %v"), 23, "'bitextract' (LLVM 24 and newer)"),
    (24, body("%r = bitinsert b64 %v, i32 0, i32 0\n  br label %b", "b64 %v"), 23, "'bitinsert' (LLVM 24 and newer)"),
    (23, 'module asm (target_cpu: "x") "nop"\n', 22, "properties of 'module asm' (LLVM 23 and newer)"),
    (
        17,
        "@v = global [4 x ptr] zeroinitializer\n@w = global ptr getelementptr ([4 x ptr], ptr @v, i32 0, inrange i32 1)\n",
        19,
        "'inrange' of an index (LLVM 18 and older)",
    ),
    (
        19,
        body('callbr void asm "", "!i"() to label %b [label %b]'),
        14,
        "the label constraint '!i' of inline assembly (LLVM 15 and newer)",
    ),
    (
        14,
        body('callbr void asm "", "X"(i8* blockaddress(@f, %b)) to label %b [label %b]'),
        15,
        "block addresses for the labels of 'callbr' (LLVM 14 and older)",
    ),
]


@each_row(("version", "text", "asked", "expected"), ROWS)
def test_what_a_version_lacks_is_found(version: int, text: str, asked: int, expected: str) -> None:
    module = parse_assembly(text, llvm_version=version)
    found = [f"{loss.construct} ({loss.releases})" for loss in representable(module, asked)]
    assert expected in found
    assert representable(module, version) == []


def test_a_loss_tells_its_place() -> None:
    text = "define i9 @f(i8 %a) {\n  %b = zext nneg i8 %a to i9\n  ret i9 %b\n}\n"
    (loss,) = representable(parse_assembly(text, llvm_version=19), 17)
    assert loss.place == "@f: %b = zext nneg i8 %a to i9"
    assert (loss.since, loss.subject.name if loss.subject is not None else "") == (18, "f")


def test_each_place_is_listed() -> None:
    text = "define i9 @f(i8 %a) {\n  %b = zext nneg i8 %a to i9\n  %c = zext nneg i8 %a to i9\n  ret i9 %b\n}\n"
    assert len(representable(parse_assembly(text, llvm_version=19), 17)) == 2


def test_what_is_gone_is_found_as_well() -> None:
    module = parse_assembly("declare void @f(i8*)\n", llvm_version=14)
    assert "typed pointers (LLVM 16 and older)" in [f"{loss.construct} ({loss.releases})" for loss in representable(module, 17)]


def test_a_result_of_callbr_where_a_label_leads() -> None:
    text = """\
define i32 @g(i32 %x) {
  %y = callbr i32 asm "", "=r,r,!i"(i32 %x) to label %on [label %out]
on:
  ret i32 %y
out:
  ret i32 %RESULT
}
"""
    module = parse_assembly(text.replace("%RESULT", "%y"), llvm_version=17)
    assert [loss.construct for loss in representable(module, 16)] == ["the result of 'callbr' in a block to which a label leads"]
    assert not representable(module, 17)
    assert not representable(parse_assembly(text.replace("%RESULT", "0"), llvm_version=17), 16)


@pytest.mark.parametrize(("alignment", "count"), [(8, 0), (4, 0), (2, 1)])
def test_the_alignment_of_an_atomic_operation(alignment: int, count: int) -> None:
    text = f"define i32 @g(ptr %p) {{\n  %y = atomicrmw add ptr %p, i32 1 seq_cst, align {alignment}\n  ret i32 %y\n}}\n"
    losses = representable(parse_assembly(text, llvm_version=22), 12)
    assert [loss.construct for loss in losses].count("'align' of an atomic operation") == count


@pytest.mark.parametrize("version", [7, 12, 13, 21])
@pytest.mark.parametrize("word", ["left", "right"])
def test_a_refusal_names_the_intrinsic_of_the_file(word: str, version: int) -> None:
    """Both sides of a splice go down to LLVM 13 by another name, which the file does not have."""
    text = (
        f"declare <4 x i32> @llvm.vector.splice.{word}.v4i32(<4 x i32>, <4 x i32>, i32)\n"
        f"define <4 x i32> @f(<4 x i32> %a) {{\n  %r = call <4 x i32> @llvm.vector.splice.{word}.v4i32(<4 x i32> %a, "
        "<4 x i32> %a, i32 1)\n  ret <4 x i32> %r\n}\n"
    )
    module = pyllvm.parse_assembly(text, llvm_version=22)
    if version >= 13:
        assert ".splice." in pyllvm.to_assembly(module, llvm_version=version)
        return
    with pytest.raises(pyllvm.PyllvmError, match=rf"'llvm.vector.splice.{word}.v4i32' \(LLVM 13 and newer\)"):
        pyllvm.to_assembly(module, llvm_version=version)


@each_row("word", [one.word for one in ATOMIC_RMW_OPERATIONS if one.operand == FLOATING_POINT])
@each_row("version", [7, 8, 19, 22])
def test_atomic_operations_go_down_without_intrinsics_that_the_version_lacks(word: str, version: int) -> None:
    """The phis behind the loop name its last block."""
    text = (
        f"define float @f(ptr %p, float %v) {{\ne:\n  %r = atomicrmw {word} ptr %p, float %v seq_cst\n  br label %n\n"
        "n:\n  %q = phi float [ %r, %e ]\n  ret float %q\n}\n"
    )
    down = pyllvm.to_assembly(pyllvm.parse_assembly(text, llvm_version=23), llvm_version=version)
    assert pyllvm.verify(pyllvm.parse_assembly(down, llvm_version=version)) == []

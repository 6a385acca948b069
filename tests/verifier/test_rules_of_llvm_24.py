"""Rules that LLVM 24's verifier has and LLVM 23's has not, or says in other words. The messages are LLVM 24's."""

from __future__ import annotations

import pytest

from pyllvm.assembly import parse_assembly
from pyllvm.verifier import verify
from rows import each_row

TAGS = '!1 = !{!2, !2, i64 0}\n!2 = !{!"int", !3, i64 0}\n!3 = !{!"root"}\n'
COPY = (
    "define void @f(ptr %p) {\n  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %p, i64 4, i1 false), !tbaa.struct !0\n"
    "  ret void\n}\n"
    "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n" + TAGS
)
ALLOCATION = "declare ptr @malloc(i64)\ndefine void @f() {\n  %a = call ptr @malloc(i64 8), !alloc_token !0\n  ret void\n}\n"
FLAG = "!llvm.module.flags = !{!0}\n"
GUILTY = "!named = !{!0}\n"


def messages(text: str, version: int) -> list[str]:
    return [failure.message for failure in verify(parse_assembly(text.encode(), llvm_version=version))]


@each_row(
    ("text", "message"),
    [
        (COPY + "!0 = !{i64 0, i64 4}\n", "!tbaa.struct operands must come in groups of three"),
        (COPY + "!0 = !{null, i64 4, !1}\n", "!tbaa.struct field offset must be a constant integer"),
        (COPY + "!0 = !{i64 0, !1, !1}\n", "!tbaa.struct field size must be a constant integer"),
        (COPY + '!0 = !{i64 0, i64 4, !"x"}\n', "!tbaa.struct field tag must be null or an MDNode"),
        (COPY + "!0 = !{i64 8, i64 4, !1, i64 4, i64 4, !1}\n", "!tbaa.struct field offsets must be non-decreasing"),
        (COPY + "!0 = !{i64 0, i64 4, !2}\n", "Old-style TBAA is no longer allowed, use struct-path TBAA instead"),
        (ALLOCATION + '!0 = !{!"t"}\n', "!alloc_token must have 2 or 3 operands"),
        (ALLOCATION + '!0 = !{!"t", i1 true, i64 3}\n', "expected function name string"),
        (FLAG + '!0 = !{i32 2, !"float-abi", !"soft"}\n', "float-abi module flag must use 'error' merge behavior"),
        (FLAG + '!0 = !{i32 1, !"exception-model", i32 1}\n', "exception-model metadata requires a string argument"),
        (FLAG + '!0 = !{i32 1, !"thread-model", !"x"}\n', "invalid thread-model metadata value"),
        (FLAG + '!0 = !{i32 1, !"target-abi", !""}\n', "target-abi metadata requires a non-empty string argument"),
        (GUILTY + '!0 = distinct !DINamespace(name: "a", scope: !0)\n', "DIScope scope chain must not contain a cycle"),
        (
            'declare void @g()\ndefine void @f() {\n  call void @g() [ "x"(label %l) ]\n  br label %l\nl:\n  ret void\n}\n',
            "Operand bundle operands cannot be labels",
        ),
    ],
)
def test_llvm_24_refuses_what_llvm_23_takes(text: str, message: str) -> None:
    assert messages(text, 24)[0] == message
    assert message not in messages(text, 23)


@pytest.mark.parametrize(
    "text",
    [
        COPY + "!0 = !{i64 4, i32 4, null, i64 4, i64 0, !1}\n",
        COPY + "!0 = !{}\n",
        ALLOCATION + '!0 = !{!"t", i1 true, !"f"}\n',
        FLAG + '!0 = !{i32 1, !"long-double-type", !"ppc_fp128"}\n',
        "define void @f(b64 %v) {\n  %a = bitextract ptr, b64 %v, i32 0\n  %b = bitinsert b64 %v, i64 1, i32 8\n  ret void\n}\n",
    ],
)
def test_llvm_24_takes_it(text: str) -> None:
    assert messages(text, 24) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("bitextract i64, b32 0, i32 0", "bitextract result type cannot be wider than source type!"),
        ("bitextract ptr, b32 0, i32 0", "bitextract result type cannot be wider than source type!"),
        ("bitinsert b32 0, i64 0, i32 0", "bitinsert val type cannot be wider than base type!"),
    ],
)
def test_bits_must_be_in_the_value(text: str, message: str) -> None:
    assert messages(f"define void @f() {{\n  %a = {text}\n  ret void\n}}\n", 24) == [message]


def test_each_scope_in_a_cycle_is_reported_and_scopes_in_other_scopes_are_not() -> None:
    text = (
        '!named = !{!0, !3}\n!0 = distinct !DINamespace(name: "a", scope: !1)\n!1 = distinct !DINamespace(name: "b", scope: !2)\n'
        '!2 = distinct !DINamespace(name: "c", scope: !1)\n!3 = !DINamespace(name: "d", scope: !4)\n'
        '!4 = !DINamespace(name: "e", scope: null)\n'
    )
    assert messages(text, 24) == ["DIScope scope chain must not contain a cycle"] * 3


@pytest.mark.parametrize(("version", "words"), [(23, "be scalar integer matching"), (24, "match")])
def test_the_offset_of_the_dynamic_area(version: int, words: str) -> None:
    text = (
        "declare i32 @llvm.get.dynamic.area.offset.i32()\ndefine void @f() {\n"
        "  %a = call i32 @llvm.get.dynamic.area.offset.i32()\n  ret void\n}\n"
    )
    assert messages(text, version) == [f"get_dynamic_area_offset result type must {words} alloca address space width"]


@pytest.mark.parametrize("triple", ["amdgcn-amd-amdhsa", "amdgpu9.42-amd-amdhsa", "r600"])
def test_address_spaces_of_allocas_on_amdgpu(triple: str) -> None:
    body = "  %a = alloca i32, addrspace(13)\n  %b = alloca i32\n  ret void\n"
    text = f'target triple = "{triple}"\ndefine void @f() {{\n{body}}}\n'
    assert messages(text, 20) == []
    assert messages(text, 24) == ["alloca on amdgpu must be in addrspace(5) or addrspace(13)"]
    knows_triple = not triple.startswith("amdgpu")
    assert messages(text, 22) == ["alloca on amdgpu must be in addrspace(5)"] * (2 * knows_triple)
    assert messages(text, 23) == ["alloca on amdgpu must be in addrspace(5)"] * 2


@pytest.mark.parametrize("triple", ["amdgpu-amd-amdhsa", "r600"])
def test_work_groups_on_amdgpu(triple: str) -> None:
    text = f'target triple = "{triple}"\ndefine void @f() !reqd_work_group_size !0 {{\n  ret void\n}}\n'
    text += "!0 = !{i32 4, i32 1, i32 1}\n"
    assert messages(text, 22) == []
    assert messages(text, 23) == ["reqd_work_group_size requires amdgpu-flat-work-group-size"]


def test_a_cycle_of_blocks_is_not_reported_of_the_location_as_well() -> None:
    text = """
define void @f() !dbg !4 {
  ret void, !dbg !5
}
!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "a.c", directory: "/")
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "f", file: !2, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 1, scope: !6)
!6 = distinct !DILexicalBlock(scope: !6, file: !2)
"""
    assert messages(text, 24) == ["DIScope scope chain must not contain a cycle"]
    # Older LLVMs loop forever.
    assert messages(text, 22) == ["!dbg attachment points at wrong subprogram for function"]
    record = "  #dbg_value(i32 0, !7, !DIExpression(), !8)\n  ret void\n"
    nodes = '!7 = !DILocalVariable(name: "v", scope: !6, file: !2)\n!8 = !DILocation(line: 1, scope: !4)\n'
    for version in (19, 22, 24):
        changed = text.replace("  ret void, !dbg !5\n", record) + nodes
        assert messages(changed, version) == ["DIScope scope chain must not contain a cycle"]


NO_NUMBER = "Expected the alignment to be an integer constant of type i32"
NO_POWER = "Expected the alignment to be a power of two"
NOT_ALONE = "Expecting only the metadata name"


@each_row(
    ("option", "message"),
    [
        ('"llvm.loop.align", i32 16', ""),
        ('"llvm.loop.align"', "Expected two operands"),
        ('"llvm.loop.align", i32 1, i32 2', "Expected two operands"),
        ('"llvm.loop.align", i64 16', NO_NUMBER),
        ('"llvm.loop.align", !"16"', NO_NUMBER),
        ('"llvm.loop.align", i32 0', NO_POWER),
        ('"llvm.loop.align", i32 12', NO_POWER),
        ('"llvm.loop.vectorize.enable"', ""),
        ('"llvm.loop.distribute.enable", i1 true', NOT_ALONE),
        ('"llvm.loop.distribute.disable", i1 true', NOT_ALONE),
        ('"llvm.loop.vectorize.scalable.enable", i1 true', NOT_ALONE),
        ('"llvm.loop.unroll.count", i32 4', ""),
        ('"other.align", i32 3', ""),
    ],
)
def test_options_of_loops(option: str, message: str) -> None:
    text = "define void @f() {\na:\n  br label %b\nb:\n  br label %b, !llvm.loop !0\n}\n!0 = distinct !{!0, !1}\n"
    text += f"!1 = !{{!{option}}}\n"
    assert messages(text, 24) == ([message] if message else [])
    assert messages(text, 23) == []

"""Metadata of n nodes, in every form: lists, trees, chains, debug information. LLVM 19's text."""

from __future__ import annotations

from typing import Final

from tests.sizes.text import function, joined


def metadata_list(n: int) -> str:
    return (
        "!named = !{!0}\n!0 = !{"
        + ", ".join([f"!{at + 1}" for at in range(n)])
        + "}\n"
        + joined([f"!{at + 1} = !{{i32 {at}}}" for at in range(n)])
    )


def named_metadata(n: int) -> str:
    return (
        "!named = !{" + ", ".join([f"!{at}" for at in range(n)]) + "}\n" + joined([f"!{at} = !{{i32 {at}}}" for at in range(n)])
    )


def metadata_tree(n: int) -> str:
    children = [", ".join([f"!{child}" for child in (2 * at + 1, 2 * at + 2) if child < n]) for at in range(n)]
    return "!named = !{!0}\n" + joined([f"!{at} = !{{{children[at] or f'i32 {at}'}}}" for at in range(n)])


def metadata_chain(n: int) -> str:
    return "!named = !{!0}\n" + joined([f"!{at} = !{{!{at + 1}}}" for at in range(n)]) + f"!{n} = !{{}}\n"


def metadata_chain_backwards(n: int) -> str:
    return f"!named = !{{!{n}}}\n!0 = !{{}}\n" + joined([f"!{at + 1} = !{{!{at}}}" for at in range(n)])


def metadata_cycle(n: int) -> str:
    return "!named = !{!0}\n" + joined([f"!{at} = distinct !{{!{(at + 1) % n}}}" for at in range(n)])


def nested_metadata(n: int) -> str:
    return f"!named = !{{!0}}\n!0 = {'!{' * n}{'}' * n}\n"


def metadata_strings(n: int) -> str:
    return "!named = !{!0}\n!0 = !{" + ", ".join([f'!"string {at}"' for at in range(n)]) + "}\n"


def attachments(n: int) -> str:
    return (
        "declare void @g()\n"
        + function([f"  call void @g(), !k !{at}" for at in range(n)])
        + joined([f"!{at} = !{{i32 {at}}}" for at in range(n)])
    )


def attachments_of_one(n: int) -> str:
    return "declare void @g()\n" + function(["  call void @g()" + "".join([f", !k{at} !0" for at in range(n)])]) + "!0 = !{}\n"


_DEBUG: Final = """!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "p", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/d")
!2 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !4, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !0)
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !DISubroutineType(types: !5)
!5 = !{null}
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
"""


def debug_locations(n: int) -> str:
    head = "define void @f(i32 %a, i1 %c) !dbg !2"
    return (
        function([f"  %x{at} = add i32 %a, 1, !dbg !{at + 7}" for at in range(n)], head)
        + _DEBUG
        + joined([f"!{at + 7} = !DILocation(line: {at + 1}, column: 3, scope: !2)" for at in range(n)])
    )


def debug_scopes(n: int) -> str:
    """Lexical blocks inside one another."""
    head = "define void @f(i32 %a, i1 %c) !dbg !2"
    scopes = joined(
        [f"!{at + 8} = distinct !DILexicalBlock(scope: !{at + 7 if at else 2}, file: !1, line: {at})" for at in range(n)]
    )
    return function(["  %x = add i32 %a, 1, !dbg !7"], head) + _DEBUG + f"!7 = !DILocation(line: 1, scope: !{n + 7})\n" + scopes


def inlined_locations(n: int) -> str:
    """A location that is inlined into a location, and so on."""
    head = "define void @f(i32 %a, i1 %c) !dbg !2"
    return (
        function(["  %x = add i32 %a, 1, !dbg !7"], head)
        + _DEBUG
        + joined([f"!{at + 7} = distinct !DILocation(line: {at + 1}, scope: !2, inlinedAt: !{at + 8})" for at in range(n)])
        + f"!{n + 7} = distinct !DILocation(line: 1, scope: !2)\n"
    )


def debug_records(n: int) -> str:
    head = "define void @f(i32 %a, i1 %c) !dbg !2"
    lines = [f"  #dbg_value(i32 %a, !8, !DIExpression(), !7)\n  %x{at} = add i32 %a, 1, !dbg !7" for at in range(n)]
    return (
        function(lines, head)
        + _DEBUG
        + '!7 = !DILocation(line: 1, column: 3, scope: !2)\n!8 = !DILocalVariable(name: "v", scope: !2, file: !1, line: 1, type: !6)\n'
    )


def pointer_types(n: int) -> str:
    """A pointer to a pointer, and so on."""
    types = joined(
        [f"!{at + 8} = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !{at + 7 if at else 6}, size: 64)" for at in range(n)]
    )
    return (
        _DEBUG
        + f'@g = global ptr null, !dbg !{n + 8}\n!{n + 8} = !DIGlobalVariableExpression(var: !{n + 9}, expr: !DIExpression())\n!{n + 9} = distinct !DIGlobalVariable(name: "g", scope: !0, file: !1, line: 1, type: !{n + 7}, isLocal: false, isDefinition: true)\n'
        + types
    )


def type_members(n: int) -> str:
    """One structure in debug information with members."""
    members = joined(
        [f'!{at + 9} = !DIDerivedType(tag: DW_TAG_member, name: "m{at}", scope: !7, baseType: !6, size: 32)' for at in range(n)]
    )
    return (
        _DEBUG
        + '!named = !{!7}\n!7 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "s", file: !1, elements: !8)\n!8 = !{'
        + ", ".join([f"!{at + 9}" for at in range(n)])
        + "}\n"
        + members
    )


def expression_elements(n: int) -> str:
    return "!named = !{!0}\n!0 = !DIExpression(" + ", ".join(["DW_OP_plus_uconst, 1"] * (n // 2)) + ")\n"

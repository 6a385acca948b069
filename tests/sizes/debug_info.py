"""Debug information of n parts, as LLVM 19's text."""

from __future__ import annotations

from typing import Final

from tests.sizes.text import function, joined

_HEAD: Final = "define void @f(i32 %a, i1 %c) !dbg !2"
_UNIT: Final = """!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/d")
!2 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !4, spFlags: DISPFlagDefinition, unit: !0)
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !DISubroutineType(types: !5)
!5 = !{null}
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
"""


def debug_locations(n: int) -> str:
    instructions = [f"  %x{at} = add i32 %a, 1, !dbg !{at + 7}" for at in range(n)]
    locations = [f"!{at + 7} = !DILocation(line: {at + 1}, column: 3, scope: !2)" for at in range(n)]
    return function(instructions, _HEAD) + _UNIT + joined(locations)


def debug_scopes(n: int) -> str:
    """Lexical blocks inside one another."""
    block = "!{0} = distinct !DILexicalBlock(scope: !{1}, file: !1, line: {0})"
    scopes = [block.format(at + 8, at + 7 if at else 2) for at in range(n)]
    location = f"!7 = !DILocation(line: 1, scope: !{n + 7})"
    return function(["  %x = add i32 %a, 1, !dbg !7"], _HEAD) + _UNIT + joined([location, *scopes])


def inlined_locations(n: int) -> str:
    """A location that is inlined into a location, and so on."""
    location = "!{0} = distinct !DILocation(line: {0}, scope: !2, inlinedAt: !{1})"
    locations = [location.format(at + 7, at + 8) for at in range(n)]
    last = f"!{n + 7} = distinct !DILocation(line: 1, scope: !2)"
    return function(["  %x = add i32 %a, 1, !dbg !7"], _HEAD) + _UNIT + joined([*locations, last])


def debug_records(n: int) -> str:
    record = "  #dbg_value(i32 %a, !8, !DIExpression(), !7)\n  %x{0} = add i32 %a, 1, !dbg !7"
    location = "!7 = !DILocation(line: 1, column: 3, scope: !2)"
    variable = '!8 = !DILocalVariable(name: "v", scope: !2, file: !1, line: 1, type: !6)'
    return function([record.format(at) for at in range(n)], _HEAD) + _UNIT + joined([location, variable])


def pointer_types(n: int) -> str:
    """A pointer to a pointer, and so on."""
    pointer = "!{0} = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !{1}, size: 64)"
    types = [pointer.format(at + 8, at + 7 if at else 6) for at in range(n)]
    variable = f'!DIGlobalVariable(name: "g", scope: !0, file: !1, line: 1, type: !{n + 7}, isLocal: false, isDefinition: true)'
    lines = [
        f"@g = global ptr null, !dbg !{n + 8}",
        f"!{n + 8} = !DIGlobalVariableExpression(var: !{n + 9}, expr: !DIExpression())",
        f"!{n + 9} = distinct {variable}",
    ]
    return _UNIT + joined([*lines, *types])


def type_members(n: int) -> str:
    """One structure with members."""
    member = '!{0} = !DIDerivedType(tag: DW_TAG_member, name: "m{0}", scope: !7, baseType: !6, size: 32)'
    structure = '!7 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "s", file: !1, elements: !8)'
    elements = "!8 = !{" + ", ".join([f"!{at + 9}" for at in range(n)]) + "}"
    return _UNIT + joined(["!named = !{!7}", structure, elements, *[member.format(at + 9) for at in range(n)]])


def expression_elements(n: int) -> str:
    return "!named = !{!0}\n!0 = !DIExpression(" + ", ".join(["DW_OP_plus_uconst, 1"] * (n // 2)) + ")\n"

"""Lint's findings in module flags, debug info and control flow."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pyllvm.assembly import parse_assembly
from pyllvm.tables.lint_rules import RULES
from pyllvm.tables.rule_texts import Example
from pyllvm.verifier import verify
from pyllvm.verifier.lint import lint
from rows import each_row

OBJECTIVE_C = [
    '!{i32 1, !"Objective-C Version", i32 2}',
    '!{i32 1, !"Objective-C Image Info Version", i32 0}',
    '!{i32 1, !"Objective-C Image Info Section", !"__DATA, __objc_imageinfo, regular, no_dead_strip"}',
    '!{i32 4, !"Objective-C Garbage Collection", i32 2}',
]


def found(text: str, version: int = 19) -> list[tuple[str, str]]:
    """Rule and message of each finding in a module."""
    return [(finding.rule, finding.message) for finding in lint(parse_assembly(text.encode(), llvm_version=version))]


def with_flags(*flags: str) -> list[tuple[str, str]]:
    """The same for a module with nothing but flags."""
    nodes = "\n".join([f"!{number} = {flag}" for number, flag in enumerate(flags)])
    return found(f"!llvm.module.flags = !{{{', '.join([f'!{number}' for number in range(len(flags))])}}}\n{nodes}")


@pytest.mark.parametrize(
    ("flag", "message"),
    [
        ('!{i32 1, !"short_wchar", i32 2}', "module flag 'short_wchar' must be one of 0, 1"),
        ('!{i32 1, !"short_enum", i32 -1}', "module flag 'short_enum' must be one of 0, 1"),
        ('!{i32 8, !"PIC Level", i32 3}', "module flag 'PIC Level' must be one of 0, 1, 2"),
        ('!{i32 1, !"wchar_size", i32 3}', "module flag 'wchar_size' must be one of 1, 2, 4"),
    ],
)
def test_values_of_flags(flag: str, message: str) -> None:
    assert with_flags(flag) == [("module-flag", message)]


@pytest.mark.parametrize(
    ("short", "size", "is_one_width"),
    [("short_wchar", "wchar_size", [(0, 4), (1, 2)]), ("short_enum", "min_enum_size", [(0, 4), (1, 1)])],
)
def test_widths_of_types(short: str, size: str, is_one_width: list[tuple[int, int]]) -> None:
    for first, second in [(0, 4), (0, is_one_width[1][1]), (1, 4), (1, is_one_width[1][1])]:
        messages = with_flags(f'!{{i32 1, !"{short}", i32 {first}}}', f'!{{i32 1, !"{size}", i32 {second}}}')
        wrong = [f"module flags '{short}' and '{size}' give one type different widths"]
        assert [message for _, message in messages] == ([] if (first, second) in is_one_width else wrong)


def test_flags_of_objective_c() -> None:
    assert with_flags(*OBJECTIVE_C) == []
    assert with_flags(*OBJECTIVE_C, '!{i32 1, !"Objective-C GC Only", i32 6}') == []
    missing = "module flag 'Objective-C Version' needs 'Objective-C Image Info Section'"
    assert with_flags(*OBJECTIVE_C[:2], OBJECTIVE_C[3]) == [("module-flag-missing", missing)]
    collection = OBJECTIVE_C[3].replace("i32 2}", "i32 0}")
    needs = "module flag 'Objective-C GC Only' needs 'Objective-C Garbage Collection' to be 2"
    only = '!{i32 1, !"Objective-C GC Only", i32 6}'
    assert with_flags(*OBJECTIVE_C[:3], collection, only) == [("module-flag-missing", needs)]
    version = OBJECTIVE_C[0].replace("i32 2}", "i32 1}")
    section = "module flag 'Objective-C Image Info Section' must be \"__OBJC,__image_info,regular\" for version 1"
    assert with_flags(version, *OBJECTIVE_C[1:]) == [("module-flag", section)]


def test_debug_information_of_another_version() -> None:
    text = """
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)
!1 = !DIFile(filename: "a", directory: "")
!2 = !{i32 2, !"Debug Info Version", i32 3}
"""
    module = parse_assembly(text.encode())
    assert lint(module) == []
    module.named_metadata = [named for named in module.named_metadata if named.name == "llvm.dbg.cu"]
    assert [finding.rule for finding in lint(module)] == ["debug-version"]


def test_locations_without_a_subprogram() -> None:
    text = """
define void @f() {
  ret void, !dbg !4
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)
!1 = !DIFile(filename: "a", directory: "")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "f", unit: !0)
!4 = !DILocation(line: 1, scope: !3)
"""
    assert [rule for rule, _ in found(text)] == ["debug-location"]
    assert found(text.replace("@f() {", "@f() !dbg !3 {")) == []


@pytest.mark.parametrize(
    ("kind", "rules"), [("FullDebug", []), ("NoDebug", ["debug-variable"]), ("LineTablesOnly", ["debug-variable"])]
)
def test_variables_that_a_unit_does_not_emit(kind: str, rules: list[str]) -> None:
    text = f"""
define void @f(i32 %x) !dbg !3 {{
    #dbg_value(i32 %x, !5, !DIExpression(), !4)
  ret void, !dbg !4
}}
!llvm.dbg.cu = !{{!0}}
!llvm.module.flags = !{{!2}}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: {kind})
!1 = !DIFile(filename: "a", directory: "")
!2 = !{{i32 2, !"Debug Info Version", i32 3}}
!3 = distinct !DISubprogram(name: "f", unit: !0)
!4 = !DILocation(line: 1, scope: !3)
!5 = !DILocalVariable(name: "x", arg: 1, scope: !3)
"""
    assert [rule for rule, _ in found(text)] == rules


DEBUG_NODES = """
@g = global i32 0, !dbg !10
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug, enums: !14, retainedTypes: !3, globals: !9)
!1 = !DIFile(filename: "a", directory: "")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{!4, !5, !7}
!4 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "s", size: 32, elements: !{!12}, identifier: "s")
!5 = distinct !DICompositeType(tag: DW_TAG_enumeration_type, name: "e", size: 32, elements: !{!6}, identifier: "e")
!6 = !DIEnumerator(name: "one", value: 1)
!7 = !DICompositeType(tag: DW_TAG_array_type, baseType: !13, size: 64, elements: !{!8})
!8 = !DISubrange(count: 2)
!9 = !{!10}
!10 = !DIGlobalVariableExpression(var: !11, expr: !DIExpression())
!11 = distinct !DIGlobalVariable(name: "g", scope: !0, file: !1, line: 1, type: !13, isDefinition: true)
!12 = !DIDerivedType(tag: DW_TAG_member, name: "m", scope: !4, baseType: !13, size: 32)
!13 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!14 = !{!5}
"""


@each_row(
    ("old", "new", "rule"),
    [
        ("elements: !{!12}", "elements: !{!8}", "debug-elements"),
        ("elements: !{!6}", "elements: !{!12}", "debug-elements"),
        ("elements: !{!8}", "elements: !{!6}", "debug-elements"),
        ('identifier: "e"', 'identifier: "s"', "debug-identifier"),
        ("!9 = !{!10}", "!9 = !{}", "debug-global"),
        ("!14 = !{!5}", "!14 = !{}", "debug-enumeration"),
        ("elements: !{!12}", "elements: !{!13}", "debug-elements"),
        ("elements: !{!12}", "elements: !{!DIDerivedType(tag: DW_TAG_pointer_type, baseType: !13, size: 64)}", "debug-elements"),
        ("expr: !DIExpression()", "expr: !DIExpression(DW_OP_plus)", "debug-expression"),
        ("expr: !DIExpression()", "expr: !DIExpression(DW_OP_constu, 1, DW_OP_swap, DW_OP_minus, DW_OP_mul)", "debug-expression"),
    ],
)
def test_nodes_of_debug_information(old: str, new: str, rule: str) -> None:
    assert found(DEBUG_NODES) == []
    assert [name for name, _ in found(DEBUG_NODES.replace(old, new))] == [rule]


@pytest.mark.parametrize(
    "operations",
    ["DW_OP_deref", "DW_OP_constu, 1, DW_OP_plus", "DW_OP_plus_uconst, 4, DW_OP_deref", "DW_OP_lit0, DW_OP_minus"],
)
def test_expressions_that_find_their_operands(operations: str) -> None:
    assert found(DEBUG_NODES.replace("expr: !DIExpression()", f"expr: !DIExpression({operations})")) == []


def test_enumerations_of_functions_are_not_listed() -> None:
    text = DEBUG_NODES.replace('name: "e", ', 'name: "e", scope: !15, ').replace("!14 = !{!5}", "!14 = !{}")
    assert found(text + '!15 = distinct !DISubprogram(name: "f", unit: !0, spFlags: DISPFlagDefinition)\n') == []


@pytest.mark.parametrize(
    "user",
    [
        "!named = !{!20}",
        "@v = global i32 0, !kept !20",
        "declare !kept !20 void @f()",
        "define void @f() {\n  ret void, !kept !20\n}",
        "declare void @h(metadata)\ndefine void @f() {\n  call void @h(metadata !20)\n  ret void\n}",
        "!named = !{!21}\n!21 = !{!22}\n!22 = !{!20}",
    ],
)
def test_nodes_are_found_wherever_they_are_used(user: str) -> None:
    text = DEBUG_NODES + '!20 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "x", size: 32, elements: !{})\n'
    assert found(text) == []
    assert [rule for rule, _ in found(text + user)] == ["debug-enumeration"]


def test_unreachable_blocks() -> None:
    text = "define void @f() {\n  ret void\nnever:\n  br label %more\nmore:\n  ret void\n}"
    assert [rule for rule, _ in found(text)] == ["unreachable-block"] * 2
    taken = "@a = global ptr blockaddress(@f, %never)\n" + text
    assert [rule for rule, _ in found(taken)] == ["unreachable-block"]


def test_an_unnamed_function() -> None:
    assert [rule for rule, _ in found("define void @0() {\n  ret void\n}")] == ["unnamed-function"]
    assert found("define internal void @0() {\n  ret void\n}") == []


def test_every_rule_that_is_reported_is_known() -> None:
    names = [rule.name for rule in RULES]
    assert names == sorted(set(names))
    sources = (Path(__file__).parents[3] / "src" / "pyllvm").rglob("*.py")
    # Readers note what they take without a word.
    found = r'(?:linter\.report\(|reading_notes\.append\(\(|note = \()\s*"([a-z-]+)"'
    reported = {name for source in sources for name in re.findall(found, source.read_text())}
    assert reported == set(names)


@each_row(("name", "example"), [(rule.name, rule.example) for rule in RULES])
def test_examples(name: str, example: Example) -> None:
    for text, is_wrong in ((example.wrong, True), (example.right, False)):
        module = parse_assembly(text.encode(), llvm_version=example.version)
        assert verify(module) == []
        rules = [finding.rule for finding in lint(module)]
        assert name in rules if is_wrong else rules == []

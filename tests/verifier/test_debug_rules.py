"""Modules in `debug_rules/` break the rules for debug info; pyllvm must report what LLVM reports before it drops the debug info.

`name.N.txt` holds what LLVM N prints for `name.ll`, up to the warning that debug info is ignored. If that LLVM is installed, the
file is compared with its llvm-as: `PYLLVM_UPDATE_RULES=1 pytest tests/verifier/test_debug_rules.py` writes the files again.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from pyllvm.assembly import parse_assembly
from pyllvm.findings.failure_text import failures_text
from pyllvm.ir.module import Module
from pyllvm.verifier import verify
from rows import each_row

RULES = Path(__file__).with_name("debug_rules")
CASES = [
    pytest.param(path, int(version), id=f"{path.stem}-{version}")
    for path in sorted(RULES.glob("*.ll"))
    for version in path.read_text().partition("\n")[0].removeprefix("; versions: ").split()
]


def expectation(path: Path, version: int) -> Path:
    """The file with the expected failures of a module."""
    return path.with_name(f"{path.stem}.{version}.txt")


@each_row(("path", "version"), CASES)
def test_reports_what_llvm_reports(path: Path, version: int) -> None:
    reported: list[str] = []

    def check(module: Module) -> None:
        reported.append(failures_text(module, verify(module)))

    parse_assembly(path.read_bytes(), llvm_version=version, check=check)
    assert reported == [expectation(path, version).read_text()]


@pytest.mark.parametrize(("path", "version"), CASES)
def test_expectations_are_what_llvm_reports(path: Path, version: int, llvm_tool: Callable[[int, str], str]) -> None:
    words = [llvm_tool(version, "llvm-as"), "-o", os.devnull, str(path)]
    process = subprocess.run(words, capture_output=True, text=True, timeout=60)
    said, found, _ = process.stderr.partition("warning: ignoring invalid debug info in ")
    assert found
    if os.environ.get("PYLLVM_UPDATE_RULES"):
        expectation(path, version).write_text(said)
    assert said == expectation(path, version).read_text()


def test_a_global_variable_of_another_kind_is_no_variable_of_a_function() -> None:
    """LLVM 23's verifier asks any node there for its scope, and crashes."""
    text = b"""
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!1}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, emissionKind: FullDebug, globals: !3)
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !DIFile(filename: "a.c", directory: "/")
!3 = !{!4}
!4 = !DIGlobalVariableExpression(var: !5, expr: !DIExpression())
!5 = !GenericDINode(tag: DW_TAG_variable)
"""
    reported: list[str] = []
    parse_assembly(text, llvm_version=23, check=lambda module: reported.append(failures_text(module, verify(module))))
    assert reported == ["invalid tag\n!4 = !GenericDINode(tag: DW_TAG_variable)\n"]


def refused(text: str, version: int) -> list[str]:
    """The messages about a module, whose debug information is not dropped yet."""
    found: list[str] = []
    parse_assembly(
        text.encode(), llvm_version=version, check=lambda module: found.extend([one.message for one in verify(module)])
    )
    return found


VARIABLE = """
@v = global i32 1, !dbg !ATTACHED
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!1}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, globals: !3, emissionKind: FullDebug)
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !DIFile(filename: "a", directory: "b")
!3 = !{!4}
!4 = !DIGlobalVariableExpression(var: !5, expr: !DIExpression())
!5 = distinct !DIGlobalVariable(name: "v", scope: !0, file: !2, type: !6, isDefinition: true)
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
"""


def test_a_variable_has_the_node_of_a_global_variable() -> None:
    wrong = ["!dbg attachment of global variable must be a DIGlobalVariableExpression"]
    assert [refused(VARIABLE.replace("ATTACHED", node), 19) for node in ("4", "5", "6", "3")] == [[], wrong, wrong, wrong]


CLASS = """
!named = !{!0, !1}
!0 = !DICompositeType(tag: TAG, name: "c", FILE)
!1 = !DIFile(filename: "NAME", directory: "b")
!llvm.module.flags = !{!2}
!2 = !{i32 2, !"Debug Info Version", i32 3}
"""


@pytest.mark.parametrize("tag", ["DW_TAG_class_type", "DW_TAG_union_type", "DW_TAG_structure_type"])
def test_classes_have_a_file_up_to_llvm_11(tag: str) -> None:
    text = CLASS.replace("TAG", tag)
    is_asked = tag != "DW_TAG_structure_type"
    for version in (11, 12):
        message = ["class/union requires a filename"] if is_asked and version == 11 else []
        assert refused(text.replace("FILE", "file: !1").replace("NAME", "a"), version) == []
        assert refused(text.replace("FILE", "file: !1").replace("NAME", ""), version) == message
        assert refused(text.replace("FILE", "line: 1").replace("NAME", "a"), version) == message


SUBRANGE = """
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!1}
!0 = distinct !DICompileUnit(language: DW_LANG_LANGUAGE, file: !2, emissionKind: FullDebug, retainedTypes: !3)
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !DIFile(filename: "a", directory: "b")
!3 = !{!4}
!4 = !DICompositeType(tag: DW_TAG_array_type, baseType: !6, elements: !5)
!5 = !{!DISubrange(lowerBound: 1)}
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
"""


@pytest.mark.parametrize(("language", "versions"), [("C99", [11, 12, 16]), ("Fortran90", [11]), ("Fortran08", [11])])
def test_only_arrays_of_fortran_have_no_bounds(language: str, versions: list[int]) -> None:
    text = SUBRANGE.replace("LANGUAGE", language)
    message = "Subrange must contain count or upperBound"
    assert [version for version in (11, 12, 16, 22) if message in refused(text, version)] == versions


@each_row(
    ("call", "messages"),
    [
        ("call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 4, i1 false)", []),
        ("call void @g()", ["!DIAssignID attached to unexpected instruction kind"]),
        ("call void %p()", ["!DIAssignID attached to unexpected instruction kind"]),
    ],
)
def test_calls_that_assign_are_of_memory_intrinsics(call: str, messages: list[str]) -> None:
    text = f"define void @f(ptr %p) {{\n  {call}, !DIAssignID !0\n  ret void\n}}\n!0 = distinct !DIAssignID()\n"
    declared = "declare void @g()\ndeclare void @llvm.memset.p0.i64(ptr, i8, i64, i1)\n"
    flags = '!llvm.module.flags = !{!1}\n!1 = !{i32 2, !"Debug Info Version", i32 3}\n'
    assert refused(declared + text + flags, 19) == messages

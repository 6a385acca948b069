"""Tests for the types in retained nodes that belong to another subprogram, as LLVM 23 drops them (checked with its llvm-link)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import pyllvm
from pyllvm.ir.metadata import SpecializedNode

# Each module defines the inline function @inl, with a type of its own that both modules share by its identifier.
MODULE = """
define void @{unit}() !dbg !10 {{
  call void @inl(), !dbg !20
  ret void, !dbg !20
}}
define linkonce_odr void @inl() !dbg !11 {{
  ret void, !dbg !21
}}
!llvm.module.flags = !{{!0}}
!llvm.dbg.cu = !{{!1}}
!0 = !{{i32 2, !"Debug Info Version", i32 3}}
!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "{unit}.cpp", directory: "/")
!3 = !DIFile(filename: "h.h", directory: "/")
!4 = !DISubroutineType(types: !5)
!5 = !{{null}}
!10 = distinct !DISubprogram(name: "{unit}", file: !2, type: !4, unit: !1, spFlags: DISPFlagDefinition, retainedNodes: !16)
!11 = distinct !DISubprogram(name: "inl", file: !3, type: !4, unit: !1, spFlags: DISPFlagDefinition, retainedNodes: !12)
!12 = !{{!13, !14}}
!13 = !DICompositeType(tag: DW_TAG_structure_type, name: "H", scope: !11, file: !3, elements: !{{}}, identifier: "H of inl")
!14 = !DILocalVariable(name: "h", scope: !15, file: !3, type: !13)
!15 = !DILexicalBlock(scope: !11, file: !3, line: 3)
!16 = !{{{own}}}
!20 = !DILocation(line: 2, scope: !10)
!21 = !DILocation(line: 3, scope: !15)
"""


def written(folder: Path, unit: str, kind: str, own: str = "") -> str:
    """The path of the module of a unit, as text or bitcode. `own` is what the subprogram of @unit retains."""
    module = pyllvm.parse_assembly(MODULE.format(unit=unit, own=own), llvm_version=23)
    path = folder / f"{unit}.{kind}"
    pyllvm.write(module, path)
    return str(path)


def retained(module: pyllvm.Module, name: str) -> list[str]:
    """The names of what the subprogram with this name retains, in the order of the subprograms in the text."""
    text = str(module)
    nodes = dict(re.findall(r"^(!\d+) = (.*)$", text, re.MULTILINE))
    names = []
    for node in nodes.values():
        if node.startswith(f'distinct !DISubprogram(name: "{name}"'):
            listed = re.search(r"retainedNodes: (!\d+)", node)
            members = re.findall(r"!\d+", nodes[listed[1]]) if listed else []
            names.append(" ".join(re.findall(r'name: "(\w+)"', " ".join(nodes[member] for member in members))))
    return names


@pytest.mark.parametrize("kind", ["ll", "bc"])
def test_a_shared_local_type_stays_with_the_first_subprogram(tmp_path: Path, kind: str) -> None:
    linked = pyllvm.link([written(tmp_path, "aa", kind), written(tmp_path, "bb", kind)])
    assert retained(linked, "inl") == ["H h"]
    assert pyllvm.verify(linked) == []
    assert "define void @bb() !dbg" in str(linked)


@pytest.mark.parametrize("kind", ["ll", "bc"])
def test_a_type_of_another_subprogram_goes(tmp_path: Path, kind: str) -> None:
    module = pyllvm.read(written(tmp_path, "aa", kind, own="!13, !14"))
    assert retained(module, "inl") == ["H h"]
    # A variable that belongs elsewhere stays: it breaks a rule.
    assert retained(module, "aa") == ["h"]


def test_older_versions_keep_it() -> None:
    text = MODULE.format(unit="aa", own="!13")
    module = pyllvm.parse_assembly(text.replace("retainedNodes: !12", "retainedNodes: !{}"), llvm_version=22)
    assert retained(module, "aa") == ["H"]


LOCAL = """
!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !2, emissionKind: FullDebug, imports: !3, globals: !30)
!2 = !DIFile(filename: "a.cpp", directory: "/")
!3 = !{!4, !5, !6}
!4 = !DIImportedEntity(tag: DW_TAG_imported_module, scope: !2, entity: !7, file: !2, line: 1)
!5 = !DIImportedEntity(tag: DW_TAG_imported_module, scope: !10, entity: !7, file: !2, line: 2)
!6 = !DIImportedEntity(tag: DW_TAG_imported_module, scope: !8, entity: !7, file: !2, line: 3)
!7 = !DINamespace(name: "n", scope: null)
!8 = distinct !DILexicalBlock(scope: !10, file: !2, line: 3)
!10 = distinct !DISubprogram(name: "f", scope: !2, file: !2, type: !11, unit: !1, spFlags: DISPFlagDefinition, retainedNodes: !12)
!11 = !DISubroutineType(types: !13)
!12 = !{!14}
!13 = !{null}
!14 = !DILocalVariable(name: "x", scope: !10, file: !2, type: !15)
!15 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!30 = !{!31, !33}
!31 = !DIGlobalVariableExpression(var: !32, expr: !DIExpression())
!32 = distinct !DIGlobalVariable(name: "s", scope: !10, file: !2, type: !15, isLocal: true, isDefinition: true)
!33 = !DIGlobalVariableExpression(var: !34, expr: !DIExpression())
!34 = distinct !DIGlobalVariable(name: "g", scope: !1, file: !2, type: !15, isLocal: true, isDefinition: true)
"""


@pytest.mark.parametrize(
    ("version", "imported", "retained"), [(16, [1, 2, 3], ["x"]), (22, [1], ["x", 2, 3]), (23, [1], ["x", "s", 2, 3])]
)
def test_local_entities_move_to_their_subprogram(version: int, imported: list[object], retained: list[object]) -> None:
    data = pyllvm.to_bitcode(pyllvm.parse_assembly(LOCAL, llvm_version=16))
    module = pyllvm.parse_bitcode(data, llvm_version=version)

    def listed(kind: str, field: str) -> list[object]:
        """The members of a node's list: variables by their names, imported entities by their lines."""
        (node,) = [one for one in module.metadata_nodes() if isinstance(one, SpecializedNode) and one.spec.name == kind]
        members = [one["var"] if one.spec.name == "DIGlobalVariableExpression" else one for one in node[field].operands]
        return [one["line"] if one.spec.name == "DIImportedEntity" else one["name"].text for one in members]

    assert listed("DICompileUnit", "imports") == imported
    assert listed("DICompileUnit", "globals") == (["g"] if version == 23 else ["s", "g"])
    assert listed("DISubprogram", "retainedNodes") == retained

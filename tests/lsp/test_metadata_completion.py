"""Fields of specialized nodes, words for their values, nodes and attachments."""

from __future__ import annotations

import pytest

from pyllvm.lsp.completion import completions
from pyllvm.lsp.proposals import Proposal
from pyllvm.lsp.session import Session

NODES = '!named = !{!0}\n!0 = !{}\n!1 = !DIFile(filename: "a", directory: "b")\n'


def offered(line: str, version: int = 19) -> list[Proposal]:
    text = f"{NODES}{line}\n"
    offset = text.index("¦")
    return completions(Session("x", text.replace("¦", "", 1), version), offset).proposals


def texts(line: str, version: int = 19) -> list[str]:
    return [one.text for one in offered(line, version)]


def test_fields_that_are_missing_the_required_first() -> None:
    found = offered('!2 = !DILocalVariable(name: "a(b, ", ¦, line: 3)')
    assert [one.text for one in found] == ["scope: ", "arg: ", "file: ", "type: ", "flags: ", "align: ", "annotations: "]
    assert found[0].detail == "required"
    assert found[-1].detail == "since LLVM 14"


@pytest.mark.parametrize(
    "end", ["", "\n", ")", ")\n", ", ", "\n!3 = !DILabel(scope: !0)", ", scope: !0)", ", scope: !0)\n!3 = !{}"]
)
def test_fields_behind_the_place_count_up_to_the_end_of_the_node(end: str) -> None:
    text = f'{NODES}!2 = !DILabel(name: "a", {end}'
    offset = len(text) - len(end)
    found = [one.text for one in completions(Session("x", text, 19), offset).proposals]
    assert "file: " in found and "name: " not in found
    assert ("scope: " in found) is not end.startswith(", scope")


def test_each_version_has_its_own_fields() -> None:
    assert "annotations: " not in texts("!2 = !DILocalVariable(¦)", 13)
    assert "isLocal: " in texts("!2 = !DISubprogram(¦)", 7)
    assert texts("!2 = !DILocation(line: 1, ato¦)", 19) == []
    assert texts("!2 = !DILocation(line: 1, ato¦)", 21) == ["atomGroup: ", "atomRank: "]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("!2 = !DIBasicType(tag: DW_TAG_base¦)", ["DW_TAG_base_type"]),
        ("!2 = !DIBasicType(encoding: DW_ATE_signed_¦)", ["DW_ATE_signed_char", "DW_ATE_signed_fixed"]),
        ("!2 = !DISubprogram(flags: DIFlagPublic | DIFlagPro¦)", ["DIFlagProtected", "DIFlagPrototyped"]),
        ("!2 = !DICompileUnit(emissionKind: ¦)", ["NoDebug", "FullDebug", "LineTablesOnly", "DebugDirectivesOnly"]),
        ("!2 = !DISubprogram(spFlags: DISPFlagDef¦)", ["DISPFlagDefinition"]),
        ("!2 = !DIGlobalVariable(isLocal: ¦)", ["true", "false"]),
        ("!2 = !DIExpression(DW_OP_plus_¦)", ["DW_OP_plus_uconst"]),
        ("!2 = !DILocation(line: ¦)", []),
    ],
)
def test_words_for_values(line: str, words: list[str]) -> None:
    assert texts(line) == words


def test_nodes_after_an_exclamation_mark() -> None:
    assert texts("!2 = !{!¦}")[:4] == ["!named", "!0", "!1", "!2"]
    assert offered("!2 = !{!1¦}")[0].detail.startswith("!1 = !DIFile")
    assert texts("!2 = !DILab¦") == ["!DILabel("]
    assert texts("!2 = !DIAssign¦", 15) == []


def test_nodes_that_the_field_can_refer_to_come_first() -> None:
    assert texts("!2 = !DILocalVariable(file: !¦)")[:4] == ["!1", "!named", "!0", "!2"]
    assert texts("!2 = !DICompileUnit(enums: !¦)")[0] == "!0"
    text = (
        NODES + "!5 = !DILocation(scope: !6)\n!6 = distinct !DISubprogram()\ndefine void @f() !dbg !¦ {\n  ret void, !dbg !\n}\n"
    )
    at_function = completions(Session("x", text.replace("¦", ""), 19), text.index("¦")).proposals
    assert at_function[0].text == "!6"
    text = text.replace("¦", "").replace("void, !dbg !", "void, !dbg !¦")
    assert completions(Session("x", text.replace("¦", ""), 19), text.index("¦")).proposals[0].text == "!5"


def test_kinds_of_attachments() -> None:
    text = "define void @f() {\n  ret void, !¦\n}\n" + NODES
    found = completions(Session("x", text.replace("¦", ""), 19), text.index("¦")).proposals
    assert [one.text for one in found[:2]] == ["!dbg", "!tbaa"]

"""Metadata of a newer LLVM: records of nodes that are not known, and records that are longer than known."""

from __future__ import annotations

import pytest

import pyllvm
from newer_bitcode import NEWER, RELEASED, bitcode_of
from pyllvm.bitcode.writer.module import write_bitcode
from pyllvm.tables import records
from rewriting import Edit, Record, rewritten

TEXT = """@g = global i32 0, !dbg !20

define void @f(i32 %a) !dbg !5 {
    #dbg_value(i32 %a, !8, !DIExpression(), !11)
  ret void, !dbg !11, !kind !12
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!other = !{!12, !13}
!only = !{!13}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug, globals: !22)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !6, spFlags: 8, unit: !0, retainedNodes: !9)
!6 = !DISubroutineType(types: !7)
!7 = !{null, !10}
!8 = !DILocalVariable(name: "a", arg: 1, scope: !5, file: !1, line: 1, type: !10)
!9 = !{!8}
!10 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!11 = !DILocation(line: 2, column: 3, scope: !5)
!12 = !{!"a", !13}
!13 = !DIMacro(type: DW_MACINFO_define, line: 9, name: "M")
!20 = !DIGlobalVariableExpression(var: !21, expr: !DIExpression())
!21 = distinct !DIGlobalVariable(name: "g", scope: !0, file: !1, line: 7, type: !10)
!22 = !{!20}
"""


def with_code(old: int, new: int) -> Edit:
    """The edit that gives the nodes of a kind a code that nobody knows."""

    def edit(path: tuple[int, ...], code: int, operands: list[int]) -> list[Record]:
        return [(new if path[-1] == records.METADATA_BLOCK_ID and code == old else code, operands)]

    return edit


def with_tail(block: int, of: int, tail: list[int], length: int = 0) -> Edit:
    """The edit that makes records longer: all of them, or the records of a `length` that is not 0."""

    def edit(path: tuple[int, ...], code: int, operands: list[int]) -> list[Record]:
        is_meant = path[-1] == block and code == of and (not length or len(operands) == length)
        return [(code, operands + tail if is_meant else operands)]

    return edit


def left_out(module: pyllvm.Module) -> dict[str, int]:
    """The constructs that were left out, and how often."""
    constructs = [loss.construct for loss in module.left_out]
    return {construct: constructs.count(construct) for construct in constructs}


def read(edit: Edit, version: int = 22) -> pyllvm.Module:
    """The module of the text with this edit, which is valid."""
    module = pyllvm.parse_bitcode(bitcode_of(TEXT, edit, version=version))
    assert [diagnostic.message for diagnostic in pyllvm.verify(module)] == []
    return module


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (
            records.METADATA_MACRO,
            {
                "unknown metadata record 90": 1,
                "operand of !only": 1,
                "operand of !other": 2,
                "!{...} of unknown metadata": 1,
                "attachment of unknown metadata": 1,
            },
        ),
        (records.METADATA_LOCAL_VAR, {"unknown metadata record 90": 1, "debug record of unknown metadata": 1}),
        (records.METADATA_GLOBAL_VAR_EXPR, {"unknown metadata record 90": 1, "attachment of unknown metadata": 1}),
        (
            records.METADATA_SUBPROGRAM,
            {
                "unknown metadata record 90": 1,
                "!DILocalVariable of unknown metadata": 1,
                "attachment of unknown metadata": 1,
                "debug record of unknown metadata": 1,
                "location in unknown metadata": 1,
                "!DILocation of unknown metadata": 1,
                "!{...} of unknown metadata": 1,
            },
        ),
    ],
)
def test_nodes_that_are_not_known_go_with_what_needs_them(code: int, expected: dict[str, int]) -> None:
    module = read(with_code(code, 90))
    assert left_out(module) == expected
    text = str(module)
    assert "ret void" in text and "!DIFile(" in text


def test_lists_lose_elements_and_signatures_have_null() -> None:
    module = read(with_code(records.METADATA_LOCAL_VAR, 90))
    assert "retainedNodes: !" in str(module) and "!{}" in str(module)
    data = bitcode_of(TEXT, with_code(records.METADATA_BASIC_TYPE, 90))
    assert "!{null, null}" in str(pyllvm.parse_bitcode(data))


def test_named_metadata_without_operands_goes() -> None:
    text = str(read(with_code(records.METADATA_MACRO, 90)))
    assert "!only" not in text and "!other" not in text


def test_a_released_llvm_ignores_records() -> None:
    """LLVM does not count them, either: numbers then mean other nodes."""
    data = bitcode_of("!n = !{!0}\n!0 = !{}\n", with_code(records.METADATA_NODE, 90), RELEASED)
    with pytest.raises(pyllvm.PyllvmError, match="Invalid named metadata"):
        pyllvm.parse_bitcode(data)


@pytest.mark.parametrize(
    ("code", "name"),
    [
        (records.METADATA_SUBPROGRAM, "DISubprogram"),
        (records.METADATA_FILE, "DIFile"),
        (records.METADATA_LOCAL_VAR, "DILocalVariable"),
        (records.METADATA_MACRO, "DIMacro"),
    ],
)
def test_records_longer_than_known(code: int, name: str) -> None:
    expected = str(read(with_tail(0, 0, [])))
    tail = [0, 0, 0, 0, 0, 0, 5]
    module = read(with_tail(records.METADATA_BLOCK_ID, code, tail))
    assert left_out(module) == {f"unknown field of !{name}": 1}
    assert str(module) == expected
    module = read(with_tail(records.METADATA_BLOCK_ID, code, [0] * 7))
    assert module.left_out == []
    assert str(module) == expected
    data = bitcode_of(TEXT, with_tail(records.METADATA_BLOCK_ID, code, tail), RELEASED)
    with pytest.raises(pyllvm.PyllvmError, match=f"Invalid record: a {name} record of .* more than this LLVM has"):
        pyllvm.parse_bitcode(data)


@pytest.mark.parametrize("version", [22, 24])
def test_locations_longer_than_known(version: int) -> None:
    function = records.FUNCTION_BLOCK_ID
    module = read(with_tail(function, records.FUNC_CODE_DEBUG_LOC, [0] * (8 - 5 - (version == 22) * 0) + [3]), version)
    assert left_out(module) == {"unknown field of !DILocation": 1}
    module = read(with_tail(records.METADATA_BLOCK_ID, records.METADATA_LOCATION, [0, 0, 0, 3]), version)
    assert left_out(module) == {"unknown field of !DILocation": 1}
    assert "!DILocation(line: 2, column: 3, scope: !" in str(module)


def test_a_form_that_is_not_known() -> None:
    def edit(path: tuple[int, ...], code: int, operands: list[int]) -> list[Record]:
        if path[-1] == records.METADATA_BLOCK_ID and code == records.METADATA_MACRO:
            operands[0] |= 64
        return [(code, operands)]

    module = read(edit)
    assert left_out(module)["unknown form of !DIMacro"] == 1


@pytest.mark.parametrize(("extra", "is_refused"), [(0, False), (1, True)])
def test_the_index_tells_whether_unknown_records_are_nodes(extra: int, is_refused: bool) -> None:
    """The index of a large block has an entry for all metadata that is not a string."""
    nodes = "".join(f'!{number} = distinct !{{!"{number}"}}\n' for number in range(40))
    names = ", ".join(f"!{number}" for number in range(40))
    text = f'!n = !{{{names}}}\n!m = !{{!40}}\n{nodes}!40 = !DIMacro(type: 1, name: "a")\n'
    written = write_bitcode(pyllvm.parse_assembly(text, llvm_version=22), producer=NEWER)

    def edit(path: tuple[int, ...], code: int, operands: list[int]) -> list[Record]:
        if path[-1] == records.METADATA_BLOCK_ID and code == records.METADATA_MACRO:
            return [(90, operands)]
        if path[-1] == records.METADATA_BLOCK_ID and code == records.METADATA_NAME and operands == [ord("n")]:
            return [(records.METADATA_INDEX, [1] * (41 + extra)), (code, operands)]
        return [(code, operands)]

    data = rewritten(written, edit, producer=NEWER)
    if is_refused:
        with pytest.raises(pyllvm.PyllvmError, match="unknown metadata records define something else than nodes"):
            pyllvm.parse_bitcode(data)
    else:
        assert left_out(pyllvm.parse_bitcode(data)) == {"unknown metadata record 90": 1, "operand of !m": 1}

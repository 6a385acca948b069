"""Every record has a shape, or is a node of debug information, and every meaning is one that the decoder knows."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import pyllvm.bitcode
from pyllvm.analyzer.decoder.operands import OperandDecoder
from pyllvm.analyzer.decoder.scan import RULES
from pyllvm.analyzer.decoder.state import ModuleState
from pyllvm.schema.record_shape import ShapeItem
from pyllvm.tables import records
from pyllvm.tables.metadata_nodes import NODES_BY_CODE
from pyllvm.tables.record_shapes import BLOCKINFO_SHAPES, RECORD_SHAPES
from pyllvm.versions import NEWEST

# What a condition or a count can name beside the operands before it.
KNOWN = {"operands", "pairs", "positions", "first", "rest", "version"}


def items_of(items: list[ShapeItem]) -> Iterator[ShapeItem]:
    """The items and those inside groups, in order."""
    for item in items:
        yield item
        if item.items is not None:
            yield from items_of(item.items)


def test_every_record_has_a_shape() -> None:
    missing = [
        (block.name, record.name)
        for block in records.BLOCKS.values()
        for code, record in block.records.items()
        if code not in RECORD_SHAPES.get(block.block_id, {})
        and not (block.block_id == records.METADATA_BLOCK_ID and code in NODES_BY_CODE)
    ]
    # This one is a record of the block of attachments.
    assert missing == [("METADATA_BLOCK", "ATTACHMENT")]


def test_every_shape_is_that_of_a_record() -> None:
    for block_id, rows in RECORD_SHAPES.items():
        assert set(rows) <= set(records.BLOCKS[block_id].records)
    assert set(BLOCKINFO_SHAPES) == set(records.BLOCKINFO_RECORDS)


def test_every_meaning_is_known_to_the_decoder() -> None:
    meanings = OperandDecoder(ModuleState(NEWEST, b"")).meanings()
    for rows in [*RECORD_SHAPES.values(), BLOCKINFO_SHAPES]:
        for shape in rows.values():
            for item in items_of(shape.items):
                assert item.items is not None or item.meaning in meanings, shape.words


def test_every_meaning_of_the_decoder_is_used() -> None:
    used = {
        item.meaning
        for rows in [*RECORD_SHAPES.values(), BLOCKINFO_SHAPES]
        for shape in rows.values()
        for item in items_of(shape.items)
    }
    assert OperandDecoder(ModuleState(NEWEST, b"")).meanings() <= used


def test_conditions_and_counts_name_operands_before_them() -> None:
    for rows in [*RECORD_SHAPES.values(), BLOCKINFO_SHAPES]:
        for shape in rows.values():
            names = set(KNOWN)
            for item in items_of(shape.items):
                if item.condition is not None:
                    assert item.condition.name in names, shape.words
                assert item.repeated in {"", "*", *names}, shape.words
                names.add(item.name)


def test_every_result_is_a_rule_or_has_the_type_of_an_operand() -> None:
    named: set[str] = set()
    for block_id, rows in RECORD_SHAPES.items():
        for shape in rows.values():
            assert not shape.is_instruction or block_id == records.FUNCTION_BLOCK_ID
            typed = {item.name for item in items_of(shape.items) if item.meaning in {"value", "type"}}
            assert shape.result in {"", *RULES, *typed}, shape.words
            named.add(shape.result)
    assert named >= RULES


def test_terminators_end_their_blocks() -> None:
    rows = RECORD_SHAPES[records.FUNCTION_BLOCK_ID]
    names = records.BLOCKS[records.FUNCTION_BLOCK_ID].records
    assert {names[code].name.removeprefix("INST_") for code, shape in rows.items() if shape.ends_block} == {
        "RET", "BR", "SWITCH", "INDIRECTBR", "INVOKE", "UNREACHABLE", "RESUME", "CLEANUPRET", "CATCHRET", "CATCHSWITCH", "CALLBR",
    }  # fmt: skip


def docstrings(folder: str) -> Iterator[tuple[str, str]]:
    """The docstrings of the functions in a folder of `bitcode`, with the place of each."""
    for path in sorted(Path(pyllvm.bitcode.__file__).with_name(folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                yield f"{folder}/{path.name}:{node.lineno}", ast.get_docstring(node) or ""


def test_readers_and_writers_leave_the_operands_to_the_table() -> None:
    repeated = [
        place for folder in ("reader", "writer") for place, text in docstrings(folder) if re.search(r"[A-Z]{2}.*: \[[a-z]", text)
    ]
    assert repeated == []


@pytest.mark.parametrize("folder", ["reader", "writer"])
def test_readers_and_writers_name_records_that_have_a_shape(folder: str) -> None:
    names = {record.name for block in records.BLOCKS.values() for record in block.records.values()}
    named: set[str] = set()
    for place, text in docstrings(folder):
        found = re.match(r"(?:Read|Write) ([A-Z][A-Z0-9_]+(?:(?:, | and )[A-Z][A-Z0-9_]+)*)", text)
        for name in re.split(r", | and ", found[1]) if found is not None else ():
            assert {name, f"INST_{name}"} & names, f"{place}: {name}"
            named.add(name)
    assert len(named) > 30

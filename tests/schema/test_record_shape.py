"""The short form of a record's shape: names and meanings, conditions, repetition."""

from __future__ import annotations

from pyllvm.schema.record_shape import NOT_REPEATED, TO_THE_END, RecordShape, ShapeCondition
from rows import each_row


def test_an_operand_without_a_meaning_is_a_number() -> None:
    shape = RecordShape("ptr:value volatile")
    assert shape.items is shape.items
    first, second = shape.items
    assert (first.name, first.meaning, first.repeated) == ("ptr", "value", NOT_REPEATED)
    assert (second.name, second.meaning) == ("volatile", "number")


def test_operands_and_groups_are_repeated() -> None:
    count, blocks, cases = RecordShape("count block:block*count (case:absolute target:block)*").items
    assert (count.repeated, blocks.repeated, cases.repeated) == (NOT_REPEATED, "count", TO_THE_END)
    assert cases.items is not None
    assert [item.name for item in cases.items] == ["case", "target"]


def test_groups_may_be_inside_groups() -> None:
    (outer,) = RecordShape("(items (low high)*items target:block)*").items
    assert outer.items is not None
    inner = outer.items[1]
    assert inner.items is not None
    assert (inner.repeated, [item.name for item in inner.items]) == ("items", ["low", "high"])


def test_a_repetition_may_have_a_condition() -> None:
    (stack,) = RecordShape("stack:guid*?version<12").items
    assert (stack.name, stack.repeated) == ("stack", TO_THE_END)
    assert stack.condition is not None
    assert stack.condition.holds({"version": 11})
    assert not stack.condition.holds({"version": 12})


@each_row(
    ("words", "value", "holds"),
    [
        ("bits&8", 12, True),
        ("bits&8", 4, False),
        ("bits&0x8000", 0x8000, True),
        ("!bits&8", 4, True),
        ("bits=4", 4, True),
        ("bits=4", 5, False),
        ("bits>=4", 4, True),
        ("bits>=4", 3, False),
        ("bits<4", 3, True),
        ("bits<4", 4, False),
    ],
)
def test_conditions(words: str, value: int, holds: bool) -> None:
    assert ShapeCondition(words).holds({"bits": value}) == holds


def test_what_is_not_known_is_0() -> None:
    assert ShapeCondition("bits<1").holds({})


@each_row(
    ("words", "is_instruction", "ends_block", "result"),
    [
        ("value -> type of value", True, False, "type of value"),
        ("value ->", True, False, ""),
        ("value", False, False, ""),
        ("block -> end", True, True, ""),
        ("block -> end type of value", True, True, "type of value"),
    ],
)
def test_results_of_records(words: str, is_instruction: bool, ends_block: bool, result: str) -> None:
    shape = RecordShape(words)
    assert (shape.is_instruction, shape.ends_block, shape.result) == (is_instruction, ends_block, result)

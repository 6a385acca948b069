"""The words of slots in records, each as it is read and written."""

import pytest
from tests.schema.numbered import Numbered, Numbers

from pyllvm.schema.describe import node, record
from pyllvm.schema.kinds import Boolean, References, Unsigned
from pyllvm.schema.node import Field, any_holds, conditions_of, decode_node, encode_node
from pyllvm.schema.sides import MetadataNumbers, MetadataSource, RecordError
from rows import each_row

SMALL = Unsigned(0xFFFF, 0xFFFF)


@each_row(
    ("slots", "operands", "written"),
    [
        ("a b", [1, 2, False], [0, 1, 2]),
        ("a 0 b", [1, 2, False], [0, 1, 0, 2]),
        ("a= b", [-1, 2, False], [0, (1 << 64) - 1, 2]),
        ("a~ b", [-1, 2, False], [0, 1, 2]),
        ("b a~b", [-2, 0, False], [0, 0, 3]),
        ("b a~b", [(1 << 64) - 2, 1, False], [0, 1, 3]),
        ("a:0:4+b:4:4", [5, 6, False], [0, 0x65]),
        ("a|b", [4, 0, False], [0, 4]),
        ("a|b", [0, 4, False], [0, 1 << 63 | 4]),
        ("low/a:0:3 high/a:2:1", [6, 0, False], [0, 2, 1]),
    ],
)
def test_slots(slots: str, operands: list[object], written: list[int]) -> None:
    fields = [Field("a", SMALL, 0), Field("b", SMALL, 0), Field("c", Boolean(), False)]
    spec = node("Example", 1, fields, [record(slots)], "")
    assert encode_node(spec, operands, False, 19, MetadataNumbers()) == written
    assert decode_node(spec, written, MetadataSource()) == (False, operands)


def test_a_slot_since_a_version() -> None:
    spec = node("Example", 1, [Field("a", SMALL, 7), Field("b", SMALL, 0)], [record("b a@20", shortest=2)], "")
    assert encode_node(spec, [1, 2], False, 19, MetadataNumbers()) == [0, 2]
    assert encode_node(spec, [1, 2], False, 20, MetadataNumbers()) == [0, 2, 1]
    assert decode_node(spec, [0, 2], MetadataSource()) == (False, [7, 2])


def test_a_bit_of_the_first_operand() -> None:
    spec = node("Example", 1, [Field("c", Boolean(), False)], [record("", marks=4, mask=4, value=4, bits="c:1")], "")
    assert encode_node(spec, [True], True, 19, MetadataNumbers()) == [7]
    assert decode_node(spec, [6], MetadataSource()) == (False, [True])


@pytest.mark.parametrize(
    ("tail", "operands", "written"),
    [
        ("rest", [3, 0, False, "4", None, "0"], [0, 3, 5, 0, 1]),
        ("plain", [3, 0, False, "4", "0"], [0, 3, 4, 0]),
        ("wide b a c", [8, -3, False], [0, 8, 506]),
        ("wide b a c", [8, 253, True], [0, 8, 506]),
    ],
)
def test_tails(tail: str, operands: list[object], written: list[int]) -> None:
    rest = Field("", References()) if not tail.startswith("wide") else None
    fields = [Field("a", SMALL, 0), Field("b", SMALL, 0), Field("c", Boolean(), False)]
    spec = node("Example", 1, fields, [record("a", tail=tail)], "", rest=rest)
    assert encode_node(spec, operands, False, 19, Numbers()) == written
    if not operands[2]:
        assert decode_node(spec, written, Numbered()) == (False, operands)


def test_a_tail_of_two_wide_numbers_with_their_widths() -> None:
    fields = [Field(name, SMALL, 0) for name in ("low", "bits", "high", "bits2")]
    spec = node("Example", 1, fields, [record("", tail="widths low bits high bits2")], "")
    written = encode_node(spec, [5, 8, 300, 16], False, 19, MetadataNumbers())
    assert written == [0, 1 << 32 | 8, 10, 1 << 32 | 16, 600]
    assert decode_node(spec, written, MetadataSource()) == (False, [5, 8, 300, 16])
    for cut in (1, 2, 3, 4):
        with pytest.raises(RecordError):
            decode_node(spec, written[:cut], MetadataSource())


def test_conditions_of_words() -> None:
    operands: list[object] = [6]
    for words, holds in (("a", True), ("a&2", True), ("a&0x8", False), ("a=6", True), ("a=0x7", False), ("a=7 a&4", True)):
        assert any_holds(conditions_of(words), operands) == holds, words


def test_fields_are_found_by_their_names() -> None:
    spec = node("Example", 1, [Field("a", SMALL, 0), Field("b", SMALL, 0)], [record("a b")], "")
    assert (spec.index_of("b"), spec.has_field("a"), spec.has_field("c")) == (1, True, False)
    with pytest.raises(KeyError):
        spec.index_of("c")


def test_a_shape_that_is_only_read() -> None:
    spec = node("Example", 1, [Field("a", SMALL, 0)], [record("0 a", written=False), record("a")], "")
    assert decode_node(spec, [0, 9, 5], MetadataSource()) == (False, [5])
    assert encode_node(spec, [5], False, 19, MetadataNumbers()) == [0, 5]

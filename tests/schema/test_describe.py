"""The words of slots in records, each as it is read and written."""

import pytest

from pyllvm.schema.describe import node, record
from pyllvm.schema.kinds import Boolean, Unsigned
from pyllvm.schema.node import Field, decode_node, encode_node
from pyllvm.schema.sides import MetadataNumbers, MetadataSource

SMALL = Unsigned(0xFFFF, 0xFFFF)


@pytest.mark.parametrize(
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


def test_a_shape_that_is_only_read() -> None:
    spec = node("Example", 1, [Field("a", SMALL, 0)], [record("0 a", written=False), record("a")], "")
    assert decode_node(spec, [0, 9, 5], MetadataSource()) == (False, [5])
    assert encode_node(spec, [5], False, 19, MetadataNumbers()) == [0, 5]

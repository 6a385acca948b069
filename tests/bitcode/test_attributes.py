"""PARAMATTR records: what they decode to, what they are encoded to, and what is wrong with malformed ones."""

from __future__ import annotations

import pytest

from pyllvm.bitcode.attributes import UnknownAttribute, decode_bitmap, decode_group, decode_list, decode_old_list, encode_group
from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.attributes import FUNCTION_INDEX, Attribute, AttributeList, AttributeSet, memory_value
from pyllvm.ir.types import Context, Type
from pyllvm.versions import NEXT
from rows import each_row

CONTEXT = Context()
TYPES: list[Type] = [CONTEXT.integer(8), CONTEXT.integer(32)]


def type_of(number: int) -> Type | None:
    return TYPES[number] if number < len(TYPES) else None


def text(word: str) -> list[int]:
    return [*word.encode(), 0]


MASK = 2**64 - 1

# version, what follows group id and place in the record, attribute
RECORDS: list[tuple[int, list[int], Attribute]] = [
    (8, [0, 18], Attribute.of("nounwind")),
    (8, [0, 3], Attribute.of_type("byval", None)),
    (9, [5, 3], Attribute.of_type("byval", None)),
    (9, [6, 3, 1], Attribute.of_type("byval", TYPES[1])),
    (14, [0, 33], Attribute.of("uwtable")),
    (15, [1, 33, 2], Attribute.of("uwtable")),
    (15, [1, 33, 1], Attribute.of_integer("uwtable", 1)),
    (14, [1, 1, 16], Attribute.of_integer("align", 16)),
    (14, [3, *text("key")], Attribute.of_string("key")),
    (14, [4, *text("key"), *text("v")], Attribute.of_string("key", "v")),
    (14, [4, *text("k"), 0xFFFFFFFFFFFFFFC3, 0xFFFFFFFFFFFFFFA9, 0], Attribute.of_string("k", "\u00e9")),
    (20, [1, 86, 0b010001], Attribute.of_integer("memory", memory_value(20, 1, {"inaccessiblemem": 0}))),
    (21, [1, 86, 1 << 56 | 0b01_00_00_01], Attribute.of_integer("memory", 0b01_00_00_01)),
    (22, [1, 86, 1 << 56 | 0b01_01_01_01_01_01], Attribute.of_integer("memory", memory_value(22, 1, {}))),
    (19, [7, 92, 32, 9, 10], Attribute.of_ranges("range", 32, ((-4, 5),))),
    (19, [7, 92, 64, 1, 2], Attribute.of_ranges("range", 64, ((-(2**63), 1),))),
    (19, [7, 92, 1, 3, 0], Attribute.of_ranges("range", 1, ((-1, 0),))),
    (19, [7, 92, 128, 2 << 32 | 2, 9, 3, 2, 2], Attribute.of_ranges("range", 128, ((-4, 2**64 + 1),))),
    (19, [8, 94, 2, 64, 9, 10, 16, 24], Attribute.of_ranges("initializes", 64, ((-4, 5), (8, 12)))),
]


@each_row(("version", "record", "attribute"), RECORDS)
def test_group_records_both_ways(version: int, record: list[int], attribute: Attribute) -> None:
    unknown: list[UnknownAttribute] = []
    whole = [7, 1, *record]
    group, place, attributes = decode_group(whole, type_of, NEXT, unknown)
    assert (group, place, unknown) == (7, 1, [])
    assert attributes == AttributeSet([attribute])
    assert encode_group(7, 1, attributes, version, TYPES.index) == whole


def test_a_wide_number_of_all_ones_has_all_its_words() -> None:
    attributes = AttributeSet([Attribute.of_ranges("range", 128, ((-1, 0),))])
    record = encode_group(1, 0, attributes, 19, TYPES.index)
    assert record[2:] == [7, 92, 128, 1 << 32 | 2, 3, 3, 0]
    assert decode_group(record, type_of, NEXT, [])[2] == attributes


def test_the_order_in_a_record_is_that_of_the_version() -> None:
    attributes = AttributeSet([Attribute.of("uwtable"), Attribute.of_integer("alignstack", 8), Attribute.of("cold")])
    assert encode_group(1, FUNCTION_INDEX, attributes, 14, TYPES.index)[2:] == [0, 36, 0, 33, 1, 25, 8]
    assert encode_group(1, FUNCTION_INDEX, attributes, 15, TYPES.index)[2:] == [0, 36, 1, 25, 8, 1, 33, 2]


def test_attributes_that_nobody_knows_are_told_and_left_out() -> None:
    unknown: list[UnknownAttribute] = []
    record = [1, 0, 0, 500, 1, 501, 8, 6, 502, 1, 7, 503, 8, 2, 4, 8, 504, 1, 8, 2, 4, 0, 500, 0, 18]
    _, _, attributes = decode_group(record, type_of, NEXT, unknown)
    assert [(one.number, one.has_type) for one in unknown] == [
        (500, False),
        (501, False),
        (502, True),
        (503, False),
        (504, False),
        (500, False),
    ]
    assert attributes == AttributeSet([Attribute.of("nounwind")])


@each_row(
    ("record", "message"),
    [
        ([1], "Invalid grp record"),
        ([1, 0, 0], "Invalid attribute group entry"),
        ([1, 0, 9, 1], "Invalid attribute group entry"),
        ([1, 0, 2, 1], "Invalid attribute group entry"),
        ([1, 0, 0, 1], "Not an enum attribute"),
        ([1, 0, 1, 18, 1], "Not an int attribute"),
        ([1, 0, 1, 1], "Invalid attribute group entry"),
        ([1, 0, 6, 18, 1], "Not a type attribute"),
        ([1, 0, 6, 3], "Invalid attribute group entry"),
        ([1, 0, 6, 3, 99], "Invalid type for value"),
        ([1, 0, 7, 1, 8, 2, 4], "Not a ConstantRange attribute"),
        ([1, 0], "Invalid grp record"),
        ([1, 0, 7, 92], "Too few records for range"),
        ([1, 0, 7, 92, 8, 2], "Too few records for range"),
        ([1, 0, 7, 92, MASK, 2, 4], "Too few records for range"),
        ([1, 0, 7, 92, 128, MASK, 0], "Too few records for range"),
        ([1, 0, 8, 94, 1], "Too few records for constant range list"),
        ([1, 0, 8, 94, MASK, 8, 2, 4], "Too few records for range"),
        ([1, 0, 8, 94, 2, 8, 2, 4, 4, 6], "Invalid (unordered or overlapping) range list"),
    ],
)
def test_malformed_groups(record: list[int], message: str) -> None:
    with pytest.raises(PyllvmError) as raised:
        decode_group(record, type_of, NEXT, [])
    assert raised.value.diagnostic.message == message


@pytest.mark.parametrize("attribute", [Attribute.of_string("a\0b"), Attribute.of_string("a", "b\0")])
def test_a_string_with_nul_cannot_be_written(attribute: Attribute) -> None:
    """A reader would take what follows the NUL for another attribute, as LLVM does with the files that it writes then."""
    with pytest.raises(PyllvmError, match="bitcode cannot hold an attribute that contains a NUL character"):
        encode_group(1, 0, AttributeSet([attribute]), 19, lambda type: 0)


@pytest.mark.parametrize("record", [[1, 0, 3, 107], [1, 0, 4, 107], [1, 0, 4, 107, 0], [1, 0, 4, 107, 0, 118]])
def test_a_string_ends_before_the_record_does(record: list[int]) -> None:
    with pytest.raises(PyllvmError, match="Invalid attribute group entry"):
        decode_group(record, type_of, NEXT, [])


def test_lists_join_groups_by_place() -> None:
    cold = AttributeSet([Attribute.of("cold")])
    nest = AttributeSet([Attribute.of("nest")])
    groups = {1: (FUNCTION_INDEX, cold), 2: (1, nest), 3: (FUNCTION_INDEX, AttributeSet([Attribute.of_string("k")]))}
    joined = decode_list([2, 1, 3, 99], groups)
    assert joined == AttributeList(cold.adding(Attribute.of_string("k")), parameters={0: nest})


def test_the_oldest_lists_are_bitmaps() -> None:
    record = [FUNCTION_INDEX, 1 << 5 | 1 << 41, 0, 1, 2, 1 << 7 | 8 << 16]
    joined = decode_old_list(record)
    assert joined.function == AttributeSet([Attribute.of("nounwind"), Attribute.of("uwtable")])
    assert joined.returned == AttributeSet([Attribute.of("zeroext")])
    byval = Attribute.of_type("byval", None)
    assert joined.parameter(1) == AttributeSet([byval, Attribute.of_integer("align", 8)])


def test_the_oldest_stack_alignment() -> None:
    assert decode_bitmap(5 << 37) == AttributeSet([Attribute.of_integer("alignstack", 16)])


@pytest.mark.parametrize("record", [[0], [0, 3 << 16]])
def test_malformed_bitmaps(record: list[int]) -> None:
    with pytest.raises(PyllvmError, match="Invalid record"):
        decode_old_list(record)


def test_numbers_of_groups_and_places_have_32_bits() -> None:
    """LLVM keeps them in 32 bits, so that a place above these is a place below: here the function's."""
    above = 2**32
    group, place, attributes = decode_group([7 + above, FUNCTION_INDEX + above, 0, 18], type_of, 19, [])
    assert (group, place) == (7, FUNCTION_INDEX)
    assert decode_list([7 + 2 * above], {group: (place, attributes)}).function == attributes
    assert decode_old_list([1 + above, 1 << 5]).parameter(0) == decode_old_list([1, 1 << 5]).parameter(0)


@pytest.mark.parametrize("number", [0, 1 << 10, 1 << 40])
def test_nofpclass_of_no_known_class_is_left_out(number: int) -> None:
    """LLVM's reader keeps the bits of the classes, and adds no attribute without any."""
    nofpclass = 87
    assert not decode_group([1, 1, 1, nofpclass, number], type_of, 22, [])[2].attributes
    (kept,) = decode_group([1, 1, 1, nofpclass, number | 3], type_of, 22, [])[2].attributes
    assert kept.integer == 3

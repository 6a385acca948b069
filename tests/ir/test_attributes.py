"""Attributes, sets and lists as values, and their text in each version."""

from __future__ import annotations

import pytest

from pyllvm.ir.attribute_types import incompatible_attributes, is_incompatible
from pyllvm.ir.attributes import (
    EMPTY_LIST,
    EMPTY_SET,
    FUNCTION_INDEX,
    Attribute,
    AttributeList,
    AttributeSet,
    memory_value,
)
from pyllvm.ir.types import Context, Type
from rows import each_row

CONTEXT = Context()
I32 = CONTEXT.integer(32)


def type_string(type: Type) -> str:
    assert type is I32
    return "i32"


# attribute, version, its text on its own, its text in a group ("" where that is the same)
SPELLINGS: list[tuple[Attribute, int, str, str]] = [
    (Attribute.of("nounwind"), 8, "nounwind", ""),
    (Attribute.of_integer("align", 8), 14, "align 8", "align=8"),
    (Attribute.of_integer("alignstack", 8), 14, "alignstack(8)", "alignstack=8"),
    (Attribute.of_integer("dereferenceable", 8), 22, "dereferenceable(8)", "dereferenceable=8"),
    (Attribute.of_integer("dereferenceable_or_null", 1), 8, "dereferenceable_or_null(1)", "dereferenceable_or_null=1"),
    (Attribute.of_integer("allocsize", 0xFFFFFFFF), 14, "allocsize(0)", ""),
    (Attribute.of_integer("allocsize", 1 << 32), 14, "allocsize(1,0)", ""),
    (Attribute.of_integer("vscale_range", 2 << 32 | 16), 14, "vscale_range(2,16)", ""),
    (Attribute.of("uwtable"), 14, "uwtable", ""),
    (Attribute.of("uwtable"), 15, "uwtable", ""),
    (Attribute.of_integer("uwtable", 1), 15, "uwtable(sync)", ""),
    (Attribute.of_integer("uwtable", 1), 14, "uwtable", ""),
    (Attribute.of_integer("allockind", 17), 15, 'allockind("alloc,zeroed")', ""),
    (Attribute.of_integer("allockind", 34), 15, 'allockind("realloc,aligned")', ""),
    (Attribute.of_type("byval", I32), 14, "byval(i32)", ""),
    (Attribute.of_type("byval", I32), 8, "byval", ""),
    (Attribute.of_type("byval", None), 9, "byval", ""),
    (Attribute.of_integer("nofpclass", 0x207), 17, "nofpclass(nan inf)", ""),
    (Attribute.of_integer("nofpclass", 0x3FF), 17, "nofpclass(all)", ""),
    (Attribute.of_integer("nofpclass", 0x061), 17, "nofpclass(snan zero)", ""),
    (Attribute.of_ranges("range", 8, ((-4, 5),)), 19, "range(i8 -4, 5)", ""),
    (Attribute.of_ranges("initializes", 64, ((0, 4), (8, 12))), 19, "initializes((0, 4), (8, 12))", ""),
    (Attribute.of_integer("captures", 0), 21, "captures(none)", ""),
    (Attribute.of_integer("captures", 0x11), 21, "captures(address_is_null)", ""),
    (Attribute.of_integer("captures", 0x0F), 21, "captures(ret: address, provenance)", ""),
    (Attribute.of_integer("captures", 0x37), 21, "captures(address, ret: address, read_provenance)", ""),
    (Attribute.of_integer("denormal_fpenv", 0), 23, "denormal_fpenv(ieee)", ""),
    (Attribute.of_integer("denormal_fpenv", 0x11), 23, "denormal_fpenv(preservesign|ieee)", ""),
    (Attribute.of_integer("denormal_fpenv", 0x50), 23, "denormal_fpenv(float: preservesign)", ""),
    (Attribute.of_integer("denormal_fpenv", 0x05), 23, "denormal_fpenv(preservesign, float: ieee)", ""),
    (Attribute.of_string("key"), 14, '"key"', ""),
    (Attribute.of_string("key", 'a"\x01\u00e9\udcff'), 14, '"key"="a\\22\\01\\C3\\A9\\FF"', ""),
    (Attribute.of_string("key", "a\\b"), 9, '"key"="a\\5Cb"', ""),
    (Attribute.of_string("key", "a\\b"), 10, '"key"="a\\\\b"', ""),
]


@each_row(("attribute", "version", "alone", "in_group"), SPELLINGS)
def test_spelling(attribute: Attribute, version: int, alone: str, in_group: str) -> None:
    assert attribute.as_string(version, False, type_string) == alone
    assert attribute.as_string(version, True, type_string) == (in_group or alone)


NONE, READ, WRITE, READWRITE = range(4)


@pytest.mark.parametrize(
    ("version", "default", "accesses", "text"),
    [
        (16, NONE, {}, "memory(none)"),
        (16, READWRITE, {}, "memory(readwrite)"),
        (16, NONE, {"argmem": READ}, "memory(argmem: read)"),
        (16, NONE, {"argmem": READWRITE, "inaccessiblemem": WRITE}, "memory(argmem: readwrite, inaccessiblemem: write)"),
        (19, READ, {"argmem": NONE}, "memory(read, argmem: none)"),
        (21, NONE, {"errnomem": WRITE}, "memory(errnomem: write)"),
        (22, READ, {"target_mem0": NONE}, "memory(read, target_mem0: none)"),
        (22, READ, {"target_mem0": NONE, "target_mem1": NONE}, "memory(read, target_mem0: none, target_mem1: none)"),
        (23, READ, {"target_mem0": NONE, "target_mem1": NONE}, "memory(read, target_mem: none)"),
        (23, READ, {"target_mem0": NONE, "target_mem1": WRITE}, "memory(read, target_mem0: none, target_mem1: write)"),
    ],
)
def test_memory(version: int, default: int, accesses: dict[str, int], text: str) -> None:
    assert Attribute.of_integer("memory", memory_value(version, default, accesses)).as_string(version) == text


def test_an_older_version_does_not_print_the_locations_it_lacks() -> None:
    value = memory_value(22, READ, {"target_mem0": NONE, "errnomem": NONE})
    assert Attribute.of_integer("memory", value).as_string(20) == "memory(read)"


def test_a_set_is_in_the_order_of_the_version() -> None:
    mixed = AttributeSet(
        [
            Attribute.of_string("b"),
            Attribute.of_integer("align", 4),
            Attribute.of("zeroext"),
            Attribute.of("safestack"),
            Attribute.of("signext"),
            Attribute.of("uwtable"),
            Attribute.of("willreturn"),
            Attribute.of("mustprogress"),
            Attribute.of_string("B"),
            Attribute.of_type("byval", I32),
            Attribute.of("alwaysinline"),
        ]
    )
    first = "alwaysinline mustprogress"
    last = '"B" "b"'
    in_8 = f"alwaysinline byval mustprogress signext safestack uwtable willreturn zeroext align 4 {last}"
    in_12 = f"alwaysinline signext safestack uwtable willreturn mustprogress zeroext byval(i32) align 4 {last}"
    in_14 = f"{first} signext safestack uwtable willreturn zeroext byval(i32) align 4 {last}"
    in_15 = f"{first} signext safestack willreturn zeroext byval(i32) align 4 uwtable {last}"
    for version, expected in ((8, in_8), (12, in_12), (14, in_14), (15, in_15), (22, in_15)):
        assert mixed.as_string(version, False, type_string) == expected


def test_the_comment_above_a_function_leaves_string_attributes_out() -> None:
    function = AttributeSet([Attribute.of_string("k"), Attribute.of_integer("alignstack", 8), Attribute.of("cold")])
    assert function.comment_string(14) == "cold alignstack(8)"
    assert function.as_string(14, in_attribute_group=True) == 'cold alignstack=8 "k"'
    assert AttributeSet([Attribute.of_string("k")]).comment_string(14) == ""


def test_of_one_kind_or_key_the_last_counts() -> None:
    one = AttributeSet(
        [
            Attribute.of_integer("align", 4),
            Attribute.of_string("k", "1"),
            Attribute.of_integer("align", 8),
            Attribute.of_string("k", "2"),
        ]
    )
    assert one == AttributeSet([Attribute.of_string("k", "2"), Attribute.of_integer("align", 8)])
    assert len(one) == 2


def test_sets_are_equal_by_content_and_serve_as_keys() -> None:
    one = AttributeSet([Attribute.of("cold"), Attribute.of_type("byval", I32)])
    other = AttributeSet([Attribute.of_type("byval", I32), Attribute.of("cold")])
    assert one == other
    assert {one: 1}[other] == 1
    assert one != AttributeSet([Attribute.of("cold"), Attribute.of_type("byval", CONTEXT.integer(8))])
    assert Attribute.of_string("align") != Attribute.of_integer("align", 0)


def test_adding_and_removing_make_new_sets() -> None:
    cold = AttributeSet([Attribute.of("cold")])
    both = cold.adding(Attribute.of_string("k", "v"))
    assert "k" in both
    assert "k" not in cold
    assert both.removing("k") == cold
    found = both.find("k")
    assert found is not None
    assert found.value == "v"


def test_a_list_gives_its_sets_function_first() -> None:
    cold = AttributeSet([Attribute.of("cold")])
    nest = AttributeSet([Attribute.of("nest")])
    zeroext = AttributeSet([Attribute.of("zeroext")])
    whole = AttributeList.of_sets(cold, zeroext, [EMPTY_SET, nest, EMPTY_SET])
    assert whole.indexed() == [(FUNCTION_INDEX, cold), (0, zeroext), (2, nest)]
    assert AttributeList.of_indexed(reversed(whole.indexed())) == whole
    assert whole.parameter(1) == nest
    assert whole.parameter(7) is EMPTY_SET
    assert {whole: 1}[AttributeList(cold, zeroext, {1: nest})] == 1


def test_a_list_with_another_set() -> None:
    nest = AttributeSet([Attribute.of("nest")])
    assert EMPTY_LIST.with_parameter(3, nest).indexed() == [(4, nest)]
    assert EMPTY_LIST.with_returned(nest).indexed() == [(0, nest)]
    assert EMPTY_LIST.with_function(nest).with_function(EMPTY_SET) == EMPTY_LIST
    assert not EMPTY_LIST


def test_a_parameter_with_a_huge_number_costs_nothing() -> None:
    nest = AttributeSet([Attribute.of("nest")])
    assert AttributeList.of_indexed([(0xFFFFFFFE, nest)]).indexed() == [(0xFFFFFFFE, nest)]


_ALL = "inalloca nest noalias nocapture nonnull readnone readonly"
_LAST = "dereferenceable(1) dereferenceable_or_null(1)"


@pytest.mark.parametrize(
    ("version", "of_float", "of_integer"),
    [
        (8, f"byval {_ALL} signext sret zeroext {_LAST}", f"byval {_ALL} sret {_LAST}"),
        (10, f"{_ALL} signext sret zeroext byval {_LAST}", f"{_ALL} sret byval {_LAST}"),
        (
            11,
            f"{_ALL} signext sret zeroext byval(float) preallocated(float) {_LAST}",
            f"{_ALL} sret byval(i32) preallocated(i32) {_LAST}",
        ),
    ],
)
def test_what_a_type_cannot_have_is_listed_as_in_messages_of_llvm(version: int, of_float: str, of_integer: str) -> None:
    assert incompatible_attributes(CONTEXT.floating_point("float"), version) == of_float
    assert incompatible_attributes(I32, version) == of_integer
    assert incompatible_attributes(CONTEXT.pointer(), version) == "signext zeroext"


_INTEGERS = CONTEXT.vector(I32, 4)
_POINTERS = CONTEXT.vector(CONTEXT.pointer(), 4)
_FLOAT = CONTEXT.floating_point("float")


@each_row(
    ("word", "version", "fits", "does_not_fit"),
    [
        ("zeroext", 22, [I32], [_INTEGERS, _FLOAT]),
        ("nonnull", 22, [CONTEXT.pointer()], [_POINTERS, I32]),
        ("align", 8, [CONTEXT.pointer(), I32], []),
        ("align", 14, [CONTEXT.pointer(), _POINTERS], [I32, _INTEGERS]),
        ("allocptr", 22, [CONTEXT.pointer()], [I32]),
        ("captures", 20, [CONTEXT.pointer(), I32], []),
        ("captures", 21, [CONTEXT.pointer()], [I32]),
        ("noundef", 22, [I32], [CONTEXT.void]),
        ("range", 22, [I32, _INTEGERS], [_FLOAT, CONTEXT.pointer()]),
        ("nofpclass", 19, [_FLOAT, CONTEXT.array(CONTEXT.array(_FLOAT, 2), 2)], [I32, CONTEXT.literal_struct([_FLOAT])]),
        (
            "nofpclass",
            20,
            [CONTEXT.literal_struct([_FLOAT, _FLOAT])],
            [CONTEXT.literal_struct([_FLOAT, I32]), CONTEXT.literal_struct([]), CONTEXT.named_struct("s", [_FLOAT])],
        ),
        ("allocalign", 22, [I32], [_INTEGERS, CONTEXT.pointer()]),
        ("cold", 22, [I32, CONTEXT.void], []),
    ],
)
def test_some_types_cannot_have_an_attribute(word: str, version: int, fits: list[Type], does_not_fit: list[Type]) -> None:
    assert [type for type in (*fits, *does_not_fit) if is_incompatible(word, type, version)] == does_not_fit

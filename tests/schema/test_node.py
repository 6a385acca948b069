"""Nodes as records and text, by a description of the test's own and by those of LLVM's oldest records."""

import pytest
from tests.schema.numbered import Numbered, Numbers

from pyllvm.schema import raw
from pyllvm.schema.describe import node, record
from pyllvm.schema.kinds import Boolean, Reference, Signed, String, Unsigned
from pyllvm.schema.node import NEVER, Field, NodeSpec, decode_node, encode_node, parse_node, show_node
from pyllvm.schema.raw import FieldError, RawValue
from pyllvm.schema.sides import MetadataBuilder, MetadataText, NoRepresentation, RecordError
from pyllvm.tables.metadata_nodes import SPECIALIZED_NODES
from rows import each_row

NODE = node(
    "Example",
    99,
    [
        Field("name", String()),
        Field("scope", Reference(nullable=True)),
        Field("line", Unsigned(255, 255), 7),
        Field("offset", Signed(8), 0),
        Field("flag", Boolean(), False),
    ],
    [
        record("scope name line offset@10", since=9, marks=4, mask=4, value=4, shortest=3, bits="flag:1"),
        record("name 0 line flag", until=8, mask=4, value=0),
    ],
    "scope name",
)


def test_layouts_are_told_by_marks_and_length() -> None:
    source = Numbered()
    assert decode_node(NODE, [4 | 2 | 1, 3, 0, 9, 0xFF], source) == (True, [None, "2", 9, -1, True])
    assert decode_node(NODE, [4, 3, 5], source) == (False, ["4", "2", 7, 0, False])
    assert decode_node(NODE, [0, 5, 77, 9, 1], source) == (False, ["4", None, 9, 0, True])


@pytest.mark.parametrize("operands", [[], [4, 1], [4, 0, 0, 0, 0, 0], [0, 1, 2], [0, 1, 2, 3, 4, 5]])
def test_other_lengths_are_refused(operands: list[int]) -> None:
    with pytest.raises(RecordError, match="a Example record of"):
        decode_node(NODE, operands, Numbered())


def test_records_by_version() -> None:
    operands: list[object] = ["4", "2", 9, -1, True]
    assert encode_node(NODE, operands, True, 10, Numbers()) == [7, 3, 5, 9, 0xFFFFFFFFFFFFFFFF]
    assert encode_node(NODE, operands, False, 9, Numbers()) == [6, 3, 5, 9]
    assert encode_node(NODE, operands, False, 8, Numbers()) == [0, 5, 0, 9, 1]


def test_references_in_llvms_order() -> None:
    assert NODE.references(["4", "2", 9, 0, False], 19) == ["2", "4"]
    generic = SPECIALIZED_NODES["GenericDINode"]
    assert generic.references([3, "head", "a", None, "b"], 19) == ["head", "a", None, "b"]


OLD_RECORDS = [
    # subprograms of before LLVM 8: flags apart; before 4 no unit, a function or nothing in its place
    ("DISubprogram", [1, 1, 2, 3, 4, 5, 6, 1, 1, 9, 10, 2, 12, 13, 1, 16, 17, 18], {"spFlags": 0x1E, "declaration": "16"}),
    ("DISubprogram", [1, 1, 2, 3, 4, 5, 6, 0, 0, 9, 10, 0, 12, 13, 0, 15, 16, 17, 18], {"unit": None, "templateParams": "15"}),
    (
        "DISubprogram",
        [3, 1, 2, 3, 4, 5, 6, 0, 0, 9, 10, 0, 12, 13, 0, 15, 16, 17, 18, 19, 20],
        {"unit": "14", "thrownTypes": "19"},
    ),
    ("DISubrange", [0, 10, 5], {"count": 10, "lowerBound": -3}),
    ("DISubrange", [2, 10, 5], {"count": "9", "lowerBound": -3}),
    ("DIEnumerator", [2, 1, 5], {"value": 0xFFFFFFFFFFFFFFFF, "isUnsigned": True, "width": 64}),
    ("DIGlobalVariable", [0, 1, 2, 3, 4, 5, 6, 1, 0, 9, 10], {"declaration": "9", "isLocal": True, "align": 0}),
    ("DILocalVariable", [0, 257, 1, 2, 3, 4, 5, 6, 7, 8], {"scope": "0", "flags": 7, "align": 0}),
    ("DILocalVariable", [0, 1, 2, 3, 4, 5, 6, 7], {"scope": "0", "flags": 7}),
    ("DINamespace", [2, 1, 2, 3, 4], {"name": "2", "scope": "0", "exportSymbols": True}),
    ("DIImportedEntity", [0, 8, 1, 2, 3, 4], {"line": 0, "name": "3"}),
    ("DIModule", [0, 1, 2, 3, 4, 5], {"scope": "0", "isysroot": "4", "apinotes": None}),
    ("DIFile", [0, 1, 2], {"filename": "0", "checksumkind": 0}),
    ("DICompileUnit", [0, 12, 1, 2, 1, 3, 0, 4, 1, 5, 6, 7, 8, 9], {"splitDebugInlining": True, "imports": "8"}),
]


@each_row(("name", "operands", "expected"), OLD_RECORDS)
def test_old_records(name: str, operands: list[int], expected: dict[str, object]) -> None:
    spec = SPECIALIZED_NODES[name]
    source = Numbered()
    source.llvm_version = 7
    _, values = decode_node(spec, operands, source)
    assert {key: values[spec.index_of(key)] for key in expected} == expected


def test_a_wide_integer_is_not_wider_than_the_record() -> None:
    with pytest.raises(RecordError):
        decode_node(SPECIALIZED_NODES["DIEnumerator"], [4, 1 << 60, 0, 1], Numbered())
    with pytest.raises(RecordError):
        decode_node(SPECIALIZED_NODES["DIFixedPointType"], [2, 36, 0, 0, 0, 0, 0, 0, 0, (1 << 32 | 1) << 20, 1, 1], Numbered())


def test_a_node_is_not_written_for_a_version_without_its_values() -> None:
    spec = SPECIALIZED_NODES["DISubrange"]
    with pytest.raises(NoRepresentation):
        encode_node(spec, ["1", "2", None, None], False, 8, Numbers())


class Letters(MetadataText):
    """Metadata is the text of its operand."""

    def metadata(self, metadata: object | None) -> str:
        return "null" if metadata is None else f"!{metadata}"

    def string_text(self, metadata: object) -> str:
        return str(metadata)


class Strings(MetadataBuilder):
    """A metadata string is its text."""

    def string(self, text: str) -> object:
        return text


def finish_bits(spec: NodeSpec, operands: list[object], labels: set[str], version: int) -> None:
    """A rule over several operands, as tables have them."""
    if version >= 9 and "low" in labels and operands[spec.index_of("low")] == 0:
        raise FieldError("low is 0", raw.AFTER)
    operands[spec.index_of("high")] = version


BITS = node(
    "Bits",
    98,
    [
        Field("low", Unsigned(255, 255), 0),
        Field("isOdd", Boolean(), False, of="flags", mask=1, printed_until=8),
        Field("flags", Unsigned(255, 255), 0, since=9, unless="low=7"),
        Field("high", Unsigned(255, 255), 0, printed_until=NEVER),
        Field("name", String(), beside="flags&6"),
        Field("hidden", Unsigned(255, 255), 5, written=False),
    ],
    [record("low flags high name hidden")],
    "name@10",
    finish=finish_bits,
)


def number(value: int) -> RawValue:
    return RawValue(raw.INTEGER, value)


def test_labels_of_some_bits_and_of_the_whole() -> None:
    assert parse_node(BITS, ["isOdd"], [RawValue(raw.BOOLEAN, 1)], False, 8, Strings()) == [0, 1, 8, None, 5]
    assert parse_node(BITS, ["flags"], [number(6)], False, 9, Strings()) == [0, 6, 9, None, 5]


def test_a_label_belongs_to_versions() -> None:
    with pytest.raises(FieldError, match="invalid field 'flags'"):
        parse_node(BITS, ["flags"], [number(6)], False, 8, Strings())
    with pytest.raises(FieldError, match="invalid field 'hidden'"):
        parse_node(BITS, ["hidden"], [number(6)], False, 9, Strings())


def test_what_has_labels_but_none_for_all_of_it() -> None:
    assert [[BITS.lacks(index, version) for index in range(6)] for version in (8, 9)] == [
        [False, True, False, False, False, False],
        [False] * 6,
    ]


def test_finish_rejects_and_adjusts() -> None:
    with pytest.raises(FieldError, match="low is 0"):
        parse_node(BITS, ["low"], [number(0)], False, 9, Strings())
    assert parse_node(BITS, ["low"], [number(0)], False, 8, Strings())[2] == 8


@pytest.mark.parametrize(
    ("operands", "version", "text"),
    [
        ([1, 3, 4, "a", 5], 8, '!Bits(low: 1, isOdd: true, name: "a")'),
        ([1, 3, 4, "a", 5], 9, '!Bits(low: 1, flags: 3, name: "a")'),
        ([7, 3, 4, "a", 5], 9, '!Bits(low: 7, name: "a")'),
        ([1, 1, 4, "a", 5], 9, "!Bits(low: 1, flags: 1)"),
        ([0, 0, 0, None, 0], 9, "!Bits()"),
    ],
)
def test_what_is_shown(operands: list[object], version: int, text: str) -> None:
    assert show_node(BITS, operands, version, Letters()) == text


def test_an_operand_is_metadata_since_a_version() -> None:
    assert BITS.references([1, 3, 4, "a", 5], 9) == []
    assert BITS.references([1, 3, 4, "a", 5], 10) == ["a"]
    assert BITS.references([1, 3, 4, "a", 5], 9) == []


def test_a_node_without_fields_is_named_with_its_parentheses() -> None:
    with pytest.raises(FieldError, match=r"missing 'distinct', required for !DIAssignID\(\)$"):
        parse_node(SPECIALIZED_NODES["DIAssignID"], [], [], False, 19, Strings())
    with pytest.raises(FieldError, match=r"missing 'distinct', required for !DICompileUnit$"):
        parse_node(SPECIALIZED_NODES["DICompileUnit"], [], [], False, 19, Strings())

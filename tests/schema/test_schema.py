"""The kinds of field, the shapes of records and the spelling of text, each alone."""

import pytest

from pyllvm.schema import (
    Field,
    MetadataNumbers,
    MetadataSource,
    NameTable,
    NoRepresentation,
    RecordError,
    decode_expression,
    decode_node,
    encode_expression,
    encode_node,
    expression_integer,
)
from pyllvm.schema.describe import node, record
from pyllvm.schema.kinds import Boolean, Reference, Signed, String, Unsigned, literal_width, rotated, unrotated, unzigzag, zigzag
from pyllvm.schema.layout import wide_integer, wide_words
from pyllvm.schema.text import escape
from pyllvm.tables.dwarf_operations import EXPRESSION
from pyllvm.tables.metadata_nodes import SPECIALIZED_NODES


class Numbered(MetadataSource):
    """Metadata number n is the string "n"."""

    def metadata(self, id_plus_one: int) -> object | None:
        return f"{id_plus_one - 1}" if id_plus_one else None

    def metadata_not_null(self, id: int) -> object:
        return f"{id}"

    def string(self, id_plus_one: int) -> object | None:
        return self.metadata(id_plus_one)


class Numbers(MetadataNumbers):
    """The string "n" is metadata number n. (A compiled class is no second base of another.)"""

    def id_or_null(self, metadata: object | None) -> int:
        return 0 if metadata is None else int(str(metadata)) + 1


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("plain text", "plain text"),
        ('a"b\\c', "a\\22b\\\\c"),
        ("\n\0\x7f", "\\0A\\00\\7F"),
        ("größe", "gr\\C3\\B6\\C3\\9Fe"),
        (b"\xff".decode("utf-8", "surrogateescape"), "\\FF"),
        ("", ""),
    ],
)
def test_escape(text: str, escaped: str) -> None:
    assert escape(text) == escaped


def test_escape_of_a_backslash_by_version() -> None:
    assert escape("\\", 9) == "\\5C"
    assert escape("\\", 10) == "\\\\"


@pytest.mark.parametrize(("value", "operand"), [(0, 0), (5, 10), (-1, 1), (-7, 13), (-(1 << 63), (1 << 64) - 1)])
def test_zigzag(value: int, operand: int) -> None:
    assert zigzag(value) == operand
    assert unzigzag(operand) == value


@pytest.mark.parametrize(("value", "operand"), [(0, 0), (5, 10), (-1, 3), (-7, 15), (-(1 << 63), 1)])
def test_sign_in_the_lowest_bit(value: int, operand: int) -> None:
    assert rotated(value) == operand
    assert unrotated(operand) == value


@pytest.mark.parametrize(
    ("value", "bits", "words"),
    [(5, 4, [10]), (-7, 4, [18]), (18446744073709551616999, 74, [1998, 2000]), (0, 1, [0]), (-1, 64, [3])],
)
def test_wide_words(value: int, bits: int, words: list[int]) -> None:
    assert wide_words(value, bits) == words
    assert wide_integer(words, bits, signed=True) == (value if bits != 74 else value - (1 << 74))
    assert wide_integer(words, bits, signed=False) == value & ((1 << bits) - 1)


@pytest.mark.parametrize(("value", "width"), [(0, 1), (1, 1), (5, 3), (-1, 1), (-2, 2), (-8, 4), (255, 8)])
def test_literal_width(value: int, width: int) -> None:
    assert literal_width(value) == width


def test_name_table_knows_versions() -> None:
    table = NameTable("X_", "1 one\n2 two 9-\n2 deux -8\n3 three 10- -11\n")
    assert table.text(2, 8) == "X_deux"
    assert table.text(2, 9) == "X_two"
    assert table.shown(3, 12) == "3"
    assert table.number("X_three", 10) == 3
    assert table.number("X_three", 9) == -1


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


@pytest.mark.parametrize(("name", "operands", "expected"), OLD_RECORDS)
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


@pytest.mark.parametrize(
    ("operands", "elements"),
    [
        ([6, 6, 4096, 0, 8], [6, 4096, 0, 8]),
        ([4, 34, 5], [35, 5]),
        ([4, 28, 5, 6], [16, 5, 28, 6]),
        ([2, 6, 34, 5, 4096, 0, 8], [35, 5, 6, 4096, 0, 8]),
        ([0, 6, 0x9D, 0, 8], [6, 4096, 0, 8]),
        ([1 | 6], []),
    ],
)
def test_expressions_of_every_version(operands: list[int], elements: list[int]) -> None:
    distinct, found = decode_expression(operands)
    assert found == elements
    assert encode_expression(found, distinct) == [6 | operands[0] & 1, *elements]


@pytest.mark.parametrize("operands", [[], [8, 1]])
def test_no_expression(operands: list[int]) -> None:
    with pytest.raises(RecordError):
        decode_expression(operands)


@pytest.mark.parametrize(
    ("elements", "value"),
    [
        ([17, 5], 5),
        ([17, (1 << 64) - 2], -2),
        ([17, 4, 159], 4),
        ([17, 4, 6], None),
        ([16, 4], None),
        ([16, 4, 159], None),
        ([17, 4, 159, 4096, 0, 8], 4),
        ([17, 4, 159, 1, 0, 8], None),
        ([], None),
    ],
)
def test_constant_expressions(elements: list[int], value: int | None) -> None:
    assert expression_integer(elements) == value


@pytest.mark.parametrize(
    ("elements", "version", "shown"),
    [
        ([35, 8, 4096, 0, 8], 14, "DW_OP_plus_uconst, 8, DW_OP_LLVM_fragment, 0, 8"),
        ([4096, 0, 8, 6], 14, "4096, 0, 8, 6"),
        ([4097, 16, 5], 14, "DW_OP_LLVM_convert, 16, DW_ATE_signed"),
        ([4097, 16, 5], 8, "4097, 16, 5"),
        ([35], 14, "35"),
        ([41], 16, "41"),
        ([41], 17, "DW_OP_eq"),
        ([4101, 0, 4099, 1], 14, "4101, 0, 4099, 1"),
        ([4101, 0, 4099, 1], 19, "DW_OP_LLVM_arg, 0, DW_OP_LLVM_entry_value, 1"),
        ([0x73, 8], 14, "DW_OP_breg3, 8"),
        ([22], 14, "22"),
        ([6, 22], 14, "DW_OP_deref, DW_OP_swap"),
    ],
)
def test_expressions_show(elements: list[int], version: int, shown: str) -> None:
    assert EXPRESSION.show(elements, version) == f"!DIExpression({shown})"

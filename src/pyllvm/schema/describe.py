"""The short form in which a table describes a node: `Field(...)`, `record("scope file line")`, `node(...)`."""

from __future__ import annotations

from typing import Final, final

from pyllvm.schema.kinds import ExtentReference, Rotated, TwosComplement
from pyllvm.schema.layout import (
    BitsSlot,
    ChoiceSlot,
    FieldSlot,
    HeadBit,
    Layout,
    PackedSlot,
    ReferencesTail,
    SignSlot,
    Slot,
    Tail,
    WidePairTail,
    WideTail,
)
from pyllvm.schema.node import NEVER, Field, Finish, NodeSpec
from pyllvm.versions import FOREVER

_ROTATED: Final = Rotated()
_TWOS_COMPLEMENT: Final = TwosComplement()
_EXTENT: Final = ExtentReference()
ANY_LENGTH: Final = (1 << 62) - 1


@final
class RecordRow:
    """One shape of a node's record, with its slots, bits and tail still as words; see `record`."""

    def __init__(self, layout: Layout, slots: str, bits: str, tail: str, trailing: str) -> None:
        self.layout: Layout = layout
        self.slots: str = slots
        self.bits: str = bits
        self.tail: str = tail
        self.trailing: str = trailing


def record(
    slots: str,
    *,
    since: int = 0,
    until: int = FOREVER,
    written: bool = True,
    marks: int = 0,
    mask: int = 0,
    value: int = 0,
    shortest: int = 0,
    longest: int = 0,
    bits: str = "",
    tail: str = "",
    trailing: str = "",
    read_since: int = 0,
    read_until: int = FOREVER,
) -> RecordRow:
    """A shape of the record: [distinct | marks, slots ..., tail, trailing slots ...].

    Slots: `name` is a field, with `@14` if LLVM 14 added it, with `?` if it is omitted when null; `0` is an operand
    without meaning; `name=` a plain signed integer; `name~` one with its sign in the lowest bit; `name~unsigned` the
    same, or unsigned if the field `unsigned` is set; `name&` a size as metadata; `name/flags:shift:mask` some bits of
    the field `flags`; `a|b` one of two fields, selected by the highest bit; `a:0:4+b:4:1@19` several fields in one
    operand, each with its lowest bit and its number of bits.
    `bits`: `name:bit`, fields in the first operand. `tail`: `rest` (`plain`: never null), `wide value width unsigned`, or
    `pairs a aWidth b bWidth`. `trailing`: slots after `pairs`.

    Versions `since` to `until` write the shape; none does if it is not `written`. Records with `value` under `mask` in
    the first operand and of `shortest` to `longest` operands, the first included, are read by it (0: the number of
    slots and the first operand). `read_since` and `read_until` restrict it to readers of these versions, for shapes
    that neither marks nor length distinguish.
    """
    count = 1 + len(slots.split())
    if tail:
        longest = ANY_LENGTH
    layout = Layout(
        since,
        until if written else NEVER,
        mask,
        value,
        marks,
        shortest or count,
        longest or count,
        read_since,
        read_until,
    )
    return RecordRow(layout, slots, bits, tail, trailing)


def _slot(word: str, fields: list[Field], index: dict[str, int]) -> Slot:
    since = 0
    at = word.find("@")
    if at >= 0:
        since = int(word[at + 1 :])
        word = word[:at]
    if word == "0":
        return Slot(since)
    if "+" in word or (word.count(":") == 2 and "/" not in word):
        indexes: list[int] = []
        shifts: list[int] = []
        widths: list[int] = []
        for part in word.split("+"):
            pieces = part.split(":")
            indexes.append(index[pieces[0]])
            shifts.append(int(pieces[1]))
            widths.append(int(pieces[2]))
        return PackedSlot(indexes, shifts, widths, since)
    if "/" in word:
        pieces = word.split("/")[1].split(":")
        return BitsSlot(index[pieces[0]], int(pieces[1]), int(pieces[2]))
    if "|" in word:
        pieces = word.split("|")
        return ChoiceSlot(index[pieces[0]], index[pieces[1]])
    if word.endswith("="):
        return FieldSlot(index[word[:-1]], _TWOS_COMPLEMENT, since, False)
    if word.endswith("~"):
        return FieldSlot(index[word[:-1]], _ROTATED, since, False)
    if "~" in word:
        pieces = word.split("~")
        return SignSlot(index[pieces[0]], index[pieces[1]])
    if word.endswith("&"):
        return FieldSlot(index[word[:-1]], _EXTENT, since, False)
    optional = word.endswith("?")
    if optional:
        word = word[:-1]
    position = index[word]
    return FieldSlot(position, fields[position].kind, since, optional)


def _tail(words: list[str], fields: list[Field], index: dict[str, int]) -> Tail | None:
    if not words:
        return None
    if words[0] == "rest" or words[0] == "plain":
        return ReferencesTail(len(fields), words[0] == "plain")
    if words[0] == "wide":
        return WideTail(index[words[1]], index[words[2]], index[words[3]])
    return WidePairTail([index[words[1]], index[words[3]]], [index[words[2]], index[words[4]]])


def _layout(row: RecordRow, fields: list[Field], index: dict[str, int]) -> Layout:
    layout = row.layout
    layout.slots = [_slot(word, fields, index) for word in row.slots.split()]
    for word in row.bits.split():
        pieces = word.split(":")
        layout.bits.append(HeadBit(int(pieces[1]), index[pieces[0]]))
    layout.tail = _tail(row.tail.split(), fields, index)
    layout.trailing = [_slot(word, fields, index) for word in row.trailing.split()]
    return layout


def node(
    name: str,
    code: int,
    rows: list[Field],
    records: list[RecordRow],
    references: str,
    *,
    since: int = 0,
    always_distinct: bool = False,
    distinct_flag: str = "",
    rest: Field | None = None,
    finish: Finish | None = None,
) -> NodeSpec:
    """A kind of node, whose record has the code `code`.

    `references`: the operands that are metadata, in LLVM's order; `size@21` is one since LLVM 21. `since`: the first
    LLVM that has the node. `distinct_flag`: `flags:bit`, a bit that makes the node distinct. `rest`: the label of the
    operands beyond the fields, which is empty if the node is a list without labels. `finish`: see `NodeSpec`.
    """
    fields: list[Field] = []
    index: dict[str, int] = {}
    for row in rows:
        if not row.of:
            index[row.name] = len(fields)
            fields.append(row)
    labels: list[Field] = []
    for row in rows:
        row.bind(index[row.of] if row.of else index[row.name], index)
        if row.written:
            labels.append(row)
    if rest is not None:
        rest.bind(len(fields), index)
        labels.append(rest)
    distinct_index = -1
    distinct_bit = 0
    if distinct_flag:
        pieces = distinct_flag.split(":")
        distinct_index = index[pieces[0]]
        distinct_bit = int(pieces[1])
    positions: list[int] = []
    metadata_since: list[int] = []
    for word in references.split():
        pieces = word.split("@")
        positions.append(index[pieces[0]])
        metadata_since.append(int(pieces[1]) if len(pieces) > 1 else 0)
    return NodeSpec(
        name,
        code,
        since,
        fields,
        labels,
        [_layout(row, fields, index) for row in records],
        positions,
        metadata_since,
        always_distinct,
        distinct_index,
        distinct_bit,
        rest is not None,
        finish,
    )

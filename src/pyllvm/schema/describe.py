"""How a table says what a node is, in few words: `field(...)`, `record("scope file line")`, `node(...)`."""

from typing import Final, final

from pyllvm.schema.kinds import ExtentReference, Kind, Rotated, TwosComplement
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
from pyllvm.schema.node import Condition, Field, Label, NodeSpec

NEVER: Final = 9999
_ROTATED: Final = Rotated()
_TWOS_COMPLEMENT: Final = TwosComplement()
_EXTENT: Final = ExtentReference()


@final
class FieldRow:
    """One row of a node: a field and its label; or, where `of` names a field, only a label of some of its bits."""

    def __init__(
        self,
        name: str,
        kind: Kind,
        default: object,
        since: int,
        until: int,
        always: bool,
        required_until: int,
        written: bool,
        printed: bool,
        printed_until: int,
        beside: str,
        unless: str,
        of: str,
        shift: int,
        mask: int,
        printed_since: int = 0,
    ) -> None:
        self.name: str = name
        self.kind: Kind = kind
        self.default: object = default
        self.printed_since: int = printed_since
        self.since: int = since
        self.until: int = until
        self.always: bool = always
        self.required_until: int = required_until
        self.written: bool = written
        self.printed: bool = printed
        self.printed_until: int = printed_until
        self.beside: str = beside
        self.unless: str = unless
        self.of: str = of
        self.shift: int = shift
        self.mask: int = mask


def field(
    name: str,
    kind: Kind,
    default: object = None,
    *,
    since: int = 0,
    until: int = NEVER,
    always: bool = False,
    required: bool = False,
    required_until: int = -1,
    written: bool = True,
    printed: bool = True,
    printed_since: int = 0,
    beside: str = "",
    unless: str = "",
) -> FieldRow:
    """A field; rows stand in the order of text.

    `always`: printed whatever its value; `required`: text must have it, or must have had it up to version
    `required_until`; `written`: text may have it at all; `beside` and `unless`: printed only when, or not when, one of
    the operands named is set (`name&mask`: some bits of it, `name=number`: that value).
    """
    if required:
        required_until = NEVER
    return FieldRow(
        name,
        kind,
        default,
        since,
        until,
        always,
        required_until,
        written,
        printed,
        until,
        beside,
        unless,
        "",
        0,
        0,
        printed_since,
    )


def label(
    name: str,
    kind: Kind,
    default: object,
    of: str,
    *,
    shift: int = 0,
    mask: int = 0,
    since: int = 0,
    until: int = NEVER,
    always: bool = False,
    printed_until: int = NEVER,
    unless: str = "",
) -> FieldRow:
    """Another word of text for a field that has a row of its own, or for some of its bits."""
    return FieldRow(name, kind, default, since, until, always, -1, True, True, printed_until, "", unless, of, shift, mask)


@final
class RecordRow:
    """One row of the shapes of a node's record; see `record`."""

    def __init__(
        self,
        slots: str,
        since: int,
        until: int,
        marks: int,
        mask: int,
        value: int,
        shortest: int,
        longest: int,
        bits: str,
        tail: str,
        read_since: int,
        read_until: int,
    ) -> None:
        self.slots: str = slots
        self.since: int = since
        self.until: int = until
        self.marks: int = marks
        self.mask: int = mask
        self.value: int = value
        self.shortest: int = shortest
        self.longest: int = longest
        self.bits: str = bits
        self.tail: str = tail
        self.read_since: int = read_since
        self.read_until: int = read_until


def record(
    slots: str,
    *,
    since: int = 0,
    until: int = NEVER,
    marks: int = 0,
    mask: int = 0,
    value: int = 0,
    shortest: int = 0,
    longest: int = 0,
    bits: str = "",
    tail: str = "",
    read_since: int = 0,
    read_until: int = NEVER,
) -> RecordRow:
    """A shape of the record: [distinct | marks, slots ..., tail]; lengths count the first operand.

    Slots: `name`, with `@14` when LLVM 14 added it, `?` when it is left out where null; `0` an operand of no meaning;
    `name=` a plain signed integer; `name~` one with its sign in the lowest bit; `name~unsigned` so, or unsigned where that
    field is set; `name&` a size as metadata; `name/flags:shift:mask` some bits of `flags`; `a|b` one of two, told by the
    highest bit; `a:0:4+b:4:1@19` several fields in one operand.
    `read_since`, `read_until`: only modules of these versions have the shape, where neither marks nor length tell.
    `bits`: `name:bit` fields in the first operand. `tail`: `rest`, `wide value width unsigned`,
    `pairs a aWidth b bWidth`.
    """
    return RecordRow(slots, since, until, marks, mask, value, shortest, longest, bits, tail, read_since, read_until)


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
    if words[0] == "rest":
        return ReferencesTail(len(fields))
    if words[0] == "wide":
        return WideTail(index[words[1]], index[words[2]], index[words[3]])
    return WidePairTail([index[words[1]], index[words[3]]], [index[words[2]], index[words[4]]])


def _layout(row: RecordRow, fields: list[Field], index: dict[str, int]) -> Layout:
    slots: list[Slot] = [_slot(word, fields, index) for word in row.slots.split()]
    bits: list[HeadBit] = []
    for word in row.bits.split():
        pieces = word.split(":")
        bits.append(HeadBit(int(pieces[1]), index[pieces[0]]))
    count = 1 + len(slots)
    tail = _tail(row.tail.split(), fields, index)
    longest = row.longest if row.longest else count
    if tail is not None:
        longest = 1 << 62
    return Layout(
        row.since,
        row.until,
        row.mask,
        row.value,
        row.marks,
        row.shortest if row.shortest else count,
        longest,
        slots,
        bits,
        tail,
        row.read_since,
        row.read_until,
    )


def _tests(words: str, index: dict[str, int]) -> list[Condition]:
    found: list[Condition] = []
    for word in words.split():
        if "=" in word:
            pieces = word.split("=")
            found.append(Condition(index[pieces[0]], 0, int(pieces[1], 0)))
        else:
            pieces = word.split("&")
            found.append(Condition(index[pieces[0]], int(pieces[1]) if len(pieces) > 1 else -1, -1))
    return found


def node(
    name: str,
    code: int,
    rows: list[FieldRow],
    records: list[RecordRow],
    references: str,
    *,
    since: int = 0,
    references_21: str = "",
    always_distinct: bool = False,
    distinct_flag: str = "",
    rest: FieldRow | None = None,
) -> NodeSpec:
    """A kind of node.

    `references`: LLVM's order of the operands that are metadata; `references_21` since LLVM 21 where it differs.
    `distinct_flag`: `flags:bit`, a bit that makes the node distinct. `rest`: the label of the operands beyond the fields.
    """
    fields: list[Field] = []
    index: dict[str, int] = {}
    for row in rows:
        if not row.of:
            index[row.name] = len(fields)
            fields.append(Field(row.name, row.kind, row.default))
    labels: list[Label] = []
    for row in rows if rest is None else [*rows, rest]:
        if not row.written:
            continue
        if row is rest:
            position = len(fields)
        else:
            position = index[row.of] if row.of else index[row.name]
        labels.append(
            Label(
                row.name,
                position,
                row.kind,
                row.default,
                row.since,
                row.until,
                row.always,
                row.required_until,
                row.printed,
                max(row.since, row.printed_since),
                min(row.until, row.printed_until),
                _tests(row.beside, index),
                _tests(row.unless, index),
                row.shift,
                row.mask,
            )
        )
    distinct_index = -1
    distinct_bit = 0
    if distinct_flag:
        pieces = distinct_flag.split(":")
        distinct_index = index[pieces[0]]
        distinct_bit = int(pieces[1])
    order = [index[word] for word in references.split()]
    return NodeSpec(
        name,
        code,
        since,
        fields,
        labels,
        [_layout(row, fields, index) for row in records],
        order,
        [index[word] for word in references_21.split()] if references_21 else order,
        always_distinct,
        distinct_index,
        distinct_bit,
        rest is not None,
    )

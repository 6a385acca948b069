"""The shapes of a node's record: a first operand of marks, slots in order, a tail of any length, and slots after it."""

from typing import Final, final

from pyllvm.schema.integers import MAX_64, low_64_bits, rotated, unrotated
from pyllvm.schema.kinds import MAX_32, Kind, integer_of, unzigzag, zigzag
from pyllvm.schema.sides import MetadataNumbers, MetadataSource, NoRepresentation, RecordError


class Slot:
    """One operand of a record, written since version `since`. This class ignores what it reads and writes a constant."""

    def __init__(self, since: int, constant: int = 0) -> None:
        self.since: int = since
        self.constant: int = constant

    def read(self, operand: int, operands: list[object], source: MetadataSource) -> None:
        """Store the value of a record's operand in the node's operands."""

    def write(self, operands: list[object], numbers: MetadataNumbers) -> int:
        """The record's operand for a node's operands."""
        return self.constant

    def is_absent(self, operands: list[object]) -> bool:
        """Whether the writer omits this operand for this node."""
        return False


@final
class FieldSlot(Slot):
    """A field, as its kind encodes it; an `optional` one is omitted if it is None."""

    def __init__(self, index: int, kind: Kind, since: int, optional: bool) -> None:
        super().__init__(since)
        self.index: int = index
        self.kind: Kind = kind
        self.optional: bool = optional

    def read(self, operand: int, operands: list[object], source: MetadataSource) -> None:
        operands[self.index] = self.kind.decode(operand, source)

    def write(self, operands: list[object], numbers: MetadataNumbers) -> int:
        return self.kind.encode(operands[self.index], numbers)

    def is_absent(self, operands: list[object]) -> bool:
        return self.optional and operands[self.index] is None


@final
class BitsSlot(Slot):
    """Some bits of an integer field: `isLocal` of a DISubprogram's flags, before LLVM 8."""

    def __init__(self, index: int, shift: int, mask: int) -> None:
        super().__init__(0)
        self.index: int = index
        self.shift: int = shift
        self.mask: int = mask

    def read(self, operand: int, operands: list[object], source: MetadataSource) -> None:
        if self.mask == 1:
            operand = 1 if operand else 0
        operands[self.index] = integer_of(operands[self.index]) | (operand & self.mask) << self.shift

    def write(self, operands: list[object], numbers: MetadataNumbers) -> int:
        return integer_of(operands[self.index]) >> self.shift & self.mask


@final
class SignSlot(Slot):
    """A 64-bit integer with its sign in the lowest bit; unsigned if the field at `unsigned_index` is set."""

    def __init__(self, index: int, unsigned_index: int) -> None:
        super().__init__(0)
        self.index: int = index
        self.unsigned_index: int = unsigned_index

    def read(self, operand: int, operands: list[object], source: MetadataSource) -> None:
        value = unzigzag(operand)
        operands[self.index] = value & MAX_64 if operands[self.unsigned_index] else value

    def write(self, operands: list[object], numbers: MetadataNumbers) -> int:
        value = integer_of(operands[self.index])
        return zigzag(value - (1 << 64) if value >> 63 > 0 else value)


@final
class PackedSlot(Slot):
    """Several integer fields in one operand: each has `widths` bits, which begin at bit `shifts`."""

    def __init__(self, indexes: list[int], shifts: list[int], widths: list[int], since: int) -> None:
        super().__init__(since)
        self.indexes: list[int] = indexes
        self.shifts: list[int] = shifts
        self.widths: list[int] = widths

    def read(self, operand: int, operands: list[object], source: MetadataSource) -> None:
        for at in range(len(self.indexes)):
            value = operand >> self.shifts[at] & ((1 << self.widths[at]) - 1)
            index = self.indexes[at]
            # Not one conditional expression: compiled, its truth values become integers.
            if isinstance(operands[index], bool):
                operands[index] = value != 0
            else:
                operands[index] = value

    def write(self, operands: list[object], numbers: MetadataNumbers) -> int:
        word = 0
        for at in range(len(self.indexes)):
            word |= integer_of(operands[self.indexes[at]]) << self.shifts[at]
        return word


@final
class ChoiceSlot(Slot):
    """One of two fields; the highest bit of the operand selects the second."""

    def __init__(self, first: int, second: int) -> None:
        super().__init__(0)
        self.first: int = first
        self.second: int = second

    def read(self, operand: int, operands: list[object], source: MetadataSource) -> None:
        operands[self.second if operand >> 63 else self.first] = operand & MAX_32

    def write(self, operands: list[object], numbers: MetadataNumbers) -> int:
        if operands[self.second]:
            return integer_of(operands[self.second]) | 1 << 63
        return integer_of(operands[self.first])


class Tail:
    """The operands after the slots of a record; their number varies."""

    def read(self, record: list[int], at: int, operands: list[object], source: MetadataSource) -> int:
        """Read the operands of a record from position `at`; the position after the last of them."""
        raise NotImplementedError

    def write(self, operands: list[object], record: list[int], numbers: MetadataNumbers) -> None:
        """Append the tail to a record."""
        raise NotImplementedError


@final
class ReferencesTail(Tail):
    """References to the end of the record: the node's operands from position `start`.

    If the references are never null (`is_plain`), the record holds their numbers themselves, not the numbers plus one.
    """

    def __init__(self, start: int, is_plain: bool) -> None:
        self.start: int = start
        self.is_plain: bool = is_plain

    def read(self, record: list[int], at: int, operands: list[object], source: MetadataSource) -> int:
        for position in range(at, len(record)):
            number = record[position]
            operands.append(source.metadata_not_null(number) if self.is_plain else source.metadata(number))
        return len(record)

    def write(self, operands: list[object], record: list[int], numbers: MetadataNumbers) -> None:
        for position in range(self.start, len(operands)):
            number = numbers.id_or_null(operands[position])
            record.append((number - 1) & MAX_32 if self.is_plain else number)


def wide_integer(words: list[int], bits: int, signed: bool) -> int:
    """The integer of `bits` bits with these 64-bit words, lowest first, each as a signed VBR operand."""
    value = 0
    shift = 0
    for word in words:
        value |= low_64_bits(unrotated(word)) << shift
        shift += 64
    value &= (1 << bits) - 1
    if signed and bits and value >> (bits - 1):
        value -= 1 << bits
    return value


def wide_words(value: int, bits: int) -> list[int]:
    """The words of an integer of `bits` bits, lowest first, without leading zero words (but at least one word)."""
    rest = value & ((1 << bits) - 1)
    words: list[int] = []
    while True:
        word = rest & MAX_64
        words.append(rotated(word - (1 << 64) if word >> 63 else word))
        rest >>= 64
        if not rest:
            return words


#: LLVM has no wider integer, and a malformed record must not make the reader build one.
WIDEST_INTEGER: Final = 1 << 24


@final
class WideTail(Tail):
    """One integer of any width, to the end of the record; the field at `width_index` has its width."""

    def __init__(self, index: int, width_index: int, unsigned_index: int) -> None:
        self.index: int = index
        self.width_index: int = width_index
        self.unsigned_index: int = unsigned_index

    def read(self, record: list[int], at: int, operands: list[object], source: MetadataSource) -> int:
        bits = integer_of(operands[self.width_index])
        if bits > WIDEST_INTEGER:
            raise RecordError(f"an integer of {bits} bits is too wide")
        operands[self.index] = wide_integer(record[at:], bits, not operands[self.unsigned_index])
        return len(record)

    def write(self, operands: list[object], record: list[int], numbers: MetadataNumbers) -> None:
        value = integer_of(operands[self.index])
        record.extend(wide_words(value, integer_of(operands[self.width_index])))


@final
class WidePairTail(Tail):
    """Integers of any width; an operand before each has its width (lower half) and its number of words (upper half).

    The widths are also fields: the widths of the literals in text. Only the record holds them.
    """

    def __init__(self, indexes: list[int], width_indexes: list[int]) -> None:
        self.indexes: list[int] = indexes
        self.width_indexes: list[int] = width_indexes

    def read(self, record: list[int], at: int, operands: list[object], source: MetadataSource) -> int:
        for position in range(len(self.indexes)):
            if at >= len(record):
                raise RecordError("a wide integer is missing")
            bits = record[at] & MAX_32
            count = record[at] >> 32
            at += 1
            if bits > WIDEST_INTEGER or count > len(record) - at:
                raise RecordError("a wide integer has more words than the record")
            operands[self.width_indexes[position]] = bits
            operands[self.indexes[position]] = wide_integer(record[at : at + count], bits, False)
            at += count
        return at

    def write(self, operands: list[object], record: list[int], numbers: MetadataNumbers) -> None:
        for position in range(len(self.indexes)):
            bits = integer_of(operands[self.width_indexes[position]])
            words = wide_words(integer_of(operands[self.indexes[position]]), bits)
            record.append(len(words) << 32 | bits)
            record.extend(words)


@final
class HeadBit:
    """A boolean field that is one bit of the record's first operand."""

    def __init__(self, bit: int, index: int) -> None:
        self.bit: int = bit
        self.index: int = index


@final
class Layout:
    """One shape of a node's record: [distinct | marks, slots ..., tail, trailing slots ...].

    It accepts records whose first operand has `value` under `mask` and whose length, with the first operand, is
    `shortest` to `longest`, for readers of versions `read_since` to `read_until`. Versions `since` to `until` write it,
    with `marks` beside the distinct bit. `slots`, `bits`, `tail` and `trailing` are set when the fields of the node are known.
    """

    def __init__(
        self,
        since: int,
        until: int,
        mask: int,
        value: int,
        marks: int,
        shortest: int,
        longest: int,
        read_since: int,
        read_until: int,
    ) -> None:
        self.since: int = since
        self.until: int = until
        self.mask: int = mask
        self.value: int = value
        self.marks: int = marks
        self.shortest: int = shortest
        self.longest: int = longest
        self.read_since: int = read_since
        self.read_until: int = read_until
        self.slots: list[Slot] = []
        self.bits: list[HeadBit] = []
        self.tail: Tail | None = None
        self.trailing: list[Slot] = []

    def takes(self, record: list[int], version: int) -> bool:
        """Whether a reader of `version` takes a record for one of this shape."""
        if not self.read_since <= version <= self.read_until:
            return False
        return self.shortest <= len(record) <= self.longest and record[0] & self.mask == self.value

    def read(self, record: list[int], operands: list[object], source: MetadataSource) -> None:
        """Store a record's operands in a node's operands; fields beyond the record's end keep their defaults."""
        head = record[0]
        for head_bit in self.bits:
            operands[head_bit.index] = head >> head_bit.bit & 1 != 0
        at = _read_slots(self.slots, record, 1, operands, source)
        if self.tail is not None:
            at = self.tail.read(record, at, operands, source)
            _read_slots(self.trailing, record, at, operands, source)

    def write(self, operands: list[object], distinct: bool, version: int, numbers: MetadataNumbers) -> list[int]:
        """The record of a node, as `version` writes it."""
        head = self.marks | 1 if distinct else self.marks
        for head_bit in self.bits:
            if operands[head_bit.index]:
                head |= 1 << head_bit.bit
        record: list[int] = [head]
        for slot in self.slots:
            if slot.since <= version and not slot.is_absent(operands):
                record.append(slot.write(operands, numbers))
        if self.tail is not None:
            self.tail.write(operands, record, numbers)
            for slot in self.trailing:
                if slot.since <= version:
                    record.append(slot.write(operands, numbers))
        return record


def _read_slots(slots: list[Slot], record: list[int], at: int, operands: list[object], source: MetadataSource) -> int:
    """Read a record's operands from position `at`, as far as there are any; the position after the last of them."""
    length = len(record)
    for slot in slots:
        if at >= length:
            break
        slot.read(record[at], operands, source)
        at += 1
    return at


def layout_of(layouts: list[Layout], version: int) -> Layout:
    """The layout that `version` writes."""
    for layout in layouts:
        if layout.since <= version <= layout.until:
            return layout
    raise NoRepresentation(f"LLVM {version} has no record for it")

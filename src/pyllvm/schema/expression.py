"""DIExpression: a list of unsigned 64-bit elements, which a valid expression reads as operations and arguments."""

from typing import Final, final

from pyllvm.schema.integers import MAX_64
from pyllvm.schema.names import NameTable, versions_of
from pyllvm.schema.raw import AT_VALUE, FieldError
from pyllvm.schema.sides import RecordError

# The operations that the rules below name. The table of all operations takes its numbers for these from here.
DEREF: Final = 0x06
CONSTU: Final = 0x10
CONSTS: Final = 0x11
SWAP: Final = 0x16
DIV: Final = 0x1B
MINUS: Final = 0x1C
MUL: Final = 0x1E
PLUS: Final = 0x22
PLUS_UCONST: Final = 0x23
SHL: Final = 0x24
SHR: Final = 0x25
LIT0: Final = 0x30
LIT31: Final = 0x4F
REG0: Final = 0x50
REG31: Final = 0x6F
BREG0: Final = 0x70
BREG31: Final = 0x8F
BIT_PIECE: Final = 0x9D
STACK_VALUE: Final = 0x9F
FRAGMENT: Final = 0x1000
CONVERT: Final = 0x1001
ENTRY_VALUE: Final = 0x1003
ARG: Final = 0x1005
#: LLVM 9 uses DWARF's own number for entry values.
OLD_ENTRY_VALUE: Final = 0xA3

#: First version in which the operations reg0 to reg31 and breg0 to breg31 are valid.
REGISTERS_SINCE: Final = 10
#: First version in which operations may follow an entry value.
LONGER_ENTRY_VALUES_SINCE: Final = 13
#: First version in which an entry value may follow `DW_OP_LLVM_arg, 0`.
ENTRY_VALUE_OF_ARGUMENT_SINCE: Final = 16


def _order_of_2(elements: list[int]) -> list[int]:
    """Versions 0 and 1 begin with the DW_OP_deref that now ends an expression (or precedes its fragment)."""
    if not elements or elements[0] != DEREF:
        return elements
    end = len(elements)
    if end >= 3 and elements[end - 3] == FRAGMENT:
        end -= 3
    return [*elements[1:end], DEREF, *elements[end:]]


def _operations_of_3(elements: list[int]) -> list[int]:
    """Before version 3, DW_OP_plus and DW_OP_minus have an argument."""
    found: list[int] = []
    at = 0
    while at < len(elements):
        operation = elements[at]
        size = 1
        if operation in (CONSTU, MINUS, PLUS):
            size = 2
        elif operation == FRAGMENT:
            size = 3
        arguments = elements[at + 1 : at + size]
        if operation == PLUS:
            found.append(PLUS_UCONST)
            found.extend(arguments)
        elif operation == MINUS:
            found.append(CONSTU)
            found.extend(arguments)
            found.append(MINUS)
        else:
            found.append(operation)
            found.extend(arguments)
        at += size
    return found


def decode_expression(record: list[int]) -> tuple[bool, list[int]]:
    """Whether the expression of a record [distinct | version << 1, elements ...] is distinct, and its elements.

    RecordError for an empty record and for versions above 3.

    Elements of versions 0 to 2 (before LLVM 5) are converted to version 3.
    """
    if not record:
        raise RecordError("Invalid record: a DIExpression record without operands")
    version = record[0] >> 1
    elements = record[1:]
    if version > 3:
        raise RecordError(f"Invalid record: a DIExpression record of version {version}")
    if version == 0 and len(elements) >= 3 and elements[-3] == BIT_PIECE:
        elements[-3] = FRAGMENT
    if version <= 1:
        elements = _order_of_2(elements)
    if version <= 2:
        elements = _operations_of_3(elements)
    return record[0] & 1 != 0, elements


def precedes_2(record: list[int]) -> bool:
    """Whether the record of an expression is of version 0 or 1 (before LLVM 5)."""
    return bool(record) and record[0] >> 1 < 2


def encode_expression(elements: list[int], distinct: bool) -> list[int]:
    """The record of an expression."""
    return [3 << 1 | (1 if distinct else 0), *elements]


def expression_integer(elements: list[int]) -> int | None:
    """The value of an expression that is a signed constant (a bound of DIGenericSubrange may be one), else None."""
    count = len(elements)
    if count not in (2, 3, 6) or elements[0] != CONSTS:
        return None
    if count >= 3 and elements[2] != STACK_VALUE:
        return None
    if count == 6 and elements[3] != FRAGMENT:
        return None
    value = elements[1]
    return value - (1 << 64) if value >> 63 else value


def entry_value_position(elements: list[int], version: int) -> int:
    """The one position at which an entry value is allowed: the start, or after `DW_OP_LLVM_arg, 0`."""
    if version >= ENTRY_VALUE_OF_ARGUMENT_SINCE and len(elements) > 1 and elements[0] == ARG and elements[1] == 0:
        return 2
    return 0


@final
class Operation:
    """An operation that an expression may hold: its number of arguments, and the versions that accept it."""

    def __init__(self, arguments: int, since: int, until: int) -> None:
        self.arguments: int = arguments
        self.since: int = since
        self.until: int = until


@final
class ExpressionSpec:
    """The operations of expressions: their names, and rows `name arguments [since-][-until]` of those accepted."""

    def __init__(self, operations: NameTable, encodings: NameTable, rows: str) -> None:
        self.operations: NameTable = operations
        self.encodings: NameTable = encodings
        self.rows: str = rows
        self._allowed: dict[int, Operation] = {}

    def _accepted(self) -> dict[int, Operation]:
        """The operations in the rows by their numbers; they are split on first use."""
        if not self._allowed:
            for words in [line.split() for line in self.rows.splitlines() if line.strip()]:
                since, until = versions_of(words[2:])
                number = self.operations.number_in_any(self.operations.prefix + words[0])
                self._allowed[number] = Operation(int(words[1]), since, until)
        return self._allowed

    def size(self, operation: int, version: int) -> int:
        """The number of elements of an operation with its arguments."""
        if BREG0 <= operation <= BREG31 and version >= REGISTERS_SINCE:
            return 2
        found = self._accepted().get(operation)
        if found is None or not found.since <= version <= found.until:
            return 1
        return 1 + found.arguments

    def is_valid(self, elements: list[int], version: int) -> bool:
        """Whether the operations are known to LLVM `version`, complete, and in valid positions (DIExpression::isValid)."""
        allowed = self._accepted()
        count = len(elements)
        at = 0
        while at < count:
            operation = elements[at]
            after = at + self.size(operation, version)
            if after > count:
                return False
            if REG0 <= operation <= BREG31:
                # LLVM does not look at what follows a register.
                return version >= REGISTERS_SINCE
            found = allowed.get(operation)
            if found is None or not found.since <= version <= found.until:
                return False
            if operation == FRAGMENT:
                return after == count
            if operation == STACK_VALUE:
                if after != count and elements[after] != FRAGMENT:
                    return False
            elif operation == SWAP:
                if count == 1:
                    return False
            elif operation == ENTRY_VALUE or operation == OLD_ENTRY_VALUE:
                if version < LONGER_ENTRY_VALUES_SINCE and after != count:
                    return False
                return at == entry_value_position(elements, version) and elements[at + 1] == 1
            at = after
        return True

    def show(self, elements: list[int], version: int) -> str:
        """`!DIExpression(DW_OP_plus_uconst, 8)` as `version` prints it; as plain numbers if it is not valid."""
        parts: list[str] = []
        if not self.is_valid(elements, version):
            for element in elements:
                parts.append(str(element))
            return "!DIExpression(" + ", ".join(parts) + ")"
        at = 0
        while at < len(elements):
            operation = elements[at]
            size = self.size(operation, version)
            parts.append(self.operations.text(operation, version))
            if operation == CONVERT and at + 2 < len(elements):
                parts.append(str(elements[at + 1]))
                parts.append(self.encodings.text(elements[at + 2], version))
            else:
                for argument in elements[at + 1 : at + size]:
                    parts.append(str(argument))
            at += size
        return "!DIExpression(" + ", ".join(parts) + ")"

    def parse_word(self, word: str, version: int, index: int) -> int:
        """The element of a keyword, `DW_OP_x` or `DW_ATE_x`; `index` is its position, for errors."""
        if word.startswith("DW_OP_"):
            number = self.operations.number(word, version)
            if number <= 0:
                raise FieldError(f"invalid DWARF op '{word}'", AT_VALUE, index)
            return number
        if word.startswith("DW_ATE_"):
            number = self.encodings.number(word, version)
            if number <= 0:
                raise FieldError(f"invalid DWARF attribute encoding '{word}'", AT_VALUE, index)
            return number
        raise FieldError("expected unsigned integer", AT_VALUE, index)

    def parse_integer(self, value: int, negative: bool, index: int) -> int:
        """The element of an integer literal; `index` is its position, for errors."""
        if negative or value < 0:
            raise FieldError("expected unsigned integer", AT_VALUE, index)
        if value > MAX_64:
            raise FieldError(f"element too large, limit is {MAX_64}", AT_VALUE, index)
        return value

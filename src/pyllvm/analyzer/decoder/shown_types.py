"""The types of a module as a dump shows them: their text, and what is needed to know the types of values.

Malformed type tables must not stop a dump: a number without a type, and a type that uses a later one, remain numbers.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.bitstream.cursor import text_of_operands
from pyllvm.schema.text import name_text, quoted
from pyllvm.tables import records

_LONGEST_TEXT: Final = 160

# The kinds that the decoder distinguishes.
OTHER: Final = 0
VOID: Final = 1
INTEGER: Final = 2
FLOATING_POINT: Final = 3
POINTER: Final = 4
FUNCTION: Final = 5
STRUCT: Final = 6
ARRAY: Final = 7
VECTOR: Final = 8
METADATA: Final = 9

_PLAIN_KINDS: Final[dict[int, int]] = {
    records.TYPE_CODE_VOID: VOID,
    records.TYPE_CODE_METADATA: METADATA,
    **dict.fromkeys(records.FLOATING_POINT_TYPES, FLOATING_POINT),
}
_DEFINES_NOTHING: Final = frozenset((records.TYPE_CODE_NUMENTRY, records.TYPE_CODE_STRUCT_NAME))


@final
class ShownType:
    """One type. `inner` is the element, pointee or result; `members` are elements of a struct or parameters."""

    __slots__ = ("address_space", "count", "inner", "kind", "members", "pointer", "text")

    def __init__(self, text: str, kind: int = OTHER) -> None:
        self.text = text
        self.kind = kind
        self.inner: ShownType | None = None
        self.members: list[ShownType] = []
        self.count: int = 0
        """The number of elements of an array or vector, or the bits of an integer."""
        self.address_space: int = 0
        self.pointer: ShownType | None = None
        """The pointer to this type in address space 0, once something has asked for it."""

    @property
    def scalar(self) -> ShownType:
        """The element of a vector; else the type itself."""
        return self.inner if self.kind == VECTOR and self.inner is not None else self


UNKNOWN: Final = ShownType("?")


@final
class TypeTable:
    """The types of one module by number. `add` takes the records of the type table in order; `finish` makes the texts."""

    __slots__ = ("_names", "_records", "has_opaque_pointers", "i1", "types")

    def __init__(self) -> None:
        self.types: list[ShownType] = []
        self.has_opaque_pointers: bool = False
        self.i1: ShownType = ShownType("i1", INTEGER)
        self._records: list[tuple[int, list[int]]] = []
        self._names: list[str] = [""]

    def add(self, code: int, operands: list[int]) -> None:
        """Take one record of the type table."""
        if code == records.TYPE_CODE_STRUCT_NAME:
            self._names[-1] = text_of_operands(operands)
        if code in _DEFINES_NOTHING:
            return
        kind = OTHER
        text = f"type {len(self.types)}"
        if code == records.TYPE_CODE_STRUCT_NAMED or code == records.TYPE_CODE_OPAQUE:
            # Only these may be used before they are defined.
            kind = STRUCT
            name = self._names[-1]
            if name and len(name) <= _LONGEST_TEXT:
                text = "%" + name_text(name)
        self._records.append((code, operands))
        self._names.append("")
        self.types.append(ShownType(text, kind))

    def finish(self) -> None:
        """After the last record: make the types."""
        for number, (code, operands) in enumerate(self._records):
            made = self.types[number]
            text = self._define(made, code, operands, number)
            if text and len(text) <= _LONGEST_TEXT:
                made.text = text
        self._records = []

    def type(self, number: int) -> ShownType | None:
        """The type of a number; None if there is none."""
        return self.types[number] if 0 <= number < len(self.types) else None

    def pointer_to(self, type: ShownType, address_space: int) -> ShownType:
        """The pointer to a type: opaque where the module has opaque pointers."""
        if address_space == 0 and type.pointer is not None:
            return type.pointer
        suffix = f" addrspace({address_space})" if address_space else ""
        if self.has_opaque_pointers:
            made = ShownType("ptr" + suffix, POINTER)
        else:
            made = ShownType(short(f"{type.text}{suffix}*", _LONGEST_TEXT), POINTER)
            made.inner = type
        made.address_space = address_space
        if address_space == 0:
            type.pointer = made
        return made

    def vector_of(self, element: ShownType, like: ShownType) -> ShownType:
        """The vector of `element` with as many elements as `like`; the element itself if `like` is not a vector."""
        if like.kind != VECTOR:
            return element
        scalable = "vscale x " if like.text.startswith("<vscale") else ""
        made = ShownType(short(f"<{scalable}{like.count} x {element.text}>", _LONGEST_TEXT), VECTOR)
        made.inner = element
        made.count = like.count
        return made

    def _inner(self, number: int) -> ShownType:
        """A type that another uses: a later one is known by its number or name only."""
        found = self.type(number)
        return ShownType(f"type {number}") if found is None else found

    def _define(self, made: ShownType, code: int, operands: list[int], number: int) -> str:
        """Set what the record states, and return the text; "" if the record is malformed."""
        plain = records.PRIMITIVE_TYPES.get(code) or records.FLOATING_POINT_TYPES.get(code)
        if plain is not None:
            made.kind = _PLAIN_KINDS.get(code, OTHER)
            return plain
        count = len(operands)
        if code == records.TYPE_CODE_OPAQUE or count == 0:
            return ""
        if code == records.TYPE_CODE_INTEGER or code == records.TYPE_CODE_BYTE:
            made.kind = INTEGER
            made.count = operands[0]
            return f"i{operands[0]}" if code == records.TYPE_CODE_INTEGER else f"b{operands[0]}"
        if code == records.TYPE_CODE_OPAQUE_POINTER:
            self.has_opaque_pointers = True
            made.kind = POINTER
            made.address_space = operands[0]
            return f"ptr addrspace({operands[0]})" if operands[0] else "ptr"
        if code == records.TYPE_CODE_POINTER:
            made.kind = POINTER
            made.inner = self._inner(operands[0])
            made.address_space = operands[1] if count > 1 else 0
            space = f" addrspace({made.address_space})" if made.address_space else ""
            if not made.address_space and made.inner.pointer is None:
                made.inner.pointer = made
            return f"{made.inner.text}{space}*"
        if code == records.TYPE_CODE_FUNCTION or code == records.TYPE_CODE_FUNCTION_OLD:
            return self._function(made, operands, 1 if code == records.TYPE_CODE_FUNCTION else 2)
        if code == records.TYPE_CODE_STRUCT_ANON or code == records.TYPE_CODE_STRUCT_NAMED:
            made.kind = STRUCT
            made.members = [self._inner(operand) for operand in operands[1:]]
            if code == records.TYPE_CODE_STRUCT_NAMED:
                return ""
            text = ", ".join([member.text for member in made.members[:_LONGEST_TEXT]])
            text = f"{{ {text} }}" if text else "{}"
            return f"<{text}>" if operands[0] else text
        if code == records.TYPE_CODE_TARGET_TYPE:
            return self._target(operands, number)
        if count < 2:
            return ""
        made.count = operands[0]
        made.inner = self._inner(operands[1])
        if code == records.TYPE_CODE_ARRAY:
            made.kind = ARRAY
            return f"[{operands[0]} x {made.inner.text}]"
        if code == records.TYPE_CODE_VECTOR:
            made.kind = VECTOR
            return f"<{'vscale x ' if count > 2 and operands[2] else ''}{operands[0]} x {made.inner.text}>"
        return ""

    def _function(self, made: ShownType, operands: list[int], first: int) -> str:
        if len(operands) <= first:
            return ""
        made.kind = FUNCTION
        made.inner = self._inner(operands[first])
        made.members = [self._inner(operand) for operand in operands[first + 1 :]]
        texts = [member.text for member in made.members[:_LONGEST_TEXT]]
        if operands[0]:
            texts.append("...")
        return f"{made.inner.text} ({', '.join(texts)})"

    def _target(self, operands: list[int], number: int) -> str:
        end = 1 + operands[0]
        texts = [quoted(self._names[number])]
        texts += [self._inner(operand).text for operand in operands[1:end][:_LONGEST_TEXT]]
        texts += [str(operand) for operand in operands[end:][:_LONGEST_TEXT]]
        return f"target({', '.join(texts)})"


def shown_name(name: str) -> str:
    """A name as LLVM prints it, or its beginning."""
    return name_text(short(name, _LONGEST_TEXT))


def short(text: str, length: int) -> str:
    """A text, or only its beginning if it is longer: many records may show it."""
    return text if len(text) <= length else text[: length - 3] + "..."

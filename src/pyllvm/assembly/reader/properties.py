"""Parses the properties after a global value's own words or after an alloca: section, alignment, comdat, address space ..."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from pyllvm.assembly.reader import actions as a
from pyllvm.assembly.reader import children as c
from pyllvm.assembly.reader.numbers import unsigned_value
from pyllvm.assembly.reader.stack import Stack
from pyllvm.assembly.reader.state import State, text_of_bytes
from pyllvm.tables.text_versions import ADDRESS_SPACES_LIMITED_SINCE, LARGE_ALIGNMENTS_SINCE, NAMED_ADDRESS_SPACES_SINCE

SECTION: Final = 1
PARTITION: Final = 2
CODE_MODEL: Final = 3
ALIGN: Final = 4
SANITIZER: Final = 5
COMDAT: Final = 6
UNNAMED: Final = 7
SPACE: Final = 8
GC: Final = 9
PREFIX: Final = 10
PROLOGUE: Final = 11
PERSONALITY: Final = 12
PREFERRED_ALIGNMENT: Final = 13


@final
class Property:
    """One property after a comma or in a function's header: a section, an alignment ..."""

    __slots__ = ("after", "kind", "number", "start", "text", "value")

    def __init__(self, kind: int, start: int, text: bytes = b"", number: int = 0, value: object = None, after: int = 0) -> None:
        self.after = after
        self.kind = kind
        self.start = start
        self.text = text
        self.number = number
        self.value = value


@final
class PropertyBuilder:
    """Creates properties, and parses the address spaces in other positions."""

    def __init__(self, state: State, stack: Stack) -> None:
        self.state: Final = state
        self.stack: Final = stack

    def reduce(self, action: i64, base: i64) -> object:
        """Run the action of a rule."""
        stack = self.stack
        starts = stack.starts
        start = starts[base]
        if action == a.PROPERTY_ALIGN or action == a.PROPERTY_ALIGN_PARENTHESIZED:
            at = base + (c.PROPERTY_ALIGN_INTEGER if action == a.PROPERTY_ALIGN else c.PROPERTY_ALIGN_PARENTHESIZED_INTEGER)
            return Property(ALIGN, start, number=alignment_number(stack.bytes_at(at), starts[at], self.state))
        if action == a.PROPERTY_SECTION:
            return Property(SECTION, start, stack.bytes_at(base + c.PROPERTY_SECTION_STRING))
        if action == a.PROPERTY_PARTITION:
            return Property(PARTITION, start, stack.bytes_at(base + c.PROPERTY_PARTITION_STRING))
        if action == a.PROPERTY_CODE_MODEL:
            return Property(
                CODE_MODEL, starts[base + c.PROPERTY_CODE_MODEL_STRING], stack.bytes_at(base + c.PROPERTY_CODE_MODEL_STRING)
            )
        if action == a.PROPERTY_SANITIZER:
            return Property(SANITIZER, start, stack.bytes_at(base + c.PROPERTY_SANITIZER_SANITIZER_WORD))
        if action == a.PROPERTY_COMDAT:
            return Property(COMDAT, start, after=self.state.ahead)
        if action == a.PROPERTY_COMDAT_NAME:
            name_at = base + c.PROPERTY_COMDAT_NAME_COMDAT_VAR
            return Property(COMDAT, start, stack.bytes_at(name_at), 1, after=starts[name_at])
        if action == a.PROPERTY_UNNAMED_ADDR:
            return Property(UNNAMED, start, stack.bytes_at(base + c.PROPERTY_UNNAMED_ADDR_UNNAMED_ADDR))
        if action == a.PROPERTY_ADDRESS_SPACE:
            return Property(SPACE, start, number=stack.number_at(base + c.PROPERTY_ADDRESS_SPACE_SOME_ADDRESS_SPACE))
        if action == a.PROPERTY_PREFERRED_ALIGNMENT:
            digits = stack.bytes_at(base + c.PROPERTY_PREFERRED_ALIGNMENT_INTEGER)
            # The parenthesis is the place of an error in the number.
            place = (
                starts[base + c.PROPERTY_PREFERRED_ALIGNMENT_OPENING]
                if unsigned_value(digits) >= 0
                else starts[base + c.PROPERTY_PREFERRED_ALIGNMENT_INTEGER]
            )
            return Property(PREFERRED_ALIGNMENT, start, number=alignment_number(digits, place, self.state))
        if action == a.PROPERTY_GC:
            return Property(GC, start, stack.bytes_at(base + c.PROPERTY_GC_STRING))
        if action == a.PROPERTY_PREFIX:
            return Property(PREFIX, start, value=stack.values[base + c.PROPERTY_PREFIX_TYPED_VALUE])
        if action == a.PROPERTY_PROLOGUE:
            return Property(PROLOGUE, start, value=stack.values[base + c.PROPERTY_PROLOGUE_TYPED_VALUE])
        if action == a.PROPERTY_PERSONALITY:
            return Property(PERSONALITY, start, value=stack.values[base + c.PROPERTY_PERSONALITY_TYPED_VALUE])
        if action == a.ADDRESS_SPACE:
            return self._address_space(stack.bytes_at(base + c.ADDRESS_SPACE_INTEGER), starts[base + c.ADDRESS_SPACE_INTEGER])
        assert action == a.ADDRESS_SPACE_NAME
        return self._address_space_named(
            text_of_bytes(stack.bytes_at(base + c.ADDRESS_SPACE_NAME_STRING)), starts[base + c.ADDRESS_SPACE_NAME_STRING]
        )

    def _address_space(self, digits: bytes, start: int) -> int:
        state = self.state
        number = unsigned_value(digits)
        if number < 0:
            state.error(start, "expected integer")
        if number >> 32:
            state.error(start, "expected 32-bit integer (too large)")
        if number >> 24 and state.version >= ADDRESS_SPACES_LIMITED_SINCE:
            state.error(start, "invalid address space, must be a 24-bit integer")
        return number

    def _address_space_named(self, name: str, start: int) -> int:
        state = self.state
        if state.version < NAMED_ADDRESS_SPACES_SINCE:
            if not state.version_is_fixed:
                state.needs(start, "an address space with a name", NAMED_ADDRESS_SPACES_SINCE)
            state.error(start, "expected integer")
        layout = state.layout
        if name == "A":
            return layout.alloca_address_space
        if name == "G":
            return layout.globals_address_space
        if name == "P":
            return layout.program_address_space
        number = layout.address_space_named(name)
        if number is None:
            state.error(start, f"invalid symbolic addrspace '{name}'")
        return number


def maximum_alignment(version: int) -> int:
    """The largest alignment, in bytes, that a version reads."""
    return 1 << 32 if version >= LARGE_ALIGNMENTS_SINCE else 1 << 29


def alignment_number(text: bytes, start: int, state: State) -> int:
    """The number after `align`."""
    number = unsigned_value(text)
    if number < 0:
        state.error(start, "expected integer")
    if number == 0 or number & (number - 1) or number >> 64:
        # LLVM takes the largest number of 64 bits for a larger one.
        state.error(start, "alignment is not a power of two")
    if number > maximum_alignment(state.version):
        state.error(start, "huge alignments are not supported yet")
    return number

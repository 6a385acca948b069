"""The state of a module while it is dumped: its types, values, names and tables."""

from __future__ import annotations

from typing import Final, final

from pyllvm.analyzer.decoder.shown_types import UNKNOWN, ShownType, TypeTable
from pyllvm.tables.metadata_kinds import SYNC_SCOPES, fixed_kinds, operand_bundle_tags

_LONGEST_STRING: Final = 1000
_MASK: Final = 0xFFFFFFFF


def string_of(table: bytes, offset: int, size: int) -> bytes | None:
    """A string of a string table; None if the table does not have it.

    Of a very long one only the beginning is shown: a malformed file may refer to the whole table in each of its records.
    """
    if offset + size > len(table):
        return None
    return table[offset : offset + size] if size <= _LONGEST_STRING else table[offset : offset + _LONGEST_STRING] + b"..."


@final
class ShownValue:
    """A value: its text and its type. A constant keeps its record, of which `constants.text_of` makes the text on first use."""

    __slots__ = ("code", "integer", "operands", "text", "type")

    def __init__(self, text: str, type: ShownType) -> None:
        self.text = text
        self.type = type
        self.integer: int | None = None
        """The value of a constant integer."""
        self.code: int = -1
        """The code of a constant's record; -1 for another value."""
        self.operands: list[int] | None = None
        """The operands of a constant's record; None for another value."""


@final
class ModuleState:
    """The state of one module. `values` has the module's values, and then the values of the function that is being dumped."""

    def __init__(self, llvm_version: int, string_table: bytes) -> None:
        self.llvm_version = llvm_version
        self.string_table = string_table
        self.version: int = 0
        """The version of the module's records: since 1 operands are relative, since 2 there is a string table."""
        self.summary_version: int = 0
        self.types: TypeTable = TypeTable()
        self.next_type: int = 0
        """The number of the next type record's type."""
        self.values: list[ShownValue] = []
        self.module_values: int = 0
        """The number of the module's own values."""
        self.global_numbers: list[int] = []
        """The numbers of the global values."""
        self.bodies: list[int] = []
        """The numbers of the functions that have bodies, in the order of the bodies."""
        self.function_types: dict[int, ShownType] = {}
        """The types of functions by number: an opaque pointer does not state them."""
        self.next_body: int = 0
        self.next_constant: int = 0
        """The number of the next constant record's value."""
        self.next_value: int = 0
        """The number of the next instruction's value."""
        self.next_instruction: int = 0
        """How many instructions of the function the dump has reached."""
        self.is_read_ahead: bool = False
        """Whether a function is read for the types of its values, which have no names yet."""
        self.defining: list[bool] = []
        """For each instruction of the function, whether it defines a value."""
        self.blocks: dict[int, str] = {}
        """The texts of the function's basic blocks."""
        self.block_count: int = 0
        self.metadata: int = 0
        """The number of the next metadata."""
        self.module_metadata: int = 0
        self.strings: dict[int, str] = {}
        """The texts of metadata strings by number."""
        self.alloca_address_space: int = 0
        """The address space of an alloca whose record has none."""
        self.sections: list[str] = []
        self.collectors: list[str] = []
        self.comdats: list[str] = []
        self.attribute_groups: dict[int, str] = {}
        self.attribute_lists: list[str] = []
        self.kinds: dict[int, str] = dict(enumerate(fixed_kinds(llvm_version)))
        self.bundle_tags: list[str] = []
        self.scopes: list[str] = []
        self.modules: dict[int, str] = {}
        """The paths of the modules of a combined summary."""
        self.guids: dict[int, str] = {}
        """The GUIDs, as text, that a summary gives to value numbers."""
        self.current_type: ShownType = UNKNOWN
        """The type of the constants that follow."""

    def value(self, number: int) -> ShownValue | None:
        """The value of an absolute number; None if there is none."""
        return self.values[number] if 0 <= number < len(self.values) else None

    def number(self, operand: int) -> int:
        """The absolute number of an operand."""
        if self.version < 1:
            return operand
        return self.next_value - operand if operand <= self.next_value else self.next_value - operand & _MASK

    def metadata_text(self, number: int) -> str:
        """Metadata by its number: `!7`, or a string or constant itself."""
        return self.strings.get(number, f"!{number}")

    def string(self, offset: int, size: int) -> str | None:
        """A string of the string table, or the beginning of a very long one; None if the table does not have it."""
        found = string_of(self.string_table, offset, size)
        return None if found is None else found.decode("utf-8", "surrogateescape")

    def bundle_tag(self, number: int) -> str | None:
        """The tag of an operand bundle."""
        tags = self.bundle_tags or operand_bundle_tags(self.llvm_version)
        return tags[number] if number < len(tags) else None

    def scope(self, number: int) -> str | None:
        """The synchronization scope of that number."""
        scopes = self.scopes or SYNC_SCOPES
        return scopes[number] if number < len(scopes) else None

    def enter_function(self) -> ShownValue | None:
        """Begin the next body; return its function."""
        self.next_instruction = 0
        self.defining = []
        self.blocks = {}
        self.block_count = 0
        self.module_metadata = self.metadata
        if self.next_body >= len(self.bodies):
            return None
        self.next_body += 1
        return self.values[self.bodies[self.next_body - 1]]

    def leave_function(self) -> None:
        """Forget the values and metadata of the function."""
        del self.values[self.module_values :]
        self.next_constant = self.module_values
        for number in range(self.module_metadata, self.metadata):
            self.strings.pop(number, None)
        self.metadata = self.module_metadata

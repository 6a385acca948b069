"""Writes the VALUE_SYMTAB of functions."""

from __future__ import annotations

from typing import final

from pyllvm.bitcode.writer.abbreviations import StandardAbbreviations
from pyllvm.bitcode.writer.numbers import value_id
from pyllvm.bitcode.writer.strings import CHAR6_STRING, SEVEN_BITS, encoded, string_encoding
from pyllvm.bitcode.writer.value_enumerator import ValueEnumerator
from pyllvm.bitstream.writer import BitstreamWriter
from pyllvm.editing.value_names import named_values
from pyllvm.ir.function import BasicBlock, Function
from pyllvm.ir.string_map import name_hash, order_after, table_order
from pyllvm.ir.value import Value
from pyllvm.tables.records import VALUE_SYMTAB_BLOCK_ID, VST_CODE_BBENTRY, VST_CODE_ENTRY


@final
class _Name:
    """A name with its hash in LLVM and the narrowest encoding of its characters."""

    __slots__ = ("data", "encoding", "hash")

    def __init__(self, text: str, version: int) -> None:
        self.data: bytes = encoded(text)
        self.hash: int = name_hash(self.data, version)
        self.encoding: int = string_encoding(self.data)


@final
class FunctionNames:
    """Writes the names of the arguments, instructions and blocks of one function after the other, in LLVM's hash order.

    Names that occurred before are not hashed again.
    """

    def __init__(self, stream: BitstreamWriter, enumerator: ValueEnumerator, abbreviations: StandardAbbreviations) -> None:
        self.stream = stream
        self.enumerator = enumerator
        self.abbreviations = abbreviations
        self._names: dict[str, _Name] = {}

    def write(self, function: Function) -> None:
        """Write the names of the incorporated function."""
        values = named_values(function)
        if not values:
            return
        known = self._names
        version = self.enumerator.version
        names: list[_Name] = []
        for value in values:
            name = known.get(value.name)
            if name is None:
                name = _Name(value.name, version)
                known[value.name] = name
            names.append(name)
        stream = self.stream
        abbreviations = self.abbreviations
        stream.enter_block(VALUE_SYMTAB_BLOCK_ID, 4)
        order = self._order_after_changes(function, values)
        for index in table_order([name.hash for name in names], version) if order is None else order:
            value = values[index]
            name = names[index]
            code = VST_CODE_ENTRY
            abbreviation = abbreviations.symbol_8
            if isinstance(value, BasicBlock):
                code = VST_CODE_BBENTRY
                if name.encoding == CHAR6_STRING:
                    abbreviation = abbreviations.block_symbol_6
            elif name.encoding == CHAR6_STRING:
                abbreviation = abbreviations.symbol_6
            elif name.encoding == SEVEN_BITS:
                abbreviation = abbreviations.symbol_7
            stream.emit_record_with_blob(code, [value_id(value)], name.data, abbreviation)
        stream.end_block()

    def _order_after_changes(self, function: Function, values: list[Value]) -> list[int] | None:
        """The order of the values where the order of their names is known; None if it is not, or if they have others now."""
        changes = function.name_changes
        if changes is None:
            return None
        index_of = {value.name: index for index, value in enumerate(values)}
        version = self.enumerator.version
        order = order_after(changes, {name: name_hash(encoded(name), version) for name, _ in changes}, version)
        # Values that went since have left the others in their places.
        found = [index_of[name] for name in order if name in index_of]
        return found if len(found) == len(values) else None

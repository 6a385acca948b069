"""Reads VALUE_SYMTAB blocks: the names of values and blocks; before module version 2 also the names of globals."""

from __future__ import annotations

from typing import Final, final

from pyllvm.bitcode.reader.state import ReaderState
from pyllvm.bitstream.cursor import BitstreamCursor, text_of_operands
from pyllvm.bitstream.stream_numbers import END_BLOCK, ENTER_SUBBLOCK, RECORD
from pyllvm.ir.constants import Constant, InlineAsm
from pyllvm.ir.function import BasicBlock, Function
from pyllvm.ir.global_values import GlobalValue
from pyllvm.ir.instructions import PHINode
from pyllvm.ir.value import Value
from pyllvm.tables import records
from pyllvm.tables.reading_versions import BLOCK_OF_PHIS, BLOCK_OF_PHIS_SINCE

# How many names of local values are kept for the functions after them.
_MOST_NAMES: Final = 50_000


@final
class _LocalNames:
    """The names of a function's values and blocks. Damaged files repeat names; LLVM appends a number to a name that is taken."""

    def __init__(self, keeps_order: bool) -> None:
        self.entered: Final[list[tuple[str, bool]] | None] = [] if keeps_order else None
        """The names in order, as `Function.name_changes` has them; None if that is not needed."""
        self._names: set[str] = set()
        self._last_number = 0

    def take(self, name: str) -> None:
        """Note that a name is taken until all others have come."""
        self._names.add(name)

    def enter(self, name: str) -> str:
        """Enter a name, with a number if it is taken; returns the name that was entered."""
        names = self._names
        unique = name
        while unique in names:
            self._last_number += 1
            unique = f"{name}{self._last_number}"
        if unique:
            names.add(unique)
            if self.entered is not None:
                self.entered.append((unique, True))
        return unique


def read_function_symbol_table(cursor: BitstreamCursor, state: ReaderState, function: Function, blocks: list[BasicBlock]) -> None:
    """Read a function's VALUE_SYMTAB; the cursor has just entered it. ENTRY [value, name...], BBENTRY [block, name...]"""
    names = _LocalNames(state.keeps_order)
    cursor.keeps_text = True
    try:
        _read_local_names(cursor, state, names, blocks)
    finally:
        cursor.keeps_text = False
    changes = names.entered
    if changes is not None:
        if state.reading_version >= BLOCK_OF_PHIS_SINCE and any(_begins_with_phi(block) for block in blocks):
            # Its name keeps its place free until all others have come.
            changes = [(BLOCK_OF_PHIS, True), *changes, (BLOCK_OF_PHIS, False)]
        function.name_changes = changes


def _begins_with_phi(block: BasicBlock) -> bool:
    """Whether LLVM's reader makes a block for the block's incoming edges."""
    if not block.instructions:
        return False
    first = block.instructions[0]
    return isinstance(first, PHINode) and len(first.operands) > 0


def _known_name(text: bytes, known: dict[bytes, str]) -> str:
    """The name, which is kept for other functions while there are few names."""
    name = text.decode("utf-8", "surrogateescape")
    if len(known) < _MOST_NAMES:
        known[text] = name
    return name


def _read_local_names(cursor: BitstreamCursor, state: ReaderState, names: _LocalNames, blocks: list[BasicBlock]) -> None:
    values = state.table.values
    known = state.local_names
    while True:
        what = cursor.advance()
        if what == RECORD:
            code = cursor.code
            operands = cursor.operands
            text = cursor.text
            if text is not None and len(operands) == 1:
                found = known.get(text)
                name = _known_name(text, known) if found is None else found
            else:
                if text is not None:
                    operands = [*operands, *text]
                name = text_of_operands(operands, 1)
            if name == BLOCK_OF_PHIS and state.reading_version >= BLOCK_OF_PHIS_SINCE and any(map(_begins_with_phi, blocks)):
                names.take(name)
            if code == records.VST_CODE_ENTRY:
                if not operands or operands[0] >= len(values):
                    raise cursor.error("Invalid record", code)
                value = values[operands[0]]
                name = _name(cursor, name)
                if _takes_name(value):
                    value.set_unique_name(names.enter(name))
                    state.names_global |= isinstance(value, GlobalValue)
            elif code == records.VST_CODE_BBENTRY:
                if not operands or operands[0] >= len(blocks):
                    raise cursor.error("Invalid bbentry record", code)
                blocks[operands[0]].set_unique_name(names.enter(_name(cursor, name)))
            else:
                state.complain(cursor, f"unknown symbol table record {code}")
        elif what == END_BLOCK:
            return
        elif what == ENTER_SUBBLOCK:
            cursor.skip_block()
        else:
            raise cursor.error("Malformed block")


def _takes_name(value: Value) -> bool:
    """Whether a value can have a name; LLVM ignores names of constants."""
    return isinstance(value, GlobalValue) or not isinstance(value, (Constant, InlineAsm))


def _name(cursor: BitstreamCursor, name: str) -> str:
    if "\0" in name:
        raise cursor.error("Invalid value name", cursor.code)
    return name


def read_module_symbol_table(
    cursor: BitstreamCursor, state: ReaderState, offsets: dict[Function, int], named: list[GlobalValue]
) -> None:
    """Read the module's VALUE_SYMTAB; the cursor has just entered it.

    ENTRY [value, name...]; FNENTRY [function, offset, name...]: the offset, in 32-bit words, is stored in `offsets`. With a
    string table there are only FNENTRYs, without names. Values that get a name are added to `named`.
    """
    values = state.table.values
    while cursor.next_record():
        code = cursor.code
        operands = cursor.operands
        if code == records.VST_CODE_ENTRY:
            name_at = 1
        elif code == records.VST_CODE_FNENTRY:
            name_at = 2
        elif code == records.VST_CODE_COMBINED_ENTRY and len(operands) == 2:
            state.combined_guids[operands[0]] = operands[1]
            continue
        else:
            state.complain(cursor, f"unknown symbol table record {code}")
            continue
        if len(operands) < name_at or operands[0] >= len(values):
            raise cursor.error("Invalid value reference in symbol table", code)
        value = values[operands[0]]
        if code == records.VST_CODE_FNENTRY and isinstance(value, Function):
            offsets[value] = operands[1]
        if state.module_version < 2:
            name = _name(cursor, text_of_operands(operands, name_at))
            if isinstance(value, GlobalValue):
                # LLVM appends a number to a name that is taken.
                value.put_name(name if value.name == name else state.module.unique_name(name))
                named.append(value)

"""Writes the VALUE_SYMTAB of a function: the names of its arguments, instructions and blocks, in LLVM's hash order."""

from __future__ import annotations

from typing import final

from pyllvm.bitcode.writer.abbreviations import StandardAbbreviations
from pyllvm.bitcode.writer.strings import CHAR6_STRING, SEVEN_BITS, encoded, string_encoding
from pyllvm.bitcode.writer.value_enumerator import ValueEnumerator
from pyllvm.bitstream.writer import BitstreamWriter
from pyllvm.ir.constants import BlockAddress
from pyllvm.ir.function import BasicBlock, Function, Instruction
from pyllvm.ir.instructions import BranchInst, CatchSwitchInst, PHINode
from pyllvm.ir.string_map import name_hash, table_order
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
    """Writes the names of one function after the other; names that occurred before are not hashed again."""

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
        ids = self.enumerator.value_ids
        abbreviations = self.abbreviations
        stream.enter_block(VALUE_SYMTAB_BLOCK_ID, 4)
        for index in table_order([name.hash for name in names], version):
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
            stream.emit_record(code, [ids[value], *name.data], abbreviation)
        stream.end_block()


def named_values(function: Function) -> list[Value]:
    """The values with names, in the order in which LLVM's text parser creates them: blocks when first mentioned."""
    found: list[Value] = []
    for argument in function.arguments:
        if argument.name:
            found.append(argument)
    blocks = function.blocks
    any_block = False
    for block in blocks:
        if block.name:
            any_block = True
            break
    if not any_block:
        for block in blocks:
            for instruction in block.instructions:
                if instruction.name:
                    found.append(instruction)
        return found
    met: set[BasicBlock] = set()
    for block in blocks:
        _meet(block, met, found)
        for instruction in block.instructions:
            _meet_blocks(instruction, function, met, found)
            if instruction.name:
                found.append(instruction)
    return found


def _meet(value: Value, met: set[BasicBlock], found: list[Value]) -> None:
    if isinstance(value, BasicBlock) and value not in met:
        met.add(value)
        if value.name:
            found.append(value)


def _meet_blocks(instruction: Instruction, function: Function, met: set[BasicBlock], found: list[Value]) -> None:
    """Visit the blocks that an instruction mentions, in the order of its text."""
    operands = instruction.operands
    if isinstance(instruction, BranchInst):
        index = len(operands) - 1
        while index >= 0:
            _meet(operands[index], met, found)
            index -= 1
        return
    if isinstance(instruction, PHINode):
        for block in instruction.blocks:
            _meet(block, met, found)
        return
    if isinstance(instruction, CatchSwitchInst):
        for handler in instruction.handlers:
            _meet(handler, met, found)
    for operand in operands:
        if isinstance(operand, BasicBlock):
            _meet(operand, met, found)
        elif isinstance(operand, BlockAddress) and operand.operands[0] is function:
            _meet(operand.operands[1], met, found)

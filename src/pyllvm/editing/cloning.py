"""Copies of instructions and functions within a module, as LLVM's `clone` and CloneFunction make them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from pyllvm.diagnostics import PyllvmError
from pyllvm.editing.module_copy import attribute_names, blank
from pyllvm.editing.properties import copy_properties, set_linkage
from pyllvm.ir.basic_block import BasicBlock
from pyllvm.ir.constants import BlockAddress, Constant
from pyllvm.ir.function import Function
from pyllvm.ir.global_values import GlobalValue
from pyllvm.ir.instruction import Instruction
from pyllvm.ir.instructions import CallBase, OperandBundle, PHINode
from pyllvm.ir.metadata import (
    Attachment,
    DebugRecord,
    DIArgList,
    MDNode,
    MDTuple,
    Metadata,
    MetadataAsValue,
    SpecializedNode,
    ValueAsMetadata,
)
from pyllvm.ir.module import Module
from pyllvm.ir.types import Context
from pyllvm.ir.value import Value

# The attributes that a copy does not take over; it gets lists of its own.
_FRESH: Final[dict[str, object]] = {
    "_name": "", "_uses": None, "_use_index": None, "order": 0, "parent": None, "position": 0, "_debug_records": None,
}  # fmt: skip
# The nodes that belong to one function and are copied with it.
_LOCATION: Final = "DILocation"
_LOCAL: Final = frozenset(("DILexicalBlock", "DILexicalBlockFile", _LOCATION, "DILocalVariable", "DILabel", "DIAssignID"))
# The nodes of which each inlined call has its own.
_INLINED: Final = frozenset((_LOCATION, "DIAssignID"))


def clone_instruction(instruction: Instruction) -> Instruction:
    """A copy of an instruction with the same operands, in no block and without a name and debug records."""
    made = _bare_copy(instruction)
    made.operands = []
    for operand in instruction.operands:
        made.append_operand(operand)
    return made


def _bare_copy(instruction: Instruction) -> Instruction:
    """A copy that refers to the operands but does not use them yet."""
    made = blank(type(instruction))
    assert isinstance(made, Instruction)
    for name in attribute_names(instruction):
        if name in _FRESH:
            setattr(made, name, _FRESH[name])
        else:
            value: object = getattr(instruction, name)
            setattr(made, name, value.copy() if isinstance(value, list) else value)
    if instruction.attachments is not None:
        made.attachments = [Attachment(attachment.kind, attachment.node) for attachment in instruction.attachments]
    if isinstance(made, CallBase) and made.bundles is not None:
        made.bundles = [OperandBundle(bundle.tag, bundle.begin, bundle.end) for bundle in made.bundles]
    return made


def clone_in_module(function: Function, name: str = "") -> Function:
    """A copy of a function at the end of its module, under a name that is made unique.

    Its debug information is a copy as well, since a subprogram belongs to one function; types and compile units are shared.
    Calls of itself still call the original. Raises ValueError if the function does not belong to a module.
    """
    module = function.parent
    if not isinstance(module, Module):
        raise ValueError(f"@{function.name} does not belong to a module")
    function.materialize()
    made = Function(function.type, function.function_type, name or function.name)
    set_linkage(made, function.linkage)
    copy_properties(made, function)
    made.preferred_alignment = function.preferred_alignment
    made.set_optional_operands(function.personality, function.prefix_data, function.prologue_data)
    made.has_operand_places = function.has_operand_places
    for old, new in zip(function.arguments, made.arguments, strict=True):
        new.set_unique_name(old.name)
    cloner = _FunctionCloner(function, made, made.arguments, None)
    for block in cloner.blocks():
        made._append_read_block(block)
    made._forget_symbols()
    made.attachments = cloner.attachments()
    module.add(made)
    return made


def clone_blocks(function: Function, into: Function, arguments: list[Value], place: MDNode) -> list[BasicBlock]:
    """Copies of the blocks of a function, which is inlined at a `place` into another one and gets these arguments.

    They are in no function yet. Locations say where they are inlined, and variables stay the same.
    """
    function.materialize()
    return _FunctionCloner(function, into, arguments, place).blocks()


@final
class _FunctionCloner:
    """Copies the body and the metadata of a function; with a `place`, to inline it there."""

    def __init__(self, function: Function, made: Function, arguments: Sequence[Value], place: MDNode | None) -> None:
        self._function = function
        self._made = made
        self._place = place
        self._context: Context = function.type.context
        self._values: dict[Value, Value] = dict(zip(function.arguments, arguments, strict=True))
        self._addresses: dict[Value, Value] = {}
        self._nodes: dict[MDNode, MDNode] = {}
        self._unfinished: list[tuple[MDNode, MDNode]] = []
        self._local = _LOCAL if place is None else _INLINED
        self._subprograms: set[MDNode] = set(function.metadata("dbg") if place is None else ())

    def blocks(self) -> list[BasicBlock]:
        """Copies of the blocks."""
        made: list[BasicBlock] = []
        copies: list[Instruction] = []
        for block in self._function.blocks:
            copy = BasicBlock(block.type, block.name)
            self._values[block] = copy
            made.append(copy)
            for instruction in block.instructions:
                one = _bare_copy(instruction)
                one.set_unique_name(instruction.name)
                copy.append_read(one)
                self._values[instruction] = one
                copies.append(one)
        for one in copies:
            self._finish(one)
        for block, target in zip(self._function.blocks, made, strict=True):
            target.trailing_debug_records = self._records(block.trailing_debug_records)
            for instruction, one in zip(block.instructions, target.instructions, strict=True):
                if instruction.debug_records is not None:
                    one.debug_records = self._records(instruction.debug_records)
        return made

    def attachments(self) -> list[Attachment]:
        """Copies of the attachments of the function."""
        return [Attachment(one.kind, self._node(one.node)) for one in self._function.attachments]

    def _finish(self, instruction: Instruction) -> None:
        """Let a copy use copies."""
        operands = instruction.operands
        instruction.operands = []
        for operand in operands:
            instruction.append_operand(self._value(operand))
        if isinstance(instruction, PHINode):
            blocks = [self._values[block] for block in instruction.blocks]
            instruction.blocks = [block for block in blocks if isinstance(block, BasicBlock)]
        if instruction.debug_location is not None:
            instruction.debug_location = self._node(instruction.debug_location)
        if instruction.attachments is not None:
            for attachment in instruction.attachments:
                attachment.node = self._node(attachment.node)

    # --- values --------------------------------------------------------------------------------------------------------------

    def _value(self, value: Value) -> Value:
        known = self._values.get(value)
        if known is not None:
            return known
        if isinstance(value, MetadataAsValue):
            metadata = self._metadata(value.metadata)
            return value if metadata is value.metadata else MetadataAsValue.get(self._context, metadata)
        if isinstance(value, BlockAddress):
            return self._address(value)
        if isinstance(value, Constant) and value.operands and not isinstance(value, GlobalValue):
            self._check_addresses(value)
        return value

    def _address(self, address: BlockAddress) -> Value:
        if address.function is not self._function:
            return address
        known = self._addresses.get(address.block)
        if known is None:
            known = BlockAddress(address.type, self._made, self._values[address.block])
            self._addresses[address.block] = known
        return known

    def _check_addresses(self, constant: Constant) -> None:
        """Refuse a constant that is made of the address of one of the blocks."""
        waiting: list[Value] = [constant]
        met: set[Value] = set()
        while waiting:
            one = waiting.pop()
            if isinstance(one, BlockAddress) and one.function is self._function:
                raise PyllvmError(f"@{self._function.name} cannot be cloned: a constant contains the address of a block")
            if one not in met and isinstance(one, Constant) and not isinstance(one, GlobalValue):
                met.add(one)
                waiting.extend(one.operands)

    # --- metadata ------------------------------------------------------------------------------------------------------------

    def _records(self, records: list[DebugRecord] | None) -> list[DebugRecord] | None:
        if records is None:
            return None
        made: list[DebugRecord] = []
        for old in records:
            location = None if old.location is None else self._metadata(old.location)
            debug_location = None if old.debug_location is None else self._node(old.debug_location)
            new = DebugRecord(old.kind, location, self._metadata(old.variable), old.expression, debug_location)
            new.assign_id = None if old.assign_id is None else self._metadata(old.assign_id)
            new.address = None if old.address is None else self._metadata(old.address)
            new.address_expression = old.address_expression
            made.append(new)
        return made

    def _metadata(self, metadata: Metadata) -> Metadata:
        if isinstance(metadata, MDNode):
            return self._node(metadata)
        if isinstance(metadata, ValueAsMetadata):
            value = self._value(metadata.value)
            return metadata if value is metadata.value else ValueAsMetadata.get(self._context, value)
        if isinstance(metadata, DIArgList):
            arguments = [self._metadata(argument) for argument in metadata.arguments]
            return DIArgList([argument for argument in arguments if isinstance(argument, ValueAsMetadata)])
        return metadata

    def _is_copied(self, node: MDNode) -> bool:
        """Whether a node may need a copy: it belongs to the function, or it is a plain node."""
        if isinstance(node, SpecializedNode):
            return node.spec.name in self._local or node in self._subprograms
        return isinstance(node, MDTuple)

    def _node(self, first: MDNode) -> MDNode:
        """The copy of a node, or the node itself if nothing below it is copied."""
        self._map(first)
        while self._unfinished:
            old, new = self._unfinished.pop()
            for operand in old.operands:
                if isinstance(operand, MDNode):
                    self._map(operand)
            new.operands[:] = self._operands(old)
        return self._nodes[first]

    def _map(self, first: MDNode) -> None:
        nodes = self._nodes
        stack: list[MDNode] = [first]
        open_nodes: set[MDNode] = set()
        while stack:
            node = stack[-1]
            if node in nodes:
                stack.pop()
                continue
            if not self._is_copied(node):
                nodes[node] = node
                continue
            if node.is_distinct:
                new = _like(node, list(node.operands))
                nodes[node] = new
                self._unfinished.append((node, new))
                continue
            if node not in open_nodes:
                open_nodes.add(node)
                below = [one for one in node.operands if isinstance(one, MDNode) and one not in nodes and one not in open_nodes]
                if below:
                    stack.extend(reversed(below))
                    continue
            operands = self._operands(node)
            if all(operands[index] is node.operands[index] for index in range(len(operands))):
                nodes[node] = node
            elif isinstance(node, SpecializedNode):
                nodes[node] = SpecializedNode.get(self._context, node.spec, operands)
            else:
                nodes[node] = MDTuple.get(self._context, operands)

    def _operands(self, node: MDNode) -> list[object]:
        """The operands of the copy of a node. What is not inlined in the function is inlined at the place."""
        operands = [self._nodes.get(operand, operand) if isinstance(operand, MDNode) else operand for operand in node.operands]
        if self._place is not None and isinstance(node, SpecializedNode) and node.spec.name == _LOCATION:
            at = node.spec.index_of("inlinedAt")
            if operands[at] is None:
                operands[at] = self._place
        return operands


def _like(node: MDNode, operands: list[object]) -> MDNode:
    """A distinct node of the same kind."""
    if isinstance(node, SpecializedNode):
        return SpecializedNode(node.spec, operands, True)
    return MDTuple(operands, True)

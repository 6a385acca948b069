"""Whether two bodies have the same lines, found without printing most of them: printing both takes five times as long.

The text decides. Only of the most frequent instructions it is known here what their lines depend on; of all others, and where
something seems to differ, the lines are compared.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.assembly.printer.instructions import InstructionPrinter
from pyllvm.ir.attributes import AttributeList
from pyllvm.ir.constants import ConstantData, ConstantExpr, ConstantFP, ConstantInt, SimpleConstant
from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.global_values import GlobalValue
from pyllvm.ir.instructions import (
    AllocaInst,
    BinaryOperator,
    BranchInst,
    CallInst,
    CastInst,
    CmpInst,
    GetElementPtrInst,
    LoadInst,
    PHINode,
    ReturnInst,
    SelectInst,
    StoreInst,
    SwitchInst,
    UnreachableInst,
)
from pyllvm.ir.metadata import Attachment, DebugRecord, MDNode, Metadata, MetadataAsValue, ValueAsMetadata
from pyllvm.ir.types import VOID, Type
from pyllvm.ir.value import Value

# The lines of these calls have comments, which depend on other instructions.
_COMMENTED: Final = "llvm.experimental.gc."
# The text of these calls depends on the function that they are in.
_OWN_ARGUMENTS: Final = "musttail"


@final
class EqualLines:
    """Compares bodies by the texts that a printer makes: local values get the numbers of their places."""

    def __init__(self, instructions: InstructionPrinter) -> None:
        self._instructions = instructions
        self._operands = instructions.operands
        self._slots = instructions.slots
        # Of what has the same text wherever it is: one of the first body, and one of the second that has the same text.
        self._types: dict[Type, Type] = {}
        self._nodes: dict[MDNode, MDNode] = {}
        self._attributes: dict[AttributeList, AttributeList] = {}
        self._values: dict[Value, Value] = {}
        # The same for values in the two bodies, and for those whose text depends on the body where they are used.
        self._locals: dict[Value, Value] = {}
        self._before: Function | None = None
        self._after: Function | None = None
        self._is_numbered = False
        self._location: MDNode | None = None
        self._other_location: MDNode | None = None

    def are_equal(self, before: Function, after: Function) -> bool:
        """Whether all lines of the blocks of both functions are the same."""
        self._before = before
        self._after = after
        if self._has_same_shape(before, after):
            is_same = self._has_same_lines(before, after)
        else:
            is_same = self._lines(before) == self._lines(after)
        self._forget_numbers()
        self._locals = {}
        return is_same

    def _lines(self, function: Function) -> list[str]:
        self._slots.locals = self._slots.positions(function)
        return self._instructions.lines(function)

    def _has_same_shape(self, before: Function, after: Function) -> bool:
        """Whether values at the same places have the same types; then these correspond."""
        arguments, others = before.arguments, after.arguments
        blocks, other_blocks = before.blocks, after.blocks
        if len(arguments) != len(others) or len(blocks) != len(other_blocks):
            return False
        partners = self._locals
        for place in range(len(arguments)):
            if not self._same_type(arguments[place].type, others[place].type):
                return False
            partners[arguments[place]] = others[place]
        for place in range(len(blocks)):
            block, other_block = blocks[place], other_blocks[place]
            partners[block] = other_block
            instructions, other_instructions = block.instructions, other_block.instructions
            if len(instructions) != len(other_instructions):
                return False
            index = 0
            for instruction in instructions:
                other = other_instructions[index]
                index += 1
                if not self._same_type(instruction.type, other.type):
                    return False
                if instruction.type.kind != VOID:
                    partners[instruction] = other
        return True

    def _has_same_lines(self, before: Function, after: Function) -> bool:
        """The same for bodies of the same shape."""
        blocks, other_blocks = before.blocks, after.blocks
        for place in range(len(blocks)):
            others = other_blocks[place].instructions
            index = 0
            for instruction in blocks[place].instructions:
                other = others[index]
                index += 1
                records, other_records = instruction._debug_records, other._debug_records
                if records is not None or other_records is not None:
                    if not self._same_records(records or [], other_records or []):
                        return False
                if self._is_known_as_same(instruction, other):
                    continue
                self._number()
                if self._instructions.text(instruction) != self._instructions.text(other):
                    return False
        return True

    # --- texts

    def _number(self) -> None:
        """Give the values of both bodies their numbers, for texts."""
        if self._is_numbered:
            return
        assert self._before is not None and self._after is not None
        self._is_numbered = True
        numbers = self._slots.positions(self._before)
        numbers.update(self._slots.positions(self._after))
        self._slots.locals = numbers

    def _forget_numbers(self) -> None:
        self._is_numbered = False
        self._slots.locals = {}
        self._before = None
        self._after = None

    def _same_type(self, one: Type, other: Type) -> bool:
        if self._types.get(one) is other:
            return True
        types = self._operands.types
        is_same = types.text(one) == types.text(other)
        if is_same:
            self._types[one] = other
        return is_same

    def _same_value(self, one: Value, other: Value) -> bool:
        if self._locals.get(one) is other or self._values.get(one) is other:
            return True
        if isinstance(one, MetadataAsValue) and isinstance(other, MetadataAsValue):
            return self._same_metadata(one.metadata, other.metadata)
        is_plain = _has_one_text(one) and _has_one_text(other)
        if not is_plain:
            self._number()
        is_same = self._operands.typed(one) == self._operands.typed(other)
        if is_same:
            partners = self._values if is_plain else self._locals
            partners[one] = other
        return is_same

    def _same_metadata(self, one: Metadata | None, other: Metadata | None) -> bool:
        if one is None or other is None:
            return one is None and other is None
        if isinstance(one, MDNode) and isinstance(other, MDNode):
            return self._same_node(one, other)
        if isinstance(one, ValueAsMetadata) and isinstance(other, ValueAsMetadata):
            return self._same_value(one.value, other.value)
        self._number()
        return self._operands.metadata(one) == self._operands.metadata(other)

    def _same_node(self, one: MDNode, other: MDNode) -> bool:
        if self._nodes.get(one) is other:
            return True
        is_same = self._operands.metadata(one) == self._operands.metadata(other)
        if is_same:
            self._nodes[one] = other
        return is_same

    # --- lines

    def _same_records(self, records: list[DebugRecord], others: list[DebugRecord]) -> bool:
        if len(records) != len(others):
            return False
        for index in range(len(records)):
            record, other = records[index], others[index]
            if (
                record.kind != other.kind
                or not self._same_metadata(record._location, other._location)
                or not self._same_metadata(record._variable, other._variable)
                or not self._same_metadata(record.expression, other.expression)
                or not self._same_metadata(record._debug_location, other._debug_location)
                or not self._same_metadata(record._assign_id, other._assign_id)
                or not self._same_metadata(record._address, other._address)
                or not self._same_metadata(record.address_expression, other.address_expression)
            ):
                self._number()
                if self._instructions.debug_record(record) != self._instructions.debug_record(other):
                    return False
        return True

    def _is_known_as_same(self, one: Instruction, other: Instruction) -> bool:
        """Whether two instructions of one type certainly have the same line."""
        operands, others = one.operands, other.operands
        if one.flags != other.flags or len(operands) != len(others) or not self._is_same_operation(one, other):
            return False
        partners = self._locals
        index = 0
        for operand in operands:
            partner = others[index]
            index += 1
            if partners.get(operand) is not partner and not self._same_value(operand, partner):
                return False
        location, other_location = one._debug_location, other._debug_location
        if location is not self._location or other_location is not self._other_location:
            if not self._same_metadata(location, other_location):
                return False
            # Successive instructions often have the same one.
            self._location = location
            self._other_location = other_location
        attachments, other_attachments = one._attachments, other._attachments
        if attachments is None or other_attachments is None:
            return attachments is None and other_attachments is None
        return self._same_attachments(attachments, other_attachments)

    def _is_same_operation(self, one: Instruction, other: Instruction) -> bool:
        """Whether two instructions certainly do the same with their operands; False for the rarer instructions."""
        if isinstance(one, CallInst):
            return isinstance(other, CallInst) and self._is_same_call(one, other)
        if isinstance(one, LoadInst):
            return isinstance(other, LoadInst) and _is_same_access(one, other)
        if isinstance(one, StoreInst):
            return isinstance(other, StoreInst) and _is_same_access(one, other)
        if isinstance(one, GetElementPtrInst):
            return isinstance(other, GetElementPtrInst) and self._same_type(one.source_element_type, other.source_element_type)
        if isinstance(one, BranchInst):
            return isinstance(other, BranchInst)
        if isinstance(one, CmpInst):
            return isinstance(other, CmpInst) and one.predicate_number == other.predicate_number
        if isinstance(one, BinaryOperator):
            return isinstance(other, BinaryOperator) and one.opcode is other.opcode
        if isinstance(one, CastInst):
            return isinstance(other, CastInst) and one.opcode is other.opcode
        if isinstance(one, PHINode):
            return isinstance(other, PHINode) and self._has_same_blocks(one, other)
        if isinstance(one, AllocaInst):
            return (
                isinstance(other, AllocaInst)
                and one.alignment == other.alignment
                and one.is_inalloca == other.is_inalloca
                and one.is_swifterror == other.is_swifterror
                and self._same_type(one.allocated_type, other.allocated_type)
            )
        if isinstance(one, SelectInst):
            return isinstance(other, SelectInst)
        if isinstance(one, ReturnInst):
            return isinstance(other, ReturnInst)
        if isinstance(one, SwitchInst):
            return isinstance(other, SwitchInst)
        return isinstance(one, UnreachableInst) and isinstance(other, UnreachableInst)

    def _is_same_call(self, call: CallInst, other: CallInst) -> bool:
        """Whether two calls without bundles certainly differ in nothing but their operands."""
        if call.tail_kind != other.tail_kind or call.tail_kind == _OWN_ARGUMENTS:
            return False
        if call.bundles is not None or other.bundles is not None or call.argument_count != other.argument_count:
            return False
        callee, other_callee = call.operands[-1], other.operands[-1]
        # The comments of arguments depend on the names of intrinsics.
        if callee.name != other_callee.name or callee.name.startswith(_COMMENTED):
            return False
        return (
            call.calling_convention_number == other.calling_convention_number
            and self._same_type(call.function_type, other.function_type)
            and self._has_same_attributes(call._attributes, other._attributes)
        )

    def _has_same_attributes(self, one: AttributeList | None, other: AttributeList | None) -> bool:
        if one is None or other is None:
            return one is None and other is None
        if self._attributes.get(one) is other:
            return True
        if len(one.parameters) != len(other.parameters):
            return False
        slots, calls = self._slots, self._instructions.calls
        if bool(one.function) != bool(other.function):
            return False
        if one.function and slots.group_reference(one.function) != slots.group_reference(other.function):
            return False
        if calls.attribute_set(one.returned) != calls.attribute_set(other.returned):
            return False
        for index, parameter in one.parameters.items():
            if index not in other.parameters or calls.attribute_set(parameter) != calls.attribute_set(other.parameters[index]):
                return False
        self._attributes[one] = other
        return True

    def _has_same_blocks(self, phi: PHINode, other: PHINode) -> bool:
        blocks, others = phi.blocks, other.blocks
        if len(blocks) != len(others):
            return False
        partners = self._locals
        index = 0
        for block in blocks:
            if partners.get(block) is not others[index]:
                return False
            index += 1
        return True

    def _same_attachments(self, attachments: list[Attachment], others: list[Attachment]) -> bool:
        if len(attachments) != len(others):
            return False
        index = 0
        for attachment in attachments:
            other = others[index]
            index += 1
            if attachment._kind != other._kind or not self._same_node(attachment._node, other._node):
                return False
        return True


def _is_same_access(one: LoadInst | StoreInst, other: LoadInst | StoreInst) -> bool:
    return (
        one.alignment == other.alignment
        and one.is_volatile == other.is_volatile
        and one.ordering_number == other.ordering_number
        and one.sync_scope == other.sync_scope
    )


def _has_one_text(value: Value) -> bool:
    """Whether a value certainly has the same text in all functions: an address of a block has not."""
    if isinstance(value, ConstantExpr):
        return all(_is_simple(operand) for operand in value.operands)
    return _is_simple(value)


def _is_simple(value: Value) -> bool:
    return isinstance(value, (ConstantInt, GlobalValue, SimpleConstant, ConstantFP, ConstantData))

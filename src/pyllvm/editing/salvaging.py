"""Keeps the debug values of instructions that go: they follow from the operands (salvageDebugInfo).

    %s = add i32 %a, 4
      #dbg_value(i32 %s, !9, !DIExpression(), !10)

becomes, when `%s` goes,

      #dbg_value(i32 %a, !9, !DIExpression(DW_OP_plus_uconst, 4, DW_OP_stack_value), !10)
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.editing.debug_uses import DebugUse, DebugUses
from pyllvm.ir.constants import POISON, UNDEF, ConstantInt, SimpleConstant, is_undefined
from pyllvm.ir.debug_info.expressions import fold_constants
from pyllvm.ir.folding.constant_parts import indexed_types
from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.instructions import BinaryOperator, CastInst, CmpInst, GetElementPtrInst
from pyllvm.ir.metadata import DBG_ASSIGN, DBG_DECLARE, DIArgList, DIExpression, ValueAsMetadata, values_of
from pyllvm.ir.module import Module
from pyllvm.ir.target.data_layout import DataLayout
from pyllvm.ir.types import IntegerType, PointerType, StructType, Type
from pyllvm.ir.value import Value
from pyllvm.schema.expression import ARG, CONSTS, CONSTU, CONVERT, FRAGMENT, MINUS, MUL, PLUS, PLUS_UCONST, STACK_VALUE
from pyllvm.schema.integers import MAX_64
from pyllvm.tables.debug_info_versions import (
    COMPARISONS_SINCE,
    CONSTANTS_FOLDED_SINCE,
    EMPTY_ELEMENTS_SKIPPED_SINCE,
    LENGTHS_LIMITED_SINCE,
    LISTS_OF_ASSIGNMENTS_SINCE,
    LISTS_OF_VALUES_SINCE,
    LOST_LOCATIONS_POISON_SINCE,
    POINTER_CONVERSIONS_SINCE,
    POISON_SINCE,
    STACK_VALUES_OF_LISTS_SINCE,
)
from pyllvm.tables.dwarf import ENCODINGS
from pyllvm.tables.dwarf_operations import EXPRESSION, OPERATION_OF_INSTRUCTION, OPERATIONS
from pyllvm.tables.opcodes import INTTOPTR, PTRTOADDR, PTRTOINT, SEXT, TRUNC, ZEXT
from pyllvm.tables.predicates import FIRST_SIGNED_ICMP

_MOST_VALUES: Final = 16
_LONGEST_EXPRESSION: Final = 128
_WIDEST: Final = 64
_CONVERSIONS: Final = (TRUNC.name, ZEXT.name, SEXT.name)
_POINTER_CONVERSIONS: Final = (PTRTOINT.name, PTRTOADDR.name, INTTOPTR.name)
_SIGNED: Final = ENCODINGS.number_in_any("DW_ATE_signed")
_UNSIGNED: Final = ENCODINGS.number_in_any("DW_ATE_unsigned")
_OPERATIONS: Final[dict[str, int]] = {
    word: OPERATIONS.number_in_any(OPERATIONS.prefix + name) for word, name in OPERATION_OF_INSTRUCTION.items()
}


@final
class Salvager:
    """Salvages the debug values of one function, which are found once. Nothing else may change them meanwhile."""

    def __init__(self, function: Function) -> None:
        self._function: Final = function
        self._context: Final = function.type.context
        module = function.parent
        self._version: Final = module.llvm_version if isinstance(module, Module) else self._context.llvm_version
        self._layout: Final = DataLayout(module.data_layout if isinstance(module, Module) else "", self._version)
        self._uses: DebugUses | None = None

    def salvage(self, instruction: Instruction) -> None:
        """Let debug values of an instruction that goes follow from its operands; where that cannot be said, they are poison."""
        if instruction not in self._context.metadata:
            return
        found = self._found()
        uses = found.uses_of(instruction)
        was_any_met = False
        for use in uses:
            if use.address is instruction:
                self._salvage_address(use, instruction)
                was_any_met = True
            values = values_of(use.location)
            # Of an assignment with several values, LLVM looks at the first one.
            if instruction not in (values[:1] if use.kind == DBG_ASSIGN else values):
                continue
            if not self._salvage_location(use, instruction):
                break
            was_any_met = True
        if not was_any_met:
            for use in uses:
                self._lose(use, instruction)
        kind = POISON if self._version >= POISON_SINCE else UNDEF
        for use in uses:
            self._replace(use, instruction, SimpleConstant.get(instruction.type, kind))
        found.follow(instruction, uses)

    def _found(self) -> DebugUses:
        if self._uses is None:
            self._uses = DebugUses(self._function)
        return self._uses

    def _salvage_address(self, use: DebugUse, instruction: Instruction) -> None:
        added: list[Value] = []
        operations = _operations_for(instruction, 0, added, self._version, self._layout)
        expression = use.address_expression
        if operations is None or expression is None:
            return
        value = instruction.operands[0]
        if not added:
            elements = self._folded(self._with(expression.elements, operations, 0, False))
            use.set_address(self._context, value, DIExpression.get(self._context, elements))
        elif not is_undefined(instruction):
            kind = POISON if self._version >= POISON_SINCE else UNDEF
            use.set_address(self._context, SimpleConstant.get(instruction.type, kind), expression)

    def _salvage_location(self, use: DebugUse, instruction: Instruction) -> bool:
        """Let a use be about the operands; whether it can."""
        is_value = use.kind != DBG_DECLARE
        elements = use.expression.elements
        added: list[Value] = []
        for number, value in enumerate(values_of(use.location)):
            if value is instruction:
                count = _argument_count(elements, self._version)
                operations = _operations_for(instruction, count, added, self._version, self._layout)
                if operations is None:
                    return False
                elements = self._with(elements, operations, number, is_value)
        elements = self._folded(elements)
        operand = instruction.operands[0]
        self._replace(use, instruction, operand)
        is_short = self._version < LENGTHS_LIMITED_SINCE or len(elements) <= _LONGEST_EXPRESSION
        values = values_of(use.location)
        if is_short and not added:
            use.set_expression(self._context, DIExpression.get(self._context, elements))
        elif is_short and self._takes_lists(use) and len(values) + len(added) <= _MOST_VALUES:
            use.set_expression(self._context, DIExpression.get(self._context, elements))
            use.set_location(self._context, self._found().list_of(self._context, [*values, *added]))
        else:
            self._lose(use, operand)
        return True

    def _takes_lists(self, use: DebugUse) -> bool:
        if use.kind == DBG_ASSIGN:
            return self._version >= LISTS_OF_ASSIGNMENTS_SINCE
        return use.kind != DBG_DECLARE

    def _lose(self, use: DebugUse, lost: Value) -> None:
        """Let a use be about nothing that is known."""
        if self._version < LOST_LOCATIONS_POISON_SINCE:
            self._replace(use, lost, SimpleConstant.get(lost.type, UNDEF))
            return
        for value in dict.fromkeys(values_of(use.location)):
            self._replace(use, value, SimpleConstant.get(value.type, POISON))

    def _replace(self, use: DebugUse, old: Value, new: Value) -> None:
        """Replace a value of a use, and an address that is the same value."""
        expression = use.address_expression
        if use.address is old and expression is not None:
            use.set_address(self._context, new, expression)
        if isinstance(use.location, DIArgList):
            values = [new if one is old else one for one in values_of(use.location)]
            use.set_location(self._context, self._found().list_of(self._context, values))
        elif old in values_of(use.location):
            use.set_location(self._context, ValueAsMetadata.get(self._context, new))

    def _folded(self, elements: list[int]) -> list[int]:
        return fold_constants(elements, self._version) if self._version >= CONSTANTS_FOLDED_SINCE else elements

    def _with(self, elements: list[int], operations: list[int], number: int, is_value: bool) -> list[int]:
        """The expression in which operations follow a value (DIExpression::appendOpsToArg); `is_value`: it is not an address."""
        parts = _operations_of(elements, self._version)
        is_list = any(part[0] == ARG for part in parts)
        ends_as_value = is_value and (self._version >= STACK_VALUES_OF_LISTS_SINCE if is_list else bool(operations))
        made = [] if is_list else operations.copy()
        for part in parts:
            if ends_as_value and part[0] in (STACK_VALUE, FRAGMENT):
                ends_as_value = False
                if part[0] == FRAGMENT:
                    made.append(STACK_VALUE)
            made += part
            if part[0] == ARG and part[1] == number:
                made += operations
        if ends_as_value:
            made.append(STACK_VALUE)
        return made


def _operations_of(elements: list[int], version: int) -> list[list[int]]:
    """Each operation of an expression with its arguments."""
    parts: list[list[int]] = []
    at = 0
    while at < len(elements):
        size = EXPRESSION.size(elements[at], version)
        parts.append(elements[at : at + size])
        at += size
    return parts


def _argument_count(elements: list[int], version: int) -> int:
    """How many values of a list an expression takes; 0 if it takes a single value without a list."""
    return max((part[1] + 1 for part in _operations_of(elements, version) if part[0] == ARG), default=0)


def _operations_for(
    instruction: Instruction, count: int, added: list[Value], version: int, layout: DataLayout
) -> list[int] | None:
    """The operations that compute an instruction from its first operand; None if there are none (salvageDebugInfoImpl).

    Values that they take besides, of which the expression already has `count`, are added to the list.
    """
    if isinstance(instruction, CastInst):
        return _conversion(instruction, version, layout)
    if isinstance(instruction, GetElementPtrInst):
        operations = _address(instruction, count, added, version, layout)
    elif isinstance(instruction, BinaryOperator):
        operations = _calculation(instruction, instruction.opcode_name, CONSTU, count, added)
    elif isinstance(instruction, CmpInst) and not instruction.is_floating_point and version >= COMPARISONS_SINCE:
        push = CONSTS if instruction.predicate_number >= FIRST_SIGNED_ICMP else CONSTU
        operations = _calculation(instruction, instruction.predicate, push, count, added)
    else:
        return None
    return None if added and version < LISTS_OF_VALUES_SINCE else operations


def _conversion(cast: CastInst, version: int, layout: DataLayout) -> list[int] | None:
    word = cast.opcode_name
    if word == "bitcast":
        return []
    from_bits, to_bits = _bits(cast.operand.type, layout), _bits(cast.type, layout)
    if word in _POINTER_CONVERSIONS:
        if from_bits == to_bits:
            return []
        if version < POINTER_CONVERSIONS_SINCE:
            return None
    elif word not in _CONVERSIONS:
        return None
    if not isinstance(cast.type, (IntegerType, PointerType)):
        return None
    encoding = _SIGNED if word == "sext" else _UNSIGNED
    return [CONVERT, from_bits, encoding, CONVERT, to_bits, encoding]


def _bits(type: Type, layout: DataLayout) -> int:
    """The bits of an integer or a pointer, or of an element of a vector; 0 for others."""
    scalar = type.scalar_type
    if isinstance(scalar, PointerType):
        return layout.pointer_bits(scalar.address_space)
    return scalar.width if isinstance(scalar, IntegerType) else 0


def _calculation(instruction: Instruction, word: str, push: int, count: int, added: list[Value]) -> list[int] | None:
    operation = _OPERATIONS.get(word)
    right = instruction.operands[1]
    if operation is None:
        return None
    if not isinstance(right, ConstantInt):
        added.append(right)
        return [*([] if count else [ARG, 0]), ARG, count or 1, operation]
    if _bits(right.type, DataLayout()) > _WIDEST:
        return None
    if word in ("add", "sub"):
        return _plus(right.value if word == "add" else -right.value)
    return [push, right.value & MAX_64, operation]


def _plus(offset: int) -> list[int]:
    """The addition of a number, which is one of 64 bits with a sign (DIExpression::appendOffset)."""
    offset &= MAX_64
    if offset > MAX_64 >> 1:
        return [CONSTU, -offset & MAX_64, MINUS]
    return [PLUS_UCONST, offset] if offset else []


def _address(address: GetElementPtrInst, count: int, added: list[Value], version: int, layout: DataLayout) -> list[int] | None:
    scalar = address.pointer.type.scalar_type
    bits = layout.index_bits(scalar.address_space if isinstance(scalar, PointerType) else 0)
    offsets = _offsets(address, bits, layout, version)
    if offsets is None:
        return None
    constant, strides = offsets
    operations = [ARG, 0] if strides and not count else []
    for number, (value, stride) in enumerate(strides.items(), count or 1):
        added.append(value)
        operations += [ARG, number, CONSTU, stride & MAX_64, MUL, PLUS]
    sign = 1 << (bits - 1)
    return operations + _plus(((constant & (2 * sign - 1)) ^ sign) - sign)


def _offsets(address: GetElementPtrInst, bits: int, layout: DataLayout, version: int) -> tuple[int, dict[Value, int]] | None:
    """The constant offset, and what each variable index is multiplied with; None if that is not known (collectOffset)."""
    indices = address.indices
    types = indexed_types(address.source_element_type, indices)
    constant = 0
    strides: dict[Value, int] = {}
    for number, (index, type) in enumerate(zip(indices, types, strict=False)):
        struct = types[number - 1] if number else None
        if isinstance(index, ConstantInt) and index.value == 0:
            continue
        if layout.is_scalable(type):
            return None
        if isinstance(struct, StructType):
            if not isinstance(index, ConstantInt):
                return None
            constant += layout.struct_layout(struct).offsets[index.unsigned]
        elif isinstance(index, ConstantInt):
            constant += index.value * layout.alloc_size(type)
        else:
            stride = layout.alloc_size(type) & ((1 << bits) - 1)
            if stride or version < EMPTY_ELEMENTS_SKIPPED_SINCE:
                strides[index] = (strides.get(index, 0) + stride) & ((1 << bits) - 1)
    return constant, strides

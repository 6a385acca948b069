"""LLVM 15: `T*` became `ptr`. What the type of a pointer said, instructions and attributes say.

LLVM 15 itself keeps typed pointers of what it reads; 16 and newer read all of them as opaque ones.

Global values, instructions and identified structs stay what they are and get other types. Constants are unique by their
type and operands, so those that have to do with a typed pointer are made anew; casts between pointers vanish from them.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.editing.replacement import forget_constant
from pyllvm.ir.constants import (
    BlockAddress,
    Constant,
    ConstantAggregate,
    ConstantExpr,
    ConstantInt,
    ConstantPtrAuth,
    GlobalReference,
    InlineAsm,
    SimpleConstant,
    aggregate,
)
from pyllvm.ir.folding.constant_folding import ConstantFolder
from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.global_values import GlobalValue, GlobalVariable
from pyllvm.ir.instructions import AllocaInst, CallBase, GetElementPtrInst
from pyllvm.ir.metadata import Metadata, ValueAsMetadata
from pyllvm.ir.module import Module
from pyllvm.ir.types import FunctionType, Type
from pyllvm.ir.value import User, Value, drop_all_operands
from pyllvm.migrations.attribute_lists import AttributeSetsMap
from pyllvm.migrations.debug_info.equal_nodes import merge_equal_values
from pyllvm.migrations.instruction_index import InstructionIndex
from pyllvm.migrations.loss import Losses
from pyllvm.migrations.on_reading.typed_pointers import name_element_types
from pyllvm.migrations.rewritten_constants import operands_first
from pyllvm.migrations.typed_pointers.downgrade import type_pointers
from pyllvm.migrations.typed_pointers.pointer_types import PointerTypes, constants_in_metadata, identified_structs, retyped
from pyllvm.tables.behavior_versions import PLAIN_GEP_SINCE


def make_opaque(module: Module, version: int) -> None:
    """Make every pointer of the module a `ptr`.

    LLVM 14:
        %q = bitcast i32* %p to i8*
        store i32* %p, i32** %s, align 8
    LLVM 16:
        %q = bitcast ptr %p to ptr
        store ptr %p, ptr %s, align 8
    """
    name_element_types(module, version)
    change_types(module, version, PointerTypes(module.context))


def make_typed(module: Module, bodies: InstructionIndex, version: int, losses: Losses) -> None:
    """Give every pointer a type again: `i8*` in memory and in signatures, and where a value is made what it points to.

    LLVM 15: store i32 7, ptr %p, align 4
    LLVM 14:
        %1 = bitcast i8* %p to i32*
        store i32 7, i32* %1, align 4
    """
    if module.has_typed_pointers:
        return
    bodies.begin_edits()
    if type_pointers(module, version, losses):
        bodies.keep_with_other_constants()


def change_types(module: Module, version: int, types: PointerTypes) -> None:
    """Change all types of a module, and fold the constants that are made anew as LLVM `version` does."""
    _Change(module, version, types).run()


@final
class _Change:
    """The change at work in one module."""

    def __init__(self, module: Module, version: int, types: PointerTypes) -> None:
        self.module: Final = module
        self.types: Final = types
        self.folder: Final = ConstantFolder(version)
        self.constants: Final[dict[Value, Value]] = {}
        # Constants that nothing in the module uses any more. Each use would have to be searched for to remove it.
        self._left: Final[dict[Value, None]] = {}
        # Constants that were made anew.
        self._replaced: Final[dict[User, None]] = {}

    def run(self) -> None:
        module = self.module
        for struct in identified_structs(module):
            self.types.complete(struct)
        for value in module.global_values:
            self._change_global(value)
        self._change_metadata()
        for value in module.global_values:
            self._change_operands(value)
        lists = AttributeSetsMap(self.types.attributes, self.types.attributes)
        for function in module.functions:
            if function.attributes is not None:
                function.attributes = lists.mapped(function.attributes)
            for block in function.blocks:
                for instruction in block.instructions:
                    self._change_instruction(instruction, lists)
        for old in self._left:
            old.known_pairs = None
        drop_all_operands(self._replaced)

    def _change_global(self, value: GlobalValue) -> None:
        types = self.types
        value.type = types.of(value.type)
        value.value_type = types.of(value.value_type)
        if isinstance(value, Function):
            for argument in value.arguments:
                argument.type = types.of(argument.type)
            changed = types.of(value.function_type)
            assert isinstance(changed, FunctionType)
            value.function_type = changed
        elif isinstance(value, GlobalVariable) and value.attributes is not None:
            value.attributes = self.types.attributes(value.attributes)

    def _change_metadata(self) -> None:
        """Values that metadata names."""
        merged: dict[Metadata, ValueAsMetadata] = {}
        for metadata, value in constants_in_metadata(self.module.context):
            changed = self.constant(value)
            if changed is not value:
                standing = metadata.wrap_instead(self.module.context, changed)
                if standing is not metadata:
                    merged[metadata] = standing
        if merged:
            # Null pointers of several types, for instance, are now the same.
            merge_equal_values(self.module, merged)

    def _change_operands(self, user: User) -> None:
        index = 0
        for operand in user.operands:
            # Numbers, which are most of the constants, stay what they are.
            if isinstance(operand, ConstantInt):
                index += 1
                continue
            if isinstance(operand, (Constant, InlineAsm)) and not isinstance(operand, GlobalValue):
                changed = self.constant(operand)
                if changed is not operand:
                    user.operands[index] = changed
                    changed.add_use(user, index)
                    self._left[operand] = None
            index += 1

    def _change_instruction(self, instruction: Instruction, lists: AttributeSetsMap) -> None:
        types = self.types
        self._change_operands(instruction)
        instruction.type = types.of(instruction.type)
        if isinstance(instruction, AllocaInst):
            instruction.allocated_type = types.of(instruction.allocated_type)
        elif isinstance(instruction, GetElementPtrInst):
            instruction.source_element_type = types.of(instruction.source_element_type)
        elif isinstance(instruction, CallBase):
            changed = types.of(instruction.function_type)
            assert isinstance(changed, FunctionType)
            instruction.function_type = changed
            if instruction.attributes is not None:
                instruction.attributes = lists.mapped(instruction.attributes)

    # --- constants

    def constant(self, value: Value) -> Value:
        """The constant that replaces a constant; its operands are replaced first."""
        known = self.constants
        found = known.get(value)
        if found is not None:
            return found
        for constant in operands_first(value, known):
            known[constant] = self._made(constant)
        return known[value]

    def _operand(self, operand: Value) -> Value:
        return operand if isinstance(operand, GlobalValue) else self.constants[operand]

    def _made(self, value: Value) -> Value:
        if isinstance(value, BlockAddress):
            value.type = self.types.of(value.type)
            return value
        type = self.types.of(value.type)
        if isinstance(value, GlobalReference):
            return GlobalReference.get(type, value.kind, value.operands[0])
        if isinstance(value, InlineAsm):
            return value.changed(type, self.types.of(value.function_type))
        if isinstance(value, SimpleConstant):
            return retyped(value, type)
        if isinstance(value, (ConstantAggregate, ConstantExpr, ConstantPtrAuth)):
            operands = [self._operand(operand) for operand in value.operands]
            if type is value.type and all(old is new for old, new in zip(value.operands, operands, strict=True)):
                source = value.source_element_type if isinstance(value, ConstantExpr) else None
                if source is None or self.types.of(source) is source:
                    return value
            forget_constant(value)
            self._replaced[value] = None
            if isinstance(value, ConstantAggregate):
                return aggregate(type, operands)
            if isinstance(value, ConstantPtrAuth):
                return ConstantPtrAuth(type, operands)
            return self._expression(value, type, operands)
        return value

    def _expression(self, old: ConstantExpr, type: Type, operands: list[Value]) -> Value:
        folder = self.folder
        opcode = old.opcode
        if opcode == "getelementptr":
            assert old.source_element_type is not None
            # Newer readers drop `inrange` before an index.
            in_range = old.in_range if folder.version < PLAIN_GEP_SINCE else None
            return folder.getelementptr(self.types.of(old.source_element_type), operands, old.flags, in_range)
        if opcode == "bitcast" or opcode == "addrspacecast":
            return folder.cast(opcode, operands[0], type)
        if opcode == "select":
            return folder.select(operands[0], operands[1], operands[2])
        return ConstantExpr.get(type, opcode, operands, old.flags, None, None, old.predicate_number, old.indices)

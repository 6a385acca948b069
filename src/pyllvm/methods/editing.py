"""The methods of IR's classes that change functions and modules, or copy them."""

from __future__ import annotations

from pyllvm.building.insertion import append_block
from pyllvm.editing.blocks import erase_block, merge_into_predecessor, split_block
from pyllvm.editing.cloning import clone_instruction
from pyllvm.editing.dead_globals import remove_dead_constant_users
from pyllvm.editing.module_copy import copy_of
from pyllvm.editing.replacement import replace_everywhere
from pyllvm.editing.signatures import add_argument, drop_memory_attributes, remove_argument, set_return_type, set_value_type
from pyllvm.ir.above import register
from pyllvm.ir.basic_block import BasicBlock, BlockEdits
from pyllvm.ir.constants import Constant, ConstantExpr
from pyllvm.ir.function import Argument, Function, FunctionEdits
from pyllvm.ir.global_values import GlobalValue, GlobalVariable, GlobalVariableEdits
from pyllvm.ir.instruction import Instruction, InstructionEdits
from pyllvm.ir.loss import Loss
from pyllvm.ir.module import Module, ModuleMethods
from pyllvm.ir.types import Type
from pyllvm.ir.value import Value, ValueEdits
from pyllvm.notation import Callable
from pyllvm.reading.conversion import downgraded


class _ValueEdits(ValueEdits):
    def replace_everywhere(self, old: Value, new: Value, replaced: Callable[[Value, Value], None] | None = None) -> None:
        version = new.type.context.llvm_version

        fold = (lambda expression, operands: _folded(version, expression, operands)) if isinstance(new, Constant) else None
        replace_everywhere(old, new, fold, replaced)

    def remove_dead_constant_users(self, value: Value) -> None:
        assert isinstance(value, GlobalValue)
        remove_dead_constant_users(value)


def _folded(version: int, expression: ConstantExpr, operands: list[Value]) -> Value:
    from pyllvm.ir.folding.expressions import ConstantFolder, refolded_expression

    return refolded_expression(ConstantFolder(version), expression, operands)


class _InstructionEdits(InstructionEdits):
    def clone(self, instruction: Instruction) -> Instruction:
        return clone_instruction(instruction)


class _BlockEdits(BlockEdits):
    def split(self, instruction: Instruction, name: str) -> BasicBlock:
        return split_block(instruction, name)

    def merge_into_predecessor(self, block: BasicBlock) -> BasicBlock:
        return merge_into_predecessor(block)

    def erase(self, block: BasicBlock) -> None:
        erase_block(block)


class _FunctionEdits(FunctionEdits):
    def add_argument(self, function: Function, type: Type, value: Constant, name: str, index: int) -> Argument:
        return add_argument(function, type, value, name, index)

    def remove_argument(self, function: Function, index: int) -> None:
        remove_argument(function, index)

    def set_return_type(self, function: Function, type: Type) -> None:
        set_return_type(function, type)

    def drop_memory_attributes(self, function: Function) -> None:
        drop_memory_attributes(function)

    def append_block(self, function: Function, name: str, before: BasicBlock | None) -> BasicBlock:
        return append_block(function, name, before)


class _GlobalVariableEdits(GlobalVariableEdits):
    def set_value_type(self, variable: GlobalVariable, type: Type, initializer: Value | None) -> None:
        set_value_type(variable, type, initializer)


class _ModuleMethods(ModuleMethods):
    def copy_of(self, module: Module) -> Module:
        return copy_of(module)

    def pickled(self, module: Module) -> tuple[object, tuple[bytes]]:
        from pyllvm.editing.pickling import pickled, unpickled

        return unpickled, (pickled(module),)

    def downgraded(self, module: Module, version: int, target_profile: str, pointee_types: str) -> list[Loss]:
        return downgraded(module, version, target_profile, pointee_types)


def register_editing() -> None:
    """Register what is here."""
    register(ValueEdits, _ValueEdits())
    register(InstructionEdits, _InstructionEdits())
    register(BlockEdits, _BlockEdits())
    register(FunctionEdits, _FunctionEdits())
    register(GlobalVariableEdits, _GlobalVariableEdits())
    register(ModuleMethods, _ModuleMethods())

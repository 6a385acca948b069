"""The methods of IR's classes that rooms above `ir` do. Each room is imported when a method needs it.

`pyllvm.ir.above` says how the methods find this. Nothing else joins `ir` to what is above it.
"""

from __future__ import annotations

from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.editing.replacement import replace_everywhere
from pyllvm.ir.above import Printing, register
from pyllvm.ir.attributes import Attribute, AttributeTexts
from pyllvm.ir.basic_block import BasicBlock, BlockEdits
from pyllvm.ir.constants import Constant, FloatReading
from pyllvm.ir.function import Argument, Function, FunctionEdits
from pyllvm.ir.global_values import GlobalValue, GlobalVariable, GlobalVariableEdits
from pyllvm.ir.instruction import Instruction, InstructionEdits
from pyllvm.ir.loss import Loss
from pyllvm.ir.metadata import MDNode, MDTuple, SpecializedNode
from pyllvm.ir.module import Module, ModuleMethods
from pyllvm.ir.types import Context, Type
from pyllvm.ir.value import Value, ValueEdits
from pyllvm.notation import Callable, Sequence
from pyllvm.reading.conversion import downgraded


def register_methods() -> None:
    """Register the methods below."""
    register(Printing, _Printing())
    register(AttributeTexts, _AttributeTexts())
    register(ValueEdits, _ValueEdits())
    register(FloatReading, _FloatReading())
    register(InstructionEdits, _InstructionEdits())
    register(BlockEdits, _BlockEdits())
    register(FunctionEdits, _FunctionEdits())
    register(GlobalVariableEdits, _GlobalVariableEdits())
    register(ModuleMethods, _ModuleMethods())


def broken(module: object, doing: str, fault: Exception) -> PyllvmError:
    """The error for an exception while a module, or a part of one, was `doing` ("printed", "written").

    It names what is wrong with the module, as `pyllvm.verify` does, or the exception if nothing else is known.
    """
    from pyllvm.verifier.structure import structure_failures

    notes: list[Diagnostic] = []
    if isinstance(module, Module):
        try:
            notes = [Diagnostic("note", failure.message) for failure in structure_failures(module)]
        except Exception:  # the check itself may fail on what is broken
            notes = []
    if notes:
        return PyllvmError(Diagnostic("error", f"the module cannot be {doing}: {notes[0].message}", notes=notes))
    reason = f"{type(fault).__name__}: {fault}" if str(fault) else type(fault).__name__
    return PyllvmError(Diagnostic("error", f"it cannot be {doing}, because it is broken: {reason}"))


class _Printing(Printing):
    def text_of(self, thing: object) -> str:
        from pyllvm.assembly.printer.single_values import text_of

        try:
            return text_of(thing)
        except (PyllvmError, MemoryError):
            raise
        except Exception as fault:
            raise broken(thing, "printed", fault) from fault

    def short_text_of(self, thing: object) -> str:
        from pyllvm.assembly.printer.single_values import short_text

        return short_text(thing)

    def html_of(self, thing: object) -> str:
        from pyllvm.assembly.printer.html import html_of

        return html_of(thing)


class _AttributeTexts(AttributeTexts):
    def attributes_of_text(self, context: Context, version: int, text: str, place: str) -> list[Attribute]:
        from pyllvm.assembly.reader.fragments import attributes_of_text

        return attributes_of_text(context, version, text, place)


class _ValueEdits(ValueEdits):
    def replace_everywhere(self, old: Value, new: Value, replaced: Callable[[Value, Value], None] | None = None) -> None:
        replace_everywhere(old, new, None, replaced)

    def remove_dead_constant_users(self, value: Value) -> None:
        from pyllvm.editing.dead_globals import remove_dead_constant_users

        assert isinstance(value, GlobalValue)
        remove_dead_constant_users(value)


class _FloatReading(FloatReading):
    def float_of(self, type_name: str, bits: int) -> float:
        from pyllvm.building.python_constants import float_of

        return float_of(type_name, bits)


class _InstructionEdits(InstructionEdits):
    def clone(self, instruction: Instruction) -> Instruction:
        from pyllvm.editing.cloning import clone_instruction

        return clone_instruction(instruction)


class _BlockEdits(BlockEdits):
    def split(self, instruction: Instruction, name: str) -> BasicBlock:
        from pyllvm.editing.blocks import split_block

        return split_block(instruction, name)

    def merge_into_predecessor(self, block: BasicBlock) -> BasicBlock:
        from pyllvm.editing.blocks import merge_into_predecessor

        return merge_into_predecessor(block)

    def erase(self, block: BasicBlock) -> None:
        from pyllvm.editing.blocks import erase_block

        erase_block(block)


class _FunctionEdits(FunctionEdits):
    def add_argument(self, function: Function, type: Type, value: Constant, name: str, index: int) -> Argument:
        from pyllvm.editing.signatures import add_argument

        return add_argument(function, type, value, name, index)

    def remove_argument(self, function: Function, index: int) -> None:
        from pyllvm.editing.signatures import remove_argument

        remove_argument(function, index)

    def set_return_type(self, function: Function, type: Type) -> None:
        from pyllvm.editing.signatures import set_return_type

        set_return_type(function, type)

    def drop_memory_attributes(self, function: Function) -> None:
        from pyllvm.editing.memory_attributes import drop_memory_attributes

        drop_memory_attributes(function)

    def append_block(self, function: Function, name: str, before: BasicBlock | None) -> BasicBlock:
        from pyllvm.building.insertion import append_block

        return append_block(function, name, before)


class _GlobalVariableEdits(GlobalVariableEdits):
    def set_value_type(self, variable: GlobalVariable, type: Type, initializer: Value | None) -> None:
        from pyllvm.editing.signatures import set_value_type

        set_value_type(variable, type, initializer)


class _ModuleMethods(ModuleMethods):
    def type_of_text(self, module: Module, text: str) -> Type:
        from pyllvm.assembly.reader.fragments import type_of_text

        return type_of_text(module, text)

    def constant_of_text(self, module: Module, text: str) -> Constant:
        from pyllvm.assembly.reader.fragments import constant_of_text

        return constant_of_text(module, text)

    def metadata_of_text(self, module: Module, text: str) -> MDNode:
        from pyllvm.assembly.reader.fragments import metadata_of_text

        return metadata_of_text(module, text)

    def constant_of(self, type: Type, value: object) -> Constant:
        from pyllvm.building.python_constants import constant_of

        return constant_of(type, value)

    def specialized_node(
        self, context: Context, version: int, kind: str, fields: dict[str, object], is_distinct: bool
    ) -> SpecializedNode:
        from pyllvm.building.metadata_nodes import specialized_node

        return specialized_node(context, version, kind, fields, is_distinct)

    def tuple_node(self, context: Context, operands: Sequence[object], is_distinct: bool) -> MDTuple:
        from pyllvm.building.metadata_nodes import tuple_node

        return tuple_node(context, operands, is_distinct)

    def add_function(
        self,
        module: Module,
        name: str,
        type: Type | str,
        parameter_names: Sequence[str],
        linkage: str,
        calling_convention: str,
        address_space: int,
    ) -> Function:
        from pyllvm.building.global_values import add_function

        return add_function(module, name, type, parameter_names, linkage, calling_convention, address_space)

    def new_global(self, module: Module, name: str, type: Type | str, initializer: object, address_space: int) -> GlobalVariable:
        from pyllvm.building.global_values import new_global

        return new_global(module, name, type, initializer, address_space)

    def copy_of(self, module: Module) -> Module:
        from pyllvm.editing.module_copy import copy_of

        return copy_of(module)

    def pickled(self, module: Module) -> tuple[object, tuple[bytes]]:
        from pyllvm.editing.pickling import pickled, unpickled

        return unpickled, (pickled(module),)

    def downgraded(self, module: Module, version: int, target_profile: str, pointee_types: str) -> list[Loss]:
        return downgraded(module, version, target_profile, pointee_types)

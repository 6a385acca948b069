"""The stairs up from `ir`: what methods of its classes do by rooms above it, each of which is imported when it is called.

Nothing else in `ir` imports anything from these rooms.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from pyllvm.diagnostics import Diagnostic, PyllvmError

if TYPE_CHECKING:
    from pyllvm.ir.basic_block import BasicBlock
    from pyllvm.ir.constants import Constant
    from pyllvm.ir.function import Argument, Function
    from pyllvm.ir.global_values import GlobalValue, GlobalVariable
    from pyllvm.ir.instruction import Instruction
    from pyllvm.ir.metadata import MDNode, MDTuple, SpecializedNode
    from pyllvm.ir.module import Module
    from pyllvm.ir.types import Context, Type
    from pyllvm.ir.value import Value
    from pyllvm.migrations.loss import Loss as Loss

# --- text of IR ---------------------------------------------------------------------------------------------------------


def text_of(thing: object) -> str:
    """The text that LLVM prints for a type, value, instruction, metadata node or module; PyllvmError if it is broken."""
    from pyllvm.assembly.printer.single_values import text_of as printed

    try:
        return printed(thing)
    except (PyllvmError, MemoryError):
        raise
    except Exception as fault:
        raise broken(thing if hasattr(thing, "llvm_version") else None, "printed", fault) from fault


def short_text_of(thing: object) -> str:
    """The `repr()` of a type, value, use, piece of metadata or module: one short line."""
    from pyllvm.assembly.printer.short_text import short_text

    return short_text(thing)


def html_of(thing: object) -> str:
    """The coloured text of a type, value, piece of metadata or module, as notebooks show it."""
    from pyllvm.assembly.printer.html import html_of as printed

    return printed(thing)


def broken(module: object, doing: str, fault: Exception) -> PyllvmError:
    """The error for an exception while a module, or a part of one, was `doing` ("printed", "written").

    It names what is wrong with the module, as `pyllvm.verify` does, or the exception if nothing else is known.
    """
    from pyllvm.ir.module import Module

    notes: list[Diagnostic] = []
    if isinstance(module, Module):
        try:
            from pyllvm.verifier.structure import structure_failures

            notes = [Diagnostic("note", failure.message) for failure in structure_failures(module)]
        except Exception:  # the check itself may fail on what is broken
            notes = []
    if notes:
        return PyllvmError(Diagnostic("error", f"the module cannot be {doing}: {notes[0].message}", notes=notes))
    reason = f"{type(fault).__name__}: {fault}" if str(fault) else type(fault).__name__
    return PyllvmError(Diagnostic("error", f"it cannot be {doing}, because it is broken: {reason}"))


# --- IR from text and from Python's values ------------------------------------------------------------------------------


def type_of_text(module: Module, text: str) -> Type:
    """As `Module.type`."""
    from pyllvm.assembly.reader import fragments

    return fragments.type_of_text(module, text)


def constant_of_text(module: Module, text: str) -> Constant:
    """As `Module.value`."""
    from pyllvm.assembly.reader import fragments

    return fragments.constant_of_text(module, text)


def metadata_of_text(module: Module, text: str) -> MDNode:
    """As `Module.metadata`."""
    from pyllvm.assembly.reader import fragments

    return fragments.metadata_of_text(module, text)


def constant_of(type: Type, value: object) -> Constant:
    """As `Module.constant`."""
    from pyllvm.building import constants

    return constants.constant_of(type, value)


def specialized_node(context: Context, version: int, kind: str, fields: dict[str, object], is_distinct: bool) -> SpecializedNode:
    """As `Module.metadata_node`."""
    from pyllvm.building import metadata_nodes

    return metadata_nodes.specialized_node(context, version, kind, fields, is_distinct)


def tuple_node(context: Context, operands: Sequence[object], is_distinct: bool) -> MDTuple:
    """As `Module.metadata_tuple`."""
    from pyllvm.building import metadata_nodes

    return metadata_nodes.tuple_node(context, operands, is_distinct)


def add_function(
    module: Module,
    name: str,
    type: Type | str,
    parameter_names: Sequence[str],
    linkage: str,
    calling_convention: str,
    address_space: int,
) -> Function:
    """As `Module.add_function`."""
    from pyllvm.building import global_values

    return global_values.add_function(module, name, type, parameter_names, linkage, calling_convention, address_space)


def add_global(
    module: Module,
    name: str,
    type: Type | str,
    initializer: object,
    is_constant: bool,
    linkage: str,
    address_space: int,
    align: int,
) -> GlobalVariable:
    """As `Module.add_global`."""
    from pyllvm.building import global_values

    return global_values.add_global(module, name, type, initializer, is_constant, linkage, address_space, align)


def append_block(function: Function, name: str, before: BasicBlock | None) -> BasicBlock:
    """As `Function.add_block`."""
    from pyllvm.building import insertion

    return insertion.append_block(function, name, before)


# --- edits --------------------------------------------------------------------------------------------------------------


def replace_everywhere(old: Value, new: Value, replaced: Callable[[Value, Value], None] | None = None) -> None:
    """As `Value.replace_all_uses_with` for a value that constants have as an operand."""
    from pyllvm.editing import replacement

    replacement.replace_everywhere(old, new, None, replaced)


def remove_dead_constant_users(value: GlobalValue) -> None:
    """Destroy the constants made of a symbol that nothing uses."""
    from pyllvm.editing import dead_globals

    dead_globals.remove_dead_constant_users(value)


def set_value_type(variable: GlobalVariable, type: Type, initializer: Value | None) -> None:
    """As `GlobalVariable.set_value_type`."""
    from pyllvm.editing import signatures

    signatures.set_value_type(variable, type, initializer)


def add_argument(function: Function, type: Type, value: Constant, name: str, index: int) -> Argument:
    """As `Function.add_argument`."""
    from pyllvm.editing import signatures

    return signatures.add_argument(function, type, value, name, index)


def remove_argument(function: Function, index: int) -> None:
    """As `Function.remove_argument`."""
    from pyllvm.editing import signatures

    signatures.remove_argument(function, index)


def set_return_type(function: Function, type: Type) -> None:
    """As `Function.set_return_type`."""
    from pyllvm.editing import signatures

    signatures.set_return_type(function, type)


def drop_memory_attributes(function: Function) -> None:
    """As `Function.drop_memory_attributes`."""
    from pyllvm.editing import memory_attributes

    memory_attributes.drop_memory_attributes(function)


def split_block(instruction: Instruction, name: str) -> BasicBlock:
    """As `BasicBlock.split`."""
    from pyllvm.editing import blocks

    return blocks.split_block(instruction, name)


def merge_into_predecessor(block: BasicBlock) -> BasicBlock:
    """As `BasicBlock.merge_into_predecessor`."""
    from pyllvm.editing import blocks

    return blocks.merge_into_predecessor(block)


def erase_block(block: BasicBlock) -> None:
    """As `BasicBlock.erase`."""
    from pyllvm.editing import blocks

    blocks.erase_block(block)


def clone_instruction(instruction: Instruction) -> Instruction:
    """As `Instruction.clone`."""
    from pyllvm.editing import cloning

    return cloning.clone_instruction(instruction)


# --- whole modules ------------------------------------------------------------------------------------------------------


def copy_of(module: Module) -> Module:
    """As `Module.copy`."""
    from pyllvm.editing import module_image

    return module_image.copy_of(module)


def pickled(module: Module) -> tuple[object, tuple[bytes]]:
    """A function that makes the module again, and what it is called with."""
    from pyllvm.editing import pickling

    return pickling.unpickled, (pickling.pickled(module),)


def downgraded(module: Module, version: int, target_profile: str, pointee_types: str) -> list[Loss]:
    """As `Module.downgraded`."""
    from pyllvm.reading import conversion

    return conversion.downgraded(module, version, target_profile, pointee_types)

"""The stairs up from `ir`: what methods of its classes do by rooms above it, each of which is imported when it is called.

Nothing else in `ir` imports anything from these rooms.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from pyllvm.diagnostics import Diagnostic, PyllvmError

if TYPE_CHECKING:
    from pyllvm.ir.attributes import Attribute
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


_METADATA: Final = "pyllvm.ir.metadata_replacement"


_ROOMS: Final[dict[str, Any]] = {}


def _room(name: str) -> Any:
    """The module with this name, imported now: an import statement, anywhere in this file, would close a circle of modules."""
    found = _ROOMS.get(name)
    if found is None:
        found = importlib.import_module(name)
        _ROOMS[name] = found
    return found


# --- text of IR ---------------------------------------------------------------------------------------------------------


def text_of(thing: object) -> str:
    """The text that LLVM prints for a type, value, instruction, metadata node or module; PyllvmError if it is broken."""
    try:
        found: str = _room("pyllvm.assembly.printer.single_values").text_of(thing)
        return found
    except (PyllvmError, MemoryError):
        raise
    except Exception as fault:
        raise broken(thing if hasattr(thing, "llvm_version") else None, "printed", fault) from fault


def short_text_of(thing: object) -> str:
    """The `repr()` of a type, value, use, piece of metadata or module: one short line."""
    found: str = _room("pyllvm.assembly.printer.short_text").short_text(thing)
    return found


def html_of(thing: object) -> str:
    """The coloured text of a type, value, piece of metadata or module, as notebooks show it."""
    found: str = _room("pyllvm.assembly.printer.html").html_of(thing)
    return found


def broken(module: object, doing: str, fault: Exception) -> PyllvmError:
    """The error for an exception while a module, or a part of one, was `doing` ("printed", "written").

    It names what is wrong with the module, as `pyllvm.verify` does, or the exception if nothing else is known.
    """
    notes: list[Diagnostic] = []
    if module is not None:
        try:
            failures = _room("pyllvm.verifier.structure").structure_failures(module)
            notes = [Diagnostic("note", failure.message) for failure in failures]
        except Exception:  # the check itself may fail on what is broken
            notes = []
    if notes:
        return PyllvmError(Diagnostic("error", f"the module cannot be {doing}: {notes[0].message}", notes=notes))
    reason = f"{type(fault).__name__}: {fault}" if str(fault) else type(fault).__name__
    return PyllvmError(Diagnostic("error", f"it cannot be {doing}, because it is broken: {reason}"))


# --- IR from text and from Python's values ------------------------------------------------------------------------------


def type_of_text(module: Module, text: str) -> Type:
    """As `Module.type`."""
    found: Type = _room("pyllvm.assembly.reader.fragments").type_of_text(module, text)
    return found


def constant_of_text(module: Module, text: str) -> Constant:
    """As `Module.value`."""
    found: Constant = _room("pyllvm.assembly.reader.fragments").constant_of_text(module, text)
    return found


def metadata_of_text(module: Module, text: str) -> MDNode:
    """As `Module.metadata`."""
    found: MDNode = _room("pyllvm.assembly.reader.fragments").metadata_of_text(module, text)
    return found


def constant_of(type: Type, value: object) -> Constant:
    """As `Module.constant`."""
    found: Constant = _room("pyllvm.building.constants").constant_of(type, value)
    return found


def specialized_node(context: Context, version: int, kind: str, fields: dict[str, object], is_distinct: bool) -> SpecializedNode:
    """As `Module.metadata_node`."""
    found: SpecializedNode = _room("pyllvm.building.metadata_nodes").specialized_node(context, version, kind, fields, is_distinct)
    return found


def tuple_node(context: Context, operands: Sequence[object], is_distinct: bool) -> MDTuple:
    """As `Module.metadata_tuple`."""
    found: MDTuple = _room("pyllvm.building.metadata_nodes").tuple_node(context, operands, is_distinct)
    return found


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
    found: Function = _room("pyllvm.building.global_values").add_function(
        module, name, type, parameter_names, linkage, calling_convention, address_space
    )
    return found


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
    found: GlobalVariable = _room("pyllvm.building.global_values").add_global(
        module, name, type, initializer, is_constant, linkage, address_space, align
    )
    return found


def append_block(function: Function, name: str, before: BasicBlock | None) -> BasicBlock:
    """As `Function.add_block`."""
    found: BasicBlock = _room("pyllvm.building.insertion").append_block(function, name, before)
    return found


def float_of(type: Type, bits: int) -> float:
    """As `ConstantFP.value`."""
    found: float = _room("pyllvm.building.constants").float_of(type.name, bits)  # type: ignore[attr-defined]
    return found


def attributes_of_text(context: Context, version: int, text: str, place: str) -> list[Attribute]:
    """The attributes of a text; `place` is "function", "parameter" or "returned". Raises ValueError if there are none."""
    found: list[Attribute] = _room("pyllvm.assembly.reader.attribute_texts").attributes_of_text(context, version, text, place)
    return found


# --- edits --------------------------------------------------------------------------------------------------------------


def replace_everywhere(old: Value, new: Value, replaced: Callable[[Value, Value], None] | None = None) -> None:
    """As `Value.replace_all_uses_with` for a value that constants have as an operand."""
    _room("pyllvm.editing.replacement").replace_everywhere(old, new, None, replaced)


def remove_dead_constant_users(value: GlobalValue) -> None:
    """Destroy the constants made of a symbol that nothing uses."""
    _room("pyllvm.editing.dead_globals").remove_dead_constant_users(value)


def set_value_type(variable: GlobalVariable, type: Type, initializer: Value | None) -> None:
    """As `GlobalVariable.set_value_type`."""
    _room("pyllvm.editing.signatures").set_value_type(variable, type, initializer)


def set_optional_operands(
    function: Function, personality: Value | None, prefix_data: Value | None, prologue_data: Value | None
) -> None:
    """As setting `Function.personality` and its like."""
    _room("pyllvm.ir.optional_operands").replace_optional_operands(function, personality, prefix_data, prologue_data)


def add_argument(function: Function, type: Type, value: Constant, name: str, index: int) -> Argument:
    """As `Function.add_argument`."""
    found: Argument = _room("pyllvm.editing.signatures").add_argument(function, type, value, name, index)
    return found


def remove_argument(function: Function, index: int) -> None:
    """As `Function.remove_argument`."""
    _room("pyllvm.editing.signatures").remove_argument(function, index)


def set_return_type(function: Function, type: Type) -> None:
    """As `Function.set_return_type`."""
    _room("pyllvm.editing.signatures").set_return_type(function, type)


def drop_memory_attributes(function: Function) -> None:
    """As `Function.drop_memory_attributes`."""
    _room("pyllvm.editing.memory_attributes").drop_memory_attributes(function)


def split_block(instruction: Instruction, name: str) -> BasicBlock:
    """As `BasicBlock.split`."""
    found: BasicBlock = _room("pyllvm.editing.blocks").split_block(instruction, name)
    return found


def merge_into_predecessor(block: BasicBlock) -> BasicBlock:
    """As `BasicBlock.merge_into_predecessor`."""
    found: BasicBlock = _room("pyllvm.editing.blocks").merge_into_predecessor(block)
    return found


def erase_block(block: BasicBlock) -> None:
    """As `BasicBlock.erase`."""
    _room("pyllvm.editing.blocks").erase_block(block)


def clone_instruction(instruction: Instruction) -> Instruction:
    """As `Instruction.clone`."""
    found: Instruction = _room("pyllvm.editing.cloning").clone_instruction(instruction)
    return found


# --- metadata that refers to values: its classes are above the classes of values ---------------------------------------


def follow_replacement(old: Value, new: Value) -> None:
    """Make metadata that refers to a value refer to another one."""
    _room(_METADATA).follow_replacement(old, new)


def follow_in_turn(old: Value, new: Value) -> None:
    """As `follow_replacement`, for one of many constants that are replaced together."""
    _room(_METADATA).follow_in_turn(old, new)


def follow_deletion(old: Value) -> None:
    """Make metadata that refers to a value that is erased refer to undef, or poison."""
    _room(_METADATA).follow_deletion(old)


def forget_in_metadata(old: Value) -> None:
    """Make metadata that refers to a symbol that is erased refer to nothing."""
    _room(_METADATA).forget_in_metadata(old)


# --- whole modules ------------------------------------------------------------------------------------------------------


def copy_of(module: Module) -> Module:
    """As `Module.copy`."""
    found: Module = _room("pyllvm.editing.module_copy").copy_of(module)
    return found


def pickled(module: Module) -> tuple[object, tuple[bytes]]:
    """A function that makes the module again, and what it is called with."""
    pickling = _room("pyllvm.editing.pickling")
    return pickling.unpickled, (pickling.pickled(module),)


def downgraded(module: Module, version: int, target_profile: str, pointee_types: str) -> list[Loss]:
    """As `Module.downgraded`."""
    found: list[Loss] = _room("pyllvm.reading.conversion").downgraded(module, version, target_profile, pointee_types)
    return found

"""Edits that several passes make: values that take the place of others, and blocks that end otherwise."""

from __future__ import annotations

from pyllvm.analysis.cfg import reachable_blocks
from pyllvm.editing.blocks import erase_blocks, remove_edge
from pyllvm.ir.constants import POISON, UNDEF, SimpleConstant, is_null, is_undefined, null_value
from pyllvm.ir.function import BasicBlock, Function, Instruction
from pyllvm.ir.global_values import GlobalVariable
from pyllvm.ir.instructions import BranchInst, ReturnInst, UnreachableInst
from pyllvm.ir.types import LABEL, METADATA, OPAQUE, STRUCT, TARGET, TOKEN, VOID, X86_AMX, X86_MMX, PointerType, StructType, Type
from pyllvm.ir.value import Value
from pyllvm.tables.features import POISON as POISON_VALUES

_WITHOUT_ZERO = (TARGET, X86_AMX, X86_MMX)
_WITHOUT_CONSTANTS = (VOID, LABEL, METADATA, TOKEN, OPAQUE)


def default_value(type: Type) -> Value | None:
    """The zero of a type, or poison where it has none; None if the type has no constants."""
    if type.kind in _WITHOUT_CONSTANTS:
        return None
    if type.kind in _WITHOUT_ZERO or (type.kind == STRUCT and _has_target_type(type)):
        return SimpleConstant.get(type, POISON if POISON_VALUES.is_in(type.context.llvm_version) else UNDEF)
    return null_value(type)


def _has_target_type(type: Type) -> bool:
    return isinstance(type, StructType) and any(
        element.kind in _WITHOUT_ZERO or _has_target_type(element) for element in type.elements or ()
    )


def is_default(value: Value) -> bool:
    """Whether a value is a zero, undef or poison."""
    return is_null(value) or is_undefined(value)


def is_opaque(type: Type) -> bool:
    """Whether a pointer has no type of what it points at, which would be another one then."""
    return not isinstance(type, PointerType) or type.is_opaque


def has_default_content(variable: GlobalVariable) -> bool:
    """Whether the initial value of a variable, if it has one, is a zero, undef or poison."""
    return variable.initializer is None or is_default(variable.initializer)


def is_open(instruction: Instruction) -> bool:
    """Whether an instruction is still in a function that is in a module."""
    block = instruction.parent
    return block is not None and block.parent is not None and block.parent.parent is not None


def is_open_block(block: BasicBlock) -> bool:
    """Whether a block is still in a function that is in a module."""
    return block.parent is not None and block.parent.parent is not None


def forget_result(instruction: Instruction) -> bool:
    """Let users of a result use a default value instead; False if there is none."""
    if not instruction.has_uses:
        return True
    value = default_value(instruction.type)
    if value is None:
        return False
    instruction.replace_all_uses_with(value)
    return True


def erase(instruction: Instruction) -> bool:
    """Erase an instruction that does not end a block; False if something needs its result."""
    if not forget_result(instruction):
        return False
    instruction.erase()
    return True


def replace_terminator(block: BasicBlock, new: Instruction) -> bool:
    """Let a block end with another instruction; False if something needs the result of the old one."""
    old = block.terminator
    if old is None or not forget_result(old):
        return False
    before = list(old.successors)
    location = old.debug_location
    # Such as llvm.loop. Weights are for several targets.
    attachments = [one for one in old.attachments or () if one.kind != "prof"] if isinstance(new, BranchInst) else []
    old.erase()
    block.append(new)
    new.debug_location = location
    new.attachments = attachments or None
    after = list(new.successors)
    for successor in before:
        if successor in after:
            after.remove(successor)
        else:
            remove_edge(successor, block)
    return True


def branch_to(block: BasicBlock, target: BasicBlock) -> bool:
    """Let a block end with a branch to one of its successors."""
    return replace_terminator(block, BranchInst(block.type.context.void, target))


def end(block: BasicBlock) -> bool:
    """Let a block return a default value, or end with `unreachable` where the type has none."""
    function = block.parent
    assert function is not None
    context = block.type.context
    returned = function.function_type.return_type
    value = default_value(returned)
    if returned.kind == VOID or value is not None:
        return replace_terminator(block, ReturnInst(context.void, value))
    return replace_terminator(block, UnreachableInst(context.void))


def erase_unreachable_blocks(function: Function) -> None:
    """Erase the blocks of a function that nothing reaches from its entry."""
    blocks = function.blocks
    if blocks:
        reached = reachable_blocks(blocks)
        # Only blocks that go as well, or that nothing reaches, still use the results.
        erase_blocks(function, [block for block in blocks if block not in reached], forget_result)

"""Puts the body of a function in the place of a call, as LLVM's InlineFunction does.

    %r = call i32 @twice(i32 %x)
    ret i32 %r

becomes, for a `@twice` that returns `add i32 %n, %n`,

    %1 = add i32 %x, %x
    ret i32 %1
"""

from __future__ import annotations

from typing import Final

from pyllvm.diagnostics import PyllvmError
from pyllvm.editing.blocks import split_block
from pyllvm.editing.cloning import clone_blocks
from pyllvm.ir.constants import POISON, ConstantInt, SimpleConstant
from pyllvm.ir.debug_info.debug_info import strip_blocks_debug_info
from pyllvm.ir.function import BasicBlock, Function, Instruction
from pyllvm.ir.instructions import AllocaInst, BranchInst, CallInst, PHINode, ReturnInst
from pyllvm.ir.metadata import SpecializedNode
from pyllvm.ir.module import Module
from pyllvm.ir.types import VOID
from pyllvm.ir.user_text import short_text
from pyllvm.ir.value import Value
from pyllvm.tables.metadata_nodes import SPECIALIZED_NODES

_LOCATION: Final = SPECIALIZED_NODES["DILocation"]
_WITHOUT_LINES: Final = "no-inline-line-tables"
_BY_COPY: Final = ("byval", "inalloca", "preallocated")
_TAIL: Final = "tail"
_MUST_TAIL: Final = "musttail"


def inline_call(call: CallInst) -> None:
    """Replace a call by a copy of the body of the function that it calls. The function itself stays.

    Variables of a fixed size go to the beginning of the caller, locations say where the code is inlined, and results become a
    phi. Raises PyllvmError if the function is only declared or is variadic, or if the call has bundles, is `musttail` or passes a
    copy.
    """
    callee = call.callee
    block = call.parent
    caller = call.function
    if block is None or caller is None:
        raise ValueError(f"the call does not belong to a function: {short_text(call)}")
    if not isinstance(callee, Function) or callee.is_declaration:
        raise PyllvmError(f"the function that is called has no body here: {short_text(call)}")
    _check(call, callee, caller)
    module = caller.parent
    if not isinstance(module, Module):
        raise ValueError(f"@{caller.name} does not belong to a module")
    blocks = _copied_blocks(module, callee, caller, call)
    after = split_block(call, f"{callee.name}.exit")
    for one in blocks:
        caller.insert_block(one, after)
    _move_allocas(blocks[0], caller.blocks[0])
    end = block.terminator
    assert end is not None
    end.replace_successor(after, blocks[0])
    result = _join_returns(blocks, after, call)
    if result is not None:
        call.replace_all_uses_with(result)
    call.erase()


def _check(call: CallInst, callee: Function, caller: Function) -> None:
    if callee.function_type is not call.function_type:
        raise PyllvmError(f"the call has another type than the function: {short_text(call)}")
    if callee.function_type.is_variadic:
        raise PyllvmError(f"@{callee.name} takes any number of arguments and cannot be inlined")
    if call.bundles or call.tail_kind == _MUST_TAIL:
        raise PyllvmError(f"a call with bundles, or that is musttail, cannot be inlined: {short_text(call)}")
    attributes = callee.attributes
    for number in range(len(call.arguments)):
        if attributes is not None and any(word in attributes.parameter(number) for word in _BY_COPY):
            raise PyllvmError(f"@{callee.name} gets a copy of argument {number} and cannot be inlined")
    personality = callee.personality
    if personality is not None:
        if caller.personality is None:
            caller.personality = personality
        elif caller.personality is not personality:
            raise PyllvmError(f"@{callee.name} and @{caller.name} have different personality functions")


def _copied_blocks(module: Module, callee: Function, caller: Function, call: CallInst) -> list[BasicBlock]:
    """The blocks of the callee for the caller, with locations that are inlined at the call (fixupLineNumbers).

    If the call has no location, they have none. If the callee has no debug information, all are where the call is.
    """
    at = call.debug_location
    place = SpecializedNode(_LOCATION, _LOCATION.defaults.copy(), True)
    if isinstance(at, SpecializedNode):
        place = SpecializedNode(at.spec, at.operands.copy(), True)
    blocks = clone_blocks(callee, caller, call.arguments, place)
    attributes = caller.attributes
    is_without_lines = attributes is not None and _WITHOUT_LINES in attributes.function
    if at is None or is_without_lines:
        strip_blocks_debug_info(module, blocks)
    takes_location = is_without_lines or not callee.metadata("dbg")
    for block in blocks:
        for instruction in block.instructions:
            if isinstance(instruction, CallInst) and call.tail_kind != _TAIL and instruction.tail_kind == _TAIL:
                instruction.tail_kind = ""
            if takes_location and instruction.debug_location is None and not _is_static(instruction):
                instruction.debug_location = at
    return blocks


def _is_static(instruction: Instruction) -> bool:
    """Whether it is a variable of a fixed size."""
    return isinstance(instruction, AllocaInst) and isinstance(instruction.count, ConstantInt)


def _move_allocas(first: BasicBlock, entry: BasicBlock) -> None:
    place = entry.first_insertion_point
    for instruction in first.instructions:
        if _is_static(instruction) and place is not None:
            instruction.remove()
            entry.insert(instruction, place)


def _join_returns(blocks: list[BasicBlock], after: BasicBlock, call: CallInst) -> Value | None:
    """Let returns lead to the block behind the call; the result there, or None for void."""
    void = call.type.context.void
    results: list[tuple[Value, BasicBlock]] = []
    for block in blocks:
        end = block.terminator
        if isinstance(end, ReturnInst):
            value = end.value
            branch = BranchInst(void, after)
            branch.debug_location = end.debug_location
            end.erase()
            block.append(branch)
            if value is not None:
                results.append((value, block))
    if call.type.kind == VOID:
        return None
    if not results:
        return SimpleConstant.get(call.type, POISON)
    if len(results) == 1:
        return results[0][0]
    phi = PHINode(call.type, 0, call.name)
    first = after.first
    assert isinstance(first, Instruction)
    after.insert(phi, first)
    for value, block in results:
        phi.add_incoming(value, block)
    return phi

"""The rules for `!mem.cache_hint` and `!inline_history` (visitMemCacheHintMetadata, visitInlineHistoryMetadata)."""

from __future__ import annotations

from typing import Final

from pyllvm.analysis.pointer_casts import strip_pointer_casts_and_aliases
from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.instructions import (
    AtomicCmpXchgInst,
    AtomicRMWInst,
    CallBase,
    CatchPadInst,
    CatchReturnInst,
    FenceInst,
    LoadInst,
    StoreInst,
    VAArgInst,
)
from pyllvm.ir.metadata import MDNode, MDString, ValueAsMetadata
from pyllvm.ir.types import POINTER
from pyllvm.ir.value import Value
from pyllvm.tables.intrinsics import is_intrinsic
from pyllvm.verifier.debug_nodes import operands_of
from pyllvm.verifier.metadata import constant_int
from pyllvm.verifier.state import State

_ACCESSES: Final = (
    LoadInst, StoreInst, AtomicCmpXchgInst, AtomicRMWInst, FenceInst, VAArgInst, CatchPadInst, CatchReturnInst,
)  # fmt: skip
# Of the two bits that `memory` has for each kind of location, those that allow writes.
_WRITES: Final = 0xAAAAAAAA


def _memory_effects(call: CallBase) -> int:
    """The bits of `memory` of a call: what both the call's attributes and its callee's allow."""
    effects = -1
    callee = call.called_function
    for attributes in (call._attributes, None if callee is None else callee._attributes):
        memory = None if attributes is None else attributes.function.find("memory")
        if memory is not None:
            effects &= memory.integer
    return effects


def accesses_no_memory(call: CallBase) -> bool:
    """Whether a call's attributes, or its callee's, state that it accesses no memory."""
    return _memory_effects(call) == 0


def only_reads_memory(call: CallBase) -> bool:
    """Whether a call's attributes, or its callee's, state that it writes no memory."""
    return not _memory_effects(call) & _WRITES


def check_cache_hints(state: State, instruction: Instruction, node: MDNode) -> bool:
    """Check the hints of an access: pairs of the number of a pointer operand, in rising order, and a node of its hints."""
    if isinstance(instruction, CallBase):
        accesses = not accesses_no_memory(instruction)
    else:
        accesses = isinstance(instruction, _ACCESSES)
    if not accesses:
        return state.fail("!mem.cache_hint is only valid on memory operations", instruction)
    operands = operands_of(node, state.version)
    if len(operands) % 2:
        return state.fail("!mem.cache_hint must have even number of operands (operand_no, hint_node pairs)", node)
    values: list[Value] = list(instruction.operands)
    if isinstance(instruction, CallBase):
        callee = instruction.called_function
        if callee is None or not is_intrinsic(callee.name, state.version):
            return state.fail("!mem.cache_hint is not supported on non-intrinsic calls", instruction)
        values = values[: instruction.argument_count]
    seen: list[int] = []
    for index in range(0, len(operands), 2):
        if not _check_operand(state, instruction, node, operands[index], values, seen):
            return False
        hints = operands[index + 1]
        if not isinstance(hints, MDNode):
            return _fail_alternation(state, node)
        if not _check_hints(state, hints):
            return False
    return True


def _fail_alternation(state: State, node: MDNode) -> bool:
    return state.fail("!mem.cache_hint must alternate between i32 operand numbers and metadata hint nodes", node)


def _check_operand(
    state: State, instruction: Instruction, node: MDNode, operand: object, values: list[Value], seen: list[int]
) -> bool:
    integer = constant_int(operand)
    if integer is None:
        return _fail_alternation(state, node)
    number = integer.value
    if number < 0:
        return state.fail("!mem.cache_hint operand number must be non-negative", node)
    if number >= len(values):
        return state.fail("!mem.cache_hint operand number is out of range", instruction)
    if values[number].type.scalar_type.kind != POINTER:
        return state.fail("!mem.cache_hint operand number must refer to a pointer operand", instruction)
    if number in seen:
        return state.fail("!mem.cache_hint contains duplicate operand number", node)
    if seen and number < seen[-1]:
        return state.fail("!mem.cache_hint operand numbers must be in increasing order", node)
    seen.append(number)
    return True


def _check_hints(state: State, hints: MDNode) -> bool:
    """Check the hints of one operand: pairs of a key, which occurs once, and a string or an integer."""
    operands = operands_of(hints, state.version)
    if len(operands) % 2:
        return state.fail("!mem.cache_hint hint node must have even number of operands (key-value pairs)", hints)
    seen: set[str] = set()
    for index in range(0, len(operands), 2):
        key = operands[index]
        if not isinstance(key, MDString):
            return state.fail("!mem.cache_hint key must be a string", hints)
        if key.text in seen:
            return state.fail("!mem.cache_hint hint node contains duplicate key", hints)
        seen.add(key.text)
        value = operands[index + 1]
        if not isinstance(value, MDString) and constant_int(value) is None:
            return state.fail("!mem.cache_hint value must be a string or integer", hints)
    return True


def check_inline_history(state: State, instruction: Instruction, node: MDNode) -> bool:
    """Check the functions that a call was inlined from; null means a function that was removed."""
    if not isinstance(instruction, CallBase):
        return state.fail("!inline_history should only exist on calls", instruction)
    for operand in operands_of(node, state.version):
        if operand is None:
            continue
        if not isinstance(operand, ValueAsMetadata) or not isinstance(strip_pointer_casts_and_aliases(operand.value), Function):
            return state.fail("!inline_history operands must be functions or null", node)
    return True

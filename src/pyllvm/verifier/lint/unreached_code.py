"""The control flow of functions: unreachable blocks, returns that must not happen, misplaced instructions.

A message that begins with "Unusual", "Pessimization" or "Undefined behavior" is LLVM Lint's.
"""

from __future__ import annotations

from pyllvm.analysis.cfg import reachable_blocks
from pyllvm.ir.constants import BlockAddress, ConstantInt
from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.instructions import (
    AllocaInst,
    AtomicCmpXchgInst,
    AtomicRMWInst,
    CallBase,
    FenceInst,
    IndirectBrInst,
    LoadInst,
    ReturnInst,
    StoreInst,
    UnreachableInst,
    VAArgInst,
)
from pyllvm.verifier.lint.findings import Linter
from pyllvm.verifier.lint.values import underlying_object


def check_function(linter: Linter, function: Function) -> None:
    """Check a function as a whole."""
    if not function.name and not function.has_local_linkage:
        linter.report("unnamed-function", "Unusual: Unnamed function with non-local linkage", function)
    reached = reachable_blocks(function.blocks)
    for block in function.blocks:
        if block not in reached and not any(isinstance(user, BlockAddress) for user in block.users):
            linter.report("unreachable-block", "this block is not reachable from the function's entry", block)


def check_control_flow(linter: Linter, instruction: Instruction, before: Instruction | None) -> None:
    """Check the position of an instruction; `before` is the instruction before it in the block, or None."""
    if isinstance(instruction, ReturnInst):
        _check_return(linter, instruction)
    elif isinstance(instruction, AllocaInst):
        function = instruction.function
        is_static = isinstance(instruction.count, ConstantInt)
        if is_static and function is not None and instruction.parent is not function.blocks[0]:
            linter.report("alloca-place", "Pessimization: Static alloca outside of entry block", instruction)
    elif isinstance(instruction, IndirectBrInst):
        if len(instruction.operands) == 1:
            linter.report("branch-nowhere", "Undefined behavior: indirectbr with no destinations", instruction)
    elif isinstance(instruction, UnreachableInst):
        if before is not None and not _has_side_effects(before):
            message = "Unusual: unreachable immediately preceded by instruction without side effects"
            linter.report("unreachable-place", message, instruction)


def _check_return(linter: Linter, instruction: ReturnInst) -> None:
    function = instruction.function
    if function is not None and function.attributes is not None and "noreturn" in function.attributes.function:
        linter.report("return-noreturn", "Unusual: Return statement in function with noreturn attribute", instruction)
    if instruction.operands and isinstance(underlying_object(instruction.operands[0]), AllocaInst):
        linter.report("return-alloca", "Unusual: Returning alloca value", instruction)


def _has_side_effects(instruction: Instruction) -> bool:
    """Whether an instruction has an effect other than its value; any call counts."""
    if isinstance(instruction, (CallBase, StoreInst, FenceInst, AtomicRMWInst, AtomicCmpXchgInst, VAArgInst)):
        return True
    return isinstance(instruction, LoadInst) and (instruction.is_volatile or instruction.ordering_number != 0)

"""The control flow of functions: unreachable blocks, returns that must not happen, misplaced instructions.

A message that begins with "Unusual", "Pessimization" or "Undefined behavior" is LLVM Lint's. Calls that do not name the funclet
that they are in are reported as well: code generation takes them for unreachable (the language document's section "Funclet
Operand Bundles", `WinEHPrepare::removeImplausibleInstructions`).
"""

from __future__ import annotations

from typing import Final

from pyllvm.analysis.cfg import reachable_blocks
from pyllvm.analysis.pointer_casts import strip_pointer_casts
from pyllvm.ir.constants import BlockAddress, ConstantInt, InlineAsm
from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.instructions import (
    AllocaInst,
    AtomicCmpXchgInst,
    AtomicRMWInst,
    CallBase,
    FenceInst,
    FuncletPadInst,
    IndirectBrInst,
    LoadInst,
    ReturnInst,
    StoreInst,
    UnreachableInst,
    VAArgInst,
)
from pyllvm.verifier.exceptions import color_funclets, first_instruction
from pyllvm.verifier.lint.findings import Linter
from pyllvm.verifier.lint.values import underlying_object

# The personalities whose handlers are functions of their own in the object file.
_PERSONALITIES: Final = frozenset(
    ("_except_handler3", "_except_handler4", "__C_specific_handler", "__CxxFrameHandler3", "ProcessCLRException")
)


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


def check_funclets(linter: Linter, function: Function) -> None:
    """Report calls whose bundle does not name their funclet."""
    personality = None if function.personality is None else strip_pointer_casts(function.personality)
    if not isinstance(personality, Function) or personality.name not in _PERSONALITIES:
        return
    for block, colors in color_funclets(function).items():
        if len(colors) != 1:
            continue
        first = first_instruction(colors[0])
        pad = first if isinstance(first, FuncletPadInst) else None
        for instruction in block.instructions:
            if isinstance(instruction, CallBase) and _wants_bundle(instruction):
                _check_call(linter, instruction, pad)


def _check_call(linter: Linter, call: CallBase, pad: FuncletPadInst | None) -> None:
    """Check the bundle of a call in the funclet of `pad`, or outside of all funclets."""
    named = next((call.operands[bundle.begin] for bundle in call.bundles or () if bundle.tag == "funclet"), None)
    if named is pad:
        return
    if named is None:
        message = "a call in a funclet has no funclet bundle: LLVM treats it as unreachable"
        linter.report("funclet-bundle", message, call, pad)
    else:
        message = "a call names a funclet that it is not in: LLVM treats it as unreachable"
        linter.report("funclet-bundle", message, call, named)


def _wants_bundle(call: CallBase) -> bool:
    """Whether a call may become one of a function."""
    if isinstance(call.callee, InlineAsm):
        return False
    callee = call.called_function
    return callee is None or not callee.is_intrinsic

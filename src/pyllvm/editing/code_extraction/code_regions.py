"""Basic blocks that become a function together: which blocks these are, and why LLVM does not extract them (CodeExtractor)."""

from __future__ import annotations

from collections.abc import Iterable

from pyllvm.ir import instructions
from pyllvm.ir.constants import BlockAddress
from pyllvm.ir.function import BasicBlock, Instruction
from pyllvm.ir.value import User, Value
from pyllvm.tables.code_extraction import STACK_SAVES_CHECKED_SINCE


def region_of(blocks: Iterable[BasicBlock]) -> dict[BasicBlock, None]:
    """The blocks, in their order, and where their invokes unwind."""
    region: dict[BasicBlock, None] = {}
    for block in blocks:
        region[block] = None
        terminator = block.terminator
        if isinstance(terminator, instructions.InvokeInst):
            unwind = terminator.unwind_block
            assert isinstance(unwind, BasicBlock)
            region[unwind] = None
    return region


def refusal(region: dict[BasicBlock, None], version: int) -> str:
    """Why these blocks of a function cannot become a function; empty if they can."""
    is_first = True
    for block in region:
        reason = _refusal_of_block(block, region)
        if not reason and is_first and _begins_with_pad(block):
            reason = "begins with a pad of exception handling"
        if not reason and not is_first:
            for predecessor in block.predecessors:
                if predecessor not in region:
                    reason = f"is entered from {name_of(predecessor)}, and only the first block may be entered from outside"
                    break
        if reason:
            return f"{name_of(block)} {reason}"
        is_first = False
    return _refusal_of_stack(region) if version >= STACK_SAVES_CHECKED_SINCE else ""


def name_of(block: BasicBlock) -> str:
    """A block as messages name it."""
    return f"block '{block.name}'" if block.name else "a block without a name"


def is_intrinsic(value: Value, name: str) -> bool:
    """Whether a value is a call of the intrinsic with this name, for any types."""
    if not isinstance(value, instructions.CallInst):
        return False
    callee = value.called_function
    return callee is not None and (callee.name == name or callee.name.startswith(name + "."))


def first_after_phis(block: BasicBlock) -> Instruction:
    """The first instruction that is not a phi."""
    for instruction in block.instructions:
        if not isinstance(instruction, instructions.PHINode):
            return instruction
    raise ValueError(f"{name_of(block)} has no terminator")


def is_in(region: dict[BasicBlock, None], value: Value) -> bool:
    """Whether a value is an instruction of the region."""
    return isinstance(value, Instruction) and value.parent in region


def _begins_with_pad(block: BasicBlock) -> bool:
    return isinstance(
        first_after_phis(block),
        (instructions.LandingPadInst, instructions.CatchPadInst, instructions.CleanupPadInst, instructions.CatchSwitchInst),
    )


def _refusal_of_block(block: BasicBlock, region: dict[BasicBlock, None]) -> str:
    for user in block.users:
        if isinstance(user, BlockAddress):
            return "has its address taken"
    if _uses_block_address(block):
        return "uses the address of a block"
    for instruction in block.instructions:
        reason = _refusal_of_instruction(instruction, region)
        if reason:
            return reason
    return ""


def _uses_block_address(block: BasicBlock) -> bool:
    """Whether an instruction of the block leads to the address of a block, also through constants and variables."""
    met: set[Value] = set()
    work: list[User] = list(block.instructions)
    while work:
        user = work.pop()
        if user in met:
            continue
        met.add(user)
        if isinstance(user, BlockAddress):
            return True
        if isinstance(user, Instruction) and user.parent is not block:
            continue
        for operand in user.operands:
            if isinstance(operand, User):
                work.append(operand)
    return False


def _refusal_of_instruction(instruction: Instruction, region: dict[BasicBlock, None]) -> str:
    if isinstance(instruction, instructions.AllocaInst):
        return "contains an alloca"
    if isinstance(instruction, instructions.InvokeInst):
        if instruction.unwind_block not in region:
            return "unwinds to a block outside"
    elif isinstance(instruction, instructions.CatchSwitchInst):
        if instruction.unwind is not None and instruction.unwind not in region:
            return "unwinds to a block outside"
        if any(handler not in region for handler in instruction.handlers):
            return "has a handler outside"
    elif isinstance(instruction, instructions.CatchPadInst):
        if any(isinstance(user, instructions.CatchReturnInst) and user.parent not in region for user in instruction.users):
            return "begins a handler that ends outside"
    elif isinstance(instruction, instructions.CleanupPadInst):
        if any(isinstance(user, instructions.CleanupReturnInst) and user.parent not in region for user in instruction.users):
            return "begins a handler that ends outside"
    elif isinstance(instruction, instructions.CleanupReturnInst):
        if any(successor not in region for successor in instruction.successors):
            return "unwinds to a block outside"
    elif is_intrinsic(instruction, "llvm.va_start"):
        return "calls llvm.va_start"
    elif is_intrinsic(instruction, "llvm.eh.typeid.for"):
        return "calls llvm.eh.typeid.for"
    return ""


def _refusal_of_stack(region: dict[BasicBlock, None]) -> str:
    for block in region:
        for instruction in block.instructions:
            if is_intrinsic(instruction, "llvm.stacksave"):
                if not all(is_in(region, user) for user in instruction.users):
                    return f"{name_of(block)} saves the stack pointer that a block outside restores"
            elif is_intrinsic(instruction, "llvm.stackrestore"):
                assert isinstance(instruction, instructions.CallBase)
                if not is_in(region, instruction.arguments[0]):
                    return f"{name_of(block)} restores the stack pointer that a block outside saves"
    return ""

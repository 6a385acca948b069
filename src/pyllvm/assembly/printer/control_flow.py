"""The text of terminators, of phi, and of the instructions of exception handling."""

from __future__ import annotations

from pyllvm.assembly.printer.operands import OperandPrinter
from pyllvm.ir.function import Instruction
from pyllvm.ir.instructions import (
    BranchInst,
    CatchReturnInst,
    CatchSwitchInst,
    CleanupReturnInst,
    FuncletPadInst,
    IndirectBrInst,
    LandingPadInst,
    PHINode,
    ResumeInst,
    ReturnInst,
    SwitchInst,
)
from pyllvm.ir.types import ARRAY
from pyllvm.tables.flags import FAST_MATH


def return_text(operands: OperandPrinter, ret: ReturnInst) -> str:
    """`ret i32 %a`, `ret void`."""
    return f"ret {operands.typed(ret.operands[0])}" if ret.operands else "ret void"


def branch_text(operands: OperandPrinter, branch: BranchInst) -> str:
    """`br i1 %c, label %a, label %b`."""
    parts = branch.operands
    if len(parts) == 3:
        return f"br {operands.typed(parts[0])}, {operands.typed(parts[2])}, {operands.typed(parts[1])}"
    return f"br {operands.typed(parts[0])}"


def switch_text(operands: OperandPrinter, switch: SwitchInst) -> str:
    """`switch i32 %a, label %default [...]`, with each case on its own line."""
    parts = switch.operands
    text = f"switch {operands.typed(parts[0])}, {operands.typed(parts[1])} ["
    for index in range(2, len(parts) - 1, 2):
        text += f"\n    {operands.typed(parts[index])}, {operands.typed(parts[index + 1])}"
    return text + "\n  ]"


def indirectbr_text(operands: OperandPrinter, indirectbr: IndirectBrInst) -> str:
    """`indirectbr ptr %a, [label %b, label %c]`."""
    parts = indirectbr.operands
    return f"indirectbr {operands.typed(parts[0])}, [{operands.typed_list(parts[1:])}]"


def phi_text(operands: OperandPrinter, phi: PHINode) -> str:
    """`phi i32 [ %a, %left ], [ %b, %right ]`."""
    words = FAST_MATH.text(phi.flags) if phi.flags else ""
    pairs: list[str] = []
    index = 0
    blocks = phi.blocks
    for operand in phi.operands:
        pairs.append(f"[ {operands.reference(operand)}, {operands.reference(blocks[index])} ]")
        index += 1
    return f"phi{words} {operands.types.text(phi.type)} {', '.join(pairs)}"


def exception_text(operands: OperandPrinter, instruction: Instruction) -> str:
    """The text of any of these instructions."""
    if isinstance(instruction, LandingPadInst):
        return landingpad_text(operands, instruction)
    if isinstance(instruction, ResumeInst):
        return resume_text(operands, instruction)
    if isinstance(instruction, FuncletPadInst):
        return funclet_pad_text(operands, instruction)
    if isinstance(instruction, CatchSwitchInst):
        return catchswitch_text(operands, instruction)
    if isinstance(instruction, CatchReturnInst):
        return catchret_text(operands, instruction)
    assert isinstance(instruction, CleanupReturnInst)
    return cleanupret_text(operands, instruction)


def landingpad_text(operands: OperandPrinter, landingpad: LandingPadInst) -> str:
    """`landingpad { ptr, i32 }`, with each clause on its own line."""
    lines = ["landingpad " + operands.types.text(landingpad.type)]
    if landingpad.is_cleanup:
        lines.append("          cleanup")
    for clause in landingpad.operands:
        word = "filter" if clause.type.kind == ARRAY else "catch"
        lines.append(f"          {word} {operands.typed(clause)}")
    return "\n".join(lines)


def resume_text(operands: OperandPrinter, resume: ResumeInst) -> str:
    """`resume { ptr, i32 } %a`."""
    return f"resume {operands.typed(resume.operands[0])}"


def funclet_pad_text(operands: OperandPrinter, pad: FuncletPadInst) -> str:
    """`catchpad within %switch [ptr null]`, `cleanuppad within none []`."""
    outer = operands.reference(pad.parent_pad)
    return f"{pad.opcode_name} within {outer} [{operands.typed_list(pad.arguments)}]"


def catchswitch_text(operands: OperandPrinter, catchswitch: CatchSwitchInst) -> str:
    """`catchswitch within none [label %handler] unwind to caller`."""
    handlers = operands.typed_list([*catchswitch.handlers])
    unwind = catchswitch.unwind
    target = "to caller" if unwind is None else operands.typed(unwind)
    return f"catchswitch within {operands.reference(catchswitch.operands[0])} [{handlers}] unwind {target}"


def catchret_text(operands: OperandPrinter, catchret: CatchReturnInst) -> str:
    """`catchret from %pad to label %next`."""
    parts = catchret.operands
    return f"catchret from {operands.reference(parts[0])} to {operands.typed(parts[1])}"


def cleanupret_text(operands: OperandPrinter, cleanupret: CleanupReturnInst) -> str:
    """`cleanupret from %pad unwind label %next`."""
    parts = cleanupret.operands
    target = operands.typed(parts[1]) if len(parts) > 1 else "to caller"
    return f"cleanupret from {operands.reference(parts[0])} unwind {target}"

"""The text of exception handling: landingpad, resume, catchpad, cleanuppad, catchswitch, catchret, cleanupret."""

from __future__ import annotations

from pyllvm.assembly.printer.operands import OperandPrinter
from pyllvm.ir.function import Instruction
from pyllvm.ir.instructions import CatchReturnInst, CatchSwitchInst, CleanupReturnInst, FuncletPadInst, LandingPadInst, ResumeInst
from pyllvm.ir.types import ARRAY


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

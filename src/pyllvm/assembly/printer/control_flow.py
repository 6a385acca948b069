"""The text of terminators and of phi."""

from __future__ import annotations

from pyllvm.assembly.printer.operands import OperandPrinter, flag_text
from pyllvm.ir.instructions import BranchInst, IndirectBrInst, PHINode, ReturnInst, SwitchInst
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
    words = flag_text(FAST_MATH, phi.flags) if phi.flags else ""
    pairs: list[str] = []
    index = 0
    blocks = phi.blocks
    for operand in phi.operands:
        pairs.append(f"[ {operands.reference(operand)}, {operands.reference(blocks[index])} ]")
        index += 1
    return f"phi{words} {operands.types.text(phi.type)} {', '.join(pairs)}"

"""The text of instructions on the parts of aggregates and vectors."""

from __future__ import annotations

from pyllvm.assembly.printer.operands import OperandPrinter
from pyllvm.ir.instructions import ExtractElementInst, ExtractValueInst, InsertElementInst, InsertValueInst, ShuffleVectorInst


def extractvalue_text(operands: OperandPrinter, extract: ExtractValueInst) -> str:
    """`extractvalue { i32, i32 } %a, 0`."""
    return f"extractvalue {operands.typed_list(extract.operands)}{_indices(extract.indices)}"


def insertvalue_text(operands: OperandPrinter, insert: InsertValueInst) -> str:
    """`insertvalue { i32, i32 } %a, i32 %b, 0`."""
    return f"insertvalue {operands.typed_list(insert.operands)}{_indices(insert.indices)}"


def _indices(indices: list[int]) -> str:
    return "".join([f", {index}" for index in indices])


def extractelement_text(operands: OperandPrinter, extract: ExtractElementInst) -> str:
    """`extractelement <4 x i32> %v, i32 0`."""
    return f"extractelement {operands.uniform_list(extract.operands)}"


def insertelement_text(operands: OperandPrinter, insert: InsertElementInst) -> str:
    """`insertelement <4 x i32> %v, i32 %a, i32 0`."""
    return f"insertelement {operands.uniform_list(insert.operands)}"


def shufflevector_text(operands: OperandPrinter, shuffle: ShuffleVectorInst) -> str:
    """`shufflevector <4 x i32> %a, <4 x i32> %b, <2 x i32> <i32 0, i32 5>`."""
    return f"shufflevector {operands.typed_list(shuffle.operands)}, {operands.shuffle_mask(shuffle.mask)}"

"""Makes any constant expression from its parts, folded where LLVM folds it."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.constants import Constant, ConstantExpr
from pyllvm.ir.folding.constant_folding import ConstantFolder
from pyllvm.ir.types import Type
from pyllvm.ir.value import Value

_CASTS: Final = frozenset(
    (
        "trunc", "zext", "sext", "fptrunc", "fpext", "uitofp", "sitofp", "fptoui", "fptosi", "ptrtoint", "ptrtoaddr",
        "inttoptr", "bitcast", "addrspacecast",
    )
)  # fmt: skip


def folded_expression(
    folder: ConstantFolder,
    type: Type,
    opcode: str,
    operands: list[Value],
    flags: int,
    source_element_type: Type | None,
    in_range: int | tuple[int, int, int] | None,
    predicate: int,
    indices: list[int] | None,
) -> Constant:
    """The constant that LLVM makes of an expression of this opcode; the other arguments are as for `ConstantExpr.get`."""
    if opcode in _CASTS:
        return folder.cast(opcode, operands[0], type)
    if opcode == "getelementptr":
        assert source_element_type is not None
        return folder.getelementptr(source_element_type, operands, flags, in_range)
    if opcode == "icmp" or opcode == "fcmp":
        return folder.compare(predicate, operands[0], operands[1])
    if opcode == "select":
        return folder.select(operands[0], operands[1], operands[2])
    if opcode == "extractelement":
        return folder.extract_element(operands[0], operands[1])
    if opcode == "insertelement":
        return folder.insert_element(operands[0], operands[1], operands[2])
    if opcode == "shufflevector":
        return folder.shuffle_vector(operands[0], operands[1], operands[2])
    if opcode == "fneg":
        return folder.negate(operands[0])
    if len(operands) == 2 and indices is None:
        return folder.binary(opcode, operands[0], operands[1], flags)
    return ConstantExpr.get(type, opcode, operands, flags, source_element_type, in_range, predicate, indices)


def refolded_expression(folder: ConstantFolder, expression: ConstantExpr, operands: list[Value]) -> Constant:
    """The constant that LLVM makes of an expression with other operands of the same types (getWithOperands)."""
    return folded_expression(
        folder,
        expression.type,
        expression.opcode,
        operands,
        expression.flags,
        expression.source_element_type,
        expression.in_range,
        expression.predicate_number,
        expression.indices,
    )

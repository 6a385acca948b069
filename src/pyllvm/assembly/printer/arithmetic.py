"""The text of operators: unary, binary, casts, icmp, fcmp, select, freeze, bitextract, bitinsert."""

from __future__ import annotations

from pyllvm.assembly.printer.operands import OperandPrinter
from pyllvm.ir import instructions
from pyllvm.tables.flags import FAST_MATH, SAME_SIGN
from pyllvm.tables.predicates import FIRST_ICMP, PREDICATE_OF_NUMBER, UNKNOWN_PREDICATE


def binary_text(operands: OperandPrinter, binary: instructions.BinaryOperator) -> str:
    """`add nsw i32 %a, %b`."""
    left = binary.operands[0]
    opcode = binary.opcode
    words = opcode.flags.text(binary.flags) if binary.flags else ""
    return (
        f"{opcode.name}{words} {operands.types.text(left.type)} "
        f"{operands.reference(left)}, {operands.reference(binary.operands[1])}"
    )


def unary_text(operands: OperandPrinter, unary: instructions.UnaryOperator) -> str:
    """`fneg float %a`."""
    words = unary.opcode.flags.text(unary.flags) if unary.flags else ""
    return f"{unary.opcode.name}{words} {operands.typed(unary.operands[0])}"


def freeze_text(operands: OperandPrinter, freeze: instructions.FreezeInst) -> str:
    """`freeze i32 %a`."""
    return f"freeze {operands.typed(freeze.operands[0])}"


def bitextract_text(operands: OperandPrinter, extract: instructions.BitExtractInst) -> str:
    """`bitextract i8, b32 %a, i32 8`."""
    source, offset = extract.operands
    return f"bitextract {operands.types.text(extract.type)}, {operands.typed(source)}, {operands.typed(offset)}"


def bitinsert_text(operands: OperandPrinter, insert: instructions.BitInsertInst) -> str:
    """`bitinsert b32 %a, i8 %b, i32 8`."""
    return "bitinsert " + ", ".join([operands.typed(operand) for operand in insert.operands])


def compare_text(operands: OperandPrinter, compare: instructions.CmpInst) -> str:
    """`icmp eq i32 %a, %b`."""
    left, right = compare.operands
    predicate = compare.predicate_number
    word = "icmp"
    if predicate < FIRST_ICMP:
        word = "fcmp"
        if compare.flags:
            word += FAST_MATH.text(compare.flags)
    elif compare.flags:
        word += SAME_SIGN.text(compare.flags)
    return (
        f"{word} {PREDICATE_OF_NUMBER.get(predicate, UNKNOWN_PREDICATE)} {operands.types.text(left.type)} "
        f"{operands.reference(left)}, {operands.reference(right) if right.type is left.type else operands.typed(right)}"
    )


def cast_text(operands: OperandPrinter, cast: instructions.CastInst) -> str:
    """`zext i8 %a to i32`."""
    opcode = cast.opcode
    words = opcode.flags.text(cast.flags) if cast.flags else ""
    return f"{opcode.name}{words} {operands.typed(cast.operands[0])} to {operands.types.text(cast.type)}"


def select_text(operands: OperandPrinter, select: instructions.SelectInst) -> str:
    """`select i1 %c, i32 %a, i32 %b`."""
    words = FAST_MATH.text(select.flags) if select.flags else ""
    return f"select{words} {operands.typed_list(select.operands)}"

"""The bits of an integer that are the same however its operands vary, as LLVM's computeKnownBits finds them.

    %a = or i8 %x, 6
    %b = shl i8 %a, 4

Bits 1 and 2 of `%a` are ones. The four lowest bits of `%b` are zeros, and bits 5 and 6 are ones.
"""

from __future__ import annotations

from typing import TypeAlias

from pyllvm.analysis.edge_ranges import width_of
from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.function import Instruction
from pyllvm.ir.instructions import BinaryOperator, CastInst, SelectInst
from pyllvm.ir.value import Value
from pyllvm.notation import Final
from pyllvm.tables.opcodes import ADD, AND, LSHR, OR, SEXT, SHIFTS, SHL, SUB, TRUNC, XOR, ZEXT, Opcode

#: The bits that are known to be zeros, and those that are known to be ones.
Bits: TypeAlias = tuple[int, int]

_DEPTH: Final = 6


def known_bits(value: Value, depth: int = 0) -> Bits:
    """The known bits of an integer."""
    width = width_of(value)
    every = (1 << width) - 1
    if isinstance(value, ConstantInt):
        return every & ~value.unsigned, value.unsigned
    if depth >= _DEPTH or not isinstance(value, Instruction):
        return 0, 0
    operands = value.operands
    if isinstance(value, SelectInst):
        chosen = known_bits(value.true_value, depth + 1), known_bits(value.false_value, depth + 1)
        return chosen[0][0] & chosen[1][0], chosen[0][1] & chosen[1][1]
    if isinstance(value, CastInst) and value.opcode in (ZEXT, SEXT, TRUNC):
        return _cast(value.opcode, known_bits(operands[0], depth + 1), width_of(operands[0]), width)
    if not isinstance(value, BinaryOperator):
        return 0, 0
    opcode = value.opcode
    if opcode.name in SHIFTS:
        amount = operands[1]
        if not isinstance(amount, ConstantInt) or amount.unsigned >= width:
            return 0, 0
        return _shifted(opcode, known_bits(operands[0], depth + 1), amount.unsigned, width)
    if opcode not in (AND, OR, XOR, ADD, SUB):
        return 0, 0
    zeros, ones = known_bits(operands[0], depth + 1)
    other_zeros, other_ones = known_bits(operands[1], depth + 1)
    if opcode is AND:
        return zeros | other_zeros, ones & other_ones
    if opcode is OR:
        return zeros & other_zeros, ones | other_ones
    if opcode is XOR:
        return zeros & other_zeros | ones & other_ones, zeros & other_ones | ones & other_zeros
    if opcode is SUB:  # the sum with the complement, and 1
        return _sum((zeros, ones), (other_ones, other_zeros), 1, every)
    return _sum((zeros, ones), (other_zeros, other_ones), 0, every)


def _cast(opcode: Opcode, bits: Bits, inner: int, width: int) -> Bits:
    """The bits of an extension or a truncation of a number with `inner` bits."""
    zeros, ones = bits
    every = (1 << width) - 1
    added = every & ~((1 << inner) - 1)
    if opcode is ZEXT:
        return zeros | added, ones
    if opcode is SEXT:
        sign = 1 << (inner - 1)
        return zeros | (added if zeros & sign else 0), ones | (added if ones & sign else 0)
    return zeros & every, ones & every


def _shifted(opcode: Opcode, bits: Bits, amount: int, width: int) -> Bits:
    zeros, ones = bits
    every = (1 << width) - 1
    if opcode is SHL:
        return (zeros << amount | (1 << amount) - 1) & every, ones << amount & every
    added = every & ~(every >> amount)
    sign = 1 << (width - 1)
    if opcode is LSHR or zeros & sign:
        return zeros >> amount | added, ones >> amount
    return zeros >> amount, ones >> amount | (added if ones & sign else 0)


def _sum(left: Bits, right: Bits, carry: int, every: int) -> Bits:
    """The bits of a sum: those where both numbers and the carry are known, by the least and the greatest sum."""
    greatest = (every & ~left[0]) + (every & ~right[0]) + carry
    least = left[1] + right[1] + carry
    carries = ~(greatest ^ left[0] ^ right[0]), least ^ left[1] ^ right[1]
    known = every & (left[0] | left[1]) & (right[0] | right[1]) & (carries[0] | carries[1])
    return known & ~least, known & least

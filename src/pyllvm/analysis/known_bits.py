"""Bits of integers that are the same however their operands vary: a small part of LLVM's known bits.

    %a = or i8 %x, 6
    %b = shl i8 %a, 4

Bits 1 and 2 of `%a` are ones. The four lowest bits of `%b` are zeros, and bits 5 and 6 are ones.
"""

from __future__ import annotations

from typing import TypeAlias

from pyllvm.analysis.computed_ranges import trailing_zeros
from pyllvm.analysis.edge_ranges import width_of
from pyllvm.ir.call_instructions import CallBase
from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.instructions import BinaryOperator, CastInst, SelectInst
from pyllvm.ir.value import Value
from pyllvm.notation import Final
from pyllvm.tables import opcodes
from pyllvm.tables.behavior_versions import COUNTED_SINCE, SIGNED_QUOTIENTS_KNOWN_SINCE
from pyllvm.tables.intrinsic_names import PREFIX
from pyllvm.tables.opcodes import Opcode

#: The bits that are known to be zeros, and those that are known to be ones.
Bits: TypeAlias = tuple[int, int]

_DEPTH: Final = 6
# The number of bits in each unit of a number that an intrinsic reverses.
_UNITS: Final = {"bswap": 8, "bitreverse": 1}


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
    if isinstance(value, CastInst) and value.opcode in (opcodes.ZEXT, opcodes.SEXT, opcodes.TRUNC):
        return _cast(value.opcode, known_bits(operands[0], depth + 1), width_of(operands[0]), width)
    if isinstance(value, CallBase):
        return _moved_bits(value, width, depth)
    if not isinstance(value, BinaryOperator):
        return 0, 0
    opcode = value.opcode
    if opcode is opcodes.SDIV and value.type.context.llvm_version < SIGNED_QUOTIENTS_KNOWN_SINCE:
        return 0, 0
    if opcode.name in opcodes.SHIFTS:
        amount = operands[1]
        if not isinstance(amount, ConstantInt) or amount.unsigned >= width:
            return 0, 0
        return _shifted(opcode, known_bits(operands[0], depth + 1), amount.unsigned, width)
    zeros, ones = known_bits(operands[0], depth + 1)
    other_zeros, other_ones = known_bits(operands[1], depth + 1)
    if opcode is opcodes.AND:
        return zeros | other_zeros, ones & other_ones
    if opcode is opcodes.OR:
        return zeros & other_zeros, ones | other_ones
    if opcode is opcodes.XOR:
        return zeros & other_zeros | ones & other_ones, zeros & other_ones | ones & other_zeros
    if opcode.name in opcodes.DIVISIONS:
        if opcode is not opcodes.SDIV or zeros & other_zeros & every - every // 2:
            return _divided(opcode, (zeros, ones), (other_zeros, other_ones), every)
        return _signed_quotient((zeros, ones), (other_zeros, other_ones), width)
    if opcode is opcodes.MUL:
        return _product((zeros, ones), (other_zeros, other_ones), width)
    if opcode is opcodes.SUB:  # the sum with the complement, and 1
        return _sum((zeros, ones), (other_ones, other_zeros), 1, every)
    return _sum((zeros, ones), (other_zeros, other_ones), 0, every)


def _cast(opcode: Opcode, bits: Bits, inner: int, width: int) -> Bits:
    """The bits of an extension or a truncation of a number with `inner` bits."""
    zeros, ones = bits
    every = (1 << width) - 1
    added = every & ~((1 << inner) - 1)
    if opcode is opcodes.ZEXT:
        return zeros | added, ones
    if opcode is opcodes.SEXT:
        sign = 1 << (inner - 1)
        return zeros | (added if zeros & sign else 0), ones | (added if ones & sign else 0)
    return zeros & every, ones & every


def _divided(opcode: Opcode, bits: Bits, divisor: Bits, every: int) -> Bits:
    """The bits of a quotient of positive numbers, or of a remainder, whose sign is the number's unless it is zero."""
    zeros, ones = bits
    most, least_divisor = every & ~zeros, divisor[1]
    if opcode is opcodes.UDIV or opcode is opcodes.SDIV:
        return _above(most // max(least_divisor, 1), every), 0
    if least_divisor.bit_count() != 1 or divisor[0] | least_divisor != every:
        return _above(most if opcode is opcodes.SREM else min(most, every & ~divisor[0]), every), 0
    # By a power of two.
    low = least_divisor - 1
    high, sign = every & ~low, every - every // 2
    if opcode is opcodes.UREM or zeros & sign or not low & most:
        return zeros & low | high, ones & low
    return zeros & low, ones & low | (high if ones & sign and ones & low else 0)


def _signed_quotient(bits: Bits, divisor: Bits, width: int) -> Bits:
    """The highest bits of a quotient, where a number is negative: they are known from the quotient farthest from zero."""
    every = (1 << width) - 1
    least, most = _signed_bounds(bits, width)
    least_divisor, most_divisor = _signed_bounds(divisor, width)
    if most < 0 and most_divisor < 0:
        return _above(min(least // most_divisor, every // 2), every), 0
    if most < 0 <= least_divisor and -most >= most_divisor:
        return 0, _above(-least // max(least_divisor, 1) - 1, every)
    if most_divisor < 0 < least and least >= -least_divisor:
        return 0, _above(most // -most_divisor - 1, every)
    return 0, 0


def _signed_bounds(bits: Bits, width: int) -> tuple[int, int]:
    """The least and the greatest signed number with these bits."""
    zeros, ones = bits
    sign = 1 << (width - 1)
    most = ~zeros & sign - 1
    return (ones & sign - 1) - (0 if zeros & sign else sign), most - (sign if ones & sign else 0)


def _above(most: int, every: int) -> int:
    """The bits above the highest one of a number."""
    return every & ~((1 << most.bit_length()) - 1)


def _shifted(opcode: Opcode, bits: Bits, amount: int, width: int) -> Bits:
    zeros, ones = bits
    every = (1 << width) - 1
    if opcode is opcodes.SHL:
        return (zeros << amount | (1 << amount) - 1) & every, ones << amount & every
    added = every & ~(every >> amount)
    sign = 1 << (width - 1)
    if opcode is opcodes.LSHR or zeros & sign:
        return zeros >> amount | added, ones >> amount
    return zeros >> amount, ones >> amount | (added if ones & sign else 0)


def _moved_bits(call: CallBase, width: int, depth: int) -> Bits:
    """The bits of the result of an intrinsic that counts bits, or gives them other places."""
    word = intrinsic_word(call)
    if word in COUNTED_SINCE:
        return _above(_most_counted(word, call, width, depth), (1 << width) - 1), 0
    if word in _UNITS:
        zeros, ones = known_bits(call.operands[0], depth + 1)
        return _turned(zeros, width, _UNITS[word]), _turned(ones, width, _UNITS[word])
    amount = call.operands[2] if word in ("fshl", "fshr") else None
    if not isinstance(amount, ConstantInt):
        return 0, 0
    left, right = (known_bits(one, depth + 1) for one in call.operands[:2])
    places = amount.unsigned % width if word == "fshl" else width - amount.unsigned % width
    zeros, ones = ((one << width | other) >> width - places & (1 << width) - 1 for one, other in zip(left, right, strict=True))
    return zeros, ones


def _most_counted(word: str, call: CallBase, width: int, depth: int) -> int:
    """How many bits an intrinsic counts at most."""
    zeros, ones = known_bits(call.operands[0], depth + 1)
    if word == "ctpop":
        return width - zeros.bit_count()
    most = width - ones.bit_length() if word == "ctlz" else trailing_zeros(ones, width)
    return min(most, width - 1) if is_poison_of_zero(call) else most


def is_poison_of_zero(call: CallBase) -> bool:
    """Whether the result for 0 is poison: a second operand says so."""
    flag = call.operands[1]
    return isinstance(flag, ConstantInt) and flag.value != 0


def _product(left: Bits, right: Bits, width: int) -> Bits:
    """The bits of a product: as many of the lowest ones as the known bits of both numbers decide, and zeros above."""
    known = [trailing_zeros(~(zeros | ones), width) for zeros, ones in (left, right)]
    empty = [trailing_zeros(~zeros, width) for zeros, _ in (left, right)]
    count = min(min(known[0] - empty[0], known[1] - empty[1]) + empty[0] + empty[1], width)
    low = left[1] * right[1] & (1 << count) - 1
    every = (1 << width) - 1
    greatest = ((every & ~left[0]) * (every & ~right[0])).bit_length()
    above = every & ~((1 << greatest) - 1)
    return (1 << count) - 1 & ~low | above, low


def _turned(bits: int, width: int, unit: int) -> int:
    """The bits with the units of so many bits in the reverse order."""
    found = 0
    for _ in range(0, width, unit):
        found = found << unit | bits & (1 << unit) - 1
        bits >>= unit
    return found


def _sum(left: Bits, right: Bits, carry: int, every: int) -> Bits:
    """The bits of a sum: those where both numbers and the carry are known, by the least and the greatest sum."""
    greatest = (every & ~left[0]) + (every & ~right[0]) + carry
    least = left[1] + right[1] + carry
    carries = ~(greatest ^ left[0] ^ right[0]), least ^ left[1] ^ right[1]
    known = every & (left[0] | left[1]) & (right[0] | right[1]) & (carries[0] | carries[1])
    return known & ~least, known & least


def intrinsic_word(call: Value) -> str:
    """The name of the intrinsic that a call calls, without the prefix and its types; empty if it calls another function."""
    callee = call.callee if isinstance(call, CallBase) else None
    if not isinstance(callee, Function) or not callee.is_intrinsic:
        return ""
    return callee.name.removeprefix(PREFIX).rpartition(".")[0]

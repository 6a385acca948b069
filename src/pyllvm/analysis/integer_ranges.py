"""Bounds of integers, and bits that are the same however their operands vary: a small part of LLVM's ranges and known bits.

    %a = or i8 %x, 6
    %b = shl i8 %a, 4

Bits 1 and 2 of `%a` are ones. The four lowest bits of `%b` are zeros, and bits 5 and 6 are ones.
"""

from __future__ import annotations

from typing import TypeAlias

from pyllvm.analysis.edge_ranges import Bounds, EdgeRanges, everything_of, where, width_of
from pyllvm.analysis.poison import is_never_undef
from pyllvm.ir.call_instructions import CallBase
from pyllvm.ir.constants import Constant, ConstantInt, is_undefined
from pyllvm.ir.function import BasicBlock, Function, Instruction
from pyllvm.ir.instructions import BinaryOperator, CastInst, CmpInst, PHINode, SelectInst
from pyllvm.ir.metadata import ValueAsMetadata
from pyllvm.ir.types import IntegerType
from pyllvm.ir.value import Value
from pyllvm.notation import Final, final
from pyllvm.tables.behavior_versions import RANGES_OF_BITS_SINCE, UNDEF_CHOSEN_SINCE
from pyllvm.tables.opcodes import ADD, AND, LSHR, OR, SEXT, SHIFTS, SHL, SUB, TRUNC, XOR, ZEXT, Opcode
from pyllvm.tables.predicates import PREDICATE_OF_NUMBER

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


_RANGE: Final = "range"
_TAKES_GREATEST: Final = {"sg": True, "ug": True, "sl": False, "ul": False}
"""Whether a select of the operands of a comparison, the left one if it holds, takes the greatest, by how its predicate begins."""
_NO_NUMBERS: Final = (0, -1)
"""LLVM's bounds of a range without numbers."""
_WITH_RANGES: Final = ("llvm.ctpop.", "llvm.umin.", "llvm.umax.")


def signed_range(value: Value, place: Instruction) -> tuple[int, int]:
    """The least and the greatest value, as signed numbers, that an integer can have at a place."""
    type = value.type
    assert isinstance(type, IntegerType)
    low, high = _Ranges().signed(value, place.parent, 0)
    zeros, ones = known_bits(value)
    half = 1 << (type.width - 1)
    # The numbers with these bits, from the least unsigned one to the greatest: those below `half`, and the negative ones.
    least, greatest = ones, 2 * half - 1 & ~zeros
    above = max(low, least), min(high, greatest, half - 1)
    below = max(low, least - 2 * half, -half), min(high, greatest - 2 * half)
    parts = [(first, last) for first, last in (below, above) if first <= last]
    if len(parts) < 2:
        return parts[0] if parts else _NO_NUMBERS
    # LLVM has one range for both parts: the smaller of the two that have them.
    return (low, high) if high - low < greatest - least else (-half, half - 1)


@final
class _Ranges:
    """The ranges of values, for one question."""

    def __init__(self) -> None:
        self._edges = EdgeRanges()
        # The phis whose values are being followed.
        self._open: set[PHINode] = set()

    def signed(self, value: Value, block: BasicBlock | None, depth: int) -> Bounds:
        """The signed bounds of a value in a block, where conditions on the way to the block hold."""
        found = self._possible(value, block, depth)
        if found is not None:
            return found
        # Only the question itself may have that answer.
        return self._made(value, depth) if depth else _NO_NUMBERS

    def _made(self, value: Value, depth: int) -> Bounds:
        """The signed bounds that follow from how a value is computed."""
        half = 1 << (width_of(value) - 1)
        if depth < _DEPTH and isinstance(value, Instruction):
            if value.opcode_name == "sext":
                return self.signed(value.operands[0], value.parent, depth + 1)
            if value.opcode_name == "trunc":
                low, high = self.signed(value.operands[0], value.parent, depth + 1)
                if -half <= low and high < half:
                    return low, high
            if value.opcode_name == "ashr":
                amount = value.operands[1]
                if not isinstance(amount, ConstantInt) or amount.unsigned >= width_of(value):
                    return -half, half - 1
                low, high = self.signed(value.operands[0], value.parent, depth + 1)
                return low >> amount.unsigned, high >> amount.unsigned
            if value.opcode_name in ("add", "sub", "mul"):
                left, right = (self.signed(one, value.parent, depth + 1) for one in value.operands)
                low, high = _signed_of_two(value.opcode_name, left, right)
                if -half <= low and high < half:
                    return low, high
            if value.opcode_name == "xor" and _is_not(value):
                low, high = self.signed(value.operands[0], value.parent, depth + 1)
                return -1 - high, -1 - low
            if isinstance(value, SelectInst):
                chosen = self._least_or_greatest(value, depth) or self._chosen(value, depth)
                if chosen is not None:
                    return chosen
        low, high = self._unsigned(value, depth)
        if low >= half:
            return low - 2 * half, high - 2 * half
        return (-half, half - 1) if high >= half else (low, high)

    def _possible(self, value: Value, block: BasicBlock | None, depth: int) -> Bounds | None:
        """The signed bounds of a value in a block; None if it can have no value there."""
        low, high = self._made(value, depth)
        if isinstance(value, PHINode):
            joined = self._joined(value, depth)
            if joined is None:
                return None
            low, high = max(low, joined[0]), min(high, joined[1])
        if block is None or isinstance(value, Constant):
            return low, high
        edges = self._edges.at(value, block, (low, high))
        if edges is None or max(low, edges[0]) > min(high, edges[1]):
            return None
        return max(low, edges[0]), min(high, edges[1])

    def _joined(self, phi: PHINode, depth: int) -> Bounds | None:
        """The signed bounds that the values of a phi have together, each on its edge; None if no edge is taken."""
        everything = everything_of(phi)
        if phi in self._open or depth >= _DEPTH or phi.parent is None:
            return everything
        self._open.add(phi)
        joined: Bounds | None = None
        for value, before in zip(phi.operands, phi.blocks, strict=True):
            bounds = everything if is_undefined(value) else self._possible(value, before, depth + 1)
            if bounds is not None and not is_undefined(value):
                bounds = self._edges.on_edge(value, before, phi.parent, bounds)
            if bounds is not None:
                joined = bounds if joined is None else (min(joined[0], bounds[0]), max(joined[1], bounds[1]))
        self._open.discard(phi)
        return joined

    def _in(self, value: Value, block: BasicBlock | None, depth: int) -> tuple[int, int]:
        """The unsigned bounds of a value in a block."""
        low, high = self.signed(value, block, depth)
        if low >= 0:
            return low, high
        size = 1 << width_of(value)
        return (low + size, high + size) if high < 0 else self._unsigned(value, depth)

    def _unsigned(self, value: Value, depth: int) -> tuple[int, int]:
        width = width_of(value)
        everything = (0, (1 << width) - 1)
        if isinstance(value, ConstantInt):
            return value.unsigned, value.unsigned
        if depth >= _DEPTH or not isinstance(value, Instruction):
            return everything
        name = value.opcode_name
        block = value.parent
        if name in ("or", "xor") and value.type.context.llvm_version < RANGES_OF_BITS_SINCE:
            block = None  # LLVM looks at known bits alone
        operands = value.operands
        if name == "zext":
            return self._in(operands[0], block, depth + 1)
        if name == "trunc":
            low, high = self._in(operands[0], block, depth + 1)
            return (low & everything[1], high & everything[1]) if low >> width == high >> width else everything
        if name in ("sext", "ashr"):
            low, high = self._made(value, depth)
            size = 1 << width
            return (low % size, high % size) if low >= 0 or high < 0 else everything
        if name in ("add", "sub", "mul", "or", "xor", "shl"):
            return _of_two(name, self._in(operands[0], block, depth + 1), self._in(operands[1], block, depth + 1), everything)
        if isinstance(value, CallBase):
            low, high = _range_of_metadata(value, everything)
            made = self._of_intrinsic(value, depth)
            return (low, high) if made is None else (max(low, made[0]), min(high, made[1]))
        if name == "load":
            return _range_of_metadata(value, everything)
        if isinstance(value, PHINode) and self._never_gets_negative(value, depth):
            return 0, everything[1] >> 1
        if name == "and":
            left, right = (self._in(one, block, depth + 1) for one in operands)
            ones = _open_bits(left), _open_bits(right)
            low = (left[0] & ~ones[0]) & (right[0] & ~ones[1])
            return low, min(left[1], right[1], (left[1] | ones[0]) & (right[1] | ones[1]))
        if name == "urem" and isinstance(operands[1], ConstantInt) and operands[1].unsigned:
            return 0, min(operands[1].unsigned - 1, self._in(operands[0], block, depth + 1)[1])
        if name == "udiv" and isinstance(operands[1], ConstantInt) and operands[1].unsigned:
            low, high = self._in(operands[0], block, depth + 1)
            return low // operands[1].unsigned, high // operands[1].unsigned
        if name == "lshr" and isinstance(operands[1], ConstantInt) and operands[1].unsigned < width:
            low, high = self._in(operands[0], block, depth + 1)
            return low >> operands[1].unsigned, high >> operands[1].unsigned
        if isinstance(value, SelectInst):
            chosen = self._least_or_greatest(value, depth) or self._chosen(value, depth)
            if chosen is not None and (chosen[0] >= 0 or chosen[1] < 0):
                return chosen[0] & everything[1], chosen[1] & everything[1]
        if name in ("select", "phi"):
            place = None if name == "phi" else block
            ranges = [self._in(one, place, depth + 1) for one in _defined(operands[name == "select" :], value)]
            if ranges:
                return min(low for low, _ in ranges), max(high for _, high in ranges)
        return everything

    def _of_intrinsic(self, call: CallBase, depth: int) -> tuple[int, int] | None:
        """The range of the result of an intrinsic, if it is one of a few."""
        callee = call.callee
        name = callee.name if isinstance(callee, Function) else ""
        if not isinstance(call.type, IntegerType) or not name.startswith(_WITH_RANGES):
            return None
        word = name.split(".")[1]
        one = self._in(call.operands[0], call.parent, depth + 1)
        if word == "ctpop":
            # The number of bits that may be set needs so many bits.
            return 0, (1 << one[1].bit_length().bit_length()) - 1
        other = self._in(call.operands[1], call.parent, depth + 1)
        if word == "umin":
            return min(one[0], other[0]), min(one[1], other[1])
        return max(one[0], other[0]), max(one[1], other[1])

    def _least_or_greatest(self, select: SelectInst, depth: int) -> Bounds | None:
        """The signed range of a select that takes the least or the greatest of the two numbers that its condition compares."""
        compared = select.condition
        values = [select.true_value, select.false_value]
        if not isinstance(compared, CmpInst) or [compared.left, compared.right] not in (values, values[::-1]):
            return None
        predicate = PREDICATE_OF_NUMBER.get(compared.predicate_number, "")
        if predicate[:2] not in _TAKES_GREATEST:
            return None
        takes_greatest = _TAKES_GREATEST[predicate[:2]] == (compared.left is select.true_value)
        ranges = [(self.signed if predicate[0] == "s" else self._in)(one, select.parent, depth + 1) for one in values]
        pick = max if takes_greatest else min
        low, high = (pick(bounds) for bounds in zip(*ranges, strict=True))
        half = 1 << (width_of(select) - 1)
        if low >= half:
            return low - 2 * half, high - 2 * half
        return (-half, half - 1) if high >= half else (low, high)

    def _chosen(self, select: SelectInst, depth: int) -> Bounds | None:
        """The signed range of the values of a select, each where it is chosen; None if it can be any number."""
        condition = select.condition
        decides = is_never_undef(condition) or select.type.context.llvm_version < UNDEF_CHOSEN_SINCE
        found: list[Bounds] = []
        for value, holds in ((select.true_value, True), (select.false_value, False)):
            own = self.signed(value, select.parent, depth + 1)
            bounds = where(value, condition, holds, own) if decides else own
            if bounds is not None:
                found.append(bounds)
        if not found:
            return None
        (low, end), (start, _) = min(found), max(found)
        high = max(one[1] for one in found)
        # LLVM takes the smaller range, which may be the one of all numbers but those between the two.
        return None if high - low > (1 << width_of(select)) - max(start - end, 0) else (low, high)

    def _never_gets_negative(self, phi: PHINode, depth: int) -> bool:
        """Whether a phi counts up from a number that is not negative, without overflow."""
        if len(phi.operands) != 2:
            return False
        for place in (0, 1):
            step = phi.operands[place]
            if not isinstance(step, BinaryOperator) or step.opcode_name not in ("add", "mul") or "nsw" not in step.flag_words:
                continue
            others = [operand for operand in step.operands if operand is not phi]
            if len(others) != 1:
                continue
            half = 1 << (width_of(phi) - 1)
            if all(self._unsigned(one, depth + 1)[1] < half for one in (others[0], phi.operands[1 - place])):
                return True
        return False


def _is_not(value: Instruction) -> bool:
    """Whether an exclusive or exchanges all bits."""
    other = value.operands[1]
    return isinstance(other, ConstantInt) and other.signed == -1 and value.type.context.llvm_version >= RANGES_OF_BITS_SINCE


def _defined(values: list[Value], phi: Value) -> list[Value]:
    """Those values that are not undefined, and not the phi itself."""
    return [one for one in values if one is not phi and not is_undefined(one)]


def _open_bits(bounds: tuple[int, int]) -> int:
    """The bits that are not known of a number with these unsigned bounds: the highest one in which they differ, and all below."""
    return (1 << (bounds[0] ^ bounds[1]).bit_length()) - 1


def _signed_of_two(name: str, left: Bounds, right: Bounds) -> Bounds:
    """The bounds of a sum, difference or product without overflow."""
    if name == "add":
        return left[0] + right[0], left[1] + right[1]
    if name == "sub":
        return left[0] - right[1], left[1] - right[0]
    corners = [one * other for one in left for other in right]
    return min(corners), max(corners)


def _of_two(name: str, left: tuple[int, int], right: tuple[int, int], everything: tuple[int, int]) -> tuple[int, int]:
    """The range of a sum, difference or product, of bits that are joined or exchanged, or of a shift to the left."""
    if name in ("or", "xor"):
        open_left, open_right = _open_bits(left), _open_bits(right)
        if name == "or":
            ones = left[0] & ~open_left | right[0] & ~open_right
            return max(left[0], right[0], ones), left[1] | open_left | right[1] | open_right
        both = open_left | open_right
        low = (left[0] ^ right[0]) & ~both
        return low, low | both
    if name == "add":
        low, high = left[0] + right[0], left[1] + right[1]
    elif name == "mul":
        low, high = left[0] * right[0], left[1] * right[1]
    elif name == "sub":
        low, high = left[0] - right[1], left[1] - right[0]
    elif right[1] < everything[1].bit_length():
        low, high = left[0] << right[0], left[1] << right[1]
    else:
        return everything
    size = everything[1] + 1
    if name in ("add", "sub") and low // size == high // size:
        # All of them wrap around, or none.
        return low % size, high % size
    return (low, high) if low >= 0 and high < size else everything


def _range_of_metadata(value: Instruction, everything: tuple[int, int]) -> tuple[int, int]:
    """The range that `!range` gives, around all of its intervals. A range that wraps around is not followed."""
    for attachment in value.attachments or ():
        if attachment.kind == _RANGE:
            bounds: list[int] = []
            for operand in attachment.node.operands:
                bound = operand.value if isinstance(operand, ValueAsMetadata) else None
                if not isinstance(bound, ConstantInt):
                    return everything
                bounds.append(bound.unsigned)
            low, high = min(bounds[::2], default=0), max(bounds[1::2], default=0) - 1
            wraps = any(bounds[at] >= bounds[at + 1] for at in range(0, len(bounds) - 1, 2))
            return everything if wraps or not bounds else (low, high)
    return everything

"""Bounds of integers, by how they are computed and by the conditions before: a small part of LLVM's LazyValueInfo.

    %a = and i8 %x, 6
    %b = add i8 %a, 4

`%a` is from 0 to 6, and `%b` from 4 to 10.
"""

from __future__ import annotations

from pyllvm.analysis.computed_ranges import (
    SIGNED_OPERATIONS,
    UNSIGNED_OPERATIONS,
    Bounds,
    as_signed,
    counted,
    signed_result,
    unsigned_result,
)
from pyllvm.analysis.edge_ranges import EdgeRanges, everything_of, where, width_of
from pyllvm.analysis.poison import is_never_undef
from pyllvm.analysis.value_tracking import intrinsic_word, is_poison_of_zero, known_bits
from pyllvm.ir.call_instructions import CallBase
from pyllvm.ir.constants import Constant, ConstantInt, is_undefined
from pyllvm.ir.function import BasicBlock, Instruction
from pyllvm.ir.instructions import BinaryOperator, CmpInst, ExtractValueInst, InsertValueInst, PHINode, SelectInst
from pyllvm.ir.metadata import ValueAsMetadata
from pyllvm.ir.types import IntegerType
from pyllvm.ir.value import Value
from pyllvm.notation import Final, final
from pyllvm.tables.behavior_versions import COUNTED_SINCE, RANGES_OF_BITS_SINCE, UNDEF_CHOSEN_SINCE
from pyllvm.tables.predicates import PREDICATE_OF_NUMBER

_DEPTH: Final = 6

_RANGE: Final = "range"
_TAKES_GREATEST: Final = {"sg": True, "ug": True, "sl": False, "ul": False}
"""Whether a select of the operands of a comparison, the left one if it holds, takes the greatest, by how its predicate begins."""
_NO_NUMBERS: Final = (0, -1)
"""LLVM's bounds of a range without numbers."""
_OVERFLOW: Final = ".with.overflow"
_OF_TWO: Final = ("smin", "smax", "umin", "umax", "sadd.sat", "ssub.sat", "uadd.sat", "usub.sat")


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
        # The results of `_made`, by the value and the depth, where they do not depend on a phi that is being followed.
        self._known: dict[tuple[Value, int], Bounds] = {}
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
        known = self._known.get((value, depth))
        if known is not None:
            return known
        found = [as_signed(self._unsigned(value, depth), width_of(value))]
        if depth < _DEPTH and isinstance(value, Instruction):
            found += self._signed_candidates(value, depth + 1)
        result = max(low for low, _ in found), min(high for _, high in found)
        if not self._open:
            self._known[(value, depth)] = result
        return result

    def _signed_candidates(self, value: Instruction, depth: int) -> list[Bounds]:
        """Signed bounds of a value, all of which hold."""
        block = value.parent
        width = width_of(value)
        operands = value.operands
        if isinstance(value, SelectInst):
            chosen = self._least_or_greatest(value, depth) or self._chosen(value, depth)
            return [] if chosen is None else [chosen]
        if isinstance(value, ExtractValueInst):
            inserted = _inserted(value)
            if inserted is not None:
                return [self.signed(inserted, block, depth)]
        if value.opcode_name == "sext":
            return [self.signed(operands[0], block, depth)]
        if value.opcode_name == "trunc":
            bounds = self.signed(operands[0], block, depth)
            half = 1 << (width - 1)
            return [bounds] if -half <= bounds[0] and bounds[1] < half else []
        if value.opcode_name == "xor" and _is_not(value):
            low, high = self.signed(operands[0], block, depth)
            return [(-1 - high, -1 - low)]
        found: list[Bounds | None] = []
        for name, left, right in _operations(value):
            if name in SIGNED_OPERATIONS:
                amounts = self._in if name == "ashr" else self.signed
                found.append(signed_result(name, self.signed(left, block, depth), amounts(right, block, depth), width))
            elif name in ("umin", "umax"):
                # One of the two.
                one, other = self.signed(left, block, depth), self.signed(right, block, depth)
                found.append((min(one[0], other[0]), max(one[1], other[1])))
        return [bounds for bounds in found if bounds is not None]

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
        return self._edges.at(value, block, (low, high))

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
        if isinstance(value, CallBase) or name == "load":
            everything = _range_of_metadata(value, everything)
        elif isinstance(value, PHINode) and self._never_gets_negative(value, depth):
            return 0, everything[1] >> 1
        low, high = everything
        for word, left, right in _operations(value):
            if word in UNSIGNED_OPERATIONS:
                bounds = unsigned_result(word, self._in(left, block, depth + 1), self._in(right, block, depth + 1), width)
                if bounds is not None:
                    low, high = max(low, bounds[0]), min(high, bounds[1])
        if isinstance(value, CallBase):
            made = self._of_intrinsic(value, depth)
            return (low, high) if made is None else (max(low, made[0]), min(high, made[1]))
        if (low, high) != everything:
            return low, high
        if name in ("select", "phi"):
            place = None if name == "phi" else block
            ranges = [self._in(one, place, depth + 1) for one in _defined(operands[name == "select" :], value)]
            if ranges:
                return min(low for low, _ in ranges), max(high for _, high in ranges)
        return everything

    def _of_intrinsic(self, call: CallBase, depth: int) -> tuple[int, int] | None:
        """The unsigned range of the result of an intrinsic with one number, if it is one of a few."""
        name = intrinsic_word(call)
        if name in COUNTED_SINCE and call.type.context.llvm_version >= COUNTED_SINCE[name]:
            low, high = self._in(call.operands[0], call.parent, depth + 1)
            return counted(name, (max(low, 1), high) if high and is_poison_of_zero(call) else (low, high), width_of(call))
        if name == "abs":
            low, high = self.signed(call.operands[0], call.parent, depth + 1)
            return (0 if low <= 0 <= high else min(abs(low), abs(high))), max(-low, high)
        return None

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
        ranges = [(self.signed if predicate[0] == "s" else self._in)(one, select.parent, depth) for one in values]
        pick = max if takes_greatest else min
        low, high = (pick(bounds) for bounds in zip(*ranges, strict=True))
        return (low, high) if predicate[0] == "s" else as_signed((low, high), width_of(select))

    def _chosen(self, select: SelectInst, depth: int) -> Bounds | None:
        """The signed range of the values of a select, each where it is chosen; None if it can be any number."""
        condition = select.condition
        decides = is_never_undef(condition) or select.type.context.llvm_version < UNDEF_CHOSEN_SINCE
        found: list[Bounds] = []
        for value, holds in ((select.true_value, True), (select.false_value, False)):
            own = self.signed(value, select.parent, depth)
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


def _inserted(extract: ExtractValueInst) -> Value | None:
    """The value that an extractvalue takes out again where an insertvalue has put it."""
    aggregate = extract.aggregate
    while isinstance(aggregate, InsertValueInst):
        shared = min(len(aggregate.indices), len(extract.indices))
        if aggregate.indices[:shared] == extract.indices[:shared]:
            return aggregate.element if aggregate.indices == extract.indices else None
        aggregate = aggregate.aggregate
    return None


def _operations(value: Instruction) -> list[tuple[str, Value, Value]]:
    """The operations with two operands that all give the value: its own, and without overflow also what saturates."""
    if isinstance(value, BinaryOperator):
        name = value.opcode_name
        found = [name]
        if name in ("add", "sub"):
            found += [f"{sign}{name}.sat" for sign, flag in (("s", "nsw"), ("u", "nuw")) if flag in value.flag_words]
        return [(one, value.left, value.right) for one in found]
    if isinstance(value, ExtractValueInst):
        pair = value.aggregate
        word = intrinsic_word(pair)
        if isinstance(pair, CallBase) and word.endswith(_OVERFLOW) and value.indices == [0]:
            return [(word.removesuffix(_OVERFLOW)[1:], pair.operands[0], pair.operands[1])]
        return []
    word = intrinsic_word(value)
    return [(word, value.operands[0], value.operands[1])] if word in _OF_TWO else []


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

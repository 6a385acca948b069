"""Bounds of integers that follow from the branches and switches on the way to a block (a part of LazyValueInfo)."""

from __future__ import annotations

from pyllvm.ir.constants import POISON, ConstantInt
from pyllvm.ir.folding.constant_parts import fold_integers, fold_number_cast
from pyllvm.ir.function import BasicBlock, Instruction
from pyllvm.ir.instructions import BinaryOperator, BranchInst, CastInst, CmpInst, SelectInst, SwitchInst
from pyllvm.ir.types import IntegerType
from pyllvm.ir.value import Value
from pyllvm.notation import Final, final
from pyllvm.tables.behavior_versions import LOOPS_SKIPPED_SINCE, NEGATED_CONDITIONS_SINCE
from pyllvm.tables.opcodes import DIVISIONS
from pyllvm.tables.predicates import PREDICATE_OF_NUMBER, inverse_of, swapped_of

# How many blocks are looked at one behind the other; the value may be anything then.
_MOST_BLOCKS: Final = 100
# How many conditions in one another are looked at.
_MOST_CONDITIONS: Final = 6

Bounds = tuple[int, int]


@final
class EdgeRanges:
    """The signed bounds of the values of a function in its blocks."""

    def __init__(self) -> None:
        self._known: dict[tuple[Value, BasicBlock], Bounds | None] = {}

    def at(self, value: Value, block: BasicBlock, made: Bounds) -> Bounds | None:
        """The bounds of a value in a block, if it is `made` with some bounds; None if no execution comes there."""
        return self._at(value, block, made, 0)

    def _at(self, value: Value, block: BasicBlock, made: Bounds, depth: int) -> Bounds | None:
        everything = everything_of(value)
        if isinstance(value, Instruction) and value.parent is block:
            return made
        if depth > _MOST_BLOCKS:
            return everything
        key = (value, block)
        if key in self._known:
            return self._known[key]
        self._known[key] = everything  # for ways that lead here again
        if block.parent is None or block is block.parent.blocks[0]:
            return everything
        joined: Bounds | None = None
        skips_itself = value.type.context.llvm_version >= LOOPS_SKIPPED_SINCE
        for before in dict.fromkeys(block.predecessors):
            if before is block and skips_itself:
                continue
            bounds = self._at(value, before, made, depth + 1)
            if bounds is not None:
                bounds = self.on_edge(value, before, block, bounds)
            if bounds is None:
                continue
            joined = bounds if joined is None else (min(joined[0], bounds[0]), max(joined[1], bounds[1]))
            if joined == everything:
                break
        self._known[key] = joined
        return joined

    def on_edge(self, value: Value, before: BasicBlock, block: BasicBlock, bounds: Bounds) -> Bounds | None:
        """The part of the bounds that a value has on the edge between two blocks; None if no execution takes the edge."""
        end = before.terminator
        if isinstance(end, BranchInst):
            condition = end.condition
            if condition is None or end.true_block is end.false_block:
                return bounds
            holds = end.true_block is block
            variable = _variable_of(value)
            known = None if variable is None else where(variable, condition, holds, everything_of(variable))
            if variable is not None and known is not None and known[0] == known[1]:
                number = _folded(value, variable, known[0])
                if number is not None:
                    return _common((number, number), bounds)
            return where(value, condition, holds, bounds)
        if not isinstance(end, SwitchInst):
            return bounds
        if end.condition is value:
            return _in_case(end, block, bounds)
        return self._on_edge_of_switch(value, end, block, bounds)

    def _on_edge_of_switch(self, value: Value, switch: SwitchInst, block: BasicBlock, bounds: Bounds) -> Bounds | None:
        """The bounds of a value that is computed from the condition of a switch, on the edges of cases."""
        if switch.default_block is block or _variable_of(value) is not switch.condition:
            return bounds
        found: list[int] = []
        for constant, target in switch.cases:
            if target is block:
                number = _folded(value, switch.condition, constant.signed)
                if number is None:
                    return bounds
                found.append(number)
        return _common((min(found), max(found)), bounds) if found else bounds


def _common(one: Bounds, other: Bounds) -> Bounds | None:
    low, high = max(one[0], other[0]), min(one[1], other[1])
    return (low, high) if low <= high else None


def _variable_of(value: Value) -> Value | None:
    """The only operand of an operation on integers that is not a constant; None if there is none."""
    if not isinstance(value, (BinaryOperator, CastInst)) or not isinstance(value.type, IntegerType):
        return None
    variables = [one for one in value.operands if not isinstance(one, ConstantInt)]
    return variables[0] if len(variables) == 1 and isinstance(variables[0].type, IntegerType) else None


def _folded(value: Value, variable: Value, bits: int) -> int | None:
    """The signed number that an operation with constants computes of a number in the place of its variable."""
    assert isinstance(value, (BinaryOperator, CastInst)) and isinstance(variable.type, IntegerType)
    number = ConstantInt.wrapped(variable.type, bits)
    if isinstance(value, CastInst):
        folded = fold_number_cast(value.opcode_name, number, value.type, POISON)
    else:
        left, right = (number if one is variable else one for one in value.operands)
        assert isinstance(left, ConstantInt) and isinstance(right, ConstantInt)
        if not right.value and value.opcode_name in DIVISIONS:
            return None
        folded = fold_integers(value.opcode_name, left, right, POISON)
    return folded.signed if isinstance(folded, ConstantInt) else None


def width_of(value: Value) -> int:
    """The number of bits of an integer; 64 for what is not one."""
    return value.type.width if isinstance(value.type, IntegerType) else 64


def everything_of(value: Value) -> Bounds:
    """The bounds of all signed numbers of a value's type."""
    half = 1 << (width_of(value) - 1)
    return -half, half - 1


def _in_case(switch: SwitchInst, block: BasicBlock, bounds: Bounds) -> Bounds | None:
    """The bounds on the edges of a switch to a block."""
    low, high = bounds
    if switch.default_block is block:
        for constant, target in switch.cases:
            if target is not block:
                low += low == constant.signed
                high -= high == constant.signed
        return (low, high) if low <= high else None
    values = [constant.signed for constant, target in switch.cases if target is block and low <= constant.signed <= high]
    return (min(values), max(values)) if values else None


def where(value: Value, condition: Value, holds: bool, bounds: Bounds, depth: int = 0) -> Bounds | None:
    """The bounds where a condition holds, or does not."""
    if depth > _MOST_CONDITIONS:
        return bounds
    if isinstance(condition, CmpInst):
        return _where_compared(value, condition, holds, bounds)
    parts = _parts(condition)
    if parts is None:
        if not isinstance(condition, BinaryOperator) or value.type.context.llvm_version < NEGATED_CONDITIONS_SINCE:
            return bounds
        if condition.opcode_name == "xor" and _is_true(condition.right):
            return where(value, condition.left, not holds, bounds, depth + 1)
        return bounds
    left, right, is_and = parts
    one = where(value, left, holds, bounds, depth + 1)
    if is_and == holds:
        return None if one is None else where(value, right, holds, one, depth + 1)
    other = where(value, right, holds, bounds, depth + 1)
    if one is None or other is None:
        return other if one is None else one
    return min(one[0], other[0]), max(one[1], other[1])


def _parts(condition: Value) -> tuple[Value, Value, bool] | None:
    """The two conditions of an `and` or `or`, also of one made by select, and whether it is an `and`."""
    if isinstance(condition, BinaryOperator) and condition.opcode_name in ("and", "or"):
        return condition.left, condition.right, condition.opcode_name == "and"
    if isinstance(condition, SelectInst):
        if isinstance(condition.false_value, ConstantInt) and condition.false_value.unsigned == 0:
            return condition.condition, condition.true_value, True
        if _is_true(condition.true_value):
            return condition.condition, condition.false_value, False
    return None


def _is_true(value: Value) -> bool:
    return isinstance(value, ConstantInt) and value.unsigned == 1


def _where_compared(value: Value, compared: CmpInst, holds: bool, bounds: Bounds) -> Bounds | None:
    left, right = compared.left, compared.right
    number = compared.predicate_number if holds else inverse_of(compared.predicate_number)
    if isinstance(left, ConstantInt):
        left, right = right, left
        number = swapped_of(number)
    if not isinstance(right, ConstantInt):
        return bounds
    offset = 0
    if left is not value:
        if not (isinstance(left, BinaryOperator) and left.opcode_name == "add" and left.left is value):
            return bounds
        if not isinstance(left.right, ConstantInt):
            return bounds
        offset = left.right.signed
    return _narrowed(bounds, PREDICATE_OF_NUMBER.get(number, ""), right, offset)


def _narrowed(bounds: Bounds, predicate: str, constant: ConstantInt, offset: int) -> Bounds | None:
    """The part of the bounds in which the value plus the offset compares so with a constant."""
    half = -everything_of(constant)[0]
    size = 2 * half
    number, unsigned = constant.signed, constant.unsigned
    low, high = bounds
    if predicate == "ne":
        excluded = _as_signed(number - offset, half)
        low += low == excluded
        high -= high == excluded
        return (low, high) if low <= high else None
    ranges: dict[str, Bounds] = {
        "eq": (number, number),
        "slt": (-half, number - 1), "sle": (-half, number), "sgt": (number + 1, half - 1), "sge": (number, half - 1),
        "ult": (0, unsigned - 1), "ule": (0, unsigned), "ugt": (unsigned + 1, size - 1), "uge": (unsigned, size - 1),
    }  # fmt: skip
    first, last = ranges.get(predicate, bounds)
    if first > last:
        return None
    if last - first + 1 >= size:
        return bounds
    first, last = _as_signed(first - offset, half), _as_signed(last - offset, half)
    pieces = [(first, last)] if first <= last else [(-half, last), (first, half - 1)]
    found = [(max(low, start), min(high, end)) for start, end in pieces if max(low, start) <= min(high, end)]
    return (min(start for start, _ in found), max(end for _, end in found)) if found else None


def _as_signed(number: int, half: int) -> int:
    return (number + half) % (2 * half) - half

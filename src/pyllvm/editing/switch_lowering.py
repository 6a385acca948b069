"""`lowerswitch`: each switch becomes comparisons and branches, a balanced tree of them, as LLVM's LowerSwitch makes them.

    switch i32 %n, label %other [ i32 1, label %a  i32 7, label %b ]

becomes

    %Pivot = icmp slt i32 %n, 7
    br i1 %Pivot, label %LeafBlock, label %LeafBlock1

and in each leaf a comparison with 1 or with 7.
"""

from __future__ import annotations

from pyllvm.analysis.integer_ranges import signed_range
from pyllvm.analysis.poison import is_debug_call
from pyllvm.editing.blocks import erase_block
from pyllvm.ir.constants import POISON, UNDEF, Constant, ConstantInt, SimpleConstant
from pyllvm.ir.function import BasicBlock, Function
from pyllvm.ir.instructions import BinaryOperator, BranchInst, CmpInst, PHINode, SwitchInst, UnreachableInst
from pyllvm.ir.module import Module
from pyllvm.ir.types import IntegerType
from pyllvm.ir.value import Value
from pyllvm.notation import Final, final
from pyllvm.tables.behavior_versions import LAST_VALUES_MOVED_SINCE, NEW_DEFAULTS_UNTIL, POISON_FROM_DEAD_BLOCKS_SINCE
from pyllvm.tables.opcodes import ADD
from pyllvm.tables.predicates import ICMP_NUMBERS


def lower_switches(module: Module, function: Function) -> bool:
    """Replace all switches of a function. Returns whether there were any."""
    changed = False
    dead: dict[BasicBlock, None] = {}
    room: dict[PHINode, int] = {}
    for block in list(function.blocks):
        if block in dead:
            continue
        end = block.terminator
        if isinstance(end, SwitchInst):
            if not changed:
                room = {phi: len(phi.operands) for with_phis in function.blocks for phi in with_phis.phis}
            _Lowering(function, block, end, dead, room).run()
            changed = True
    for block in dead:
        _delete(block)
    return changed


def _delete(block: BasicBlock) -> None:
    """Remove a block to which nothing leads; what uses its values gets poison, or undef before."""
    for target in block.successors:
        if target is not block:
            _remove_predecessor(target, block)
    for instruction in block.instructions:
        if instruction.has_uses:
            instruction.replace_all_uses_with(_nothing(instruction))
    erase_block(block)


def _nothing(value: Value) -> Constant:
    """Poison, or undef before, in place of a value that nothing computes."""
    word = POISON if value.type.context.llvm_version >= POISON_FROM_DEAD_BLOCKS_SINCE else UNDEF
    return SimpleConstant.get(value.type, word)


@final
class _Case:
    """Successive values that lead to one block."""

    def __init__(self, low: int, high: int, block: BasicBlock) -> None:
        self.low = low
        self.high = high
        self.block = block


@final
class _Lowering:
    """The replacement of one switch."""

    def __init__(
        self, function: Function, block: BasicBlock, switch: SwitchInst, dead: dict[BasicBlock, None], room: dict[PHINode, int]
    ) -> None:
        type = switch.condition.type
        assert isinstance(type, IntegerType)
        self._function = function
        self._block: Final = block
        self._switch = switch
        self._dead = dead
        # How many values each phi has memory for in LLVM.
        self._room: Final = room
        self._value: Value = switch.condition
        self._type: Final = type
        self._default = switch.default_block
        self._least: Final = -(1 << (type.width - 1))
        self._greatest: Final = (1 << (type.width - 1)) - 1
        self._gaps: list[tuple[int, int]] = []

    def run(self) -> None:
        """Replace the switch."""
        block = self._block
        switch = self._switch
        default = self._default
        predecessors = block.predecessors
        follows_itself_alone = predecessors == [block] and block.successors.count(block) == 1
        if (block is not self._function.blocks[0] and not predecessors) or follows_itself_alone:
            self._dead[block] = None
            return
        simple = [(value.signed, target) for value, target in switch.cases if target is not default]
        cases = _clusters(simple)
        if not cases:
            self._branch(default)
            _keep_edges(default, block, block, None)
            return
        first = default.first_non_phi
        while first is not None and is_debug_call(first):
            first = first.next
        if isinstance(first, UnreachableInst):
            lower, upper = cases[0].low, cases[-1].high
            is_unreachable = True
        else:
            lower, upper = signed_range(self._value, switch)
            lower = min(lower, cases[0].low)
            upper = max(upper, cases[-1].high)
            is_unreachable = lower + len(simple) - 1 == upper
        if is_unreachable:
            remaining = self._without_default(cases, len(switch.cases) + 1 - len(simple))
            if remaining is None:
                return
            cases = remaining
            default = self._default
        version = self._type.context.llvm_version
        if version <= NEW_DEFAULTS_UNTIL:
            # An empty block comes before the default block: all comparisons that fail lead there.
            self._default = BasicBlock(block.type, "NewDefault")
            self._default.insert_before(default)
            self._default.append(BranchInst(self._type.context.void, default))
        top = self._convert(cases, lower, upper, block)
        if version <= NEW_DEFAULTS_UNTIL:
            _keep_edges(default, block, self._default, None)
        elif top is not default:
            _keep_edges(default, block, None, None)
        old_default = switch.default_block
        self._branch(top)
        if not old_default.predecessors:
            self._dead[old_default] = None

    def _branch(self, target: BasicBlock) -> None:
        self._switch.erase()
        self._block.append(BranchInst(self._type.context.void, target))

    def _without_default(self, cases: list[_Case], edges: int) -> list[_Case] | None:
        """Let the most frequent target take the place of the default, which is never reached; None if it is the only one."""
        low = self._least
        counts: dict[BasicBlock, int] = {}
        most = 0
        popular: BasicBlock | None = None
        for case in cases:
            if low < case.low:
                self._gaps.append((low, case.low - 1))
            low = case.high + 1
            counts[case.block] = counts.get(case.block, 0) + case.high - case.low + 1
            if counts[case.block] > most:
                most = counts[case.block]
                popular = case.block
        if low <= self._greatest:
            self._gaps.append((low, self._greatest))
        assert popular is not None
        for _ in range(edges):
            _remove_predecessor(self._default, self._block)
        self._default = popular
        remaining = [case for case in cases if case.block is not popular]
        if remaining:
            self._value = self._switch.condition
            return remaining
        self._branch(popular)
        for _ in range(most - 1):
            _remove_predecessor(popular, self._block)
        return None

    def _constant(self, number: int) -> ConstantInt:
        return ConstantInt.wrapped(self._type, number)

    def _convert(self, cases: list[_Case], lower: int, upper: int, before: BasicBlock) -> BasicBlock:
        if len(cases) == 1:
            (case,) = cases
            if case.low == lower and case.high == upper:
                _keep_edges(case.block, self._block, before, upper - lower)
                return case.block
            return self._leaf(case, lower, upper)
        middle = len(cases) // 2
        left, right = cases[:middle], cases[middle:]
        pivot = right[0].low
        below = pivot - 1
        gap = (left[-1].high + 1, below)
        if gap[0] <= gap[1] and any(low <= gap[0] and gap[1] <= high for low, high in self._gaps):
            below = left[-1].high
        node = BasicBlock(self._block.type, "NodeBlock")
        # As in LLVM, the comparison uses the value before those for the halves do.
        boolean = self._type.context.integer(1)
        compared = CmpInst(ICMP_NUMBERS["slt"], self._value, self._constant(pivot), boolean, 0, "Pivot")
        left_block = self._convert(left, lower, below, node)
        right_block = self._convert(right, pivot, upper, node)
        node.insert_after(self._block)
        node.append(compared)
        node.append(BranchInst(self._type.context.void, left_block, compared, right_block))
        return node

    def _leaf(self, case: _Case, lower: int, upper: int) -> BasicBlock:
        leaf = BasicBlock(self._block.type, "LeafBlock")
        leaf.insert_after(self._block)
        value = self._value
        if case.low == case.high:
            word, right = "eq", case.low
        elif case.low == lower:
            word, right = "sle", case.high
        elif case.high == upper:
            word, right = "sge", case.low
        elif case.low == 0:
            word, right = "ule", case.high
        else:
            word, right = "ule", case.high - case.low
            value = BinaryOperator(ADD, value, self._constant(-case.low), 0, f"{value.name}.off")
            leaf.append(value)
        boolean = self._type.context.integer(1)
        compared = CmpInst(ICMP_NUMBERS[word], value, self._constant(right), boolean, 0, "SwitchLeaf")
        leaf.append(compared)
        leaf.append(BranchInst(self._type.context.void, case.block, compared, self._default))
        for phi in self._default.phis:
            known = phi.incoming_for(self._block)
            assert known is not None
            self._add_incoming(phi, known, leaf)
        for phi in case.block.phis:
            for _ in range(case.high - case.low):
                _remove_at(phi, phi.blocks.index(self._block))
            phi.blocks[phi.blocks.index(self._block)] = leaf
        return leaf

    def _add_incoming(self, phi: PHINode, value: Value, leaf: BasicBlock) -> None:
        """Add a value. As in LLVM, a phi without room moves to more of it, and then uses all its values anew."""
        count = len(phi.operands)
        if count == self._room[phi]:
            for index, operand in enumerate(phi.operands):
                phi.put_operand(index, operand)
            self._room[phi] = max(2, count + count // 2)
        phi.add_incoming(value, leaf)


def _clusters(simple: list[tuple[int, BasicBlock]]) -> list[_Case]:
    """The cases in ascending order, in which neighbors with the same target are one."""
    found: list[_Case] = []
    for value, target in sorted(simple, key=_value_of):
        if found and found[-1].high + 1 == value and found[-1].block is target:
            found[-1].high = value
        else:
            found.append(_Case(value, value, target))
    return found


def _value_of(case: tuple[int, BasicBlock]) -> int:
    return case[0]


def _keep_edges(target: BasicBlock, old: BasicBlock, new: BasicBlock | None, merged: int | None) -> None:
    """Rename the first edge from `old`, if there is a new block, and remove others, at most as many as were `merged`."""
    for phi in target.phis:
        index = 0
        if new is not None:
            index = phi.blocks.index(old) if old in phi.blocks else len(phi.blocks)
            if index < len(phi.blocks):
                phi.blocks[index] = new
            index += 1
        places = [place for place in range(index, len(phi.blocks)) if phi.blocks[place] is old]
        if merged is not None:
            places = places[:merged]
        _remove_places(phi, places)


def _remove_places(phi: PHINode, places: list[int]) -> None:
    for place in reversed(places):
        _remove_at(phi, place)


def _remove_at(phi: PHINode, place: int) -> None:
    """Remove one value of a phi. Newer releases put the last one there; then the order changes."""
    last = len(phi.operands) - 1
    if phi.type.context.llvm_version >= LAST_VALUES_MOVED_SINCE and place != last:
        phi.put_operand(place, phi.operands[last])
        phi.blocks[place] = phi.blocks[last]
        place = last
    phi.remove_incoming(place)


def _remove_predecessor(block: BasicBlock, before: BasicBlock) -> None:
    """Remove one edge; phis that are left with one value are replaced by it (BasicBlock::removePredecessor)."""
    for phi in block.phis:
        if before in phi.blocks:
            _remove_at(phi, phi.blocks.index(before))
        values = dict.fromkeys([value for value in phi.operands if value is not phi])
        if not phi.operands:
            phi.replace_all_uses_with(_nothing(phi))
            phi.erase()
            continue
        if len(values) == 1:
            phi.replace_all_uses_with(next(iter(values)))
            phi.erase()

"""Compares functions in the way of llvm-diff, and reports what differs in its words: `compare_as_llvm`.

Blocks correspond by the edges that lead to them, and instructions by their places; where a block differs, its instructions are
aligned. Attributes, flags, types and metadata do not count. A value that is not known yet, because a later block has it, is
assumed to be the same since LLVM 16, and blocks for which this turns out to be wrong differ.
"""

from __future__ import annotations

from pyllvm.comparison.difference_log import BOTH, LEFT, RIGHT, DifferenceLog
from pyllvm.comparison.equivalence import ConstantEquivalence, GlobalEquivalence, kind_of
from pyllvm.ir.constants import Constant, ConstantInt
from pyllvm.ir.function import Argument, BasicBlock, Function, Instruction
from pyllvm.ir.instructions import CallBase, CallBrInst, CallInst, CmpInst, InvokeInst, PHINode
from pyllvm.ir.module import Module
from pyllvm.ir.terminators import BranchInst, IndirectBrInst, SwitchInst, UnreachableInst
from pyllvm.ir.types import POINTER
from pyllvm.ir.value import Value
from pyllvm.notation import Final, Sequence, final
from pyllvm.tables.behavior_versions import DIFF_ASSUMES_SINCE

# The cost of an instruction that only one block has.
_COST: Final = 2


def compare_as_llvm(left: Module, right: Module, names: Sequence[str] = ()) -> DifferenceLog:
    """Return llvm-diff's report on two modules of one context, or on the functions with these `names` alone."""
    log = DifferenceLog(left, right)
    engine = _ModuleEngine(log, left.llvm_version)
    if names:
        engine.compare_named(left, right, names)
    else:
        engine.compare(left, right)
    return log


@final
class _ModuleEngine:
    """Compares the functions of two modules."""

    def __init__(self, log: DifferenceLog, version: int) -> None:
        self._log = log
        self._version = version
        self._globals = GlobalEquivalence()

    def compare(self, left: Module, right: Module) -> None:
        """Compare all functions: they correspond by their names."""
        log = self._log
        others = {function.name: function for function in right.functions if function.name}
        pairs: list[tuple[Function, Function]] = []
        for function in left.functions:
            other = others.pop(function.name, None)
            if other is not None:
                pairs.append((function, other))
            elif function.name:
                log.say_plainly(f"function {log.left(function)} exists only in left module")
        for other in others.values():
            log.say_plainly(f"function {log.right(other)} exists only in right module")
        nameless = [sum(not function.name for function in module.functions) for module in (left, right)]
        if any(nameless):
            log.say_plainly(
                f"not comparing {nameless[0]} anonymous functions in the left module and {nameless[1]} in the right module"
            )
        for function, other in pairs:
            self._compare_functions(function, other)

    def compare_named(self, left: Module, right: Module, names: Sequence[str]) -> None:
        """Compare the functions with these names."""
        functions = [{function.name: function for function in module.functions} for module in (left, right)]
        for name in names:
            name = name.removeprefix("@")
            one, other = functions[0].get(name), functions[1].get(name)
            if one is not None and other is not None:
                self._compare_functions(one, other)
                continue
            place = "right" if one is not None else "left" if other is not None else "either"
            self._log.say_plainly(f"No function named @{name} in {place} module")

    def _compare_functions(self, left: Function, right: Function) -> None:
        log = self._log
        log.enter(left, right)
        if left.blocks and right.blocks:
            _FunctionEngine(log, self._globals, self._version, left).compare(left, right)
        elif right.blocks:
            log.say("left function is declaration, right function is definition")
        elif left.blocks:
            log.say("right function is declaration, left function is definition")
        log.leave()


@final
class _Candidate:
    """Two blocks that differ, or that are the same if what was assumed is true."""

    def __init__(self, left: BasicBlock, right: BasicBlock) -> None:
        self.left = left
        self.right = right
        self.assumed: dict[Value, Value] = {}
        self.differs = False


@final
class _Step:
    """The last step of an alignment of two blocks, and the steps before it."""

    def __init__(self, before: _Step | None, sign: str, cost: int) -> None:
        self.before = before
        self.sign = sign
        self.cost = cost


@final
class _FunctionEngine:
    """Compares two functions with bodies. Methods that compare instructions return the message about what differs, or None."""

    def __init__(self, log: DifferenceLog, globals: GlobalEquivalence, version: int, left: Function) -> None:
        self._log = log
        self._assumes = version >= DIFF_ASSUMES_SINCE
        self._blocks: dict[BasicBlock, BasicBlock | None] = {}
        self._values: dict[Value, Value] = {}
        self._tentative: set[tuple[Value, Value]] = set()
        self._candidates: dict[BasicBlock, _Candidate] = {}
        self._constants = ConstantEquivalence(globals, self._blocks)
        self._queue = BlockQueue(left, self._blocks)
        # Whether blocks are paired, messages given and assumptions made while two instructions are compared.
        self._is_final = False
        self._may_assume = False
        self._pair: tuple[BasicBlock, BasicBlock] | None = None

    def compare(self, left: Function, right: Function) -> None:
        """Compare the functions, and report what differs."""
        if len(left.arguments) != len(right.arguments):
            self._log.say("different argument counts")
        for argument, other in zip(left.arguments, right.arguments, strict=False):
            self._values[argument] = other
        self._pair_blocks(left.blocks[0], right.blocks[0])
        while len(self._queue) > 0:
            one, other_block = self._queue.take()
            self._compare_blocks(one, other_block)
        self._report_candidates()

    # --- blocks ----------------------------------------------------------------------------------------------------

    def _pair_blocks(self, left: BasicBlock, right: BasicBlock) -> None:
        """Let two blocks correspond, if the left one does not correspond to another."""
        known = self._blocks.get(left)
        if known is None:
            self._blocks[left] = right
            self._queue.add(left, right)
        elif known is not right:
            log = self._log
            log.say(
                f"successor {log.left(left)} cannot be equivalent to {log.right(right)}; "
                f"it's already equivalent to {log.right(known)}"
            )

    def _compare_blocks(self, left: BasicBlock, right: BasicBlock) -> None:
        self._log.enter(left, right)
        for one, other in zip(left.instructions, right.instructions, strict=False):
            if self._difference(one, other) is not None:
                self._tentative.clear()
                if self._assumes:
                    self._candidate(left, right).differs = True
                else:
                    self._align(left, right)
                break
            if one.has_uses:
                self._tentative.add((one, other))
        else:
            self._tentative.clear()
            for one, other in zip(left.instructions, right.instructions, strict=False):
                self._unify(one, other)
        self._log.leave()

    def _candidate(self, left: BasicBlock, right: BasicBlock) -> _Candidate:
        found = self._candidates.get(left)
        if found is None:
            found = self._candidates[left] = _Candidate(left, right)
        return found

    def _report_candidates(self) -> None:
        """Report the blocks that differ, and those that are not the same because an assumption was wrong."""
        for candidate in list(self._candidates.values()):
            if not candidate.differs:
                values = self._values
                candidate.differs = any(values.get(one) is not other for one, other in candidate.assumed.items())
            if candidate.differs:
                self._log.enter(candidate.left, candidate.right)
                self._align(candidate.left, candidate.right)
                self._log.leave()

    def _unify(self, left: Instruction, right: Instruction) -> None:
        """Let two instructions correspond that do not differ, and the blocks to which they lead."""
        self._log.enter(left, right)
        self._is_final = True
        message = self._difference(left, right)
        self._is_final = False
        if message:
            self._log.say(message)
        if left.has_uses:
            self._values[left] = right
        self._log.leave()

    # --- blocks that differ ----------------------------------------------------------------------------------------

    def _align(self, left: BasicBlock, right: BasicBlock) -> None:
        """Report which instructions of two blocks are the same, and pair them."""
        signs = self._alignment(left, right)
        while signs and signs[-1] == BOTH:
            signs.pop()
        one, other = 0, 0
        lines: list[tuple[str, Instruction]] = []
        has_begun = False
        for sign in signs:
            has_begun = has_begun or sign != BOTH
            if sign == BOTH:
                self._unify(left.instructions[one], right.instructions[other])
            if has_begun:
                lines.append((sign, right.instructions[other] if sign == RIGHT else left.instructions[one]))
            one += sign != RIGHT
            other += sign != LEFT
        for index in range(len(left.instructions) - one):
            self._unify(left.instructions[one + index], right.instructions[other + index])
        self._follow_call(left, right)
        self._log.list_instructions(lines)

    def _alignment(self, left: BasicBlock, right: BasicBlock) -> list[str]:
        """LEFT, RIGHT or BOTH for each line, so that as few instructions as possible are in one block alone."""
        current = [_Step(None, "", 0)]
        for _ in left.instructions:
            current.append(_Step(current[-1], LEFT, current[-1].cost + _COST))
        for other in right.instructions:
            following = [_Step(current[0], RIGHT, current[0].cost + _COST)]
            for index, one in enumerate(left.instructions, 1):
                if self._certain_difference(one, other) is None:
                    step = _Step(current[index - 1], BOTH, current[index - 1].cost)
                    self._tentative.add((one, other))
                elif following[index - 1].cost <= current[index].cost:
                    step = _Step(following[index - 1], LEFT, following[index - 1].cost + _COST)
                else:
                    step = _Step(current[index], RIGHT, current[index].cost + _COST)
                following.append(step)
            current = following
        self._tentative.clear()
        signs: list[str] = []
        last: _Step | None = current[-1]
        while last is not None and last.before is not None:
            signs.append(last.sign)
            last = last.before
        signs.reverse()
        return signs

    def _follow_call(self, left: BasicBlock, right: BasicBlock) -> None:
        """Go on behind an invoke in one block and a call before a branch in the other one, if both call the same."""
        self._may_assume = False
        one, other = left.instructions[-1], right.instructions[-1]
        if isinstance(one, InvokeInst) and isinstance(other, BranchInst):
            call = _call_before(right)
            if call is not None and self._same(one.callee, call.callee):
                if one.has_uses:
                    self._values[one] = call
                self._pair_blocks(one.normal_block, other.true_block)
        elif isinstance(one, BranchInst) and isinstance(other, InvokeInst):
            call = _call_before(left)
            if call is not None and self._same(call.callee, other.callee):
                if call.has_uses:
                    self._values[call] = other
                self._pair_blocks(one.true_block, other.normal_block)

    # --- instructions ----------------------------------------------------------------------------------------------

    def _difference(self, left: Instruction, right: Instruction) -> str | None:
        """The difference between two instructions, or None; "" if it is already reported. Pairs blocks if this `_is_final`."""
        self._may_assume = self._assumes
        return self._found_difference(left, right)

    def _certain_difference(self, left: Instruction, right: Instruction) -> str | None:
        """The same without assumptions."""
        self._may_assume = False
        return self._found_difference(left, right)

    def _found_difference(self, left: Instruction, right: Instruction) -> str | None:
        assert left.parent is not None and right.parent is not None
        self._pair = left.parent, right.parent
        if left.opcode_name != right.opcode_name:
            return "different instruction types"
        if isinstance(left, CmpInst):
            assert isinstance(right, CmpInst)
            if left.predicate_number != right.predicate_number:
                return "different predicates"
        elif isinstance(left, CallBase):
            assert isinstance(right, CallBase)
            return self._of_calls(left, right)
        elif isinstance(left, PHINode):
            assert isinstance(right, PHINode)
            return self._of_phis(left, right)
        elif isinstance(left, BranchInst):
            assert isinstance(right, BranchInst)
            return self._of_branches(left, right)
        elif isinstance(left, SwitchInst):
            assert isinstance(right, SwitchInst)
            return self._of_switches(left, right)
        elif isinstance(left, IndirectBrInst):
            assert isinstance(right, IndirectBrInst)
            return self._of_indirect_branches(left, right)
        elif isinstance(left, UnreachableInst):
            return None
        if len(left.operands) != len(right.operands):
            return "instructions have different operand counts"
        for one, other in zip(left.operands, right.operands, strict=True):
            if not self._same(one, other):
                return self._both("operands", one, other)
        return None

    def _both(self, what: str, left: Value, right: Value) -> str:
        """The message about two operands; without them where nobody reads it."""
        return f"{what} {self._log.left(left)} and {self._log.right(right)} differ" if self._is_final else what

    def _pair_targets(self, left: BasicBlock, right: BasicBlock) -> None:
        if self._is_final:
            self._pair_blocks(left, right)

    def _of_calls(self, left: CallBase, right: CallBase) -> str | None:
        if isinstance(left, CallBrInst):
            assert isinstance(right, CallBrInst)
            if left.indirect_count != right.indirect_count:
                return "callbr # of indirect destinations differ"
            # These are paired even if the instructions differ.
            for one, other in zip(left.indirect_blocks, right.indirect_blocks, strict=True):
                self._pair_blocks(one, other)
        message = self._of_callees(left, right)
        if message is not None:
            return message
        if isinstance(left, InvokeInst):
            assert isinstance(right, InvokeInst)
            self._pair_targets(left.normal_block, right.normal_block)
            self._pair_targets(left.unwind_block, right.unwind_block)
        elif isinstance(left, CallBrInst):
            assert isinstance(right, CallBrInst)
            self._pair_targets(left.default_block, right.default_block)
        return None

    def _of_callees(self, left: CallBase, right: CallBase) -> str | None:
        # Calls may assume also where other instructions may not.
        self._may_assume = self._assumes
        if not self._same(left.callee, right.callee):
            return "called functions differ"
        if left.argument_count != right.argument_count:
            return "argument counts differ"
        for index in range(left.argument_count):
            one, other = left.operands[index], right.operands[index]
            if not self._same(one, other):
                return self._both("arguments", one, other)
        return None

    def _of_phis(self, left: PHINode, right: PHINode) -> str | None:
        if left.type is not right.type and not (left.type.kind == right.type.kind == POINTER):
            return "different phi types"
        if len(left.operands) != len(right.operands):
            return "PHI node # of incoming values differ"
        for index, value in enumerate(left.operands):
            self._pair_targets(left.blocks[index], right.blocks[index])
            if not self._same(value, right.operands[index]):
                return "PHI node incoming values differ"
        return None

    def _of_branches(self, left: BranchInst, right: BranchInst) -> str | None:
        if left.is_conditional != right.is_conditional:
            return "branch conditionality differs"
        if left.condition is not None and right.condition is not None:
            if not self._same(left.condition, right.condition):
                return "branch conditions differ"
            assert left.false_block is not None and right.false_block is not None
            self._pair_targets(left.false_block, right.false_block)
        self._pair_targets(left.true_block, right.true_block)
        return None

    def _of_indirect_branches(self, left: IndirectBrInst, right: IndirectBrInst) -> str | None:
        if len(left.operands) != len(right.operands):
            return "indirectbr # of destinations differ"
        if not self._same(left.address, right.address):
            return "indirectbr addresses differ"
        for one, other in zip(left.destinations, right.destinations, strict=True):
            self._pair_targets(one, other)
        return None

    def _of_switches(self, left: SwitchInst, right: SwitchInst) -> str | None:
        if not self._same(left.condition, right.condition):
            return "switch conditions differ"
        self._pair_targets(left.default_block, right.default_block)
        cases: dict[ConstantInt, BasicBlock] = {}
        for value, block in left.cases:
            cases[value] = block
        differs = False
        for value, block in right.cases:
            target = cases.pop(value, None)
            if target is not None:
                self._pair_targets(target, block)
                continue
            differs = True
            if self._is_final:
                self._log.say(f"right switch has extra case {self._log.right(value)}")
        if not differs:
            differs = len(cases) > 0
            if self._is_final:
                for value in cases:
                    self._log.say(f"left switch has extra case {self._log.left(value)}")
        return "" if differs else None

    # --- operands --------------------------------------------------------------------------------------------------

    def _same(self, left: Value, right: Value) -> bool:
        """Whether two operands are the same."""
        if isinstance(left, Constant):
            return self._constants.same(left, right)
        if kind_of(left) != kind_of(right):
            return False
        if isinstance(left, Instruction):
            return self._same_result(left, right)
        if isinstance(left, Argument):
            return self._values.get(left) is right
        if isinstance(left, BasicBlock):
            # LLVM compares blocks that are operands the wrong way round.
            return self._blocks.setdefault(left, None) is not right
        # All inline assembly, and all metadata.
        return True

    def _same_result(self, left: Instruction, right: Value) -> bool:
        known = self._values.get(left)
        if known is right:
            return True
        if known is not None and self._assumes:
            return False
        if (left, right) in self._tentative:
            return True
        if not self._may_assume or self._pair is None:
            return False
        candidate = self._candidate(*self._pair)
        if candidate.assumed.setdefault(left, right) is right:
            return True
        # Two assumptions about one value: at least one is wrong.
        candidate.differs = True
        candidate.assumed.clear()
        return False


def _call_before(block: BasicBlock) -> CallInst | None:
    """The call before the branch to one block that ends this block."""
    end = block.instructions[-1]
    if not isinstance(end, BranchInst) or end.is_conditional or len(block.instructions) < 2:
        return None
    before = block.instructions[-2]
    return before if isinstance(before, CallInst) else None


@final
class BlockQueue:
    """Pairs of blocks that wait: those with the fewest predecessors that were not met come first. `met` has the left blocks met.

    It is a heap whose order changes while pairs wait in it, so the order of its comparisons matters: they are LLVM's.
    """

    def __init__(self, function: Function, met: dict[BasicBlock, BasicBlock | None]) -> None:
        self._met = met
        self._heap: list[tuple[BasicBlock, BasicBlock]] = []
        self._predecessors: dict[BasicBlock, list[BasicBlock]] = {block: [] for block in function.blocks}
        for block in function.blocks:
            for successor in block.instructions[-1].successors if block.instructions else ():
                self._predecessors[successor].append(block)

    def __len__(self) -> int:
        return len(self._heap)

    def add(self, left: BasicBlock, right: BasicBlock) -> None:
        """Add a pair."""
        heap = self._heap
        place = len(heap)
        heap.append((left, right))
        while place > 0:
            parent = (place - 1) // 2
            if not self._is_before(heap[place], heap[parent]):
                break
            heap[place], heap[parent] = heap[parent], heap[place]
            place = parent

    def take(self) -> tuple[BasicBlock, BasicBlock]:
        """Remove the pair that is first, and return it."""
        heap = self._heap
        first = heap[0]
        last = heap.pop()
        if heap:
            heap[0] = last
            self._sink()
        return first

    def _sink(self) -> None:
        """Move the first pair to its place."""
        heap = self._heap
        place = 0
        while (child := 2 * place + 1) < len(heap):
            # Of two children that wait equally long, the second one rises.
            if child + 1 < len(heap) and not self._is_before(heap[child], heap[child + 1]):
                child += 1
            if not self._is_before(heap[child], heap[place]):
                return
            heap[child], heap[place] = heap[place], heap[child]
            place = child

    def _is_before(self, one: tuple[BasicBlock, BasicBlock], other: tuple[BasicBlock, BasicBlock]) -> bool:
        return self._waits_for(one[0]) < self._waits_for(other[0])

    def _waits_for(self, block: BasicBlock) -> int:
        met = self._met
        return sum(predecessor not in met for predecessor in self._predecessors[block])

"""Control flow in `with` blocks: conditions, loops and switches that make their own blocks.

The instructions behind the builder's position, if there are any, go to the block that follows the construct, and the builder is
before them when the `with` block has ended.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, final

from mypy_extensions import mypyc_attr, trait

from pyllvm.building.arithmetic_methods import ArithmeticMethods
from pyllvm.building.control_flow_methods import ControlFlowMethods
from pyllvm.building.insertion import Operand, TypeOrText
from pyllvm.building.python_values import described
from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.function import BasicBlock, Instruction
from pyllvm.ir.instructions import BranchInst, PHINode, SwitchInst
from pyllvm.ir.metadata import MDNode
from pyllvm.ir.types import INTEGER, Type
from pyllvm.ir.value import Value

if TYPE_CHECKING:
    from typing import Self

# The weights of LLVM's own passes for the likely and the unlikely way.
_LIKELY: Final = 2000
_UNLIKELY: Final = 1


@final
class Arm:
    """One of the blocks of a construct: inside its `with` statement the builder is there.

    At the end, control goes on behind the construct, unless the code has a terminator of its own.
    """

    def __init__(self, builder: StructuredFlowMethods, block: BasicBlock, after: BasicBlock) -> None:
        self._builder = builder
        self.block = block
        """The block in which the arm begins."""
        self._after = after
        self.last_block: BasicBlock | None = None
        """The block from which control goes on behind the construct; None if the arm does not end so. A phi needs it."""

    def __enter__(self) -> Arm:
        self._builder._enter(self.block, None)
        return self

    def __exit__(self, kind: object, error: object, traceback: object) -> None:
        if kind is None:
            self.last_block = self._builder._leave_to(self._after)


@final
class IfThen:
    """`with builder.if_then(condition):` runs its body where the condition is true."""

    def __init__(self, builder: StructuredFlowMethods, condition: Value, metadata: dict[str, MDNode] | None) -> None:
        self._builder = builder
        self._condition = condition
        self._metadata = metadata
        self._after: BasicBlock | None = None

    def __enter__(self) -> BasicBlock:
        builder = self._builder
        then, after, anchor = builder._make_blocks("if.then", "if.end")
        builder.cond_branch(self._condition, then, after, metadata=self._metadata)
        builder._remember(after, anchor)
        self._after = after
        builder._enter(then, None)
        return after

    def __exit__(self, kind: object, error: object, traceback: object) -> None:
        after = self._after
        assert after is not None
        if kind is None:
            self._builder._leave_to(after)
            self._builder._go_behind(after)


@final
class IfElse:
    """`with builder.if_else(condition) as (then, otherwise):` has two arms, each with a `with` statement of its own."""

    def __init__(self, builder: StructuredFlowMethods, condition: Value, metadata: dict[str, MDNode] | None) -> None:
        self._builder = builder
        self._condition = condition
        self._metadata = metadata
        self._arms: list[Arm] = []
        self._after: BasicBlock | None = None

    def __enter__(self) -> tuple[Arm, Arm]:
        builder = self._builder
        then, after, anchor = builder._make_blocks("if.then", "if.end")
        otherwise = builder._add_block_before("if.else", after)
        builder.cond_branch(self._condition, then, otherwise, metadata=self._metadata)
        builder._remember(after, anchor)
        self._after = after
        first, second = Arm(builder, then, after), Arm(builder, otherwise, after)
        self._arms = [first, second]
        return first, second

    def __exit__(self, kind: object, error: object, traceback: object) -> None:
        after = self._after
        assert after is not None
        if kind is not None:
            return
        for arm in self._arms:
            if not arm.block.instructions:  # it has no `with` statement
                with arm:
                    pass
        self._builder._go_behind(after)


@final
class Loop:
    """A loop while its body is made: `index` is the number of a `for_range`, and `end` the block behind the loop."""

    def __init__(self, builder: StructuredFlowMethods, next_block: BasicBlock, end: BasicBlock, index: Value | None) -> None:
        self._builder = builder
        self._index = index
        self.next_block = next_block
        """The block that ends one round and decides about the next one."""
        self.end = end
        """The block behind the loop."""

    @property
    def index(self) -> Value:
        """The number that counts. Raises ValueError for a loop that does not count."""
        if self._index is None:
            raise ValueError("a while_loop does not count: for_range does")
        return self._index

    def break_(self) -> BranchInst:
        """End the loop here: a branch to the block behind it."""
        return self._builder.branch(self.end)

    def continue_(self) -> BranchInst:
        """End this round here: a branch to the block that decides about the next one."""
        return self._builder.branch(self.next_block)


@final
class WhileLoop:
    """`with builder.while_loop(condition) as loop:` runs its body as long as the condition is true."""

    def __init__(self, builder: StructuredFlowMethods, condition: Callable[[], Operand]) -> None:
        self._builder = builder
        self._condition = condition
        self._loop: Loop | None = None

    def __enter__(self) -> Loop:
        builder = self._builder
        head, after, anchor = builder._make_blocks("while.cond", "while.end")
        body = builder._add_block_before("while.body", after)
        builder.branch(head)
        builder._remember(after, anchor)
        builder._enter(head, None)
        builder.cond_branch(self._condition(), body, after)
        builder._enter(body, None)
        loop = Loop(builder, head, after, None)
        self._loop = loop
        return loop

    def __exit__(self, kind: object, error: object, traceback: object) -> None:
        loop = self._loop
        assert loop is not None
        if kind is None:
            self._builder._leave_to(loop.next_block)
            self._builder._go_behind(loop.end)


@final
class ForRange:
    """`with builder.for_range(...) as loop:` runs its body for each number of a range."""

    def __init__(self, builder: StructuredFlowMethods, start: Value, stop: Value, step: Value, predicate: str, name: str) -> None:
        self._builder = builder
        self._start = start
        self._stop = stop
        self._step = step
        self._predicate = predicate
        self._name = name
        self._loop: Loop | None = None
        self._phi: PHINode | None = None

    def __enter__(self) -> Loop:
        builder = self._builder
        before = builder.block
        head, after, anchor = builder._make_blocks("for.cond", "for.end")
        body = builder._add_block_before("for.body", after)
        step = builder._add_block_before("for.inc", after)
        builder.branch(head)
        builder._remember(after, anchor)
        builder._enter(head, None)
        phi = builder.phi(self._start.type, [(self._start, before)], name=self._name)
        builder.cond_branch(builder.icmp(self._predicate, phi, self._stop), body, after)
        builder._enter(body, None)
        loop = Loop(builder, step, after, phi)
        self._loop = loop
        self._phi = phi
        return loop

    def __exit__(self, kind: object, error: object, traceback: object) -> None:
        loop, phi, builder = self._loop, self._phi, self._builder
        assert loop is not None and phi is not None
        if kind is not None:
            return
        builder._leave_to(loop.next_block)
        builder._enter(loop.next_block, None)
        following = builder.add(phi, self._step, name=f"{self._name}.next" if self._name else "")
        builder.add_incoming(phi, following, loop.next_block)
        head = phi.parent
        assert head is not None
        builder.branch(head)
        builder._go_behind(loop.end)


@final
class Cases:
    """The cases of a switch while they are made; each is an arm. Without `default`, other values go on behind the switch."""

    def __init__(self, builder: StructuredFlowMethods, value: Value) -> None:
        self._builder = builder
        self._value = value
        self._switch: SwitchInst | None = None
        self._after: BasicBlock | None = None

    def __enter__(self) -> Cases:
        builder = self._builder
        after, anchor = builder._make_end("switch.end")
        self._switch = builder.switch(self._value, after)
        builder._remember(after, anchor)
        self._after = after
        return self

    def __exit__(self, kind: object, error: object, traceback: object) -> None:
        if kind is None:
            assert self._after is not None
            self._builder._go_behind(self._after)

    def case(self, *values: Operand) -> Arm:
        """The arm for one or several values: constants, or Python ints.

        Raises ValueError outside of the `with` statement, without a value, or for a value that has an arm.
        """
        switch, after = self._opened()
        if not values:
            raise ValueError("a case is for at least one value")
        block = self._builder._add_block_before("switch.case", after)
        for value in values:
            self._builder.add_case(switch, value, block)
        return Arm(self._builder, block, after)

    def default(self) -> Arm:
        """The arm for all other values. Raises ValueError outside of the `with` statement, or if there is one already."""
        switch, after = self._opened()
        if switch.default_block is not after:
            raise ValueError("the switch already has a default")
        block = self._builder._add_block_before("switch.default", after)
        switch.default_block = block
        return Arm(self._builder, block, after)

    def _opened(self) -> tuple[SwitchInst, BasicBlock]:
        if self._switch is None or self._after is None:
            raise ValueError("the cases of a switch are made in its with statement")
        return self._switch, self._after


@trait
@mypyc_attr(allow_interpreted_subclasses=True)
class StructuredFlowMethods(ArithmeticMethods, ControlFlowMethods):
    """The methods for control flow in `with` blocks."""

    def if_then(self, condition: Operand, *, likely: bool | None = None) -> IfThen:
        """`with builder.if_then(condition) as end:` runs what is built in it where the condition, an i1, is true.

        `end` is the block behind. `likely` gives the branch weights.
        """
        return IfThen(self, self._value(condition, self._i1, "if_then", "the condition"), self._weights(likely))

    def if_else(self, condition: Operand, *, likely: bool | None = None) -> IfElse:
        """`with builder.if_else(condition) as (then, otherwise):` makes two arms: `with then: ...`, `with otherwise: ...`.

        `then.last_block` and `otherwise.last_block` are the blocks that a phi behind them names. `likely` gives the weights.
        """
        return IfElse(self, self._value(condition, self._i1, "if_else", "the condition"), self._weights(likely))

    def while_loop(self, condition: Callable[[Self], Operand]) -> WhileLoop:
        """`with builder.while_loop(lambda b: b.icmp("ne", b.load("i32", p), 0)) as loop:` repeats what is built in it.

        `condition` builds an i1 at the beginning of each round. `loop.break_()` and `loop.continue_()` end the loop or the round.
        """
        return WhileLoop(self, lambda: condition(self))

    def for_range(
        self,
        start: Operand,
        stop: Operand = None,
        step: Operand = 1,
        *,
        type: TypeOrText | None = None,
        signed: bool = True,
        name: str = "i",
    ) -> ForRange:
        """`with builder.for_range(n) as loop:` repeats what is built in it for `loop.index` from 0 up to n, without n.

        `start`, `stop` and `step` are as for Python's range; a step that is a negative constant counts down. Of Python numbers,
        `type` is the type if no operand is a value. Raises ValueError for a step of 0.
        """
        first: Operand = start if stop is not None else 0
        last: Operand = stop if stop is not None else start
        counted = self._counted_type(type, [first, last, step])
        begin = self._value(first, counted, "for_range", "the start")
        end = self._value(last, counted, "for_range", "the stop")
        by = self._value(step, counted, "for_range", "the step")
        is_down = False
        if isinstance(by, ConstantInt):
            if by.value == 0:
                raise ValueError("for_range: the step must not be 0")
            is_down = by.value < 0
        predicate = ("s" if signed else "u") + ("gt" if is_down else "lt")
        return ForRange(self, begin, end, by, predicate, name)

    def switch_cases(self, value: Value) -> Cases:
        """`with builder.switch_cases(value) as cases:` makes a switch by the value, an integer.

        Its arms are `with cases.case(1, 2): ...` and `with cases.default(): ...`.
        """
        return Cases(self, value)

    def _counted_type(self, type: TypeOrText | None, operands: list[Operand]) -> Type:
        if type is not None:
            found = self._type(type)
        else:
            values = [operand for operand in operands if isinstance(operand, Value)]
            if not values:
                raise TypeError("for_range: give type=, because no operand has a type")
            found = values[0].type
        if found.kind != INTEGER:
            raise TypeError(f"for_range: the numbers must be integers, not of type {found}")
        return found

    def _weights(self, likely: bool | None) -> dict[str, MDNode] | None:
        if likely is None:
            return None
        weights = (_LIKELY, _UNLIKELY) if likely else (_UNLIKELY, _LIKELY)
        constants = [ConstantInt.get(self._i32, weight) for weight in weights]
        return {"prof": self._module.metadata_tuple("branch_weights", *constants)}

    # --- blocks

    def _make_blocks(self, first: str, last: str) -> tuple[BasicBlock, BasicBlock, Instruction | None]:
        """A new block, the block behind the construct, and the first instruction there that was behind the position."""
        after, anchor = self._make_end(last)
        return self._add_block_before(first, after), after, anchor

    def _make_end(self, name: str) -> tuple[BasicBlock, Instruction | None]:
        """The block behind a construct, which follows the current one, and its first instruction, if it gets some."""
        block = self._block
        anchor = self._anchor
        last = block.last
        if anchor is None:
            if last is not None and last.is_terminator:
                raise ValueError(f"the block already ends with a terminator: {described(last)}")
            after = BasicBlock(self._label, name)
            blocks = self._function.blocks
            at = self._function.index_of_block(block) + 1
            self._function.insert_block(after, blocks[at] if at < len(blocks) else None)
            return after, None
        after = block.split(anchor, name)
        branch = block.terminator
        assert branch is not None
        branch.erase()
        self._enter(block, None)
        return after, anchor

    def _add_block_before(self, name: str, other: BasicBlock) -> BasicBlock:
        block = BasicBlock(self._label, name)
        self._function.insert_block(block, other)
        return block

    def _remember(self, after: BasicBlock, anchor: Instruction | None) -> None:
        """Note before which instruction of the block behind a construct the builder goes on."""
        if anchor is not None:
            self._anchors[after] = anchor

    def _leave_to(self, block: BasicBlock) -> BasicBlock | None:
        """Branch to a block if the builder's block has no terminator; returns the block that then leads there."""
        last = self._block.last
        if self._anchor is None and last is not None and last.is_terminator:
            return None
        self.branch(block)
        return self._block

    def _go_behind(self, after: BasicBlock) -> None:
        self._enter(after, self._anchors.pop(after, None))

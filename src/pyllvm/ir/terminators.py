"""The instructions that only end a block, or begin a block of an exception's handler: landingpad, catchpad, cleanuppad.

Invoke and callbr, which also end a block, are in `ir.call_instructions`.
"""

from __future__ import annotations

from typing import ClassVar, Final, cast, final

from mypy_extensions import mypyc_attr

from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.function import BasicBlock, Instruction
from pyllvm.ir.operand_checks import block_at, check_operand, check_returned, checked_block, own_blocks, own_values, put_block
from pyllvm.ir.types import Type
from pyllvm.ir.value import Value


@mypyc_attr(allow_interpreted_subclasses=True)
class Terminator(Instruction):
    """The base of the instructions that end a block. Invoke and callbr also end blocks, but are derived from CallBase."""

    @property
    def is_terminator(self) -> bool:
        return True


@final
class ReturnInst(Terminator):
    """`ret T %v`, or `ret void`."""

    _opcode_name: ClassVar[str] = "ret"
    __match_args__: Final = ("value",)

    def __init__(self, void: Type, value: Value | None = None) -> None:
        super().__init__(void, [] if value is None else [value])

    @property
    def value(self) -> Value | None:
        """The value that is returned; None for `ret void`."""
        return self.operands[0] if self.operands else None

    @value.setter
    def value(self, value: Value | None) -> None:
        function = self.function
        if function is not None:
            check_returned(value, function.function_type.return_type)
        self.put_operands(0, [] if value is None else [value])


@final
class BranchInst(Terminator):
    """`br label %a`, or `br i1 %c, label %a, label %b`: the operands are [a], or [c, b, a] as in LLVM."""

    _opcode_name: ClassVar[str] = "br"
    __match_args__: Final = ("condition", "true_block", "false_block")

    def __init__(self, void: Type, true_block: Value, condition: Value | None = None, false_block: Value | None = None) -> None:
        if condition is None or false_block is None:
            super().__init__(void, [true_block])
        else:
            super().__init__(void, [condition, false_block, true_block])

    @property
    def successors(self) -> list[BasicBlock]:
        blocks = [operand for operand in self.operands if isinstance(operand, BasicBlock)]
        blocks.reverse()  # the false destination precedes the true one
        return blocks

    @property
    def is_conditional(self) -> bool:
        """Whether it has a condition and two destinations."""
        return len(self.operands) == 3

    @property
    def condition(self) -> Value | None:
        """The i1 that chooses the block; None for a branch to one block.

        Setting it, or `false_block`, to None makes a branch to `true_block` alone. A branch to one block does not take them.
        """
        return self.operands[0] if len(self.operands) == 3 else None

    @condition.setter
    def condition(self, value: Value | None) -> None:
        if value is None:
            self._forget_condition()
        else:
            self._check_is_conditional("condition")
            self.set_operand(0, value)

    @property
    def true_block(self) -> BasicBlock:
        """The block that follows if the condition is true, or if there is none."""
        return block_at(self, len(self.operands) - 1)

    @true_block.setter
    def true_block(self, block: BasicBlock) -> None:
        put_block(self, len(self.operands) - 1, block)

    @property
    def false_block(self) -> BasicBlock | None:
        """The block that follows if the condition is false; None for a branch to one block."""
        return block_at(self, 1) if len(self.operands) == 3 else None

    @false_block.setter
    def false_block(self, block: BasicBlock | None) -> None:
        if block is None:
            self._forget_condition()
        else:
            self._check_is_conditional("false block")
            put_block(self, 1, block)

    def _forget_condition(self) -> None:
        """Make it a branch to `true_block` alone."""
        if len(self.operands) == 3:
            self.put_operands(0, [self.operands[2]])

    def _check_is_conditional(self, part: str) -> None:
        if len(self.operands) != 3:
            raise ValueError(f"a branch to one block has no {part}: replace it by a branch with a condition and two blocks")


@final
class SwitchInst(Terminator):
    """`switch T %v, label %default [ T 0, label %a ... ]`: the operands are v, default, then the value and block of each case."""

    _opcode_name: ClassVar[str] = "switch"
    __match_args__: Final = ("condition", "default_block", "cases")

    def __init__(self, void: Type, condition: Value, default: Value) -> None:
        super().__init__(void, [condition, default])

    def add_case(self, value: Value, block: Value) -> None:
        """Add a case."""
        self.append_operand(value)
        self.append_operand(block)

    @property
    def condition(self) -> Value:
        """The integer that is compared with the values of the cases."""
        return self.operands[0]

    @condition.setter
    def condition(self, value: Value) -> None:
        self.set_operand(0, value)

    @property
    def default_block(self) -> BasicBlock:
        """The block that follows if no case has the value."""
        return block_at(self, 1)

    @default_block.setter
    def default_block(self, block: BasicBlock) -> None:
        put_block(self, 1, block)

    @property
    def cases(self) -> list[tuple[ConstantInt, BasicBlock]]:
        """Each value with the block that follows. Setting them replaces all of them."""
        found: list[tuple[ConstantInt, BasicBlock]] = []
        for index in range(2, len(self.operands), 2):
            found.append((cast(ConstantInt, self.operands[index]), block_at(self, index + 1)))
        return found

    @cases.setter
    def cases(self, cases: list[tuple[ConstantInt, BasicBlock]]) -> None:
        operands: list[Value] = []
        for value, block in cases:
            check_operand(value, self.operands[0].type, "the value of a case")
            operands.append(value)
            operands.append(checked_block(block, self))
        self.put_operands(2, operands)


@final
class IndirectBrInst(Terminator):
    """`indirectbr ptr %address, [ label %a, ... ]`."""

    _opcode_name: ClassVar[str] = "indirectbr"
    __match_args__: Final = ("address", "destinations")

    def __init__(self, void: Type, address: Value, destinations: list[Value]) -> None:
        super().__init__(void, [address, *destinations])

    @property
    def address(self) -> Value:
        """The address of one of the blocks."""
        return self.operands[0]

    @address.setter
    def address(self, value: Value) -> None:
        self.set_operand(0, value)

    @property
    def destinations(self) -> list[BasicBlock]:
        """The blocks that may follow. Setting them replaces all of them."""
        return [block_at(self, index) for index in range(1, len(self.operands))]

    @destinations.setter
    def destinations(self, blocks: list[BasicBlock]) -> None:
        self.put_operands(1, own_blocks(blocks, self))


@final
class ResumeInst(Terminator):
    """`resume T %v`."""

    _opcode_name: ClassVar[str] = "resume"
    __match_args__: Final = ("value",)

    def __init__(self, void: Type, value: Value) -> None:
        super().__init__(void, [value])

    @property
    def value(self) -> Value:
        """The exception that is thrown again."""
        return self.operands[0]

    @value.setter
    def value(self, value: Value) -> None:
        self.set_operand(0, value)

    @property
    def may_throw(self) -> bool:
        return True


@final
class UnreachableInst(Terminator):
    """`unreachable`."""

    _opcode_name: ClassVar[str] = "unreachable"

    def __init__(self, void: Type) -> None:
        super().__init__(void, [])


@final
class CleanupReturnInst(Terminator):
    """`cleanupret from %pad unwind label %b`, or `... unwind to caller` without a second operand."""

    _opcode_name: ClassVar[str] = "cleanupret"
    __match_args__: Final = ("pad", "unwind_block")

    def __init__(self, void: Type, pad: Value, unwind: Value | None = None) -> None:
        super().__init__(void, [pad] if unwind is None else [pad, unwind])

    @property
    def pad(self) -> Value:
        """The `cleanuppad` that ends."""
        return self.operands[0]

    @pad.setter
    def pad(self, value: Value) -> None:
        self.set_operand(0, value)

    @property
    def unwind_block(self) -> BasicBlock | None:
        """The block that follows; None for the caller."""
        return block_at(self, 1) if len(self.operands) == 2 else None

    @unwind_block.setter
    def unwind_block(self, block: BasicBlock | None) -> None:
        self.put_operands(1, [] if block is None else [checked_block(block, self)])

    @property
    def may_throw(self) -> bool:
        return len(self.operands) == 1


@final
class CatchReturnInst(Terminator):
    """`catchret from %pad to label %b`."""

    _opcode_name: ClassVar[str] = "catchret"
    __match_args__: Final = ("pad", "target_block")

    def __init__(self, void: Type, pad: Value, block: Value) -> None:
        super().__init__(void, [pad, block])

    @property
    def pad(self) -> Value:
        """The `catchpad` that ends."""
        return self.operands[0]

    @pad.setter
    def pad(self, value: Value) -> None:
        self.set_operand(0, value)

    @property
    def target_block(self) -> BasicBlock:
        """The block that follows."""
        return block_at(self, 1)

    @target_block.setter
    def target_block(self, block: BasicBlock) -> None:
        put_block(self, 1, block)

    @property
    def may_read_memory(self) -> bool:
        return True

    @property
    def may_write_memory(self) -> bool:
        return True


@final
class CatchSwitchInst(Terminator):
    """`catchswitch within %parent [label %handler, ...] unwind ...`: the operands are parent, unwind block (if any), handlers."""

    _opcode_name: ClassVar[str] = "catchswitch"
    __match_args__: Final = ("parent_pad", "handlers", "unwind_block")

    def __init__(self, token: Type, parent_pad: Value, unwind: Value | None, handlers: list[Value], name: str = "") -> None:
        super().__init__(token, [parent_pad, *handlers] if unwind is None else [parent_pad, unwind, *handlers], name)
        self.has_unwind = unwind is not None

    @property
    def parent_pad(self) -> Value:
        """The pad that contains this one: a token, `none` for a pad in no other."""
        return self.operands[0]

    @parent_pad.setter
    def parent_pad(self, value: Value) -> None:
        self.set_operand(0, value)

    @property
    def unwind_block(self) -> BasicBlock | None:
        """The block that follows if no handler catches the exception; None for the caller."""
        return block_at(self, 1) if self.has_unwind else None

    @unwind_block.setter
    def unwind_block(self, block: BasicBlock | None) -> None:
        after = [] if block is None else [checked_block(block, self)]
        self.put_operands(1, [*after, *self.handlers])
        self.has_unwind = block is not None

    @property
    def unwind(self) -> Value | None:
        """The same as `unwind_block`."""
        return self.operands[1] if self.has_unwind else None

    @property
    def handlers(self) -> list[BasicBlock]:
        """The blocks of the catchpads, in order. Setting them replaces all of them."""
        return [block_at(self, index) for index in range(2 if self.has_unwind else 1, len(self.operands))]

    @handlers.setter
    def handlers(self, blocks: list[BasicBlock]) -> None:
        self.put_operands(2 if self.has_unwind else 1, own_blocks(blocks, self))

    @property
    def may_throw(self) -> bool:
        return not self.has_unwind


@final
class LandingPadInst(Instruction):
    """`landingpad T cleanup catch ... filter ...`: a clause of array type is a filter, any other a catch."""

    _opcode_name: ClassVar[str] = "landingpad"
    __match_args__: Final = ("clauses",)

    def __init__(self, type: Type, is_cleanup: bool, clauses: list[Value], name: str = "") -> None:
        super().__init__(type, clauses, name)
        self.is_cleanup = is_cleanup

    @property
    def clauses(self) -> list[Value]:
        """The constants of `catch`, and the arrays of constants of `filter`. Setting them replaces all of them."""
        return list(self.operands)

    @clauses.setter
    def clauses(self, clauses: list[Value]) -> None:
        self.put_operands(0, own_values(clauses, self))


@mypyc_attr(allow_interpreted_subclasses=True)
class FuncletPadInst(Instruction):
    """The base of catchpad and cleanuppad: the operands are the arguments, then the parent pad."""

    def __init__(self, token: Type, parent_pad: Value, arguments: list[Value], name: str = "") -> None:
        super().__init__(token, [*arguments, parent_pad], name)

    @property
    def parent_pad(self) -> Value:
        """The pad that contains this one: a token, `none` for a pad in no other."""
        return self.operands[-1]

    @parent_pad.setter
    def parent_pad(self, value: Value) -> None:
        self.set_operand(len(self.operands) - 1, value)

    @property
    def arguments(self) -> list[Value]:
        """The operands in brackets. Setting them replaces all of them."""
        return self.operands[:-1]

    @arguments.setter
    def arguments(self, arguments: list[Value]) -> None:
        self.put_operands(0, [*own_values(arguments, self), self.operands[-1]])


@final
class CatchPadInst(FuncletPadInst):
    """`catchpad within %switch [args...]`."""

    __match_args__: Final = ("parent_pad", "arguments")

    _opcode_name: ClassVar[str] = "catchpad"

    @property
    def may_read_memory(self) -> bool:
        return True

    @property
    def may_write_memory(self) -> bool:
        return True


@final
class CleanupPadInst(FuncletPadInst):
    """`cleanuppad within %parent [args...]`."""

    __match_args__: Final = ("parent_pad", "arguments")

    _opcode_name: ClassVar[str] = "cleanuppad"

"""Functions, their arguments and basic blocks, and the base of all instructions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import final

from mypy_extensions import mypyc_attr

from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.attributes import AttributeList
from pyllvm.ir.global_values import GlobalObject
from pyllvm.ir.metadata import Attachment, DebugRecord, MDNode
from pyllvm.ir.types import FunctionType, Type
from pyllvm.ir.value import User, Value


@final
class Argument(Value):
    """A parameter of a function; `number` counts from 0."""

    def __init__(self, type: Type, number: int, name: str = "") -> None:
        super().__init__(type, name)
        self.number = number
        self.parent: Function | None = None


@mypyc_attr(allow_interpreted_subclasses=True)
class Instruction(User):
    """The base of all instructions; the shapes are in `ir.instructions`.

    `flags` has the bits that the instruction's record has (see `tables.opcodes`). `debug_records` stand before it.
    """

    def __init__(self, type: Type, operands: list[Value], name: str = "") -> None:
        super().__init__(type, operands, name)
        self.parent: BasicBlock | None = None
        self.flags = 0
        # place among the instructions of its function, as the verifier counted them
        self.position = 0
        self.debug_location: MDNode | None = None
        self.attachments: list[Attachment] | None = None
        self.debug_records: list[DebugRecord] | None = None

    @property
    def opcode_name(self) -> str:
        """The word of the instruction in text: `add`, `call`, `br` ..."""
        raise NotImplementedError

    @property
    def is_terminator(self) -> bool:
        return False

    @property
    def function(self) -> Function | None:
        return None if self.parent is None else self.parent.parent

    def metadata(self, kind: str) -> MDNode | None:
        """The node attached under that kind's name (`dbg` is the debug location), or None."""
        if kind == "dbg":
            return self.debug_location
        if self.attachments is not None:
            for attachment in self.attachments:
                if attachment.kind == kind:
                    return attachment.node
        return None

    def erase_from_parent(self) -> None:
        """Take the instruction out of its block for good: it uses nothing any more.

        Metadata and debug records that name it name undef (poison since LLVM 21) then; debug records before it move on to
        the next instruction. PyllvmError where the instruction still has users.
        """
        if self.has_uses:
            raise PyllvmError("the instruction is still used")
        if self in self.type.context.metadata:
            from pyllvm.ir.metadata_replacement import follow_deletion  # it knows functions

            follow_deletion(self)
        block = self.parent
        if block is not None:
            at = block.instructions.index(self)
            del block.instructions[at]
            if self.debug_records:
                following = block.instructions[at] if at < len(block.instructions) else None
                behind = block.trailing_debug_records if following is None else following.debug_records
                records = [*self.debug_records, *(behind or [])]
                if following is None:
                    block.trailing_debug_records = records
                else:
                    following.debug_records = records
                self.debug_records = None
            self.parent = None
        self.drop_operands()

    def set_metadata(self, kind: str, node: MDNode | None) -> None:
        """Attach a node under a kind's name, in place of the one before; None takes it away."""
        if kind == "dbg":
            self.debug_location = node
            return
        kept = [] if self.attachments is None else [a for a in self.attachments if a.kind != kind]
        if node is not None:
            kept.append(Attachment(kind, node))
        self.attachments = kept or None


@final
class BasicBlock(Value):
    """A label and the instructions under it; the last one is the terminator."""

    def __init__(self, label_type: Type, name: str = "") -> None:
        super().__init__(label_type, name)
        self.parent: Function | None = None
        # place among the blocks of its function, as the verifier counted them
        self.number = 0
        self.instructions: list[Instruction] = []
        # debug records behind the last instruction of a block without terminator
        self.trailing_debug_records: list[DebugRecord] | None = None

    @property
    def terminator(self) -> Instruction | None:
        if self.instructions and self.instructions[-1].is_terminator:
            return self.instructions[-1]
        return None

    @property
    def predecessors(self) -> list[BasicBlock]:
        """The blocks whose terminators lead here, in the order of LLVM's `; preds =`; one may stand there twice."""
        found: list[BasicBlock] = []
        for user in self.users:
            if isinstance(user, Instruction) and user.is_terminator and user.parent is not None:
                found.append(user.parent)
        return found

    def _replace_uses_with(self, replacement: Value) -> None:
        from pyllvm.editing.replacement import replace_everywhere  # addresses of the block are constants

        replace_everywhere(self, replacement)

    def append(self, instruction: Instruction) -> None:
        """Put an instruction at the end."""
        instruction.parent = self
        self.instructions.append(instruction)

    def __iter__(self) -> Iterator[Instruction]:
        return iter(self.instructions)


@final
class Function(GlobalObject):
    """`define` or, without blocks, `declare`.

    A body that was not read yet is read when `blocks` is first asked for. The optional operands are held apart from
    `operands`, which has those that are there in the order personality, prefix data, prologue data.
    """

    def __init__(self, type: Type, function_type: FunctionType, name: str = "") -> None:
        super().__init__(type, function_type, name)
        self.function_type = function_type
        self.calling_convention = 0
        self.attributes: AttributeList | None = None
        self.gc = ""
        # Where among the operands they are; -1 where there is none.
        self._personality = -1
        self._prefix_data = -1
        self._prologue_data = -1
        # whether it once had one of them: LLVM keeps places for all three then, and writes null pointers in them
        self.has_operand_places = False
        self._arguments: list[Argument] | None = None
        self._blocks: list[BasicBlock] = []
        self._materializer: Callable[[], None] | None = None
        self._settlers: list[Callable[[Function], None]] | None = None

    @property
    def arguments(self) -> list[Argument]:
        if self._arguments is None:
            made: list[Argument] = []
            number = 0
            for parameter in self.function_type.parameters:
                argument = Argument(parameter, number)
                argument.parent = self
                made.append(argument)
                number += 1
            self._arguments = made
        return self._arguments

    @property
    def blocks(self) -> list[BasicBlock]:
        self.materialize()
        return self._blocks

    @property
    def is_declaration(self) -> bool:
        return not self._blocks and self._materializer is None

    @property
    def is_materialized(self) -> bool:
        return self._materializer is None

    def set_materializer(self, read_body: Callable[[], None] | None) -> None:
        """Let `read_body` fill in the blocks when they are first asked for."""
        self._materializer = read_body

    def settle_when_read(self, settle_body: Callable[[Function], None]) -> None:
        """Let `settle_body` go over a body that is read later, before anybody else sees it."""
        if self._settlers is None:
            self._settlers = []
        self._settlers.append(settle_body)

    def materialize(self) -> None:
        """Read the body now, if that was put off."""
        read_body = self._materializer
        if read_body is not None:
            self._materializer = None
            read_body()
            settlers = self._settlers
            if settlers is not None:
                self._settlers = None
                for settle_body in settlers:
                    settle_body(self)

    def has_attached(self, kind: str) -> bool:
        """Whether metadata of this kind is attached to an instruction of the body."""
        for block in self.blocks:
            for instruction in block.instructions:
                if instruction.attachments is not None:
                    for attachment in instruction.attachments:
                        if attachment.kind == kind:
                            return True
        return False

    def append_block(self, block: BasicBlock) -> None:
        """Put a basic block at the end."""
        block.parent = self
        self._blocks.append(block)

    def take_body(self, other: Function) -> None:
        """Take over the arguments and the blocks of a function that is a declaration from then on."""
        self._arguments = other.arguments
        for argument in self._arguments:
            argument.parent = self
        other._arguments = None
        self._blocks = other.blocks
        for block in self._blocks:
            block.parent = self
        other._blocks = []

    def erase_from_parent(self) -> None:
        """Take the function out of its module for good, with its body; PyllvmError where it still has users."""
        if self.has_uses:
            raise PyllvmError(f"@{self.name} is still used")
        self._materializer = None
        self.delete_body()
        super().erase_from_parent()

    def delete_body(self) -> None:
        """Make the function a declaration; what its body used is used no more."""
        for block in self.blocks:
            for instruction in block.instructions:
                instruction.drop_operands()
        self._blocks = []
        self.attachments = []
        self.set_optional_operands(None, None, None)
        self.has_operand_places = False

    def set_optional_operands(self, personality: Value | None, prefix_data: Value | None, prologue_data: Value | None) -> None:
        """Set personality, prefix data and prologue data."""
        self.drop_operands()
        self._personality = self._append_optional(personality)
        self._prefix_data = self._append_optional(prefix_data)
        self._prologue_data = self._append_optional(prologue_data)

    def _append_optional(self, operand: Value | None) -> int:
        if operand is None:
            return -1
        self.append_operand(operand)
        return len(self.operands) - 1

    def _optional(self, index: int) -> Value | None:
        return self.operands[index] if index >= 0 else None

    @property
    def personality(self) -> Value | None:
        return self._optional(self._personality)

    @property
    def prefix_data(self) -> Value | None:
        return self._optional(self._prefix_data)

    @property
    def prologue_data(self) -> Value | None:
        return self._optional(self._prologue_data)

    @property
    def instructions(self) -> Iterator[Instruction]:
        """All instructions, block by block."""
        for block in self.blocks:
            yield from block.instructions

    def __iter__(self) -> Iterator[BasicBlock]:
        return iter(self.blocks)

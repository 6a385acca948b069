"""Functions, their arguments and basic blocks, and the base of all instructions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, final

from mypy_extensions import mypyc_attr

from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.attributes import AttributeList
from pyllvm.ir.global_values import GlobalObject
from pyllvm.ir.metadata import Attachment, DebugRecord, MDNode
from pyllvm.ir.types import FunctionType, Type
from pyllvm.ir.value import User, Value


@final
class Argument(Value):
    """A parameter of a function; `number` is counted from 0."""

    def __init__(self, type: Type, number: int, name: str = "") -> None:
        super().__init__(type, name)
        self.number = number
        self.parent: Function | None = None


@mypyc_attr(allow_interpreted_subclasses=True)
class Instruction(User):
    """The base of all instructions; the subclasses are in `ir.instructions`.

    `flags` has the bits of the instruction's record (see `tables.opcodes`). `debug_records` precede the instruction.
    """

    def __init__(self, type: Type, operands: list[Value], name: str = "") -> None:
        super().__init__(type, operands, name)
        self.parent: BasicBlock | None = None
        self.flags = 0
        # The position among the instructions of its function; set by the verifier.
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
        """Whether it ends a block."""
        return False

    @property
    def function(self) -> Function | None:
        """The function that contains the instruction, or None."""
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
        """Remove the instruction from its block and drop its operands.

        Metadata and debug records that refer to it then refer to undef (poison since LLVM 21). Debug records before it move to
        the next instruction. Raises PyllvmError if the instruction still has users.
        """
        if self.has_uses:
            raise PyllvmError("the instruction is still used")
        if self in self.type.context.metadata:
            from pyllvm.ir.metadata_replacement import follow_deletion  # here because that module imports this one

            follow_deletion(self)
        block = self.parent
        if block is not None:
            at = block.index_of(self)
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
        """Attach a node under a kind's name and replace the node attached before; None removes it."""
        if kind == "dbg":
            self.debug_location = node
            return
        kept = [] if self.attachments is None else [a for a in self.attachments if a.kind != kind]
        if node is not None:
            kept.append(Attachment(kind, node))
        self.attachments = kept or None


# How far `BasicBlock.index_of` looks in both directions before it searches the whole block.
_NEAR: Final = 32


@final
class BasicBlock(Value):
    """A label and the instructions under it; the last one is the terminator."""

    def __init__(self, label_type: Type, name: str = "") -> None:
        super().__init__(label_type, name)
        self.parent: Function | None = None
        # The position among the blocks of its function; set by the verifier.
        self.number = 0
        self.instructions: list[Instruction] = []
        # The debug records after the last instruction of a block without a terminator.
        self.trailing_debug_records: list[DebugRecord] | None = None
        # where `index_of` found an instruction last
        self._last_index = 0

    def index_of(self, instruction: Instruction) -> int:
        """The position of an instruction in the block; found at once near the one that was asked for before.

        So edits of a long block take constant time each if they go through it in order, forwards or backwards.
        """
        instructions = self.instructions
        count = len(instructions)
        start = self._last_index
        for distance in range(_NEAR):
            at = start + distance
            if at < count and instructions[at] is instruction:
                self._last_index = at
                return at
            at = start - distance
            if 0 <= at < count and instructions[at] is instruction:
                self._last_index = at
                return at
        at = instructions.index(instruction)
        self._last_index = at
        return at

    @property
    def terminator(self) -> Instruction | None:
        """The last instruction, if it is a terminator, else None."""
        if self.instructions and self.instructions[-1].is_terminator:
            return self.instructions[-1]
        return None

    @property
    def predecessors(self) -> list[BasicBlock]:
        """The blocks whose terminators lead here, in the order of LLVM's `; preds =`; a block may occur twice."""
        found: list[BasicBlock] = []
        for user in self.users:
            if isinstance(user, Instruction) and user.is_terminator and user.parent is not None:
                found.append(user.parent)
        return found

    def _replace_uses_with(self, replacement: Value) -> None:
        from pyllvm.editing.replacement import replace_everywhere  # here because a block's addresses are constants

        replace_everywhere(self, replacement)

    def append(self, instruction: Instruction) -> None:
        """Put an instruction at the end."""
        instruction.parent = self
        self.instructions.append(instruction)

    def __iter__(self) -> Iterator[Instruction]:
        return iter(self.instructions)


@final
class Function(GlobalObject):
    """A function: `define`, or `declare` if it has no blocks.

    A body that was not read yet is read when `blocks` is first accessed. `operands` holds the optional operands that are present,
    in the order personality, prefix data, prologue data.
    """

    def __init__(self, type: Type, function_type: FunctionType, name: str = "") -> None:
        super().__init__(type, function_type, name)
        self.function_type = function_type
        self.calling_convention = 0
        self.attributes: AttributeList | None = None
        self.gc = ""
        self.preferred_alignment = 0  # `prefalign`, in bytes, since LLVM 23
        # Their positions in `operands`; -1 if absent.
        self._personality = -1
        self._prefix_data = -1
        self._prologue_data = -1
        # Whether it ever had one of them: LLVM then keeps room for all three, and writes null pointers for those that are absent.
        self.has_operand_places = False
        # How many uses the null pointer already had when text gave the function one of them; -1 if that is not known.
        self.null_uses_before = -1
        self._arguments: list[Argument] | None = None
        self._blocks: list[BasicBlock] = []
        self._materializer: Callable[[], None] | None = None
        self._settlers: list[Callable[[Function], None]] | None = None
        # Blocks that got their names before the body was read from text, because constants before it have their addresses.
        self.early_blocks: list[BasicBlock] | None = None
        # Each name in its symbol table as it came (True) or went, if an upgrade of text changed any.
        self.name_changes: list[tuple[str, bool]] | None = None

    @property
    def arguments(self) -> list[Argument]:
        """The arguments, created from the function type on first access."""
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
        """The basic blocks; a body that was not read yet is read now. Raises PyllvmError if it is malformed."""
        self.materialize()
        return self._blocks

    @property
    def is_declaration(self) -> bool:
        """Whether it has no body, neither read nor unread."""
        return not self._blocks and self._materializer is None

    @property
    def is_materialized(self) -> bool:
        """Whether the body, if any, has been read."""
        return self._materializer is None

    def set_materializer(self, read_body: Callable[[], None] | None) -> None:
        """Let `read_body` fill in the blocks when they are first accessed."""
        self._materializer = read_body

    def settle_when_read(self, settle_body: Callable[[Function], None]) -> None:
        """Call `settle_body` when the body is read later, before any other code sees it."""
        if self._settlers is None:
            self._settlers = []
        self._settlers.append(settle_body)

    def materialize(self) -> None:
        """Read the body now if it was not read yet."""
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
        """Add a basic block at the end."""
        block.parent = self
        self._blocks.append(block)

    def take_body(self, other: Function) -> None:
        """Move the arguments and blocks of another function into this one; the other becomes a declaration."""
        self._arguments = other.arguments
        for argument in self._arguments:
            argument.parent = self
        other._arguments = None
        self._blocks = other.blocks
        for block in self._blocks:
            block.parent = self
        other._blocks = []

    def erase_from_parent(self) -> None:
        """Remove the function from its module and delete its body. Raises PyllvmError if it still has users."""
        if self.has_uses:
            raise PyllvmError(f"@{self.name} is still used")
        self._materializer = None
        self.delete_body()
        super().erase_from_parent()

    def delete_body(self) -> None:
        """Make the function a declaration, and drop all uses by its body."""
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
        """The personality function, or None."""
        return self._optional(self._personality)

    @property
    def prefix_data(self) -> Value | None:
        """The constant of `prefix`, or None."""
        return self._optional(self._prefix_data)

    @property
    def prologue_data(self) -> Value | None:
        """The constant of `prologue`, or None."""
        return self._optional(self._prologue_data)

    @property
    def instructions(self) -> Iterator[Instruction]:
        """All instructions, block by block."""
        for block in self.blocks:
            yield from block.instructions

    def __iter__(self) -> Iterator[BasicBlock]:
        return iter(self.blocks)

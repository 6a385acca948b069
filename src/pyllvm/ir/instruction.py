"""The base of all instructions, and their edits: instructions are inserted, moved, removed and erased."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from mypy_extensions import mypyc_attr

from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.above import above
from pyllvm.ir.edits import EDITS
from pyllvm.ir.metadata import Attachment, DebugRecord, MDNode
from pyllvm.ir.types import LABEL, VOID, Type
from pyllvm.ir.user_text import short_text, users_text
from pyllvm.ir.value import MetadataEdits, User, Value
from pyllvm.ir.words import flag_bits, flag_words

if TYPE_CHECKING:
    from pyllvm.ir.basic_block import BasicBlock
    from pyllvm.ir.function import Function
    from pyllvm.ir.source_code import SourceLocation

# The position of an instruction that was erased, and the number of such a block.
_ERASED: Final = -1
ERASED_BLOCK: Final = -1


class InstructionEdits:
    """Edits of instructions by a room above."""

    def clone(self, instruction: Instruction) -> Instruction:
        """As `Instruction.clone`."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class Instruction(User):
    """The base of all instructions; the subclasses are in `ir.instructions`.

    `flags` has the bits of the instruction's record (see `tables.opcodes`). `debug_records` precede the instruction. The parts of
    the subclasses, such as `condition` or `pointer`, are operands. When one is set, the uses follow; a value that does not fit
    raises TypeError. Phis do not follow when a block is set.
    """

    _opcode_name: ClassVar[str] = ""

    def __init__(self, type: Type, operands: list[Value], name: str = "") -> None:
        super().__init__(type, operands, name)
        self.parent: BasicBlock | None = None
        self.flags = 0
        # The position among the instructions of its function; set by the verifier.
        self.position = 0
        self._debug_location: MDNode | None = None
        self._attachments: list[Attachment] | None = None
        self._debug_records: list[DebugRecord] | None = None

    @property
    def debug_location(self) -> MDNode | None:
        """The DILocation, or None."""
        return self._debug_location

    @debug_location.setter
    def debug_location(self, location: MDNode | None) -> None:
        self._debug_location = location
        self.type.context.edits += 1

    @property
    def location(self) -> SourceLocation | None:
        """Where the instruction comes from: path, line, column and the calls that were inlined; None if it is not known."""
        if self._debug_location is None:
            return None
        from pyllvm.ir.source_code import SourceLocation

        return SourceLocation.of(self._debug_location)

    @property
    def attachments(self) -> list[Attachment] | None:
        """The metadata attached to the instruction, except the debug location; None if there is none."""
        attachments = self._attachments
        if attachments is not None and EDITS.is_watched:
            EDITS.lend(attachments)
        return attachments

    @attachments.setter
    def attachments(self, attachments: list[Attachment] | None) -> None:
        self._attachments = attachments
        self.type.context.edits += 1

    @property
    def debug_records(self) -> list[DebugRecord] | None:
        """The debug records before the instruction, or None."""
        records = self._debug_records
        if records is not None and EDITS.is_watched:
            EDITS.lend(records)
        return records

    @debug_records.setter
    def debug_records(self, records: list[DebugRecord] | None) -> None:
        self._debug_records = records
        self.type.context.edits += 1

    @property
    def opcode_name(self) -> str:
        """The word of the instruction in text: `add`, `call`, `br` ..."""
        return self._opcode_name

    @property
    def flag_words(self) -> tuple[str, ...]:
        """The words of the flags, as in text: ("nuw", "nsw"), ("fast",) ...

        Setting them raises ValueError for a flag that the operation does not have.
        """
        return flag_words(self.opcode_name, self.flags)

    @flag_words.setter
    def flag_words(self, words: tuple[str, ...]) -> None:
        self.flags = flag_bits(self.opcode_name, words)

    @property
    def is_terminator(self) -> bool:
        """Whether it ends a block."""
        return False

    @property
    def may_read_memory(self) -> bool:
        """Whether it may read memory, as LLVM says: by its operation, and by the attributes of a call."""
        return False

    @property
    def may_write_memory(self) -> bool:
        """Whether it may write memory, as LLVM says: by its operation, and by the attributes of a call."""
        return False

    @property
    def may_throw(self) -> bool:
        """Whether an exception may leave it, as LLVM says. Since LLVM 17 that includes an invoke whose pad may not catch it."""
        return False

    @property
    def will_return(self) -> bool:
        """Whether execution certainly continues after it, or ends by an exception; only calls and volatile stores may not."""
        return True

    @property
    def has_side_effects(self) -> bool:
        """Whether it may write memory, throw, or not return: then it must stay, even if nothing uses its result."""
        return self.may_write_memory or self.may_throw or not self.will_return

    @property
    def is_commutative(self) -> bool:
        """Whether its first two operands may be exchanged; for a comparison, LLVM says no."""
        return False

    @property
    def function(self) -> Function | None:
        """The function that contains the instruction, or None."""
        return None if self.parent is None else self.parent.parent

    @property
    def successors(self) -> list[BasicBlock]:
        """The blocks where execution may continue after a terminator, in LLVM's order; a block may occur twice."""
        blocks: list[Any] = [operand for operand in self.operands if operand.type.kind == LABEL] if self.is_terminator else []
        return blocks

    def replace_successor(self, old: BasicBlock, new: BasicBlock) -> None:
        """Let a terminator lead to `new` where it led to `old`; phis are not changed."""
        for index, operand in enumerate(self.operands):
            if operand is old:
                self.put_operand(index, new)

    def metadata(self, kind: str) -> MDNode | None:
        """The node attached under that kind's name (`dbg` is the debug location), or None."""
        if kind == "dbg":
            return self.debug_location
        if self._attachments is not None:
            for attachment in self._attachments:
                if attachment._kind == kind:
                    return attachment._node
        return None

    def _is_local(self) -> bool:
        return True

    def _record_local_uses(self) -> None:
        # Nothing uses a value without a type.
        if self.type.kind != VOID:
            function = self.function
            if function is not None:
                function.record_local_uses()

    def collect_local_uses(self, found: dict[Value, list[Any]], are_all: bool) -> None:
        """Add its uses of local values to `found`, in the order in which it gets its operands.

        If they `are_all`, these are all values without a list of uses, otherwise only the values that are there.
        """
        index = 0
        for operand in self.operands:
            if operand._uses is None:
                collect_use(found, operand, self, index, are_all)
            index += 1

    def _set_name(self, name: str) -> None:
        function = self.function
        self._name = name if function is None else function.renamed(self, name)

    @property
    def next(self) -> Instruction | None:
        """The instruction after this one in its block, or None."""
        return None if self.parent is None else self.parent.following(self)

    @property
    def previous(self) -> Instruction | None:
        """The instruction before this one in its block, or None."""
        return None if self.parent is None else self.parent.preceding(self)

    def insert_before(self, other: Instruction) -> None:
        """Insert this instruction, which is in no block, before another one, between that one and its debug records.

        A name that another value of the function has gets a number, as in LLVM. Raises ValueError if this instruction is in a
        block, or the other one in none.
        """
        block = block_of(other)
        check_is_free(self, block)
        block.insert(self, other)
        _take_records(self, other)

    def insert_after(self, other: Instruction) -> None:
        """Insert this instruction, which is in no block, right after another one. Otherwise as `insert_before`."""
        block = block_of(other)
        check_is_free(self, block)
        block.insert(self, block.following(other))

    def move_before(self, other: Instruction) -> None:
        """Move this instruction before another one, of any function; its debug records stay. Raises ValueError as above."""
        if other is self:
            return
        block_of(other)
        self.remove()
        self.insert_before(other)

    def move_after(self, other: Instruction) -> None:
        """Move this instruction right after another one, of any function; its debug records stay. Raises ValueError as above."""
        if other is self:
            return
        block_of(other)
        self.remove()
        self.insert_after(other)

    def remove(self) -> None:
        """Remove the instruction from its block and keep its operands, uses and name: it can be inserted again.

        Debug records before it move to the next instruction. Raises ValueError if it is in no block.
        """
        function = self.function
        if function is not None and self.type.context.uses.keeps_order:
            # Now: the order follows from the places of instructions.
            function.record_local_uses()
        self._leave_block()

    def _leave_block(self) -> None:
        """Do the same for an instruction whose uses of others do not matter any more."""
        block = block_of(self)
        following = block.following(self)
        block.take_out(self)
        if self.debug_records:
            behind = block.trailing_debug_records if following is None else following.debug_records
            records = [*self.debug_records, *(behind or [])]
            if following is None:
                block.trailing_debug_records = records
            else:
                following.debug_records = records
            self.debug_records = None

    def erase(self) -> None:
        """Remove the instruction from its block, if it is in one, and drop its operands.

        Metadata and debug records that refer to it then refer to undef (poison since LLVM 21). Debug records before it move to
        the next instruction. Raises PyllvmError, which names users, if the instruction is still used.
        """
        if self.parent is None and self.position == _ERASED:
            raise PyllvmError(f"the {self.opcode_name} was already erased")
        if self.has_uses:
            raise PyllvmError(f"the instruction is still used{users_text(self)}")
        if self in self.type.context.metadata:
            above(MetadataEdits).follow_deletion(self)
        if self.parent is not None:
            self._leave_block()
        self.drop_operands()
        self.position = _ERASED

    def clone(self) -> Instruction:
        """A copy with the same operands, attachments and debug location: in no block, without a name and debug records."""
        return above(InstructionEdits).clone(self)

    def erase_from_parent(self) -> None:
        """The same as `erase`."""
        self.erase()

    def set_metadata(self, kind: str, node: MDNode | None) -> None:
        """Attach a node under a kind's name and replace the node attached before; None removes it."""
        if kind == "dbg":
            self.debug_location = node
            return
        kept = [] if self.attachments is None else [a for a in self.attachments if a.kind != kind]
        if node is not None:
            kept.append(Attachment(kind, node))
        self.attachments = kept or None


def collect_use(found: dict[Value, list[Any]], operand: Value, user: Instruction, index: int, are_all: bool) -> None:
    """Add a use of a value that has no list, if it is one of those."""
    pairs = found.get(operand)
    if pairs is not None:
        pairs.append(user)
        pairs.append(index)
    elif are_all and operand._is_local():
        found[operand] = [user, index]


def block_of(instruction: Instruction) -> BasicBlock:
    """The block of an instruction; ValueError if it is in none."""
    if instruction.parent is None:
        raise ValueError(f"the instruction does not belong to a block: {short_text(instruction)}")
    return instruction.parent


def check_is_free(instruction: Instruction, block: BasicBlock) -> None:
    """Raise ValueError if an instruction cannot be inserted in a block."""
    parent = instruction.parent
    if parent is not None:
        raise ValueError(f"the instruction is already in a block: {short_text(instruction)}")
    if instruction.position == _ERASED:
        raise ValueError(f"the {instruction.opcode_name} was erased: clone() an instruction before it is erased")
    if block.number == ERASED_BLOCK:
        raise ValueError("the block was erased: nothing can be inserted in it")
    if instruction.type.context is not block.type.context:
        raise ValueError(f"the instruction belongs to another context: {short_text(instruction)}")


def _take_records(instruction: Instruction, other: Instruction) -> None:
    """Move debug records that were before `other` to `instruction`, which was inserted between."""
    if other.debug_records:
        instruction.debug_records = [*(instruction.debug_records or []), *other.debug_records]
        other.debug_records = None

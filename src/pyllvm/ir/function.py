"""Functions and their arguments; and whether a symbol is a declaration or a definition."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import TYPE_CHECKING, Any, Final, final

from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.above import above
from pyllvm.ir.attributes import Attribute, AttributeList, attributes_named, changed_attributes
from pyllvm.ir.basic_block import BasicBlock as BasicBlock
from pyllvm.ir.constants import NULL, Constant, SimpleConstant
from pyllvm.ir.global_values import GlobalObject, GlobalValue, GlobalVariable
from pyllvm.ir.instruction import ERASED_BLOCK
from pyllvm.ir.instruction import Instruction as Instruction
from pyllvm.ir.types import FunctionType, PointerType, Type
from pyllvm.ir.user_text import short_text, users_text
from pyllvm.ir.value import Value, ValueEdits
from pyllvm.ir.value_symbol_table import ValueSymbolTable
from pyllvm.ir.words import convention_number, convention_word
from pyllvm.tables.intrinsic_names import PREFIX

if TYPE_CHECKING:
    from pyllvm.ir.local_variables import LocalVariable
    from pyllvm.ir.source_code import Subprogram

# How far `Function.index_of_block` looks in both directions before it numbers all blocks.
_NEAREST: Final = 32
MISSING_OPERANDS: Final = 3
"""A use of the null pointer for a missing personality, prefix or prologue has this index or one of the next two."""


class FunctionEdits:
    """Edits of functions by rooms above, as the methods of `Function` with the same names."""

    def add_argument(self, function: Function, type: Type, value: Constant, name: str, index: int) -> Argument:
        raise NotImplementedError

    def remove_argument(self, function: Function, index: int) -> None:
        raise NotImplementedError

    def set_return_type(self, function: Function, type: Type) -> None:
        raise NotImplementedError

    def drop_memory_attributes(self, function: Function) -> None:
        raise NotImplementedError

    def append_block(self, function: Function, name: str, before: BasicBlock | None) -> BasicBlock:
        raise NotImplementedError


@final
class Argument(Value):
    """A parameter of a function; `number` is counted from 0."""

    def __init__(self, type: Type, number: int, name: str = "") -> None:
        super().__init__(type, name)
        self.number = number
        self.parent: Function | None = None

    def _is_local(self) -> bool:
        return True

    def _record_local_uses(self) -> None:
        if self.parent is not None:
            self.parent.record_local_uses()

    def _set_name(self, name: str) -> None:
        self._name = name if self.parent is None else self.parent.renamed(self, name)


@final
class Function(GlobalObject):
    """A function: `define`, or `declare` if it has no blocks.

    A body that was not read yet is read when `blocks` is first accessed. `operands` holds the optional operands that are present,
    in the order personality, prefix data, prologue data.
    """

    def __init__(self, type: Type, function_type: FunctionType, name: str = "") -> None:
        super().__init__(type, function_type, name)
        self.function_type = function_type
        self.calling_convention_number = 0
        self._attributes: AttributeList | None = None
        self.gc = ""
        self.preferred_alignment = 0  # `prefalign`, in bytes, since LLVM 23
        # Their positions in `operands`; -1 if absent.
        self._personality = -1
        self._prefix_data = -1
        self._prologue_data = -1
        # Whether it ever had one of them: LLVM then keeps room for all three, and writes null pointers for those that are absent.
        self.has_operand_places = False
        # How many uses the null pointer already had when text gave the function one of them; -1 if that is not known.
        self._null_uses_before = -1
        self._arguments: list[Argument] | None = None
        self._blocks: list[BasicBlock] = []
        self._symbols: ValueSymbolTable | None = None
        self._materializer: Callable[[], None] | None = None
        # Whether another thread has to wait for the body.
        self._is_being_read = False
        self._settlers: list[Callable[[Function], None]] | None = None
        # Blocks that got their names before the body was read from text, because constants before it have their addresses.
        self._early_blocks: list[BasicBlock] | None = None
        # The blocks in the order in which a text first names them, if they come in another order: LLVM numbers them so.
        self._blocks_as_named: list[BasicBlock] | None = None
        # Each name in its symbol table as it came (True) or went, if it was read so, or if an upgrade of text changed any.
        self.name_changes: list[tuple[str, bool]] | None = None
        # Whether a linker moved its blocks here, and with each block its names.
        self._names_came_with_blocks = False
        # Whether the arguments and instructions that have no list of uses still get one; see `record_local_uses`.
        self.has_deferred_uses = False

    @property
    def attributes(self) -> AttributeList | None:
        """The attributes of the function, its return value and its parameters; None if there are none."""
        return self._attributes

    @attributes.setter
    def attributes(self, attributes: AttributeList | None) -> None:
        self._attributes = attributes
        self.type.context.symbol_edits += 1

    @property
    def calling_convention(self) -> str:
        """The word of the calling convention: "ccc", "fastcc" ..., or "cc" and its number if it has no word.

        Setting it raises ValueError for a word that is none.
        """
        return convention_word(self.calling_convention_number)

    @calling_convention.setter
    def calling_convention(self, word: str) -> None:
        self.calling_convention_number = convention_number(word)

    @property
    def arguments(self) -> list[Argument]:
        """The arguments, created from the function type on first access."""
        known = self._arguments
        if known is not None:
            return known
        with self.type.context.lock:
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

    def _release_arguments(self) -> None:
        """Let the arguments forget the function, which is not used any more."""
        for argument in self._arguments or ():
            argument.parent = None

    def add_argument(self, type: Type, value: Constant, name: str = "", index: int | None = None) -> Argument:
        """Add a parameter at a position, by default after the others; all calls pass `value`, a constant of this type.

        Returns the argument. Raises PyllvmError if the function is used otherwise than by calls of its own type, or is an
        intrinsic; TypeError if `value` has another type, and ValueError if the position does not exist. Nothing is changed then.
        """
        return above(FunctionEdits).add_argument(
            self, type, value, name, len(self.function_type.parameters) if index is None else index
        )

    def remove_argument(self, index: int) -> None:
        """Remove the parameter of that number, which the body must not use, with its attributes and what all calls pass for it.

        Raises PyllvmError if it is used, or as `add_argument`; ValueError if the parameter does not exist.
        """
        above(FunctionEdits).remove_argument(self, index)

    def add_attribute(self, attribute: Attribute | str, *, parameter: int | None = None, returned: bool = False) -> None:
        """Add an attribute to the function, to a parameter (counted from 0) or, with `returned`, to the return value.

        One of the same name is replaced. A text is what LLVM's text has, also several: "nounwind", "align 16", '"key"="value"',
        "memory(read) willreturn". Raises ValueError if the attribute or parameter does not exist; `verify` reports attributes at
        wrong places.
        """
        if parameter is not None and not 0 <= parameter < len(self.function_type.parameters):
            raise ValueError(f"there is no parameter {parameter}")
        place = "parameter" if parameter is not None else "returned" if returned else "function"
        for made in attributes_named(attribute, self.type.context, place):
            self.attributes = changed_attributes(self.attributes, made, "", parameter, returned)

    def remove_attribute(self, name: str, *, parameter: int | None = None, returned: bool = False) -> None:
        """Remove the attribute of that word or key, if it is there."""
        self.attributes = changed_attributes(self.attributes, None, name, parameter, returned)

    def drop_memory_attributes(self) -> None:
        """Drop the attributes that are not true any more once the body calls a function that may do anything.

        These are `memory`, `nosync`, `nofree`, `willreturn`, `norecurse`, `speculatable` and their like, older words such as
        `readnone`, and of parameters `readonly`, `nocapture`, `noalias` and others. They go from the function, from its calls,
        and from all functions that call it, directly or through others.
        """
        above(FunctionEdits).drop_memory_attributes(self)

    def set_return_type(self, type: Type) -> None:
        """Change the return type; attributes of the return value go. No call's result may be used, and all returns must fit.

        Raises PyllvmError if these do not hold, or as `add_argument`.
        """
        above(FunctionEdits).set_return_type(self, type)

    @property
    def blocks(self) -> list[BasicBlock]:
        """The basic blocks; a body that was not read yet is read now. Raises PyllvmError if it is malformed."""
        self.materialize()
        return self._blocks

    @property
    def is_intrinsic(self) -> bool:
        """Whether its name begins with `llvm.`, also if no LLVM knows such an intrinsic."""
        return self.name.startswith(PREFIX)

    @property
    def is_declaration(self) -> bool:
        """Whether it has no body, neither read nor unread."""
        if self._is_being_read:
            self.materialize()  # by another thread
        return not self._blocks and self._materializer is None

    @property
    def is_materialized(self) -> bool:
        """Whether the body, if any, has been read."""
        return self._materializer is None

    def _set_materializer(self, read_body: Callable[[], None] | None) -> None:
        """Let `read_body` fill in the blocks when they are first accessed."""
        self._materializer = read_body

    def _release_body(self, read_body: Callable[[], None]) -> None:
        """Give up the blocks of a body that is needed no more; `read_body` is called if they are accessed all the same."""
        self._blocks = []
        self._symbols = None
        self._materializer = read_body

    def _settle_when_read(self, settle_body: Callable[[Function], None]) -> None:
        """Call `settle_body` when the body is read later, before any other code sees it."""
        if self._settlers is None:
            self._settlers = []
        self._settlers.append(settle_body)

    def materialize(self) -> None:
        """Read the body now if it was not read yet."""
        if self._materializer is not None or self._is_being_read:
            with self.type.context.lock:
                self._read_body()

    def _read_body(self) -> None:
        read_body = self._materializer
        if read_body is None:
            return
        context = self.type.context
        edits, edits_by_reading = context.edits + context.symbol_edits, context.edits_by_reading
        self._is_being_read = True
        self._materializer = None
        context.edits += 1
        try:
            read_body()
            settlers = self._settlers
            if settlers is not None:
                self._settlers = None
                for settle_body in settlers:
                    settle_body(self)
        finally:
            self._is_being_read = False
            # Bodies that were read in between are part of it.
            context.edits_by_reading = edits_by_reading + context.edits + context.symbol_edits - edits

    def record_local_uses(self) -> None:
        """Record the uses of arguments, blocks and instructions if the reader of the body left that for later.

        A body is read from its first instruction to its last, and so a value has its uses in the order of the instructions. Where
        they had another order, the values have their lists: those that were used before they were read, or reordered.
        """
        if self.has_deferred_uses:
            with self.type.context.lock:
                if self.has_deferred_uses:
                    self._record_all_uses()
                    self.has_deferred_uses = False

    def _record_all_uses(self) -> None:
        self._collect_local_uses({}, True)

    def record_local_uses_of(self, values: Collection[Value]) -> None:
        """Record the uses of these local values alone, where the reader left that for later."""
        self._collect_local_uses({value: [] for value in values if value._uses is None}, False)

    def _collect_local_uses(self, found: dict[Value, list[Any]], are_all: bool) -> None:
        for block in self._blocks:
            for instruction in block.instructions:
                instruction.collect_local_uses(found, are_all)
        for value, pairs in found.items():
            value.known_pairs = pairs

    @property
    def subprogram(self) -> Subprogram | None:
        """The function as the source has it: name, file, line, type; None without debug information. The body is read."""
        from pyllvm.ir.source_code import subprogram_of

        self.materialize()  # bitcode has the attachments there
        return subprogram_of([attachment.node for attachment in self._attachments if attachment.kind == "dbg"])

    @property
    def variables(self) -> list[LocalVariable]:
        """The local variables and parameters that debug information describes, inlined functions' as well; see `places`."""
        from pyllvm.ir.local_variables import local_variables

        return local_variables(self.blocks, self.subprogram)

    def has_attached(self, kind: str) -> bool:
        """Whether metadata of this kind is attached to an instruction of the body."""
        for instruction in self.instructions:
            for attachment in instruction._attachments or ():
                if attachment.kind == kind:
                    return True
        return False

    def add_block(self, name: str = "", before: BasicBlock | None = None) -> BasicBlock:
        """Add a new block at the end, or before another block, and return it. The name is made unique: loop, loop1."""
        return above(FunctionEdits).append_block(self, name, before)

    @property
    def entry_block(self) -> BasicBlock:
        """The first block; ValueError for a declaration."""
        blocks = self.blocks
        if not blocks:
            raise ValueError(f"@{self.name} has no blocks")
        return blocks[0]

    @property
    def symbols(self) -> ValueSymbolTable:
        """The names of the arguments, blocks and instructions."""
        if self._symbols is None:
            self._symbols = ValueSymbolTable(self)
        return self._symbols

    def _forget_symbols(self) -> None:
        """Let `symbols` collect the names again: for code that changed lists of blocks and instructions directly."""
        self._symbols = None

    def renamed(self, value: Value, name: str) -> str:
        """Enter a value of the function under a new name; returns the name, which is made unique."""
        if name == value.name:
            return name
        if not name:
            self.release(value)
            return name
        symbols = self.symbols
        symbols.leave(value)
        return symbols.enter(value, name)

    def release(self, value: Value) -> None:
        """Free the name of a value that leaves the function."""
        if self._symbols is not None:
            self._symbols.leave(value)

    def _append_read_block(self, block: BasicBlock) -> None:
        """Add a block at the end that was just read: nothing is checked, and all names are unique."""
        block.parent = self
        self._blocks.append(block)

    def _move_read_block_to_end(self, block: BasicBlock) -> None:
        """Move a block that the text names again to the end; as in LLVM, what follows continues it."""
        blocks = self._blocks
        at = len(blocks) - 1
        while blocks[at] is not block:
            at -= 1
        del blocks[at]
        blocks.append(block)

    def append_block(self, block: BasicBlock) -> None:
        """Add a basic block, which is in no function, at the end. Names that are taken get a number.

        Raises ValueError if the block is in a function.
        """
        self.insert_block(block, None)

    def insert_block(self, block: BasicBlock, before: BasicBlock | None) -> None:
        """Add a basic block, which is in no function, before another one of this function, or at the end.

        Names that are taken get a number. Raises ValueError if the block is in a function, or the other one not in this one.
        """
        if block.parent is not None:
            raise ValueError(f"the block is already in @{block.parent.name}: {short_text(block)}")
        if block.number == ERASED_BLOCK:
            raise ValueError("the block was erased")
        if block.type.context is not self.type.context:
            raise ValueError(f"the block belongs to another context: {short_text(block)}")
        named: list[Value] = [block] if block.name else []
        for instruction in block.instructions:
            if instruction.name:
                named.append(instruction)
        symbols = self.symbols if named else None  # collected before the block is here
        blocks = self.blocks
        self.type.context.edits += 1
        at = len(blocks) if before is None else self.index_of_block(before)
        block.number = at
        blocks.insert(at, block)
        block.parent = self
        if symbols is not None:
            for value in named:
                value._name = symbols.enter(value, value.name)

    def remove_block(self, block: BasicBlock) -> None:
        """Remove a block of this function with its instructions; it keeps its uses and can be inserted again.

        Raises ValueError if it is not in this function.
        """
        if block.parent is not self:
            raise ValueError(f"the block is not in @{self.name}: {short_text(block)}")
        self.record_local_uses()
        self.type.context.edits += 1
        del self.blocks[self.index_of_block(block)]
        if self._symbols is not None:
            self._symbols.leave(block)
            for instruction in block.instructions:
                self._symbols.leave(instruction)
        block.parent = None

    def index_of_block(self, block: BasicBlock) -> int:
        """The position of a block in the function. Raises ValueError if it is not there."""
        blocks = self.blocks
        at = block.number
        for near in range(max(at - _NEAREST, 0), min(at + _NEAREST, len(blocks))):
            if blocks[near] is block:
                return near
        found = -1
        number = 0
        for other in blocks:
            other.number = number
            if other is block:
                found = number
            number += 1
        if found < 0:
            raise ValueError(f"the block is not in @{self.name}: {short_text(block)}")
        return found

    def _take_body(self, other: Function) -> None:
        """Move the arguments and blocks of another function into this one; the other becomes a declaration."""
        self.type.context.edits += 1
        self._arguments = other.arguments
        for argument in self._arguments:
            argument.parent = self
        self._symbols = other._symbols
        other._symbols = None
        other._arguments = None
        self._blocks = other.blocks
        for block in self._blocks:
            block.parent = self
        other._blocks = []
        self.has_deferred_uses = other.has_deferred_uses
        other.has_deferred_uses = False

    def erase_from_parent(self) -> None:
        """Remove the function from its module and delete its body.

        Raises PyllvmError, which names users, if it is used outside its own body.
        """
        above(ValueEdits).remove_dead_constant_users(self)
        for user in self.users:
            if not isinstance(user, Instruction) or user.function is not self:
                raise PyllvmError(f"@{self.name} is still used{users_text(self)}")
        self._materializer = None
        self.delete_body()
        super().erase_from_parent()

    def delete_body(self) -> None:
        """Make the function a declaration, and drop all uses by its body."""
        for block in self.blocks:
            for instruction in block.instructions:
                instruction.drop_operands()
        self.type.context.edits += 1
        for block in self._blocks:
            block.parent = None
            block.number = ERASED_BLOCK
        self._blocks = []
        self.has_deferred_uses = False
        self._symbols = None
        self.attachments = []
        self.set_optional_operands(None, None, None)
        self.has_operand_places = False

    def set_optional_operands(self, personality: Value | None, prefix_data: Value | None, prologue_data: Value | None) -> None:
        """Set personality, prefix data and prologue data."""
        self.drop_operands()
        self._personality = self._append_optional(personality)
        self._prefix_data = self._append_optional(prefix_data)
        self._prologue_data = self._append_optional(prologue_data)

    def _replace_optional_operands(
        self, personality: Value | None, prefix_data: Value | None, prologue_data: Value | None
    ) -> None:
        """Set the three operands; a function that had one keeps the places of all, as in LLVM."""
        for operand in (personality, prefix_data, prologue_data):
            if operand is not None:
                if not isinstance(operand, Constant):
                    raise TypeError(f"personality, prefix data and prologue data are constants, not {operand!r}")
                if operand.type.context is not self.type.context:
                    raise TypeError(f"{operand!r} belongs to another module than @{self.name}")
        had_places = bool(self.operands) or self.has_operand_places
        self.forget_missing_operands()
        self.set_optional_operands(personality, prefix_data, prologue_data)
        self.has_operand_places = had_places and not self.operands
        self.use_missing_operands()

    def use_missing_operands(self) -> None:
        """Record the uses of the null pointers for missing operands, if the function has any of the three."""
        if self.operands or self.has_operand_places:
            missing = missing_operand(self.type)
            for slot, operand in enumerate((self.personality, self.prefix_data, self.prologue_data)):
                if operand is None:
                    missing.add_use(self, MISSING_OPERANDS + slot)

    def forget_missing_operands(self) -> None:
        """Undo `use_missing_operands`."""
        if self.operands or self.has_operand_places:
            missing = missing_operand(self.type)
            for slot, operand in enumerate((self.personality, self.prefix_data, self.prologue_data)):
                if operand is None:
                    missing.remove_use(self, MISSING_OPERANDS + slot)

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

    @personality.setter
    def personality(self, value: Value | None) -> None:
        self._replace_optional_operands(value, self.prefix_data, self.prologue_data)

    @property
    def prefix_data(self) -> Value | None:
        """The constant of `prefix`, or None."""
        return self._optional(self._prefix_data)

    @prefix_data.setter
    def prefix_data(self, value: Value | None) -> None:
        self._replace_optional_operands(self.personality, value, self.prologue_data)

    @property
    def prologue_data(self) -> Value | None:
        """The constant of `prologue`, or None."""
        return self._optional(self._prologue_data)

    @prologue_data.setter
    def prologue_data(self, value: Value | None) -> None:
        self._replace_optional_operands(self.personality, self.prefix_data, value)

    @property
    def instructions(self) -> Iterator[Instruction]:
        """All instructions, block by block."""
        for block in self.blocks:
            yield from block.instructions

    def __iter__(self) -> Iterator[BasicBlock]:
        return iter(self.blocks)


def forget_orders(function: Function) -> None:
    """Set the `order` of the arguments, blocks and instructions of a function back to 0, at the end of a pass."""
    for argument in function.arguments:
        argument.order = 0
    for block in function.blocks:
        block.order = 0
        for instruction in block.instructions:
            instruction.order = 0


def missing_operand(like: Type) -> SimpleConstant:
    """The null pointer that LLVM stores for a missing one of the three operands, beside pointers of the kind of `like`."""
    context = like.context
    is_opaque = isinstance(like, PointerType) and like.pointee is None
    return SimpleConstant.get(context.pointer() if is_opaque else context.pointer_to(context.integer(1)), NULL)


def is_declaration(value: GlobalValue) -> bool:
    """Whether it has no initializer or body; aliases and ifuncs are never declarations."""
    if isinstance(value, Function):
        return value.is_declaration
    if isinstance(value, GlobalVariable):
        return value.is_declaration
    return False


def is_declaration_for_linker(value: GlobalValue) -> bool:
    """Whether the linker treats it as a declaration: a declaration, or available_externally (its definition is elsewhere)."""
    return value.linkage == "available_externally" or is_declaration(value)

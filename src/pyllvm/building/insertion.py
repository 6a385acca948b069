"""Where a builder inserts: its position, the names it gives, and what every instruction gets from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NoReturn, SupportsFloat, SupportsIndex, TypeAlias, final

from mypy_extensions import mypyc_attr, trait

from pyllvm.building.python_values import constant_of, described
from pyllvm.ir.constants import Constant, ConstantExpr, ConstantInt, InlineAsm
from pyllvm.ir.folding.constant_folding import ConstantFolder
from pyllvm.ir.function import BasicBlock, Function, Instruction
from pyllvm.ir.instruction import block_of
from pyllvm.ir.instructions import PHINode
from pyllvm.ir.metadata import MDNode, SpecializedNode
from pyllvm.ir.module import Module
from pyllvm.ir.public_names import check_name
from pyllvm.ir.target.data_layout import DataLayout
from pyllvm.ir.types import POINTER, VOID, Context, IntegerType, PointerType, Type
from pyllvm.ir.user_text import short_text
from pyllvm.ir.valid_operands import takes_fast_math
from pyllvm.ir.value import Value
from pyllvm.ir.words import fast_math_bits
from pyllvm.tables.flags import FAST_MATH, FlagSet
from pyllvm.tables.opcodes import last_as_constant

# The operands that the methods take: values of the IR, and numbers where the type is known, also of libraries such as numpy.
Operand: TypeAlias = "Value | int | float | SupportsIndex | SupportsFloat | None"
# A type, or its text.
TypeOrText: TypeAlias = "Type | str"


@final
class Position:
    """Where a builder was before it went elsewhere: at the end of a `with` block, the builder returns there."""

    def __init__(self, inserter: Inserter) -> None:
        self._inserter = inserter
        self._block = inserter._block
        self._anchor = inserter._anchor
        self._location = inserter._location

    def __enter__(self) -> Position:
        return self

    def __exit__(self, kind: object, error: object, traceback: object) -> None:
        inserter = self._inserter
        inserter._enter(self._block, self._anchor)
        inserter._location = self._location


@trait
@mypyc_attr(allow_interpreted_subclasses=True)
class Inserter:
    """The part of the builder that every method uses: its position, and what operands and instructions go through.

    The methods of a chapter of the language are a trait above it, and `IRBuilder` is all of them.
    """

    _block: BasicBlock
    _anchor: Instruction | None
    _function: Function
    _module: Module
    _location: MDNode | None
    _fast_math: int
    _metadata: dict[str, MDNode]
    _folds: bool
    # For blocks behind constructs that are being made: the instruction before which the builder goes on there.
    _anchors: dict[BasicBlock, Instruction]
    # The last instruction that `alloca_at_entry` inserted.
    _entry_alloca: Instruction | None
    # Facts of the module, kept because every method needs them.
    _context: Context
    _version: int
    _void: Type
    _label: Type
    _token: Type
    _i1: IntegerType
    _i32: IntegerType
    _folder: ConstantFolder | None
    _types: dict[str, Type]
    _layout: DataLayout | None
    _alignments: dict[Type, int]

    def _begin(self, block: BasicBlock, fold: bool) -> None:
        """Insert at the end of a block."""
        function, module = _owners(block)
        self._block = block
        self._anchor = None
        self._function = function
        self._location = None
        self._fast_math = 0
        self._metadata = {}
        self._folds = fold
        self._anchors = {}
        self._entry_alloca = None
        self._use_module(module)

    def _use_module(self, module: Module) -> None:
        """Take the version and the types of a module."""
        self._module = module
        self._context = module.context
        self._version = module.llvm_version
        self._void = module.context.void
        self._label = module.context.label
        self._token = module.context.token
        self._i1 = module.context.integer(1)
        self._i32 = module.context.integer(32)
        self._folder = ConstantFolder(module.llvm_version) if self._folds else None
        self._types = {}
        self._layout = None
        self._alignments = {}

    # --- the position

    @property
    def block(self) -> BasicBlock:
        """The block into which the builder inserts."""
        return self._block

    @property
    def function(self) -> Function:
        """The function of that block."""
        return self._function

    @property
    def module(self) -> Module:
        """The module of that function."""
        return self._module

    def goto_end(self, block: BasicBlock) -> Position:
        """Insert at the end of a block from now on, or until the end of the `with` block if there is one.

        Raises ValueError if the block is in no function of a module.
        """
        position = Position(self)
        self._enter(block, None)
        return position

    def goto_start(self, block: BasicBlock) -> Position:
        """Insert before the first instruction of a block that is not a phi, or until the end of the `with` block."""
        position = Position(self)
        anchor: Instruction | None = None
        for instruction in block.instructions:
            if not isinstance(instruction, PHINode):
                anchor = instruction
                break
        self._enter(block, anchor)
        return position

    def goto_before(self, instruction: Instruction) -> Position:
        """Insert before an instruction from now on, or until the end of the `with` block if there is one.

        Inserted instructions get the instruction's debug location, as with LLVM's IRBuilder. Raises ValueError if the instruction
        is in no block.
        """
        position = Position(self)
        self._enter(place_of(instruction), instruction)
        self._location = instruction.debug_location
        return position

    def goto_after(self, instruction: Instruction) -> Position:
        """Insert behind an instruction from now on, or until the end of the `with` block if there is one.

        Inserted instructions get its debug location. Raises ValueError if the instruction is in no block, or ends it.
        """
        position = Position(self)
        self._enter(place_of(instruction), following(instruction))
        self._location = instruction.debug_location
        return position

    def _enter(self, block: BasicBlock, anchor: Instruction | None) -> None:
        function = block.parent
        if function is not self._function:
            function, module = _owners(block)
            self._function = function
            if module is not self._module:
                self._use_module(module)
        self._block = block
        self._anchor = anchor

    def __repr__(self) -> str:
        block = self._block
        if block.parent is None:
            return f"<{type(self).__name__} in block {_block_name(block)}, which is in no function>"
        anchor = self._anchor
        if anchor is not None:
            return f"<{type(self).__name__} before '{short_text(anchor)}' in block {_block_name(block)}>"
        return f"<{type(self).__name__} at the end of block {_block_name(block)} of @{self._function.name}>"

    # --- what every instruction gets

    @property
    def debug_location(self) -> MDNode | None:
        """The DILocation that every inserted instruction gets; None for none."""
        return self._location

    @debug_location.setter
    def debug_location(self, location: MDNode | None) -> None:
        if location is not None and (not isinstance(location, SpecializedNode) or location.spec.name != "DILocation"):
            raise TypeError(f"a debug location is a !DILocation, not {location}")
        self._location = location

    @property
    def fast_math(self) -> str:
        """The fast-math flags of floating-point operations that name none: words such as "nnan ninf", or "fast"."""
        return FAST_MATH.text(self._fast_math).strip()

    @fast_math.setter
    def fast_math(self, words: str) -> None:
        self._fast_math = fast_math_bits(words)

    @property
    def metadata(self) -> dict[str, MDNode]:
        """The metadata that every inserted instruction gets: nodes by the names of their kinds. Edit it as a dictionary."""
        return self._metadata

    def insert(self, instruction: Instruction, name: str = "") -> Instruction:
        """Insert an instruction that was made by hand, and return it.

        A name is made unique. Raises ValueError if it is already in a block, and if it is not allowed at the position.
        """
        if not isinstance(instruction, Instruction):
            raise TypeError(f"expected an instruction, not {instruction!r}")
        if name:
            check_name(name)  # before `_insert`, which would take the operands of the caller's instruction
        if instruction.parent is not None:
            raise ValueError(f"the instruction is already in block {_block_name(instruction.parent)}: {shown(instruction)}")
        self._insert(instruction, name or instruction.name)
        return instruction

    def _insert(self, instruction: Instruction, name: str, metadata: Mapping[str, MDNode] | None = None) -> None:
        """Insert an instruction at the position, under a name that is made unique. `metadata` is added to the builder's own."""
        block = self._block
        anchor = self._anchor
        if block.parent is None:
            self._refuse(instruction, f"block {_block_name(block)} was erased or removed from its function")
        if anchor is None:
            last = block.last
            if last is not None:
                if last.is_terminator:
                    self._refuse(instruction, f"block {_block_name(block)} already ends with a terminator: {shown(last)}")
                if isinstance(instruction, PHINode) and not isinstance(last, PHINode):
                    self._refuse(instruction, f"a phi must be at the start of its block, not behind {shown(last)}")
        else:
            if anchor.parent is not block:
                self._refuse(instruction, "the instruction before which the builder inserts was moved or removed")
            if instruction.is_terminator:
                self._refuse(instruction, f"{instruction.opcode_name} ends a block, but it would precede: {shown(anchor)}")
            if isinstance(instruction, PHINode):
                before = block.preceding(anchor)
                if before is not None and not isinstance(before, PHINode):
                    self._refuse(instruction, f"a phi must be at the start of its block, not behind {shown(before)}")
        if name:
            if instruction.type.kind == VOID:
                self._refuse(instruction, f"{instruction.opcode_name} has no value, so it cannot have the name {name!r}")
            try:
                check_name(name)
            except (TypeError, ValueError):
                instruction.drop_operands()
                raise
            instruction._name = name
        block.insert(instruction, anchor)
        if anchor is None:
            if block.trailing_debug_records is not None:
                instruction.debug_records = block.trailing_debug_records
                block.trailing_debug_records = None
        elif anchor.debug_records is not None:
            # The records precede both: the new instruction is directly before the other.
            instruction.debug_records = anchor.debug_records
            anchor.debug_records = None
        if self._location is not None:
            instruction.debug_location = self._location
        for kind, node in self._metadata.items():
            instruction.set_metadata(kind, node)
        if metadata is not None:
            for kind, node in metadata.items():
                instruction.set_metadata(kind, node)

    def _refuse(self, instruction: Instruction, message: str) -> NoReturn:
        """Refuse to insert an instruction, which then uses nothing."""
        instruction.drop_operands()
        raise ValueError(message)

    def append_block(self, name: str = "") -> BasicBlock:
        """Add a block at the end of the function, and return it; the builder stays where it is. The name is made unique."""
        return append_block(self._function, name)

    # --- operands

    def _type(self, type: TypeOrText) -> Type:
        """A type, or the type of a text."""
        if isinstance(type, Type):
            return type
        if not isinstance(type, str):
            raise TypeError(f"expected a type or its text, not {type!r}")
        found = self._types.get(type)
        if found is None:
            found = self._module.type(type)
            self._types[type] = found
        return found

    def _value(self, operand: Operand, type: Type, operation: str, role: str) -> Value:
        """An operand that must have that type; `role` names it in errors."""
        if isinstance(operand, Value):
            if operand.type is type:
                if type.kind == POINTER:
                    self._check_address_of(operand, operation)
                return operand
            raise TypeError(f"{operation}: {role} must be of type {type}, not {described(operand)}")
        if isinstance(type, IntegerType) and isinstance(operand, int):
            return ConstantInt.get(type, operand)
        try:
            return constant_of(type, operand)
        except TypeError:
            raise TypeError(f"{operation}: {role} must be of type {type}, not {described(operand)}") from None

    def _block_operand(self, block: BasicBlock, operation: str, role: str) -> BasicBlock:
        """A block of the function."""
        if not isinstance(block, BasicBlock):
            raise TypeError(f"{operation}: {role} must be a block, not {described(block)}")
        if block.parent is not self._function:
            self._foreign_block(block, operation, role)
        return block

    def _foreign_block(self, block: BasicBlock, operation: str, role: str) -> NoReturn:
        where = "no function" if block.parent is None else f"@{block.parent.name}"
        raise ValueError(f"{operation}: {role} must be a block of @{self._function.name}; {_block_name(block)} is in {where}")

    def _pointer(self, pointer: Value, pointee: Type | None, operation: str) -> Value:
        """A pointer operand; a typed one must point to `pointee`."""
        if not isinstance(pointer, Value):
            raise TypeError(f"{operation}: the pointer must be a value of pointer type, not {described(pointer)}")
        type = pointer.type
        if not isinstance(type, PointerType):
            raise TypeError(f"{operation}: the pointer must be of pointer type, not {described(pointer)}")
        if type.pointee is not pointee and type.pointee is not None and pointee is not None:
            raise TypeError(f"{operation}: the pointer must be of type {pointee}*, not {described(pointer)}")
        self._own(pointer, operation)
        return pointer

    def _check_value(self, operand: Value, operation: str) -> None:
        """Refuse an operand that is not a value of this context."""
        if not isinstance(operand, Value):
            raise TypeError(f"{operation}: the operand must be a value, not {described(operand)}")
        self._own(operand, operation)

    def _refuse_numbers(self, operation: str, left: object, right: object) -> NoReturn:
        raise TypeError(
            f"{operation}: one operand must be a value, which gives the type, not {described(left)} and {described(right)}"
        )

    def _own(self, operand: Value, operation: str) -> None:
        """Refuse an operand of another context, and what can only be called."""
        type = operand.type
        if type.context is not self._context:
            self._foreign(operand, operation)
        if type.kind == POINTER:
            self._check_address_of(operand, operation)

    def _check_address_of(self, operand: Value, operation: str) -> None:
        """Refuse a pointer that is not an address, because it can only be called."""
        if isinstance(operand, InlineAsm):
            raise TypeError(f"{operation}: inline assembly can only be called")
        if isinstance(operand, Function) and operand.is_intrinsic:
            raise TypeError(f"{operation}: the intrinsic @{operand.name} can only be called")

    def _foreign(self, operand: Value, operation: str) -> NoReturn:
        raise ValueError(f"{operation}: {described(operand)} belongs to another module, which has other types than this one")

    def _needs(self, what: str, since: int) -> None:
        """Refuse what the module's LLVM does not have."""
        if self._version < since:
            raise ValueError(f"{what} requires LLVM {since}, but the module is in the language of LLVM {self._version}")

    def _check_flags(self, flags: FlagSet, bits: int, operation: str) -> None:
        for flag in flags.lacking(bits, self._version):
            self._needs(flags.name_of(flag, operation), flag.since)

    def _fast_math_of(self, words: str | None) -> int:
        """The bits of the fast-math flags of a call; None means the builder's flags."""
        return self._fast_math if words is None else fast_math_bits(words)

    def _is_constant(self, opcode: str) -> bool:
        """Whether the version has constant expressions of that operation."""
        return self._version <= last_as_constant(opcode)

    def _is_kept(self, folded: Constant) -> bool:
        """Whether a folded constant can replace the instruction: a value, or an expression that the version has."""
        return not isinstance(folded, ConstantExpr) or self._is_constant(folded.opcode)

    def _result_flags(self, type: Type, fast_math: str | None, since: int, operation: str) -> int:
        """The fast-math flags of a select, phi or call of this type: the builder's own are for floating-point results only."""
        flags = self._fast_math_of(fast_math)
        if not flags:
            return 0
        if not takes_fast_math(type, self._version):
            if fast_math is None:
                return 0
            raise TypeError(f"{operation}: fast-math flags are for floating-point results, not for {type}")
        if self._version < since:
            if fast_math is None:
                return 0
            self._needs(f"fast-math flags of {operation}", since)
        return flags

    def _abi_alignment(self, type: Type) -> int:
        alignment = self._alignments.get(type)
        if alignment is None:
            alignment = self._data_layout().abi_alignment(type)
            self._alignments[type] = alignment
        return alignment

    def _data_layout(self) -> DataLayout:
        layout = self._layout
        if layout is None:
            layout = DataLayout(self._module.data_layout, self._version)
            self._layout = layout
        return layout


def append_block(function: Function, name: str = "", before: BasicBlock | None = None) -> BasicBlock:
    """Add a block to a function, at its end or before another block, and return it; the name is made unique."""
    check_name(name)
    block = BasicBlock(function.type.context.label, name)
    function.insert_block(block, before)
    return block


def _owners(block: BasicBlock) -> tuple[Function, Module]:
    """The function and the module of a block; ValueError if it has none."""
    if not isinstance(block, BasicBlock):
        raise TypeError(f"expected a block, not {block!r}")
    function = block.parent
    if function is None:
        raise ValueError(f"block {_block_name(block)} does not belong to a function: make blocks with function.add_block(name)")
    module = function.parent
    if not isinstance(module, Module):
        raise ValueError(f"@{function.name} does not belong to a module: make functions with module.add_function(name, type)")
    return function, module


def following(instruction: Instruction) -> Instruction | None:
    """The instruction behind another, or None at the end of a block; ValueError for a terminator, or if it is in no block."""
    if not isinstance(instruction, Instruction):
        raise TypeError(f"expected an instruction, not {instruction!r}")
    if instruction.is_terminator:
        raise ValueError(f"nothing can follow a terminator: {shown(instruction)}")
    return block_of(instruction).following(instruction)


def place_of(instruction: Instruction) -> BasicBlock:
    """The block of an instruction; ValueError if it is in none."""
    if not isinstance(instruction, Instruction):
        raise TypeError(f"expected an instruction, not {instruction!r}")
    return block_of(instruction)


def shown(instruction: Instruction) -> str:
    """An instruction as messages show it."""
    return str(instruction).strip()


def _block_name(block: BasicBlock) -> str:
    if block.name:
        return f"%{block.name}"
    return "(without a name)" if block.parent is None else f"number {block.parent.blocks.index(block)}"

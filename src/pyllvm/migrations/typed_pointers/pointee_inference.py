"""The types that pointers point to, as the instructions that use them say."""

from __future__ import annotations

from typing import Final, final

from pyllvm.ir.constants import ConstantAggregate, ConstantExpr, ConstantInt, InlineAsm
from pyllvm.ir.folding.constant_parts import indexed_types
from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.global_values import GlobalValue
from pyllvm.ir.instructions import (
    AllocaInst,
    AtomicCmpXchgInst,
    AtomicRMWInst,
    CallBase,
    CallInst,
    CastInst,
    CmpInst,
    ExtractValueInst,
    FreezeInst,
    GetElementPtrInst,
    InsertValueInst,
    LoadInst,
    PHINode,
    ReturnInst,
    SelectInst,
    StoreInst,
)
from pyllvm.ir.module import Module
from pyllvm.ir.types import NOT_POINTED_TO, ArrayType, FunctionType, IntegerType, PointerType, StructType, Type
from pyllvm.ir.valid_operands import indexed_type
from pyllvm.ir.value import Value
from pyllvm.migrations.loss import VIEWS
from pyllvm.migrations.typed_pointers.pointer_types import PointerTypes
from pyllvm.migrations.typed_pointers.tagged_structs import TaggedStructs, byte_offset, element_bytes
from pyllvm.tables.library_functions import TAKE_ANY_POINTER

# --- The pointers of a module whose pointees are inferred, as cells: one for each variable, field, parameter, result and value.
#
# Each use of a pointer has a vote for the type that it accesses. Where one pointer becomes another, by a store, a call or a phi,
# the cells are neighbors, and the choice of each is a vote for the other. A cell has cells below it: for the pointer in the
# memory to which it points, and for the parameters and the result of a function to which it points.

# The keys of the cells below a cell. Parameters have their numbers.
TARGET: Final = -2
RESULT: Final = -1
_ROUNDS: Final = 8
_DEEPEST: Final = 3


@final
class Cell:
    """Pointers of one type. `chosen` is what they point to, as a type of opaque pointers; a `known` cell does not change that."""

    __slots__ = ("below", "chosen", "depth", "is_known", "neighbors", "votes")

    def __init__(self, known: Type | None = None, depth: int = 0) -> None:
        self.depth = depth
        self.is_known = known is not None
        self.chosen = known
        self.votes: dict[Type, int] = {}
        self.neighbors: list[Cell] = []
        self.below: dict[int, Cell] = {}

    def child(self, key: int) -> Cell:
        """The cell below this one with a key, which is made if there is none."""
        found = self.below.get(key)
        if found is None:
            found = Cell(None, self.depth + 1)
            self.below[key] = found
        return found


@final
class CellGraph:
    """The neighbors among cells, and the choice of each cell."""

    def __init__(self) -> None:
        self._edges: Final[list[tuple[Cell, Cell]]] = []
        self._known: Final[set[tuple[int, int]]] = set()

    def connect(self, one: Cell | None, other: Cell | None) -> None:
        """Make two cells neighbors, once."""
        if one is None or other is None or one is other:
            return
        first, second = id(one), id(other)
        key = (first, second) if first < second else (second, first)
        if key in self._known:
            return
        self._known.add(key)
        self._edges.append((one, other))
        one.neighbors.append(other)
        other.neighbors.append(one)

    def choose(self, cells: list[Cell]) -> None:
        """Choose for each cell, and the cells below it, until nothing changes."""
        for _ in range(_ROUNDS):
            self._connect_below()
            everything = _with_below(cells, self._edges)
            is_changed = False
            for cell in everything:
                if not cell.is_known:
                    chosen = self._choice(cell)
                    if chosen is not cell.chosen:
                        cell.chosen = chosen
                        is_changed = True
            if not is_changed:
                return

    def _connect_below(self) -> None:
        """Make neighbors of what is below neighbors that point to pointers, or to functions of one type."""
        index = 0
        while index < len(self._edges):
            one, other = self._edges[index]
            index += 1
            if one.chosen is not None and one.chosen is not other.chosen:
                continue
            if one.depth >= _DEEPEST or other.depth >= _DEEPEST:
                # A pointer to itself would have no end.
                continue
            for key in sorted({*one.below, *other.below}):
                self.connect(one.child(key), other.child(key))

    def _choice(self, cell: Cell) -> Type | None:
        counts = dict(cell.votes)
        for neighbor in cell.neighbors:
            chosen = neighbor.chosen
            if neighbor.is_known and isinstance(chosen, ArrayType):
                # The address of an array is the address of its first element in C.
                chosen = chosen.element
            if chosen is not None:
                counts[chosen] = counts.get(chosen, 0) + 1
        best: Type | None = None
        most = (0, 0)
        for type, count in counts.items():
            weight = (count, _rank(type))
            if weight > most:
                best, most = type, weight
        return best


def _rank(type: Type) -> int:
    """The rank of a type among others with as many votes: the type that says most wins."""
    if isinstance(type, StructType):
        return 6
    if isinstance(type, FunctionType):
        return 5
    if isinstance(type, ArrayType):
        return 4
    if isinstance(type, PointerType):
        return 3
    return 1 if isinstance(type, IntegerType) and type.width == 8 else 2


def _with_below(cells: list[Cell], edges: list[tuple[Cell, Cell]]) -> list[Cell]:
    seen: dict[int, Cell] = {}
    waiting = [*reversed(cells), *[cell for edge in edges for cell in edge]]
    while waiting:
        cell = waiting.pop()
        if id(cell) not in seen:
            seen[id(cell)] = cell
            waiting.extend(cell.below.values())
    return list(seen.values())


# --- Infers what pointers point to, for readers that want the types of the source: the cells of a module, and their votes.
#
# The slots of local variables, the fields of structs, global variables, parameters and results have cells, and so have the
# values that are loaded, passed and merged. A value with a type of its own (a global value, an alloca, a getelementptr) has a
# known cell. `typed_pointers` makes the casts that remain.

_MUST_TAIL: Final = "musttail"
# The attributes that say what a parameter points to.
POINTEE_ATTRIBUTES: Final = ("byval", "sret", "inalloca", "preallocated", "byref", "elementtype")
_SWIFT_ERROR: Final = "swifterror"


def innermost(type: Type) -> Type:
    """The element of an array, or of the arrays in it; else the type itself."""
    while isinstance(type, ArrayType):
        type = type.element
    return type


def is_open_address(value: Value) -> bool:
    """Whether an address counts bytes, but its uses tell what is there."""
    return element_bytes(value) > 1 or byte_offset(value) is not None


@final
class Pointees:
    """The cells of a module that has opaque pointers, by what they are of.

    With `tagged`, the tags of accesses have votes as well. With `is_open`, the cell of an address that counts bytes is not known.
    """

    def __init__(
        self, module: Module, choice: str, wanted: dict[Value, Type], tagged: TaggedStructs | None = None, is_open: bool = False
    ) -> None:
        self.module: Final = module
        self.choice: Final = choice
        self.wanted: Final = wanted
        self.tagged: Final = tagged
        self.is_open: Final = is_open
        self.byte: Final[Type] = module.context.integer(8)
        self.graph: Final = CellGraph()
        # Of values that are pointers; of global variables, of allocas and of getelementptrs the cell is known.
        self.cells: Final[dict[Value, Cell]] = {}
        self.results: Final[dict[Function, Cell]] = {}
        self.fields: Final[dict[tuple[StructType, int], Cell]] = {}
        self._voted: Final[set[tuple[Value, Type]]] = set()
        # The addresses in bytes whose types their uses tell.
        self._open_addresses: Final[list[Instruction]] = []

    def infer(self) -> None:
        """Make the cells of all functions, and choose."""
        for function in self.module.functions:
            self._add_signature(function)
        for variable in self.module.global_variables:
            if variable.operands:
                self._initialize(self.memory(variable), variable.value_type, variable.operands[0])
        for function in self.module.functions:
            for instruction in function.instructions:
                self._add(function, instruction)
        self.graph.choose(self._all())
        if self.tagged is not None and self._open_addresses:
            for address in self._open_addresses:
                element = self.tagged.element(element_bytes(address), self.cells[address].chosen)
                if element is not None and byte_offset(address) is None:
                    self._vote(address.operands[0], element)
            self.graph.choose(self._all())
        for cell in self._all():
            self._join_first_field(cell)
        self.graph.choose(self._all())

    def _all(self) -> list[Cell]:
        return [*self.cells.values(), *self.results.values(), *self.fields.values()]

    def _join_first_field(self, cell: Cell) -> None:
        """A pointer that is read through a pointer to a struct is in its first field, to which no getelementptr leads."""
        target = cell.below.get(TARGET)
        type = cell.chosen
        while target is not None and isinstance(type, StructType) and type.elements:
            first = type.elements[0]
            if isinstance(innermost(first), PointerType) and not type.is_literal:
                self.graph.connect(target, self.field(type, 0))
            type = first

    # --- signatures

    def _add_signature(self, function: Function) -> None:
        is_free = not function.is_intrinsic and not self._is_tied(function)
        if function.is_declaration and function.name in TAKE_ANY_POINTER:
            is_free = False
        if self.choice == VIEWS:
            is_free = False
        known = Cell(function.function_type)
        self.cells[function] = known
        for argument in function.arguments:
            if isinstance(argument.type, PointerType):
                fixed = self.wanted.get(argument) or self._named(function, argument.number)
                cell = Cell(fixed if is_free or fixed is not None else self.byte)
                if isinstance(fixed, PointerType):
                    cell.below[TARGET] = Cell(self.byte)
                self.cells[argument] = cell
                known.below[argument.number] = cell
        if isinstance(function.function_type.return_type, PointerType):
            result = self.wanted.get(function)
            cell = Cell(result if is_free or result is not None else self.byte)
            self.results[function] = cell
            known.below[RESULT] = cell

    def _named(self, function: Function, number: int) -> Type | None:
        """The type that an attribute gives a parameter."""
        if function.attributes is None:
            return None
        for attribute in function.attributes.parameter(number).attributes:
            if attribute.name in POINTEE_ATTRIBUTES and attribute.type is not None:
                return attribute.type
            if attribute.name == _SWIFT_ERROR:
                return self.module.context.pointer()
        return None

    def _is_tied(self, function: Function) -> bool:
        """Whether a `musttail` makes the signature depend on another function's."""
        calls: list[Value] = [user for user in function.users if isinstance(user, CallInst)]
        return any(isinstance(one, CallInst) and one.tail_kind == _MUST_TAIL for one in [*calls, *function.instructions])

    # --- cells

    def cell(self, value: Value) -> Cell | None:
        """The cell of a pointer; None for a pointer to which nothing is asked, such as null."""
        if not isinstance(value.type, PointerType):
            return None
        found = self.cells.get(value)
        if found is not None:
            return found
        made: Cell | None = None
        if isinstance(value, (GetElementPtrInst, ConstantExpr)):
            made = self._of_address(value)
        elif isinstance(value, AllocaInst):
            made = Cell(value.allocated_type)
            if value.is_swifterror:
                made.below[TARGET] = Cell(self.byte)
        elif isinstance(value, GlobalValue):
            made = Cell(value.value_type)
        elif isinstance(value, LoadInst):
            made = self.memory(value.operands[0])
        elif isinstance(value, CallBase):
            made = self._of_result(value)
        elif isinstance(value, ExtractValueInst):
            made = self._of_part(value.operands[0].type, value.indices)
        elif isinstance(value, (PHINode, SelectInst, FreezeInst, CastInst)):
            made = Cell()
        elif isinstance(value, Instruction):
            made = Cell(self.byte)
        if made is not None:
            self.cells[value] = made
        return made

    def memory(self, pointer: Value) -> Cell:
        """The cell of the pointers in the memory to which a pointer points."""
        cell = self.cell(pointer)
        return Cell() if cell is None else cell.child(TARGET)

    def field(self, struct: StructType, number: int) -> Cell:
        """The cell of the pointers in a field of an identified struct."""
        key = (struct, number)
        found = self.fields.get(key)
        if found is None:
            found = Cell()
            self.fields[key] = found
        return found

    def _of_address(self, value: GetElementPtrInst | ConstantExpr) -> Cell | None:
        """The cell of a getelementptr, on whose way to the memory the last field counts."""
        source = value.source_element_type
        if source is None:
            return None
        if self.is_open and isinstance(value, Instruction) and is_open_address(value):
            return Cell()
        indices = value.operands[1:]
        types = indexed_types(source, indices)
        made = Cell(types[-1])
        target: Cell | None = None
        if isinstance(innermost(source), PointerType):
            target = self.memory(value.operands[0])
        for step in range(1, len(indices)):
            struct, index = types[step - 1], indices[step]
            if isinstance(struct, StructType):
                is_identified = not struct.is_literal and isinstance(index, ConstantInt)
                target = self.field(struct, index.value) if is_identified and isinstance(index, ConstantInt) else None
        if target is not None:
            made.below[TARGET] = target
        return made

    def _of_part(self, type: Type, indices: list[int]) -> Cell | None:
        """The cell of a pointer in an aggregate value, where it is in an identified struct."""
        found: Cell | None = None
        for index in indices:
            if isinstance(type, StructType):
                found = None if type.is_literal else self.field(type, index)
            next_type = indexed_type(type, [index])
            if next_type is None:
                return None
            type = next_type
        return found

    def _of_result(self, call: CallBase) -> Cell:
        callee = call.callee
        if isinstance(callee, Function):
            return self.results[callee] if callee.function_type is call.function_type else Cell(self.byte)
        cell = self.cell(call.operands[-1])
        return Cell(self.byte) if cell is None else cell.child(RESULT)

    # --- instructions

    def _add(self, function: Function, instruction: Instruction) -> None:
        self.cell(instruction)
        if self.tagged is not None and isinstance(instruction, (LoadInst, StoreInst)):
            self._add_tag(instruction, self.tagged)
        elif self.is_open and is_open_address(instruction):
            self._open_addresses.append(instruction)
            return
        if isinstance(instruction, LoadInst):
            self._vote(instruction.operands[0], instruction.type)
        elif isinstance(instruction, StoreInst):
            self._vote(instruction.operands[1], instruction.value.type)
            if isinstance(instruction.value.type, PointerType):
                self.graph.connect(self.memory(instruction.operands[1]), self.cell(instruction.value))
        elif isinstance(instruction, GetElementPtrInst):
            self._vote(instruction.operands[0], instruction.source_element_type)
        elif isinstance(instruction, CallBase):
            self._add_call(instruction)
        elif isinstance(instruction, (AtomicRMWInst, AtomicCmpXchgInst)):
            self._vote(instruction.operands[0], instruction.operands[1].type)
        elif isinstance(instruction, (PHINode, FreezeInst, CastInst)):
            for operand in instruction.operands:
                self.graph.connect(self.cell(instruction), self.cell(operand))
        elif isinstance(instruction, SelectInst):
            self.graph.connect(self.cell(instruction), self.cell(instruction.operands[1]))
            self.graph.connect(self.cell(instruction), self.cell(instruction.operands[2]))
        elif isinstance(instruction, CmpInst):
            self.graph.connect(self.cell(instruction.operands[0]), self.cell(instruction.operands[1]))
        elif isinstance(instruction, ReturnInst) and instruction.operands:
            self.graph.connect(self.results.get(function), self.cell(instruction.operands[0]))
        elif isinstance(instruction, InsertValueInst):
            self.graph.connect(self._of_part(instruction.type, instruction.indices), self.cell(instruction.operands[1]))

    def _add_tag(self, access: LoadInst | StoreInst, tagged: TaggedStructs) -> None:
        """The votes of a tag: for the struct in which the access is, and for what an accessed pointer points to."""
        tag = tagged.tag(access)
        if tag is None:
            return
        address = access.operands[0] if isinstance(access, LoadInst) else access.operands[1]
        value = access if isinstance(access, LoadInst) else access.value
        if isinstance(value.type, PointerType):
            pointee = tagged.pointee(tag)
            if pointee is not None:
                self._vote(value, pointee)
        if tag.base is tag.access:
            return
        struct = tagged.described(tag.base)
        offset = byte_offset(address)
        if offset is not None and offset == tag.offset and isinstance(address, GetElementPtrInst):
            address = address.pointer
        elif tag.offset:
            return
        if struct is not None:
            self._vote(address, struct.type)

    def _add_call(self, call: CallBase) -> None:
        callee = call.callee
        type = call.function_type
        if isinstance(callee, InlineAsm):
            return
        if not isinstance(callee, Function):
            self._vote(call.operands[-1], type)
        elif callee.function_type is not type:
            return
        below = self.cell(call.operands[-1])
        for number in range(min(len(type.parameters), call.argument_count)):
            if isinstance(type.parameters[number], PointerType) and below is not None:
                self.graph.connect(below.child(number), self.cell(call.operands[number]))

    def _initialize(self, memory: Cell, type: Type, constant: Value) -> None:
        """Connect the pointers of a constant with the memory, and with the fields, in which it is."""
        waiting: list[tuple[Cell | None, Type, Value]] = [(memory, type, constant)]
        while waiting:
            cell, type, constant = waiting.pop()
            if isinstance(type, PointerType):
                self.graph.connect(cell, self.cell(constant))
            elif not isinstance(constant, ConstantAggregate):
                continue
            elif isinstance(type, ArrayType):
                waiting.extend([(cell, type.element, element) for element in constant.operands])
            elif isinstance(type, StructType):
                for number, element in enumerate(constant.operands):
                    field = None if type.is_literal else self.field(type, number)
                    waiting.append((field, element.type, element))

    def _vote(self, pointer: Value, type: Type) -> None:
        """The vote of a use: one for all uses of a value that access the same type, which share a cast."""
        cell = self.cell(pointer)
        if cell is None or cell.is_known or (pointer, type) in self._voted:
            return
        self._voted.add((pointer, type))
        cell.votes[type] = cell.votes.get(type, 0) + 1


def inferred_pointees(module: Module, choice: str, wanted: dict[Value, Type], tagged: TaggedStructs | None) -> Pointees | None:
    """The pointees of a module; None where all pointers are addresses.

    `wanted` has the pointees that the consumer asks for: of single arguments, and under a function itself, of its result.
    """
    if choice == VIEWS and not wanted:
        return None
    pointees = Pointees(module, choice, wanted, tagged)
    pointees.infer()
    return pointees


def has_pointers_below(type: Type) -> bool:
    """Whether memory of a type holds pointers directly, or in arrays."""
    return isinstance(innermost(type), PointerType)


# --- The typed pointers that follow from the choices for the cells of a module.


@final
class PointeeChoices:
    """Types with pointers in them, by the cells of what has them; all types are asked for as they are with opaque pointers."""

    def __init__(self, pointees: Pointees, types: PointerTypes) -> None:
        self._pointees: Final = pointees
        self._types: Final = types
        self._context: Final = pointees.module.context
        self._known: Final[dict[tuple[int, int], Type]] = {}
        self._open: Final[set[int]] = set()

    def of_value(self, value: Value, type: Type) -> Type | None:
        """The type of a value that is a pointer and has a cell; None for others."""
        cell = self._pointees.cells.get(value)
        if cell is None or not isinstance(type, PointerType):
            return None
        return self._pointer(cell, type.address_space)

    def in_memory(self, pointer: Value, type: Type) -> Type | None:
        """The type of what is in the memory to which a pointer points; None where it holds no pointers, or nothing is known."""
        if not has_pointers_below(type) or innermost(type) in self._types.in_place:
            return None
        cell = self._pointees.cells.get(pointer)
        return None if cell is None else self._stored(cell.child(TARGET), type)

    def function_type(self, function: Function) -> FunctionType:
        """The type of a function, by the cells of its arguments and its result."""
        return self._function(self._pointees.cells[function], function.function_type)

    def called_type(self, callee: Value, type: FunctionType) -> FunctionType | None:
        """The type of a function that is called through a pointer; None if the pointer is to something else."""
        cell = self._pointees.cells.get(callee)
        return self._function(cell, type) if cell is not None and cell.chosen is type else None

    def complete(self, struct: StructType) -> None:
        """Change the elements of an identified struct, which itself stays."""
        if struct.elements is None:
            return
        changed = self._types.all_of(struct.elements)
        for number, element in enumerate(struct.elements):
            cell = self._pointees.fields.get((struct, number))
            if cell is not None and has_pointers_below(element):
                changed[number] = self._stored(cell, element)
        struct.elements = changed

    def _pointer(self, cell: Cell, space: int) -> Type:
        key = (id(cell), space)
        found = self._known.get(key)
        if found is not None:
            return found
        chosen = cell.chosen
        pointee: Type = self._context.integer(8)
        if chosen is not None and id(cell) not in self._open and chosen.kind not in NOT_POINTED_TO:
            self._open.add(id(cell))
            if isinstance(chosen, FunctionType):
                pointee = self._function(cell, chosen)
            elif has_pointers_below(chosen):
                pointee = self._stored(cell.child(TARGET), chosen)
            else:
                pointee = self._types.of(chosen)
            self._open.discard(id(cell))
        made = self._context.pointer_to(pointee, space)
        if not self._open:
            self._known[key] = made
        return made

    def _stored(self, cell: Cell, type: Type) -> Type:
        if isinstance(type, ArrayType):
            return self._context.array(self._stored(cell, type.element), type.count)
        return self._pointer(cell, type.address_space) if isinstance(type, PointerType) else self._types.of(type)

    def _function(self, cell: Cell, type: FunctionType) -> FunctionType:
        parameters: list[Type] = []
        for number, parameter in enumerate(type.parameters):
            below = cell.below.get(number) if isinstance(parameter, PointerType) else None
            typed = self._types.of(parameter) if below is None else self._stored(below, parameter)
            parameters.append(typed)
        result = cell.below.get(RESULT) if isinstance(type.return_type, PointerType) else None
        returned = self._types.of(type.return_type) if result is None else self._stored(result, type.return_type)
        return self._context.function(returned, parameters, type.is_variadic)

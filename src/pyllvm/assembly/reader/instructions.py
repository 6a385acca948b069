"""Instructions from text: their operands checked as LLVM's parser checks them, their defaults filled in."""

from __future__ import annotations

from typing import Final, final

from pyllvm.assembly.reader.attributes import AttributeBuilder, GroupUser
from pyllvm.assembly.reader.state import State, text_of_bytes, type_string
from pyllvm.assembly.reader.text_places import place_of_item
from pyllvm.assembly.reader.types import Ellipsis, TypeBuilder, is_first_class
from pyllvm.assembly.reader.values import AsmId, ValueBuilder, ValueId, is_constant
from pyllvm.ir.attributes import EMPTY_SET, Attribute, AttributeSet
from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.debug_info.debug_intrinsics import VARIABLE_INTRINSICS
from pyllvm.ir.function import BasicBlock, Function, Instruction
from pyllvm.ir.instructions import (
    AllocaInst,
    AtomicCmpXchgInst,
    AtomicRMWInst,
    BinaryOperator,
    BranchInst,
    CallBase,
    CallBrInst,
    CallInst,
    CastInst,
    CatchPadInst,
    CatchReturnInst,
    CatchSwitchInst,
    CleanupPadInst,
    CleanupReturnInst,
    CmpInst,
    ExtractElementInst,
    ExtractValueInst,
    FenceInst,
    FreezeInst,
    GetElementPtrInst,
    IndirectBrInst,
    InsertElementInst,
    InsertValueInst,
    InvokeInst,
    LandingPadInst,
    LoadInst,
    PHINode,
    ResumeInst,
    ReturnInst,
    SelectInst,
    ShuffleVectorInst,
    StoreInst,
    SwitchInst,
    UnaryOperator,
    UnreachableInst,
    VAArgInst,
)
from pyllvm.ir.shuffle_mask import shuffle_mask
from pyllvm.ir.target.data_layout import DataLayout
from pyllvm.ir.target.sized_types import is_sized
from pyllvm.ir.types import (
    ARRAY,
    FLOATING_POINT,
    FUNCTION,
    INTEGER,
    LABEL,
    METADATA,
    POINTER,
    STRUCT,
    TOKEN,
    VOID,
    FunctionType,
    IntegerType,
    PointerType,
    Type,
    VectorType,
)
from pyllvm.ir.valid_operands import (
    bad_select,
    element_pointed_to,
    element_pointer_type,
    indexed_type,
    is_valid_cast,
    is_valid_shuffle,
)
from pyllvm.ir.value import Value
from pyllvm.tables.cmpxchg_orderings import ANY_FAILURE_ORDERINGS_SINCE, is_stronger
from pyllvm.tables.keywords import (
    ACQUIRE,
    ACQUIRE_RELEASE,
    ATOMIC_RMW_NUMBERS,
    ATOMIC_RMW_SINCE,
    FCMP_NUMBERS,
    ICMP_NUMBERS,
    MONOTONIC,
    ORDERING_NUMBERS,
    RELEASE,
    UNORDERED,
)
from pyllvm.tables.opcodes import FNEG, OPCODES_BY_NAME, Opcode

_OPCODES: Final[dict[bytes, Opcode]] = {name.encode(): opcode for name, opcode in OPCODES_BY_NAME.items()}
_ICMP: Final[dict[bytes, int]] = {word.encode(): number for word, number in ICMP_NUMBERS.items()}
_FCMP: Final[dict[bytes, int]] = {word.encode(): number for word, number in FCMP_NUMBERS.items()}
_FLOAT_OPERATIONS: Final = (b"fadd", b"fsub", b"fmax", b"fmin", b"fmaximum", b"fminimum")
_LOGICAL: Final = (b"and", b"or", b"xor")
ALIGNMENTS_FILLED_IN_SINCE: Final = 11
ATOMIC_ALIGNMENTS_FILLED_IN_SINCE: Final = 13
SCALABLE_STRUCTS_REFUSED_SINCE: Final = 18
_MAXIMUM_ALIGNMENT: Final = 1 << 32
_CALL_ALIGNMENTS_CHECKED_UNTIL: Final = 15


@final
class CallArgument:
    """An argument as written."""

    __slots__ = ("attributes", "start", "value")

    def __init__(self, value: Value, attributes: list[object] | None, start: int) -> None:
        self.value = value
        self.attributes = attributes
        self.start = start


@final
class Bundle:
    """An operand bundle as written."""

    __slots__ = ("operands", "tag")

    def __init__(self, tag: str, operands: list[Value]) -> None:
        self.tag = tag
        self.operands = operands


@final
class Property:
    """Something named behind a comma or a function's header: a section, an alignment ..."""

    __slots__ = ("after", "kind", "number", "start", "text", "value")

    def __init__(self, kind: int, start: int, text: bytes = b"", number: int = 0, value: object = None, after: int = 0) -> None:
        self.after = after
        self.kind = kind
        self.start = start
        self.text = text
        self.number = number
        self.value = value


SECTION: Final = 1
PARTITION: Final = 2
CODE_MODEL: Final = 3
ALIGN: Final = 4
SANITIZER: Final = 5
COMDAT: Final = 6
UNNAMED: Final = 7
SPACE: Final = 8
GC: Final = 9
PREFIX: Final = 10
PROLOGUE: Final = 11
PERSONALITY: Final = 12


@final
class InstructionBuilder:
    """Makes instructions; adding them to blocks and naming them is the function builder's."""

    def __init__(self, state: State, types: TypeBuilder, values: ValueBuilder, attributes: AttributeBuilder) -> None:
        self.state: Final = state
        self.types: Final = types
        self.values: Final = values
        self.attributes: Final = attributes
        self.layout: DataLayout = DataLayout("", state.version)
        self.void: Final[Type] = state.context.void
        self.label: Final[Type] = state.context.label
        self.i1: Final[IntegerType] = state.context.integer(1)
        self.fills_in: Final = state.version >= ALIGNMENTS_FILLED_IN_SINCE
        self.has_debug_records_since: Final = state.version >= 19
        self.group_users: list[GroupUser] = []
        self._abi_alignments: dict[Type, int] = {}
        self._one: Value | None = None

    def layout_changed(self, layout: DataLayout) -> None:
        """The module's data layout is another from here on."""
        self.layout = layout
        self._abi_alignments = {}

    def abi_alignment(self, type: Type) -> int:
        found = self._abi_alignments.get(type)
        if found is None:
            found = self.layout.abi_alignment(type)
            self._abi_alignments[type] = found
        return found

    def alignment(self, text: bytes, start: int) -> int:
        """The number behind `align`."""
        state = self.state
        if not text.isdigit():
            state.error(start, "expected integer")
        number = int(text) if len(text) < 30 else 1 << 64
        if number == 0 or number & (number - 1):
            state.error(start, "alignment is not a power of two")
        if number > (_MAXIMUM_ALIGNMENT if state.version >= 14 else 1 << 29):
            state.error(start, "huge alignments are not supported yet")
        return number

    # --- operators

    def binary(self, word: bytes, flags: int, left: Value, right: Value, start: int) -> Instruction:
        opcode = _OPCODES[word]
        kind = left.type.kind
        if kind == 12:
            kind = left.type.scalar_type.kind
        if opcode.floating:
            if kind != FLOATING_POINT:
                self.state.error(start, "invalid operand type for instruction")
        elif kind != INTEGER:
            if word in _LOGICAL:
                self.state.error(start, "instruction requires integer or integer vector operands")
            self.state.error(start, "invalid operand type for instruction")
        return BinaryOperator(opcode, left, right, flags)

    def unary(self, flags: int, operand: Value, start: int, operand_start: int) -> Instruction:
        self.state.needs(start, "'fneg'", 8)
        if not operand.type.is_floating_point_or_vector:
            self.state.error(operand_start, "invalid operand type for instruction")
        return UnaryOperator(FNEG, operand, flags)

    def compare(
        self, is_float: bool, flags: int, predicate: bytes, left: Value, right: Value, predicate_start: int, start: int
    ) -> Instruction:
        state = self.state
        type = left.type
        scalar = type.scalar_type
        if is_float:
            number = _FCMP.get(predicate, -1)
            if number < 0:
                state.error(predicate_start, "expected fcmp predicate (e.g. 'oeq')")
            if scalar.kind != FLOATING_POINT:
                state.error(start, "fcmp requires floating point operands")
        else:
            number = _ICMP.get(predicate, -1)
            if number < 0:
                state.error(predicate_start, "expected icmp predicate (e.g. 'eq')")
            if scalar.kind != INTEGER and scalar.kind != POINTER:
                state.error(start, "icmp requires integer operands")
        result: Type = self.i1
        if isinstance(type, VectorType):
            result = state.context.vector(self.i1, type.count, type.is_scalable)
        return CmpInst(number, left, right, result, flags)

    def cast(self, word: bytes, flags: int, operand: Value, target: Type, start: int, operand_start: int) -> Instruction:
        opcode = _OPCODES[word]
        if opcode.since > self.state.version:
            self.state.needs(start, f"'{opcode.name}'", opcode.since)
        if not is_valid_cast(opcode.name, operand.type, target, self.state.version):
            self.state.error(
                operand_start,
                f"invalid cast opcode for cast from '{type_string(operand.type)}' to '{type_string(target)}'",
            )
        return CastInst(opcode, operand, target, flags)

    def select(self, flags: int, condition: Value, one: Value, other: Value, start: int, operand_start: int) -> Instruction:
        reason = bad_select(condition, one, other)
        if reason:
            self.state.error(operand_start, reason)
        if flags:
            self.state.needs(start, "a fast-math flag of select", 9)
        if flags and not self._takes_fast_math(one.type):
            self.state.error(start, "fast-math-flags specified for select without floating-point scalar or vector return type")
        return SelectInst(condition, one, other, flags)

    def _takes_fast_math(self, type: Type) -> bool:
        """Whether select, phi and call of that type take fast-math flags."""
        depth = 0
        while type.kind == ARRAY and depth < 64:
            type = type.contained_types[0]
            depth += 1
        if type.kind == STRUCT:
            if self.state.version < 20:
                return False
            parts = type.contained_types
            return bool(parts) and all(part is parts[0] for part in parts) and parts[0].is_floating_point_or_vector
        return type.is_floating_point_or_vector

    # --- memory

    def alloca(self, flags: object, type: Type, properties: object, type_start: int) -> Instruction:
        state = self.state
        if isinstance(flags, list) and len(flags) > 1 and flags != [b"inalloca", b"swifterror"]:
            state.error(state.data.rfind(bytes(flags[-1]), 0, type_start), "expected type")
        count: Value | None = None
        alignment = 0
        space = -1
        if properties is not None:
            assert isinstance(properties, list)
            rank = 0
            for one in properties:
                if isinstance(one, CallArgument):
                    if rank > 0:
                        state.error(one.start, "expected metadata or 'align'" if rank == 1 else "expected metadata after comma")
                    rank = 1
                    count = one.value
                    if count.type.kind != INTEGER:
                        state.error(one.start, "element count must have integer type")
                else:
                    assert isinstance(one, Property)
                    if one.kind == ALIGN:
                        if rank > 1:
                            state.error(one.start, "expected metadata after comma")
                        rank = 2
                        alignment = one.number
                    else:
                        rank = 3
                        space = one.number
        kind = type.kind
        if kind == FUNCTION or kind == VOID or kind == LABEL or kind == METADATA or kind == TOKEN:
            state.error(type_start, "invalid type for alloca")
        if space < 0:
            # LLVM gives the layout's address space only where the front end says so; text without it means 0.
            space = 0
        if count is None:
            if self._one is None:
                self._one = ConstantInt.get(state.context.integer(32), 1)
            count = self._one
        if alignment == 0 and self.fills_in:
            if not is_sized(type, self.state.version):
                state.error(type_start, "Cannot allocate unsized type")
            alignment = self.layout.preferred_alignment(type)
        if state.has_opaque_pointers or state.version >= 16 or (state.version == 15 and not state.has_typed_pointers):
            pointer: Type = state.context.pointer(space)
        else:
            pointer = state.context.pointer_to(type, space)
        made = AllocaInst(pointer, type, count, alignment)
        if flags is not None:
            assert isinstance(flags, list)
            made.is_inalloca = b"inalloca" in flags
            made.is_swifterror = b"swifterror" in flags
        return made

    def load(
        self,
        is_atomic: bool,
        is_volatile: bool,
        type: Type,
        pointer: Value,
        ordering: object,
        alignment: int,
        type_start: int,
        start: int,
    ) -> Instruction:
        state = self.state
        pointer_type = pointer.type
        if not isinstance(pointer_type, PointerType) or not is_first_class(type, state.version):
            state.error(start, "load operand must be a pointer to a first class type")
        if pointer_type.pointee is not None and pointer_type.pointee is not type:
            self._explicit_pointee(type, pointer_type.pointee, type_start)
        if is_atomic and alignment == 0:
            state.error(start, "atomic load must have explicit non-zero alignment")
        if alignment == 0 and self.fills_in:
            if not is_sized(type, self.state.version):
                state.error(type_start, "loading unsized types is not allowed")
            alignment = self.abi_alignment(type)
        made = LoadInst(type, pointer, alignment, is_volatile)
        if is_atomic:
            if not isinstance(ordering, tuple):
                state.error(self.ahead(), "Expected ordering on atomic instruction")
            made.sync_scope = self.scope(ordering[0])
            made.ordering = ORDERING_NUMBERS[ordering[1].decode()]
            if made.ordering == RELEASE or made.ordering == ACQUIRE_RELEASE:
                state.error(start, "atomic load cannot use Release ordering")
        elif ordering is not None:
            state.error(start, "expected instruction opcode")
        return made

    def store(
        self,
        is_atomic: bool,
        is_volatile: bool,
        value: Value,
        pointer: Value,
        ordering: object,
        alignment: int,
        start: int,
        pointer_start: int,
    ) -> Instruction:
        state = self.state
        pointer_type = pointer.type
        if not isinstance(pointer_type, PointerType):
            state.error(pointer_start, "store operand must be a pointer")
        type = value.type
        if not type.is_first_class:
            state.error(start, "store operand must be a first class value")
        if pointer_type.pointee is not None and pointer_type.pointee is not type:
            state.error(start, "stored value and pointer type do not match")
        if is_atomic and alignment == 0:
            state.error(start, "atomic store must have explicit non-zero alignment")
        if alignment == 0 and self.fills_in:
            if not is_sized(type, self.state.version):
                state.error(start, "storing unsized types is not allowed")
            alignment = self.abi_alignment(type)
        made = StoreInst(self.void, value, pointer, alignment, is_volatile)
        if is_atomic:
            if not isinstance(ordering, tuple):
                state.error(self.ahead(), "Expected ordering on atomic instruction")
            made.sync_scope = self.scope(ordering[0])
            made.ordering = ORDERING_NUMBERS[ordering[1].decode()]
            if made.ordering == ACQUIRE or made.ordering == ACQUIRE_RELEASE:
                state.error(start, "atomic store cannot use Acquire ordering")
        return made

    def ahead(self) -> int:
        """Where the token is that has been read ahead."""
        return self.state.ahead

    def _explicit_pointee(self, type: Type, pointee: Type, start: int) -> None:
        self.state.error(
            start,
            "explicit pointee type doesn't match operand's pointee type"
            if self.state.version < 14
            else f"explicit pointee type doesn't match operand's pointee type ({type_string(type)} vs {type_string(pointee)})",
        )

    def scope(self, name: object) -> str:
        return text_of_bytes(name) if isinstance(name, bytes) else ""

    def fence(self, scope: object, ordering: bytes) -> Instruction:
        number = ORDERING_NUMBERS[ordering.decode()]
        if number == UNORDERED:
            self.state.error(self.ahead(), "fence cannot be unordered")
        if number == MONOTONIC:
            self.state.error(self.ahead(), "fence cannot be monotonic")
        return FenceInst(self.void, number, self.scope(scope))

    def compare_exchange(
        self,
        is_weak: bool,
        is_volatile: bool,
        operands: list[Value],
        scope: object,
        success: bytes,
        failure: bytes,
        alignment: int,
        starts: list[int],
    ) -> Instruction:
        state = self.state
        one = ORDERING_NUMBERS[success.decode()]
        other = ORDERING_NUMBERS[failure.decode()]
        pointer, expected, new = operands
        if state.version < ANY_FAILURE_ORDERINGS_SINCE:
            if one == UNORDERED or other == UNORDERED:
                state.error(self.ahead(), "cmpxchg cannot be unordered")
            if is_stronger(other, one):
                state.error(self.ahead(), "cmpxchg failure argument shall be no stronger than the success argument")
        elif one == UNORDERED:
            state.error(self.ahead(), "invalid cmpxchg success ordering")
        if other == RELEASE or other == ACQUIRE_RELEASE or other == UNORDERED:
            state.error(
                self.ahead(),
                "invalid cmpxchg failure ordering"
                if state.version >= 13
                else "cmpxchg failure ordering cannot include release semantics",
            )
        pointer_type = pointer.type
        if not isinstance(pointer_type, PointerType):
            state.error(starts[0], "cmpxchg operand must be a pointer")
        if pointer_type.pointee is not None:
            if pointer_type.pointee is not expected.type:
                state.error(starts[1], "compare value and pointer type do not match")
            if pointer_type.pointee is not new.type:
                state.error(starts[2], "new value and pointer type do not match")
        if expected.type is not new.type:
            state.error(starts[2], "compare value and new value type do not match")
        if not new.type.is_first_class:
            state.error(starts[2], "cmpxchg operand must be a first class value")
        if alignment == 0 and state.version >= ATOMIC_ALIGNMENTS_FILLED_IN_SINCE:
            alignment = self._store_size(new.type)
        elif alignment:
            state.needs(starts[0], "'align' of a cmpxchg", ATOMIC_ALIGNMENTS_FILLED_IN_SINCE)
        type = state.context.literal_struct([new.type, self.i1])
        made = AtomicCmpXchgInst(type, pointer, expected, new, one, other, alignment)
        made.is_weak = is_weak
        made.is_volatile = is_volatile
        made.sync_scope = self.scope(scope)
        return made

    def _store_size(self, type: Type) -> int:
        """The bytes that a value takes in memory, as an alignment: LLVM keeps the power of two that is in it."""
        size = self.layout.store_size(type)
        return 1 << (size.bit_length() - 1) if size > 0 else size

    def atomic_rmw(
        self,
        is_volatile: bool,
        word: bytes,
        pointer: Value,
        value: Value,
        scope: object,
        ordering: bytes,
        alignment: int,
        starts: list[int],
    ) -> Instruction:
        state = self.state
        name = word.decode()
        if name not in ATOMIC_RMW_NUMBERS or ATOMIC_RMW_SINCE.get(name, 0) > state.version:
            if name in ATOMIC_RMW_NUMBERS:
                state.needs(starts[0], f"atomicrmw {name}", ATOMIC_RMW_SINCE[name])
            state.error(starts[0], "expected binary operation in atomicrmw")
        number = ORDERING_NUMBERS[ordering.decode()]
        if number == UNORDERED:
            state.error(self.ahead(), "atomicrmw cannot be unordered")
        pointer_type = pointer.type
        if not isinstance(pointer_type, PointerType):
            state.error(starts[1], "atomicrmw operand must be a pointer")
        type = value.type
        if pointer_type.pointee is not None and pointer_type.pointee is not type:
            state.error(starts[2], "atomicrmw value and pointer type do not match")
        kind = type.kind
        if state.version >= 19 and isinstance(type, VectorType) and type.is_scalable:
            state.error(starts[2], "atomicrmw operand may not be scalable")
        if word == b"xchg":
            if kind == POINTER and state.version < 15:
                state.error(starts[2], "atomicrmw xchg operand must be an integer or floating point type")
            if kind != INTEGER and kind != FLOATING_POINT and kind != POINTER:
                state.error(
                    starts[2],
                    "atomicrmw xchg operand must be an integer, floating point, or pointer type"
                    if state.version >= 15
                    else "atomicrmw xchg operand must be an integer or floating point type",
                )
        elif word in _FLOAT_OPERATIONS:
            if not type.is_floating_point_or_vector:
                state.error(starts[2], f"atomicrmw {name} operand must be a floating point type")
        elif kind != INTEGER:
            state.error(starts[2], f"atomicrmw {name} operand must be an integer")
        bits = self.layout.size_in_bits(type)
        bits = (bits + 7) // 8 * 8 if kind != INTEGER else bits
        if bits < 8 or bits & (bits - 1):
            state.error(starts[2], "atomicrmw operand must be power-of-two byte-sized integer")
        if alignment == 0 and state.version >= ATOMIC_ALIGNMENTS_FILLED_IN_SINCE:
            alignment = self._store_size(type)
        elif alignment:
            state.needs(starts[1], "'align' of an atomicrmw", ATOMIC_ALIGNMENTS_FILLED_IN_SINCE)
        made = AtomicRMWInst(ATOMIC_RMW_NUMBERS[name], pointer, value, number, alignment)
        made.is_volatile = is_volatile
        made.sync_scope = self.scope(scope)
        return made

    def get_element_ptr(self, flags: int, type: Type, operands: list[Value], type_start: int, start: int) -> Instruction:
        state = self.state
        pointer = operands[0]
        scalar = pointer.type.scalar_type
        if not isinstance(scalar, PointerType):
            state.error(start, "base of getelementptr must be a pointer")
        if scalar.pointee is not None and scalar.pointee is not type:
            self._explicit_pointee(type, scalar.pointee, type_start)
        indices = operands[1:]
        shape: Type = pointer.type
        for number in range(len(indices)):
            index = indices[number].type
            if index.kind == INTEGER:
                continue
            if index.scalar_type.kind != INTEGER:
                state.error(place_of_item(state.data, start, number + 1), "getelementptr index must be an integer")
            assert isinstance(index, VectorType)
            if isinstance(shape, VectorType) and (shape.count != index.count or shape.is_scalable != index.is_scalable):
                state.error(
                    place_of_item(state.data, start, number + 1), "getelementptr vector index has a wrong number of elements"
                )
            shape = index
        if indices and not is_sized(type, self.state.version):
            state.error(start, "base element of getelementptr must be sized")
        if type.kind == STRUCT and state.version >= SCALABLE_STRUCTS_REFUSED_SINCE and is_sized(type, state.version):
            if self.layout.is_scalable(type):
                state.error(start, "getelementptr cannot target structure that contains scalable vector type")
        reached = element_pointed_to(type, indices)
        if reached is None:
            state.error(start, "invalid getelementptr indices")
        return GetElementPtrInst(element_pointer_type(type, pointer.type, indices, reached), type, operands, flags)

    # --- aggregates and vectors

    def indices(self, texts: object, start: int) -> list[int]:
        assert isinstance(texts, list)
        numbers: list[int] = []
        for text in texts:
            assert isinstance(text, bytes)
            if not text.isdigit():
                self.state.error(start, "expected integer")
            number = int(text) if len(text) < 20 else 1 << 32
            if number >> 32:
                self.state.error(start, "expected 32-bit integer (too large)")
            numbers.append(number)
        return numbers

    def extract_value(self, aggregate: Value, indices: list[int], start: int) -> Instruction:
        state = self.state
        if not aggregate.type.is_aggregate:
            state.error(start, "extractvalue operand must be aggregate type")
        type = indexed_type(aggregate.type, indices)
        if type is None:
            state.error(start, "invalid indices for extractvalue")
        return ExtractValueInst(type, aggregate, indices)

    def insert_value(self, aggregate: Value, element: Value, indices: list[int], start: int, element_start: int) -> Instruction:
        state = self.state
        if not aggregate.type.is_aggregate:
            state.error(start, "insertvalue operand must be aggregate type")
        type = indexed_type(aggregate.type, indices)
        if type is None:
            state.error(start, "invalid indices for insertvalue")
        if type is not element.type:
            state.error(
                element_start,
                f"insertvalue operand and field disagree in type: '{type_string(element.type)}' instead of '{type_string(type)}'",
            )
        return InsertValueInst(aggregate, element, indices)

    def extract_element(self, vector: Value, index: Value, start: int) -> Instruction:
        type = vector.type
        if not isinstance(type, VectorType) or index.type.kind != INTEGER:
            self.state.error(start, "invalid extractelement operands")
        return ExtractElementInst(type.element, vector, index)

    def insert_element(self, vector: Value, element: Value, index: Value, start: int) -> Instruction:
        type = vector.type
        if not isinstance(type, VectorType) or element.type is not type.element or index.type.kind != INTEGER:
            self.state.error(start, "invalid insertelement operands")
        return InsertElementInst(vector, element, index)

    def shuffle_vector(self, left: Value, right: Value, mask: Value, start: int) -> Instruction:
        if not is_valid_shuffle(left, right, mask):
            self.state.error(start, "invalid shufflevector operands")
        type = left.type
        mask_type = mask.type
        assert isinstance(type, VectorType)
        assert isinstance(mask_type, VectorType)
        result = self.state.context.vector(type.element, mask_type.count, mask_type.is_scalable)
        return ShuffleVectorInst(result, left, right, shuffle_mask(mask, self.state.version))

    # --- terminators

    def return_void(self, start: int) -> Instruction:
        self._check_result(self.void, start)
        return ReturnInst(self.void)

    def return_value(self, value: Value, start: int) -> Instruction:
        self._check_result(value.type, start)
        return ReturnInst(self.void, value)

    def _check_result(self, type: Type, start: int) -> None:
        local = self.values.local
        assert local is not None
        expected = local.function.function_type.return_type
        if expected is not type:
            self.state.error(start, f"value doesn't match function result type '{type_string(expected)}'")

    def block(self, value: Value, start: int) -> Value:
        """A value that must be a basic block."""
        if value.type is not self.label:
            self.state.error(start, "expected a basic block")
        return value

    def branch(self, target: Value, start: int) -> Instruction:
        if target.type is not self.label:
            if target.type is not self.i1:
                self.state.error(start, "branch condition must have 'i1' type")
            self.state.error(self.ahead(), "expected ',' after branch condition")
        return BranchInst(self.void, target)

    def conditional_branch(self, condition: Value, one: Value, other: Value, starts: list[int]) -> Instruction:
        state = self.state
        if condition.type is self.label:
            state.error(starts[0], "expected instruction opcode")
        if condition.type is not self.i1:
            state.error(starts[0], "branch condition must have 'i1' type")
        return BranchInst(self.void, self.block(one, starts[1]), condition, self.block(other, starts[2]))

    def switch(self, condition: Value, default: Value, cases: object, start: int, default_start: int) -> Instruction:
        state = self.state
        self.block(default, default_start)
        if condition.type.kind != INTEGER:
            state.error(start, "switch condition must have integer type")
        made = SwitchInst(self.void, condition, default)
        if cases is not None:
            assert isinstance(cases, list)
            seen: set[Value] = set()
            for case in cases:
                assert isinstance(case, tuple)
                value, block, case_start = case
                assert isinstance(value, Value)
                assert isinstance(block, Value)
                assert isinstance(case_start, int)
                self.block(block, case_start)
                if value in seen:
                    state.error(case_start, "duplicate case value in switch")
                seen.add(value)
                if not isinstance(value, ConstantInt):
                    state.error(case_start, "case value is not a constant integer")
                made.add_case(value, block)
        return made

    def indirect_branch(self, address: Value, blocks: list[Value], start: int) -> Instruction:
        if address.type.kind != POINTER:
            self.state.error(start, "indirectbr address must have pointer type")
        for block in blocks:
            self.block(block, start)
        return IndirectBrInst(self.void, address, blocks)

    def resume(self, value: Value) -> Instruction:
        return ResumeInst(self.void, value)

    def unreachable(self) -> Instruction:
        return UnreachableInst(self.void)

    def cleanup_return(self, pad: object, unwind: Value | None, pad_start: int) -> Instruction:
        return CleanupReturnInst(self.void, self.pad(pad, pad_start), unwind)

    def catch_return(self, pad: object, block: Value, pad_start: int, block_start: int) -> Instruction:
        return CatchReturnInst(self.void, self.pad(pad, pad_start), self.block(block, block_start))

    def catch_switch(self, pad: object, handlers: list[Value], unwind: Value | None, pad_start: int) -> Instruction:
        for handler in handlers:
            self.block(handler, pad_start)
        return CatchSwitchInst(self.state.context.token, self._outer_pad(pad, pad_start, "catchswitch"), unwind, handlers)

    def pad(self, pad: object, start: int) -> Value:
        """A token."""
        return self.values.convert(pad, self.state.context.token, start)

    def _outer_pad(self, pad: object, start: int, instruction: str) -> Value:
        """The pad that another is in: a name; but for a catchpad `none`, too."""
        data = self.state.data
        if data[start : start + 1] != b"%" and (instruction == "catchpad" or data[start : start + 4] != b"none"):
            self.state.error(start, f"expected scope value for {instruction}")
        return self.pad(pad, start)

    def catch_pad(self, pad: object, arguments: list[Value], pad_start: int) -> Instruction:
        return CatchPadInst(self.state.context.token, self._outer_pad(pad, pad_start, "catchpad"), arguments)

    def cleanup_pad(self, pad: object, arguments: list[Value], pad_start: int) -> Instruction:
        return CleanupPadInst(self.state.context.token, self._outer_pad(pad, pad_start, "cleanuppad"), arguments)

    # --- others

    def phi(self, flags: int, type: Type, incoming: object, start: int, type_start: int) -> Instruction:
        state = self.state
        if not type.is_first_class:
            state.error(type_start, "phi node must have first class type")
        if flags:
            state.needs(start, "a fast-math flag of phi", 10)
        if flags and state.data[state.ahead : state.ahead + 1] == b",":
            # LLParser::parseInstruction forgets the flags of a phi that has attachments.
            flags = 0
        if flags and not self._takes_fast_math(type):
            state.error(start, "fast-math-flags specified for phi without floating-point scalar or vector return type")
        made = PHINode(type, flags)
        if incoming is None and state.version < 16:
            state.error(self.ahead(), "expected '[' in phi value list")
        if incoming is not None:
            assert isinstance(incoming, list)
            convert = self.values.convert
            pairs: list[tuple[Value, Value]] = []
            for one in incoming:
                assert isinstance(one, tuple)
                value, block, value_start, block_start = one
                assert isinstance(value_start, int)
                assert isinstance(block_start, int)
                pairs.append((convert(value, type, value_start), convert(block, self.label, block_start)))
            for converted, target in pairs:
                assert isinstance(target, BasicBlock)
                made.add_incoming(converted, target)
        return made

    def freeze(self, operand: Value, start: int) -> Instruction:
        self.state.needs(start, "'freeze'", 10)
        return FreezeInst(operand)

    def va_arg(self, operand: Value, type: Type, start: int) -> Instruction:
        if not type.is_first_class:
            self.state.error(start, "va_arg requires operand with first class type")
        return VAArgInst(operand, type)

    def landing_pad(self, type: Type, is_cleanup: bool, clauses: object) -> Instruction:
        state = self.state
        values: list[Value] = []
        if clauses is not None:
            assert isinstance(clauses, list)
            for clause in clauses:
                assert isinstance(clause, tuple)
                word, value, start = clause
                assert isinstance(value, Value)
                assert isinstance(start, int)
                if not is_constant(value):
                    # LLVM does not stop at a wrong type; the first of its errors counts since LLVM 20.
                    if state.version >= 20 and (word == b"catch") == (value.type.kind == ARRAY):
                        state.error(start, f"'{text_of_bytes(word)}' clause has an invalid type")
                    state.error(start, "clause argument must be a constant")
                values.append(value)
        return LandingPadInst(type, is_cleanup, values)

    # --- calls

    def function_type_of_call(self, result: Type, arguments: list[object], start: int) -> FunctionType:
        """The type of the function that is called: the one written, or that of the arguments."""
        if isinstance(result, FunctionType):
            return result
        if result.kind == POINTER and not self.state.has_opaque_pointers and isinstance(result, PointerType):
            # The pointer to function type of before LLVM 7.
            pass
        kind = result.kind
        if kind == LABEL or kind == METADATA:
            self.state.error(start, "Invalid result type for LLVM function")
        types: list[Type] = []
        for argument in arguments:
            if isinstance(argument, CallArgument):
                types.append(argument.value.type)
        return self.state.context.function(result, types, False)

    def callee(self, value: object, function_type: FunctionType, space: int, start: int) -> Value:
        state = self.state
        type: Type
        if state.has_opaque_pointers or state.version >= 16 or (state.version == 15 and not state.has_typed_pointers):
            type = state.context.pointer(space)
        else:
            type = state.context.pointer_to(function_type, space)
        if isinstance(value, AsmId):
            return self.values.inline_asm(value, function_type, type)
        return self.values.convert(value, type, start)

    def checked_arguments(
        self, function_type: FunctionType, arguments: list[object], call_start: int, is_must_tail: bool
    ) -> tuple[list[Value], list[AttributeSet] | None]:
        """The values of a call's arguments, and their attributes where any has some."""
        state = self.state
        values: list[Value] = []
        sets: list[AttributeSet] | None = None
        parameters = function_type.parameters
        count = len(parameters)
        number = 0
        for argument in arguments:
            if isinstance(argument, Ellipsis):
                local = self.values.local
                if not is_must_tail:
                    state.error(self.ahead(), "unexpected ellipsis in argument list for non-musttail call")
                if local is not None and not local.function.function_type.is_variadic:
                    state.error(self.ahead(), "unexpected ellipsis in argument list for musttail call in non-varargs function")
                continue
            assert isinstance(argument, CallArgument)
            if number < count:
                if parameters[number] is not argument.value.type:
                    state.error(argument.start, f"argument is not of expected type '{type_string(parameters[number])}'")
            elif not function_type.is_variadic:
                state.error(argument.start, "too many arguments specified")
            values.append(argument.value)
            if argument.attributes is not None:
                if sets is None:
                    sets = [EMPTY_SET] * number
                while len(sets) < number:
                    sets.append(EMPTY_SET)
                sets.append(self.attributes.placed_set(argument.attributes, 2, True))
            number += 1
        if is_must_tail and not (arguments and isinstance(arguments[-1], Ellipsis)):
            local = self.values.local
            if local is not None and local.function.function_type.is_variadic:
                state.error(
                    self._closing(call_start),
                    "expected '...' at end of argument list for musttail call in varargs function",
                )
        if number < count:
            state.error(call_start, "not enough parameters specified for call")
        return values, sets

    def _closing(self, start: int) -> int:
        """Where the argument list of the call ends that begins there: at its last closing parenthesis on the line."""
        data = self.state.data
        end = data.find(b"\n", start)
        return data.rfind(b")", start, end if end >= 0 else len(data))

    def finish_call(
        self,
        call: CallBase,
        convention: int,
        returned: list[object] | None,
        sets: list[AttributeSet] | None,
        own: list[object] | None,
    ) -> None:
        """Set a call's convention and attributes."""
        call.calling_convention = convention
        if own is None and returned is None and sets is None:
            return
        groups: list[int] = []
        function: list[Attribute] = self.attributes.function_attributes(own, groups) if own is not None else []
        returned_set = self.attributes.placed_set(returned, 4) if returned is not None else EMPTY_SET
        if groups:
            self.group_users.append(GroupUser(call, tuple(groups)))
        if not function and not returned_set and not sets:
            return
        call.attributes = self.attributes.list_of(
            self.attributes.set_of(function) if function else EMPTY_SET, returned_set, tuple(sets) if sets else ()
        )

    def call(
        self,
        tail: bytes,
        flags: int,
        convention: int,
        returned: list[object] | None,
        space: int,
        result: Type,
        callee: object,
        arguments: list[object],
        own: list[object] | None,
        bundles: list[object] | None,
        start: int,
        result_start: int,
        callee_start: int,
        call_start: int,
    ) -> CallInst:
        function_type = self.function_type_of_call(result, arguments, result_start)
        target = self.callee(callee, function_type, space, callee_start)
        values, sets = self.checked_arguments(function_type, arguments, call_start, tail == b"musttail")
        if self.has_debug_records_since:
            self._check_debug_intrinsic(callee, call_start)
        call = CallInst(function_type, target, values, _bundles(bundles))
        if tail:
            call.tail_kind = tail.decode()
        if flags:
            if not self._takes_fast_math(call.type):
                self.state.error(
                    call_start,
                    "fast-math-flags specified for call without floating-point scalar or vector return type",
                )
            call.flags = flags
        self.finish_call(call, convention, returned, sets, own)
        if own is not None and call.attributes is not None and "align" in call.attributes.function:
            if self.state.version <= _CALL_ALIGNMENTS_CHECKED_UNTIL:
                self.state.error(call_start, "call instructions may not have an alignment")
        return call

    def _check_debug_intrinsic(self, callee: object, start: int) -> None:
        """A module has debug intrinsics or debug records."""
        if isinstance(callee, Function):
            name = callee.name
        elif isinstance(callee, ValueId):
            name = text_of_bytes(callee.name)
        else:
            return
        if name in VARIABLE_INTRINSICS:
            if self.state.has_debug_records:
                self.state.error(start, "llvm.dbg intrinsic should not appear in a module using non-intrinsic debug info")
            self.state.has_debug_intrinsics = True

    def invoke(
        self,
        convention: int,
        returned: list[object] | None,
        space: int,
        result: Type,
        callee: object,
        arguments: list[object],
        own: list[object] | None,
        bundles: list[object] | None,
        normal: Value,
        unwind: Value,
        starts: list[int],
    ) -> Instruction:
        self.block(normal, starts[3])
        self.block(unwind, starts[4])
        function_type = self.function_type_of_call(result, arguments, starts[1])
        target = self.callee(callee, function_type, space, starts[2])
        values, sets = self.checked_arguments(function_type, arguments, starts[0], False)
        made = InvokeInst(function_type, target, values, normal, unwind, _bundles(bundles))
        self.finish_call(made, convention, returned, sets, own)
        return made

    def callbr(
        self,
        convention: int,
        returned: list[object] | None,
        space: int,
        result: Type,
        callee: object,
        arguments: list[object],
        own: list[object] | None,
        bundles: list[object] | None,
        default: Value,
        indirect: list[Value],
        starts: list[int],
    ) -> Instruction:
        self.state.needs(starts[0], "'callbr'", 9)
        self.block(default, starts[3])
        for block in indirect:
            self.block(block, starts[4])
        function_type = self.function_type_of_call(result, arguments, starts[1])
        target = self.callee(callee, function_type, space, starts[2])
        values, sets = self.checked_arguments(function_type, arguments, starts[0], False)
        made = CallBrInst(function_type, target, values, default, indirect, _bundles(bundles))
        self.finish_call(made, convention, returned, sets, own)
        return made


def _bundles(bundles: list[object] | None) -> list[tuple[str, list[Value]]] | None:
    if bundles is None:
        return None
    made: list[tuple[str, list[Value]]] = []
    for bundle in bundles:
        assert isinstance(bundle, Bundle)
        made.append((bundle.tag, bundle.operands))
    return made

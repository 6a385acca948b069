"""Parses the instructions that use memory: alloca, load, store, getelementptr, fence, cmpxchg, atomicrmw, va_arg."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from pyllvm.assembly.reader import actions as a
from pyllvm.assembly.reader import children as c
from pyllvm.assembly.reader.flags import GepFlags
from pyllvm.assembly.reader.properties import ALIGN, Property, alignment_number
from pyllvm.assembly.reader.stack import Stack
from pyllvm.assembly.reader.state import State, text_of_bytes
from pyllvm.assembly.reader.text_error import place_of_item
from pyllvm.assembly.reader.types import wrong_pointee
from pyllvm.ir import instructions, types
from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.function import Instruction
from pyllvm.ir.target.sized_types import SizedTypes
from pyllvm.ir.types import IntegerType, PointerType, Type, VectorType
from pyllvm.ir.valid_operands import element_pointed_to, element_pointer_type, is_first_class
from pyllvm.ir.value import Value
from pyllvm.tables import atomics, features
from pyllvm.tables.atomics import ANY_FAILURE_ORDERINGS_SINCE, AtomicOperation, is_stronger
from pyllvm.tables.atomics import FLOATING_POINT as FLOATING_POINT_OPERAND
from pyllvm.tables.features import ATOMIC_ALIGNMENT_SINCE
from pyllvm.tables.text_versions import (
    ALIGNMENTS_FILLED_IN_SINCE,
    EXCHANGES_NAMED_SINCE,
    FLOATING_POINT_EXCHANGES_SINCE,
    SCALABLE_STRUCTS_REFUSED_SINCE,
)


@final
class MemoryBuilder:
    """Creates the instructions that use memory."""

    def __init__(self, state: State, stack: Stack) -> None:
        self.state: Final = state
        self.stack: Final = stack
        self.void: Final[Type] = state.context.void
        self.i1: Final[IntegerType] = state.context.integer(1)
        self.fills_in: Final = state.version >= ALIGNMENTS_FILLED_IN_SINCE
        self._sized_types: Final = SizedTypes(state.version)
        self._one: Value | None = None

    def reduce(self, action: i64, base: i64) -> object:
        """Run the action of a rule."""
        stack = self.stack
        values = stack.values
        starts = stack.starts
        if action == a.LOAD:
            return self._load(base)
        if action == a.GETELEMENTPTR:
            flags = values[base + c.GETELEMENTPTR_GEP_FLAGS]
            bits = 0
            if isinstance(flags, GepFlags):
                bits = flags.bits
                if flags.in_range is not None:
                    self.state.error(starts[base + c.GETELEMENTPTR_GEP_FLAGS], "expected type")
            return self._getelementptr(
                bits,
                stack.type_at(base + c.GETELEMENTPTR_TYPE),
                stack.values_at(base + c.GETELEMENTPTR_TYPED_VALUE_LIST),
                starts[base + c.GETELEMENTPTR_TYPE],
                starts[base + c.GETELEMENTPTR_TYPED_VALUE_LIST],
            )
        if action == a.STORE:
            return self._store(base)
        if action == a.ALIGNMENT:
            return alignment_number(stack.bytes_at(base + c.ALIGNMENT_INTEGER), starts[base + c.ALIGNMENT_INTEGER], self.state)
        if action == a.ALLOCA:
            return self._alloca(
                values[base + c.ALLOCA_ALLOCA_FLAGS],
                stack.type_at(base + c.ALLOCA_TYPE),
                None,
                stack.list_at(base + c.ALLOCA_ALLOCA_PLACE),
                starts[base + c.ALLOCA_TYPE],
            )
        if action == a.ALLOCA_OF_MANY:
            return self._alloca_of_many(base)
        if action == a.LAST_ALIGNMENT:
            return alignment_number(
                stack.bytes_at(base + c.LAST_ALIGNMENT_INTEGER), starts[base + c.LAST_ALIGNMENT_INTEGER], self.state
            )
        if action == a.PAIR_ADJACENT:
            return (values[base + c.PAIR_ADJACENT_SYNCSCOPE], values[base + c.PAIR_ADJACENT_ORDERING])
        if action == a.ATOMICRMW:
            return self._atomicrmw(base)
        if action == a.CMPXCHG:
            return self._cmpxchg(base)
        if action == a.FENCE:
            return self._fence(values[base + c.FENCE_SYNCSCOPE], stack.bytes_at(base + c.FENCE_ORDERING))
        if action == a.SYNCSCOPE:
            return values[base + c.SYNCSCOPE_STRING]
        assert action == a.VA_ARG
        return self._va_arg(
            stack.value_at(base + c.VA_ARG_TYPED_VALUE), stack.type_at(base + c.VA_ARG_TYPE), starts[base + c.VA_ARG_TYPE]
        )

    def _alloca_of_many(self, base: i64) -> Instruction:
        stack = self.stack
        place = stack.values[base + c.ALLOCA_OF_MANY_PLACE]  # a comma that nothing follows is allowed
        alloca = self._alloca(
            stack.values[base + c.ALLOCA_OF_MANY_ALLOCA_FLAGS],
            stack.type_at(base + c.ALLOCA_OF_MANY_TYPE),
            stack.value_at(base + c.ALLOCA_OF_MANY_TYPED_VALUE),
            place if isinstance(place, list) else None,
            stack.starts[base + c.ALLOCA_OF_MANY_TYPE],
        )
        if alloca.operands[0].type.kind != types.INTEGER:
            self.state.error(stack.starts[base + c.ALLOCA_OF_MANY_TYPED_VALUE], "element count must have integer type")
        return alloca

    def _alloca(self, flags: object, type: Type, count: Value | None, place: list[object] | None, type_start: int) -> Instruction:
        state = self.state
        if isinstance(flags, list) and len(flags) > 1 and flags != [b"inalloca", b"swifterror"]:
            state.error(state.data.rfind(bytes(flags[-1]), 0, type_start), "expected type")
        alignment = 0
        # LLVM uses the layout's address space only if the front end requests it; text without one means 0.
        space = 0
        if place is not None:
            for item in place:
                assert isinstance(item, Property)
                if item.kind == ALIGN:
                    alignment = item.number
                else:
                    space = item.number
        kind = type.kind
        if (
            kind == types.FUNCTION
            or kind == types.VOID
            or kind == types.LABEL
            or kind == types.METADATA
            or kind == types.TOKEN
            or kind == types.X86_AMX
        ):
            state.error(type_start, "invalid type for alloca")
        if count is None:
            if self._one is None:
                self._one = ConstantInt.get(state.context.integer(32), 1)
            count = self._one
        if alignment == 0 and self.fills_in:
            if not self._sized_types.has(type):
                state.error(type_start, "Cannot allocate unsized type")
            alignment = state.layout.preferred_alignment(type)
        alloca = instructions.AllocaInst(state.pointer_to(type, space), type, count, alignment)
        if flags is not None:
            assert isinstance(flags, list)
            alloca.is_inalloca = b"inalloca" in flags
            alloca.is_swifterror = b"swifterror" in flags
        return alloca

    def _load(self, base: i64) -> Instruction:
        state = self.state
        stack = self.stack
        starts = stack.starts
        ordering = self._ordering_of_access(base + c.LOAD_ATOMIC, base + c.LOAD_ORDERING)
        type = stack.type_at(base + c.LOAD_TYPE)
        pointer = stack.value_at(base + c.LOAD_TYPED_VALUE)
        start = starts[base + c.LOAD_TYPED_VALUE]
        pointer_type = pointer.type
        if not isinstance(pointer_type, PointerType) or not is_first_class(type, state.version):
            state.error(start, "load operand must be a pointer to a first class type")
        if pointer_type.pointee is not None and pointer_type.pointee is not type:
            state.error(starts[base + c.LOAD_TYPE], wrong_pointee(type, pointer_type.pointee, state.version))
        alignment = stack.number_at(base + c.LOAD_ALIGNMENT)
        if ordering is not None and alignment == 0:
            state.error(start, "atomic load must have explicit non-zero alignment")
        if alignment == 0 and self.fills_in:
            if not self._sized_types.has(type):
                state.error(starts[base + c.LOAD_TYPE], "loading unsized types is not allowed")
            alignment = state.abi_alignment(type)
        load = instructions.LoadInst(type, pointer, alignment, stack.values[base + c.LOAD_VOLATILE] is not None)
        if ordering is not None:
            number = self._order(load, ordering)
            if number == atomics.RELEASE or number == atomics.ACQUIRE_RELEASE:
                state.error(start, "atomic load cannot use Release ordering")
        return load

    def _store(self, base: i64) -> Instruction:
        state = self.state
        stack = self.stack
        ordering = self._ordering_of_access(base + c.STORE_ATOMIC, base + c.STORE_ORDERING)
        value = stack.value_at(base + c.STORE_VALUE)
        pointer = stack.value_at(base + c.STORE_POINTER)
        start = stack.starts[base + c.STORE_VALUE]
        pointer_type = pointer.type
        if not isinstance(pointer_type, PointerType):
            state.error(stack.starts[base + c.STORE_POINTER], "store operand must be a pointer")
        type = value.type
        if not type.is_first_class:
            state.error(start, "store operand must be a first class value")
        if pointer_type.pointee is not None and pointer_type.pointee is not type:
            state.error(start, "stored value and pointer type do not match")
        alignment = stack.number_at(base + c.STORE_ALIGNMENT)
        if ordering is not None and alignment == 0:
            state.error(start, "atomic store must have explicit non-zero alignment")
        if alignment == 0 and self.fills_in:
            if not self._sized_types.has(type):
                state.error(start, "storing unsized types is not allowed")
            alignment = state.abi_alignment(type)
        store = instructions.StoreInst(self.void, value, pointer, alignment, stack.values[base + c.STORE_VOLATILE] is not None)
        if ordering is not None:
            number = self._order(store, ordering)
            if number == atomics.ACQUIRE or number == atomics.ACQUIRE_RELEASE:
                state.error(start, "atomic store cannot use Acquire ordering")
        return store

    def _ordering_of_access(self, atomic: i64, ordering: i64) -> tuple[object, bytes] | None:
        """The scope and the ordering of a load or store; None if it is not atomic. The arguments are places in the stack."""
        is_atomic = self.stack.values[atomic] is not None
        found = self.stack.values[ordering]
        if found is None and not is_atomic:
            return None
        if not is_atomic or found is None:
            message = "Expected ordering on atomic instruction" if is_atomic else "expected instruction opcode"
            self.state.error(self.stack.starts[ordering], message)
        assert isinstance(found, tuple)
        return found

    def _getelementptr(self, flags: int, type: Type, operands: list[Value], type_start: int, start: int) -> Instruction:
        state = self.state
        pointer = operands[0]
        scalar = pointer.type.scalar_type
        if not isinstance(scalar, PointerType):
            state.error(start, "base of getelementptr must be a pointer")
        if scalar.pointee is not None and scalar.pointee is not type:
            state.error(type_start, wrong_pointee(type, scalar.pointee, state.version))
        indices = operands[1:]
        shape: Type = pointer.type
        for number in range(len(indices)):
            index = indices[number].type
            if index.kind == types.INTEGER:
                continue
            if index.scalar_type.kind != types.INTEGER:
                state.error(place_of_item(state.data, start, number + 1), "getelementptr index must be an integer")
            assert isinstance(index, VectorType)
            if isinstance(shape, VectorType) and (shape.count != index.count or shape.is_scalable != index.is_scalable):
                state.error(
                    place_of_item(state.data, start, number + 1), "getelementptr vector index has a wrong number of elements"
                )
            shape = index
        if indices and not self._sized_types.has(type):
            state.error(start, "base element of getelementptr must be sized")
        if type.kind == types.STRUCT and state.version >= SCALABLE_STRUCTS_REFUSED_SINCE and self._sized_types.has(type):
            if state.layout.is_scalable(type):
                state.error(start, "getelementptr cannot target structure that contains scalable vector type")
        reached = element_pointed_to(type, indices)
        if reached is None:
            state.error(start, "invalid getelementptr indices")
        # The parser's list has room for more operands; a copy has none.
        return instructions.GetElementPtrInst(
            element_pointer_type(type, pointer.type, indices, reached), type, operands[:], flags
        )

    def _fence(self, scope: object, ordering: bytes) -> Instruction:
        number = atomics.ORDERING_NUMBERS[ordering.decode()]
        if number == atomics.UNORDERED:
            self.state.error(self.state.ahead, "fence cannot be unordered")
        if number == atomics.MONOTONIC:
            self.state.error(self.state.ahead, "fence cannot be monotonic")
        return instructions.FenceInst(self.void, number, self._scope(scope))

    def _cmpxchg(self, base: i64) -> Instruction:
        state = self.state
        stack = self.stack
        starts = stack.starts
        success_number = atomics.ORDERING_NUMBERS[stack.bytes_at(base + c.CMPXCHG_SUCCESS).decode()]
        failure_number = atomics.ORDERING_NUMBERS[stack.bytes_at(base + c.CMPXCHG_FAILURE).decode()]
        pointer = stack.value_at(base + c.CMPXCHG_POINTER)
        expected = stack.value_at(base + c.CMPXCHG_EXPECTED)
        new = stack.value_at(base + c.CMPXCHG_NEW)
        alignment = stack.number_at(base + c.CMPXCHG_ALIGNMENT)
        if state.version < ANY_FAILURE_ORDERINGS_SINCE:
            if success_number == atomics.UNORDERED or failure_number == atomics.UNORDERED:
                state.error(state.ahead, "cmpxchg cannot be unordered")
            if is_stronger(failure_number, success_number):
                state.error(state.ahead, "cmpxchg failure argument shall be no stronger than the success argument")
        elif success_number == atomics.UNORDERED:
            state.error(state.ahead, "invalid cmpxchg success ordering")
        if failure_number == atomics.RELEASE or failure_number == atomics.ACQUIRE_RELEASE or failure_number == atomics.UNORDERED:
            state.error(
                state.ahead,
                "invalid cmpxchg failure ordering"
                if state.version >= ANY_FAILURE_ORDERINGS_SINCE
                else "cmpxchg failure ordering cannot include release semantics",
            )
        pointer_type = pointer.type
        if not isinstance(pointer_type, PointerType):
            state.error(starts[base + c.CMPXCHG_POINTER], "cmpxchg operand must be a pointer")
        if pointer_type.pointee is not None:
            if pointer_type.pointee is not expected.type:
                state.error(starts[base + c.CMPXCHG_EXPECTED], "compare value and pointer type do not match")
            if pointer_type.pointee is not new.type:
                state.error(starts[base + c.CMPXCHG_NEW], "new value and pointer type do not match")
        if expected.type is not new.type:
            state.error(starts[base + c.CMPXCHG_NEW], "compare value and new value type do not match")
        if not new.type.is_first_class:
            state.error(starts[base + c.CMPXCHG_NEW], "cmpxchg operand must be a first class value")
        if alignment == 0 and state.version >= ATOMIC_ALIGNMENT_SINCE:
            alignment = self._store_size(new.type)
        elif alignment:
            state.needs(starts[base + c.CMPXCHG_POINTER], "'align' of a cmpxchg", ATOMIC_ALIGNMENT_SINCE)
        type = state.context.literal_struct([new.type, self.i1])
        cmpxchg = instructions.AtomicCmpXchgInst(type, pointer, expected, new, success_number, failure_number, alignment)
        cmpxchg.is_weak = stack.values[base + c.CMPXCHG_WEAK] is not None
        cmpxchg.is_volatile = stack.values[base + c.CMPXCHG_VOLATILE] is not None
        cmpxchg.sync_scope = self._scope(stack.values[base + c.CMPXCHG_SYNCSCOPE])
        return cmpxchg

    def _store_size(self, type: Type) -> int:
        """The size in bytes of a value in memory, as an alignment: LLVM uses the largest power of two that divides it."""
        size = self.state.layout.store_size(type)
        return 1 << (size.bit_length() - 1) if size > 0 else size

    def _atomicrmw(self, base: i64) -> Instruction:
        state = self.state
        stack = self.stack
        starts = stack.starts
        name = stack.bytes_at(base + c.ATOMICRMW_ATOMIC_OPERATION).decode()
        pointer = stack.value_at(base + c.ATOMICRMW_POINTER)
        value = stack.value_at(base + c.ATOMICRMW_OPERAND)
        alignment = stack.number_at(base + c.ATOMICRMW_ALIGNMENT)
        is_elementwise = stack.values[base + c.ATOMICRMW_ELEMENTWISE] is not None
        if is_elementwise:
            state.needs(starts[base + c.ATOMICRMW_ELEMENTWISE], features.ELEMENTWISE.name, features.ELEMENTWISE.since)
        operation = atomics.ATOMIC_RMW_OF_WORD.get(name)
        if operation is None:
            state.error(starts[base + c.ATOMICRMW_ATOMIC_OPERATION], "expected binary operation in atomicrmw")
        if operation.since > state.version:
            state.needs(starts[base + c.ATOMICRMW_ATOMIC_OPERATION], f"atomicrmw {name}", operation.since)
        number = atomics.ORDERING_NUMBERS[stack.bytes_at(base + c.ATOMICRMW_ORDERING).decode()]
        if number == atomics.UNORDERED:
            state.error(state.ahead, "atomicrmw cannot be unordered")
        if is_elementwise and number == atomics.SEQUENTIALLY_CONSISTENT:
            state.error(state.ahead, "atomicrmw elementwise cannot be sequentially consistent")
        pointer_type = pointer.type
        if not isinstance(pointer_type, PointerType):
            state.error(starts[base + c.ATOMICRMW_POINTER], "atomicrmw operand must be a pointer")
        type = value.type
        if pointer_type.pointee is not None and pointer_type.pointee is not type:
            state.error(starts[base + c.ATOMICRMW_OPERAND], "atomicrmw value and pointer type do not match")
        if features.ATOMIC_VECTOR_OPERATIONS.is_in(state.version) and isinstance(type, VectorType) and type.is_scalable:
            state.error(starts[base + c.ATOMICRMW_OPERAND], "atomicrmw operand may not be scalable")
        if state.version >= features.ATOMIC_INTEGER_VECTORS_SINCE:
            self._check_exchanged(operation, type, is_elementwise, starts[base + c.ATOMICRMW_OPERAND])
        else:
            self._check_exchanged_to_22(operation, type, starts[base + c.ATOMICRMW_OPERAND])
        if alignment == 0 and state.version >= ATOMIC_ALIGNMENT_SINCE:
            alignment = self._store_size(type)
        elif alignment:
            state.needs(starts[base + c.ATOMICRMW_POINTER], "'align' of an atomicrmw", ATOMIC_ALIGNMENT_SINCE)
        atomicrmw = instructions.AtomicRMWInst(operation.number, pointer, value, number, alignment)
        atomicrmw.is_volatile = stack.values[base + c.ATOMICRMW_VOLATILE] is not None
        atomicrmw.is_elementwise = is_elementwise
        atomicrmw.sync_scope = self._scope(stack.values[base + c.ATOMICRMW_SYNCSCOPE])
        return atomicrmw

    def _check_exchanged(self, operation: AtomicOperation, type: Type, is_elementwise: bool, start: int) -> None:
        """Refuse what atomicrmw cannot take."""
        state = self.state
        if is_elementwise and not isinstance(type, VectorType):
            state.error(start, "atomicrmw elementwise operand must be a fixed vector type")
        subject = f"atomicrmw {operation.word} operand must be"
        if operation.operand == atomics.ANYTHING:
            has_vectors = state.version >= features.ATOMIC_XCHG_OF_VECTORS_SINCE
            kind = type.scalar_type.kind if is_elementwise or has_vectors else type.kind
            if kind != types.INTEGER and kind != types.FLOATING_POINT and kind != types.POINTER:
                what = "an integer, floating point, or pointer type"
                if has_vectors:
                    plain = "an integer type, a floating-point type, a pointer type"
                    what = f"{plain}, or a fixed vector of any of these types"
                elif isinstance(type, VectorType) and not state.version_is_fixed:
                    state.needs(start, features.ATOMIC_XCHG_OF_VECTORS.name, features.ATOMIC_XCHG_OF_VECTORS_SINCE)
                state.error(start, f"{subject} {what}")
        elif operation.operand == FLOATING_POINT_OPERAND:
            if not type.is_floating_point_or_vector:
                state.error(start, f"{subject} a floating point or fixed vector of floating point type")
        elif not type.is_integer_or_vector:
            state.error(start, f"{subject} an integer or fixed vector of integer type")
        size = state.layout.store_size(type)
        if size & (size - 1):
            state.error(start, "atomicrmw operand must have a power-of-two byte size")

    def _check_exchanged_to_22(self, operation: AtomicOperation, type: Type, start: int) -> None:
        """Refuse what atomicrmw cannot take, up to LLVM 22."""
        state = self.state
        name = operation.word
        kind = type.kind
        if kind != types.INTEGER and state.version < FLOATING_POINT_EXCHANGES_SINCE:
            what = f"atomicrmw {name}" if state.version >= EXCHANGES_NAMED_SINCE else "atomicrmw"
            state.error(start, f"{what} operand must be an integer")
        takes_pointers = features.ATOMIC_XCHG_OF_POINTERS.is_in(state.version)
        if operation.operand == atomics.ANYTHING:
            if kind != types.INTEGER and kind != types.FLOATING_POINT and not (kind == types.POINTER and takes_pointers):
                state.error(
                    start,
                    "atomicrmw xchg operand must be an integer, floating point, or pointer type"
                    if takes_pointers
                    else "atomicrmw xchg operand must be an integer or floating point type",
                )
        elif operation.operand == FLOATING_POINT_OPERAND:
            if not type.is_floating_point_or_vector:
                state.error(start, f"atomicrmw {name} operand must be a floating point type")
        elif kind != types.INTEGER:
            state.error(start, f"atomicrmw {name} operand must be an integer")
        bits = state.layout.size_in_bits(type)
        if takes_pointers:  # since then, what counts is the size in memory
            bits = (bits + 7) // 8 * 8
        if bits < 8 or bits & (bits - 1):
            state.error(start, "atomicrmw operand must be power-of-two byte-sized integer")

    def _va_arg(self, operand: Value, type: Type, start: int) -> Instruction:
        if not type.is_first_class:
            self.state.error(start, "va_arg requires operand with first class type")
        return instructions.VAArgInst(operand, type)

    def _order(self, access: instructions.OrderedInst, ordering: tuple[object, bytes]) -> int:
        """Give an access its scope and its ordering, and return the ordering's number."""
        access.sync_scope = self._scope(ordering[0])
        access.ordering_number = atomics.ORDERING_NUMBERS[ordering[1].decode()]
        return access.ordering_number

    def _scope(self, name: object) -> str:
        """The synchronization scope that is written, or "" for none. As in LLVM, the context keeps it if the access goes."""
        if not isinstance(name, bytes):
            return ""
        scope = text_of_bytes(name)
        self.state.context.sync_scopes[scope] = None
        return scope

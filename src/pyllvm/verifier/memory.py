"""The rules for instructions that access memory or compute addresses.

Sources: `Verifier::visitLoadInst`, `visitStoreInst`, `visitAtomicCmpXchgInst`, `visitAtomicRMWInst`, `visitFenceInst`,
`visitAllocaInst`, `visitGetElementPtrInst`, `verifySwiftErrorValue`.
"""

from __future__ import annotations

from typing import Final

from pyllvm.ir import instructions, types
from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.function import Instruction
from pyllvm.ir.target.target_triple import is_amdgpu
from pyllvm.ir.types import PointerType, StructType, Type, VectorType
from pyllvm.ir.valid_operands import atomic_access_types, element_pointed_to, is_atomic_access, is_atomicrmw
from pyllvm.ir.value import Value
from pyllvm.tables import atomics
from pyllvm.tables.atomics import ANY_FAILURE_ORDERINGS_SINCE, is_stronger
from pyllvm.tables.atomics import FLOATING_POINT as FLOATING_POINT_OPERAND
from pyllvm.tables.features import ATOMIC_INTEGER_VECTORS_SINCE, ATOMIC_VECTOR_OPERATIONS, SCALABLE_ARRAYS
from pyllvm.tables.target_versions import AMDGCN_MORE_SPACES_SINCE
from pyllvm.tables.verifier_rules import ALLOCATED_TARGET_TYPE, PHYSICAL_ADDRESS, PHYSICAL_ALLOCA
from pyllvm.tables.verifier_versions import (
    ALLOCA_SPACES_SINCE,
    BYTES_ADDRESSED_SINCE,
    STACK_ADDRESS_SPACE_UNTIL,
    SWIFT_ERRORS_LAST_SINCE,
)
from pyllvm.verifier.attributes import parameter_has_attribute
from pyllvm.verifier.metadata import maximum_alignment
from pyllvm.verifier.state import State
from pyllvm.verifier.type_properties import address_space, contains_global_target_type, same_length, scalar_bits

# The address spaces of allocas on an AMD GPU: the stack, and since LLVM 24 memory that the lanes of a wave share.
_PRIVATE: Final = 5
_LANE_SHARED: Final = 13
_MAY_HAVE_TARGET_TYPES: Final = (types.TARGET, types.STRUCT, types.ARRAY)


def verify_load(state: State, load: instructions.LoadInst) -> bool:
    """Check a load."""
    if load.operands[0].type.kind != types.POINTER:
        return state.fail("Load operand must be a pointer.", load)
    if load.alignment > maximum_alignment(state.version):
        return state.fail("huge alignment values are unsupported", load)
    if not state.sized_types.has(load.type):
        return state.fail("loading unsized types is not allowed", load)
    if load.ordering_number:
        if load.ordering_number == atomics.RELEASE or load.ordering_number == atomics.ACQUIRE_RELEASE:
            return state.fail("Load cannot have Release ordering", load)
        if not is_atomic_access(load.type, state.version):
            return state.fail(f"atomic load operand must have {atomic_access_types(state.version)}!", load.type, load)
        _verify_atomic_size(state, load.type, load)
        return True
    if load.sync_scope:
        return state.fail("Non-atomic load cannot have SynchronizationScope specified", load)
    return True


def verify_store(state: State, store: instructions.StoreInst) -> bool:
    """Check a store."""
    if store.operands[1].type.kind != types.POINTER:
        return state.fail("Store operand must be a pointer.", store)
    type = store.operands[0].type
    if store.alignment > maximum_alignment(state.version):
        return state.fail("huge alignment values are unsupported", store)
    if not state.sized_types.has(type):
        return state.fail("storing unsized types is not allowed", store)
    if store.ordering_number:
        if store.ordering_number == atomics.ACQUIRE or store.ordering_number == atomics.ACQUIRE_RELEASE:
            return state.fail("Store cannot have Acquire ordering", store)
        if not is_atomic_access(type, state.version):
            return state.fail(f"atomic store operand must have {atomic_access_types(state.version)}!", type, store)
        _verify_atomic_size(state, type, store)
        return True
    if store.sync_scope:
        return state.fail("Non-atomic store cannot have SynchronizationScope specified", store)
    return True


def _verify_atomic_size(state: State, type: Type, instruction: Instruction) -> bool:
    """Check the size of an atomic access (`Verifier::checkAtomicMemAccessSize`); a failure does not end the other checks."""
    bits = state.data_layout.size_in_bits(type)
    if bits < 8:
        return state.fail("atomic memory access' size must be byte-sized", type, instruction)
    if bits & (bits - 1):
        return state.fail("atomic memory access' operand must have a power-of-two size", type, instruction)
    return True


def verify_fence(state: State, fence: instructions.FenceInst) -> bool:
    """Check a fence."""
    if fence.ordering_number < atomics.ACQUIRE:
        return state.fail("fence instructions may only have acquire, release, acq_rel, or seq_cst ordering.", fence)
    return True


def verify_cmpxchg(state: State, exchange: instructions.AtomicCmpXchgInst) -> bool:
    """Check a cmpxchg."""
    success, failure = exchange.success_ordering_number, exchange.failure_ordering_number
    if state.version < ANY_FAILURE_ORDERINGS_SINCE and is_stronger(failure, success):
        return state.fail("cmpxchg instructions failure argument shall be no stronger than the success argument", exchange)
    type = exchange.operands[1].type
    if type.kind != types.INTEGER and type.kind != types.POINTER:
        return state.fail("cmpxchg operand must have integer or pointer type", type, exchange)
    _verify_atomic_size(state, type, exchange)
    return True


def verify_atomicrmw(state: State, operation: instructions.AtomicRMWInst) -> bool:
    """Check an atomicrmw."""
    if operation.ordering_number == atomics.UNORDERED:
        return state.fail("atomicrmw instructions cannot be unordered.", operation)
    type = operation.operands[1].type
    row = (
        atomics.ATOMIC_RMW_OPERATIONS[operation.operation_number]
        if operation.operation_number < len(atomics.ATOMIC_RMW_OPERATIONS)
        else None
    )
    word = "" if row is None else row.word
    takes = atomics.INTEGERS if row is None else row.operand
    if state.version >= ATOMIC_INTEGER_VECTORS_SINCE:
        return _verify_exchanged(state, operation, word, takes)
    if not is_atomicrmw(takes, type, False, state.version):
        what = "integer"
        if takes == atomics.ANYTHING:
            what = "integer or floating point"
        elif takes == FLOATING_POINT_OPERAND:
            has_vectors = ATOMIC_VECTOR_OPERATIONS.is_in(state.version)
            what = "floating-point or fixed vector of floating-point" if has_vectors else "floating point"
        return state.fail(f"atomicrmw {word} operand must have {what} type!", operation, type)
    _verify_atomic_size(state, type, operation)
    return True


def _verify_exchanged(state: State, operation: instructions.AtomicRMWInst, word: str, takes: int) -> bool:
    """Check the type of an atomicrmw, which may be a fixed vector since LLVM 23, and `elementwise`."""
    type = operation.operands[1].type
    is_fixed_vector = isinstance(type, VectorType) and not type.is_scalable
    if operation.is_elementwise:
        if not is_fixed_vector:
            return state.fail("atomicrmw elementwise operand must have fixed vector type!", operation, type)
        if operation.ordering_number == atomics.SEQUENTIALLY_CONSISTENT:
            return state.fail("atomicrmw elementwise cannot be sequentially consistent.", operation)
    if not is_atomicrmw(takes, type, operation.is_elementwise, state.version):
        what = "integer or fixed vector of integer"
        if takes == atomics.ANYTHING:
            what = "integer or floating point"
        elif takes == FLOATING_POINT_OPERAND:
            what = "floating-point or fixed vector of floating-point"
        return state.fail(f"atomicrmw {word} operand must have {what} type!", operation, type)
    _verify_atomic_size(state, type, operation)
    return True


def verify_getelementptr(state: State, step: instructions.GetElementPtrInst) -> bool:
    """Check a getelementptr."""
    if state.has_logical_pointers and state.breaks(PHYSICAL_ADDRESS):
        return False
    pointer = step.operands[0].type
    if not pointer.is_pointer_or_vector:
        return state.fail("GEP base pointer is not a vector or a vector of pointers", step)
    source = step.source_element_type
    if not state.sized_types.has(source):
        return state.fail("GEP into unsized type!", step)
    if isinstance(source, StructType) and not _is_fixed(state, source):
        return state.fail("getelementptr cannot target structure that contains scalable vectortype", step)
    operands = step.operands
    for number in range(1, len(operands)):
        if not operands[number].type.is_integer_or_vector:
            return state.fail("GEP indexes must be integers", step)
    type = step.type
    reached: Type | None = source
    if len(operands) > 2:
        reached = element_pointed_to(source, operands[1:])
        if reached is None:
            return state.fail("Invalid indices for GEP pointer type!", step)
    if state.version >= BYTES_ADDRESSED_SINCE and _enters_vector_of_bits(source, operands[2:]):
        return state.fail("GEP into vector with non-byte-addressable element type", step)
    scalar = type.scalar_type
    if not isinstance(scalar, PointerType) or (scalar.pointee is not None and scalar.pointee is not reached):
        return state.fail("GEP is not of right type for indices!", step, reached)
    if isinstance(type, VectorType):
        if isinstance(pointer, VectorType) and not same_length(type, pointer):
            return state.fail("Vector GEP result width doesn't match operand's", step)
        for number in range(1, len(operands)):
            index = operands[number].type
            if isinstance(index, VectorType) and not same_length(index, type):
                return state.fail("Invalid GEP index vector width", step)
    elif isinstance(type, PointerType) and isinstance(pointer, PointerType):
        if type.address_space != pointer.address_space:
            return state.fail("GEP address space doesn't match type", step)
    return True


def _enters_vector_of_bits(source: Type, indices: list[Value]) -> bool:
    """Whether an index selects an element of a vector whose elements do not fill whole bytes."""
    reached: Type | None = source
    for number in range(len(indices)):
        if isinstance(reached, VectorType) and scalar_bits(reached) % 8:
            return True
        if reached is not None:
            reached = element_pointed_to(reached, [indices[number], indices[number]])
    return False


def _is_fixed(state: State, type: StructType) -> bool:
    """Whether a struct has no scalable vectors."""
    return not SCALABLE_ARRAYS.is_in(state.version) or not state.sized_types.is_scalable(type)


def verify_alloca(state: State, alloca: instructions.AllocaInst) -> bool:
    """Check an alloca."""
    if state.has_logical_pointers and state.breaks(PHYSICAL_ALLOCA):
        return False
    if state.version <= STACK_ADDRESS_SPACE_UNTIL and address_space(alloca.type) != state.data_layout.alloca_address_space:
        return state.fail("Allocation instruction pointer not in the stack address space!", alloca)
    if not state.sized_types.has(alloca.allocated_type):
        return state.fail("Cannot allocate unsized type", alloca)
    if alloca.allocated_type.kind in _MAY_HAVE_TARGET_TYPES:
        if contains_global_target_type(alloca.allocated_type, state.stack_types) and state.breaks(ALLOCATED_TARGET_TYPE, alloca):
            return False
    if alloca.operands[0].type.kind != types.INTEGER:
        return state.fail("Alloca array size must have integer type", alloca)
    if alloca.alignment > maximum_alignment(state.version):
        return state.fail("huge alignment values are unsupported", alloca)
    if alloca.is_swifterror and state.version < SWIFT_ERRORS_LAST_SINCE:
        verify_swift_error(state, alloca)
    elif alloca.is_swifterror:
        if alloca.allocated_type.kind != types.POINTER:
            return state.fail("swifterror alloca must have pointer type", alloca)
        count = alloca.operands[0]
        if not isinstance(count, ConstantInt) or count.value != 1:
            return state.fail("swifterror alloca must not be array allocation", alloca)
        verify_swift_error(state, alloca)
    return state.version < ALLOCA_SPACES_SINCE or address_space(alloca.type) == _PRIVATE or _check_space(state, alloca)


def _check_space(state: State, alloca: instructions.AllocaInst) -> bool:
    """Check the address space of an alloca that is not in private memory."""
    if not is_amdgpu(state.module.target_triple, state.version):
        return True
    if state.version < AMDGCN_MORE_SPACES_SINCE:
        return state.fail("alloca on amdgpu must be in addrspace(5)", alloca)
    if address_space(alloca.type) != _LANE_SHARED:
        return state.fail("alloca on amdgpu must be in addrspace(5) or addrspace(13)", alloca)
    return True


def verify_swift_error(state: State, value: Value) -> bool:
    """Check the users of a swifterror value."""
    for user in value.users:
        if not isinstance(user, (instructions.LoadInst, instructions.StoreInst, instructions.CallInst, instructions.InvokeInst)):
            return state.fail("swifterror value can only be loaded and stored from, or as a swifterror argument!", value, user)
        if isinstance(user, instructions.StoreInst) and user.operands[1] is not value:
            return state.fail("swifterror value should be the second operand when used by stores", value, user)
        if isinstance(user, instructions.CallBase):
            for number in range(user.argument_count):
                if user.operands[number] is value and not parameter_has_attribute(user, number, "swifterror"):
                    state.fail("swifterror value when used in a callsite should be marked with swifterror attribute", value, user)
                    break
    return True

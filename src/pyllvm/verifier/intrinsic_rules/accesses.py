"""Memory: lifetime markers, element-wise atomic copies, masked accesses, addresses, accesses that keep the structure of types.

Source: `Verifier::visitIntrinsicCall`.
"""

from __future__ import annotations

from typing import Final

from pyllvm.ir.constants import POISON, ConstantInt, SimpleConstant
from pyllvm.ir.instructions import AllocaInst, CallBase
from pyllvm.ir.target.data_layout_text import is_power_of_two
from pyllvm.ir.types import INTEGER, ArrayType, PointerType, StructType, Type, VectorType
from pyllvm.ir.value import Value
from pyllvm.tables.intrinsic_versions import (
    ALIGNMENTS_OF_ELEMENTS_SINCE,
    GATHER_ALIGNMENTS_SINCE,
    LENGTHS_UNCHECKED_SINCE,
    NO_ALIGNMENTS_SINCE,
    WORDED_BY_CALL_SINCE,
)
from pyllvm.tables.verifier_rules import ELEMENT_TYPE_OF_BASE, LIFETIME_OF_OTHERS
from pyllvm.tables.verifier_versions import POINTER_MASKS_SINCE
from pyllvm.verifier.attributes import has_parameter_attribute
from pyllvm.verifier.intrinsic_rules.arguments import Rule, checks_types, constant_of
from pyllvm.verifier.state import State
from pyllvm.verifier.type_properties import address_space, is_vector, same_length, scalar_bits


def _element_wise_atomic(state: State, call: CallBase, pointers: int) -> bool:
    size = constant_of(call, 3)
    if not is_power_of_two(size):
        return state.fail("element size of the element-wise atomic memory intrinsic must be a power of 2", call)
    if state.version < LENGTHS_UNCHECKED_SINCE and constant_of(call, 2) % size:
        return state.fail(
            "constant length must be a multiple of the element size in the element-wise atomic memory intrinsic", call
        )
    for number, what in ((0, "destination"), (1, "source"))[:pointers]:
        attribute = call._attributes.parameter(number).find("align") if call._attributes is not None else None
        if attribute is None or attribute.integer < size:
            return state.fail(f"incorrect alignment of the {what} argument", call)
    return True


def _invariant_start(state: State, call: CallBase) -> bool:
    size = call.operands[0]
    if not isinstance(size, ConstantInt) or size.value < -1:
        return state.fail("invariant_start parameter must be -1, 0 or a positive number", call)
    return True


def _masked_load(state: State, call: CallBase) -> bool:
    if checks_types(state) and not is_vector(call.type):
        return state.fail("masked_load: must return a vector", call)
    if state.version >= NO_ALIGNMENTS_SINCE:
        return True
    mask = call.operands[2].type
    if not is_vector(mask):
        return state.fail("masked_load: mask must be vector", call)
    word = "return" if state.version >= WORDED_BY_CALL_SINCE else "data"
    if state.version >= ALIGNMENTS_OF_ELEMENTS_SINCE and not is_power_of_two(constant_of(call, 1)):
        return state.fail("masked_load: alignment must be a power of 2", call)
    if not _points_to(call.operands[0], call.type):
        return state.fail("masked_load: return must match pointer type", call)
    if call.operands[3].type is not call.type:
        return state.fail(f"masked_load: pass through and {word} type must match", call)
    if not same_length(mask, call.type):
        return state.fail(f"masked_load: vector mask must be same length as {word}", call)
    return True


def _masked_store(state: State, call: CallBase) -> bool:
    if state.version >= NO_ALIGNMENTS_SINCE:
        return True
    mask = call.operands[3].type
    if not is_vector(mask):
        return state.fail("masked_store: mask must be vector", call)
    word = "value" if state.version >= WORDED_BY_CALL_SINCE else "data"
    if state.version >= ALIGNMENTS_OF_ELEMENTS_SINCE and not is_power_of_two(constant_of(call, 2)):
        return state.fail("masked_store: alignment must be a power of 2", call)
    if not _points_to(call.operands[1], call.operands[0].type):
        return state.fail("masked_store: storee must match pointer type", call)
    if not same_length(mask, call.operands[0].type):
        return state.fail(f"masked_store: vector mask must be same length as {word}", call)
    return True


def _masked_gather(state: State, call: CallBase) -> bool:
    alignment = constant_of(call, 1)
    if GATHER_ALIGNMENTS_SINCE <= state.version < NO_ALIGNMENTS_SINCE and alignment and not is_power_of_two(alignment):
        return state.fail("masked_gather: alignment must be 0 or a power of 2", call)
    return True


def _masked_scatter(state: State, call: CallBase) -> bool:
    alignment = constant_of(call, 2)
    if GATHER_ALIGNMENTS_SINCE <= state.version < NO_ALIGNMENTS_SINCE and alignment and not is_power_of_two(alignment):
        return state.fail("masked_scatter: alignment must be 0 or a power of 2", call)
    return True


def _pointer_mask(state: State, call: CallBase) -> bool:
    if state.version < POINTER_MASKS_SINCE:
        return True
    pointer = call.operands[0].type
    mask = call.operands[1].type
    if not pointer.is_pointer_or_vector:
        return state.fail("llvm.ptrmask intrinsic first argument must be pointer or vector of pointers", call)
    if is_vector(pointer) != is_vector(mask):
        return state.fail("llvm.ptrmask intrinsic arguments must be both scalars or both vectors", call)
    if not same_length(pointer, mask):
        return state.fail("llvm.ptrmask intrinsic arguments must have the same number of elements", call)
    if state.data_layout.index_bits(address_space(pointer)) != scalar_bits(mask):
        return state.fail(
            "llvm.ptrmask intrinsic second argument bitwidth must match pointer index type size of first argument", call
        )
    return True


def _element_type_of_base(state: State, call: CallBase) -> bool:
    return has_parameter_attribute(call._attributes, 0, "elementtype") or not state.breaks(ELEMENT_TYPE_OF_BASE, call)


def _element_wise_atomic_transfer(state: State, call: CallBase) -> bool:
    return _element_wise_atomic(state, call, 2)


def _element_wise_atomic_setting(state: State, call: CallBase) -> bool:
    return _element_wise_atomic(state, call, 1)


def _points_to(pointer: Value, pointee: Type) -> bool:
    """Whether a typed pointer points to that type; True for opaque pointers."""
    type = pointer.type
    return not isinstance(type, PointerType) or type.pointee is None or type.pointee is pointee


def _lifetime(state: State, call: CallBase) -> bool:
    pointer = call.operands[0]
    is_poison = isinstance(pointer, SimpleConstant) and pointer.kind == POISON
    callee = pointer.called_function if isinstance(pointer, CallBase) else None
    is_structured = callee is not None and callee.name.startswith("llvm.structured.alloca.")
    return is_poison or isinstance(pointer, AllocaInst) or is_structured or not state.breaks(LIFETIME_OF_OTHERS, call)


def _structured_index(state: State, call: CallBase) -> bool:
    attribute = call._attributes.parameter(0).find("elementtype") if call._attributes is not None else None
    if attribute is None or attribute.type is None:
        return state.fail("Intrinsic first parameter is missing an ElementType attribute", call)
    type = attribute.type
    for index in call.operands[1 : call.argument_count]:
        if index.type.kind != INTEGER:
            return state.fail("Index operand type must be an integer", call)
        if isinstance(type, (ArrayType, VectorType)):
            type = type.element
        elif isinstance(type, StructType):
            if not isinstance(index, ConstantInt):
                return state.fail("Indexing into a struct requires a constant int", call)
            if index.unsigned >= len(type.contained_types):
                return state.fail("Indexing in a struct should be inbounds", call)
            type = type.contained_types[index.unsigned]
        else:
            state.fail("Reached a non-composite type with more indices to process", call)
    return True


def _structured_variable(state: State, call: CallBase) -> bool:
    if call._attributes is None or "elementtype" not in call._attributes.returned:
        return state.fail("@llvm.structured.alloca calls require elementtype attribute.", call)
    return True


RULES: Final[dict[str, Rule]] = {
    "invariant.start": _invariant_start,
    "lifetime.end": _lifetime,
    "lifetime.start": _lifetime,
    "masked.gather": _masked_gather,
    "masked.load": _masked_load,
    "masked.scatter": _masked_scatter,
    "masked.store": _masked_store,
    "memcpy.element.unordered.atomic": _element_wise_atomic_transfer,
    "memmove.element.unordered.atomic": _element_wise_atomic_transfer,
    "memset.element.unordered.atomic": _element_wise_atomic_setting,
    "preserve.array.access.index": _element_type_of_base,
    "preserve.struct.access.index": _element_type_of_base,
    "ptrmask": _pointer_mask,
    "structured.alloca": _structured_variable,
    "structured.gep": _structured_index,
}

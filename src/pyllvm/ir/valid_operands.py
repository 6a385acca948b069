"""Which operands instructions accept: valid casts, indices into aggregates, operands of vector operations."""

from __future__ import annotations

from typing import Final

from pyllvm.ir import types
from pyllvm.ir.constants import ConstantInt, SimpleConstant
from pyllvm.ir.types import ArrayType, ByteType, FloatingPointType, IntegerType, PointerType, StructType, Type, VectorType
from pyllvm.ir.value import Value
from pyllvm.tables import features
from pyllvm.tables.atomics import ANYTHING
from pyllvm.tables.atomics import FLOATING_POINT as ATOMIC_FLOATING_POINT
from pyllvm.tables.behavior_versions import PASSED_TYPES_SINCE
from pyllvm.tables.opcodes import CASTS

_BITS_OF_KIND: Final = {types.X86_MMX: 64, types.X86_AMX: 8192}


def primitive_bits(type: Type) -> int:
    """The width in bits of a number, byte, or vector of these; 0 for other types (a pointer's depends on the layout)."""
    if isinstance(type, (IntegerType, ByteType)):
        return type.width
    if isinstance(type, FloatingPointType):
        return type.bits
    if isinstance(type, VectorType):
        return primitive_bits(type.element) * type.count
    return _BITS_OF_KIND.get(type.kind, 0)


def _same_shape(one: Type, other: Type) -> bool:
    if isinstance(one, VectorType):
        return isinstance(other, VectorType) and one.count == other.count and one.is_scalable == other.is_scalable
    return not isinstance(other, VectorType)


_KINDS: Final = {"integer": types.INTEGER, "floating": types.FLOATING_POINT, "pointer": types.POINTER}
# The kinds of a cast's types; 1 or -1 if the second is wider or narrower.
_SHAPES: Final[dict[str, tuple[int, int, int]]] = {
    row.name: (_KINDS[row.shape[0]], _KINDS[row.shape[-1]], (">" not in row.shape) - ("<" not in row.shape))
    for row in CASTS
    if row.shape
}


def is_valid_cast(opcode: str, source: Type, target: Type, version: int) -> bool:
    """Whether LLVM accepts that cast."""
    if source.kind in (types.VOID, types.STRUCT, types.ARRAY) or target.kind in (types.VOID, types.STRUCT, types.ARRAY):
        return False
    one = source.scalar_type
    other = target.scalar_type
    same_shape = _same_shape(source, target)
    shape = _SHAPES.get(opcode)
    if shape is not None:
        is_right = one.kind == shape[0] and other.kind == shape[1] and same_shape
        return is_right and (not shape[2] or (primitive_bits(other) - primitive_bits(one)) * shape[2] > 0)
    if opcode == "addrspacecast":
        if not isinstance(one, PointerType) or not isinstance(other, PointerType) or not same_shape:
            return False
        return one.address_space != other.address_space
    if isinstance(one, PointerType) != isinstance(other, PointerType):
        return one.kind == types.BYTE or other.kind == types.BYTE
    if isinstance(one, PointerType) and isinstance(other, PointerType):
        if one.address_space != other.address_space:
            return False
        if isinstance(source, VectorType) and isinstance(target, VectorType):
            return same_shape
        if isinstance(source, VectorType):
            return source.count == 1
        if isinstance(target, VectorType):
            return target.count == 1
        return True
    bits = primitive_bits(source)
    if _is_scalable(source) != _is_scalable(target):
        return False
    return bits == primitive_bits(target) and (bits != 0 or source is target)


def _is_scalable(type: Type) -> bool:
    return isinstance(type, VectorType) and type.is_scalable


def indexed_type(type: Type, indices: list[int]) -> Type | None:
    """The type that extractvalue and insertvalue reach by these indices; None if they do not fit."""
    reached: Type = type
    for index in indices:
        if isinstance(reached, ArrayType):
            if index >= reached.count:
                return None
            reached = reached.element
        elif isinstance(reached, StructType):
            if reached.elements is None or index >= len(reached.elements):
                return None
            reached = reached.elements[index]
        else:
            return None
    return reached


def element_pointed_to(type: Type, indices: list[Value]) -> Type | None:
    """The type that getelementptr reaches from `type` by the indices after the pointer; the first steps over whole objects."""
    reached: Type = type
    for number in range(1, len(indices)):
        index = indices[number]
        if isinstance(reached, StructType):
            element = struct_index(index)
            if element < 0 or reached.elements is None or element >= len(reached.elements):
                return None
            reached = reached.elements[element]
        elif isinstance(reached, ArrayType) or isinstance(reached, VectorType):
            if not index.type.is_integer_or_vector:
                return None
            reached = reached.element
        else:
            return None
    return reached


def struct_index(index: Value) -> int:
    """The number of the struct element that a constant index of i32 selects; -1 if it selects none."""
    type = index.type
    scalar = type.scalar_type
    if not isinstance(scalar, IntegerType) or scalar.width != 32 or (isinstance(type, VectorType) and type.is_scalable):
        return -1
    element = index.value if isinstance(index, ConstantInt) else splat_element(index)
    return -1 if element is None else element


def splat_element(value: Value) -> int | None:
    """The number that every element of a constant vector of i32 has, or None."""
    if isinstance(value, SimpleConstant):
        return 0 if value.kind == "zeroinitializer" else None
    elements = getattr(value, "elements", None)
    if isinstance(elements, list) and elements and isinstance(elements[0], int):
        return elements[0] if elements.count(elements[0]) == len(elements) else None
    return None


def element_pointer_type(source: Type, pointer: Type, indices: list[Value], reached: Type) -> Type:
    """The result type of a getelementptr."""
    scalar = pointer.scalar_type
    assert isinstance(scalar, PointerType)
    context = pointer.context
    result: Type
    if scalar.pointee is None:
        result = scalar
    else:
        result = context.pointer_to(reached, scalar.address_space)
    shape: Type = pointer
    if not isinstance(shape, VectorType):
        for index in indices:
            if isinstance(index.type, VectorType):
                shape = index.type
                break
    if isinstance(shape, VectorType):
        return context.vector(result, shape.count, shape.is_scalable)
    return result


def bad_select(condition: Value, true_value: Value, false_value: Value) -> str:
    """LLVM's message about invalid operands of a select; empty if they are valid."""
    if true_value.type is not false_value.type:
        return "both values to select must have same type"
    if true_value.type.kind == 4:
        return "select values cannot have token type"
    type = condition.type
    if isinstance(type, VectorType):
        if not isinstance(type.element, IntegerType) or type.element.width != 1:
            return "vector select condition element type must be i1"
        shape = true_value.type
        if not isinstance(shape, VectorType):
            return "selected values for vector select must be vectors"
        if shape.count != type.count or shape.is_scalable != type.is_scalable:
            return "vector select requires selected vectors to have the same vector length as select condition"
    elif not isinstance(type, IntegerType) or type.width != 1:
        return "select condition must be i1 or <n x i1>"
    return ""


def is_valid_shuffle(left: Value, right: Value, mask: Value) -> bool:
    """Whether LLVM accepts a shufflevector of these two vectors by that mask."""
    type = left.type
    if not isinstance(type, VectorType) or right.type is not type:
        return False
    mask_type = mask.type
    if not isinstance(mask_type, VectorType):
        return False
    element = mask_type.element
    if not isinstance(element, IntegerType) or element.width != 32:
        return False
    if mask_type.is_scalable != type.is_scalable:
        return False
    if isinstance(mask, SimpleConstant):
        return True
    numbers = getattr(mask, "elements", None)
    if isinstance(numbers, list):
        limit = 2 * type.count
        for number in numbers:
            if isinstance(number, int) and number >= limit:
                return False
        return not type.is_scalable
    for operand in getattr(mask, "operands", []):
        if isinstance(operand, ConstantInt):
            if not 0 <= operand.value < 2 * type.count:
                return False
        elif not isinstance(operand, SimpleConstant):
            return False
    return (
        not isinstance(mask, ConstantInt) and hasattr(mask, "operands") and len(mask.operands) > 0 and type.kind == types.VECTOR
    )


def is_passed(type: Type, version: int) -> bool:
    """Whether functions of LLVM `version` take values of the type."""
    return is_first_class(type, version) and (type.kind != types.LABEL or version < PASSED_TYPES_SINCE)


def is_first_class(type: Type, version: int) -> bool:
    """Whether LLVM `version` accepts the type for values; opaque structs were accepted up to LLVM 20."""
    if version >= PASSED_TYPES_SINCE and isinstance(type, StructType) and type.elements is None:
        return False
    return type.is_first_class


def takes_fast_math(type: Type, version: int) -> bool:
    """Whether a select, phi or call of this type accepts fast-math flags."""
    depth = 0
    while type.kind == types.ARRAY and depth < 64:
        type = type.contained_types[0]
        depth += 1
    if type.kind == types.STRUCT:
        if version < features.FAST_MATH_OF_AGGREGATES.since:
            return False
        parts = type.contained_types
        return bool(parts) and all(part is parts[0] for part in parts) and parts[0].is_floating_point_or_vector
    return type.is_floating_point_or_vector


def is_atomic_access(type: Type, version: int) -> bool:
    """Whether a load or store of this type can be atomic, apart from its size."""
    kind = type.kind
    if kind == types.INTEGER or kind == types.POINTER or kind == types.FLOATING_POINT:
        return True
    return kind == types.BYTE or (kind == types.VECTOR and features.ATOMIC_VECTORS.is_in(version))


def atomic_access_types(version: int) -> str:
    """The types of atomic loads and stores, as LLVM's messages list them."""
    if version >= features.BYTE_TYPES_SINCE:
        return "integer, byte, pointer, floating point, or vector type"
    if features.ATOMIC_VECTORS.is_in(version):
        return "integer, pointer, floating point, or vector type"
    return "integer, pointer, or floating point type"


def bad_bit_extraction(target: Type, source: Value, offset: Value) -> str:
    """Why a bitextract cannot have these operands, in LLVM's words; "" if it can. The widths are the verifier's."""
    if not _is_bits(target):
        return "bitextract result must be an integer, floating-point, pointer, or byte type"
    if not isinstance(source.type, ByteType):
        return "bitextract source must be a byte type"
    return "" if _is_i32(offset.type) else "bitextract offset must be i32"


def bad_bit_insertion(into: Value, inserted: Value, offset: Value) -> str:
    """Why a bitinsert cannot have these operands, in LLVM's words; "" if it can. The widths are the verifier's."""
    if not isinstance(into.type, ByteType):
        return "bitinsert base must be a byte type"
    if not _is_bits(inserted.type):
        return "bitinsert value must be an integer, floating-point, pointer, or byte type"
    return "" if _is_i32(offset.type) else "bitinsert offset must be i32"


def _is_bits(type: Type) -> bool:
    return isinstance(type, (IntegerType, FloatingPointType, PointerType, ByteType))


def _is_i32(type: Type) -> bool:
    return isinstance(type, IntegerType) and type.width == 32


def is_atomicrmw(takes: int, type: Type, is_elementwise: bool, version: int) -> bool:
    """Whether an atomicrmw accepts that type, apart from its size; `takes` is what its operation takes (`tables.atomics`)."""
    is_fixed_vector = isinstance(type, VectorType) and not type.is_scalable
    kind = type.kind
    if version >= features.ATOMIC_INTEGER_VECTORS_SINCE:
        if is_elementwise and not is_fixed_vector:
            return False
        if is_fixed_vector and (is_elementwise or takes != ANYTHING or version >= features.ATOMIC_XCHG_OF_VECTORS_SINCE):
            kind = type.scalar_type.kind
        if takes == ANYTHING:
            return kind == types.INTEGER or kind == types.FLOATING_POINT or kind == types.POINTER
        return kind == (types.FLOATING_POINT if takes == ATOMIC_FLOATING_POINT else types.INTEGER)
    if takes == ANYTHING:
        return (
            kind == types.INTEGER
            or kind == types.FLOATING_POINT
            or (kind == types.POINTER and features.ATOMIC_XCHG_OF_POINTERS.is_in(version))
        )
    if takes == ATOMIC_FLOATING_POINT:
        is_vector = is_fixed_vector and features.ATOMIC_VECTOR_OPERATIONS.is_in(version)
        return kind == types.FLOATING_POINT or (is_vector and type.scalar_type.kind == types.FLOATING_POINT)
    return kind == types.INTEGER


def atomicrmw_types(takes: int, is_elementwise: bool, version: int) -> str:
    """The types of an atomicrmw, for messages; the arguments are as for `is_atomicrmw`."""
    if takes == ANYTHING:
        has_pointers = features.ATOMIC_XCHG_OF_POINTERS.is_in(version)
        plain = "an integer, a floating-point number or a pointer" if has_pointers else "an integer or a floating-point number"
        vectors = "a vector of integers, floating-point numbers or pointers"
        if is_elementwise:
            return vectors
        return f"{plain}, or {vectors}" if version >= features.ATOMIC_XCHG_OF_VECTORS_SINCE else plain
    has_vectors = version >= features.ATOMIC_INTEGER_VECTORS_SINCE
    if takes == ATOMIC_FLOATING_POINT:
        has_vectors = features.ATOMIC_VECTOR_OPERATIONS.is_in(version)
        one, many = "a floating-point number", "a vector of floating-point numbers"
    else:
        one, many = "an integer", "a vector of integers"
    if is_elementwise:
        return many
    return f"{one} or {many}" if has_vectors else one

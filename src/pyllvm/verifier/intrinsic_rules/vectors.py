"""Vectors and matrices, and vector predication: casts, comparisons and tests under a mask.

Sources: `Verifier::visitIntrinsicCall`, `visitVPIntrinsic`.
"""

from __future__ import annotations

from typing import Final

from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.instructions import CallBase
from pyllvm.ir.types import FLOATING_POINT, INTEGER, PointerType, Type, VectorType
from pyllvm.ir.value import Value
from pyllvm.tables.attributes import ALL_FLOATING_POINT_CLASSES
from pyllvm.tables.intrinsic_versions import (
    MATRICES_CHECKED_SINCE,
    SHAPES_CHECKED_SINCE,
    SPLICE_SIDES_CHECKED_UNTIL,
    STRIDES_CHECKED_UNTIL,
)
from pyllvm.tables.opcodes import OPCODES_BY_NAME
from pyllvm.tables.verifier_rules import SCALABLE_MATRIX
from pyllvm.tables.verifier_versions import PARTS_WORDED_SINCE, ROUNDED_LANES_SINCE, STEPS_WORDED_SINCE, STRIDE_BITS_SINCE
from pyllvm.verifier.intrinsic_rules.arguments import Rule, checks_types, constant_of, count_of, element_of, signed_of, text_of
from pyllvm.verifier.intrinsic_rules.numbers import FLOATING_POINT_PREDICATES
from pyllvm.verifier.state import State
from pyllvm.verifier.type_properties import is_integer, is_vector, same_length, scalar_bits

_WIDEST_STRIDE: Final = 64
_SPLICE_FAILURE: Final = (
    "The splice index exceeds the range {range} where VL is the known minimum number of elements in the vector. For scalable "
    "vectors the minimum number of elements is determined from vscale_range."
)
_INTEGER_PREDICATES: Final = frozenset(("eq", "ne", "ugt", "uge", "ult", "ule", "sgt", "sge", "slt", "sle"))


def _reduce_integers(state: State, call: CallBase) -> bool:
    type = call.operands[0].type
    if checks_types(state) and not (is_vector(type) and type.is_integer_or_vector):
        return state.fail("Intrinsic has incorrect argument type!")
    return True


def _reduce_floating_point(state: State, call: CallBase) -> bool:
    type = call.operands[0].type
    if checks_types(state) and not (is_vector(type) and type.is_floating_point_or_vector):
        return state.fail("Intrinsic has incorrect argument type!")
    return True


def _reduce_in_order(state: State, call: CallBase) -> bool:
    type = call.operands[1].type if call.argument_count > 1 else call.type
    if checks_types(state) and not (is_vector(type) and type.is_floating_point_or_vector):
        return state.fail("Intrinsic has incorrect argument type!")
    return True


def _least_count(state: State, type: Type) -> int:
    """Return the minimum number of elements of a vector; the function's vscale_range may raise it for a scalable one."""
    count = count_of(type)
    attributes = state.function._attributes
    scale = attributes.function.find("vscale_range") if attributes is not None else None
    return count if scale is None else count * (scale.integer >> 32)


def _splice(state: State, call: CallBase) -> bool:
    """Check a splice: an index into the first vector or, if negative, the number of its last elements."""
    count = _least_count(state, call.type)
    return -count <= signed_of(call, 2) < count or state.fail(_SPLICE_FAILURE.format(range="[-VL, VL-1]"), call)


def _splice_left(state: State, call: CallBase) -> bool:
    return _check_side(state, call, _least_count(state, call.type) - 1, "[0, VL-1]")


def _splice_right(state: State, call: CallBase) -> bool:
    return _check_side(state, call, _least_count(state, call.type), "[0, VL]")


def _check_side(state: State, call: CallBase, most: int, range: str) -> bool:
    """Check that a splice takes no more than `most` elements of one side."""
    index = call.operands[2]
    if state.version <= SPLICE_SIDES_CHECKED_UNTIL and isinstance(index, ConstantInt) and index.unsigned > most:
        return state.fail(_SPLICE_FAILURE.format(range=range), call)
    return True


def _step_vector(state: State, call: CallBase) -> bool:
    if not is_vector(call.type) or not call.type.is_integer_or_vector or scalar_bits(call.type) < 8:
        word = "stepvector" if state.version >= STEPS_WORDED_SINCE else "experimental_stepvector"
        return state.fail(f"{word} only supported for vectors of integers with a bitwidth of at least 8.", call)
    return True


def _vector_insert(state: State, call: CallBase) -> bool:
    word = "vector_insert" if state.version >= PARTS_WORDED_SINCE else "experimental_vector_insert"
    whole = call.operands[0].type
    part = call.operands[1].type
    if not isinstance(whole, VectorType) or not isinstance(part, VectorType):
        return True
    index = constant_of(call, 2)
    if whole.element is not part.element:
        return state.fail(f"{word} parameters must have the same element type.", call)
    if index % part.count:
        return state.fail(f"{word} index must be a constant multiple of the subvector's known minimum vector length.")
    if whole.is_scalable == part.is_scalable and index + part.count > whole.count:
        return state.fail(f"subvector operand of {word} would overrun the vector being inserted into.")
    return True


def _vector_extract(state: State, call: CallBase) -> bool:
    word = "vector_extract" if state.version >= PARTS_WORDED_SINCE else "experimental_vector_extract"
    whole = call.operands[0].type
    part = call.type
    if not isinstance(whole, VectorType) or not isinstance(part, VectorType):
        return True
    index = constant_of(call, 1)
    if whole.element is not part.element:
        return state.fail(f"{word} result must have the same element type as the input vector.", call)
    if index % part.count:
        return state.fail(f"{word} index must be a constant multiple of the result type's known minimum vector length.")
    if whole.is_scalable == part.is_scalable and index + part.count > whole.count:
        return state.fail(f"{word} would overrun.")
    return True


def _lane_mask(state: State, call: CallBase) -> bool:
    if checks_types(state) and not is_vector(call.type):
        return state.fail("get_active_lane_mask: must return a vector", call)
    if not is_integer(call.type.scalar_type, 1):
        return state.fail("get_active_lane_mask: element type is not i1", call)
    return True


def _vector_length(state: State, call: CallBase) -> bool:
    return signed_of(call, 1) > 0 or state.fail("get_vector_length: VF must be positive", call)


def _pointee(pointer: Value) -> Type | None:
    type = pointer.type
    return type.pointee if isinstance(type, PointerType) else None


def _has_scalable_matrix(call: CallBase) -> bool:
    types = [call.type, *[argument.type for argument in call.arguments]]
    return any(isinstance(type, VectorType) and type.is_scalable for type in types)


def _matrix(
    state: State, call: CallBase, result: Type, rows: int, columns: int, elements: list[Type | None], stride: Value | None = None
) -> bool:
    """Check the rules for all matrices; `elements` are the operands' element types, None for an opaque pointer.

    `stride` is the distance of columns in memory.
    """
    intrinsic = call.called_function
    if state.version < MATRICES_CHECKED_SINCE:
        return True
    element = element_of(result)
    if element is None or element.kind not in (INTEGER, FLOATING_POINT):
        return state.fail("Result type must be an integer or floating-point type!", intrinsic)
    for one, word in zip(elements, ("first", "second"), strict=False):
        if one is not None and one is not element:
            return state.fail(f"Vector element type mismatch of the result and {word} operand vector!", intrinsic)
    if count_of(result) != rows * columns:
        return state.fail("Result of a matrix operation does not fit in the returned vector!")
    if stride is not None and scalar_bits(stride.type) > _WIDEST_STRIDE and state.version >= STRIDE_BITS_SINCE:
        return state.fail("Stride bitwidth cannot exceed 64!", intrinsic)
    if isinstance(stride, ConstantInt) and stride.unsigned < rows and state.version <= STRIDES_CHECKED_UNTIL:
        return state.fail("Stride must be greater or equal than the number of rows!", intrinsic)
    return True


def _matrix_multiply(state: State, call: CallBase) -> bool:
    if _has_scalable_matrix(call) and state.breaks(SCALABLE_MATRIX, call):
        return False
    rows, inner, columns = constant_of(call, 2), constant_of(call, 3), constant_of(call, 4)
    first, second = call.operands[0].type, call.operands[1].type
    if state.version >= SHAPES_CHECKED_SINCE:
        if count_of(first) != rows * inner:
            return state.fail("First argument of a matrix operation does not match specified shape!")
        if count_of(second) != inner * columns:
            return state.fail("Second argument of a matrix operation does not match specified shape!")
    return _matrix(state, call, call.type, rows, columns, [first.scalar_type, second.scalar_type])


def _matrix_transpose(state: State, call: CallBase) -> bool:
    if _has_scalable_matrix(call) and state.breaks(SCALABLE_MATRIX, call):
        return False
    elements: list[Type | None] = [call.operands[0].type.scalar_type]
    return _matrix(state, call, call.type, constant_of(call, 1), constant_of(call, 2), elements)


def _matrix_load(state: State, call: CallBase) -> bool:
    if _has_scalable_matrix(call) and state.breaks(SCALABLE_MATRIX, call):
        return False
    elements = [_pointee(call.operands[0])]
    return _matrix(state, call, call.type, constant_of(call, 3), constant_of(call, 4), elements, call.operands[1])


def _matrix_store(state: State, call: CallBase) -> bool:
    if _has_scalable_matrix(call) and state.breaks(SCALABLE_MATRIX, call):
        return False
    type = call.operands[0].type
    elements = [type.scalar_type, _pointee(call.operands[1])]
    return _matrix(state, call, type, constant_of(call, 4), constant_of(call, 5), elements, call.operands[2])


def _vector_match(state: State, call: CallBase) -> bool:
    searched, needles, mask = call.operands[0].type, call.operands[1].type, call.operands[2].type
    if not isinstance(searched, VectorType) or not isinstance(needles, VectorType) or not isinstance(mask, VectorType):
        return state.fail("Operands must be vectors.", call)
    if needles.is_scalable:
        return state.fail("Second operand must be a fixed length vector.", call)
    if searched.element.kind != INTEGER:
        return state.fail("First operand must be a vector of integers.", call)
    if searched.element is not needles.element:
        return state.fail("First two operands must have the same element type.", call)
    if not same_length(searched, mask):
        return state.fail("First operand and mask must have the same number of elements.", call)
    if not is_integer(mask.element, 1):
        return state.fail("Mask must be a vector of i1's.", call)
    if call.type is not mask:
        return state.fail("Return type must match the mask type.", call)
    return True


def _partial_reduction(state: State, call: CallBase) -> bool:
    accumulated, added = count_of(call.operands[0].type), count_of(call.operands[1].type)
    if not accumulated or not added or added % accumulated:
        return state.fail(
            "Invalid vector widths for partial reduction. The width of the input vector must be a positive integer multiple "
            "of the width of the accumulator vector."
        )
    return True


def _vp_cast(state: State, call: CallBase) -> bool:
    intrinsic = call.called_function
    kind = intrinsic.name[len("llvm.vp.") :].partition(".")[0] if intrinsic is not None else ""
    source = call.operands[0].type
    target = call.type
    if not same_length(source, target):
        return state.fail("VP cast intrinsic first argument and result vector lengths must be equal", call)
    grows = scalar_bits(target) - scalar_bits(source)
    opcode = OPCODES_BY_NAME.get(kind)
    shape = [] if opcode is None else [opcode.shape[0], opcode.shape[-1]]
    if shape == ["integer", "integer"] or shape == ["floating", "floating"]:
        name = "llvm.vp.zext or llvm.vp.sext" if kind in ("zext", "sext") else f"llvm.vp.{kind}"
        noun = "integer"
        is_right = source.is_integer_or_vector and target.is_integer_or_vector
        if shape[0] == "floating":
            noun = "floating-point"
            is_right = source.is_floating_point_or_vector and target.is_floating_point_or_vector
        if checks_types(state) and not is_right:
            return state.fail(f"{name} intrinsic first argument and result element type must be {noun}", call)
        shrinks = kind in ("trunc", "fptrunc")
        if (grows >= 0) if shrinks else (grows <= 0):
            what = "larger" if shrinks else "smaller"
            return state.fail(
                f"{name} intrinsic the bit size of first argument must be {what} than the bit size of the return type", call
            )
    elif shape == ["floating", "integer"]:
        if checks_types(state) and not (target.is_integer_or_vector and source.is_floating_point_or_vector):
            names = (
                "llvm.vp.fptoui, llvm.vp.fptosi, llvm.vp.lrint or llvm.vp.llrint"
                if state.version >= ROUNDED_LANES_SINCE
                else ("llvm.vp.fptoui or llvm.vp.fptosi ")
            )
            return state.fail(
                f"{names}intrinsic first argument element type must be floating-point and result element type must be integer",
                call,
            )
    elif shape == ["integer", "floating"]:
        if checks_types(state) and not (target.is_floating_point_or_vector and source.is_integer_or_vector):
            return state.fail(
                "llvm.vp.uitofp or llvm.vp.sitofp intrinsic first argument element type must be integer and result element "
                "type must be floating-point",
                call,
            )
    elif kind == "ptrtoint":
        if checks_types(state) and not (target.is_integer_or_vector and source.is_pointer_or_vector):
            return state.fail(
                "llvm.vp.ptrtoint intrinsic first argument element type must be pointer and result element type must be integer",
                call,
            )
    elif checks_types(state) and not (target.is_pointer_or_vector and source.is_integer_or_vector):
        return state.fail(
            "llvm.vp.inttoptr intrinsic first argument element type must be integer and result element type must be pointer", call
        )
    return True


def _vp_fcmp(state: State, call: CallBase) -> bool:
    return text_of(call, 2) in FLOATING_POINT_PREDICATES or state.fail("invalid predicate for VP FP comparison intrinsic", call)


def _vp_icmp(state: State, call: CallBase) -> bool:
    return text_of(call, 2) in _INTEGER_PREDICATES or state.fail("invalid predicate for VP integer comparison intrinsic", call)


def _vp_class(state: State, call: CallBase) -> bool:
    if constant_of(call, 1) & ~ALL_FLOATING_POINT_CLASSES:
        return state.fail("unsupported bits for llvm.vp.is.fpclass test mask")
    return True


RULES: Final[dict[str, Rule]] = {
    "experimental.get.vector.length": _vector_length,
    "experimental.stepvector": _step_vector,
    "experimental.vector.extract": _vector_extract,
    "experimental.vector.insert": _vector_insert,
    "experimental.vector.match": _vector_match,
    "experimental.vector.partial.reduce.add": _partial_reduction,
    "experimental.vector.splice": _splice,
    "get.active.lane.mask": _lane_mask,
    "matrix.column.major.load": _matrix_load,
    "matrix.column.major.store": _matrix_store,
    "matrix.multiply": _matrix_multiply,
    "matrix.transpose": _matrix_transpose,
    "stepvector": _step_vector,
    "vector.extract": _vector_extract,
    "vector.insert": _vector_insert,
    "vector.partial.reduce.add": _partial_reduction,
    "vector.partial.reduce.fadd": _partial_reduction,
    "vector.reduce.add": _reduce_integers,
    "vector.reduce.and": _reduce_integers,
    "vector.reduce.fadd": _reduce_in_order,
    "vector.reduce.fmax": _reduce_floating_point,
    "vector.reduce.fmin": _reduce_floating_point,
    "vector.reduce.fmul": _reduce_in_order,
    "vector.reduce.mul": _reduce_integers,
    "vector.reduce.or": _reduce_integers,
    "vector.reduce.smax": _reduce_integers,
    "vector.reduce.smin": _reduce_integers,
    "vector.reduce.umax": _reduce_integers,
    "vector.reduce.umin": _reduce_integers,
    "vector.reduce.xor": _reduce_integers,
    "vector.splice": _splice,
    "vector.splice.left": _splice_left,
    "vector.splice.right": _splice_right,
    "vp.fcmp": _vp_fcmp,
    "vp.fpext": _vp_cast,
    "vp.fptosi": _vp_cast,
    "vp.fptoui": _vp_cast,
    "vp.fptrunc": _vp_cast,
    "vp.icmp": _vp_icmp,
    "vp.inttoptr": _vp_cast,
    "vp.is.fpclass": _vp_class,
    "vp.ptrtoint": _vp_cast,
    "vp.sext": _vp_cast,
    "vp.sitofp": _vp_cast,
    "vp.trunc": _vp_cast,
    "vp.uitofp": _vp_cast,
    "vp.zext": _vp_cast,
}

"""Helpers for constant folding: elements of constants, identity constants, and arithmetic on plain numbers."""

from __future__ import annotations

from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.constants import (
    POISON,
    UNDEF,
    Constant,
    ConstantAggregate,
    ConstantData,
    ConstantExpr,
    ConstantFP,
    ConstantInt,
    SimpleConstant,
    aggregate,
    is_null,
    is_undefined,
    null_value,
    plain_constant,
)
from pyllvm.ir.folding import float_literals, soft_float
from pyllvm.ir.function import Function
from pyllvm.ir.global_values import GlobalVariable
from pyllvm.ir.target.sized_types import is_sized
from pyllvm.ir.types import (
    POINTER,
    VECTOR,
    ArrayType,
    ByteType,
    FloatingPointType,
    IntegerType,
    PointerType,
    StructType,
    Type,
    VectorType,
)
from pyllvm.ir.value import Value
from pyllvm.limits import FOLDED_ELEMENTS
from pyllvm.tables.behavior_versions import LONG_SPLAT_INDICES_SINCE, POISON_SPLATS_SINCE, UNDEFINED_SPLATS_SINCE
from pyllvm.tables.opcodes import SHIFTS
from pyllvm.tables.predicates import FIRST_SIGNED_ICMP, ICMP_EQ, ICMP_HOLDING_FOR_EQUAL, ICMP_NE, ICMP_UGT


def constant(value: Value) -> Constant:
    """`value` as a Constant; it must be one."""
    assert isinstance(value, Constant)
    return value


def is_kind(value: Value, kind: str) -> bool:
    """Whether it is the `SimpleConstant` of this kind."""
    return isinstance(value, SimpleConstant) and value.kind == kind


def scalar_bits(type: Type) -> int:
    """The width of an integer or floating-point type or of a vector's element; 0 for others."""
    scalar = type.scalar_type
    if isinstance(scalar, (IntegerType, ByteType)):
        return scalar.width
    return scalar.bits if isinstance(scalar, FloatingPointType) else 0


def listed_count(type: VectorType) -> int:
    """The number of elements of a vector whose elements are computed one by one.

    Raises:
        PyllvmError: there are more than `FOLDED_ELEMENTS`.
    """
    if type.count > FOLDED_ELEMENTS:
        raise PyllvmError(f"a constant vector of {type.count} elements is too long: pyllvm computes at most {FOLDED_ELEMENTS}")
    return type.count


def vector_elements(value: Value) -> list[Value] | None:
    """The elements of a constant vector of fixed length; None if they are not known one by one."""
    type = value.type
    if not isinstance(type, VectorType) or type.is_scalable:
        return None
    if isinstance(value, ConstantAggregate):
        return value.operands
    if isinstance(value, ConstantData):
        element = type.element
        return [plain_constant(element, bits) for bits in value.elements]
    if isinstance(value, SimpleConstant):
        one = null_value(type.element) if is_null(value) else SimpleConstant.get(type.element, value.kind)
        return [one] * listed_count(type)
    return None


def select_elements(conditions: list[Value] | None, first: list[Value] | None, second: list[Value] | None) -> list[Value] | None:
    """The vector that a vector of conditions selects, element by element; None if an element is not known."""
    if conditions is None or first is None or second is None:
        return None
    chosen: list[Value] = []
    for i in range(len(conditions)):
        if is_kind(conditions[i], POISON):
            chosen.append(SimpleConstant.get(first[i].type, POISON))
        elif first[i] is second[i]:
            chosen.append(first[i])
        elif is_kind(conditions[i], UNDEF):
            chosen.append(first[i] if is_undefined(first[i]) else second[i])
        elif isinstance(conditions[i], ConstantInt):
            chosen.append(second[i] if is_null(conditions[i]) else first[i])
        else:
            return None
    return chosen


def aggregate_element(value: Value, index: int) -> Value | None:
    """A member of a constant struct or array; None if it is not known."""
    type = value.type
    member: Type
    if isinstance(type, StructType):
        if type.elements is None or index >= len(type.elements):
            return None
        member = type.elements[index]
    elif isinstance(type, ArrayType):
        if index >= type.count:
            return None
        member = type.element
    else:
        return None
    if isinstance(value, ConstantAggregate):
        return value.operands[index]
    if isinstance(value, ConstantData):
        bits = value.elements[index]
        return plain_constant(member, bits)
    if isinstance(value, SimpleConstant):
        return null_value(member) if is_null(value) else SimpleConstant.get(member, value.kind)
    return None


def splat(type: Type, element: Constant) -> Constant:
    """The vector in which every element is `element`; for a scalar type, the element itself."""
    if not isinstance(type, VectorType):
        return element
    if not type.is_scalable:
        return null_value(type) if is_null(element) else aggregate(type, [element] * listed_count(type))
    if is_null(element):
        return null_value(type)
    context = type.context
    version = context.llvm_version
    if isinstance(element, SimpleConstant):
        return SimpleConstant.get(type, element.kind if version >= UNDEFINED_SPLATS_SINCE else UNDEF)
    rest = SimpleConstant.get(type, POISON if version >= POISON_SPLATS_SINCE else UNDEF)
    zero = ConstantInt.get(context.integer(64 if version >= LONG_SPLAT_INDICES_SINCE else 32), 0)
    first = ConstantExpr.get(type, "insertelement", [rest, element, zero])
    mask = null_value(context.vector(context.integer(32), type.count, True))
    return ConstantExpr.get(type, "shufflevector", [first, rest, mask])


def splatted_element(shuffle: ConstantExpr) -> Constant | None:
    """The element that a `shufflevector` as `splat` makes it has in all places; None for another one."""
    first = shuffle.operands[0]
    if not isinstance(first, ConstantExpr) or first.opcode != "insertelement" or not is_null(shuffle.operands[2]):
        return None
    return constant(first.operands[1]) if is_null(first.operands[2]) else None


def scalable_element(vector: Value) -> Constant | None:
    """The element that a scalable vector has in all places; None if that is not known."""
    type = vector.type
    if is_null(vector) and isinstance(type, VectorType):
        return null_value(type.element)
    return splatted_element(vector) if isinstance(vector, ConstantExpr) and vector.opcode == "shufflevector" else None


def is_all_ones(value: Value) -> bool:
    """Whether all bits of a number, or of every number of a vector, are set."""
    if isinstance(value, ConstantInt):
        return value.value == -1
    if isinstance(value, ConstantFP):
        return value.bits == (1 << scalar_bits(value.type)) - 1
    if isinstance(value, ConstantExpr):
        element = scalable_element(value)
        return element is not None and is_all_ones(element)
    elements = vector_elements(value) if isinstance(value, (ConstantData, ConstantAggregate)) else None
    return elements is not None and all(is_all_ones(element) for element in elements)


def all_ones(type: Type) -> Constant:
    """The constant in which all bits are set."""
    scalar = type.scalar_type
    if isinstance(scalar, IntegerType):
        return splat(type, ConstantInt.get(scalar, -1))
    return splat(type, ConstantFP.get(scalar, (1 << scalar_bits(scalar)) - 1))


def is_negative_zero(value: ConstantFP) -> bool:
    """Whether it is -0.0."""
    return value.bits == 1 << (scalar_bits(value.type) - 1)


def identity_of(opcode: str, type: Type, right_only: bool) -> Constant | None:
    """The operand that leaves the other operand of this operation unchanged (`right_only`: only as the second operand)."""
    scalar = type.scalar_type
    if isinstance(scalar, IntegerType):
        if opcode in ("add", "or", "xor") or (right_only and opcode in ("sub", "shl", "lshr", "ashr")):
            return null_value(type)
        if opcode == "mul" or (right_only and opcode in ("udiv", "sdiv")):
            return splat(type, ConstantInt.get(scalar, 1))
        return all_ones(type) if opcode == "and" else None
    name = getattr(scalar, "name", "")
    if name in soft_float.FORMATS:
        if opcode == "fadd":
            return splat(type, ConstantFP.get(scalar, 1 << (scalar_bits(scalar) - 1)))
        if opcode == "fmul" or (right_only and opcode == "fdiv"):
            return splat(type, ConstantFP.get(scalar, float_literals.from_integer(name, 1)))
        if right_only and opcode == "fsub":
            return null_value(type)
    return None


def fold_integers(opcode: str, left: ConstantInt, right: ConstantInt, no_value: str) -> Constant | None:
    """The result of an operation on two integers; a divisor is not 0. `no_value`: undef or poison, if it has no value."""
    type = left.type
    assert isinstance(type, IntegerType)
    a, b = left.value, right.value
    x, y = left.unsigned, right.unsigned
    if opcode in SHIFTS:
        if y >= type.width:
            return SimpleConstant.get(type, no_value)
        return ConstantInt.wrapped(type, a << y if opcode == "shl" else x >> y if opcode == "lshr" else a >> y)
    if opcode in ("sdiv", "srem"):
        if b == -1 and x == 1 << (type.width - 1):
            return SimpleConstant.get(type, no_value)
        quotient = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
        return ConstantInt.wrapped(type, quotient if opcode == "sdiv" else a - quotient * b)
    results = {
        "add": a + b,
        "sub": a - b,
        "mul": a * b,
        "and": a & b,
        "or": a | b,
        "xor": a ^ b,
        "udiv": x // y if y else 0,
        "urem": x % y if y else 0,
    }
    return ConstantInt.wrapped(type, results[opcode]) if opcode in results else None


def fold_number_cast(opcode: str, value: Value, target: Type, no_value: str) -> Constant | None:
    """The result of a cast of a plain number to another number type; `no_value` as in `fold_integers`."""
    source = value.type
    if isinstance(value, ConstantFP) and isinstance(source, FloatingPointType):
        if opcode in ("fptrunc", "fpext") and isinstance(target, FloatingPointType):
            return ConstantFP.get(target, float_literals.converted_bits(source.name, value.bits, target.name))
        if opcode in ("fptoui", "fptosi") and isinstance(target, IntegerType):
            integer = float_literals.to_integer(source.name, value.bits, target.width, opcode == "fptosi")
            return SimpleConstant.get(target, no_value) if integer is None else ConstantInt.wrapped(target, integer)
    if isinstance(value, ConstantInt):
        if opcode in ("uitofp", "sitofp") and isinstance(target, FloatingPointType):
            integer = value.value if opcode == "sitofp" else value.unsigned
            return ConstantFP.get(target, float_literals.from_integer(target.name, integer))
        if isinstance(target, IntegerType) and opcode in ("trunc", "zext", "sext"):
            return ConstantInt.wrapped(target, value.unsigned if opcode == "zext" else value.value)
    return None


def first_element_steps(source: PointerType, target: PointerType, version: int) -> int:
    """How many zero indices lead from `source` to `target`, a pointer to its first element; 0 if none do."""
    goal, type = target.pointee, source.pointee
    if goal is None or type is None or source.address_space != target.address_space or not is_sized(type, version):
        return 0
    steps = 1
    while type is not goal:
        if isinstance(type, StructType) and type.elements:
            type = type.elements[0]
        elif isinstance(type, (ArrayType, VectorType)):
            type = type.element
        else:
            return 0
        steps += 1
    return steps


def indexed_types(source: Type, indices: list[Value]) -> list[Type]:
    """The type after each index: the first index keeps `source`, the others go inwards."""
    walked: list[Type] = [source]
    for index in indices[1:]:
        type = walked[-1]
        if isinstance(type, StructType):
            number = vector_or_scalar_integer(index)
            if type.elements is None or number < 0 or number >= len(type.elements):
                break
            walked.append(type.elements[number])
        elif isinstance(type, (ArrayType, VectorType)):
            walked.append(type.element)
        else:
            break
    return walked


def integers_of(index: Value) -> list[int]:
    """The signed integers of a constant integer or of a vector of them."""
    if isinstance(index, ConstantInt):
        return [index.value]
    return [element.value for element in vector_elements(index) or [] if isinstance(element, ConstantInt)] or [0]


def splat_to(shape: VectorType, value: Value) -> Constant:
    """A scalar repeated to a vector of as many elements as `shape` has; a vector is returned unchanged."""
    if value.type.kind == VECTOR:
        return constant(value)
    return splat(shape.context.vector(value.type, shape.count, shape.is_scalable), constant(value))


def is_known_index(index: Value) -> bool:
    """Whether it is an integer, or a vector of plain integers."""
    return isinstance(index, (ConstantInt, ConstantData))


def vector_or_scalar_integer(index: Value) -> int:
    """The number of a struct's member, from an integer or a vector of equal integers; -1 for others."""
    if isinstance(index, ConstantInt):
        return index.unsigned
    elements = vector_elements(index)
    if elements and isinstance(elements[0], ConstantInt):
        return elements[0].unsigned
    return 0 if is_null(index) else -1


def getelementptr_type(source: Type, operands: list[Value]) -> Type:
    """The type of a getelementptr: a pointer, or a vector of pointers where an operand is a vector."""
    base = operands[0].type
    pointer = base.scalar_type
    result: Type = pointer
    if isinstance(pointer, PointerType) and pointer.pointee is not None:
        result = pointer.context.pointer_to(indexed_types(source, operands[1:])[-1], pointer.address_space)
    for operand in operands:
        type = operand.type
        if isinstance(type, VectorType):
            return type.context.vector(result, type.count, type.is_scalable)
    return result


def with_vector_indices(source: Type, operands: list[Value], result: VectorType) -> list[Value]:
    """The operands of a getelementptr on vectors: every index is a vector, except those into structs."""
    walked = indexed_types(source, operands[1:])
    made = [operands[0]]
    for i in range(1, len(operands)):
        index = operands[i]
        of_struct = i > 1 and i - 2 < len(walked) and isinstance(walked[i - 2], StructType)
        if of_struct and index.type.kind == VECTOR:
            elements = vector_elements(index)
            if elements:
                index = elements[0]
        elif not of_struct and index.type.kind != VECTOR:
            index = splat(result.context.vector(index.type, result.count, result.is_scalable), constant(index))
        made.append(index)
    return made


def are_in_bounds(indices: list[Value]) -> bool:
    """Whether indices that are in range lead into an object, or one past its end."""
    first = indices[0]
    if is_null(first):
        return True
    return isinstance(first, ConstantInt) and first.value == 1 and all(is_null(index) for index in indices[1:])


def boolean_type(type: Type) -> Type:
    """The result type of a comparison of values of this type."""
    one_bit = type.context.integer(1)
    return type.context.vector(one_bit, type.count, type.is_scalable) if isinstance(type, VectorType) else one_bit


def boolean(type: Type, answer: bool) -> Constant:
    """`true` or `false`, of type i1 or a vector of i1."""
    return all_ones(type) if answer else null_value(type)


def is_true_when_equal(predicate: int) -> bool:
    """Whether an integer predicate holds for equal operands: eq, uge, ule, sge, sle."""
    return predicate in ICMP_HOLDING_FOR_EQUAL


def compare_integers(predicate: int, left: ConstantInt, right: ConstantInt) -> bool:
    """The result of `icmp` on two integers."""
    a, b = (left.value, right.value) if predicate >= FIRST_SIGNED_ICMP else (left.unsigned, right.unsigned)
    if predicate == ICMP_EQ:
        return a == b
    if predicate == ICMP_NE:
        return a != b
    return (a > b, a >= b, a < b, a <= b)[(predicate - ICMP_UGT) % 4]


def has_no_poison(value: Value) -> bool:
    """Whether a constant is known not to be poison, and to contain none: no expression, and no aggregate but a vector."""
    if isinstance(value, (ConstantInt, ConstantFP, GlobalVariable, Function)):
        return True
    if value.type.kind == VECTOR:
        elements = vector_elements(value)
        if elements is None:
            return is_null(value)
        return not any(is_kind(element, POISON) or isinstance(element, ConstantExpr) for element in elements)
    return value.type.kind == POINTER and is_null(value)

"""Makes constant expressions, folded where LLVM folds them without a data layout.

Every function takes the operands of an expression and returns a constant: the result if LLVM's own constructor computes it, else
the expression. The folding rules changed between releases, so they depend on the module's version.
"""

from __future__ import annotations

from typing import Final, TypeAlias, final

from pyllvm.ir.constants import (
    POISON,
    UNDEF,
    Constant,
    ConstantAggregate,
    ConstantByte,
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
from pyllvm.ir.folding import soft_float
from pyllvm.ir.folding.address_relations import judge, known_alignment, never_null, relation_of
from pyllvm.ir.folding.constant_parts import (
    aggregate_element,
    all_ones,
    are_in_bounds,
    boolean,
    boolean_type,
    compare_integers,
    constant,
    first_element_steps,
    fold_integers,
    fold_number_cast,
    getelementptr_type,
    has_no_poison,
    identity_of,
    indexed_types,
    integers_of,
    is_all_ones,
    is_kind,
    is_known_index,
    is_negative_zero,
    is_true_when_equal,
    listed_count,
    scalable_element,
    scalar_bits,
    select_elements,
    splat,
    splat_to,
    splatted_element,
    vector_elements,
    with_vector_indices,
)
from pyllvm.ir.folding.float_literals import nan_bits, pair_of_integer
from pyllvm.ir.folding.soft_float import PPC
from pyllvm.ir.global_values import GlobalVariable
from pyllvm.ir.types import (
    FLOATING_POINT,
    INTEGER,
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
from pyllvm.ir.vector_constants import shuffle_mask
from pyllvm.tables import predicates
from pyllvm.tables.behavior_versions import (
    ADDRESS_CASTS_KEPT_SINCE,
    ADDRESSES_OF_ELEMENTS_SINCE,
    ALL_ONES_FOLD_SINCE,
    BITCASTS_OF_ELEMENTS_UNTIL,
    BOUNDED_MERGES_UNTIL,
    BOUNDS_OF_VALUE_SINCE,
    CASTS_COMPARED_UNTIL,
    CASTS_OF_ELEMENTS_SINCE,
    DIVISORS_ARE_SCALARS_SINCE,
    EXACT_PAIRS_SINCE,
    FEW_FOLDS_SINCE,
    NULL_IS_LEAST_SINCE,
    NULL_SPLATS_SINCE,
    PLAIN_GEP_SINCE,
    POISON_ELEMENTS_SINCE,
    POISON_FOLDS_SINCE,
    POISON_IN_MASK_SINCE,
    RIGHT_IDENTITIES_FOLD_SINCE,
    SPLATS_NEGATED_SINCE,
    UNDEFINED_SPLATS_SINCE,
    VECTORS_OF_BITS_COMPARED_SINCE,
    ZERO_DIVISORS_APART_SINCE,
    ZEROS_INSERTED_SINCE,
)
from pyllvm.tables.features import TYPED_POINTERS_UNTIL
from pyllvm.tables.flags import INBOUNDS
from pyllvm.tables.opcodes import ASSOCIATIVE, CAST_NAMES, CASTS, COMMUTATIVE, DIVISIONS, SHIFTS, last_as_constant
from pyllvm.tables.predicates import inverse_of, swapped_of

# The parts of integers: the expression, the first bit, and how many bits they have.
_Bytes: TypeAlias = "dict[tuple[ConstantExpr, int, int], Constant | None]"
_CAST_ORDER: Final = tuple(row.name for row in CASTS)
MAXIMAL_DEPTH: Final = 200

# The rule for a cast of a cast (rows: the inner cast, columns: the outer cast, both in the order of the bitcode numbers):
# 0 does not fold, 99 is impossible, any other number is a rule of `_pair`.
_PAIRS: Final = (
    (1, 0, 0, 99, 99, 0, 0, 99, 99, 99, 0, 3, 0),
    (8, 1, 9, 99, 99, 2, 17, 99, 99, 99, 2, 3, 0),
    (8, 0, 1, 99, 99, 0, 2, 99, 99, 99, 0, 3, 0),
    (0, 0, 0, 99, 99, 0, 0, 99, 99, 99, 0, 3, 0),
    (0, 0, 0, 99, 99, 0, 0, 99, 99, 99, 0, 3, 0),
    (99, 99, 99, 0, 0, 99, 99, 0, 0, 99, 99, 4, 0),
    (99, 99, 99, 0, 0, 99, 99, 0, 0, 99, 99, 4, 0),
    (99, 99, 99, 0, 0, 99, 99, 0, 0, 99, 99, 4, 0),
    (99, 99, 99, 2, 2, 99, 99, 8, 2, 99, 99, 4, 0),
    (1, 0, 0, 99, 99, 0, 0, 99, 99, 99, 7, 3, 0),
    (99, 99, 99, 99, 99, 99, 99, 99, 99, 11, 99, 15, 0),
    (5, 5, 5, 6, 6, 5, 5, 6, 6, 16, 5, 1, 14),
    (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 13, 12),
)


def _address_space(type: Type) -> int:
    """The address space of pointers; LLVM finds some number for other types as well, whose casts its reader does not refuse."""
    scalar = type.scalar_type
    if isinstance(scalar, PointerType):
        return scalar.address_space
    if isinstance(scalar, StructType):
        return 7 if scalar.is_packed else 5
    return scalar.width if isinstance(scalar, IntegerType) else 0


def _format_of(type: Type) -> str:
    """The name of a floating-point type, or of the one in a vector; empty for others."""
    scalar = type.scalar_type
    return scalar.name if isinstance(scalar, FloatingPointType) else ""


def _scalar_of(value: Value) -> Value | None:
    """A scalar constant, or the element that a scalable vector has in all places, if that is known."""
    return scalable_element(value) if isinstance(value.type, VectorType) else value


@final
class ConstantFolder:
    """Makes the constant expressions of one module, as LLVM `version` does."""

    def __init__(self, version: int) -> None:
        self.version = version
        # Replacements for an expression without a value, and for an element that a vector does not have.
        self._no_value: Final = POISON if version >= POISON_FOLDS_SINCE else UNDEF
        self._no_element: Final = POISON if version >= POISON_ELEMENTS_SINCE else UNDEF
        self._depth = 0

    # --- casts -----------------------------------------------------------------------------------------------------

    def cast(self, opcode: str, value: Value, target: Type) -> Constant:
        """`trunc`, `bitcast`, `inttoptr` ... of a constant."""
        if opcode == "addrspacecast":
            value = self._with_pointee_of(value, target)
        folded = self._deeper_cast(opcode, value, target)
        return ConstantExpr.get(target, opcode, [value]) if folded is None else folded

    def _with_pointee_of(self, value: Value, target: Type) -> Value:
        """Cast a typed pointer so that it points to the type that `target` points to, in its own address space."""
        source, goal = value.type.scalar_type, target.scalar_type
        if self.version > TYPED_POINTERS_UNTIL or not isinstance(goal, PointerType):
            return value
        if isinstance(source, PointerType) and (None in (source.pointee, goal.pointee) or source.pointee is goal.pointee):
            return value
        space = _address_space(source)
        context = goal.context
        middle: Type = context.pointer(space) if goal.pointee is None else context.pointer_to(goal.pointee, space)
        if isinstance(target, VectorType):
            middle = target.context.vector(middle, target.count, target.is_scalable)
        return self.cast("bitcast", value, middle)

    def _deeper_cast(self, opcode: str, value: Value, target: Type) -> Constant | None:
        if self._depth > MAXIMAL_DEPTH:
            return None
        self._depth += 1
        folded = self._fold_cast(opcode, value, target)
        self._depth -= 1
        return folded

    def _fold_cast(self, opcode: str, value: Value, target: Type) -> Constant | None:
        if is_kind(value, POISON):
            return SimpleConstant.get(target, POISON)
        if is_kind(value, UNDEF):
            if opcode in ("zext", "sext", "uitofp", "sitofp"):
                return null_value(target)
            return SimpleConstant.get(target, UNDEF)
        if is_null(value) and opcode != "addrspacecast" and getattr(target, "name", "") not in ("x86_mmx", "x86_amx"):
            return null_value(target)
        if isinstance(value, ConstantExpr):
            if value.opcode in CAST_NAMES:
                merged = self._pair(value, opcode, target)
                if merged:
                    return self.cast(merged, value.operands[0], target)
            elif (
                value.opcode == "getelementptr"
                and self.version < PLAIN_GEP_SINCE
                and opcode != "addrspacecast"
                and value.in_range is None
                and value.type.kind != VECTOR
                and all(is_null(index) for index in value.operands[1:])
            ):
                return self._pointer_cast(value.operands[0], target)
        elements = self._elements(value) if self.version >= CASTS_OF_ELEMENTS_SINCE else vector_elements(value)
        if elements is not None and isinstance(target, VectorType) and target.count == getattr(value.type, "count", 0):
            return self._vector_of(target, [self.cast(opcode, element, target.element) for element in elements])
        if opcode == "bitcast":
            return self._fold_bitcast(value, target)
        if isinstance(value, ConstantExpr) and value.type.kind == target.kind == INTEGER and opcode == "trunc":
            count = scalar_bits(target)
            return None if count % 8 or scalar_bits(value.type) % 8 else self._bytes(value, 0, count, {})
        if isinstance(value, ConstantInt) and _format_of(target) == PPC and self.version >= EXACT_PAIRS_SINCE:
            return ConstantFP.get(target, pair_of_integer(value.value if opcode == "sitofp" else value.unsigned))
        return fold_number_cast(opcode, value, target, self._no_value)

    def _bytes(self, value: Value, start: int, count: int, found: _Bytes) -> Constant | None:
        """The `count` bits from `start` on, whole bytes of an integer; None if LLVM does not find them (ExtractConstantBytes).

        `found` has the bits of the expressions that were looked at.
        """
        if isinstance(value, ConstantInt):
            return ConstantInt.wrapped(value.type.context.integer(count), value.unsigned >> start)
        if not isinstance(value, ConstantExpr) or self._depth > MAXIMAL_DEPTH:
            return None
        key = (value, start, count)
        if key not in found:
            self._depth += 1
            found[key] = self._bytes_of_expression(value, start, count, found)
            self._depth -= 1
        return found[key]

    def _bytes_of_expression(self, value: ConstantExpr, start: int, count: int, found: _Bytes) -> Constant | None:
        opcode, left, right = value.opcode, value.operands[0], value.operands[-1]
        if opcode in ("and", "or"):
            known = self._bytes(right, start, count, found)
            if known is None or (is_null(known) if opcode == "and" else is_all_ones(known)):
                return known
            other = self._bytes(left, start, count, found)
            return None if other is None else self.binary(opcode, other, known)
        part = value.type.context.integer(count)
        width = scalar_bits(left.type)
        if opcode == "zext":
            if start >= width:
                return null_value(part)
            if start == 0 and count == width:
                return constant(left)
            if width % 8 == 0 and start + count <= width:
                return self._bytes(left, start, count, found)
            if start + count >= width:
                return None
            amount = ConstantInt.wrapped(value.type.context.integer(width), start)
            return self.cast("trunc", self.binary("lshr", left, amount) if start else left, part)
        if opcode not in ("lshr", "shl") or not isinstance(right, ConstantInt) or right.unsigned % 8:
            return None
        first = start + right.unsigned if opcode == "lshr" else start - right.unsigned
        if first >= width or first + count <= 0:
            return null_value(part)
        return self._bytes(left, first, count, found) if first >= 0 and first + count <= width else None

    def _pointer_cast(self, value: Value, target: Type) -> Constant:
        if target.scalar_type.kind == INTEGER:
            return self.cast("ptrtoint", value, target)
        source = value.type.scalar_type
        goal = target.scalar_type
        if isinstance(source, PointerType) and isinstance(goal, PointerType) and source.address_space != goal.address_space:
            return self.cast("addrspacecast", value, target)
        return self.cast("bitcast", value, target)

    def _pair(self, inner: ConstantExpr, outer: str, target: Type) -> str:
        """The single cast that is equal to both casts, or "" if there is none."""
        if inner.opcode not in _CAST_ORDER[:13] or outer not in _CAST_ORDER[:13]:
            return ""
        source, middle = inner.operands[0].type, inner.type
        both_bitcasts = inner.opcode == "bitcast" and outer == "bitcast"
        is_vector = [type.kind == VECTOR for type in (source, middle, target)]
        if not both_bitcasts and (
            (inner.opcode == "bitcast" and is_vector[0] != is_vector[1]) or (outer == "bitcast" and is_vector[1] != is_vector[2])
        ):
            return ""
        rule = _PAIRS[_CAST_ORDER.index(inner.opcode)][_CAST_ORDER.index(outer)]
        if rule == 1 or rule in (13, 15):
            return inner.opcode
        if rule in (2, 16):
            return outer
        if rule == 3:
            return inner.opcode if not is_vector[0] and target.kind == INTEGER else ""
        if rule == 4:
            return inner.opcode if target.kind == FLOATING_POINT else ""
        if rule == 5:
            return outer if source.kind == INTEGER else ""
        if rule == 6:
            return outer if source.kind == FLOATING_POINT else ""
        if rule == 7:
            same = _address_space(source) == _address_space(target)
            return "bitcast" if same and scalar_bits(middle) == 64 and self.version < ADDRESS_CASTS_KEPT_SINCE else ""
        if rule == 8:
            before, after = scalar_bits(source), scalar_bits(target)
            if source is target:
                return "bitcast"
            return inner.opcode if before < after else outer if before > after else ""
        if rule == 9:
            return "zext"
        if rule == 11:
            fits = scalar_bits(source) <= 64 and scalar_bits(source) == scalar_bits(target)
            return "bitcast" if fits and self.version < ADDRESS_CASTS_KEPT_SINCE else ""
        if rule == 12:
            same = _address_space(source) == _address_space(target)
            return "bitcast" if same else "addrspacecast"
        if rule == 14:
            source_pointer, target_pointer = source.scalar_type, target.scalar_type
            if isinstance(source_pointer, PointerType) and isinstance(target_pointer, PointerType):
                return "addrspacecast" if source_pointer.pointee is target_pointer.pointee else ""
            return ""
        return "uitofp" if rule == 17 else ""

    def _fold_bitcast(self, value: Value, target: Type) -> Constant | None:
        source = value.type
        if source is target:
            assert isinstance(value, Constant)
            return value
        if self.version >= ALL_ONES_FOLD_SINCE and is_all_ones(value):
            return all_ones(target)
        if isinstance(source, PointerType) and isinstance(target, PointerType) and self.version < PLAIN_GEP_SINCE:
            steps = first_element_steps(source, target, self.version)
            if steps:
                zero = ConstantInt.get(source.context.integer(32), 0)
                assert source.pointee is not None
                return self.getelementptr(source.pointee, [value, *([zero] * steps)], 1)
        if isinstance(target, VectorType):
            if isinstance(source, VectorType):
                elements = self._elements(value) if self.version <= BITCASTS_OF_ELEMENTS_UNTIL else vector_elements(value)
                if elements is None or len(elements) != target.count or target.is_scalable:
                    return all_ones(target) if is_all_ones(value) else None
                return aggregate(target, [self.cast("bitcast", element, target.element) for element in elements])
            if isinstance(value, (ConstantInt, ConstantFP, ConstantByte)):
                return self.cast("bitcast", aggregate(value.type.context.vector(value.type, 1), [value]), target)
        if PPC in (_format_of(source), _format_of(target)):
            return None
        if isinstance(target, (IntegerType, ByteType, FloatingPointType)) and scalar_bits(source) == scalar_bits(target):
            if isinstance(value, (ConstantInt, ConstantByte)):
                return plain_constant(target, value.unsigned)
            if isinstance(value, ConstantFP) and not isinstance(target, FloatingPointType):
                return plain_constant(target, value.bits)
        return None

    # --- arithmetic ------------------------------------------------------------------------------------------------

    def binary(self, opcode: str, left: Value, right: Value, flags: int = 0) -> Constant:
        """`add`, `fmul`, `xor` ... of two constants."""
        if self._depth > MAXIMAL_DEPTH:
            return ConstantExpr.get(left.type, opcode, [left, right], flags)
        self._depth += 1
        folded = self._fold_binary(opcode, left, right)
        self._depth -= 1
        return ConstantExpr.get(left.type, opcode, [left, right], flags) if folded is None else folded

    def _fold_binary(self, opcode: str, left: Value, right: Value) -> Constant | None:
        type = left.type
        identity = identity_of(opcode, type, False)
        if identity is not None and left is identity:
            return constant(right)
        if identity is not None and right is identity:
            return constant(left)
        if self.version >= RIGHT_IDENTITIES_FOLD_SINCE and right is identity_of(opcode, type, True):
            return constant(left)
        if is_kind(left, POISON) or is_kind(right, POISON):
            return SimpleConstant.get(type, POISON)
        is_fixed_vector = isinstance(type, VectorType) and not type.is_scalable
        if not is_fixed_vector and (is_kind(left, UNDEF) or is_kind(right, UNDEF)):
            return self._binary_of_undef(opcode, left, right)
        if isinstance(right, ConstantInt):
            folded = self._binary_with_integer(opcode, left, right)
            if folded is not None:
                return folded
        elif isinstance(left, ConstantInt) and opcode in COMMUTATIVE:
            return self.binary(opcode, right, left)
        if isinstance(left, ConstantInt):
            if isinstance(right, ConstantInt):
                return fold_integers(opcode, left, right, self._no_value)
            if left.value == 0 and (opcode in DIVISIONS or opcode in SHIFTS):
                return left
        elif isinstance(left, ConstantFP) and isinstance(right, ConstantFP):
            name = _format_of(type)
            if name in soft_float.FORMATS:
                return ConstantFP.get(type, soft_float.calculate(name, opcode, left.bits, right.bits))
        elif isinstance(type, VectorType):
            of_vectors = self._binary_of_vectors(opcode, left, right, type)
            if of_vectors is not None or is_fixed_vector:
                return of_vectors
        if isinstance(left, ConstantExpr):
            if opcode in ASSOCIATIVE and left.opcode == opcode:
                rest = self.binary(opcode, left.operands[1], right)
                if not isinstance(rest, ConstantExpr) or rest.opcode != opcode:
                    return self.binary(opcode, left.operands[0], rest)
        elif isinstance(right, ConstantExpr) and opcode in COMMUTATIVE:
            return self._fold_binary(opcode, right, left)
        if isinstance(type, IntegerType) and type.width == 1:
            if opcode in ("add", "sub"):
                return self.binary("xor", left, right)
            if opcode == "mul" and self.version < FEW_FOLDS_SINCE:
                return self.binary("and", left, right)
            if opcode in SHIFTS or opcode in ("sdiv", "udiv"):
                return constant(left)
            if opcode in ("urem", "srem"):
                return ConstantInt.get(type, 0)
        return None

    def _binary_of_undef(self, opcode: str, left: Value, right: Value) -> Constant:
        type = left.type
        both = is_kind(left, UNDEF) and is_kind(right, UNDEF)
        undef = SimpleConstant.get(type, UNDEF)
        if opcode in ("add", "sub", "xor"):
            return null_value(type) if opcode == "xor" and both else undef
        if opcode == "and":
            return undef if both else null_value(type)
        if opcode == "or":
            return undef if both else all_ones(type)
        if opcode == "mul":
            other = _scalar_of(right if is_kind(left, UNDEF) else left)
            is_odd = isinstance(other, ConstantInt) and other.value & 1
            return undef if both or is_odd else null_value(type)
        if opcode in DIVISIONS or opcode in SHIFTS:
            if is_kind(right, UNDEF) or (opcode in DIVISIONS and is_null(right)):
                return SimpleConstant.get(type, self._no_value)
            keeps = 1 if opcode in ("udiv", "sdiv") else 0 if opcode in SHIFTS else -1
            divides_vector = keeps == 1 and self.version >= DIVISORS_ARE_SCALARS_SINCE
            number = right if divides_vector else _scalar_of(right)
            if isinstance(number, ConstantInt) and number.unsigned == keeps:
                return constant(left)
            return null_value(type)
        if both:
            return undef
        minuend = _scalar_of(left)
        if opcode == "fsub" and isinstance(minuend, ConstantFP) and is_negative_zero(minuend):
            return undef
        return splat(type, ConstantFP.get(type.scalar_type, nan_bits(_format_of(type), True, 0, False)))

    def _binary_with_integer(self, opcode: str, left: Value, right: ConstantInt) -> Constant | None:
        number = right.unsigned
        type = right.type
        is_all_bits = right.value == -1
        if opcode in ("add", "sub", "or", "xor") and number == 0:
            return constant(left)
        if opcode == "mul" and number <= 1:
            return right if number == 0 else constant(left)
        if opcode in ("udiv", "sdiv") and number <= 1:
            return constant(left) if number else SimpleConstant.get(type, self._no_value)
        if opcode in ("urem", "srem") and number <= 1:
            return null_value(type) if number else SimpleConstant.get(type, self._no_value)
        if opcode == "and":
            if number == 0:
                return right
            if is_all_bits:
                return constant(left)
            if isinstance(left, ConstantExpr) and left.opcode == "zext" and self.version < FEW_FOLDS_SINCE:
                possible = (1 << scalar_bits(left.operands[0].type)) - 1
                if possible & number == possible:
                    return left
            if isinstance(left, ConstantExpr) and left.opcode == "ptrtoint":
                if number < known_alignment(left.operands[0], self.version):
                    return null_value(type)
        if opcode == "or" and is_all_bits:
            return right
        if opcode == "xor" and isinstance(left, ConstantExpr) and left.opcode in ("icmp", "fcmp"):
            return self.compare(inverse_of(left.predicate_number), left.operands[0], left.operands[1])
        if opcode == "ashr" and isinstance(left, ConstantExpr) and left.opcode == "zext" and self.version < FEW_FOLDS_SINCE:
            return self.binary("lshr", left, right)
        return None

    def _binary_of_vectors(self, opcode: str, left: Value, right: Value, type: VectorType) -> Constant | None:
        if opcode in DIVISIONS and is_null(right):
            return SimpleConstant.get(type, self._no_value)
        first, second = self._elements(left), self._elements(right)
        if first is None or second is None:
            return None
        stops_at_zero = opcode in DIVISIONS and self.version < ZERO_DIVISORS_APART_SINCE
        found: list[Value] = []
        for one, other in zip(first, second, strict=True):
            if stops_at_zero and is_null(other):
                return SimpleConstant.get(type, self._no_value)
            found.append(self.binary(opcode, one, other))
            if self._is_removed(found[-1]):
                return None
        return self._vector_of(type, found)

    def negate(self, value: Value) -> Constant:
        """`fneg` of a constant."""
        type = value.type
        if is_kind(value, POISON) or is_kind(value, UNDEF):
            return constant(value)
        if isinstance(value, ConstantFP):
            return ConstantFP.get(type, soft_float.negate(_format_of(type), value.bits))
        is_kept = self.version < SPLATS_NEGATED_SINCE and isinstance(type, VectorType) and type.is_scalable
        elements = None if is_kept else self._elements(value)
        folded = None if elements is None else self._vector_of(type, [self.negate(element) for element in elements])
        return ConstantExpr.get(type, "fneg", [value]) if folded is None else folded

    # --- comparisons -----------------------------------------------------------------------------------------------

    def compare(self, predicate: int, left: Value, right: Value) -> Constant:
        """`icmp` (see tables.predicates) or `fcmp` of two constants."""
        folded = self._fold_compare(predicate, left, right) if self._depth <= MAXIMAL_DEPTH else None
        if folded is not None:
            return folded
        result = boolean_type(left.type)
        opcode = "fcmp" if predicate < predicates.FIRST_ICMP else "icmp"
        return ConstantExpr.get(result, opcode, [left, right], predicate=predicate)

    def _fold_compare(self, predicate: int, left: Value, right: Value) -> Constant | None:
        result = boolean_type(left.type)
        if predicate == predicates.FCMP_FALSE or predicate == predicates.FCMP_TRUE:
            return boolean(result, predicate == predicates.FCMP_TRUE)
        if is_kind(left, POISON) or is_kind(right, POISON):
            return SimpleConstant.get(result, POISON)
        is_integer = predicate >= predicates.FIRST_ICMP
        is_equality = predicate == predicates.ICMP_EQ or predicate == predicates.ICMP_NE
        if is_kind(left, UNDEF) or is_kind(right, UNDEF):
            if is_equality or (is_integer and left is right):
                return SimpleConstant.get(result, UNDEF)
            return boolean(result, is_true_when_equal(predicate) if is_integer else bool(predicate & predicates.FCMP_UNORDERED))
        if is_null(left) and never_null(right):
            if is_equality:
                return boolean(result, predicate == predicates.ICMP_NE)
        elif is_null(right):
            if never_null(left) and is_equality:
                return boolean(result, predicate == predicates.ICMP_NE)
            if self.version >= NULL_IS_LEAST_SINCE and (predicate == predicates.ICMP_UGE or predicate == predicates.ICMP_ULT):
                return boolean(result, predicate == predicates.ICMP_UGE)
        compared = left.type.scalar_type if self.version >= VECTORS_OF_BITS_COMPARED_SINCE else left.type
        if isinstance(compared, IntegerType) and compared.width == 1 and is_equality:
            ones = all_ones(left.type)
            if predicate == predicates.ICMP_NE:
                return self.binary("xor", left, right)
            if isinstance(right, ConstantInt):
                return self.binary("xor", left, self.binary("xor", right, ones))
            return self.binary("xor", self.binary("xor", left, ones), right)
        if isinstance(left, ConstantInt) and isinstance(right, ConstantInt):
            return boolean(result, compare_integers(predicate, left, right))
        if isinstance(left, ConstantFP) and isinstance(right, ConstantFP):
            return boolean(result, soft_float.compare(_format_of(left.type), predicate, left.bits, right.bits))
        if isinstance(result, VectorType):
            first, second = self._elements(left), self._elements(right)
            if first is None or second is None:
                return None
            return self._vector_of(result, [self.compare(predicate, first[i], second[i]) for i in range(len(first))])
        if not is_integer:
            return None
        relation = relation_of(left, right, self.version)
        if relation:
            answer = judge(relation, predicate)
            if answer is not None:
                return boolean(result, answer)
        if self.version <= CASTS_COMPARED_UNTIL:
            cast = self._compare_without_cast(predicate, left, right)
            if cast is not None:
                return cast
        swaps = not isinstance(left, ConstantExpr) and isinstance(right, ConstantExpr)
        if swaps or (is_null(left) and not is_null(right)):
            return self.compare(swapped_of(predicate), right, left)
        return None

    def _compare_without_cast(self, predicate: int, left: Value, right: Value) -> Constant | None:
        """Compare what a bitcast on the right, or an extension on the left, was made of."""
        if isinstance(right, ConstantExpr) and right.opcode == "bitcast":
            source = right.operands[0].type
            if (right.type.kind == VECTOR) == (source.kind == VECTOR) and source.scalar_type.kind != FLOATING_POINT:
                return self.compare(predicate, self.cast("bitcast", left, source), right.operands[0])
        if isinstance(left, ConstantExpr) and left.opcode == ("sext" if predicate >= predicates.FIRST_SIGNED_ICMP else "zext"):
            inner = left.operands[0]
            if self.cast("trunc", left, inner.type) is inner:
                other = self.cast("trunc", right, inner.type)
                if self.cast(left.opcode, other, right.type) is right:
                    return self.compare(predicate, inner, other)
        return None

    # --- addresses -------------------------------------------------------------------------------------------------

    def getelementptr(
        self, source: Type, operands: list[Value], flags: int, in_range: int | tuple[int, int, int] | None = None
    ) -> Constant:
        """`getelementptr source, operands...`: the first operand is the pointer. The indices must fit the type."""
        result = getelementptr_type(source, operands)
        if self._depth <= MAXIMAL_DEPTH and len(operands) > 1:
            self._depth += 1
            if self.version >= PLAIN_GEP_SINCE:
                folded = self._fold_plain_getelementptr(result, operands, in_range)
            else:
                folded = self._fold_getelementptr(source, result, operands, flags, in_range)
            self._depth -= 1
            if folded is not None:
                return folded
        if isinstance(result, VectorType):
            operands = with_vector_indices(source, operands, result)
        return ConstantExpr.get(result, "getelementptr", operands, flags, source, in_range)

    def _fold_plain_getelementptr(
        self, result: Type, operands: list[Value], in_range: int | tuple[int, int, int] | None
    ) -> Constant | None:
        pointer = operands[0]
        if is_kind(pointer, POISON):
            return SimpleConstant.get(result, POISON)
        if is_kind(pointer, UNDEF):
            return SimpleConstant.get(result, UNDEF)
        if in_range is None and all(is_null(index) or is_undefined(index) for index in operands[1:]):
            return constant(pointer) if result is pointer.type else splat(result, constant(pointer))
        return None

    def _fold_getelementptr(
        self, source: Type, result: Type, operands: list[Value], flags: int, in_range: int | tuple[int, int, int] | None
    ) -> Constant | None:
        pointer, indices = operands[0], operands[1:]
        if is_kind(pointer, POISON):
            return SimpleConstant.get(result, POISON)
        if is_kind(pointer, UNDEF):
            return SimpleConstant.get(result, self._no_value if flags & INBOUNDS else UNDEF)
        # With typed pointers, every index but the first changes the pointee.
        scalar = pointer.type.scalar_type
        leads_nowhere = len(indices) == 1 or (isinstance(scalar, PointerType) and scalar.is_opaque and in_range is None)
        if leads_nowhere and all(is_null(index) or is_undefined(index) for index in indices):
            return constant(pointer) if result is pointer.type else splat(result, constant(pointer))
        if is_null(pointer) and all(is_null(index) or is_undefined(index) for index in indices):
            return null_value(result)
        if isinstance(pointer, ConstantExpr):
            folded = self._fold_inner(source, pointer, indices, flags, in_range)
            if folded is not None:
                return folded
        adjusted, unknown = self._factor_indices(source, indices, in_range)
        if adjusted is not None:
            return self.getelementptr(source, [pointer, *adjusted], flags, in_range)
        if unknown or flags & INBOUNDS or not isinstance(pointer, GlobalVariable):
            return None
        is_of_type = pointer.value_type is source or self.version < BOUNDS_OF_VALUE_SINCE
        if is_of_type and pointer.linkage != "extern_weak" and are_in_bounds(indices):
            return self.getelementptr(source, operands, flags | INBOUNDS, in_range)
        return None

    def _fold_inner(
        self, source: Type, inner: ConstantExpr, indices: list[Value], flags: int, in_range: int | tuple[int, int, int] | None
    ) -> Constant | None:
        """Fold a getelementptr of a getelementptr, or of a cast from an array of another length."""
        if inner.opcode == "getelementptr":
            return self._merge(source, inner, indices, flags)
        if inner.opcode in CAST_NAMES and len(indices) > 1 and is_null(indices[0]):
            before, after = inner.operands[0].type, inner.type
            if isinstance(before, PointerType) and isinstance(after, PointerType):
                old, new = before.pointee, after.pointee
                if (
                    isinstance(old, ArrayType)
                    and isinstance(new, ArrayType)
                    and old.element is new.element
                    and before.address_space == after.address_space
                ):
                    return self.getelementptr(old, [inner.operands[0], *indices], flags, in_range)
        return None

    def _merge(self, source: Type, inner: ConstantExpr, indices: list[Value], flags: int) -> Constant | None:
        assert inner.source_element_type is not None
        inner_indices = inner.operands[1:]
        walked = indexed_types(inner.source_element_type, inner_indices)
        if walked[-1] is not source:
            return None
        flags &= inner.flags
        first = indices[0]
        if is_null(first):
            merged = [inner.operands[0], *inner_indices, *indices[1:]]
            return self.getelementptr(inner.source_element_type, merged, flags, inner.in_range)
        container = walked[-2] if len(walked) > 1 else None
        last = inner_indices[-1]
        if isinstance(container, StructType) or not isinstance(first, ConstantInt) or last.type.kind == VECTOR:
            return None
        if self.version <= BOUNDED_MERGES_UNTIL and isinstance(container, ArrayType):
            if first.value < 0 or first.value >= container.count > 0:
                return None
        if last.type is not first.type:
            wide = first.type.context.integer(max(scalar_bits(last.type), scalar_bits(first.type), 64))
            first = self._widened(first, wide)
            last = self._widened(last, wide)
        total = self.binary("add", first, last)
        in_range = inner.in_range
        if in_range == len(inner_indices) - 1:
            in_range = None
        merged = [inner.operands[0], *inner_indices[:-1], total, *indices[1:]]
        return self.getelementptr(inner.source_element_type, merged, flags, in_range)

    def _widened(self, value: Value, type: Type) -> Value:
        return value if value.type is type else self.cast("sext", value, type)

    def _factor_indices(
        self, source: Type, indices: list[Value], in_range: int | tuple[int, int, int] | None
    ) -> tuple[list[Value] | None, bool]:
        """Carry the excess of an index into the index before it. Also return whether some index is not known to be in range."""
        made: list[Value] = list(indices)
        changed = False
        unknown = not is_known_index(indices[0])
        walked = indexed_types(source, indices)
        for i in range(1, len(indices)):
            index, before = indices[i], indices[i - 1]
            container = walked[i - 1]
            if not is_known_index(index):
                unknown = True
                continue
            if not is_known_index(before) or in_range == i - 1 or isinstance(container, StructType):
                continue
            if not isinstance(container, ArrayType):
                unknown = True
                continue
            numbers = integers_of(index)
            count = container.count
            if all(0 <= number < 1 << 63 and (count == 0 or number < count) for number in numbers):
                continue
            if min(numbers) < 0 or (i > 1 and isinstance(walked[i - 2], StructType)):
                unknown = True
                continue
            self._carry(made, i, count)
            changed = True
        return (made if changed else None), unknown

    def _carry(self, indices: list[Value], i: int, count: int) -> None:
        """Leave the remainder by `count` in index `i` and add the quotient to the index before it."""
        index, before = indices[i], indices[i - 1]
        shape = index.type if index.type.kind == VECTOR else before.type
        narrow = index.type.scalar_type
        assert isinstance(narrow, IntegerType)
        wide: Type = narrow.context.integer(max(narrow.width, scalar_bits(before.type), 64))
        factor: Constant = ConstantInt.wrapped(narrow, count)
        if isinstance(shape, VectorType):
            index, before = splat_to(shape, index), splat_to(shape, before)
            factor = splat_to(shape, factor)
            wide = shape.context.vector(wide, shape.count)
        indices[i] = self.binary("srem", index, factor)
        quotient = self._widened(self.binary("sdiv", index, factor), wide)
        indices[i - 1] = self.binary("add", self._widened(before, wide), quotient)

    # --- vectors and aggregates ------------------------------------------------------------------------------------

    def select(self, condition: Value, true_value: Value, false_value: Value) -> Constant:
        """`select` of three constants."""
        if is_null(condition):
            return constant(false_value)
        if is_all_ones(condition):
            return constant(true_value)
        if isinstance(condition, (ConstantAggregate, ConstantData)):
            chosen = select_elements(vector_elements(condition), self._elements(true_value), self._elements(false_value))
            if chosen is not None:
                return aggregate(true_value.type, chosen)
        if is_kind(condition, POISON):
            return SimpleConstant.get(true_value.type, POISON)
        if is_kind(condition, UNDEF):
            return constant(true_value if is_kind(true_value, UNDEF) or is_kind(true_value, POISON) else false_value)
        if true_value is false_value:
            return constant(true_value)
        if is_kind(true_value, POISON):
            return constant(false_value)
        if is_kind(false_value, POISON):
            return constant(true_value)
        if is_kind(true_value, UNDEF) and has_no_poison(false_value):
            return constant(false_value)
        if is_kind(false_value, UNDEF) and has_no_poison(true_value):
            return constant(true_value)
        # A select of the same condition inside decides nothing.
        if isinstance(true_value, ConstantExpr) and true_value.opcode == "select" and true_value.operands[0] is condition:
            return self.select(condition, true_value.operands[1], false_value)
        if isinstance(false_value, ConstantExpr) and false_value.opcode == "select" and false_value.operands[0] is condition:
            return self.select(condition, true_value, false_value.operands[2])
        return ConstantExpr.get(true_value.type, "select", [condition, true_value, false_value])

    def extract_element(self, vector: Value, index: Value) -> Constant:
        """`extractelement` of a constant vector."""
        type = vector.type
        assert isinstance(type, VectorType)
        if is_kind(vector, POISON) or is_kind(index, UNDEF) or is_kind(index, POISON):
            return SimpleConstant.get(type.element, self._no_element)
        if is_kind(vector, UNDEF):
            return SimpleConstant.get(type.element, UNDEF)
        if isinstance(index, ConstantInt):
            if not type.is_scalable and index.unsigned >= type.count:
                return SimpleConstant.get(type.element, self._no_element)
            elements = vector_elements(vector)
            if elements is not None:
                return constant(elements[index.unsigned])
            if is_null(vector) and index.unsigned < type.count:
                return null_value(type.element)
            if isinstance(vector, ConstantExpr) and self._depth <= MAXIMAL_DEPTH:
                self._depth += 1
                folded = self._extract_from_expression(vector, index, type.count)
                self._depth -= 1
                if folded is not None:
                    return folded
        return ConstantExpr.get(type.element, "extractelement", [vector, index])

    def _extract_from_expression(self, vector: ConstantExpr, index: ConstantInt, count: int) -> Constant | None:
        operands = vector.operands
        if vector.opcode == "insertelement":
            place = operands[2]
            if isinstance(place, ConstantInt):
                if place.unsigned == index.unsigned:
                    return constant(operands[1])
                return self.extract_element(operands[0], index)
        elif vector.opcode == "getelementptr" and self.version >= ADDRESSES_OF_ELEMENTS_SINCE:
            source = vector.source_element_type
            assert source is not None
            scalars = [self.extract_element(one, index) if one.type.kind == VECTOR else one for one in operands]
            return self.getelementptr(source, scalars, vector.flags, vector.in_range)
        elif vector.opcode == "shufflevector" and index.unsigned < count:
            return splatted_element(vector)
        return None

    def _is_removed(self, folded: Value) -> bool:
        """Whether it is an expression that the version does not have."""
        return isinstance(folded, ConstantExpr) and last_as_constant(folded.opcode) < self.version

    def _vector_of(self, type: Type, elements: list[Value]) -> Constant | None:
        """The vector of these elements (scalable: of the one in all places); None if the version lacks an expression of them."""
        if any(self._is_removed(element) for element in elements):
            return None
        if isinstance(type, VectorType) and type.is_scalable:
            return splat(type, constant(elements[0]))
        return aggregate(type, elements)

    def _elements(self, value: Value) -> list[Value] | None:
        """The elements of a constant vector, which are expressions if it is one; of a scalable one, the one in all places."""
        elements = vector_elements(value)
        type = value.type
        if elements is not None or not isinstance(type, VectorType):
            return elements
        if type.is_scalable:
            element = scalable_element(value)
            return None if element is None else [element]
        if not isinstance(value, ConstantExpr):
            return None
        index_type = type.context.integer(32)
        found: list[Value] = []
        for number in range(listed_count(type)):
            found.append(self.extract_element(value, ConstantInt.wrapped(index_type, number)))
        return found

    def insert_element(self, vector: Value, element: Value, index: Value) -> Constant:
        """`insertelement` into a constant vector."""
        type = vector.type
        assert isinstance(type, VectorType)
        if is_kind(index, UNDEF) or is_kind(index, POISON):
            return SimpleConstant.get(type, self._no_element)
        if is_null(vector) and is_null(element) and self.version >= ZEROS_INSERTED_SINCE:
            return constant(vector)
        if isinstance(index, ConstantInt) and not type.is_scalable:
            if index.unsigned >= type.count:
                return SimpleConstant.get(type, self._no_value)
            elements = self._elements(vector)
            if elements is not None:
                changed = list(elements)
                changed[index.unsigned] = element
                return aggregate(type, changed)
        return ConstantExpr.get(type, "insertelement", [vector, element, index])

    def shuffle_vector(self, left: Value, right: Value, mask: Value) -> Constant:
        """`shufflevector` of two constant vectors."""
        type, mask_type = left.type, mask.type
        assert isinstance(type, VectorType)
        assert isinstance(mask_type, VectorType)
        result = type.context.vector(type.element, mask_type.count, mask_type.is_scalable)
        mask = shuffle_mask(mask, self.version)
        if is_kind(mask, UNDEF) or is_kind(mask, POISON):
            return SimpleConstant.get(result, POISON if self.version >= POISON_IN_MASK_SINCE else UNDEF)
        chosen = vector_elements(mask)
        if chosen is not None and not type.is_scalable:
            index_type = type.context.integer(32)
            picked: list[Value] = []
            for choice in chosen:
                if not isinstance(choice, ConstantInt):
                    # LLVM used undef here, although the mask element itself became poison.
                    picked.append(SimpleConstant.get(type.element, UNDEF))
                elif choice.value < type.count:
                    picked.append(self.extract_element(left, ConstantInt.wrapped(index_type, choice.value)))
                else:
                    picked.append(self.extract_element(right, ConstantInt.wrapped(index_type, choice.value - type.count)))
            return aggregate(result, picked)
        if is_null(mask) and mask_type.is_scalable and self.version >= NULL_SPLATS_SINCE:
            element = self.extract_element(left, ConstantInt.get(type.context.integer(32), 0))
            if is_null(element):
                return null_value(result)
            if isinstance(element, SimpleConstant) and self.version >= UNDEFINED_SPLATS_SINCE:
                return SimpleConstant.get(result, element.kind)
        return ConstantExpr.get(result, "shufflevector", [left, right, mask])

    def extract_value(self, value: Value, indices: list[int]) -> Constant | None:
        """`extractvalue` of a constant; None where LLVM cannot compute it."""
        for index in indices:
            inner = aggregate_element(value, index)
            if inner is None:
                return None
            value = inner
        return constant(value)

    def insert_value(self, value: Value, element: Value, indices: list[int]) -> Constant | None:
        """`insertvalue` into a constant; None where LLVM cannot compute it."""
        if not indices:
            return constant(element)
        type = value.type
        count = len(type.elements or []) if isinstance(type, StructType) else type.count if isinstance(type, ArrayType) else 0
        members: list[Value] = []
        for i in range(count):
            member = aggregate_element(value, i)
            if member is None:
                return None
            if i == indices[0]:
                changed = self.insert_value(member, element, indices[1:])
                if changed is None:
                    return None
                member = changed
            members.append(member)
        return aggregate(type, members)

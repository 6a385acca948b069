"""Parses constant expressions; checks and folds them as LLVM's parser does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64

from pyllvm.assembly.reader import actions as a
from pyllvm.assembly.reader import children as c
from pyllvm.assembly.reader.aggregates import check_inserted, indices, part_type
from pyllvm.assembly.reader.block_addresses import BlockAddressBuilder
from pyllvm.assembly.reader.constant_operands import check_constant, check_constants
from pyllvm.assembly.reader.flags import GepFlags
from pyllvm.assembly.reader.stack import Stack
from pyllvm.assembly.reader.state import State, text_of_bytes, type_string
from pyllvm.assembly.reader.text_error import TextError
from pyllvm.assembly.reader.types import wrong_pointee
from pyllvm.ir.constants import (
    Constant,
    ConstantExpr,
    ConstantInt,
    ConstantPtrAuth,
    find_constant,
    keep_constant,
    null_value,
    signed,
)
from pyllvm.ir.target.sized_types import SizedTypes
from pyllvm.ir.types import FLOATING_POINT, INTEGER, POINTER, IntegerType, PointerType, Type, VectorType
from pyllvm.ir.valid_operands import bad_select, element_pointed_to, is_valid_cast, is_valid_shuffle
from pyllvm.ir.value import Value
from pyllvm.tables.features import DEACTIVATION_SYMBOLS, INRANGE_BOUNDS, POINTER_AUTHENTICATION
from pyllvm.tables.opcodes import FCMP, OPCODES_BY_NAME, last_as_constant
from pyllvm.tables.predicates import FCMP_NUMBERS, ICMP_NUMBERS
from pyllvm.tables.text_versions import ONE_INTEGER_MESSAGE_SINCE

if TYPE_CHECKING:
    from pyllvm.ir.folding.constant_folding import ConstantFolder


@final
class InRange:
    """An index marked `inrange`."""

    __slots__ = ("value",)

    def __init__(self, value: Value) -> None:
        self.value = value


@final
class ConstantBuilder:
    """Creates constant expressions."""

    def __init__(self, state: State, stack: Stack, addresses: BlockAddressBuilder) -> None:
        self.state: Final = state
        self.stack: Final = stack
        self.addresses: Final = addresses
        self._folder: ConstantFolder | None = None
        self._sized_types: Final = SizedTypes(state.version)

    @property
    def folder(self) -> ConstantFolder:
        """Folds constant expressions, which many texts do not have."""
        found = self._folder
        if found is None:
            from pyllvm.ir.folding.constant_folding import ConstantFolder

            found = ConstantFolder(self.state.version)
            self._folder = found
        return found

    def reduce(self, action: i64, base: i64) -> object:
        """Run the action of a rule."""
        stack = self.stack
        values = stack.values
        starts = stack.starts
        start = starts[base]
        if action == a.GETELEMENTPTR_EXPRESSION:
            return self._getelementptr_at(base)
        if action == a.CAST_EXPRESSION:
            return self._cast(
                stack.bytes_at(base + c.CAST_EXPRESSION_OPERATION),
                stack.number_at(base + c.CAST_EXPRESSION_NO_FLAGS),
                self._operand(base + c.CAST_EXPRESSION_TYPED_VALUE),
                stack.type_at(base + c.CAST_EXPRESSION_TYPE),
                start,
            )
        if action == a.BINARY_EXPRESSION:
            return self._binary(
                stack.bytes_at(base + c.BINARY_EXPRESSION_OPERATION),
                stack.number_at(base + c.BINARY_EXPRESSION_FLAGS),
                self._operand(base + c.BINARY_EXPRESSION_LEFT),
                self._operand(base + c.BINARY_EXPRESSION_RIGHT),
                start,
            )
        if action == a.UNARY_EXPRESSION:
            return self._unary(self._operand(base + c.UNARY_EXPRESSION_TYPED_VALUE), start)
        if action == a.COMPARE_EXPRESSION:
            return self._compare(
                stack.bytes_at(base + c.COMPARE_EXPRESSION_OPERATION).decode(),
                stack.bytes_at(base + c.COMPARE_EXPRESSION_ANY_PREDICATE),
                self._operand(base + c.COMPARE_EXPRESSION_LEFT),
                self._operand(base + c.COMPARE_EXPRESSION_RIGHT),
                start,
                starts[base + c.COMPARE_EXPRESSION_ANY_PREDICATE],
            )
        if action == a.SELECT_EXPRESSION:
            return self._select(
                self._operand(base + c.SELECT_EXPRESSION_CONDITION),
                self._operand(base + c.SELECT_EXPRESSION_IF_TRUE),
                self._operand(base + c.SELECT_EXPRESSION_IF_FALSE),
                start,
            )
        if action == a.EXTRACTELEMENT_EXPRESSION:
            return self._extractelement(
                self._operand(base + c.EXTRACTELEMENT_EXPRESSION_OPERAND),
                self._operand(base + c.EXTRACTELEMENT_EXPRESSION_INDEX),
                start,
            )
        if action == a.INSERTELEMENT_EXPRESSION:
            return self._insertelement(
                self._operand(base + c.INSERTELEMENT_EXPRESSION_OPERAND),
                self._operand(base + c.INSERTELEMENT_EXPRESSION_ELEMENT),
                self._operand(base + c.INSERTELEMENT_EXPRESSION_INDEX),
                start,
            )
        if action == a.SHUFFLEVECTOR_EXPRESSION:
            return self._shufflevector(
                self._operand(base + c.SHUFFLEVECTOR_EXPRESSION_OPERAND),
                self._operand(base + c.SHUFFLEVECTOR_EXPRESSION_SECOND),
                self._operand(base + c.SHUFFLEVECTOR_EXPRESSION_MASK),
                start,
            )
        if action == a.EXTRACTVALUE_EXPRESSION:
            return self._extractvalue(
                self._operand(base + c.EXTRACTVALUE_EXPRESSION_TYPED_VALUE),
                indices(
                    values[base + c.EXTRACTVALUE_EXPRESSION_INDICES], starts[base + c.EXTRACTVALUE_EXPRESSION_INDICES], self.state
                ),
                start,
            )
        if action == a.INSERTVALUE_EXPRESSION:
            return self._insertvalue(
                self._operand(base + c.INSERTVALUE_EXPRESSION_OPERAND),
                self._operand(base + c.INSERTVALUE_EXPRESSION_ELEMENT),
                indices(
                    values[base + c.INSERTVALUE_EXPRESSION_INDICES], starts[base + c.INSERTVALUE_EXPRESSION_INDICES], self.state
                ),
                start,
            )
        if action == a.BLOCKADDRESS_CONSTANT:
            return self.addresses.block_address(
                values[base + c.BLOCKADDRESS_CONSTANT_FUNCTION],
                values[base + c.BLOCKADDRESS_CONSTANT_BLOCK],
                starts[base + c.BLOCKADDRESS_CONSTANT_FUNCTION],
                starts[base + c.BLOCKADDRESS_CONSTANT_BLOCK],
            )
        if action == a.PTRAUTH_CONSTANT:
            operands = stack.values_at(base + c.PTRAUTH_CONSTANT_TYPED_VALUE_LIST)
            check_constants(self.state, operands, starts[base + c.PTRAUTH_CONSTANT_TYPED_VALUE_LIST])
            return self._ptrauth(operands, start)
        assert action == a.INRANGE_OPERAND
        # LLVM ends the list of operands there.
        self.state.ends(start, "'inrange' before an index", INRANGE_BOUNDS.since - 1, "expected ')' in constantexpr")
        return InRange(self._operand(base + c.INRANGE_OPERAND_TYPED_VALUE))

    def _operand(self, at: int) -> Value:
        """The operand of an expression at a position of the stack."""
        value = self.stack.value_at(at)
        return value if isinstance(value, Constant) else check_constant(self.state, value, self.stack.starts[at])

    def _getelementptr_at(self, base: i64) -> Value:
        stack = self.stack
        values = stack.values
        starts = stack.starts
        start = starts[base]
        flags = values[base + c.GETELEMENTPTR_EXPRESSION_GEP_FLAGS]
        bits = flags.bits if isinstance(flags, GepFlags) else 0
        in_range: int | tuple[int, int] | None = flags.in_range if isinstance(flags, GepFlags) else None
        if in_range is not None:
            self.state.needs(start, "'inrange' before the operands", INRANGE_BOUNDS.since)
        operands: list[Value] = []
        for operand in stack.list_at(base + c.GETELEMENTPTR_EXPRESSION_GEP_OPERANDS) or []:
            if isinstance(operand, InRange):
                # Up to LLVM 18 an index is marked; its number is counted from the first one.
                in_range = len(operands) - 1
                operands.append(operand.value)
            else:
                assert isinstance(operand, Value)
                operands.append(operand)
        check_constants(self.state, operands, starts[base + c.GETELEMENTPTR_EXPRESSION_GEP_OPERANDS])
        return self._getelementptr(
            bits,
            in_range,
            stack.type_at(base + c.GETELEMENTPTR_EXPRESSION_TYPE),
            operands,
            start,
            starts[base + c.GETELEMENTPTR_EXPRESSION_TYPE],
        )

    def _check_version(self, word: str, start: int) -> None:
        """Refuse an expression that the version no longer has, with LLVM's message."""
        opcode = OPCODES_BY_NAME.get(word)
        last = last_as_constant(word)
        if opcode is not None and opcode.since > self.state.version:
            self.state.needs(start, f"'{word}'", opcode.since)
        if self.state.version > last:
            word, start = self._outermost_removed(word, start)
            message = f"{word} constexprs are no longer supported"
            self.state.ends(start, f"a constant '{word}'", last_as_constant(word), message)

    def removed_expression(self, word: bytes, start: int) -> TextError | None:
        """The error for the word of an expression that the version no longer has."""
        name = text_of_bytes(word)
        if not self.state.version_is_fixed or self.state.version <= last_as_constant(name):
            return None
        return TextError(start, f"{name} constexprs are no longer supported", is_syntax=True)

    def _outermost_removed(self, word: str, start: int) -> tuple[str, int]:
        """The first expression of a removed kind around this one, and where: LLVM refuses a word as soon as it reads it."""
        data = self.state.data
        for place in self.stack.places:
            begin: int = place.start
            if begin >= start:
                break
            end = begin
            while data[end : end + 1].isalpha():
                end += 1
            outer = text_of_bytes(data[begin:end])
            is_expression = data[end : end + 2].lstrip(b" ").startswith(b"(")
            if is_expression and self.state.version > last_as_constant(outer):
                return outer, begin
        return word, start

    def _binary(self, word: bytes, flags: int, left: Value, right: Value, start: int) -> Value:
        state = self.state
        name = word.decode()
        self._check_version(name, start)
        opcode = OPCODES_BY_NAME[name]
        if left.type is not right.type:
            state.error(start, "operands of constexpr must have same type")
        scalar = left.type.scalar_type
        if opcode.floating:
            if scalar.kind != FLOATING_POINT:
                state.error(start, "constexpr requires fp operands")
        elif scalar.kind != INTEGER:
            if name in ("and", "or", "xor") or state.version >= ONE_INTEGER_MESSAGE_SINCE:
                state.error(start, "constexpr requires integer or integer vector operands")
            state.error(start, "constexpr requires integer operands")
        return self.folder.binary(name, left, right, flags)

    def _unary(self, operand: Value, start: int) -> Value:
        self._check_version("fneg", start)
        if not operand.type.is_floating_point_or_vector:
            self.state.error(start, "constexpr requires fp operands")
        return self.folder.negate(operand)

    def _cast(self, word: bytes, flags: int, operand: Value, target: Type, start: int) -> Value:
        name = word.decode()
        self._check_version(name, start)
        if not is_valid_cast(name, operand.type, target, self.state.version):
            self.state.error(start, f"invalid cast opcode for cast from '{type_string(operand.type)}' to '{type_string(target)}'")
        return self.folder.cast(name, operand, target)

    def _compare(self, name: str, predicate: bytes, left: Value, right: Value, start: int, predicate_start: int) -> Value:
        state = self.state
        is_float = name == FCMP
        self._check_version(name, start)
        number = (FCMP_NUMBERS if is_float else ICMP_NUMBERS).get(predicate.decode(), -1)
        if number < 0:
            state.error(
                predicate_start, "expected fcmp predicate (e.g. 'oeq')" if is_float else "expected icmp predicate (e.g. 'eq')"
            )
        if left.type is not right.type:
            state.error(start, "compare operands must have the same type")
        kind = left.type.scalar_type.kind
        if is_float:
            if kind != FLOATING_POINT:
                state.error(start, "fcmp requires floating point operands")
        elif kind != INTEGER and kind != POINTER:
            state.error(start, "icmp requires pointer or integer operands")
        return self.folder.compare(number, left, right)

    def _select(self, condition: Value, true_value: Value, false_value: Value, start: int) -> Value:
        self._check_version("select", start)
        reason = bad_select(condition, true_value, false_value)
        if reason:
            self.state.error(start, reason)
        return self.folder.select(condition, true_value, false_value)

    def _getelementptr(
        self, flags: int, in_range: int | tuple[int, int] | None, type: Type, operands: list[Value], start: int, type_start: int
    ) -> Value:
        state = self.state
        base = operands[0]
        scalar = base.type.scalar_type
        if not isinstance(scalar, PointerType):
            state.error(start, "base of getelementptr must be a pointer")
        if scalar.pointee is not None and scalar.pointee is not type:
            state.error(type_start, wrong_pointee(type, scalar.pointee, state.version))
        indices = operands[1:]
        shape: Type = base.type
        for index in indices:
            if index.type.scalar_type.kind != INTEGER:
                state.error(start, "getelementptr index must be an integer")
            if isinstance(index.type, VectorType):
                if isinstance(shape, VectorType) and (
                    shape.count != index.type.count or shape.is_scalable != index.type.is_scalable
                ):
                    state.error(start, "getelementptr vector index has a wrong number of elements")
                shape = index.type
        if indices and not self._sized_types.has(type):
            state.error(start, "base element of getelementptr must be sized")
        reached = element_pointed_to(type, indices)
        if reached is None:
            state.error(start, "invalid getelementptr indices")
        if not indices:
            return base
        if isinstance(in_range, tuple):
            bits = state.layout.index_bits(scalar.address_space)
            bounds = (signed(in_range[0], bits), signed(in_range[1], bits), bits)
            if bounds[0] >= bounds[1]:
                state.error(start, "expected end to be larger than start")
            return self.folder.getelementptr(type, operands, flags, bounds)
        return self.folder.getelementptr(type, operands, flags, in_range)

    def _extractelement(self, vector: Value, index: Value, start: int) -> Value:
        type = vector.type
        if not isinstance(type, VectorType) or index.type.kind != INTEGER:
            self.state.error(start, "invalid extractelement operands")
        return self.folder.extract_element(vector, index)

    def _insertelement(self, vector: Value, element: Value, index: Value, start: int) -> Value:
        type = vector.type
        if not isinstance(type, VectorType) or element.type is not type.element or index.type.kind != INTEGER:
            self.state.error(start, "invalid insertelement operands")
        return self.folder.insert_element(vector, element, index)

    def _shufflevector(self, left: Value, right: Value, mask: Value, start: int) -> Value:
        if not is_valid_shuffle(left, right, mask):
            self.state.error(start, "invalid operands to shufflevector")
        return self.folder.shuffle_vector(left, right, mask)

    def _extractvalue(self, aggregate: Value, indices: list[int], start: int) -> Value:
        self._check_version("extractvalue", start)
        type = part_type(self.state, "extractvalue", aggregate, indices, start)
        folded = self.folder.extract_value(aggregate, indices)
        return ConstantExpr.get(type, "extractvalue", [aggregate], indices=indices) if folded is None else folded

    def _insertvalue(self, aggregate: Value, element: Value, indices: list[int], start: int) -> Value:
        self._check_version("insertvalue", start)
        check_inserted(self.state, aggregate, element, indices, start, start)
        folded = self.folder.insert_value(aggregate, element, indices)
        if folded is not None:
            return folded
        return ConstantExpr.get(aggregate.type, "insertvalue", [aggregate, element], indices=indices)

    def _ptrauth(self, operands: list[Value], start: int) -> Value:
        """`ptrauth (ptr @f, i32 key[, i64 discriminator[, ptr address[, ptr deactivation symbol]]])`."""
        state = self.state
        state.needs(start, "'ptrauth'", POINTER_AUTHENTICATION.since)
        context = state.context
        if len(operands) > (5 if DEACTIVATION_SYMBOLS.is_in(state.version) else 4) or len(operands) < 2:
            state.error(state.ahead, "expected ')' in constant ptrauth expression")
        pointer = operands[0]
        if pointer.type.kind != POINTER:
            state.error(start, "constant ptrauth base pointer must be a pointer")
        key = operands[1]
        if not isinstance(key, ConstantInt) or not isinstance(key.type, IntegerType) or key.type.width != 32:
            state.error(start, "constant ptrauth key must be i32 constant")
        parts = list(operands)
        if len(parts) < 3:
            parts.append(ConstantInt.get(context.integer(64), 0))
        discriminator = parts[2]
        if (
            not isinstance(discriminator, ConstantInt)
            or not isinstance(discriminator.type, IntegerType)
            or discriminator.type.width != 64
        ):
            state.error(start, "constant ptrauth integer discriminator must be i64 constant")
        null = null_value(state.context.pointer(0))
        while len(parts) < (5 if DEACTIVATION_SYMBOLS.is_in(state.version) else 4):
            parts.append(null)
        if parts[3].type.kind != POINTER:
            state.error(start, "constant ptrauth address discriminator must be a pointer")
        marker = ("ptrauth", tuple(parts))
        constant = find_constant(pointer.type, marker)
        if constant is None:
            constant = ConstantPtrAuth(pointer.type, parts)
            keep_constant(pointer.type, marker, constant)
        assert isinstance(constant, Constant)
        return constant

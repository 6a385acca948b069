"""Builds the instructions that replace a call, as LLVM's IRBuilder does: it folds constants and omits casts to the same type."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias, final

from pyllvm.ir import instructions
from pyllvm.ir.attributes import FIRST_PARAMETER_INDEX, Attribute, AttributeList, AttributeSet
from pyllvm.ir.constants import (
    POISON,
    Constant,
    ConstantAggregate,
    ConstantExpr,
    ConstantInt,
    SimpleConstant,
    aggregate,
    is_null,
    null_value,
)
from pyllvm.ir.folding.constant_parts import all_ones, is_all_ones, scalar_bits
from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.global_values import GlobalValue
from pyllvm.ir.metadata import Attachment, MDTuple, ValueAsMetadata
from pyllvm.ir.types import FloatingPointType, IntegerType, PointerType, StructType, Type, VectorType
from pyllvm.ir.valid_operands import takes_fast_math
from pyllvm.ir.value import Value
from pyllvm.migrations.on_reading.intrinsic_calls import CallUpgrade, Upgrading, keep_records
from pyllvm.tables.atomics import ATOMIC_RMW_OF_WORD
from pyllvm.tables.attributes import KIND_OF_WORD
from pyllvm.tables.features import ATOMIC_ALIGNMENT_SINCE
from pyllvm.tables.flags import FLAGS_OF_UITOFP
from pyllvm.tables.opcodes import AND, BITCAST, FNEG, TRUNC, XOR, ZEXT, Opcode, last_as_constant
from pyllvm.tables.predicates import ICMP_NUMBERS
from pyllvm.tables.reading_versions import (
    EQUAL_WIDTHS_EXTENDED_SINCE,
    MASKED_ALIGNMENT_IS_ATTRIBUTE_SINCE,
    ONLY_FOLDS_SINCE,
    UPGRADES_KEEP_FAST_MATH_SINCE,
    WIDE_SPLAT_INDEX_SINCE,
)

_SHORTEST_MASK: Final = 8
_POINTER_BYTES: Final = 8


@final
class CallBuilder:
    """Builds instructions before one call, and finally replaces the call."""

    def __init__(self, state: Upgrading, call: instructions.CallBase) -> None:
        self.state: Final = state
        self.call: Final = call
        self.version: Final = state.version
        self.context: Final = state.module.context
        self.arguments: Final[list[Value]] = call.arguments
        self.type: Final[Type] = call.type
        self._fast_math: Final[int] = call.flags if state.version >= UPGRADES_KEEP_FAST_MATH_SINCE else 0
        self._made: Final[list[Instruction]] = []
        state.note_names(call)

    # --- types and constants ---------------------------------------------------------------------------------------

    def integer(self, width: int) -> IntegerType:
        return self.context.integer(width)

    def integer_constant(self, width: int, value: int) -> ConstantInt:
        return ConstantInt.wrapped(self.context.integer(width), value)

    def splat_constant(self, type: Type, value: int) -> Constant:
        """The integer as a constant of this type: a number, or a vector of equal numbers."""
        scalar = type.scalar_type
        assert isinstance(scalar, IntegerType)
        element = ConstantInt.wrapped(scalar, value)
        return aggregate(type, [element] * type.count) if isinstance(type, VectorType) else element

    # --- instructions ----------------------------------------------------------------------------------------------

    def insert(self, made: Instruction, name: str = "") -> Instruction:
        """Insert an instruction before the call."""
        if name:
            made.put_name(self.state.names_at(self.call).unique(name))
        if self._fast_math:
            made.flags |= _fast_math_of(made, self._fast_math, self.version)
        self._made.append(made)
        return made

    def binary(self, opcode: Opcode, left: Value, right: Value, name: str = "") -> Value:
        if is_constant(right):
            if self.version < ONLY_FOLDS_SINCE and _changes_nothing(opcode.name, right):
                return left
            if is_constant(left):
                folded = self._folded(self.state.folder.binary(opcode.name, left, right))
                if folded is not None:
                    return folded
        return self.insert(instructions.BinaryOperator(opcode, left, right), name)

    def inverted(self, value: Value) -> Value:
        assert isinstance(value.type.scalar_type, IntegerType)
        return self.binary(XOR, value, all_ones(value.type))

    def negated(self, value: Value) -> Value:
        """`fneg`."""
        if is_constant(value):
            folded = self._folded(self.state.folder.negate(value))
            if folded is not None:
                return folded
        return self.insert(instructions.UnaryOperator(FNEG, value))

    def cast(self, opcode: Opcode, value: Value, type: Type, name: str = "") -> Value:
        if value.type is type:
            return value
        if is_constant(value):
            folded = self._folded(self.state.folder.cast(opcode.name, value, type))
            if folded is not None:
                return folded
        return self.insert(instructions.CastInst(opcode, value, type), name)

    def bitcast(self, value: Value, type: Type, name: str = "") -> Value:
        return self.cast(BITCAST, value, type, name)

    def pointer_cast(self, pointer: Value, pointee: Type, name: str = "") -> Value:
        """The pointer, cast to a pointer to `pointee` if pointers are typed."""
        type = pointer.type
        if not isinstance(type, PointerType) or type.pointee is None:
            return pointer
        return self.bitcast(pointer, self.context.pointer_to(pointee), name)

    def integer_cast(self, value: Value, type: Type, extension: Opcode = ZEXT) -> Value:
        before, after = scalar_bits(value.type), scalar_bits(type)
        if before == after and self.version < EQUAL_WIDTHS_EXTENDED_SINCE:
            return self.bitcast(value, type)
        return self.cast(TRUNC if after < before else extension, value, type)

    def compare(self, predicate: str, left: Value, right: Value, name: str = "") -> Value:
        """`icmp`."""
        number = ICMP_NUMBERS[predicate]
        if is_constant(left) and is_constant(right):
            folded = self._folded(self.state.folder.compare(number, left, right))
            if folded is not None:
                return folded
        type: Type = self.integer(1)
        if isinstance(left.type, VectorType):
            type = self.context.vector(type, left.type.count, left.type.is_scalable)
        return self.insert(instructions.CmpInst(number, left, right, type), name)

    def select(self, condition: Value, one: Value, other: Value, name: str = "") -> Value:
        if is_constant(condition) and is_constant(one) and is_constant(other):
            folded = self._folded(self.state.folder.select(condition, one, other))
            if folded is not None:
                return folded
        return self.insert(instructions.SelectInst(condition, one, other), name)

    def extract_element(self, vector: Value, index: int = 0, name: str = "", width: int = 64) -> Value:
        at = self.integer_constant(width, index)
        if is_constant(vector):
            folded = self._folded(self.state.folder.extract_element(vector, at))
            if folded is not None:
                return folded
        return self.insert(instructions.ExtractElementInst(vector.type.scalar_type, vector, at), name)

    def insert_element(self, vector: Value, element: Value, index: int = 0, name: str = "", width: int = 64) -> Value:
        at = self.integer_constant(width, index)
        if is_constant(vector) and is_constant(element):
            folded = self._folded(self.state.folder.insert_element(vector, element, at))
            if folded is not None:
                return folded
        return self.insert(instructions.InsertElementInst(vector, element, at), name)

    def shuffle(self, left: Value, right: Value | None, mask: list[int], name: str = "") -> Value:
        """`shufflevector`; the second vector is poison by default."""
        if right is None:
            right = SimpleConstant.get(left.type, POISON)
        numbers: list[Value] = [self.integer_constant(32, number) for number in mask]
        constant = aggregate(self.context.vector(self.integer(32), len(mask)), numbers)
        if is_constant(left) and is_constant(right):
            folded = self._folded(self.state.folder.shuffle_vector(left, right, constant))
            if folded is not None:
                return folded
        type = self.context.vector(left.type.scalar_type, len(mask))
        return self.insert(instructions.ShuffleVectorInst(type, left, right, constant), name)

    def splat(self, count: int, value: Value) -> Value:
        """A vector of `count` elements, all equal to that value."""
        poison = SimpleConstant.get(self.context.vector(value.type, count), POISON)
        width = 64 if self.version >= WIDE_SPLAT_INDEX_SINCE else 32
        inserted = self.insert_element(poison, value, 0, ".splatinsert", width)
        return self.shuffle(inserted, None, [0] * count, ".splat")

    def extract_value(self, struct: Value, index: int) -> Value:
        assert isinstance(struct.type, StructType)
        return self.insert(instructions.ExtractValueInst(struct.type.contained_types[index], struct, [index]))

    def insert_value(self, struct: Value, element: Value, index: int) -> Value:
        return self.insert(instructions.InsertValueInst(struct, element, [index]))

    def load(self, type: Type, pointer: Value, alignment: int) -> instructions.LoadInst:
        made = instructions.LoadInst(type, pointer, alignment)
        self.insert(made)
        return made

    def store(self, value: Value, pointer: Value, alignment: int) -> instructions.StoreInst:
        made = instructions.StoreInst(self.context.void, value, pointer, alignment)
        self.insert(made)
        return made

    def call_intrinsic(self, name: str, arguments: list[Value], returned: Type, label: str = "") -> instructions.CallInst:
        """A call of the intrinsic with that base name, which is declared if necessary.

        LLVM declares it by the types that its name needs: where others do not fit, the verifier reports the call.
        """
        type = self.context.function(returned, [argument.type for argument in arguments])
        return self.call_function(self.state.declared_for("llvm." + name, type), arguments, label)

    def call_function(self, made: Function, arguments: list[Value], label: str = "") -> instructions.CallInst:
        """A call of that function."""
        call = instructions.CallInst(made.function_type, made, arguments)
        self.insert(call, label)
        return call

    def atomic(self, operation: str, pointer: Value, value: Value, ordering: int, scope: str = "") -> instructions.AtomicRMWInst:
        """`atomicrmw`, aligned to the size of its value."""
        alignment = _storage_bytes(value.type) if self.version >= ATOMIC_ALIGNMENT_SINCE else 0
        made = instructions.AtomicRMWInst(ATOMIC_RMW_OF_WORD[operation].number, pointer, value, ordering, alignment)
        made.sync_scope = scope
        self.insert(made)
        return made

    def compare_exchange(
        self, pointer: Value, expected: Value, new: Value, ordering: int, scope: str
    ) -> instructions.AtomicCmpXchgInst:
        """`cmpxchg` with one ordering for both results, aligned to the size of its value."""
        type = self.context.literal_struct([expected.type, self.integer(1)])
        made = instructions.AtomicCmpXchgInst(type, pointer, expected, new, ordering, ordering, _storage_bytes(new.type))
        made.sync_scope = scope
        self.insert(made)
        return made

    def dot_product_type(self, name: str) -> Type | None:
        """The type of the second operand of the intrinsic with this name in this LLVM."""
        type = self.state.signature_type("llvm." + name, [])
        return type.parameters[1] if type is not None and len(type.parameters) > 1 else None

    def set_non_temporal(self, access: Instruction) -> None:
        """`!nontemporal !{i32 1}`."""
        one = ValueAsMetadata.get(self.context, self.integer_constant(32, 1))
        access.attachments = [Attachment("nontemporal", MDTuple.get(self.context, [one]))]

    # --- masks -----------------------------------------------------------------------------------------------------

    def mask_vector(self, mask: Value, count: int) -> Value:
        """The first `count` bits of an integer as a vector of i1."""
        bits = self._bits(mask)
        if count < _SHORTEST_MASK:
            return self.shuffle(bits, bits, list(range(count)), "extract")
        return bits

    def _bits(self, mask: Value) -> Value:
        """The bits of a mask; LLVM makes a vector without elements of a mask of another type than an integer."""
        type = mask.type
        width = type.width if isinstance(type, IntegerType) else 0
        return self.bitcast(mask, self.context.vector(self.integer(1), width) if width else VectorType(self.integer(1), 0, False))

    def select_by_mask(self, mask: Value, one: Value, other: Value) -> Value:
        """The elements of `one` where the bit of the integer is set, and the elements of `other` elsewhere."""
        if is_all_ones(mask):
            return one
        return self.select(self.mask_vector(mask, vector_count(one.type)), one, other)

    def select_by_first_bit(self, mask: Value, one: Value, other: Value) -> Value:
        """One of two scalars, selected by the lowest bit of the integer."""
        if is_all_ones(mask):
            return one
        return self.select(self.extract_element(self._bits(mask)), one, other)

    def bits_to_integer(self, bits: Value, mask: Value | None) -> Value:
        """A vector of i1 as an integer of at least 8 bits, with the bits outside the mask cleared."""
        count = vector_count(bits.type)
        if mask is not None and not is_all_ones(mask):
            bits = self.binary(AND, bits, self.mask_vector(mask, count))
        if count < _SHORTEST_MASK:
            indices = [*range(count), *[count + index % count for index in range(count, _SHORTEST_MASK)]]
            bits = self.shuffle(bits, null_value(bits.type), indices)
        return self.bitcast(bits, self.integer(max(count, _SHORTEST_MASK)))

    def masked_access(
        self, base: str, arguments: list[Value], returned: Type, pointer: int, alignment: int
    ) -> instructions.CallInst:
        """A call of `llvm.masked.load` or `store`; its pointer is the argument of that number."""
        is_attribute = self.version >= MASKED_ALIGNMENT_IS_ATTRIBUTE_SINCE
        if not is_attribute:
            arguments.insert(pointer + 1, self.integer_constant(32, alignment))
        made = self.call_intrinsic(base, arguments, returned)
        if is_attribute:
            attribute = Attribute(KIND_OF_WORD["align"], integer=alignment)
            made.attributes = AttributeList.of_indexed([(FIRST_PARAMETER_INDEX + pointer, AttributeSet([attribute]))])
        return made

    # --- replacing the call ---------------------------------------------------------------------------------------------------

    def finish(self, result: Value | None, heir: Value | None = None) -> None:
        """Replace the call: its users use `result` instead, and `heir` gets its name."""
        call = self.call
        block = call.parent
        assert block is not None
        at = block.index_of(call)
        made = self._made
        block.splice(at, 1, made)
        keep_records(block, at, call.debug_records)
        for instruction in made:
            instruction.debug_location = call.debug_location
        if heir is not None:
            heir.set_unique_name(call.name)
        else:
            self.state.release(call)
        if result is not None:
            call.move_uses_to(result)
        call.drop_operands()

    def _folded(self, constant: Constant) -> Constant | None:
        """The constant, unless this LLVM does not have its kind, or the kind of an element."""
        if self._is_gone(constant):
            return None
        if isinstance(constant, ConstantAggregate) and any(self._is_gone(element) for element in constant.operands):
            return None
        return constant

    def _is_gone(self, value: Value) -> bool:
        return isinstance(value, ConstantExpr) and last_as_constant(value.opcode) < self.version


# Returns the arguments of a new call.
Arguments: TypeAlias = "Callable[[CallBuilder], list[Value]]"


def same_arguments(builder: CallBuilder) -> list[Value]:
    return builder.arguments


def argument_and_false(builder: CallBuilder) -> list[Value]:
    """The arguments of `llvm.ctlz` and `llvm.cttz` in place of a call that may be asked about 0."""
    return [builder.arguments[0], builder.integer_constant(1, 0)]


def rebuilt(
    state: Upgrading, made: Function | None, arguments: Arguments = same_arguments, keeps_metadata: bool = False
) -> CallUpgrade | None:
    """Replace calls by calls of that intrinsic, which keep only the name of the old ones; None without an intrinsic.

    With `keeps_metadata` they have the old ones' attachments.
    """
    if made is None:
        return None

    def upgrade(call: instructions.CallBase) -> None:
        builder = CallBuilder(state, call)
        new = builder.call_function(made, arguments(builder))
        if keeps_metadata:
            new.attachments = call.attachments
        builder.finish(new, new)

    return upgrade


def _fast_math_of(made: Instruction, flags: int, version: int) -> int:
    """The flags of a call as an instruction's flags; 0 if the instruction takes none."""
    if isinstance(made, (instructions.BinaryOperator, instructions.UnaryOperator, instructions.CastInst)):
        takes = made.opcode.flags
        if not takes.fast_math:
            return 0
        return flags << 1 if takes is FLAGS_OF_UITOFP else flags
    if isinstance(made, (instructions.SelectInst, instructions.CallInst)):
        return flags if takes_fast_math(made.type, version) else 0
    return flags if isinstance(made, instructions.CmpInst) and made.is_floating_point else 0


def _storage_bytes(type: Type) -> int:
    """The number of bytes that a store of the type writes."""
    if isinstance(type, PointerType):
        return _POINTER_BYTES
    return (vector_bits(type) + 7) // 8


def is_constant(value: Value) -> bool:
    """Whether LLVM's builder can fold an operation on it."""
    return isinstance(value, (Constant, GlobalValue))


def vector_count(type: Type) -> int:
    """The number of elements of a vector."""
    assert isinstance(type, VectorType)
    return type.count


def vector_bits(type: Type) -> int:
    """The size of a vector or scalar in bits."""
    return scalar_bits(type) * (type.count if isinstance(type, VectorType) else 1)


def is_floating(type: Type) -> bool:
    return isinstance(type.scalar_type, FloatingPointType)


def constant_number(value: Value) -> int:
    """The unsigned value of an immediate operand."""
    return value.unsigned if isinstance(value, ConstantInt) else 0


def _changes_nothing(opcode: str, right: Value) -> bool:
    if opcode == "and":
        return isinstance(right, ConstantInt) and right.value == -1
    return opcode == "or" and is_null(right)


# Makes the value of a call, or None for a call without a value, from the intrinsic's name without its prefix.
Maker: TypeAlias = "Callable[[CallBuilder, str], Value | None]"


def rebuilding(state: Upgrading, maker: Maker, name: str) -> CallUpgrade:
    """The upgrade that replaces a call by what `maker` makes of it."""

    def upgrade(call: instructions.CallBase) -> None:
        builder = CallBuilder(state, call)
        builder.finish(maker(builder, name))

    return upgrade

"""Constants. Plain ones are unique within their type, so `is` compares them. Global values are in `ir.global_values`.

The `get` functions return the class that LLVM would use: an array of zeros is a `ConstantAggregateZero`, an array of plain
numbers a `ConstantData`.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import mypyc_attr

from pyllvm.ir.above import above
from pyllvm.ir.types import (
    ARRAY,
    FLOATING_POINT,
    STRUCT,
    VECTOR,
    ArrayType,
    ByteType,
    FloatingPointType,
    IntegerType,
    StructType,
    Type,
    VectorType,
)
from pyllvm.ir.value import MetadataEdits, User, Value, ValueEdits
from pyllvm.tables.keywords import ASM_ALIGN_STACK, ASM_CAN_THROW, ASM_INTEL_DIALECT, ASM_SIDE_EFFECTS


@mypyc_attr(allow_interpreted_subclasses=True)
class Constant(User):
    """A value that is known before the program runs."""

    def __init__(self, type: Type, operands: list[Value], name: str = "") -> None:
        super().__init__(type, operands, name)
        policy = type.context.uses
        if policy.tracks_constants and (policy.tracks_plain_constants or not isinstance(self, PlainConstant)):
            self.track_uses()

    def _replace_uses_with(self, replacement: Value) -> None:
        above(ValueEdits).replace_everywhere(self, replacement, above(MetadataEdits).follow_in_turn)


class PlainConstant(Constant):
    """A constant that is data alone, such as a number, null or undef. Since LLVM 21 it has no list of uses."""

    def __init__(self, type: Type) -> None:
        super().__init__(type, [])


def _check_width(type: Type, width: int, value: int) -> None:
    low, high = -(1 << (width - 1)), (1 << width) - 1
    if not low <= value <= high:
        raise ValueError(f"{value} is too wide for {type}, which holds {low} to {high}")


def signed(value: int, width: int) -> int:
    """The lowest `width` bits of a number as a signed number."""
    value &= (1 << width) - 1
    return value - (1 << width) if value >> (width - 1) else value


@final
class ConstantInt(PlainConstant):
    """`i32 7`. `value` is signed, in two's complement (so `i1 true` is -1)."""

    def __init__(self, type: Type, value: int) -> None:
        super().__init__(type)
        self.value = value

    @staticmethod
    def get(type: IntegerType, value: int) -> ConstantInt:
        """The constant of that integer type; ValueError if the type does not hold the number, neither signed nor unsigned."""
        found = type.values.get(value)
        if found is None:
            _check_width(type, type.width, value)
            return ConstantInt.wrapped(type, value)
        assert isinstance(found, ConstantInt)
        return found

    @staticmethod
    def wrapped(type: IntegerType, value: int) -> ConstantInt:
        """The constant of that integer type for any number, of which only the type's bits count: `i8 44` for 300."""
        found = type.values.get(value)
        if found is None:
            width = type.width
            bits = value & ((1 << width) - 1)
            signed = bits - (1 << width) if bits >> (width - 1) else bits
            found = type.values.get(signed)
            if found is None:
                found = ConstantInt(type, signed)
                type.values[signed] = found
            if value == bits:
                type.values[value] = found
        assert isinstance(found, ConstantInt)
        return found

    def __int__(self) -> int:
        return self.value

    @property
    def signed(self) -> int:
        """The value as a signed number: the same as `value`."""
        return self.value

    @property
    def unsigned(self) -> int:
        """The value as an unsigned number."""
        value = self.value
        if value >= 0:
            return value
        type = self.type
        assert isinstance(type, IntegerType)
        return value & ((1 << type.width) - 1)


@final
class ConstantByte(PlainConstant):
    """`b8 7`. `value` is signed, in two's complement."""

    def __init__(self, type: Type, value: int) -> None:
        super().__init__(type)
        self.value = value

    @staticmethod
    def get(type: ByteType, value: int) -> ConstantByte:
        """The constant of that byte type; ValueError if the type does not hold the number, neither signed nor unsigned."""
        _check_width(type, type.width, value)
        return ConstantByte.wrapped(type, value)

    @staticmethod
    def wrapped(type: ByteType, value: int) -> ConstantByte:
        """The constant of that byte type for any number, of which only the type's bits count."""
        number = signed(value, type.width)
        found = find_constant(type, number)
        if found is None:
            found = ConstantByte(type, number)
            keep_constant(type, number, found)
        assert isinstance(found, ConstantByte)
        return found

    @property
    def unsigned(self) -> int:
        """The value as an unsigned number."""
        type = self.type
        assert isinstance(type, ByteType)
        return self.value & ((1 << type.width) - 1)


class FloatReading:
    """The numbers that bits represent; `folding` knows them."""

    def float_of(self, type_name: str, bits: int) -> float:
        """The Python float that is nearest to a number; an infinity if it is too large."""
        raise NotImplementedError


@final
class ConstantFP(PlainConstant):
    """`double 1.0`. `bits` is its representation as an unsigned number of the type's width.

    ppc_fp128 has its first double in the low 64 bits; x86_fp80 has its sign and exponent in the high 16.
    """

    def __init__(self, type: Type, bits: int) -> None:
        super().__init__(type)
        self.bits = bits

    @property
    def value(self) -> float:
        """The number that is nearest in a Python float; an infinity if it is too large. The payload of a NaN may be lost."""
        assert isinstance(self.type, FloatingPointType)
        return above(FloatReading).float_of(self.type.name, self.bits)

    def __float__(self) -> float:
        return self.value

    @staticmethod
    def get(type: Type, bits: int) -> ConstantFP:
        """The floating-point constant of this type with this representation; ValueError for more bits than the type has."""
        found = find_constant(type, bits)
        if found is None:
            if isinstance(type, FloatingPointType) and bits >> type.bits:
                raise ValueError(f"{bits} is no representation in {type}, which has {type.bits} bits")
            found = ConstantFP(type, bits)
            keep_constant(type, bits, found)
        assert isinstance(found, ConstantFP)
        return found


# The values of `SimpleConstant.kind`: constants that are fully described by their type.
ZERO_INITIALIZER: Final = "zeroinitializer"
NULL: Final = "null"
UNDEF: Final = "undef"
POISON: Final = "poison"
NONE: Final = "none"


@final
class SimpleConstant(PlainConstant):
    """`zeroinitializer`, `null`, `undef`, `poison` or `none`: the word is its `kind`."""

    def __init__(self, type: Type, kind: str) -> None:
        super().__init__(type)
        self.kind = kind

    @staticmethod
    def get(type: Type, kind: str) -> SimpleConstant:
        """The constant of this kind (one of this module's words) and type."""
        found = find_constant(type, kind)
        if found is None:
            found = SimpleConstant(type, kind)
            keep_constant(type, kind, found)
        assert isinstance(found, SimpleConstant)
        return found


@final
class ConstantAggregate(Constant):
    """A struct, array or vector whose operands are constants."""

    def __init__(self, type: Type, elements: list[Value]) -> None:
        super().__init__(type, elements)


@final
class ConstantData(PlainConstant):
    """An array or vector of plain i8 to i64, b8 to b64, half, bfloat, float or double.

    `data` is little-endian, whatever the target is.
    """

    def __init__(self, type: Type, data: bytes) -> None:
        super().__init__(type)
        self.data = data

    @property
    def element_type(self) -> Type:
        """The type of one element."""
        type = self.type
        if isinstance(type, ArrayType):
            return type.element
        assert isinstance(type, VectorType)
        return type.element

    @property
    def element_bytes(self) -> int:
        """The size of one element in bytes: 1, 2, 4 or 8."""
        return plain_element_bytes(self.element_type)

    @property
    def is_string(self) -> bool:
        """Whether it is an array of i8 or b8, which is printed as `c"..."`."""
        element = self.element_type
        return self.type.kind == ARRAY and isinstance(element, (IntegerType, ByteType)) and element.width == 8

    @property
    def elements(self) -> list[int]:
        """The representations of the elements, as unsigned numbers."""
        size = self.element_bytes
        data = self.data
        return [int.from_bytes(data[i : i + size], "little") for i in range(0, len(data), size)]

    @staticmethod
    def get(type: Type, data: bytes) -> Constant:
        """The constant of that array or vector type; if `data` is all zeros, a `zeroinitializer`."""
        if not any(data):
            return SimpleConstant.get(type, ZERO_INITIALIZER)
        found = find_constant(type, data)
        if found is None:
            found = ConstantData(type, data)
            keep_constant(type, data, found)
        assert isinstance(found, ConstantData)
        return found


@final
class BlockAddress(Constant):
    """`blockaddress(@function, %block)`: the function and the block are its operands."""

    def __init__(self, type: Type, function: Value, block: Value) -> None:
        super().__init__(type, [function, block])

    @property
    def function(self) -> Value:
        """The function that contains the block."""
        return self.operands[0]

    @property
    def block(self) -> Value:
        """The block whose address it is."""
        return self.operands[1]


# The values of `GlobalReference.kind`.
DSO_LOCAL_EQUIVALENT: Final = "dso_local_equivalent"
NO_CFI: Final = "no_cfi"


@final
class GlobalReference(Constant):
    """`dso_local_equivalent @f` or `no_cfi @f`: `kind` is the word, the operand the global."""

    def __init__(self, type: Type, kind: str, target: Value) -> None:
        super().__init__(type, [target])
        self.kind = kind

    @staticmethod
    def get(type: Type, kind: str, target: Value) -> GlobalReference:
        """The reference of this kind to this global."""
        key = (kind, target)
        found = find_constant(type, key)
        if found is None:
            found = GlobalReference(type, kind, target)
            keep_constant(type, key, found)
        assert isinstance(found, GlobalReference)
        return found


DEACTIVATION_SYMBOL: Final = 4
"""The place of the deactivation symbol among the operands of a `ConstantPtrAuth` that has one."""


@final
class ConstantPtrAuth(Constant):
    """`ptrauth (ptr @f, i32 key, i64 discriminator, ptr address)`; since LLVM 22 a deactivation symbol may follow the address."""

    def __init__(self, type: Type, operands: list[Value]) -> None:
        super().__init__(type, operands)


@final
class ConstantExpr(Constant):
    """`getelementptr (...)`, `add (...)`, ...: `opcode` is the word in text, the operands are in LLVM's order.

    `flags` has the bits of the instruction with that opcode. `source_element_type` and `in_range` belong to getelementptr.
    `in_range` is None, or the number of the marked index (up to LLVM 18), or the two bounds and their width (since LLVM 19).
    `predicate` belongs to icmp and fcmp, `indices` to extractvalue and insertvalue.
    """

    def __init__(self, type: Type, opcode: str, operands: list[Value], flags: int = 0) -> None:
        super().__init__(type, operands)
        if type.context.uses.tracks_upgrades:
            self.track_uses()
        self.opcode = opcode
        self.flags = flags
        self.source_element_type: Type | None = None
        self.in_range: int | tuple[int, int, int] | None = None
        self.predicate_number = 0
        self.indices: list[int] | None = None

    @staticmethod
    def get(
        type: Type,
        opcode: str,
        operands: list[Value],
        flags: int = 0,
        source_element_type: Type | None = None,
        in_range: int | tuple[int, int, int] | None = None,
        predicate: int = 0,
        indices: list[int] | None = None,
    ) -> ConstantExpr:
        """The expression with that content. This function does not fold."""
        key = (
            opcode, tuple(operands), flags, source_element_type, in_range, predicate, None if indices is None else tuple(indices),
        )  # fmt: skip
        found = find_constant(type, key)
        if found is None:
            found = ConstantExpr(type, opcode, operands, flags)
            found.source_element_type = source_element_type
            found.in_range = in_range
            found.predicate_number = predicate
            found.indices = indices
            keep_constant(type, key, found)
        assert isinstance(found, ConstantExpr)
        return found


@final
class InlineAsm(Value):
    """`asm sideeffect "text", "constraints"`: it can only be called. `function_type` is the type of the call.

    `flags` has the bits of `INLINE_ASM_FLAGS`.
    """

    def __init__(self, type: Type, function_type: Type, assembly: str, constraints: str, flags: int = 0) -> None:
        super().__init__(type)
        if type.context.uses.tracks_constants:
            self.track_uses()
        self.function_type = function_type
        self.assembly = assembly
        self.constraints = constraints
        self.flags = flags

    @staticmethod
    def get(type: Type, function_type: Type, assembly: str, constraints: str, flags: int = 0) -> InlineAsm:
        """The unique inline asm of that content in the type's context."""
        key = (type, function_type, assembly, constraints, flags)
        known = type.context.inline_asm
        found = known.get(key)
        if found is None:
            found = InlineAsm(type, function_type, assembly, constraints, flags)
            known[key] = found
        assert isinstance(found, InlineAsm)
        return found

    @property
    def has_side_effects(self) -> bool:
        """Whether it is marked `sideeffect`."""
        return self.flags & ASM_SIDE_EFFECTS != 0

    @property
    def is_align_stack(self) -> bool:
        """Whether it is marked `alignstack`."""
        return self.flags & ASM_ALIGN_STACK != 0

    @property
    def is_intel_dialect(self) -> bool:
        """Whether it is marked `inteldialect`."""
        return self.flags & ASM_INTEL_DIALECT != 0

    @property
    def can_throw(self) -> bool:
        """Whether it is marked `unwind`, since LLVM 13."""
        return self.flags & ASM_CAN_THROW != 0

    def changed(self, type: Type, function_type: Type, constraints: str | None = None) -> InlineAsm:
        """The same assembly with other types, and with other constraints if they are given."""
        return InlineAsm.get(
            type, function_type, self.assembly, self.constraints if constraints is None else constraints, self.flags
        )


# The key of a table whose elements are being replaced: its own key is as long as the table, so it is made only when it is needed.
CHANGING: Final = "changing"


def find_constant(type: Type, key: object) -> object | None:
    """The constant that the type keeps under that key, or None."""
    kept = type.constants
    if kept is None:
        return None
    found = kept.get(key)
    if found is None and CHANGING in kept:
        table = kept.pop(CHANGING)
        assert isinstance(table, ConstantAggregate)
        kept[tuple(table.operands)] = table
        found = kept.get(key)
    return found


def keep_constant(type: Type, key: object, constant: Constant) -> None:
    """Keep `constant` as the unique constant of this type and key."""
    if type.constants is None:
        type.constants = {}
    type.constants[key] = constant


def plain_element_bytes(type: Type) -> int:
    """The size in bytes of an element that `ConstantData` can hold; 0 for other types."""
    if isinstance(type, (IntegerType, ByteType)):
        return type.width // 8 if type.width in (8, 16, 32, 64) else 0
    if isinstance(type, FloatingPointType):
        return type.bits // 8 if type.bits <= 64 else 0
    return 0


def is_null(constant: Value) -> bool:
    """Whether LLVM's isNullValue holds: all bits are zero (-0.0 is not null)."""
    if isinstance(constant, (ConstantInt, ConstantByte)):
        return constant.value == 0
    if isinstance(constant, ConstantFP):
        return constant.bits == 0
    return isinstance(constant, SimpleConstant) and constant.kind in (ZERO_INITIALIZER, NULL, NONE)


def is_undefined(constant: Value) -> bool:
    """Whether it is `undef` or `poison`."""
    return isinstance(constant, SimpleConstant) and constant.kind in (UNDEF, POISON)


def null_value(type: Type) -> Constant:
    """The zero of a type: `0`, `0.0`, `null`, `none` or `zeroinitializer`."""
    if isinstance(type, IntegerType):
        return ConstantInt.get(type, 0)
    if type.kind == FLOATING_POINT:
        return ConstantFP.get(type, 0)
    if isinstance(type, ByteType):
        return ConstantByte.get(type, 0)
    if type.kind in (ARRAY, VECTOR, STRUCT):
        return SimpleConstant.get(type, ZERO_INITIALIZER)
    name = getattr(type, "name", "")
    if name == "token":
        return SimpleConstant.get(type, NONE)
    return SimpleConstant.get(type, ZERO_INITIALIZER if hasattr(type, "integers") else NULL)


def plain_constant(type: Type, bits: int) -> Constant:
    """The constant of an integer, byte or floating-point type with that representation."""
    if isinstance(type, IntegerType):
        return ConstantInt.get(type, bits)
    return ConstantByte.get(type, bits) if isinstance(type, ByteType) else ConstantFP.get(type, bits)


def aggregate(type: Type, elements: list[Value]) -> Constant:
    """The struct, array or vector constant with these elements, in the class that LLVM would use."""
    if not elements:
        return SimpleConstant.get(type, ZERO_INITIALIZER)
    first = elements[0]
    if is_null(first) and all(is_null(element) for element in elements):
        return SimpleConstant.get(type, ZERO_INITIALIZER)
    if isinstance(first, SimpleConstant) and first.kind in (UNDEF, POISON):
        if all(isinstance(element, SimpleConstant) and element.kind == first.kind for element in elements):
            return SimpleConstant.get(type, first.kind)
    if not isinstance(type, StructType):
        data = _plain_data(first.type, elements)
        if data is not None:
            return ConstantData.get(type, data)
    return _kept_aggregate(type, elements)


def _kept_aggregate(type: Type, elements: list[Value]) -> Constant:
    key = tuple(elements)
    found = find_constant(type, key)
    if found is None:
        found = ConstantAggregate(type, elements)
        keep_constant(type, key, found)
    assert isinstance(found, ConstantAggregate)
    return found


def _plain_data(element_type: Type, elements: list[Value]) -> bytes | None:
    size = plain_element_bytes(element_type)
    if size == 0:
        return None
    pieces: list[bytes] = []
    for element in elements:
        if isinstance(element, (ConstantInt, ConstantByte)):
            pieces.append((element.value & ((1 << (8 * size)) - 1)).to_bytes(size, "little"))
        elif isinstance(element, ConstantFP):
            pieces.append(element.bits.to_bytes(size, "little"))
        else:
            return None
    return b"".join(pieces)

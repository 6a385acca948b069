"""Makes constants from Python values, such as numbers, None, bytes and sequences, and metadata nodes by the rules of the text."""

from __future__ import annotations

import builtins
import math
import operator
import struct
from collections.abc import Sequence
from typing import Final, NoReturn

from pyllvm.ir import constants
from pyllvm.ir.constants import Constant
from pyllvm.ir.field_metadata import FieldMetadata
from pyllvm.ir.folding import soft_float
from pyllvm.ir.folding.constant_parts import splat
from pyllvm.ir.folding.float_literals import exact_value, is_infinite, is_negative
from pyllvm.ir.global_values import GlobalValue
from pyllvm.ir.metadata import MDNode, MDString, MDTuple, Metadata, SpecializedNode, ValueAsMetadata
from pyllvm.ir.types import (
    ARRAY,
    FLOATING_POINT,
    FUNCTION,
    LABEL,
    METADATA,
    STRUCT,
    TOKEN,
    VECTOR,
    VOID,
    ArrayType,
    ByteType,
    Context,
    FloatingPointType,
    IntegerType,
    PointerType,
    StructType,
    Type,
    VectorType,
)
from pyllvm.ir.value import Value
from pyllvm.ir.words import nearest
from pyllvm.schema.kinds import References, String
from pyllvm.schema.node import Field, NodeSpec, parse_node
from pyllvm.schema.raw import BOOLEAN, INTEGER, LIST, NULL, REFERENCE, STRING, WORDS, FieldError, RawValue
from pyllvm.tables.metadata_nodes import SPECIALIZED_NODES

_DOUBLE: Final = "double"
_PPC: Final = "ppc_fp128"
_SHORT: Final = 60
# The words of text that are constants of any type, and the kinds of types that have none.
_WORDS: Final = (constants.ZERO_INITIALIZER, constants.UNDEF, constants.POISON)
_WITHOUT_CONSTANTS: Final = (VOID, LABEL, METADATA, FUNCTION, TOKEN)
# The classes of numpy for truth values, of its version 1 and 2.
_TRUTH_VALUES: Final = ("bool_", "bool")


def constant_of(type: Type, value: object) -> constants.Constant:
    """The constant of this type with a Python value.

    Integers and floating-point numbers take numbers, also numpy's and the like (`__index__`, `__float__`). Pointers take None.
    Arrays, vectors and structs take a sequence with a value for each element; a vector also takes one number for all elements,
    and an array of i8 takes bytes. The words "zeroinitializer", "undef" and "poison" are for every type. A constant of the type
    itself is returned unchanged. Raises TypeError if the type has no such constants, and ValueError for an integer that is too
    wide or a sequence of another length.
    """
    if isinstance(value, Value):
        if value.type is not type or not isinstance(value, constants.Constant):
            raise TypeError(f"expected a constant of type {type}, not {described(value)}")
        return value
    if isinstance(value, (int, float)):
        if isinstance(type, IntegerType) and isinstance(value, int):
            return constants.ConstantInt.get(type, value)
        if isinstance(type, FloatingPointType):
            return constants.ConstantFP.get(type, float_bits(type.name, value))
        if isinstance(type, ByteType) and isinstance(value, int):
            return constants.ConstantByte.get(type, value)
        if isinstance(type, VectorType):
            return splat(type, constant_of(type.element, value))
    elif value is None:
        if isinstance(type, PointerType):
            return constants.SimpleConstant.get(type, constants.NULL)
    elif isinstance(value, (bytes, bytearray)):
        return _of_bytes(type, bytes(value))
    elif isinstance(value, Sequence) and not isinstance(value, str):
        return _of_elements(type, list(value))
    elif isinstance(value, str):
        if value in _WORDS and type.kind not in _WITHOUT_CONSTANTS:
            return (
                constants.null_value(type) if value == constants.ZERO_INITIALIZER else constants.SimpleConstant.get(type, value)
            )
    else:
        number = _number_of(value, type)
        if number is not None:
            return constant_of(type, number)
        if type.kind in (ARRAY, VECTOR, STRUCT) and hasattr(value, "__len__") and hasattr(value, "__getitem__"):
            return _of_elements(type, list(value))  # type: ignore[call-overload]
    raise TypeError(f"{described(value)} is not a value of type {type}")


def _number_of(value: object, type: Type) -> int | float | None:
    """The Python number that an object of another library is, such as numpy's numbers; None if it is not a number of the kind."""
    try:
        if hasattr(value, "__index__"):
            return operator.index(value)
    except TypeError:
        pass  # an array, or a truth value
    if hasattr(value, "__len__"):
        return None
    if hasattr(value, "__bool__") and builtins.type(value).__name__ in _TRUTH_VALUES:
        return bool(value)
    if hasattr(value, "__float__") and type.scalar_type.kind == FLOATING_POINT:
        return float(value)
    return None


def float_bits(name: str, value: int | float) -> int:
    """The representation of the number nearest to `value` in a floating-point type, by the type's name."""
    if isinstance(value, int) and abs(value) >> 53:
        # More digits than a double has.
        number: soft_float.Number = (soft_float.FINITE, int(value < 0), soft_float.ratio(abs(value)))
        if name != _PPC:
            return soft_float.encode(name, number)
    bits: int = struct.unpack("<Q", struct.pack("<d", value))[0]
    if name == _DOUBLE or name == _PPC:
        return bits
    if name == "float" and (math.isinf(value) or abs(value) <= 3.4e38):
        narrow: int = struct.unpack("<I", struct.pack("<f", value))[0]
        return narrow
    return soft_float.encode(name, soft_float.convert(soft_float.decode(_DOUBLE, bits), _DOUBLE, name))


def float_of(type_name: str, bits: int) -> float:
    """The Python float that is nearest to a number; an infinity if it is too large."""
    if type_name == "double":
        found: float = struct.unpack("<d", bits.to_bytes(8, "little"))[0]
        return found
    sign = -1.0 if is_negative(type_name, bits) else 1.0
    if is_infinite(type_name, bits):
        return sign * math.inf
    value = exact_value(type_name, bits)
    if value is None:
        return math.copysign(math.nan, sign)
    try:
        return sign * abs(float(value))
    except OverflowError:
        return sign * math.inf


def _of_bytes(type: Type, data: bytes) -> constants.Constant:
    if not isinstance(type, ArrayType) or type.element is not type.context.integer(8):
        raise TypeError(f"bytes are a value of type [{len(data)} x i8], not of {type}")
    if type.count != len(data):
        raise ValueError(f"{len(data)} bytes are not a value of type {type}")
    return constants.ConstantData.get(type, data)


def _of_elements(type: Type, values: list[object]) -> constants.Constant:
    types: list[Type]
    if isinstance(type, (ArrayType, VectorType)):
        count = type.count
        if count != len(values):
            raise ValueError(f"{len(values)} elements are not a value of type {type}")
        types = [type.element] * count
    elif isinstance(type, StructType):
        if type.elements is None:
            raise TypeError(f"the struct {type} is opaque, so it has no constants with elements")
        types = type.elements
        if len(types) != len(values):
            raise ValueError(f"{len(values)} elements are not a value of type {type}")
    else:
        raise TypeError(f"a sequence is a value of an array, vector or struct, not of {type}")
    elements: list[Value] = [constant_of(types[number], values[number]) for number in range(len(values))]
    return constants.aggregate(type, elements) if elements else constants.SimpleConstant.get(type, constants.ZERO_INITIALIZER)


def described(value: object) -> str:
    """A value as messages show it: an operand with its type, or a Python value."""
    if isinstance(value, Value):
        text = str(value.type)
        if value.name:
            return f"{text} {_name_text(value)}"
        if isinstance(value, constants.Constant):
            return operand_text(value)
        return f"a value of type {text}"
    text = repr(value)
    return text if len(text) <= _SHORT else text[:_SHORT] + "..."


def _name_text(value: Value) -> str:
    return ("@" if isinstance(value, GlobalValue) else "%") + value.name


def operand_text(value: constants.Constant) -> str:
    """A constant with its type, shortened."""
    text = str(value)
    return text if len(text) <= _SHORT else text[:_SHORT] + "..."


def specialized_node(context: Context, version: int, kind: str, fields: dict[str, object], is_distinct: bool) -> SpecializedNode:
    """The node of this kind, such as "DILocation", with these fields.

    A field takes what its text is: a number, True or False, a string, a word such as "DW_TAG_member" or several joined by `|`,
    a node, a constant, None for null, or a sequence of these for a tuple. Fields that are not given have LLVM's defaults.
    Raises ValueError for a kind or field that the version does not have, or a value that the field does not take.
    """
    spec = SPECIALIZED_NODES.get(kind)
    if spec is None or version < spec.since:
        near = nearest(kind, SPECIALIZED_NODES) if spec is None else ""
        hint = f"; did you mean {near!r}?" if near else ""
        raise ValueError(f"LLVM {version} has no metadata node !{kind}{hint}")
    names = list(fields)
    values: list[RawValue] = []
    for name in names:
        label = spec.label(name, version)
        if label is None:
            _no_such_field(spec, name, version)
        values.append(_raw_value(context, label, fields[name], spec.name))
    try:
        operands = parse_node(spec, names, values, is_distinct, version, FieldMetadata(context))
    except FieldError as error:
        which = f" '{names[error.index]}'" if 0 <= error.index < len(names) else ""
        raise ValueError(f"!{kind}{which}: {error.message}") from None
    return SpecializedNode(spec, operands, True) if is_distinct else SpecializedNode.get(context, spec, operands)


def _no_such_field(spec: NodeSpec, name: str, version: int) -> NoReturn:
    labels = [label.name for label in spec.labels if label.since <= version <= label.until]
    near = nearest(name, labels)
    hint = f"; did you mean {near!r}?" if near else ""
    raise ValueError(f"!{spec.name} has no field {name!r} in LLVM {version}: it has {', '.join(labels)}{hint}")


def _raw_value(context: Context, label: Field, value: object, kind: str) -> RawValue:
    """A Python value, read as the text of the field would be."""
    if value is None:
        return RawValue(NULL)
    if isinstance(value, bool):
        return RawValue(BOOLEAN, integer=int(value))
    if isinstance(value, int):
        return RawValue(INTEGER, integer=value)
    if isinstance(value, str):
        if isinstance(label.kind, String):
            return RawValue(STRING, text=value)
        return RawValue(WORDS, words=[word.strip() for word in value.split("|")])
    if isinstance(label.kind, References) and isinstance(value, Sequence):
        elements: list[object | None] = []
        for element in value:
            elements.append(metadata_of(context, element))
        return RawValue(LIST, elements=elements)
    try:
        return RawValue(REFERENCE, reference=metadata_of(context, value))
    except TypeError as error:
        raise TypeError(f"!{kind} '{label.name}': {error}") from None


def tuple_node(context: Context, operands: Sequence[object], is_distinct: bool) -> MDTuple:
    """The tuple of these operands: metadata, strings, constants, None for null, or sequences of these for tuples in it."""
    made: list[object] = [metadata_of(context, operand) for operand in operands]
    return MDTuple(made, True) if is_distinct else MDTuple.get(context, made)


def metadata_of(context: Context, value: object) -> Metadata | None:
    """A Python value as metadata; TypeError if it cannot be metadata."""
    if value is None or isinstance(value, Metadata):
        return value
    if isinstance(value, str):
        return MDString.get(context, value)
    if isinstance(value, Constant):
        return ValueAsMetadata.get(context, value)
    if isinstance(value, Sequence) and not isinstance(value, (bytes, bytearray)):
        return tuple_node(context, value, False)
    raise TypeError(f"expected metadata, a string, a constant, None or a sequence of these, not {value!r}")


def debug_location(
    context: Context, version: int, line: int, column: int, scope: MDNode, inlined_at: MDNode | None
) -> SpecializedNode:
    """The DILocation of a line and column in a scope."""
    fields: dict[str, object] = {"line": line, "column": column, "scope": scope, "inlinedAt": inlined_at}
    return specialized_node(context, version, "DILocation", fields, False)

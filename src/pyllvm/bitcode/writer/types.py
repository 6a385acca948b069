"""Writes the TYPE_BLOCK: every type in the order of the numbers."""

from __future__ import annotations

from typing import Final

from pyllvm.bitcode.writer.abbreviations import bits_for
from pyllvm.bitcode.writer.limits import check
from pyllvm.bitcode.writer.numbers import type_id
from pyllvm.bitcode.writer.strings import CHAR6_STRING, encoded, signed_characters, string_encoding
from pyllvm.bitcode.writer.value_enumerator import ValueEnumerator
from pyllvm.bitstream.abbreviation import Abbreviation, ArrayOf, Char6, Fixed, Literal, Vbr
from pyllvm.bitstream.writer import BitstreamWriter
from pyllvm.ir.types import (
    ArrayType,
    ByteType,
    FloatingPointType,
    FunctionType,
    IntegerType,
    PointerType,
    PrimitiveType,
    StructType,
    TargetType,
    VectorType,
)
from pyllvm.tables import records
from pyllvm.tables.bitcode_versions import OPAQUE_POINTER_ABBREVIATION_SINCE
from pyllvm.tables.features import BYTE_TYPES, TYPED_POINTERS_UNTIL

_PLAIN_CODES: Final[dict[str, int]] = {
    "void": records.TYPE_CODE_VOID,
    "label": records.TYPE_CODE_LABEL,
    "metadata": records.TYPE_CODE_METADATA,
    "token": records.TYPE_CODE_TOKEN,
    "x86_mmx": records.TYPE_CODE_X86_MMX,
    "x86_amx": records.TYPE_CODE_X86_AMX,
    "half": records.TYPE_CODE_HALF,
    "bfloat": records.TYPE_CODE_BFLOAT,
    "float": records.TYPE_CODE_FLOAT,
    "double": records.TYPE_CODE_DOUBLE,
    "x86_fp80": records.TYPE_CODE_X86_FP80,
    "fp128": records.TYPE_CODE_FP128,
    "ppc_fp128": records.TYPE_CODE_PPC_FP128,
}


def write_types(stream: BitstreamWriter, enumerator: ValueEnumerator) -> None:
    """Write the type table."""
    version = enumerator.version
    types = enumerator.types
    stream.enter_block(records.TYPE_BLOCK_ID_NEW, 4)
    number = Fixed(bits_for(len(types) + 1))
    typed_pointer = 0
    opaque_pointer = 0
    if version <= TYPED_POINTERS_UNTIL:
        typed_pointer = stream.define_abbreviation(Abbreviation([Literal(records.TYPE_CODE_POINTER), number, Literal(0)]))
    if version >= OPAQUE_POINTER_ABBREVIATION_SINCE:
        opaque_pointer = stream.define_abbreviation(Abbreviation([Literal(records.TYPE_CODE_OPAQUE_POINTER), Literal(0)]))
    function = stream.define_abbreviation(Abbreviation([Literal(records.TYPE_CODE_FUNCTION), Fixed(1), ArrayOf, number]))
    anonymous = stream.define_abbreviation(Abbreviation([Literal(records.TYPE_CODE_STRUCT_ANON), Fixed(1), ArrayOf, number]))
    name = stream.define_abbreviation(Abbreviation([Literal(records.TYPE_CODE_STRUCT_NAME), ArrayOf, Char6]))
    named = stream.define_abbreviation(Abbreviation([Literal(records.TYPE_CODE_STRUCT_NAMED), Fixed(1), ArrayOf, number]))
    array = stream.define_abbreviation(Abbreviation([Literal(records.TYPE_CODE_ARRAY), Vbr(8), number]))
    stream.emit_record(records.TYPE_CODE_NUMENTRY, [len(types)])
    for type in types:
        if isinstance(type, PointerType):
            space = type.address_space
            if type.pointee is None:
                stream.emit_record(records.TYPE_CODE_OPAQUE_POINTER, [space], 0 if space else opaque_pointer)
            else:
                stream.emit_record(records.TYPE_CODE_POINTER, [type_id(type.pointee), space], 0 if space else typed_pointer)
        elif isinstance(type, FunctionType):
            record = [1 if type.is_variadic else 0, type_id(type.return_type)]
            for parameter in type.parameters:
                record.append(type_id(parameter))
            stream.emit_record(records.TYPE_CODE_FUNCTION, record, function)
        elif isinstance(type, StructType):
            _write_struct(stream, enumerator, type, anonymous, named, name)
        elif isinstance(type, ArrayType):
            stream.emit_record(records.TYPE_CODE_ARRAY, [type.count, type_id(type.element)], array)
        elif isinstance(type, IntegerType):
            stream.emit_record(records.TYPE_CODE_INTEGER, [type.width])
        elif isinstance(type, ByteType):
            check(BYTE_TYPES, enumerator.version)
            stream.emit_record(records.TYPE_CODE_BYTE, [type.width])
        elif isinstance(type, VectorType):
            record = [type.count, type_id(type.element)]
            if type.is_scalable:
                record.append(1)
            stream.emit_record(records.TYPE_CODE_VECTOR, record)
        elif isinstance(type, TargetType):
            _write_name(stream, type.name, name)
            record = [len(type.types)]
            for parameter in type.types:
                record.append(type_id(parameter))
            stream.emit_record(records.TYPE_CODE_TARGET_TYPE, record + type.integers)
        elif isinstance(type, (PrimitiveType, FloatingPointType)):
            stream.emit_record(_PLAIN_CODES[type.name], [])
    stream.end_block()


def _write_struct(
    stream: BitstreamWriter, enumerator: ValueEnumerator, type: StructType, anonymous: int, named: int, name: int
) -> None:
    record = [1 if type.is_packed else 0]
    elements = type.elements
    if elements is not None:
        for element in elements:
            record.append(type_id(element))
    if type.is_literal:
        stream.emit_record(records.TYPE_CODE_STRUCT_ANON, record, anonymous)
        return
    if type.name:
        _write_name(stream, type.name, name)
    if elements is None:
        stream.emit_record(records.TYPE_CODE_OPAQUE, record)
    else:
        stream.emit_record(records.TYPE_CODE_STRUCT_NAMED, record, named)


def _write_name(stream: BitstreamWriter, name: str, abbreviation: int) -> None:
    data = encoded(name)
    fits = string_encoding(data) == CHAR6_STRING
    stream.emit_record(records.TYPE_CODE_STRUCT_NAME, signed_characters(data), abbreviation if fits else 0)

"""Numbers the types of a module in the order in which LLVM's writer visits them, and writes the TYPE_BLOCK in that order."""

from __future__ import annotations

from typing import Final, final

from pyllvm.bitcode.writer.abbreviations import bits_for
from pyllvm.bitcode.writer.limits import check
from pyllvm.bitcode.writer.numbers import type_id
from pyllvm.bitcode.writer.strings import CHAR6_STRING, encoded, signed_characters, string_encoding
from pyllvm.bitstream.abbreviation import Abbreviation, ArrayOf, Char6, Fixed, Literal, Vbr
from pyllvm.bitstream.writer import BitstreamWriter
from pyllvm.ir.constants import Constant, ConstantExpr
from pyllvm.ir.function import BasicBlock
from pyllvm.ir.types import (
    STRUCT,
    ArrayType,
    ByteType,
    FloatingPointType,
    FunctionType,
    IntegerType,
    PointerType,
    PrimitiveType,
    StructType,
    TargetType,
    Type,
    VectorType,
)
from pyllvm.ir.value import Value
from pyllvm.ir.vector_constants import splat_number
from pyllvm.tables import records
from pyllvm.tables.bitcode_versions import OPAQUE_POINTER_ABBREVIATION_SINCE
from pyllvm.tables.features import BYTE_TYPES, SPLATS_SINCE, TYPED_POINTERS_UNTIL


@final
class TypeEnumerator:
    """The types visited so far. The `order` of each is its number, counted from 1."""

    def __init__(self, version: int) -> None:
        self.types: list[Type] = []
        self._has_splats: Final = version >= SPLATS_SINCE
        # constants without a number, whose operands' types have been added
        self._constants: set[Value] = set()

    def add(self, type: Type) -> None:
        """Number a type after its parts; a named struct may come after a type that contains it."""
        if type.order != 0:
            return
        types = self.types
        contained = type.contained_types
        if not contained:
            types.append(type)
            type.order = len(types)
            return
        open_structs: set[Type] = set()
        stack: list[Type] = [type]
        parts: list[list[Type]] = [contained]
        positions: list[int] = [0]
        if is_identified(type):
            open_structs.add(type)
        while stack:
            position = positions[-1]
            current = parts[-1]
            if position < len(current):
                positions[-1] = position + 1
                inner = current[position]
                if inner.order != 0 or inner in open_structs:
                    continue
                if is_identified(inner):
                    open_structs.add(inner)
                stack.append(inner)
                parts.append(inner.contained_types)
                positions.append(0)
                continue
            done = stack.pop()
            parts.pop()
            positions.pop()
            if done.order == 0:
                types.append(done)
                done.order = len(types)

    def add_operands(self, constant: Constant) -> None:
        """Number the types of a constant's operands, down to the leaves, except below constants that already have a number."""
        if constant.order != 0 or constant in self._constants:
            return
        self._constants.add(constant)
        if self._has_splats and splat_number(constant) is not None:
            return
        stack: list[Constant] = [constant]
        positions: list[int] = [0]
        while stack:
            current = stack[-1]
            operands = current.operands
            position = positions[-1]
            if position < len(operands):
                positions[-1] = position + 1
                operand = operands[position]
                if isinstance(operand, BasicBlock):
                    continue
                self.add(operand.type)
                if isinstance(operand, Constant) and operand.operands:
                    if operand.order != 0 or operand in self._constants:
                        continue
                    self._constants.add(operand)
                    if self._has_splats and splat_number(operand) is not None:
                        continue
                    stack.append(operand)
                    positions.append(0)
                continue
            stack.pop()
            positions.pop()
            if isinstance(current, ConstantExpr) and current.source_element_type is not None:
                self.add(current.source_element_type)

    def forget(self) -> None:
        """Reset the `order` of all types."""
        for type in self.types:
            type.order = 0

    def forget_constants(self) -> None:
        """Drop the record of constants once no more functions will be visited."""
        self._constants.clear()


def is_identified(type: Type) -> bool:
    """Whether it is a struct that may be used before it is defined."""
    return type.kind == STRUCT and isinstance(type, StructType) and not type.is_literal


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


def write_types(stream: BitstreamWriter, types: list[Type], version: int) -> None:
    """Write the type table."""
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
            _write_struct(stream, type, anonymous, named, name)
        elif isinstance(type, ArrayType):
            stream.emit_record(records.TYPE_CODE_ARRAY, [type.count, type_id(type.element)], array)
        elif isinstance(type, IntegerType):
            stream.emit_record(records.TYPE_CODE_INTEGER, [type.width])
        elif isinstance(type, ByteType):
            check(BYTE_TYPES, version)
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


def _write_struct(stream: BitstreamWriter, type: StructType, anonymous: int, named: int, name: int) -> None:
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
    stream.emit_record(records.TYPE_CODE_STRUCT_NAME, signed_characters(data, 32), abbreviation if fits else 0)

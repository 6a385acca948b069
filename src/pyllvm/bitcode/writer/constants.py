"""Writes a CONSTANTS_BLOCK: the module's constants, or one function's."""

from __future__ import annotations

from typing import Final, final

from pyllvm.bitcode.writer.abbreviations import StandardAbbreviations, bits_for
from pyllvm.bitcode.writer.limits import check, check_flags
from pyllvm.bitcode.writer.numbers import type_id, value_id
from pyllvm.bitcode.writer.strings import encoded, signed_characters
from pyllvm.bitcode.writer.value_enumerator import ValueEnumerator
from pyllvm.bitstream.abbreviation import Abbreviation, ArrayOf, Char6, Fixed, Literal
from pyllvm.bitstream.writer import BitstreamWriter, is_char6
from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.ir import constants
from pyllvm.ir.function import BasicBlock
from pyllvm.ir.types import ByteType, FloatingPointType, IntegerType, Type
from pyllvm.ir.value import Value
from pyllvm.ir.vector_constants import splat_number
from pyllvm.schema.integers import rotated
from pyllvm.tables import records
from pyllvm.tables.bitcode_versions import INLINE_ASM_TYPE_SINCE, PTRAUTH2_SINCE
from pyllvm.tables.features import ASM_UNWIND, ASM_UNWIND_SINCE, INRANGE_BOUNDS, SPLATS_SINCE
from pyllvm.tables.flags import GEP_FLAGS, GEP_FLAGS_SINCE, INBOUNDS, NO_UNSIGNED_SIGNED_WRAP
from pyllvm.tables.opcodes import CAST_NAMES, OPCODES_BY_NAME

_MASK_64: Final = 0xFFFFFFFFFFFFFFFF


def wide_words(value: int, width: int) -> list[int]:
    """The words of an integer of more than 64 bits, lowest first, without leading zero words."""
    number = value & ((1 << width) - 1)
    size = max((number.bit_length() + 63) // 64, 1) * 8
    data = number.to_bytes(size, "little")
    return [rotated(int.from_bytes(data[at : at + 8], "little", signed=True)) for at in range(0, size, 8)]


@final
class ConstantsWriter:
    """Writes the constants to which an enumerator gave numbers."""

    def __init__(self, stream: BitstreamWriter, enumerator: ValueEnumerator, abbreviations: StandardAbbreviations) -> None:
        self.stream = stream
        self.enumerator = enumerator
        self.abbreviations = abbreviations
        self.version = enumerator.version
        self._aggregate = 0
        self._string = 0
        self._string_7 = 0
        self._string_6 = 0

    def write(self, first: int, last: int, is_module: bool) -> None:
        """Write the constants with numbers from `first` to `last` - 1."""
        if first == last:
            return
        stream = self.stream
        stream.enter_block(records.CONSTANTS_BLOCK_ID, 4)
        self._aggregate = 0
        self._string = 0
        self._string_7 = 0
        self._string_6 = 0
        if is_module:
            self._define_abbreviations(last)
        values = self.enumerator.values
        set_type = self.abbreviations.set_type
        integer = self.abbreviations.integer
        last_type: Type | None = None
        for index in range(first, last):
            value = values[index]
            type = value.type
            if type is not last_type:
                last_type = type
                stream.emit_record(records.CST_CODE_SETTYPE, [type_id(type)], set_type)
            if isinstance(value, constants.ConstantInt):
                number = value.value
                if number == 0:
                    stream.emit_record(records.CST_CODE_NULL, [])
                elif isinstance(type, IntegerType) and type.width > 64:
                    stream.emit_record(records.CST_CODE_WIDE_INTEGER, wide_words(number, type.width))
                else:
                    stream.emit_record(records.CST_CODE_INTEGER, [rotated(number)], integer)
            else:
                self._write_other(value)
        stream.end_block()

    def _define_abbreviations(self, last: int) -> None:
        stream = self.stream
        number = Fixed(bits_for(last + 1))
        self._aggregate = stream.define_abbreviation(Abbreviation([Literal(records.CST_CODE_AGGREGATE), ArrayOf, number]))
        self._string = stream.define_abbreviation(Abbreviation([Literal(records.CST_CODE_STRING), ArrayOf, Fixed(8)]))
        self._string_7 = stream.define_abbreviation(Abbreviation([Literal(records.CST_CODE_CSTRING), ArrayOf, Fixed(7)]))
        self._string_6 = stream.define_abbreviation(Abbreviation([Literal(records.CST_CODE_CSTRING), ArrayOf, Char6]))

    def _write_other(self, value: Value) -> None:
        stream = self.stream
        if constants.is_null(value):
            stream.emit_record(records.CST_CODE_NULL, [])
        elif isinstance(value, constants.SimpleConstant):
            code = records.CST_CODE_POISON if value.kind == constants.POISON else records.CST_CODE_UNDEF
            assert value.kind == constants.POISON or value.kind == constants.UNDEF
            stream.emit_record(code, [])
        elif self.version >= SPLATS_SINCE and self._write_splat(value):
            return
        elif isinstance(value, constants.ConstantData):
            self._write_data(value)
        elif isinstance(value, constants.ConstantByte):
            self._write_byte(value)
        elif isinstance(value, constants.ConstantAggregate):
            stream.emit_record(records.CST_CODE_AGGREGATE, self._ids(value.operands), self._aggregate)
        elif isinstance(value, constants.ConstantExpr):
            self._write_expression(value)
        elif isinstance(value, constants.ConstantFP):
            stream.emit_record(records.CST_CODE_FLOAT, self._float_words(value))
        elif isinstance(value, constants.InlineAsm):
            self._write_inline_asm(value)
        elif isinstance(value, constants.BlockAddress):
            block = value.operands[1]
            assert isinstance(block, BasicBlock)
            function = value.operands[0]
            record = [self._type_id(function), self._id(function), self.enumerator.block_number(block)]
            stream.emit_record(records.CST_CODE_BLOCKADDRESS, record)
        elif isinstance(value, constants.GlobalReference):
            target = value.operands[0]
            code = (
                records.CST_CODE_DSO_LOCAL_EQUIVALENT
                if value.kind == constants.DSO_LOCAL_EQUIVALENT
                else records.CST_CODE_NO_CFI_VALUE
            )
            stream.emit_record(code, [self._type_id(target), self._id(target)])
        elif isinstance(value, constants.ConstantPtrAuth):
            with_symbol = self.version >= PTRAUTH2_SINCE
            record = self._ids(value.operands if with_symbol else value.operands[: constants.DEACTIVATION_SYMBOL])
            stream.emit_record(records.CST_CODE_PTRAUTH2 if with_symbol else records.CST_CODE_PTRAUTH, record)
        else:
            raise PyllvmError(Diagnostic("error", f"{type(value).__name__} is not a constant that bitcode can hold"))

    def _write_splat(self, value: Value) -> bool:
        """Write a vector of equal numbers as that number; False if it is none."""
        number = splat_number(value)
        if isinstance(number, constants.ConstantFP):
            self.stream.emit_record(records.CST_CODE_FLOAT, self._float_words(number))
            return True
        if isinstance(number, constants.ConstantByte):
            self._write_byte(number)
            return True
        return False

    def _write_byte(self, value: constants.ConstantByte) -> None:
        type = value.type
        if isinstance(type, ByteType) and type.width > 64:
            self.stream.emit_record(records.CST_CODE_WIDE_BYTE, wide_words(value.value, type.width))
        else:
            self.stream.emit_record(records.CST_CODE_BYTE, [rotated(value.value)], self.abbreviations.byte)

    def _id(self, value: Value) -> int:
        return value_id(value)

    def _type_id(self, value: Value) -> int:
        return type_id(value.type)

    def _ids(self, values: list[Value]) -> list[int]:
        return [value_id(value) for value in values]

    def _float_words(self, value: constants.ConstantFP) -> list[int]:
        type = value.type.scalar_type
        bits = value.bits
        if not isinstance(type, FloatingPointType) or type.bits <= 64:
            return [bits]
        if type.name == "x86_fp80":
            # the sign and exponent come first, with the upper part of the significand
            return [bits >> 16, bits & 0xFFFF]
        return [bits & _MASK_64, bits >> 64]

    def _write_data(self, value: constants.ConstantData) -> None:
        if not value.is_string:
            self.stream.emit_record(records.CST_CODE_DATA, value.elements)
            return
        data = value.data
        if data[-1] != 0 or 0 in data[:-1]:
            self.stream.emit_record(records.CST_CODE_STRING, list(data), self._string)
            return
        text = data[:-1]
        abbreviation = 0
        if is_char6(text):
            abbreviation = self._string_6
        elif text.isascii():
            abbreviation = self._string_7
        self.stream.emit_record(records.CST_CODE_CSTRING, list(text), abbreviation)

    def _write_inline_asm(self, value: constants.InlineAsm) -> None:
        record: list[int] = []
        if self.version >= INLINE_ASM_TYPE_SINCE:
            record.append(type_id(value.function_type))
        if value.can_throw:
            check(ASM_UNWIND, self.version)
        record.append(value.flags)
        for text in (value.assembly, value.constraints):
            data = encoded(text)
            record.append(len(data))
            record.extend(signed_characters(data, 64))
        if self.version >= INLINE_ASM_TYPE_SINCE:
            code = records.CST_CODE_INLINEASM
        else:
            code = records.CST_CODE_INLINEASM_OLD3 if self.version >= ASM_UNWIND_SINCE else records.CST_CODE_INLINEASM_OLD2
        self.stream.emit_record(code, record)

    def _write_expression(self, value: constants.ConstantExpr) -> None:
        stream = self.stream
        opcode = value.opcode
        operands = value.operands
        if opcode == "getelementptr":
            self._write_get_element_pointer(value)
        elif opcode in CAST_NAMES:
            record = [OPCODES_BY_NAME[opcode].code, self._type_id(operands[0]), value_id(operands[0])]
            stream.emit_record(records.CST_CODE_CE_CAST, record, self.abbreviations.cast_expression)
        elif opcode == "select":
            stream.emit_record(records.CST_CODE_CE_SELECT, self._ids(operands))
        elif opcode == "extractelement":
            record = [self._type_id(operands[0]), value_id(operands[0]), self._type_id(operands[1]), value_id(operands[1])]
            stream.emit_record(records.CST_CODE_CE_EXTRACTELT, record)
        elif opcode == "insertelement":
            record = [value_id(operands[0]), value_id(operands[1]), self._type_id(operands[2]), value_id(operands[2])]
            stream.emit_record(records.CST_CODE_CE_INSERTELT, record)
        elif opcode == "shufflevector":
            if value.type is operands[0].type:
                stream.emit_record(records.CST_CODE_CE_SHUFFLEVEC, self._ids(operands))
            else:
                stream.emit_record(records.CST_CODE_CE_SHUFVEC_EX, [self._type_id(operands[0]), *self._ids(operands)])
        elif opcode == "icmp" or opcode == "fcmp":
            record = [self._type_id(operands[0]), value_id(operands[0]), value_id(operands[1]), value.predicate_number]
            stream.emit_record(records.CST_CODE_CE_CMP, record)
        elif opcode not in OPCODES_BY_NAME:
            # LLVM up to 14 has such constants, and reads what it writes for them as undef.
            raise PyllvmError(f"bitcode has no record for a constant '{opcode}': make it an instruction")
        else:
            record = [OPCODES_BY_NAME[opcode].code, *self._ids(operands)]
            if value.flags:
                record.append(value.flags)
            stream.emit_record(records.CST_CODE_CE_UNOP if len(operands) == 1 else records.CST_CODE_CE_BINOP, record)

    def _write_get_element_pointer(self, value: constants.ConstantExpr) -> None:
        source = value.source_element_type
        assert source is not None
        in_range = value.in_range
        if isinstance(in_range, tuple):
            check(INRANGE_BOUNDS, self.version)
        record = [type_id(source)]
        if self.version >= GEP_FLAGS_SINCE:
            code = records.CST_CODE_CE_GEP
            record.append(pointer_flags(value.flags, self.version))
            if isinstance(in_range, tuple):
                code = records.CST_CODE_CE_GEP_WITH_INRANGE
                _append_range(record, in_range)
        elif isinstance(in_range, int):
            code = records.CST_CODE_CE_GEP_WITH_INRANGE_INDEX_OLD
            record.append(in_range << 1 | value.flags & INBOUNDS)
        else:
            code = records.CST_CODE_CE_INBOUNDS_GEP if value.flags & INBOUNDS else records.CST_CODE_CE_GEP_OLD
        for operand in value.operands:
            record.append(self._type_id(operand))
            record.append(self._id(operand))
        self.stream.emit_record(code, record)


def _append_range(record: list[int], bounds: tuple[int, int, int]) -> None:
    """[width, lower, upper], or for more than 64 bits [width, word counts, lower words, upper words]."""
    low, high, width = bounds
    record.append(width)
    if width > 64:
        low_words = wide_words(low, width)
        high_words = wide_words(high, width)
        record.append(len(low_words) | len(high_words) << 32)
        record.extend(low_words)
        record.extend(high_words)
    else:
        record.append(rotated(low))
        record.append(rotated(high))


def pointer_flags(flags: int, version: int) -> int:
    """The flags of a getelementptr as `version` writes them: since LLVM 19 `inbounds` implies `nusw`."""
    if version < GEP_FLAGS_SINCE:
        check_flags("getelementptr", GEP_FLAGS, flags, version)
        return flags & INBOUNDS
    return flags | NO_UNSIGNED_SIGNED_WRAP if flags & INBOUNDS else flags

"""The abbreviations that LLVM's writer defines in BLOCKINFO: which ones each release has, and their ids."""

from __future__ import annotations

from typing import final

from pyllvm.bitstream.abbreviation import Abbreviation, AbbreviationOperand, ArrayOf, Char6, Fixed, Literal, Vbr
from pyllvm.bitstream.writer import BitstreamWriter
from pyllvm.tables import records
from pyllvm.tables.bitcode_versions import COMMON_INSTRUCTIONS_SINCE, DEBUG_LOCATION_SINCE, UNARY_SINCE
from pyllvm.tables.debug_info_versions import LAYERS_SINCE
from pyllvm.tables.features import BYTE_TYPES_SINCE, DEBUG_RECORDS_SINCE
from pyllvm.tables.flags import CAST_FLAGS_SINCE, FAST_MATH_OF_INTEGERS_SINCE, GEP_FLAGS_SINCE


@final
class StandardAbbreviations:
    """The ids of the abbreviations with which the blocks start; 0 if the version has none."""

    def __init__(self, stream: BitstreamWriter, version: int, type_bits: int) -> None:
        """Write the BLOCKINFO block; a type number takes `type_bits` bits."""
        self._stream = stream
        stream.enter_blockinfo_block()
        self._block = records.VALUE_SYMTAB_BLOCK_ID
        self.symbol_8 = self._define([Fixed(3), Vbr(8), ArrayOf, Fixed(8)])
        self.symbol_7 = self._define([Literal(records.VST_CODE_ENTRY), Vbr(8), ArrayOf, Fixed(7)])
        self.symbol_6 = self._define([Literal(records.VST_CODE_ENTRY), Vbr(8), ArrayOf, Char6])
        self.block_symbol_6 = self._define([Literal(records.VST_CODE_BBENTRY), Vbr(8), ArrayOf, Char6])
        self._block = records.CONSTANTS_BLOCK_ID
        type = Fixed(type_bits)
        self.set_type = self._define([Literal(records.CST_CODE_SETTYPE), type])
        self.integer = self._define([Literal(records.CST_CODE_INTEGER), Vbr(8)])
        self.byte = self._define_if(version >= BYTE_TYPES_SINCE, [Literal(records.CST_CODE_BYTE), Vbr(8)])
        self.cast_expression = self._define([Literal(records.CST_CODE_CE_CAST), Fixed(4), type, Vbr(8)])
        self.null = self._define([Literal(records.CST_CODE_NULL)])
        self._block = records.FUNCTION_BLOCK_ID
        operand = Vbr(6)
        opcode = Fixed(4)
        flags = Fixed(8)
        common = version >= COMMON_INSTRUCTIONS_SINCE
        unary = Literal(records.FUNC_CODE_INST_UNOP)
        binary = Literal(records.FUNC_CODE_INST_BINOP)
        cast = Literal(records.FUNC_CODE_INST_CAST)
        comparison = Literal(records.FUNC_CODE_INST_CMP2)
        self.load = self._define([Literal(records.FUNC_CODE_INST_LOAD), operand, type, Vbr(4), Fixed(1)])
        self.store = self._define_if(common, [Literal(records.FUNC_CODE_INST_STORE), operand, operand, Vbr(4), Fixed(1)])
        self.unary = self._define_if(version >= UNARY_SINCE, [unary, operand, opcode])
        self.unary_flags = self._define_if(version >= UNARY_SINCE, [unary, operand, opcode, flags])
        self.binary = self._define([binary, operand, operand, opcode])
        self.binary_flags = self._define([binary, operand, operand, opcode, flags])
        cast_flags = Fixed(9) if version >= FAST_MATH_OF_INTEGERS_SINCE else flags
        self.cast = self._define([cast, operand, type, opcode])
        self.cast_flags = self._define_if(version >= CAST_FLAGS_SINCE, [cast, operand, type, opcode, cast_flags])
        self.return_void = self._define([Literal(records.FUNC_CODE_INST_RET)])
        self.return_value = self._define([Literal(records.FUNC_CODE_INST_RET), operand])
        self.branch = self._define_if(common, [Literal(records.FUNC_CODE_INST_BR), operand])
        self.conditional_branch = self._define_if(common, [Literal(records.FUNC_CODE_INST_BR), operand, operand, operand])
        self.unreachable = self._define([Literal(records.FUNC_CODE_INST_UNREACHABLE)])
        gep_flags = Fixed(3 if version >= GEP_FLAGS_SINCE else 1)
        self.get_element_pointer = self._define([Literal(records.FUNC_CODE_INST_GEP), gep_flags, type, ArrayOf, operand])
        self.comparison = self._define_if(common, [comparison, operand, operand, Fixed(6)])
        self.comparison_flags = self._define_if(common, [comparison, operand, operand, Fixed(6), flags])
        self.debug_record_value = self._define_if(
            version >= DEBUG_RECORDS_SINCE,
            [Literal(records.FUNC_CODE_DEBUG_RECORD_VALUE_SIMPLE), Vbr(7), Vbr(7), Vbr(7), operand],
        )
        self.debug_location = self._define_if(
            version >= DEBUG_LOCATION_SINCE,
            [Literal(records.FUNC_CODE_DEBUG_LOC), operand, Vbr(8), operand, operand, Fixed(1), operand, Vbr(3)],
        )
        self.debug_location_layers = self._define_if(
            version >= LAYERS_SINCE,
            [Literal(records.FUNC_CODE_DEBUG_LOC), operand, Vbr(8), operand, operand, Fixed(1), operand, Vbr(3), operand],
        )
        stream.end_block()

    def _define(self, operands: list[AbbreviationOperand]) -> int:
        return self._stream.define_blockinfo_abbreviation(self._block, Abbreviation(operands))

    def _define_if(self, wanted: bool, operands: list[AbbreviationOperand]) -> int:
        return self._define(operands) if wanted else 0


def function_block_width(version: int) -> int:
    """The width of an abbreviation id in a FUNCTION block, which must hold all of the above."""
    return 5 if version >= COMMON_INSTRUCTIONS_SINCE else 4


def bits_for(count: int) -> int:
    """The number of bits that can hold `count` different numbers."""
    return (count - 1).bit_length() if count > 1 else 0

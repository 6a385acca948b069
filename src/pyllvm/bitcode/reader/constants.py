"""Reads CONSTANTS blocks: each record except SETTYPE defines the next value."""

from __future__ import annotations

from typing import Final, final

from pyllvm.bitcode.reader.state import ReaderState
from pyllvm.bitcode.reader.values import (
    AGGREGATE,
    BLOCK_ADDRESS,
    DSO_LOCAL,
    EXPRESSION,
    NO_CFI_VALUE,
    POINTER_AUTHENTICATION,
    PendingConstant,
    type_of_elements,
)
from pyllvm.bitstream.cursor import BitstreamCursor, text_of_operands
from pyllvm.bitstream.stream_numbers import END_BLOCK, ENTER_SUBBLOCK, RECORD
from pyllvm.ir import constants, types
from pyllvm.ir.constants import signed
from pyllvm.ir.value import Value
from pyllvm.limits import REPEATED_ELEMENTS
from pyllvm.schema.integers import unrotated
from pyllvm.tables import records
from pyllvm.tables.behavior_versions import PLAIN_GEP_SINCE
from pyllvm.tables.bitcode_versions import WIDE_INTEGERS_SIGNED_SINCE
from pyllvm.tables.features import TYPED_POINTERS_KEPT_UNTIL
from pyllvm.tables.flags import GEP_FLAGS, INBOUNDS, NO_UNSIGNED_SIGNED_WRAP, WRAP
from pyllvm.tables.keywords import ASM_ALIGN_STACK, ASM_CAN_THROW, ASM_INTEL_DIALECT, ASM_SIDE_EFFECTS
from pyllvm.tables.opcodes import CASTS, FLOATING_POINT_BINARY_BY_CODE, INTEGER_BINARY_BY_CODE, UNARY
from pyllvm.tables.reading_versions import UNKNOWN_IS_POISON_SINCE

# The flags of an INLINEASM_OLD record, and of the later ones.
_OLD_ASM_FLAGS: Final = ASM_SIDE_EFFECTS | ASM_ALIGN_STACK
_ASM_FLAGS: Final = _OLD_ASM_FLAGS | ASM_INTEL_DIALECT | ASM_CAN_THROW
_INTEGER: Final = records.CST_CODE_INTEGER
_SETTYPE: Final = records.CST_CODE_SETTYPE
_NULL: Final = records.CST_CODE_NULL
_AGGREGATE: Final = records.CST_CODE_AGGREGATE
_ADDRESSES: Final = (
    records.CST_CODE_CE_GEP_OLD,
    records.CST_CODE_CE_INBOUNDS_GEP,
    records.CST_CODE_CE_GEP,
    records.CST_CODE_CE_GEP_WITH_INRANGE,
    records.CST_CODE_CE_GEP_WITH_INRANGE_INDEX_OLD,
)
_OF_VECTORS: Final = (
    records.CST_CODE_CE_EXTRACTELT,
    records.CST_CODE_CE_INSERTELT,
    records.CST_CODE_CE_SHUFFLEVEC,
    records.CST_CODE_CE_SHUFVEC_EX,
)
# The bits of a number in a record.
_WORD: Final = 64
_LOW_BITS: Final = (1 << _WORD) - 1
# Last version whose reader creates each constant as soon as it reads its record.
LAST_EAGER_VERSION: Final = 14


@final
class ConstantsReader:
    """Reads the constants blocks of one module and its functions."""

    def __init__(self, state: ReaderState) -> None:
        self.state = state
        # The number of the type that the constants have now.
        self._type_number = 0

    def read_block(self, cursor: BitstreamCursor) -> None:
        """Read a CONSTANTS_BLOCK to its end; the cursor has just entered it."""
        state = self.state
        values = state.table.values
        begin = len(values)
        current: types.Type = state.context.integer(32)
        # The unknown thing that the type has.
        unknown = ""
        while True:
            what = cursor.advance()
            if what == RECORD:
                code = cursor.code
                operands = cursor.operands
                if code == _INTEGER and isinstance(current, types.IntegerType):
                    operand = operands[0]
                    value = operand >> 1 if operand & 1 == 0 else (-(operand >> 1) if operand != 1 else 1 << 63)
                    if current.width > _WORD:
                        value = self._extended(value)
                    values.append(constants.ConstantInt.wrapped(current, value))
                elif code == _SETTYPE:
                    current = self._set_type(cursor, operands)
                    unknown = state.unknown.values.of_type(current) if state.unknown.values.are_there else ""
                elif unknown:
                    values.append(state.unknown.values.constant(current, cursor, unknown))
                else:
                    values.append(self._constant(cursor, code, operands, current))
            elif what == END_BLOCK:
                break
            elif what == ENTER_SUBBLOCK:
                cursor.skip_block()
            else:
                raise cursor.error("Malformed block")
        if state.reading_version <= LAST_EAGER_VERSION:
            for number in range(begin, len(values)):
                if isinstance(values[number], PendingConstant):
                    state.table.make(number)
        state.resolve_forward_references(begin)

    def _set_type(self, cursor: BitstreamCursor, operands: list[int]) -> types.Type:
        if not operands or operands[0] >= len(self.state.types):
            raise cursor.error("Invalid settype record", cursor.code)
        self._type_number = operands[0]
        type = self.state.types[operands[0]]
        if type.kind == types.VOID:
            raise cursor.error("Invalid constant type", cursor.code)
        return type

    def _constant(self, cursor: BitstreamCursor, code: int, operands: list[int], type: types.Type) -> Value:
        count = len(operands)
        if code == _NULL:
            kind = type.kind  # LLVM crashes on the last two
            if (
                kind == types.VOID
                or kind == types.FUNCTION
                or kind == types.LABEL
                or kind == types.METADATA
                or kind == types.X86_AMX
            ):
                raise cursor.error("Invalid type for a constant null value", code)
            return constants.null_value(type)
        if code == _AGGREGATE:
            if count == 0:
                raise cursor.error("Invalid aggregate record", code)
            if isinstance(type, (types.StructType, types.ArrayType, types.VectorType)):
                return PendingConstant(type, AGGREGATE, operands)
            return self._unknown(cursor, type)
        if code == records.CST_CODE_UNDEF:
            return constants.SimpleConstant.get(type, constants.UNDEF)
        if code == records.CST_CODE_POISON:
            return constants.SimpleConstant.get(type, constants.POISON)
        if code == _INTEGER or code == records.CST_CODE_WIDE_INTEGER:
            return self._integer(cursor, code, operands, type)
        if code == records.CST_CODE_BYTE or code == records.CST_CODE_WIDE_BYTE:
            return self._byte(cursor, code, operands, type)
        if code == records.CST_CODE_FLOAT:
            return self._floating_point(cursor, operands, type)
        if code == records.CST_CODE_STRING or code == records.CST_CODE_CSTRING:
            return self._string(cursor, code, operands, type)
        if code == records.CST_CODE_DATA:
            return self._data(cursor, operands, type)
        if code in (
            records.CST_CODE_INLINEASM,
            records.CST_CODE_INLINEASM_OLD,
            records.CST_CODE_INLINEASM_OLD2,
            records.CST_CODE_INLINEASM_OLD3,
        ):
            return self._inline_asm(cursor, code, operands, type)
        if code == records.CST_CODE_BLOCKADDRESS:
            if count < 3:
                raise cursor.error("Invalid blockaddress record", code)
            pending = PendingConstant(type, BLOCK_ADDRESS, [operands[1]])
            pending.block = operands[2]
            return pending
        if code == records.CST_CODE_DSO_LOCAL_EQUIVALENT or code == records.CST_CODE_NO_CFI_VALUE:
            if count < 2:
                raise cursor.error("Invalid record", code)
            what = DSO_LOCAL if code == records.CST_CODE_DSO_LOCAL_EQUIVALENT else NO_CFI_VALUE
            return PendingConstant(type, what, [operands[1]])
        if code == records.CST_CODE_PTRAUTH or code == records.CST_CODE_PTRAUTH2:
            needed = 4 if code == records.CST_CODE_PTRAUTH else 5
            if count < needed:
                raise cursor.error("Invalid ptrauth record", code)
            return PendingConstant(type, POINTER_AUTHENTICATION, operands[:needed])
        return self._expression(cursor, code, operands, type)

    def _integer(self, cursor: BitstreamCursor, code: int, operands: list[int], type: types.Type) -> Value:
        scalar = type.scalar_type
        if not operands or not isinstance(scalar, types.IntegerType):
            raise cursor.error("Invalid record", code)
        value = wide_value(operands, scalar.width) if code != _INTEGER else self._extended(unrotated(operands[0]))
        constant = constants.ConstantInt.wrapped(scalar, value)
        if isinstance(type, types.VectorType):
            return self._splat(cursor, type, constant)
        return constant

    def _extended(self, value: int) -> int:
        """The number that 64 bits are as an integer of more bits."""
        low = value & _LOW_BITS
        if low >> (_WORD - 1) and self.state.reading_version >= WIDE_INTEGERS_SIGNED_SINCE:
            return low - (1 << _WORD)
        return low

    def _byte(self, cursor: BitstreamCursor, code: int, operands: list[int], type: types.Type) -> Value:
        """Read BYTE and WIDE_BYTE."""
        scalar = type.scalar_type
        if not operands or not isinstance(scalar, types.ByteType):
            raise cursor.error("Invalid record", code)
        value = unrotated(operands[0]) if code == records.CST_CODE_BYTE else wide_value(operands, scalar.width)
        constant = constants.ConstantByte.wrapped(scalar, value)
        return self._splat(cursor, type, constant) if isinstance(type, types.VectorType) else constant

    def _splat(self, cursor: BitstreamCursor, type: types.VectorType, element: Value) -> Value:
        """A vector of equal elements, which has a form of its own since LLVM 19."""
        if type.count > REPEATED_ELEMENTS:
            raise cursor.error("Invalid integer const record", cursor.code)
        assert isinstance(element, constants.Constant)

        from pyllvm.ir.folding.constant_parts import splat  # few files have such vectors

        return splat(type, element)

    def _floating_point(self, cursor: BitstreamCursor, operands: list[int], type: types.Type) -> Value:
        if not operands:
            raise cursor.error("Invalid float const record", cursor.code)
        scalar = type.scalar_type
        if not isinstance(scalar, types.FloatingPointType):
            return self._unknown(cursor, type)
        bits = operands[0]
        width = scalar.bits
        if width > 64:
            if len(operands) < 2:
                raise cursor.error("Invalid float const record", cursor.code)
            if width == 80:
                bits = bits << 16 | operands[1] & 0xFFFF
            else:
                bits |= operands[1] << 64
        constant = constants.ConstantFP.get(scalar, bits & ((1 << width) - 1))
        if isinstance(type, types.VectorType):
            return self._splat(cursor, type, constant)
        return constant

    def _string(self, cursor: BitstreamCursor, code: int, operands: list[int], type: types.Type) -> Value:
        if not operands:
            raise cursor.error("Invalid string record", code)
        data = bytes([operand & 0xFF for operand in operands])
        if code == records.CST_CODE_CSTRING:
            data += b"\0"
        if not isinstance(type, types.ArrayType) or type.count != len(data) or constants.plain_element_bytes(type.element) != 1:
            raise cursor.error("Invalid string record", code)
        return constants.ConstantData.get(type, data)

    def _data(self, cursor: BitstreamCursor, operands: list[int], type: types.Type) -> Value:
        if not operands:
            raise cursor.error("Invalid data record", cursor.code)
        if not isinstance(type, (types.ArrayType, types.VectorType)):
            raise cursor.error("Invalid type for value", cursor.code)
        size = constants.plain_element_bytes(type.element)
        if size == 0 or type.count != len(operands):
            raise cursor.error("Invalid type for value", cursor.code)
        mask = (1 << (8 * size)) - 1
        elements = b"".join([(operand & mask).to_bytes(size, "little") for operand in operands])
        return constants.ConstantData.get(type_of_elements(type), elements)

    def _inline_asm(self, cursor: BitstreamCursor, code: int, operands: list[int], type: types.Type) -> Value:
        at = 0
        function_type: types.Type | None = None
        if code == records.CST_CODE_INLINEASM:
            if not operands:
                raise cursor.error("Invalid inlineasm record", code)
            function_type = self.state.type(operands[0])
            at = 1
        elif isinstance(type, types.PointerType):
            function_type = type.pointee if type.pointee is not None else self.state.pointee(self._type_number)
            if function_type is None:
                raise cursor.error("Missing element type for old-style inlineasm", code)
        if not isinstance(function_type, types.FunctionType) or not isinstance(type, types.PointerType) or len(operands) < at + 2:
            raise cursor.error("Invalid inlineasm record", code)
        flags = operands[at]
        begin = at + 2
        end = begin + operands[at + 1]
        if end >= len(operands):
            raise cursor.error("Invalid inlineasm record", code)
        constraints_end = end + 1 + operands[end]
        if constraints_end > len(operands):
            raise cursor.error("Invalid inlineasm record", code)
        return constants.InlineAsm.get(
            type,
            function_type,
            _upgraded_assembly(text_of_operands(operands[begin:end])),
            text_of_operands(operands[end + 1 : constraints_end]),
            flags & _OLD_ASM_FLAGS if code == records.CST_CODE_INLINEASM_OLD else flags & _ASM_FLAGS,
        )

    def _expression(self, cursor: BitstreamCursor, code: int, operands: list[int], type: types.Type) -> Value:
        count = len(operands)
        if code in _ADDRESSES:
            return self._getelementptr(cursor, code, operands, type)
        pending = PendingConstant(type, EXPRESSION, operands)
        if code == records.CST_CODE_CE_BINOP:
            if count < 3:
                raise cursor.error("Invalid binary op constexpr record", code)
            is_floating_point = type.scalar_type.kind == types.FLOATING_POINT
            row = (FLOATING_POINT_BINARY_BY_CODE if is_floating_point else INTEGER_BINARY_BY_CODE).get(operands[0])
            if row is None or not (is_floating_point or type.is_integer_or_vector):
                return self._unknown(cursor, type)
            pending.opcode = row.name
            pending.numbers = operands[1:3]
            if count > 3 and not row.flags.is_fast_math:
                pending.flags = operands[3] & row.flags.mask
        elif code == records.CST_CODE_CE_CAST:
            if count < 3:
                raise cursor.error("Invalid cast constexpr record", code)
            cast = CASTS[operands[0]] if operands[0] < len(CASTS) else None
            if cast is None or cast.since > self.state.module.llvm_version:
                return self._unknown(cursor, type)
            self.state.type(operands[1])
            pending.opcode = cast.name
            pending.numbers = operands[2:3]
            if count > 3:
                pending.flags = operands[3] & WRAP.mask
        elif code == records.CST_CODE_CE_UNOP:
            if count < 2:
                raise cursor.error("Invalid unary op constexpr record", code)
            if operands[0] >= len(UNARY) or type.scalar_type.kind != types.FLOATING_POINT:
                return self._unknown(cursor, type)
            pending.opcode = UNARY[operands[0]].name
            pending.numbers = operands[1:2]
        elif code == records.CST_CODE_CE_SELECT:
            if count < 3:
                raise cursor.error("Invalid select constexpr record", code)
            pending.opcode = "select"
            pending.numbers = operands[:3]
        elif code in _OF_VECTORS:
            self._expression_of_vectors(pending, cursor, code)
        elif code == records.CST_CODE_CE_CMP:
            if count < 4:
                raise cursor.error("Invalid cmp constexpt record", code)
            is_floating_point = self.state.type(operands[0]).scalar_type.kind == types.FLOATING_POINT
            if operands[3] > 15 if is_floating_point else operands[3] < 32 or operands[3] > 41:
                raise cursor.error("Invalid cmp constexpr record", code)
            pending.opcode = "fcmp" if is_floating_point else "icmp"
            pending.predicate_number = operands[3]
            pending.numbers = operands[1:3]
        else:
            if self.state.unknown.is_tolerated:
                return self.state.unknown.values.constant(type, cursor, f"unknown constant record {code}")
            # As in LLVM, an unknown constant becomes undef.
            self.state.complain(cursor, f"unknown constant record {code}")
            return constants.SimpleConstant.get(type, constants.UNDEF)
        return pending

    def _expression_of_vectors(self, pending: PendingConstant, cursor: BitstreamCursor, code: int) -> None:
        """Read the operands of an expression of which one is a vector."""
        operands = pending.numbers
        count = len(operands)
        type = pending.type
        if code == records.CST_CODE_CE_EXTRACTELT:
            if count < 3 or not isinstance(self.state.type(operands[0]), types.VectorType):
                raise cursor.error("Invalid extractelement constexpr record", code)
            pending.opcode = "extractelement"
            pending.numbers = [operands[1], self._index(operands)]
        elif code == records.CST_CODE_CE_INSERTELT:
            if count < 3 or not isinstance(type, types.VectorType):
                raise cursor.error("Invalid insertelement constexpr record", code)
            pending.opcode = "insertelement"
            pending.numbers = [operands[0], operands[1], self._index(operands)]
        elif code == records.CST_CODE_CE_SHUFFLEVEC:
            if count < 3 or not isinstance(type, types.VectorType):
                raise cursor.error("Invalid shufflevector constexpr record", code)
            pending.opcode = "shufflevector"
            pending.numbers = operands[:3]
        else:
            if count < 4 or not isinstance(type, types.VectorType):
                raise cursor.error("Invalid shufflevector constexpr record", code)
            pending.opcode = "shufflevector"
            pending.numbers = operands[1:4]

    def _unknown(self, cursor: BitstreamCursor, type: types.Type) -> Value:
        """The constant that LLVM makes of a record that does not describe a value of its type."""
        if self.state.unknown.is_tolerated:
            return self.state.unknown.values.constant(type, cursor, f"unknown form of constant record {cursor.code}")
        return constants.SimpleConstant.get(
            type, constants.POISON if self.state.reading_version >= UNKNOWN_IS_POISON_SINCE else constants.UNDEF
        )

    def _index(self, operands: list[int]) -> int:
        """The number of the index of an element: the operand after two others, or after its type."""
        if len(operands) != 4:
            return operands[2]
        self.state.type(operands[2])
        return operands[3]

    def _getelementptr(self, cursor: BitstreamCursor, code: int, operands: list[int], type: types.Type) -> Value:
        if len(operands) < 2:
            raise cursor.error("Constant GEP record must have at least two elements", code)
        state = self.state
        pending = PendingConstant(type, EXPRESSION, [])
        pending.opcode = "getelementptr"
        at = 0
        source: types.Type | None = None
        is_old = code == records.CST_CODE_CE_GEP_OLD or code == records.CST_CODE_CE_INBOUNDS_GEP
        if not is_old or len(operands) % 2:
            source = state.type(operands[0])
            at = 1
        if code == records.CST_CODE_CE_INBOUNDS_GEP:
            pending.flags = INBOUNDS
        elif code == records.CST_CODE_CE_GEP_WITH_INRANGE_INDEX_OLD:
            pending.flags = operands[at] & INBOUNDS
            if not state.table.is_upgrading or state.reading_version < PLAIN_GEP_SINCE:
                pending.in_range = operands[at] >> 1
            at += 1
        elif not is_old:
            pending.flags = getelementptr_flags(operands[at])
            at += 1
            if code == records.CST_CODE_CE_GEP_WITH_INRANGE:
                at = self._in_range(cursor, operands, at, pending)
        if (len(operands) - at) % 2 or at >= len(operands):
            raise cursor.error("Invalid gep with no operands", code)
        base = state.type(operands[at]).scalar_type
        if not isinstance(base, types.PointerType):
            raise cursor.error("GEP base operand must be pointer or vector of pointer", code)
        if source is None:
            source = base.pointee if base.pointee is not None else state.pointee(operands[at])
            if source is None:
                raise cursor.error("Missing element type for old-style constant GEP", code)
        elif state.reading_version <= TYPED_POINTERS_KEPT_UNTIL and base.pointee is not None and base.pointee is not source:
            raise cursor.error("Explicit gep operator type does not match pointee type of pointer operand", code)
        pending.source_element_type = source
        while at < len(operands):
            state.type(operands[at])
            pending.numbers.append(operands[at + 1])
            at += 2
        return pending

    def _in_range(self, cursor: BitstreamCursor, operands: list[int], at: int, pending: PendingConstant) -> int:
        """[width, lower, upper], or for more than 64 bits [width, word counts, lower words, upper words]."""
        if len(operands) - at < 3:
            raise cursor.error("Too few records for range", cursor.code)
        width = operands[at]
        at += 1
        if width == 0 or width > 1 << 24:
            raise cursor.error("Too few records for range", cursor.code)
        if width <= 64:
            low, high = unrotated(operands[at]), unrotated(operands[at + 1])
            pending.in_range = (signed(low, width), signed(high, width), width)
            return at + 2
        low_words = operands[at] & 0xFFFFFFFF
        high_words = operands[at] >> 32
        at += 1
        if len(operands) - at < low_words + high_words:
            raise cursor.error("Too few records for range", cursor.code)
        low = wide_value(operands[at : at + low_words], width)
        high = wide_value(operands[at + low_words : at + low_words + high_words], width)
        pending.in_range = (signed(low, width), signed(high, width), width)
        return at + low_words + high_words


_WITHOUT_IMPLIED: Final[int] = GEP_FLAGS.mask & ~NO_UNSIGNED_SIGNED_WRAP


def getelementptr_flags(flags: int) -> int:
    """The flags of a getelementptr record: `inbounds` implies `nusw`, whose bit is then set as well."""
    return flags & _WITHOUT_IMPLIED if flags & INBOUNDS else flags & GEP_FLAGS.mask


def wide_value(words: list[int], width: int) -> int:
    """The number of `width` bits that these 64-bit words form, lowest first, each sign-rotated."""
    data = b"".join([(unrotated(word) & 0xFFFFFFFFFFFFFFFF).to_bytes(8, "little") for word in words[: (width + 63) // 64]])
    return int.from_bytes(data, "little") & ((1 << width) - 1)


def _upgraded_assembly(text: str) -> str:
    """Inline assembly with the comment of Objective-C's marker begun by `;` (AutoUpgrade's UpgradeInlineAsmString)."""
    if text.startswith("mov\tfp") and "objc_retainAutoreleaseReturnValue" in text:
        return text.replace("# marker", "; marker", 1)
    return text

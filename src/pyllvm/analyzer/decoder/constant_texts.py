"""The texts of constants where other records use them: short ones in full, others by their number."""

from __future__ import annotations

import struct
from typing import Final

from pyllvm.analyzer.decoder.shown_types import FLOATING_POINT, INTEGER, POINTER, ShownType
from pyllvm.analyzer.decoder.state import ModuleState, ShownValue
from pyllvm.bitstream.contents import text_of_operands
from pyllvm.schema.integers import unrotated
from pyllvm.schema.text import quoted
from pyllvm.tables import records
from pyllvm.tables.flags import GEP_FLAGS, INBOUNDS
from pyllvm.tables.opcodes import CASTS, FLOATING_POINT_BINARY_BY_CODE, INTEGER_BINARY_BY_CODE, UNARY, Opcode

_LONGEST_TEXT: Final = 100
_MOST_ELEMENTS: Final = 16
_DEEPEST: Final = 4
_WIDEST: Final = 1 << 16
_WIDEST_ELEMENT: Final = 64
_PLAIN: Final[dict[int, str]] = {records.CST_CODE_UNDEF: "undef", records.CST_CODE_POISON: "poison"}
_INTEGERS: Final = frozenset((records.CST_CODE_INTEGER, records.CST_CODE_BYTE))
_WIDE: Final = frozenset((records.CST_CODE_WIDE_INTEGER, records.CST_CODE_WIDE_BYTE))
_STRINGS: Final = frozenset((records.CST_CODE_STRING, records.CST_CODE_CSTRING))
_ASSEMBLY: Final = frozenset((
    records.CST_CODE_INLINEASM,
    records.CST_CODE_INLINEASM_OLD,
    records.CST_CODE_INLINEASM_OLD2,
    records.CST_CODE_INLINEASM_OLD3,
))  # fmt: skip
_GEPS: Final = frozenset((
    records.CST_CODE_CE_GEP_OLD,
    records.CST_CODE_CE_INBOUNDS_GEP,
    records.CST_CODE_CE_GEP_WITH_INRANGE_INDEX_OLD,
    records.CST_CODE_CE_GEP,
))  # fmt: skip


def text_of(state: ModuleState, number: int, depth: int = 0) -> str | None:
    """The text of a value by its absolute number: `%x`, `@f`, `7`, or `#12` for a long constant; None if there is none."""
    value = state.value(number)
    if value is None:
        return None
    if not value.text:
        # Set first: a constant may refer to itself in malformed bitcode.
        value.text = f"#{number}"
        text = _text(state, value, depth)
        if text and len(text) <= _LONGEST_TEXT:
            value.text = text
    return value.text


def shown_value(state: ModuleState, number: int) -> str:
    """The text of a value by its absolute number, or the number if there is none."""
    text = "" if state.is_read_ahead else text_of(state, number)
    return f"value {number}" if text is None else text


def constant(state: ModuleState, code: int, operands: list[int], type: ShownType) -> ShownValue:
    """The value of a constant's record."""
    made = ShownValue("", type)
    made.code = code
    made.operands = operands
    if code in _INTEGERS and operands:
        made.integer = unrotated(operands[0])
    elif code == records.CST_CODE_NULL:
        made.integer = 0
    return made


def integer_text(value: int, type: ShownType) -> str:
    """An integer of this type."""
    if type.scalar.text == "i1":
        return "true" if value else "false"
    return str(value)


def wide_value(words: list[int], type: ShownType) -> int:
    """The integer of this type in 64-bit words, lowest first."""
    width = min(type.scalar.count, _WIDEST)
    value = 0
    for position, word in enumerate(words[: (width + 63) // 64]):
        value |= (unrotated(word) & 0xFFFFFFFFFFFFFFFF) << (64 * position)
    value &= (1 << width) - 1
    return value - (1 << width) if width and value >> (width - 1) else value


def floating_point_text(words: list[int], type: ShownType) -> str:
    """A floating-point number of this type: in decimals where these are exact, else its bits in hexadecimal."""
    word = type.scalar.text
    bits = words[0] if words else 0
    try:
        if word == "double":
            return repr(struct.unpack("<d", struct.pack("<Q", bits & 0xFFFFFFFFFFFFFFFF))[0])
        if word == "float":
            return repr(struct.unpack("<f", struct.pack("<I", bits & 0xFFFFFFFF))[0])
        if word == "half":
            return repr(struct.unpack("<e", struct.pack("<H", bits & 0xFFFF))[0])
        if word == "bfloat":
            return repr(struct.unpack("<f", struct.pack("<I", (bits & 0xFFFF) << 16))[0])
    except struct.error:
        pass
    # LLVM's own forms for the wide types; of 80 bits, the second word has the lowest 16.
    if word == "x86_fp80" and len(words) > 1:
        return f"0xK{bits:016X}{words[1] & 0xFFFF:04X}"
    letter = "L" if word == "fp128" else "M" if word == "ppc_fp128" else ""
    return f"0x{letter}" + "".join([f"{bits:016X}" for bits in words])


def element_text(element: int, type: ShownType) -> str:
    """One element of a DATA record."""
    inner = type.inner
    if inner is not None and inner.kind == FLOATING_POINT:
        return floating_point_text([element], inner)
    # Integers are as wide as the type, without their sign.
    if inner is not None and 0 < inner.count <= _WIDEST_ELEMENT and element >> (inner.count - 1) == 1:
        return str(element - (1 << inner.count))
    return str(element)


def data_text(operands: list[int]) -> str:
    """The characters of a STRING or CSTRING record, between quotes."""
    return quoted(text_of_operands(operands))


def binary_operation(number: int, type: ShownType) -> Opcode | None:
    """The operation of that number on values of a type."""
    if type.scalar.kind == FLOATING_POINT:
        return FLOATING_POINT_BINARY_BY_CODE.get(number)
    return INTEGER_BINARY_BY_CODE.get(number)


def _text(state: ModuleState, value: ShownValue, depth: int) -> str:
    """The text of a constant; "" if it has none that is short."""
    code = value.code
    operands = value.operands or []
    type = value.type
    if code == records.CST_CODE_NULL:
        if type.scalar.kind == INTEGER and type.scalar is type:
            return integer_text(0, type)
        if type.kind == FLOATING_POINT:
            return "0.0"
        if type.text == "token":
            return "none"
        return "null" if type.kind == POINTER else "zeroinitializer"
    plain = _PLAIN.get(code)
    if plain is not None:
        return plain
    if not operands or len(operands) > _LONGEST_TEXT or depth > _DEEPEST:
        return ""
    if code in _INTEGERS:
        return integer_text(unrotated(operands[0]), type)
    if code in _WIDE:
        return str(wide_value(operands, type)) if len(operands) < 8 else ""
    if code == records.CST_CODE_FLOAT:
        return floating_point_text(operands, type)
    if code in _STRINGS:
        return "c" + data_text(operands)
    if code == records.CST_CODE_DATA:
        return f"[{', '.join([element_text(operand, type) for operand in operands[:_LONGEST_TEXT]])}]"
    if code == records.CST_CODE_AGGREGATE:
        return f"{{ {_list(state, operands, depth)} }}" if len(operands) <= _MOST_ELEMENTS else ""
    if code == records.CST_CODE_BLOCKADDRESS and len(operands) >= 3:
        return f"blockaddress({text_of(state, operands[1], depth + 1)}, block {operands[2]})"
    if code == records.CST_CODE_DSO_LOCAL_EQUIVALENT and len(operands) >= 2:
        return f"dso_local_equivalent {text_of(state, operands[1], depth + 1)}"
    if code == records.CST_CODE_NO_CFI_VALUE and len(operands) >= 2:
        return f"no_cfi {text_of(state, operands[1], depth + 1)}"
    if code in _ASSEMBLY and len(operands) > 3:
        at = 3 if code == records.CST_CODE_INLINEASM else 2
        return f"asm {data_text(operands[at : at + operands[at - 1]])}"
    return _expression(state, code, operands, type, depth) if len(operands) <= 2 * _MOST_ELEMENTS else ""


def _list(state: ModuleState, numbers: list[int], depth: int) -> str:
    texts: list[str] = []
    for number in numbers:
        text = text_of(state, number, depth + 1)
        texts.append(f"value {number}" if text is None else text)
    return ", ".join(texts)


def _expression(state: ModuleState, code: int, operands: list[int], type: ShownType, depth: int) -> str:
    if code == records.CST_CODE_CE_CAST and len(operands) >= 3 and operands[0] < len(CASTS):
        return f"{CASTS[operands[0]].name} ({_list(state, operands[2:3], depth)} to {type.text})"
    if code == records.CST_CODE_CE_BINOP and len(operands) >= 3:
        row = binary_operation(operands[0], type)
        return f"{row.name} ({_list(state, operands[1:3], depth)})" if row is not None else ""
    if code == records.CST_CODE_CE_UNOP and len(operands) >= 2 and operands[0] < len(UNARY):
        return f"{UNARY[operands[0]].name} ({_list(state, operands[1:2], depth)})"
    if code == records.CST_CODE_CE_SELECT:
        return f"select ({_list(state, operands, depth)})"
    if code in _GEPS:
        return _getelementptr(state, code, operands, depth)
    return ""


def _getelementptr(state: ModuleState, code: int, operands: list[int], depth: int) -> str:
    at = 0
    flags = ""
    is_old = code == records.CST_CODE_CE_GEP_OLD or code == records.CST_CODE_CE_INBOUNDS_GEP
    if code == records.CST_CODE_CE_INBOUNDS_GEP:
        flags = " inbounds"
    source = ""
    if not is_old or len(operands) % 2:
        found = state.types.type(operands[0])
        source = f"{f'type {operands[0]}' if found is None else found.text}, "
        at = 1
    if not is_old and at < len(operands):
        bits = operands[at] & INBOUNDS if code == records.CST_CODE_CE_GEP_WITH_INRANGE_INDEX_OLD else operands[at]
        flags = GEP_FLAGS.text(bits)
        at += 1
    addresses = operands[at + 1 :: 2]
    return f"getelementptr{flags} ({source}{_list(state, addresses, depth)})" if addresses else ""

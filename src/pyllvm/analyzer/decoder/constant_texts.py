"""The texts of constants where other records use them: short ones in full, others by their number."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from typing import Final

from pyllvm.analyzer.decoder.shown_types import FLOATING_POINT, INTEGER, POINTER, ShownType
from pyllvm.analyzer.decoder.state import ShownValue
from pyllvm.bitstream.cursor import text_of_operands
from pyllvm.schema.integers import unrotated
from pyllvm.schema.layout import wide_integer
from pyllvm.schema.text import quoted
from pyllvm.tables import records
from pyllvm.tables.opcodes import FLOATING_POINT_BINARY_BY_CODE, INTEGER_BINARY_BY_CODE, Opcode

_MOST_OPERANDS: Final = 100
_MOST_ELEMENTS: Final = 16
_WIDEST: Final = 1 << 16
_WIDEST_ELEMENT: Final = 64

_VALUE: Final = "{value}"
_ASSEMBLY: Final = "asm {assembly}"
_ADDRESS: Final = "getelementptr{address_flags} ({address})"
_TEMPLATES: Final[dict[int, str]] = {
    records.CST_CODE_UNDEF: "undef",
    records.CST_CODE_POISON: "poison",
    records.CST_CODE_INTEGER: _VALUE,
    records.CST_CODE_BYTE: _VALUE,
    records.CST_CODE_WIDE_INTEGER: _VALUE,
    records.CST_CODE_WIDE_BYTE: _VALUE,
    records.CST_CODE_FLOAT: _VALUE,
    records.CST_CODE_STRING: "c{text}",
    records.CST_CODE_CSTRING: "c{text}",
    records.CST_CODE_DATA: "{elements}",
    records.CST_CODE_AGGREGATE: "{{ {element} }}",
    records.CST_CODE_BLOCKADDRESS: "blockaddress({function}, block {block_number})",
    records.CST_CODE_DSO_LOCAL_EQUIVALENT: "dso_local_equivalent {global}",
    records.CST_CODE_NO_CFI_VALUE: "no_cfi {global}",
    records.CST_CODE_INLINEASM: _ASSEMBLY,
    records.CST_CODE_INLINEASM_OLD: _ASSEMBLY,
    records.CST_CODE_INLINEASM_OLD2: _ASSEMBLY,
    records.CST_CODE_INLINEASM_OLD3: _ASSEMBLY,
    records.CST_CODE_CE_CAST: "{operation} ({operand} to {result})",
    records.CST_CODE_CE_BINOP: "{operation} ({left}, {right})",
    records.CST_CODE_CE_UNOP: "{operation} ({operand})",
    records.CST_CODE_CE_SELECT: "select ({condition}, {true}, {false})",
    records.CST_CODE_CE_GEP_OLD: _ADDRESS,
    records.CST_CODE_CE_INBOUNDS_GEP: _ADDRESS,
    records.CST_CODE_CE_GEP_WITH_INRANGE_INDEX_OLD: _ADDRESS,
    records.CST_CODE_CE_GEP: _ADDRESS,
}
"""The text of a constant from the fields of its record."""


def template_of(value: ShownValue) -> str:
    """The text of a constant, with the names of its record's fields between braces; "" if it has none that is short."""
    type = value.type
    if value.code == records.CST_CODE_NULL:
        if type.scalar.kind == INTEGER and type.scalar is type:
            return integer_text(0, type)
        if type.kind == FLOATING_POINT:
            return "0.0"
        if type.text == "token":
            return "none"
        return "null" if type.kind == POINTER else "zeroinitializer"
    template = _TEMPLATES.get(value.code, "")
    most = _MOST_ELEMENTS if value.code == records.CST_CODE_AGGREGATE else _MOST_OPERANDS
    return "" if "{" in template and len(value.operands or ()) > most else template


def filled(template: str, value: ShownValue, fields: Iterable[tuple[str, str]]) -> str:
    """A template with the texts of the fields, given by name; "" if one is missing."""
    texts: dict[str, str] = {"result": value.type.text}
    for name, text in fields:
        texts[name] = f"{texts[name]}, {text}" if name in texts else text
    if template == _ADDRESS and "base" in texts:
        flags = "inbounds" if value.code == records.CST_CODE_CE_INBOUNDS_GEP else texts.get("flags", "none")
        flags = flags.partition("inrange")[0].strip().replace("none", "")
        texts["address_flags"] = f" {flags}" if flags else ""
        texts["address"] = ", ".join([texts[name] for name in ("source", "base", "index") if name in texts])
    try:
        return template.format_map(texts)
    except KeyError:
        return ""


def constant(code: int, operands: list[int], type: ShownType) -> ShownValue:
    """The value of a constant's record."""
    made = ShownValue("", type)
    made.code = code
    made.operands = operands
    if code in (records.CST_CODE_INTEGER, records.CST_CODE_BYTE) and operands:
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
    return wide_integer(words[: (width + 63) // 64], width, True)


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

"""The attributes of a group as words. A malformed group gives those before the fault, and the rest as numbers."""

from __future__ import annotations

from pyllvm.analyzer.decoder.state import ModuleState
from pyllvm.bitstream.cursor import text_of_operands
from pyllvm.ir.attributes import FIRST_PARAMETER_INDEX, FUNCTION_INDEX, RETURN_INDEX, integer_attribute_string
from pyllvm.schema.integers import unrotated
from pyllvm.schema.text import quoted
from pyllvm.tables import attributes
from pyllvm.tables.attributes import AttributeKind


def place_text(number: int) -> str:
    """The place of a group."""
    if number == FUNCTION_INDEX:
        return "function"
    return "return" if number == RETURN_INDEX else f"parameter {number - FIRST_PARAMETER_INDEX}"


def group_texts(state: ModuleState, record: list[int], at: int) -> tuple[list[str], int]:
    """The attributes of a group from a position on, and the position of the first operand that has no meaning."""
    texts: list[str] = []
    end = len(record)
    while at < end:
        form = record[at]
        if form == attributes.KEY_FORM or form == attributes.KEY_AND_VALUE_FORM:
            text, after = _string(record, at + 1)
            if form == attributes.KEY_AND_VALUE_FORM:
                value, after = _string(record, after)
                text = f"{text}={value}"
        else:
            text, after = _attribute(state, record, at, form)
        if not text or after > end:
            return texts, at
        texts.append(text)
        at = after
    return texts, at


def bitmap_text(encoded: int) -> str:
    """The attributes of a bitmap: bits 16 to 31 hold the alignment, and those above are shifted up by 11."""
    alignment = encoded >> 16 & 0xFFFF
    words = [f"align {alignment}"] if alignment else []
    bits = (encoded & 0xFFFFF << 32) >> 11 | encoded & 0xFFFF
    stack_alignment = bits >> attributes.OLD_STACK_ALIGNMENT_BIT & 7
    if stack_alignment:
        words.append(f"alignstack({1 << (stack_alignment - 1)})")
    words += [word for word, bit in attributes.OLD_BITS if bits >> bit & 1]
    return " ".join(words) if words else "none"


def _string(record: list[int], at: int) -> tuple[str, int]:
    start = at
    while at < len(record) and record[at]:
        at += 1
    return quoted(text_of_operands(record[start:at])), at + 1


def _attribute(state: ModuleState, record: list[int], at: int, form: int) -> tuple[str, int]:
    """An attribute with a number, and the position after it; "" if it is malformed."""
    if form > attributes.RANGE_LIST_FORM or form == 2 or at + 1 >= len(record):
        return "", at
    number = record[at + 1]
    kind = attributes.KIND_OF_NUMBER.get(number)
    word = f"attribute {number}" if kind is None else kind.word
    at += 2
    if form == attributes.ENUM_FORM or form == attributes.TYPELESS_FORM:
        return word, at
    if at >= len(record):
        return "", at
    if form == attributes.INTEGER_FORM:
        return _integer_text(state, kind, record[at]) or f"{word}({record[at]})", at + 1
    if form == attributes.TYPE_FORM:
        type = state.types.type(record[at])
        return f"{word}({f'type {record[at]}' if type is None else type.text})", at + 1
    if form == attributes.RANGE_FORM:
        text, at = _range(record, at + 1, record[at])
        return (f"{word}({text})" if text else ""), at
    if at + 1 >= len(record):
        return "", at
    count = record[at]
    width = record[at + 1]
    at += 2
    ranges: list[str] = []
    while count > 0:
        text, at = _range(record, at, width)
        if not text:
            return "", at
        ranges.append(text)
        count -= 1
    return f"{word}({', '.join(ranges)})", at


def _integer_text(state: ModuleState, kind: AttributeKind | None, value: int) -> str:
    if kind is None or kind.payload != attributes.INTEGER:
        return ""
    if kind.grammar == attributes.MEMORY_EFFECTS:
        if value & (attributes.MEMORY_LAYOUT_MARK | attributes.MEMORY_TARGET_MARK):
            value &= attributes.MEMORY_LAYOUT_MARK - 1
        else:
            value = value & 0x3F | (value >> attributes.MEMORY_OTHER_BIT_TO_20 & 3) << attributes.MEMORY_OTHER_BIT
    elif kind.grammar == attributes.FLOATING_POINT_MASK:
        value &= attributes.ALL_FLOATING_POINT_CLASSES
    return integer_attribute_string(kind, value, state.llvm_version, False)


def _range(record: list[int], at: int, width: int) -> tuple[str, int]:
    """The bounds of a range and the position after them; "" if the record is too short."""
    if width <= 64:
        if at + 2 > len(record):
            return "", at
        return f"i{width} {unrotated(record[at])}, {unrotated(record[at + 1])}", at + 2
    if at >= len(record):
        return "", at
    low_words = record[at] & 0xFFFFFFFF
    high_words = record[at] >> 32
    middle = at + 1 + low_words
    after = middle + high_words
    if after > len(record):
        return "", at
    return f"i{width} {_wide(record[at + 1 : middle])}, {_wide(record[middle:after])}", after


def _wide(words: list[int]) -> str:
    """An integer in 64-bit words, lowest first, in hexadecimal: a range may be wider than numbers can be printed quickly."""
    return "0x" + "".join([f"{unrotated(word) & 0xFFFFFFFFFFFFFFFF:016x}" for word in reversed(words)])

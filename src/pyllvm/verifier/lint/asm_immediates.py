"""Numbers that instructions can encode as immediates, as far as inline assembly has constraints for them."""

from __future__ import annotations

from typing import Final

from pyllvm.tables.inline_asm_immediates import (
    ARM_OPERAND,
    INVERTED,
    LOGICAL_32,
    LOGICAL_64,
    MOVE_32,
    MOVE_64,
    NEGATED,
    POWER_OF_2,
    POWER_OF_2_32,
    SHIFTED_BYTE,
    SIGNED,
    THUMB2_OPERAND,
    UNCHANGED,
    immediate_forms,
    immediate_ranges,
)

_WORD: Final = 0xFFFFFFFF
_BYTE: Final = 0xFF


def has_number_rules(family: str, code: str, architecture: str) -> bool:
    """Whether the tables list the numbers that a constraint takes."""
    return bool(immediate_ranges(family, code, architecture) or immediate_forms(family, code))


def takes_number(family: str, code: str, architecture: str, signed: int, unsigned: int) -> bool:
    """Whether a constraint with rules takes a number, given as its signed and its unsigned reading (`ConstantInt`)."""
    for row in immediate_ranges(family, code, architecture):
        value = signed if row.extension == SIGNED else unsigned
        if row.lowest <= value <= row.highest and value % row.step == 0:
            return True
    for form in immediate_forms(family, code):
        if _is_in_form(form.form, form.change, signed if form.extension == SIGNED else unsigned):
            return True
    return False


def described_numbers(family: str, code: str, architecture: str) -> str:
    """The numbers that a constraint takes, in words: "0 to 31", or "0 to 4095 or a multiple of 4096 from 0 to 16773120"."""
    words: list[str] = []
    for row in immediate_ranges(family, code, architecture):
        text = f"{row.lowest} to {row.highest}" if row.lowest < row.highest else f"{row.lowest}"
        words.append(text if row.step == 1 else f"a multiple of {row.step} from {text}")
    words += [
        form.form if form.change == UNCHANGED else f"the {form.change} of {form.form}" for form in immediate_forms(family, code)
    ]
    return " or ".join(words)


def _is_in_form(form: str, change: str, value: int) -> bool:
    if form == LOGICAL_32:
        return is_logical_immediate(value, 32)
    if form == LOGICAL_64:
        return is_logical_immediate(value, 64)
    if form == MOVE_32:
        return _is_move_immediate(value, 32)
    if form == MOVE_64:
        return _is_move_immediate(value, 64)
    if form == POWER_OF_2:
        return value > 0 and value & (value - 1) == 0
    if not -0x80000000 <= value <= 0x7FFFFFFF:
        return False
    if change == INVERTED:
        value = ~value
    elif change == NEGATED:
        value = -value
    value &= _WORD
    if form == POWER_OF_2_32:
        return value & (value - 1) == 0
    if form == ARM_OPERAND:
        return _is_arm_operand(value)
    if form == THUMB2_OPERAND:
        return _is_thumb2_operand(value)
    assert form == SHIFTED_BYTE
    return _is_shifted_byte(value)


def is_logical_immediate(value: int, width: int) -> bool:
    """Whether AArch64's logical instructions can encode an unsigned number: a rotated run of ones, repeated.

    `width` is 32 or 64. Neither 0 nor all ones are such numbers.
    """
    if value <= 0 or value >= (1 << width) - 1:
        return False
    size = width
    while size > 2 and _low(value, size // 2) == _low(value >> (size // 2), size // 2):
        size //= 2
    element = _low(value, size)
    for _ in range(size):
        if element & (element + 1) == 0:
            return True
        element = (element >> 1) | (element & 1) << (size - 1)
    return False


def _low(value: int, bits: int) -> int:
    return value & ((1 << bits) - 1)


def _is_move_immediate(value: int, width: int) -> bool:
    """Whether one of AArch64's move instructions can load an unsigned number: 16 bits of it or of its inverse, or a logical."""
    ones = (1 << width) - 1
    if value > ones:
        return False
    for shift in range(0, width, 16):
        others = ones ^ (0xFFFF << shift)
        if value & others == 0 or value & others == others:
            return True
    return is_logical_immediate(value, width)


def _is_arm_operand(value: int) -> bool:
    """Whether a 32-bit number is a byte that is rotated right by an even number of bits."""
    for _ in range(16):
        if value <= _BYTE:
            return True
        value = (value << 2 | value >> 30) & _WORD
    return False


def _is_thumb2_operand(value: int) -> bool:
    """Whether a 32-bit number is a byte that is shifted, or repeated in every, every even, or every odd byte."""
    byte, second = value & _BYTE, value >> 8 & _BYTE
    return value in (byte * 0x00010001, second * 0x01000100, byte * 0x01010101) or _is_shifted_byte(value)


def _is_shifted_byte(value: int) -> bool:
    while value > _BYTE and value & 1 == 0:
        value >>= 1
    return value <= _BYTE

"""Known bits, held against every value that small integers can have."""

from __future__ import annotations

import random
import re
from typing import Final

import pytest

from pyllvm import parse_assembly
from pyllvm.analysis.integer_ranges import signed_range
from pyllvm.analysis.value_tracking import known_bits
from rows import each_row

WIDTH: Final = 4
SIZE: Final = 1 << WIDTH


def signed(number: int) -> int:
    return number - SIZE if number >= SIZE // 2 else number


def operation(word: str, left: int, right: int) -> int:
    if word in ("udiv", "urem"):
        return left // right if word == "udiv" else left % right
    if word in ("sdiv", "srem"):
        number, divisor = signed(left), signed(right)
        quotient = abs(number) // abs(divisor) * (1 if (number < 0) == (divisor < 0) else -1)
        return (quotient if word == "sdiv" else number - quotient * divisor) % SIZE
    return {
        "and": left & right,
        "or": left | right,
        "xor": left ^ right,
        "add": left + right,
        "sub": left - right,
        "shl": left << right,
        "lshr": left >> right,
        "ashr": signed(left) >> right,
    }[word] % SIZE


@each_row("seed", range(120))
def test_bits_and_ranges_hold_for_every_value(seed: int) -> None:
    choose = random.Random(seed)
    steps: list[tuple[str, int]] = []
    lines: list[str] = []
    for number in range(choose.randint(1, 5)):
        word = choose.choice(["and", "or", "xor", "add", "sub", "shl", "lshr", "ashr", "udiv", "urem", "sdiv", "srem"])
        # No division by zero, and none by -1, which the least number does not allow.
        first, end = (0, WIDTH) if word in ("shl", "lshr", "ashr") else (1, SIZE - 1) if word[1:] in ("div", "rem") else (0, SIZE)
        operand = choose.randrange(first, end)
        steps.append((word, operand))
        before = f"%v{number - 1}" if number else "%x"
        lines.append(f"  %v{number} = {word} i{WIDTH} {before}, {signed(operand)}\n")
    last = f"%v{len(steps) - 1}"
    text = f"define i{WIDTH} @f(i{WIDTH} %x) {{\n{''.join(lines)}  ret i{WIDTH} {last}\n}}\n"
    end = parse_assembly(text).functions[0].blocks[0].instructions[-1]
    value = end.operands[0]
    zeros, ones = known_bits(value)
    low, high = signed_range(value, end)
    for start in range(SIZE):
        result = start
        for word, operand in steps:
            result = operation(word, result, operand)
        assert result & zeros == 0, text
        assert result & ones == ones, text
        assert low <= signed(result) <= high, text


@pytest.mark.parametrize(
    ("lines", "type", "zeros", "ones"),
    [
        ("%v = shl i8 %x, 5", "i8", 0b11111, 0),
        ("%a = or i8 %x, 38\n%v = and i8 %a, 22", "i8", 0b11101001, 0b110),
        ("%a = trunc i8 %x to i3\n%v = zext i3 %a to i8", "i8", 0b11111000, 0),
        ("%a = or i8 %x, -128\n%v = ashr i8 %a, 2", "i8", 0, 0b11100000),
        ("%a = or i8 %x, -128\n%b = sext i8 %a to i16\n%v = xor i16 %b, -1", "i16", 0b1111111110000000, 0),
        ("%a = shl i8 %x, 2\n%v = add i8 %a, 6", "i8", 0b1, 0b10),
        ("%a = icmp eq i8 %x, 0\n%v = select i1 %a, i8 5, i8 7", "i8", 0b11111000, 0b101),
        ("%a = and i8 %x, 7\n%v = call i8 @llvm.ctpop.i8(i8 %a)", "i8", 0b11111100, 0),
        ("%a = or i8 %x, 8\n%v = call i8 @llvm.ctlz.i8(i8 %a, i1 false)", "i8", 0b11111000, 0),
        ("%a = or i8 %x, 8\n%v = call i8 @llvm.cttz.i8(i8 %a, i1 false)", "i8", 0b11111100, 0),
        ("%v = call i8 @llvm.cttz.i8(i8 %x, i1 false)", "i8", 0b11110000, 0),
        ("%v = call i8 @llvm.cttz.i8(i8 %x, i1 true)", "i8", 0b11111000, 0),
        ("%a = or i8 %x, 3\n%v = call i8 @llvm.bitreverse.i8(i8 %a)", "i8", 0, 0b11000000),
        ("%a = zext i8 %x to i16\n%v = call i16 @llvm.bswap.i16(i16 %a)", "i16", 0b11111111, 0),
        ("%v = call i8 @llvm.fshl.i8(i8 %x, i8 -128, i8 3)", "i8", 0b011, 0b100),
        ("%v = call i8 @llvm.fshr.i8(i8 5, i8 %x, i8 11)", "i8", 0b01000000, 0b10100000),
    ],
)
def test_the_bits_of_each_operation(lines: str, type: str, zeros: int, ones: int) -> None:
    declared = [f"declare {type} @{word}({type}, i1)" for word in re.findall(r"@(llvm\.ct[lt]z\.i8)", lines)]
    declared += [f"declare {type} @{word}({type})" for word in re.findall(r"@(llvm\.(?:ctpop|b\w+)\.i\d+)", lines)]
    declared += [f"declare {type} @{word}({type}, {type}, {type})" for word in re.findall(r"@(llvm\.fsh.\.i8)", lines)]
    text = "\n".join([f"define {type} @f(i8 %x) {{\n{lines}\nret {type} %v\n}}", *declared, ""])
    value = parse_assembly(re.sub(r"^", "  ", text)).functions[0].blocks[0].instructions[-1].operands[0]
    assert known_bits(value) == (zeros, ones)


@pytest.mark.parametrize(
    ("word", "version", "zeros"), [("sdiv", 16, 0), ("sdiv", 17, 0b11000000), ("udiv", 16, 0b11000000), ("lshr", 16, 0b11100000)]
)
def test_signed_quotients_are_known_since_llvm_17(word: str, version: int, zeros: int) -> None:
    text = f"define i8 @f(i8 %x) {{\n  %y = lshr i8 %x, 1\n  %z = {word} i8 %y, 2\n  ret i8 %z\n}}\n"
    function = parse_assembly(text, llvm_version=version).functions[0]
    assert known_bits(function.blocks[0].instructions[1]) == (zeros, 0)


def test_a_shift_by_an_unknown_number() -> None:
    """The bounds asked themselves for the bounds without end."""
    function = parse_assembly("define i8 @f(i8 %x, i8 %n) {\n  %y = ashr i8 %x, %n\n  ret i8 %y\n}\n").functions[0]
    end = function.blocks[0].instructions[-1]
    assert signed_range(end.operands[0], end) == (-128, 127)

"""Constants as other languages write them, and constants of another type."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from typing import Final

from pyllvm.findings.mistakes.text import (
    FLOAT,
    FLOATING,
    INTEGER,
    LOCAL,
    STRING,
    Text,
    Word,
    behind_type,
    is_floating,
    is_integer,
)
from pyllvm.findings.mistakes.trial import Edit, Repair

_POINTERS: Final = ("NULL", "nullptr", "nil", "None")
_ZEROS: Final = ("zeroinit", "zero", "zeroes", "zeros", "zeroinitialiser", "0")
_UNDEFINED: Final = ("undefined", "undefine", "uninit", "uninitialized")
# The escapes of C: the letter behind the backslash, and the byte.
_ESCAPES: Final = {"n": "0A", "t": "09", "r": "0D", "0": "00", "a": "07", "b": "08", "e": "1B", "f": "0C", "v": "0B", '"': "22"}
_ESCAPE: Final = "an escape is a backslash and two hexadecimal digits, such as \\0A for a line break and \\00 for the end"


def string_without_c(t: Text) -> Iterator[Repair]:
    """`[6 x i8] "hello"`, `ptr "hello"`, `c'hello'`."""
    words = t.words
    line = t.text[t.line_start : t.line_end]
    if line.count('"') % 2:
        sentence = "the string that begins here has no closing quote"
        yield Repair(sentence, (t.line_end, t.line_end, '"'))
        end = t.line_start + len(line.rstrip(" ),}]"))
        yield Repair(sentence, (end, end, '"'))
        opens = re.search(r'\[\d+ x i8\]\s*c"(.*)$', line)
        if opens is not None:
            text, size = _escaped(opens[1])
            place = t.line_start + opens.start()
            yield Repair(sentence, (place, t.line_end, f'[{size} x i8] c"{text}"'))
    for at, word in enumerate(words):
        if word.kind == STRING and not word.text.startswith("c") and at >= t.at:
            start = at - 1
            while start > 0 and behind_type(words, start) != at:
                start -= 1
            type = t.source(words, start, at)
            text, size = _escaped(word.text[1:-1])
            if behind_type(words, start) == at and type != "metadata":
                if type.startswith(("ptr", "i8*")) and not text.endswith("\\00"):
                    text, size = text + "\\00", size + 1
                new = f'[{size} x i8] c"{text}"'
                yield Repair('a string is an array of i8, and begins with c"', (words[start].start, word.end, new))
        if word.text in ("c", "'") and at + 1 < len(words):
            found = re.compile(r"c?'([^'\n]+)'").match(t.text, word.start)
            start = at - 1
            while start > 0 and behind_type(words, start) != at:
                start -= 1
            if found is not None and behind_type(words, start) == at and t.source(words, start, at).endswith("x i8]"):
                text, size = _escaped(found[1])
                yield Repair('a string is written c"..."', (words[start].start, found.end(), f'[{size} x i8] c"{text}"'))
        if (
            word.kind == STRING
            and word.text.startswith("c")
            and at > 2
            and re.fullmatch(r"\[\s*(?:x\s*)?i8\s*\]", t.source(words, at - 3, at))
        ):
            text, size = _escaped(word.text[2:-1])
            yield Repair(
                "an array type names the number of its elements", (words[at - 3].start, word.end, f'[{size} x i8] c"{text}"')
            )


def wrong_string(t: Text) -> Iterator[Repair]:
    """A string with escapes of C, or whose array has another length."""
    words = t.words
    if t.at >= len(words) or not words[t.at].text.startswith('c"'):
        return
    word = words[t.at]
    text, size = _escaped(word.text[2:-1])
    start = t.at - 1
    while start > 0 and behind_type(words, start) != t.at:
        start -= 1
    if behind_type(words, start) != t.at:
        return
    type = f"[{size} x i8]"
    edits: list[Edit] = []
    sentence = f"the string has {size} bytes: an escape such as \\00 is one byte"
    if text != word.text[2:-1]:
        sentence = _ESCAPE
        edits.append((word.start, word.end, f'c"{text}"'))
    if t.source(words, start, t.at) != type:
        edits.append((words[start].start, words[t.at - 1].end, type))
    if edits:
        yield Repair(sentence, *edits)


def _escaped(text: str) -> tuple[str, int]:
    """A string with LLVM's escapes in place of C's, and the number of its bytes."""
    parts: list[str] = []
    size = at = 0
    while at < len(text):
        size += 1
        digits = text[at + 1 : at + 3]
        if text[at] != "\\":
            parts.append(text[at])
            at += 1
        elif re.fullmatch(r"[0-9A-Fa-f]{2}", digits):
            parts.append(text[at : at + 3])
            at += 3
        elif digits[:1] in _ESCAPES:
            parts.append("\\" + _ESCAPES[digits[0]])
            at += 2
        else:
            parts.append("\\5C" if not digits.startswith("\\") else "\\\\")
            at += 2 if digits.startswith("\\") else 1
    return "".join(parts), size


def number_of_other_form(t: Text) -> Iterator[Repair]:
    """`0xFF`, `0b101`, `'a'`, `1.0f`, `.5`, `1e5`, `5u`, `1_000`."""
    words = t.words
    for at in range(max(t.at - 1, 0), min(t.at + 2, len(words))):
        word = words[at]
        type = _type_before(t, words, at)
        if word.kind == FLOAT and re.fullmatch(r"-?0x[0-9A-Fa-f]+", word.text) and is_integer(type):
            value = int(word.text, 16)
            new = f"u{word.text}" if value >= 0 else str(value)
            yield Repair(f"hexadecimal integers begin with u0x: {word.text} is {new}, or {value}", (word.start, word.end, new))
            yield Repair(f"hexadecimal integers begin with u0x: {word.text} is {value}", (word.start, word.end, str(value)))
        literal = re.compile(r"-?(?:0[bB][01]+|0[oO][0-7]+|[0-9][0-9_']*[0-9](?=[uUlL]|\b)|[0-9]+(?=[uUlL]))[uUlL]*").match(
            t.text, word.start
        )
        if word.kind == INTEGER and literal is not None and literal.end() > word.end:
            digits = re.sub(r"[uUlL_']", "", literal[0])
            value = int(digits, 0 if re.match(r"-?0[bBoO]", digits) else 10)
            yield Repair("an integer is written in decimal, without a suffix", (word.start, literal.end(), str(value)))
        number = re.compile(r"([-+]?(?:\d+\.\d*|\d*\.\d+|\d+)(?:[eE][-+]?\d+)?)[fFlLdD]?").match(t.text, word.start)
        if number is not None and number.end() > number.start() and type in FLOATING:
            new = _floating(number[1])
            if new != number[0]:
                sentence = "a floating-point constant has digits before its point, a point, and no suffix"
                if re.fullmatch(r"-?\d+", number[0]):
                    sentence = f"a constant of {type} has a point"
                yield Repair(sentence, (word.start, number.end(), new))
        character = re.compile(r"'(\\?.)'").match(t.text, word.start)
        if character is not None:
            value = ord(character[1]) if len(character[1]) == 1 else int(_ESCAPES.get(character[1][1], "5C"), 16)
            yield Repair("a character is written as its number", (word.start, character.end(), str(value)))


def _floating(text: str) -> str:
    mantissa, letter, exponent = re.fullmatch(r"([-+]?[\d.]+)([eE]?)(.*)", text).groups()  # type: ignore[union-attr]
    if "." not in mantissa:
        mantissa += ".0"
    mantissa = re.sub(r"^([-+]?)\.", r"\g<1>0.", mantissa)
    return mantissa + (letter + exponent if letter else "")


def _type_before(t: Text, words: list[Word], at: int) -> str:
    """The type of the operand at `at`: directly before it, or before the operand before it."""
    for end in (at, at - 2):
        for start in range(end - 1, -1, -1):
            if behind_type(words, start) == end:
                return t.source(words, start, end)
    return ""


def constant_of_other_type(t: Text) -> Iterator[Repair]:
    """`i32 null`, `ptr 0`, `i32 true`, `float 1`, `i32 1.5`, `ptr NULL`."""
    words = t.words
    if t.at >= len(words):
        return
    word = words[t.at]
    type = _type_before(t, words, t.at)
    here = (word.start, word.end)
    is_pointer = type == "ptr" or type.endswith("*")
    if is_integer(type) and not type.startswith("<") and type != "i1":
        for text, value in (
            ("null", "0"),
            ("true", "1"),
            ("false", "0"),
            ("True", "1"),
            ("False", "0"),
            *((one, "0") for one in _POINTERS),
        ):
            if word.text == text:
                yield Repair(f"{text} is not a constant of an integer type such as {type}", (*here, value))
        if word.kind == FLOAT and re.fullmatch(r"[-+]?\d+\.\d*(?:[eE][-+]?\d+)?", word.text):
            yield Repair(f"{type} has integers only", (*here, str(int(float(word.text)))))
    if type == "i1" and word.text in ("True", "TRUE", "False", "FALSE"):
        yield Repair(f"the constants of i1 are true and false: did you mean '{word.text.lower()}'?", (*here, word.text.lower()))
    if is_pointer and (word.text in _POINTERS or word.text == "0"):
        yield Repair("the null pointer is written null", (*here, "null"))
    if is_floating(type) and not type.startswith("<"):
        if word.text in ("null", "nan", "NaN", "inf", "infinity", "-inf", "Infinity"):
            yield from _special(type, word)
        if word.text in ("nan", "NaN"):
            yield Repair("a NaN is written with its bits", (*here, "0x7FF8000000000000"))
    for words_of_value, new in ((_ZEROS, "zeroinitializer"), (_UNDEFINED, "undef")):
        if word.text in words_of_value:
            yield Repair(f"did you mean '{new}'?", (*here, new))


def _special(type: str, word: Word) -> Iterator[Repair]:
    if word.text == "null":
        yield Repair(f"null is not a constant of {type}", (word.start, word.end, "0.0"))
    elif "nan" not in word.text.lower():
        bits = "0xFFF0000000000000" if word.text.startswith("-") else "0x7FF0000000000000"
        yield Repair("infinity is written with its bits", (word.start, word.end, bits))


def inexact_float(t: Text) -> Iterator[Repair]:
    """A decimal number for which the type has no exact value."""
    words = t.words
    if t.at >= len(words) or words[t.at].kind != FLOAT or not t.message.startswith("floating"):
        return
    type = _type_before(t, words, t.at)
    if type != "float":
        return
    try:
        rounded = struct.unpack(">f", struct.pack(">f", float(words[t.at].text)))[0]
    except (OverflowError, ValueError):
        return
    bits = f"0x{struct.pack('>d', rounded).hex().upper()}"
    sentence = f"{words[t.at].text} has no exact {type}: the nearest one is {bits}"
    yield Repair(sentence, (words[t.at].start, words[t.at].end, bits))


def scalar_for_vector(t: Text) -> Iterator[Repair]:
    """`shl <4 x i32> %v, 1`."""
    words = t.words
    if t.at >= len(words):
        return
    word = words[t.at]
    type = _type_before(t, words, t.at)
    found = re.fullmatch(r"<(\d+) x ([^<>]+)>", type)
    if found is None:
        return
    if word.kind in (INTEGER, FLOAT):
        value = _floating(word.text) if found[2] in FLOATING else word.text
        splat = f"<{', '.join([f'{found[2]} {value}'] * int(found[1]))}>" if int(found[1]) <= 8 else f"splat ({found[2]} {value})"
        yield Repair(f"an operand of {type} is a vector: write each element", (word.start, word.end, splat))
    elif word.kind == LOCAL and t.type_of(word) == found[2]:
        one, name = t.new_name("one"), t.new_name("splat")
        indent = t.indent(t.start)
        lines = (
            f"{indent}{one} = insertelement {type} poison, {found[2]} {word.text}, i32 0\n"
            f"{indent}{name} = shufflevector {type} {one}, {type} poison, <{found[1]} x i32> zeroinitializer\n"
        )
        sentence = f"{word.text} is one {found[2]}: make a vector of it"
        yield Repair(sentence, (t.line_start, t.line_start, lines), (word.start, word.end, name))


def elements_without_types(t: Text) -> Iterator[Repair]:
    """`[2 x i32] [1, 2]`, `{ i32, i32 } { 1, 2 }`; also braces for brackets."""
    from pyllvm.findings.mistakes.text import behind_value, items

    words = t.words
    for at, word in enumerate(words):
        if word.text not in ("[", "{", "<") or not at:
            continue
        start = at - 1
        while start > 0 and behind_type(words, start) != at:
            start -= 1
        if behind_type(words, start) != at:
            continue
        type = t.source(words, start, at)
        array = re.fullmatch(r"([\[<])\d+ x (.*)[\]>]", type)
        elements = items(words, at)
        if array is not None:
            expected = [array[2]] * len(elements)
            brackets = "[]" if array[1] == "[" else "<>"
        elif type.startswith("{"):
            inner = items(words, start)
            expected = [t.source(words, *one) for one in inner]
            brackets = "{}"
        else:
            continue
        edits: list[Edit] = []
        for (first, end), one in zip(elements, expected, strict=False):
            if behind_type(words, first) == first and behind_value(words, first) == end:
                edits.append((words[first].start, words[first].start, f"{one} "))
        sentence = "each element has its type before it"
        if word.text != brackets[0] and elements:
            close = elements[-1][1]
            edits.append((word.start, word.end, brackets[0]))
            if close < len(words):
                edits.append((words[close].start, words[close].end, brackets[1]))
            sentence = f"a constant of {type} is written in {brackets[0]} {brackets[1]}"
        if edits:
            yield Repair(sentence, *edits)
        elif array is not None and array[1] == "[" and t.message.startswith("constant expression type mismatch"):
            new = f"[{len(elements)} x {array[2]}]"
            yield Repair(f"the constant has {len(elements)} elements", (words[start].start, words[at - 1].end, new))

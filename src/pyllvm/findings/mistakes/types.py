"""Types of other languages, arrays and vectors, casts, operations for other types."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from pyllvm.findings.mistakes.text import (
    GLOBAL,
    INTEGER,
    LOCAL,
    WORD,
    Text,
    Word,
    behind_flags,
    behind_type,
    behind_value,
    is_floating,
    is_integer,
)
from pyllvm.findings.mistakes.trial import Edit, Repair
from pyllvm.tables.features import OPAQUE_POINTERS_SINCE
from pyllvm.tables.opcodes import (
    ADDRSPACECAST,
    BITCAST,
    CASTS,
    COMPARISONS,
    FCMP,
    FDIV,
    FLOATING_POINT_BINARY,
    FPEXT,
    FPTOSI,
    FPTOUI,
    FPTRUNC,
    FREM,
    ICMP,
    INTEGER_BINARY,
    INTEGER_BINARY_BY_CODE,
    INTTOPTR,
    LOGICAL,
    LSHR,
    PTRTOINT,
    SDIV,
    SEXT,
    SHIFTS,
    SITOFP,
    SREM,
    TRUNC,
    UDIV,
    UITOFP,
    UREM,
    ZEXT,
)

# A type of another language, and LLVM's.
_FOREIGN: Final[dict[str, str]] = {
    **dict.fromkeys(
        ("int", "unsigned", "uint", "int32", "int32_t", "uint32", "uint32_t", "u32", "s32", "Int32", "Int", "integer", "word"),
        "i32",
    ),
    **dict.fromkeys(
        ("long", "ulong", "int64", "int64_t", "uint64", "uint64_t", "u64", "s64", "Int64", "size_t", "usize", "isize"), "i64"
    ),
    **dict.fromkeys(("short", "ushort", "int16", "int16_t", "uint16", "uint16_t", "u16", "s16", "Int16"), "i16"),
    **dict.fromkeys(("char", "uchar", "byte", "int8", "int8_t", "uint8", "uint8_t", "u8", "s8", "Int8"), "i8"),
    **dict.fromkeys(("bool", "_Bool", "boolean", "Bool", "bit"), "i1"),
    **dict.fromkeys(("int128", "__int128", "u128", "uint128", "int128_t"), "i128"),
    **dict.fromkeys(("f32", "float32", "Float", "single", "real"), "float"),
    **dict.fromkeys(("f64", "float64", "Double"), "double"),
    **dict.fromkeys(("f16", "float16", "fp16", "_Float16"), "half"),
    **dict.fromkeys(("f128", "float128", "quad"), "fp128"),
    **dict.fromkeys(("bf16", "bfloat16"), "bfloat"),
    **dict.fromkeys(("pointer", "string", "str", "String", "char_ptr", "Ptr", "address", "uintptr_t"), "ptr"),
    **dict.fromkeys(("Void", "unit", "nothing", "None"), "void"),
}
# The numbers of integer and floating-point operations are the same.
_INTEGER_OF: Final = {row.name: INTEGER_BINARY_BY_CODE[row.code].name for row in FLOATING_POINT_BINARY}
_FLOATING_OF: Final = {
    **{integers: floats for floats, integers in _INTEGER_OF.items()},
    UDIV.name: FDIV.name,
    UREM.name: FREM.name,
}
# The names of operations elsewhere: the instruction for integers, or the cast, and the one for floating point.
_OPCODES: Final[dict[str, tuple[str, str]]] = {
    **{
        name: (row.name, next((other.name for other in FLOATING_POINT_BINARY if name in other.names), ""))
        for row in (*INTEGER_BINARY, *CASTS)
        for name in row.names
    },
    "cmp": COMPARISONS,
    "gep": ("getelementptr", ""),
}
_INTEGER_PREDICATES: Final[dict[str, str]] = {
    "lt": "slt",
    "le": "sle",
    "gt": "sgt",
    "ge": "sge",
    "==": "eq",
    "!=": "ne",
    "<": "slt",
    "<=": "sle",
    ">": "sgt",
    ">=": "sge",
    "neq": "ne",
    "equal": "eq",
    "equals": "eq",
    "eql": "eq",
    "lte": "sle",
    "gte": "sge",
    "slte": "sle",
    "sgte": "sge",
    "ulte": "ule",
    "ugte": "uge",
    "less": "slt",
    "greater": "sgt",
    "notequal": "ne",
    "eqz": "eq",
    "oeq": "eq",
    "ueq": "eq",
    "one": "ne",
    "une": "ne",
    "olt": "slt",
    "ole": "sle",
    "ogt": "sgt",
    "oge": "sge",
}
_FLOATING_PREDICATES: Final[dict[str, str]] = {
    "eq": "oeq",
    "ne": "une",
    "lt": "olt",
    "le": "ole",
    "gt": "ogt",
    "ge": "oge",
    "slt": "olt",
    "sle": "ole",
    "sgt": "ogt",
    "sge": "oge",
    "==": "oeq",
    "!=": "une",
    "<": "olt",
    "<=": "ole",
    ">": "ogt",
    ">=": "oge",
    "neq": "une",
    "lte": "ole",
    "gte": "oge",
    "less": "olt",
    "greater": "ogt",
    "equal": "oeq",
    "equals": "oeq",
    "olte": "ole",
    "ogte": "oge",
    "oneq": "one",
}
_POINTER_IS_OPAQUE: Final = "a pointer is written ptr, without the type that it points to"


def foreign_type(t: Text) -> Iterator[Repair]:
    """`int`, `u32`, `void*`, `int*`, `const`."""
    for words in t.lines:
        found = [word for word in words if word.kind == WORD and word.text in _FOREIGN and words.index(word) != 0]
        edits: list[Edit] = []
        names: dict[str, str] = {}
        for word in found:
            at = words.index(word)
            following = words[at + 1].text if at + 1 < len(words) else ""
            if following == "*":
                stars = at + 1
                while stars < len(words) and words[stars].text == "*":
                    stars += 1
                pointer = f"{_FOREIGN[word.text]}{'*' * (stars - at - 1)}" if t.has_typed_pointers else "ptr"
                edits.append((word.start, words[stars - 1].end, pointer))
                names[f"{word.text}*"] = pointer
            elif at + 1 < len(words) and words[at + 1].kind == WORD and words[at + 1].text in _FOREIGN:
                edits.append((word.start, words[at + 1].start, ""))
            else:
                edits.append((word.start, word.end, _FOREIGN[word.text]))
                names[word.text] = _FOREIGN[word.text]
        if edits and names:
            listed = " and ".join(f"'{one}' is '{other}'" for one, other in names.items())
            reason = (
                ": the type of an integer is i and its number of bits"
                if any(one.startswith("i") for one in names.values())
                else ""
            )
            yield Repair(f"LLVM's name of {listed}{reason}", *edits)
    words = t.words
    if words and words[0].kind == GLOBAL and "void" in [word.text for word in words]:
        at = [word.text for word in words].index("void")
        yield Repair(
            "void has no values: a variable of one byte is i8",
            (words[at].start, words[at].end, "i8 0" if at + 1 == len(words) else "i8"),
        )
    for at, word in enumerate(words):
        if word.text in ("const", "restrict", "signed", "unsigned", "register", "mutable", "mut") and at and at + 1 < len(words):
            yield Repair(f"types have no '{word.text}'", (word.start, words[at + 1].start, ""))


def pointer(t: Text) -> Iterator[Repair]:
    """`ptr*`, `ptr i32 %p`, `void*`, `*i32`."""
    words = t.words
    for at, word in enumerate(words):
        following = words[at + 1].text if at + 1 < len(words) else ""
        if word.text == "void" and following == "*":
            new = "i8*" if t.has_typed_pointers or (t.version is not None and t.version < OPAQUE_POINTERS_SINCE) else "ptr"
            yield Repair(f"a pointer to anything is written {new}", (word.start, words[at + 1].end, new))
        if word.text == "ptr" and following == "*":
            yield Repair(_POINTER_IS_OPAQUE, (word.end, words[at + 1].end, ""))
        if word.text == "ptr" and behind_type(words, at + 1) > at + 1 and words[at + 1].kind != LOCAL:
            behind = behind_type(words, at + 1)
            end = words[behind].start if behind < len(words) and words[behind].text not in (",", ")") else words[behind - 1].end
            start = words[at + 1].start if end != words[behind - 1].end else word.end
            yield Repair(_POINTER_IS_OPAQUE, (start, end, ""))
        if word.text in ("*", "&") and behind_type(words, at + 1) > at + 1:
            behind = behind_type(words, at + 1)
            yield Repair(_POINTER_IS_OPAQUE, (word.start, words[behind - 1].end, "ptr"))


def array(t: Text) -> Iterator[Repair]:
    """`[4 i32]`, `<4xi32>`, `i32[4]`, `[4, i32]`, `[i32 x 4]`."""
    edits: list[Edit] = []
    shape = re.compile(
        r"(?P<open>[\[<])\s*(?P<count>\d+)\s*(?:x|\*|,|)\s*(?P<type>[ib]\d+|float|double|half|ptr|%[\w.$-]+)\s*(?P<close>[\]>])"
    )
    other = re.compile(
        r"(?P<open>[\[<])\s*(?P<type>[ib]\d+|float|double|half|ptr|%[\w.$-]+)\s*(?:x|\*|,|;)\s*(?P<count>\d+)\s*(?P<close>[\]>])"
    )
    behind = re.compile(r"(?P<type>\b(?:[ib]\d+|float|double|half|ptr))\s*\[(?P<count>\d+)\]")
    end = t.line_end
    for pattern in (shape, other, behind):
        for found in pattern.finditer(t.text, t.line_start, end):
            opens, closes = (found["open"], found["close"]) if "open" in found.groupdict() else ("[", "]")
            new = f"{opens}{found['count']} x {found['type']}{closes}"
            if new != re.sub(r"\s+", " ", found[0]):
                edits.append((*found.span(), new))
    if edits:
        is_vector = edits[0][2].startswith("<")
        name = "a vector type is written" if is_vector else "an array type is written"
        yield Repair(f"{name} {edits[0][2]}, with spaces around the x", *edits)


def operation_for_other_type(t: Text) -> Iterator[Repair]:
    """`add float`, `fadd i32`, `icmp eq float`, `div i32`, `neg i32`."""
    words = t.words
    at = 2 if len(words) > 3 and words[1].text == "=" else 0
    if at >= len(words) or words[at].kind != WORD:
        return
    word = words[at]
    start = behind_flags(words, at + 1)
    if word.text.lower() in (*COMPARISONS, "cmp") and start < len(words):
        yield from _comparison(t, words, at)
        return
    type = t.source(words, start, behind_type(words, start))
    floats = is_floating(type)
    if (_FLOATING_OF if floats else _INTEGER_OF).get(word.text):
        new = (_FLOATING_OF if floats else _INTEGER_OF)[word.text]
        kind = "integers" if floats else "floating-point numbers"
        sentence = f"{word.text} is for {kind}, and the operands are {type}: the instruction for these is {new}"
        edits: list[Edit] = [(word.start, word.end, new)]
        if start > at + 1:
            edits.append((words[at + 1].start, words[start].start, ""))
        yield Repair(sentence, *edits)
    row = _OPCODES.get(word.text.lower())
    if row is not None:
        new = row[floats] or row[0]
        also = " (signed) or udiv (unsigned)" if new == SDIV.name else " (signed) or urem (unsigned)" if new == SREM.name else ""
        also = " (fills with zeros) or ashr (with the sign)" if new == LSHR.name else also
        yield Repair(f"did you mean '{new}'{also}?", (word.start, word.end, new))
    operand = t.source(words, behind_type(words, start), len(words))
    if word.text == "neg" and operand:
        new = f"fneg {type} {operand}" if floats else f"sub {type} 0, {operand}"
        yield Repair("there is no neg: subtract from 0", (word.start, words[-1].end, new))
    if word.text == "not" and operand:
        ones = "true" if type == "i1" else "-1"
        yield Repair(
            "there is no not: xor with ones inverts all bits", (word.start, words[-1].end, f"xor {type} {operand}, {ones}")
        )
    if word.text in ("mov", "copy", "set", "let", "const", "move") and operand and at:
        copy = f"fadd {type} {operand}, -0.0" if floats else f"add {type} {operand}, 0"
        sentence = f"values are not copied to names: use {operand} in place of {words[0].text}, or compute it"
        yield Repair(sentence, (word.start, words[-1].end, copy))
    if word.text in LOGICAL | SHIFTS and floats:
        yield Repair(f"{word.text} works on integers: a bitcast gives the bits of a {type} as an integer")
    if word.text == "cast" and "to" in [one.text for one in words]:
        to = [one.text for one in words].index("to")
        target = t.source(words, to + 1, len(words))
        for new in conversions(type, target):
            yield Repair(f"the conversion from {type} to {target} is {new}", (word.start, word.end, new))


def _comparison(t: Text, words: list[Word], at: int) -> Iterator[Repair]:
    """A comparison with the opcode for the other types, or with a predicate of another language."""
    opcode = words[at]
    place = behind_flags(words, at + 1)
    predicate = words[place]
    type_start = place + 1 if behind_type(words, place) == place and predicate.kind != LOCAL else place
    if type_start < len(words) and words[type_start].text == ",":
        yield Repair("a predicate has no comma behind it", (predicate.end, words[type_start].end, ""))
        type_start += 1
    type = t.source(words, type_start, behind_type(words, type_start))
    floats = is_floating(type) or (not type and opcode.text == FCMP)
    new_opcode = FCMP if floats else ICMP
    predicates = _FLOATING_PREDICATES if floats else _INTEGER_PREDICATES
    edits: list[Edit] = []
    sentence = ""
    if opcode.text != new_opcode:
        edits.append((opcode.start, opcode.end, new_opcode))
        sentence = f"{new_opcode} compares {'floating-point numbers' if floats else 'integers and pointers'}"
    if type_start == place:
        new = "oeq" if floats else "eq"
        edits.append((predicate.start, predicate.start, f"{new} "))
        listed = "oeq, une, olt, ole, ogt, oge or ord" if floats else "eq, ne, slt, sle, sgt, sge, ult, ule, ugt or uge"
        sentence = f"a comparison names its predicate: {listed}"
    elif predicate.text in predicates:
        new = predicates[predicate.text]
        edits.append((predicate.start, predicate.end, new))
        if not sentence:
            sentence = _about_predicate(predicate.text, new)
    if edits:
        yield Repair(sentence, *edits)


def _about_predicate(given: str, new: str) -> str:
    if given in _FLOATING_PREDICATES.values():
        return f"'{given}' compares floating-point numbers: for integers it is {new}"
    if new[0] == "s" and len(new) == 3:
        return f"'{given}' must say how it compares: {new} (signed) or u{new[1:]} (unsigned)"
    if new[0] == "o" and len(new) == 3:
        return f"'{given}' must say what it is for a NaN: {new} (ordered: false) or u{new[1:]} (unordered: true)"
    return f"did you mean '{new}'?"


def conversions(given: str, expected: str) -> list[str]:
    """The instructions that convert one type to another, the most likely one first."""
    widths = [int(one[1:]) if re.fullmatch(r"i\d+", one) else 0 for one in (given, expected)]
    pointers = [one.startswith("ptr") or one.endswith("*") for one in (given, expected)]
    floats = [is_floating(one) for one in (given, expected)]
    if widths[0] and widths[1]:
        return [] if widths[0] == widths[1] else [TRUNC.name] if widths[0] > widths[1] else [ZEXT.name, SEXT.name]
    if is_integer(given) and is_integer(expected):
        return [ZEXT.name, SEXT.name, TRUNC.name]
    if widths[0] and pointers[1]:
        return [INTTOPTR.name]
    if pointers[0] and widths[1]:
        return [PTRTOINT.name]
    if pointers[0] and pointers[1]:
        return [BITCAST.name, ADDRSPACECAST.name]
    if floats[0] and floats[1]:
        return [FPEXT.name, FPTRUNC.name]
    if is_integer(given) and floats[1]:
        return [SITOFP.name, UITOFP.name]
    if floats[0] and is_integer(expected):
        return [FPTOSI.name, FPTOUI.name]
    return []


_MEANINGS: Final = {
    ZEXT.name: "zext (unsigned) or sext (signed)",
    SITOFP.name: "sitofp (signed) or uitofp (unsigned)",
    FPTOSI.name: "fptosi (signed) or fptoui (unsigned)",
}


_WIDTHS: Final = {TRUNC.name: "narrower", ZEXT.name: "wider", SEXT.name: "wider"}


def wrong_cast(t: Text) -> Iterator[Repair]:
    """`trunc i32 %a to i64`, `bitcast i32 %a to i64`, `sext i32 %a to i32`."""
    found = re.match(r"invalid cast opcode for cast from '(.*)' to '(.*)'$", t.message)
    words = t.words
    if found is None or len(words) < 4 or words[1].text != "=":
        return
    given, expected = found.groups()
    opcode = words[2]
    for new in conversions(given, expected):
        if new != opcode.text:
            edits: list[Edit] = [(opcode.start, opcode.end, new)]
            start = behind_flags(words, 3)
            if start > 3:
                edits.append((words[3].start, words[start].start, ""))
            why = f"{opcode.text} does not convert {given} to {expected}"
            if is_integer(given) and is_integer(expected) and opcode.text in _WIDTHS:
                why = f"{opcode.text} makes an integer {_WIDTHS[opcode.text]}"
            elif opcode.text == BITCAST.name:
                why = "bitcast keeps the size, and is not between pointers and integers"
            yield Repair(f"{why}; from {given} to {expected}, use {_MEANINGS.get(new, new)}", *edits)
    if given == expected:
        value = t.source(words, behind_type(words, behind_flags(words, 3)), [one.text for one in words].index("to"))
        removed = (t.line_start, min(t.line_end + 1, len(t.text)), "")
        edits = [removed, *((word.start, word.end, value) for word in t.uses(words[0].text, words[-1].end))]
        yield Repair(f"both types are {given}: use {value} in place of {words[0].text}", *edits)


def cast_without_to(t: Text) -> Iterator[Repair]:
    """`zext i32 %a, i64`, `zext i32 %a -> i64`, `trunc i64 %a i32`."""
    words = t.words
    if len(words) < 5 or words[1].text != "=" or "to" in [word.text for word in words]:
        return
    value = behind_type(words, behind_flags(words, 3))
    behind = behind_value(words, value)
    if behind == value or behind >= len(words) or not ("'to'" in t.message or words[behind].text in ("->", "as", "=>", "into")):
        return
    sentence = f"{words[2].text} names the new type behind 'to'"
    if words[behind].text in (",", "->", "as", "=>", "into"):
        yield Repair(sentence, (words[behind - 1].end, words[behind].end, " to"))
    elif behind_type(words, behind) > behind:
        yield Repair(sentence, (words[behind].start, words[behind].start, "to "))


def value_of_other_type(t: Text) -> Iterator[Repair]:
    """A value that is defined with another type than it is used with."""
    found = re.match(r"'(.*)' defined with type '(.*)' but expected '(.*)'$", t.message)
    words = t.words
    if found is None or t.at >= len(words):
        return
    name, given, expected = found.groups()
    for line in t.body():
        if len(line) > 3 and line[0].text == name and line[1].text == "=" and line[2].text in ("call", "tail", "invoke"):
            callee = next((word for word in line if word.kind == GLOBAL), None)
            known = t.globals.get(callee.text) if callee is not None else None
            start = behind_type(line, line.index(callee) - 1) if callee is not None else 0
            if known is not None and callee is not None and known.type == expected != given and start:
                at = line.index(callee)
                first = at - 1
                while first > 2 and behind_type(line, first) != at:
                    first -= 1
                edit = (line[first].start, line[at - 1].end, expected)
                yield Repair(f"{callee.text} returns {expected}: the call must name this type", edit)
    if words[0].kind == WORD and words[0].text == "store" and expected.startswith("ptr") and given != "ptr":
        value = behind_type(words, 1)
        yield from _swapped_store(t, words, value)
    for new in conversions(given, expected):
        if words[t.at].kind != LOCAL or "phi" in [word.text for word in words]:
            continue
        converted = t.new_name(words[t.at].text[1:] + "." + new if not words[t.at].text[1:].isdigit() else "converted")
        line_text = f"{t.indent(t.start)}{converted} = {new} {given} {name} to {expected}\n"
        sentence = f"{name} is {given}, and {expected} is needed: convert it with {_MEANINGS.get(new, new)}"
        yield Repair(sentence, (t.line_start, t.line_start, line_text), (words[t.at].start, words[t.at].end, converted))
    if expected == "i1" and is_integer(given):
        yield from _compared(t, words, t.at, given)
    operand = words[2].text if len(words) > 3 and words[1].text == "=" else ""
    start = behind_flags(words, 3 if operand not in COMPARISONS else 4)
    behind = behind_type(words, start)
    if behind > start and t.source(words, start, behind) == expected and words[start].start < t.start:
        yield Repair(f"{name} is {given}", (words[start].start, words[behind - 1].end, given))


def _swapped_store(t: Text, words: list[Word], value: int) -> Iterator[Repair]:
    comma = next((index for index, word in enumerate(words) if word.text == ","), None)
    if comma is not None and comma + 1 < len(words):
        end = behind_value(words, behind_type(words, comma + 1))
        first, second = t.source(words, 1, comma), t.source(words, comma + 1, end)
        sentence = "the value comes first, then the address"
        yield Repair(
            sentence, (words[1].start, words[comma - 1].end, second), (words[comma + 1].start, words[end - 1].end, first)
        )


def swapped_store(t: Text) -> Iterator[Repair]:
    """`store ptr %p, i32 %a`."""
    if t.words and t.words[0].text == "store" and t.message == "store operand must be a pointer":
        yield from _swapped_store(t, t.words, 1)


def integer_condition(t: Text) -> Iterator[Repair]:
    """`select i32 %c, ...` and `br i32 %c, ...`: a condition is i1."""
    words = t.words
    at = next((index for index, word in enumerate(words) if word.text in ("select", "br")), None)
    if at is None or "i1" not in t.message:
        return
    start = behind_flags(words, at + 1)
    value = behind_type(words, start)
    type = t.source(words, start, value)
    if value < len(words):
        yield from _compared(t, words, value, type, start)


def _compared(t: Text, words: list[Word], at: int, type: str, start: int = -1) -> Iterator[Repair]:
    """Compare an integer with zero, on a line above."""
    condition = t.new_name("cond")
    compare = f"fcmp une {type} {words[at].text}, 0.0" if is_floating(type) else f"icmp ne {type} {words[at].text}, 0"
    if type == "ptr" or type.endswith("*"):
        compare = f"icmp ne {type} {words[at].text}, null"
    line = f"{t.indent(t.start)}{condition} = {compare}\n"
    use = condition if start < 0 else f"i1 {condition}"
    first = words[at].start if start < 0 else words[start].start
    yield Repair("a condition is i1: compare the value first", (t.line_start, t.line_start, line), (first, words[at].end, use))


def select_of_other_types(t: Text) -> Iterator[Repair]:
    """`select i1 %c, i32 1, i64 2`."""
    words = t.words
    if t.message != "both values to select must have same type" or "select" not in [word.text for word in words]:
        return
    commas = [index for index, word in enumerate(words) if word.text == ","]
    if len(commas) < 2:
        return
    first = (commas[0] + 1, behind_type(words, commas[0] + 1))
    second = (commas[1] + 1, behind_type(words, commas[1] + 1))
    if words[second[1]].kind == INTEGER:
        type = t.source(words, *first)
        yield Repair(f"both values have the same type, here {type}", (words[second[0]].start, words[second[1] - 1].end, type))

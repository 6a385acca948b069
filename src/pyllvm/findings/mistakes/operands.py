"""Operands without types, infix operators, instructions as operands, constants as instructions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from pyllvm.findings.mistakes.text import (
    GLOBAL,
    INTEGER,
    LOCAL,
    MARK,
    WORD,
    Text,
    Word,
    behind_flags,
    behind_type,
    behind_value,
    between_commas,
    closing,
    is_floating,
    items,
    literal_type,
)
from pyllvm.findings.mistakes.trial import Edit, Repair
from pyllvm.tables.opcodes import CAST_NAMES, COMPARISONS, FLOATING_POINT_BINARY, INTEGER_BINARY, OPERATIONS_ON_NUMBERS

# An operator of other languages: the instruction for integers, and the one for floating point ("" if there is none).
_OPERATORS: Final[dict[str, tuple[str, str]]] = {
    **{
        row.symbol: (row.name, next((other.name for other in FLOATING_POINT_BINARY if other.symbol == row.symbol), ""))
        for row in INTEGER_BINARY
        if row.symbol
    },
    "==": ("icmp eq", "fcmp oeq"),
    "!=": ("icmp ne", "fcmp une"),
    "<": ("icmp slt", "fcmp olt"),
    "<=": ("icmp sle", "fcmp ole"),
    ">": ("icmp sgt", "fcmp ogt"),
    ">=": ("icmp sge", "fcmp oge"),
}
_INFIX: Final = "LLVM has no infix operators: an instruction names the operation, and a comma separates its operands"
_NO_COPIES: Final = "values are not copied to names"
_TYPE_MISSING: Final = "the type comes before an operand"


def infix(t: Text) -> Iterator[Repair]:
    """`sub i32 %a - %b`, `%x = %a + %b`, `ret i32 %a + %b`."""
    words = t.words
    for at in range(1, len(words) - 1):
        operator = words[at]
        if (
            operator.text not in _OPERATORS
            or operator.kind == WORD
            or not (_is_operand(words[at - 1]) and _is_operand(words[at + 1]))
        ):
            continue
        one, other = words[at - 1].text, words[at + 1].text
        start = behind_flags(words, 3)
        if at >= 5 and words[1].text == "=" and words[2].kind == WORD and behind_type(words, start) == at - 1:
            yield Repair(_INFIX, (words[at - 1].end, words[at + 1].start, ", "))
            return
        type = t.type_of(words[at - 1]) or t.type_of(words[at + 1]) or "i32"
        before = 0
        while before < at - 1 and behind_type(words, before) != at - 1:
            before += 1
        if before < at - 1:
            type = t.source(words, before, at - 1)
        if literal_type(words[at - 1]) and words[at + 1].kind == LOCAL and before == at - 1:
            type = t.type_of(words[at + 1]) or type
        opcode = _OPERATORS[operator.text][is_floating(type)] or _OPERATORS[operator.text][0]
        instruction = f"{opcode} {type} {one}, {other}"
        if words[1].text == "=" and before == 2:
            yield Repair(_INFIX, (words[2].start, words[at + 1].end, instruction))
        else:
            name = t.new_name("new")
            line = f"{t.indent(t.start)}{name} = {instruction}\n"
            yield Repair(_INFIX, (t.line_start, t.line_start, line), (words[at - 1].start, words[at + 1].end, name))


def _is_operand(word: Word) -> bool:
    return word.kind in (LOCAL, GLOBAL, INTEGER, "float")


def constant_as_instruction(t: Text) -> Iterator[Repair]:
    """`%x = 5`, `%x = i32 5`, `%x = %a`."""
    words = t.words
    if len(words) < 3 or words[0].kind != LOCAL or words[1].text not in ("=", ":="):
        return
    behind = behind_type(words, 2)
    behind = behind if behind < len(words) else 2
    if behind_value(words, behind) != len(words):
        return
    value = t.source(words, behind, len(words))
    type = t.source(words, 2, behind) or t.used_type(words[0].text) or t.type_of(words[behind]) or "i32"
    uses = t.uses(words[0].text, words[-1].end)
    if uses:
        removed = (t.line_start, min(t.line_end + 1, len(t.text)), "")
        sentence = f"{_NO_COPIES}: use {value} in place of {words[0].text}"
        yield Repair(sentence, removed, *((word.start, word.end, value) for word in uses))
    sentence = f"{_NO_COPIES}: use {value} in place of {words[0].text}, or compute it"
    if is_floating(type):
        copy = f"fadd {type} {value}, -0.0"
    elif re.fullmatch(r"i\d+", type):
        copy = f"add {type} {value}, 0"
    else:
        copy = f"bitcast {type} {value} to {type}"
    yield Repair(sentence, (words[2].start, words[-1].end, copy))


def call_without_type(t: Text) -> Iterator[Repair]:
    """`call @f(i32 %a)`, `%x = @f(i32 %a)`, `call i32 f(i32 %a)`."""
    words = t.words
    for at, word in enumerate(words[:-1]):
        if words[at + 1].text != "(":
            continue
        before = words[at - 1].text if at else ""
        if word.kind == GLOBAL:
            known = t.globals.get(word.text)
            is_void = words[0].kind != LOCAL
            type = known.type if known is not None else "void" if is_void else t.used_type(words[0].text) or "i32"
            if before in ("call", "invoke"):
                edits = [(word.start, word.start, f"{type} "), *_typed_arguments(t, words, at)]
                yield Repair(f"a call names the type of its result, here {type}", *edits)
            elif before in ("=", ""):
                edits = [(word.start, word.start, f"call {type} "), *_typed_arguments(t, words, at)]
                yield Repair("a function is called with the instruction 'call' and the type of the result", *edits)
        elif word.kind == WORD and f"@{word.text}" in t.globals and behind_type(words, at) == at:
            edits = [(word.start, word.start, "@"), *_typed_arguments(t, words, at)]
            if before in ("=", ""):
                edits = [(word.start, word.start, f"call {t.globals['@' + word.text].type} @"), *edits[1:]]
            yield Repair(f"names of functions begin with @: {word.text} is @{word.text}", *edits)


def arguments_without_types(t: Text) -> Iterator[Repair]:
    """`call i32 @f(%a, 3)`."""
    for words in t.lines:
        for at, word in enumerate(words[:-1]):
            if (
                word.kind == GLOBAL
                and words[at + 1].text == "("
                and not any(one.text in ("define", "declare") for one in words[:at])
            ):
                edits = _typed_arguments(t, words, at)
                if edits:
                    yield Repair("each argument of a call has its type before it", *edits)


def _typed_arguments(t: Text, words: list[Word], callee: int) -> list[Edit]:
    """The types that are missing before the arguments of a call."""
    known = t.globals.get(words[callee].text if words[callee].kind == GLOBAL else f"@{words[callee].text}")
    edits: list[Edit] = []
    for number, (start, end) in enumerate(items(words, callee + 1)):
        if behind_type(words, start) == start and behind_value(words, start) == end:
            parameters = [] if known is None else known.parameters
            type = t.types.get(words[start].text) or (parameters[number] if number < len(parameters) else t.type_of(words[start]))
            edits.append((words[start].start, words[start].start, f"{type or 'i32'} "))
    return edits


def operand_without_type(t: Text) -> Iterator[Repair]:
    """`add %a, %b`, `store %a, %p`, `ret %a`, `br %c, %x, %y`."""
    for words in t.lines:
        at = 2 if len(words) > 2 and words[1].text == "=" else 0
        if not t.is_in_body or at >= len(words) or words[at].kind != WORD:
            continue
        opcode = words[at].text
        edits = _missing_types(t, words, opcode, behind_flags(words, at + 1))
        if not edits:
            continue
        if all(text == "label " for _, _, text in edits):
            yield Repair("a destination is written 'label %name'", *edits)
        elif len(edits) == 1:
            word = next(one for one in words if one.start == edits[0][0])
            yield Repair(f"{_TYPE_MISSING}: {word.text} is {edits[0][2]}".rstrip(), *edits)
        else:
            yield Repair(_TYPE_MISSING, *edits)


def _missing_types(t: Text, words: list[Word], opcode: str, at: int) -> list[Edit]:
    """The types that are missing before the operands of an instruction, the first of which is at `at`."""
    is_branch = opcode == "br"
    if opcode in COMPARISONS:
        at += 1
    if opcode in OPERATIONS_ON_NUMBERS or opcode in CAST_NAMES or opcode in (*COMPARISONS, "freeze", "extractvalue", "resume"):
        places = [at]
    elif opcode in ("load", "getelementptr"):
        places = [first for first, _ in between_commas(words, at, len(words))][1:]
    elif opcode in ("switch",):
        places = [first for first, _ in between_commas(words, at, len(words))]
        opens = next((index for index in range(at, len(words)) if words[index].text == "["), len(words) - 1)
        places = [first for first in places if first <= opens]
        places += [
            index
            for index in range(opens + 1, len(words))
            if words[index].kind == INTEGER and words[index - 1].text in ("[", ",")
        ]
    elif is_branch or opcode in (
        "store",
        "select",
        "ret",
        "insertvalue",
        "extractelement",
        "insertelement",
        "shufflevector",
        "cmpxchg",
    ):
        places = [first for first, _ in between_commas(words, at, len(words))]
        places = places[:2] if opcode == "insertvalue" else places
    else:
        return []
    edits: list[Edit] = []
    blocks = t.blocks() if is_branch else []
    for number, place in enumerate(places):
        if place >= len(words) or behind_type(words, place) > place or behind_value(words, place) == place:
            continue
        word = words[place]
        is_label = is_branch and (number > 0 or (len(places) == 1 and word.text[1:] in blocks))
        type = "label" if is_label else "i1" if is_branch else _type_at(t, words, opcode, number, word)
        edits.append((word.start, word.start, f"{type} "))
    return edits


def _type_at(t: Text, words: list[Word], opcode: str, number: int, word: Word) -> str:
    """The type of an operand by its place."""
    if word.kind == LOCAL and word.text in t.types:
        return t.types[word.text]
    is_address = (opcode == "store" and number == 1) or (opcode in ("load", "getelementptr") and number == 0)
    if is_address and not t.has_typed_pointers:
        return "ptr"
    if opcode == "ret":
        return t.return_type() or "i32"
    if opcode in OPERATIONS_ON_NUMBERS and word.kind != LOCAL:
        other = next((one for one in words if one.kind == LOCAL and one.text in t.types), None)
        return t.types[other.text] if other is not None else t.type_of(word) or "i32"
    return t.type_of(word) or "i32"


def second_type(t: Text) -> Iterator[Repair]:
    """`add i32 %a, i32 %b`, `phi i32 [ i32 1, %x ]`, `ret i32 i64 5`."""
    words = t.words
    behind = behind_type(words, t.at)
    if t.at and t.at < behind < len(words) and behind_value(words, behind) > behind and words[t.at - 1].text in (",", "["):
        sentence = "the type is written once: this operand has it from the operand before"
        if words[t.at].text == "label" or "phi" in [word.text for word in words]:
            sentence = "the pairs of a phi have no types: '[ value, %block ]'"
        if words[0].kind == LOCAL and words[2].text in ("extractvalue", "insertvalue"):
            sentence = "an index of extractvalue and insertvalue is a number without a type"
        yield Repair(sentence, (words[t.at].start, words[behind].start, ""))
    elif t.is_in_body and t.at and t.at < behind < len(words) and behind_type(words, t.at - 1) == t.at:
        yield Repair("an operand has one type", (words[t.at].start, words[behind].start, ""))
        yield Repair("an operand has one type", (words[t.at - 1].start, words[t.at].start, ""))


def name_without_sigil(t: Text) -> Iterator[Repair]:
    """`add i32 a, %b`, `x = add ...`, `phi i32 [ 1, entry ]`, `$a`, `dbg !0`."""
    words = t.words
    if not t.is_in_body or t.at >= len(words):
        return
    word = words[t.at]
    edits = [
        (one.start, one.start, "%")
        for index, one in enumerate(words)
        if one.kind == WORD
        and (f"%{one.text}" in t.types or one.text in t.blocks())
        and behind_type(words, index) == index
        and (index == 0 or words[index - 1].text not in ("=",))
    ]
    if edits and word.kind == WORD:
        yield Repair(f"names of values and blocks in a function begin with %: {word.text} is %{word.text}", *edits)
    if word.kind == WORD and len(words) > 2 and t.at == 0 and words[1].text == "=":
        yield Repair("names of values in a function begin with %", (word.start, word.start, "%"))
    if (
        word.kind == GLOBAL
        and len(words) > 2
        and t.at == 0
        and words[1].text == "="
        and words[2].text not in ("global", "constant")
    ):
        yield Repair("@ is for globals; the results of instructions begin with %", (word.start, word.start + 1, "%"))
    if word.kind == "group" and word.text.startswith("$"):
        yield Repair("names of values in a function begin with %", (word.start, word.start + 1, "%"))
    if word.kind == WORD and t.at + 1 < len(words) and words[t.at + 1].kind == "metadata":
        yield Repair("names of metadata begin with '!'", (word.start, word.start, "!"))
    if word.kind == WORD and f"@{word.text}" in t.globals:
        yield Repair(f"names of globals begin with @: {word.text} is @{word.text}", (word.start, word.start, "@"))


def other_sigil(t: Text) -> Iterator[Repair]:
    """`%g` while only @g exists, `@a` while only %a exists."""
    if t.at >= len(t.words):
        return
    word = t.words[t.at]
    name = word.text[1:]
    if word.kind == LOCAL and f"@{name}" in t.globals:
        line = t.text.count("\n", 0, t.globals[f"@{name}"].start) + 1
        sentence = f"nothing in this function defines {word.text}, but @{name} exists (line {line}): globals begin with @"
        yield Repair(sentence, (word.start, word.start + 1, "@"))
    if word.kind == GLOBAL and t.is_in_body and (f"%{name}" in t.types or name in t.blocks()):
        sentence = f"%{name} is local to this function: names of arguments, instructions and blocks begin with %"
        yield Repair(sentence, (word.start, word.start + 1, "%"))


def nested_instruction(t: Text) -> Iterator[Repair]:
    """`ret i32 add i32 %a, %b`: an instruction as an operand."""
    words = t.words
    for at in range(1, len(words)):
        opcode = words[at].text
        if words[at].kind != WORD or words[at - 1].text == "=" or words[at - 1].text in ("tail", "musttail", "notail"):
            continue
        end = _behind_instruction(words, at)
        if end <= at + 1 or end > len(words):
            continue
        is_in_parentheses = words[at + 1].text == "("
        instruction = t.source(words, at, end)
        if is_in_parentheses:
            inner = t.source(words, at + 2, end - 1)
            if opcode in OPERATIONS_ON_NUMBERS or opcode in COMPARISONS:
                operands = items(words, at + 1)
                if len(operands) == 2:
                    second = behind_type(words, operands[1][0])
                    inner = f"{t.source(words, *operands[0])}, {t.source(words, second, operands[1][1])}"
            instruction = f"{opcode} {inner}"
        name = t.new_name("new")
        use = name
        before = at - 1
        while before > 0 and behind_type(words, before) != at:
            before -= 1
        if behind_type(words, before) != at and before <= 0:
            type = t.result_type([Word(LOCAL, name, 0, 0), Word(MARK, "=", 0, 0), *words[at:end]], 2)
            use = f"{type} {name}".strip()
        line = f"{t.indent(t.start)}{name} = {instruction}\n"
        yield Repair(
            "an instruction cannot be an operand: give its result a name, on a line above",
            (t.line_start, t.line_start, line),
            (words[at].start, words[end - 1].end, use),
        )
        return


def _behind_instruction(words: list[Word], at: int) -> int:
    """The index behind an instruction that is written as an operand; `at` if it is not one."""
    opcode = words[at].text
    if at + 1 < len(words) and words[at + 1].text == "(" and opcode in (*OPERATIONS_ON_NUMBERS, *CAST_NAMES, *COMPARISONS):
        return closing(words, at + 1)
    start = behind_flags(words, at + 1)
    if opcode in COMPARISONS:
        start += 1
    if opcode in OPERATIONS_ON_NUMBERS or opcode in COMPARISONS:
        first = behind_value(words, behind_type(words, start))
        return behind_value(words, first + 1) if first < len(words) and words[first].text == "," else at
    if opcode in CAST_NAMES:
        value = behind_value(words, behind_type(words, start))
        return behind_type(words, value + 1) if value < len(words) and words[value].text == "to" else at
    if opcode == "load":
        type = behind_type(words, start)
        return behind_value(words, behind_type(words, type + 1)) if type < len(words) and words[type].text == "," else at
    if opcode == "call":
        opens = next((index for index in range(start, len(words)) if words[index].text == "("), None)
        return at if opens is None else closing(words, opens)
    return at


def load_without_type(t: Text) -> Iterator[Repair]:
    """`load ptr %p`, `load i32* %p`, `getelementptr ptr %p, i32 1`: the type in memory is missing."""
    for words in t.lines:
        if len(words) < 4 or words[1].text != "=" or words[2].text not in ("load", "getelementptr"):
            continue
        opcode = words[2].text
        at = behind_flags(words, 3)
        behind = behind_type(words, at)
        given = t.source(words, at, behind)
        if given.endswith("*"):
            sentence = f"since LLVM 3.7, {opcode} names the type in memory before the pointer"
            yield Repair(sentence, (words[at].start, words[at].start, f"{given[:-1]}, "))
        elif given == "ptr" and behind < len(words) and words[behind].kind in (LOCAL, GLOBAL):
            type = (t.used_type(words[0].text) if opcode == "load" else "") or "i32"
            yield Repair(f"{opcode} names the type in memory before the pointer", (words[at].start, words[at].start, f"{type}, "))
        elif at == behind and at < len(words) and words[at].kind in (LOCAL, GLOBAL):
            type = (t.used_type(words[0].text) if opcode == "load" else "") or "i32"
            pointer = t.type_of(words[at]) or "ptr"
            yield Repair(
                f"{opcode} names the type in memory, and the type of the pointer",
                (words[at].start, words[at].start, f"{type}, {pointer} "),
            )


def no_operand(t: Text) -> Iterator[Repair]:
    """`alloca`, `alloca i32, 4`, `store 5`, `load i32`."""
    for words in t.lines:
        at = 2 if len(words) > 2 and words[1].text == "=" else 0
        if at >= len(words) or not t.is_in_body:
            continue
        opcode = words[at].text
        last = words[-1]
        if opcode == "alloca" and at + 1 == len(words):
            yield Repair("an alloca names the type in memory, such as i32", (last.end, last.end, " i32"))
        if opcode == "alloca" and last.kind == INTEGER and words[-2].text == ",":
            yield Repair("the number of elements has its type before it", (last.start, last.start, "i32 "))
        pointers = [name for name, type in t.types.items() if type == "ptr" or type.endswith("*")]
        if opcode == "store" and "," not in [word.text for word in words] and len(words) > 1:
            type = t.type_of(last) if behind_type(words, 1) == 1 else ""
            if pointers:
                edits: list[Edit] = [(last.end, last.end, f", {t.types[pointers[0]]} {pointers[0]}")]
                if type:
                    edits.append((words[1].start, words[1].start, f"{type} "))
                yield Repair("a store names a value and the address where it goes", *edits)
            yield Repair("a store names a value and the address where it goes: 'store i32 5, ptr %address'")
        if (
            opcode == "load"
            and "," not in [word.text for word in words]
            and pointers
            and behind_type(words, at + 1) == len(words)
        ):
            new = f", {t.types[pointers[0]]} {pointers[0]}"
            yield Repair("a load names the type in memory and the address", (last.end, last.end, new))


def address_not_pointer(t: Text) -> Iterator[Repair]:
    """`load i32, i32 %a`: the address is an integer."""
    if "must be a pointer" not in t.message or t.at >= len(t.words):
        return
    words = t.words
    value = behind_type(words, t.at)
    type = t.source(words, t.at, value)
    if value >= len(words) or words[value].kind not in (LOCAL, INTEGER) or t.has_typed_pointers:
        return
    name = t.new_name("address")
    line = f"{t.indent(t.start)}{name} = inttoptr {type} {words[value].text} to ptr\n"
    sentence = f"an address is a pointer, and {words[value].text} is {type}: inttoptr makes a pointer of it"
    yield Repair(sentence, (t.line_start, t.line_start, line), (words[t.at].start, words[value].end, f"ptr {name}"))


def call_without_parentheses(t: Text) -> Iterator[Repair]:
    """`call i32 @g`."""
    for words in t.lines:
        if words and words[-1].kind == GLOBAL and "call" in [word.text for word in words[:3]]:
            yield Repair("a call has parentheses, also without arguments", (words[-1].end, words[-1].end, "()"))

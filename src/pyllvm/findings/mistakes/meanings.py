"""Mistakes that the grammar does not see: types, names, numbers, and lines that are missing. Each rule is for some messages."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from pyllvm.findings.mistakes.idioms import COPIED, MEANINGS_OF, escaped
from pyllvm.findings.mistakes.text import (
    FLOAT,
    GLOBAL,
    INTEGER,
    LABEL,
    LOCAL,
    Text,
    Word,
    behind_type,
    conversions,
    default_value,
    is_floating,
    is_integer,
    items,
    type_start,
    words_of,
)
from pyllvm.findings.mistakes.trial import Correction, Edit, correction
from pyllvm.findings.mistakes.words import nearest_words

Rule = Callable[[Text], Iterator[Correction]]
_NO_BLOCK: Final = "no block of this function is named %{0}: begin a block with '{0}:'"
_TERMINATORS: Final = ("ret", "br", "switch", "unreachable", "resume", "indirectbr")


def _above(t: Text, line: str) -> Edit:
    """A line above the error's."""
    return t.line_start, t.line_start, f"{t.indent(t.start)}{line}\n"


def _whole(words: list[Word], start: int, end: int, new: str) -> Edit:
    return words[start].start, words[end - 1].end, new


def _at_end(t: Text, lines: str) -> Edit:
    """Lines behind the text's last one."""
    return len(t.text), len(t.text), ("" if t.text.endswith("\n") else "\n") + lines + "\n"


def _other_type(t: Text) -> Iterator[Correction]:
    """`%a` is i32, and i64 is needed."""
    found = re.match(r"'(.*)' defined with type '(.*)' but expected '(.*)'$", t.message)
    words = t.words
    if found is None or t.at >= len(words):
        return
    name, given, expected = found.groups()
    yield from _definition_of_other_type(t, name, given, expected)
    vector = re.fullmatch(r"<(\d+) x ([^<>]+)>", expected)
    if vector is not None and given == vector[2]:
        one, splat = t.new_name("one"), t.new_name("splat")
        lines = f"{one} = insertelement {expected} poison, {given} {name}, i32 0\n{t.indent(t.start)}{splat} = shufflevector "
        lines += f"{expected} {one}, {expected} poison, <{vector[1]} x i32> zeroinitializer"
        yield correction(f"{name} is one {given}: make a vector of it", _above(t, lines), (t.start, t.end, splat))
    is_phi = "phi" in [word.text for word in words]
    for new in conversions(given, expected) if not is_phi and expected != "i1" else ():
        converted = t.new_name(f"{name[1:]}.{new}" if not name[1:].isdigit() else "converted")
        sentence = f"{name} is {given}, and {expected} is needed: convert it with {MEANINGS_OF.get(new, new)}"
        line = f"{converted} = {new} {given} {name} to {expected}"
        yield correction(sentence, _above(t, line), (t.start, t.end, converted))
    for start in range(t.at):
        behind = behind_type(words, start)
        if behind > start and t.source(words, start, behind) == expected and words[start - 1].text != "(":
            yield correction(f"{name} is {given}", _whole(words, start, behind, given))


def _definition_of_other_type(t: Text, name: str, given: str, expected: str) -> Iterator[Correction]:
    """The definition has a misspelled type, or calls a function that returns another one."""
    line = words_of(t.text, *t.definitions[name]) if name in t.definitions else t.header
    callee = next((index for index, word in enumerate(line) if word.kind == GLOBAL and name in t.definitions), 0)
    known = t.global_of(line[callee].text) if callee else None
    start = type_start(line, callee)
    if known is not None and known.type == expected and start < callee:
        yield correction(
            f"{line[callee].text} returns {expected}: the call must name this type", _whole(line, start, callee, expected)
        )
    if not nearest_words(given, [expected], is_short=True):
        return
    places = [at for at, word in enumerate(line) if word.text == given]
    if name not in t.definitions:
        at = next((at for at, word in enumerate(line) if word.text == name), 0)
        places = [one for one in places if one < at][-1:]
    for at in places:
        yield correction(f"{name} is defined as {given}", _whole(line, at, at + 1, expected))


def _no_terminator(t: Text) -> Iterator[Correction]:
    """A block, or a function, that does not end."""
    words = t.words
    above = t.above
    if words and t.is_in_body and t.last and t.token == "}":
        sentence = "the block above has no terminator: end it with ret, br, switch, unreachable or another terminator"
        yield correction(sentence, (t.line_start, t.line_start, f"{_indent(t, above)}{t.returning()}\n"))
    elif words and t.is_in_body and t.last and words[0].kind == LABEL:
        name = words[0].text[:-1]
        sentence = f"the block above has no terminator: it does not fall through to %{name}, but branches there"
        yield correction(sentence, (t.line_start, t.line_start, f"{_indent(t, above)}br label %{name}\n"))
    place = t.line_start if t.line_start < len(t.text) else len(t.text)
    new_line = "" if place == 0 or t.text[place - 1] == "\n" else "\n"
    at = t.text.rfind("\ndefine", 0, place) + 1
    found = re.compile(r"define[^@\n]*(@[\w.$-]+)").match(t.text, at)
    if found is not None:
        sentence = f"the function {found[1]} is not closed: end it with '}}'"
        yield correction(sentence, (place, place, f"{new_line}}}\n"))
        yield correction(sentence, (place, place, f"{new_line}{_indent(t, above)}{t.returning()}\n}}\n"))


def _indent(t: Text, words: list[Word]) -> str:
    return t.indent(words[0].start) if words and words[0].kind != LABEL else "  "


def _empty_body(t: Text) -> Iterator[Correction]:
    """`define void @f() { }`"""
    at = t.text.rfind("define", 0, t.start + 1)
    header = words_of(t.text, at, t.text.find("{", at))
    name = next((index for index, word in enumerate(header) if word.kind == GLOBAL), 0)
    start = type_start(header, name)
    type = t.source(header, start, name) or "void"
    value = "" if type == "void" else f" {default_value(type)}"
    new_line = "" if t.text[t.start - 1] == "\n" else "\n"
    sentence = "a function that is defined has instructions, at least a terminator; one without a body is declared"
    yield correction(sentence, (t.start, t.start, f"{new_line}  ret {type}{value}\n"))


def _undefined(t: Text) -> Iterator[Correction]:
    """A name that nothing defines."""
    words = t.words
    if t.at >= len(words) or words[t.at].kind not in (LOCAL, GLOBAL):
        return
    word = words[t.at]
    name = word.text[1:]
    if word.kind == GLOBAL:
        yield from _undefined_global(t, words, word)
        return
    if f"@{name}" in t.entities:
        line = t.text.count("\n", 0, t.entities[f"@{name}"][0]) + 1
        sentence = f"nothing in this function defines {word.text}, but @{name} exists (line {line}): globals begin with @"
        yield correction(sentence, (word.start, word.start + 1, "@"))
    if len(t.uses(word.text)) > 1:
        yield from _near_local(t, word)
    yield from _lost_parameter(t, word)
    if t.at and words[t.at - 1].text == "label":
        yield from _lost_label(t, name)
    near = [one for one, _ in nearest_words(word.text, t.locals)]
    for nearest in sorted(near, key=lambda one: len(t.uses(one)) > 1):
        yield correction(f"did you mean '{nearest}'?", (word.start, word.end, nearest))
    if t.at and words[t.at - 1].text == "label":
        end = t.function_end + 1
        yield correction(_NO_BLOCK.format(name), (end, end, f"{name}:\n  {t.returning()}\n"))
    others = re.findall(rf"^define[^\n]*?@([\w.$-]+)\([^\n]*{re.escape(word.text)}\b", t.text, re.MULTILINE)
    if others:
        yield correction(f"{word.text} belongs to @{others[0]}: the values of one function are not known in another")


def _near_local(t: Text, word: Word) -> Iterator[Correction]:
    """A definition that nothing uses has nearly this name: the definition is misspelled."""
    for near, _ in nearest_words(word.text, t.locals):
        places = t.uses(near)
        is_label = near[1:] in t.blocks
        if len(places) == (not is_label):
            new = f"\n{word.text[1:]}:" if is_label else word.text
            start, end = places[0] if places else (t.text.find(f"\n{near[1:]}:", t.function_start), 0)
            end = end or start + len(near) + 1
            yield correction(f"nothing uses {near}: did you mean '{new.strip()}'?", (start, end, new))


def _lost_parameter(t: Text, word: Word) -> Iterator[Correction]:
    """`define i32 @f(%a)`, `define i32 @f(i32)`"""
    header = t.header
    opens = next((index for index, one in enumerate(header) if one.text == "(" and index), 0)
    for start, end in items(header, opens) if opens else ():
        if end == start + 1 and header[start].text == word.text:
            type = t.used_type(word.text) or "i32"
            place = header[start].start
            yield correction("each parameter has its type before its name", (place, place, f"{type} "))
        elif header[end - 1].kind != LOCAL:
            place = header[end - 1].end
            yield correction(f"a parameter has no name: {word.text} is used", (place, place, f" {word.text}"))


def _lost_label(t: Text, name: str) -> Iterator[Correction]:
    """A block without a label behind a terminator."""
    for place, before in _blocks_without_labels(t):
        if before.startswith("after"):
            yield correction(_NO_BLOCK.format(name), (place, place, f"{name}:\n"))


def _blocks_without_labels(t: Text) -> list[tuple[int, str]]:
    """Where the blocks of the function begin that have no labels, the entry among them, and what is before each."""
    found: list[tuple[int, str]] = []
    before = "the first of the function"
    for line in t.body_lines():
        if line:
            word = line[0].text
            if before and line[0].kind != LABEL and word not in ("}", "]"):
                found.append((t.text.rfind("\n", 0, line[0].start) + 1, before))
            ends = word == "]" or (word in _TERMINATORS and line[-1].text != "[")
            before = f"after '{word if word != ']' else 'switch'}'" if ends else ""
    return found


def _undefined_global(t: Text, words: list[Word], word: Word) -> Iterator[Correction]:
    name = word.text[1:]
    if t.is_in_body and f"%{name}" in t.locals:
        sentence = f"%{name} is local to this function: names of arguments, instructions and blocks begin with %"
        yield correction(sentence, (word.start, word.start + 1, "%"))
    uses = t.text.count(word.text)
    for nearest, _ in nearest_words(word.text, (one for one in t.entities if one[0] == "@")):
        place = t.entities[nearest][0]
        if uses > 1 and t.text.count(nearest) == 1:
            place = t.text.find(nearest, place)
            yield correction(f"nothing uses {nearest}: did you mean '{word.text}'?", (place, place + len(nearest), word.text))
        yield correction(f"did you mean '{nearest}'?", (word.start, word.end, nearest))
    if words[t.at + 1 : t.at + 2] and words[t.at + 1].text == "(":
        start = type_start(words, t.at)
        parameters = [t.source(words, first, behind_type(words, first)) for first, _ in items(words, t.at + 1)]
        line = f"declare {t.source(words, start, t.at) or 'void'} {word.text}({', '.join(parameters)})"
        yield correction(f"nothing defines {word.text}: a function of another module is declared", _at_end(t, line))
    elif words[0].kind == GLOBAL and "alias" in [one.text for one in words[:4]]:
        at = [one.text for one in words].index("alias") + 1
        type = t.source(words, at, behind_type(words, at))
        line = f"{word.text} = global {type} {default_value(type)}\n"
        sentence = f"an alias is a second name for something that this module defines: define {word.text}"
        yield correction(sentence, (t.line_start, t.line_start, line))
    else:
        edit = _at_end(t, f"{word.text} = external global i32")
        yield correction(f"nothing defines {word.text}: a variable of another module is declared", edit)


def _undefined_type(t: Text) -> Iterator[Correction]:
    """A type that nothing defines."""
    known = [one for one in t.entities if one[0] == "%"]
    for word in t.words:
        if word.kind == LOCAL and word.text not in known and word.text not in t.locals:
            for nearest, _ in nearest_words(word.text, known):
                yield correction(f"did you mean '{nearest}'?", (word.start, word.end, nearest))
            at = t.line_start if not t.is_in_body else t.function_start
            sentence = f"the type {word.text} is never defined: add '{word.text} = type {{ ... }}' with its fields"
            yield correction(sentence, (at, at, f"{word.text} = type {{ i32 }}\n"))


def _undefined_metadata(t: Text) -> Iterator[Correction]:
    """`!3` that nothing defines."""
    name = t.message.split("'")[1]
    sentence = f"nothing defines {name}: define it at module level, or remove what refers to it"
    yield correction(sentence, _at_end(t, f"{name} = !{{}}"))
    attached = re.compile(rf",? *!\w+ {name}\b").search(t.text, t.line_start, t.line_end)
    if attached is not None:
        yield correction(f"nothing defines {name}: remove what refers to it", (*attached.span(), ""))
    yield correction(sentence)


def _redefinition(t: Text) -> Iterator[Correction]:
    """A name that is defined twice."""
    words = t.words
    at = next((index for index in range(t.at, len(words)) if words[index].kind in (LOCAL, GLOBAL)), -1)
    if at < 0 or words[at].text[1:].isdigit():
        return
    word = words[at]
    number = 1
    while f"{word.text}{number}" in (t.entities if word.kind == GLOBAL else t.locals):
        number += 1
    name = f"{word.text}{number}"
    later = [(*one, name) for one in (t.uses(word.text, t.line_end) if at == 0 and word.kind == LOCAL else [])]
    sentence = f"{word.text} is defined once in a module: rename this one, or remove it"
    if word.kind == LOCAL:
        sentence = "a name is defined once, and its value never changes: give this value a name of its own"
    if t.message.startswith("redefinition of argument"):
        sentence = "each parameter has a name of its own"
    yield correction(sentence, (word.start, word.end, name), *later)


def _numbering(t: Text) -> Iterator[Correction]:
    """`%1` where a block without a label took the number."""
    words = t.words
    expected = re.search(r"numbered '%?([0-9]+)'", t.message)
    taken = f"took number {t.token.strip('%:')}"
    for place, terminator in reversed([one for one in _blocks_without_labels(t) if one[0] <= t.start]):
        name = "entry" if terminator[0] == "t" else t.new_name("next")[1:]
        number = t.text.count("\n", 0, place) + 1
        sentence = f"the block that begins on line {number}, {terminator}, has no label and {taken}"
        yield correction(sentence, (place, place, f"{name}:\n"))
    if expected is not None and t.at < len(words) and words[t.at].kind == LOCAL:
        new = f"%{expected[1]}"
        edits = [(*one, new) for one in t.uses(t.token, t.line_end)]
        yield correction(f"the next number is {new}", _whole(words, t.at, t.at + 1, new), *edits)


def _constant(t: Text) -> Iterator[Correction]:
    """A constant that its type does not have: `i32 null`, `ptr 0`, `float 1`, `<4 x i32> 1`, elements without types."""
    words = t.words
    if t.at >= len(words):
        return
    word = words[t.at]
    type = t.type_before(words, t.at)
    here = (word.start, word.end)
    vector = re.fullmatch(r"<(\d+) x ([^<>]+)>", type)
    if vector is not None and word.kind in (INTEGER, FLOAT):
        element = f"{vector[2]} {word.text}{'.0' * (is_floating(vector[2]) and word.kind == INTEGER)}"
        splat = f"<{', '.join([element] * int(vector[1]))}>" if int(vector[1]) <= 8 else f"splat ({element})"
        yield correction(f"an operand of {type} is a vector: write each element", (*here, splat))
    if is_integer(type):
        value = {"null": "0", "true": "1", "false": "0"}.get(word.text)
        if value is not None:
            yield correction(f"{word.text} is not a constant of an integer type such as {type}", (*here, value))
        if re.fullmatch(r"[-+]?\d+\.\d*(?:[eE][-+]?\d+)?", word.text):
            yield correction(f"{type} has integers only", (*here, str(int(float(word.text)))))
    if (type == "ptr" or type.endswith("*")) and word.text == "0":
        yield correction("the null pointer is written null", (*here, "null"))
    if is_floating(type) and word.text in ("null", "nan", "NaN", "inf", "infinity", "Infinity"):
        bits = {"null": "0.0", "nan": "0x7FF8000000000000", "NaN": "0x7FF8000000000000"}.get(word.text, "0x7FF0000000000000")
        yield correction(
            "a NaN or infinity is written with its bits" if word.text != "null" else f"null is not a constant of {type}",
            (*here, bits),
        )
    if type in ("float", "half") and word.kind == FLOAT:
        yield from _inexact(word, type)
    yield from _array(t, words, t.at)


def _inexact(word: Word, type: str) -> Iterator[Correction]:
    """A decimal number for which the type has no exact value."""
    letter = "f" if type == "float" else "e"
    try:
        packed = struct.pack(f">{letter}", float(word.text))
    except OverflowError:
        yield correction(f"{word.text} is too large for {type}")
        return
    # LLVM writes a float with the bits of the double that has its value.
    bits = struct.pack(">d", struct.unpack(">f", packed)[0]) if type == "float" else packed
    new = f"{'0x' if type == 'float' else '0xH'}{bits.hex().upper()}"
    yield correction(f"{word.text} has no exact {type}: the nearest one is {new}", (word.start, word.end, new))


def _string_argument(t: Text) -> Iterator[Correction]:
    """`call i32 @puts("hello")`"""
    if t.is_in_body and t.token.startswith('"') and t.at < len(t.words):
        text, size = escaped(t.token[1:-1])
        number = next(number for number in range(1000) if f"@.str.{number}" not in t.entities)
        line = f'@.str.{number} = private constant [{size + 1} x i8] c"{text}\\00"\n\n'
        sentence = "a string is a constant, and an argument is its address"
        yield correction(
            sentence, (t.function_start, t.function_start, line), _whole(t.words, t.at, t.at + 1, f"ptr @.str.{number}")
        )


def _array(t: Text, words: list[Word], at: int) -> Iterator[Correction]:
    """An aggregate whose elements are too few or are in other brackets."""
    start = type_start(words, at)
    type = t.source(words, start, at)
    array = re.fullmatch(r"([\[<])\d+ x (.*)[\]>]", type)
    if words[at].text not in ("[", "{", "<") or not (array or type.startswith("{")):
        return
    elements = items(words, at)
    brackets = {"[": "[]", "<": "<>"}[array[1]] if array is not None else "{}"
    close = elements[-1][1] if elements else len(words)
    if words[at].text != brackets[0] and close < len(words):
        sentence = f"a constant of {type} is written in {brackets[0]} {brackets[1]}"
        yield correction(sentence, *(_whole(words, one, one + 1, new) for one, new in zip((at, close), brackets, strict=True)))
    elif array is not None and array[1] == "[":
        new = f"[{len(elements)} x {array[2]}]"
        yield correction(f"the constant has {len(elements)} elements", _whole(words, start, at, new))


def _copied(t: Text) -> Iterator[Correction]:
    """`%x = 5`, `%x = %a`, `%x = sext i32 %a to i32`"""
    name, value = COPIED.match(t.text[t.words[0].start : t.words[-1].end]).groups()  # type: ignore[union-attr]
    uses = [(*one, value) for one in t.uses(name) if not t.line_start <= one[0] < t.line_end]
    removed = (t.line_start, min(t.line_end + 1, len(t.text)), "")
    yield correction(f"values are not copied to names: use {value} in place of {name}", removed, *uses)


def _parameter(t: Text) -> Iterator[Correction]:
    """`define i32 @f(%x)`"""
    words = t.words
    if words[0].text not in ("define", "declare"):
        return
    opens = next(index for index, word in enumerate(words) if word.text == "(")
    bare = [words[start] for start, end in items(words, opens) if end == start + 1 and words[start].kind == LOCAL]
    edits = [(word.start, word.start, f"{t.used_type(word.text, t.line_end) or 'i32'} ") for word in bare]
    yield correction("each parameter has its type before its name", *edits)


def _comment(t: Text) -> Iterator[Correction]:
    """`// text`, `# text`, `/* text */`, `-- text`"""
    line = t.text[t.line_start : t.line_end]
    strings = [found.span() for found in re.finditer(r'"[^"]*"', line)]
    for found in re.finditer(r"//+|/\*+|#+(?=\s|[A-Za-z])|--+(?=\s)|(?:rem|REM|\*|%+)(?=\s)|\"\"\"|<!--", line):
        start = t.line_start + found.start()
        is_mark = found[0][0] in "*%rR" and line[: found.start()].strip() != ""
        if is_mark or any(first < found.start() < end for first, end in strings) or not t.start - 2 <= start <= t.end + 2:
            continue
        end = t.text.find("*/", start) if found[0].startswith("/*") else -1
        if end >= 0 and t.text.count("\n", start, end) <= 50:
            new = re.sub(r"^(\s*)(?:/\*+|\*+(?!/))?[ \t]?", r"\1; ", t.text[start:end].rstrip(), flags=re.MULTILINE)
            yield correction("comments begin with ';' and end with the line", (start, end + 2, new))
        yield correction("comments begin with ';'", (start, start + len(found[0]), ";"))


def _semicolon(t: Text) -> Iterator[Correction]:
    """`%x = add i32 %a, 1; ret i32 %x; }`, `%pair = type { i32; i32 }`: what is behind ';' is a comment."""
    for words in (t.above, t.words):
        if not words:
            continue
        start = t.text.rfind("\n", 0, words[0].start) + 1
        feed = t.text.find("\n", start)
        line = t.text[start : feed if feed >= 0 else len(t.text)]
        if ";" not in line:
            continue
        if "{" in line.split(";")[0] and "}" in line.split(";", 1)[1]:
            new = re.sub(r"\s*;\s*", ", ", re.sub(r";\s*\}", " }", line))
            yield correction(
                "the fields of a structure are separated by commas: ';' begins a comment", (start, start + len(line), new)
            )
        parts = [part.strip() for part in line.split(";") if part.strip()]
        indent = t.indent(words[0].start)
        new = "\n".join("}" if part == "}" else indent + part for part in parts)
        yield correction("';' begins a comment: write one instruction a line", (start, start + len(line), new))


def _nested_entity(t: Text) -> Iterator[Correction]:
    """A function, declaration or variable in the body of a function."""
    words = t.words
    if not t.is_in_body or not words or t.text[t.line_start : t.start].strip():
        return
    is_variable = words[0].kind == GLOBAL and any(word.text in ("global", "constant") for word in words)
    if words[0].text not in ("define", "declare") and not is_variable:
        return
    indent = t.indent(t.start)
    end = t.line_end
    if words[0].text == "define":
        end = t.text.find(f"\n{indent}}}", t.start) + len(indent) + 2
        if end < t.start or not indent:
            return
    moved = "\n".join(line.removeprefix(indent) for line in t.text[t.line_start : end].split("\n"))
    what = {"define": "functions are not nested", "declare": "a declaration is outside of functions"}
    sentence = f"{what.get(words[0].text, 'a global is outside of functions')}: move this above the function"
    at = t.function_start
    yield correction(sentence, (at, at, moved + "\n\n"), (t.line_start, min(end + 1, len(t.text)), ""))


def _missing_field(t: Text) -> Iterator[Correction]:
    """A field that a node must have: with a node of the text, or a new one."""
    name = t.message.split("'")[1]
    node = re.findall(r"!(DI\w+)\(", t.text[t.line_start : t.start])[-1]
    comma = "" if t.text[: t.start].rstrip().endswith("(") else ", "
    kinds = {"scope": "DISubprogram DILexicalBlock DICompileUnit DIFile", "unit": "DICompileUnit", "file": "DIFile"}.get(name, "")

    def named(sentence: str, value: str, *edits: Edit) -> Correction:
        return correction(sentence, (t.start, t.start, f"{comma}{name}: {value}"), *edits)

    for kind in kinds.split()[: 2 if node == "DILocation" else 4]:
        found = re.search(rf"^(!\d+) = (?:distinct )?!{kind}\(", t.text, re.MULTILINE)
        if found is not None:
            yield named(f"a {node} names its {kind}", found[1])
    if name == "scope":
        number = t.next_node()
        units = re.findall(r"^(!\d+) = distinct !DICompileUnit\(", t.text, re.MULTILINE)
        unit = units[0] if units else f"!{number + 1}"
        added = f'!{number} = distinct !DISubprogram(name: "f", unit: {unit}, type: !DISubroutineType(types: !{{}}))'
        if not units:
            added += f'\n{unit} = distinct !DICompileUnit(language: DW_LANG_C99, file: !DIFile(filename: "a.c", directory: "/"))'
            added += f"\n!llvm.dbg.cu = !{{{unit}}}" * ("!llvm.dbg.cu" not in t.text)
        yield named(f"a {node} names the function that it is in, a DISubprogram", f"!{number}", _at_end(t, added))
    values = {"type": ("!DISubroutineType(types: !{})",), "language": ("DW_LANG_C99",), "tag": ("DW_TAG_pointer_type",)}
    for value in values.get(name, ('"name"', "0", "null")):
        yield named(f"a {node} has the field '{name}', such as {name}: {value}", value)


class Meaning(NamedTuple):
    """A rule for errors whose message has a pattern."""

    name: str
    summary: str
    pattern: str
    rule: Rule


MEANINGS: Final = (
    Meaning("comment", "A comment of another language: LLVM's begin with ';'.", "", _comment),
    Meaning("nested-function", "A function, a declaration or a variable inside of a function.",
            "expected instruction", _nested_entity),
    Meaning("copy", "A value that is copied to a name.",
            r"expected instruction|invalid cast opcode for cast from '(.*)' to '\1'", _copied),
    Meaning("parameter", "A parameter without its type.", "invalid type for function argument", _parameter),
    Meaning("semicolon", "A ';' between instructions or fields: what is behind it is a comment.", "", _semicolon),
    Meaning("type-mismatch", "A value of another type than is needed.", "'.*' defined with type", _other_type),
    Meaning("no-terminator", "A block, or a function, that does not end.",
            "expected instruction opcode|found end of file", _no_terminator),
    Meaning("empty-body", "A body without instructions.", "function body requires", _empty_body),
    Meaning("undefined-value", "A name that nothing defines.", "use of undefined value|global variable reference", _undefined),
    Meaning("undefined-type", "A type that nothing defines.",
            "use of undefined type|invalid type for null|load operand must|.*sized", _undefined_type),
    Meaning("undefined-metadata", "Metadata that nothing defines.", "use of undefined metadata", _undefined_metadata),
    Meaning("redefinition", "A name that is defined twice.",
            ".*redefinition of|multiple definition|unable to create block", _redefinition),
    Meaning("numbering", "A number that does not continue the sequence.", ".* expected to be numbered", _numbering),
    Meaning("missing-field", "A field of a metadata node that is missing.", "missing required field", _missing_field),
    Meaning("string-argument", "A string as an argument.", "expected type", _string_argument),
    Meaning("constant", "A constant that its type does not have.", "", _constant),
)  # fmt: skip

"""Labels, branches, switches, phis, returns, calls with destinations, and the ends of blocks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from pyllvm.findings.mistakes.text import (
    INTEGER,
    LABEL,
    LOCAL,
    WORD,
    Text,
    Word,
    behind_type,
    behind_value,
    closing,
    is_floating,
    items,
    words_of,
)
from pyllvm.findings.mistakes.trial import Edit, Repair

_JUMPS: Final = ("goto", "jmp", "jump", "branch", "b", "bra")
_RETURNS: Final = ("return", "retrun", "rte", "retn", "reutrn")


def label(t: Text) -> Iterator[Repair]:
    """`entry` without a colon, `%entry:`, `label entry:`, `next :`."""
    words = t.words
    if not words or not t.is_in_body:
        return
    first = words[0]
    if len(words) == 1 and first.kind in (WORD, LOCAL, INTEGER):
        name = first.text.lstrip("%")
        yield Repair("a label ends with a colon", (first.start, first.end, f"{name}:"))
    if len(words) == 2 and words[1].text == ":" and first.kind in (WORD, LOCAL):
        name = first.text.lstrip("%")
        reason = "a label has no space before its colon" if first.kind == WORD else "a label has no % where its block begins"
        yield Repair(reason, (first.start, words[1].end, f"{name}:"))
    if len(words) == 2 and first.text in ("label", "block", "bb") and words[1].kind == LABEL:
        yield Repair("a block begins with its name alone", (first.start, words[1].start, ""))


def destination(t: Text) -> Iterator[Repair]:
    """`br next`, `br label next`, `br label %next:`, `goto %next`."""
    for words in t.lines:
        if not words or not t.is_in_body:
            continue
        names = [words[-1].text.strip("%:")]
        if words[0].text in _JUMPS and len(words) in (2, 3):
            yield Repair("a jump is written 'br label %name'", (words[0].start, words[-1].end, f"br label %{names[0]}"))
        if words[0].text == "br" and len(words) == 2 and words[1].kind in (WORD, LABEL):
            yield Repair("a destination is written 'label %name'", (words[1].start, words[1].end, f"label %{names[0]}"))
        edits: list[Edit] = []
        for at, word in enumerate(words[1:], 1):
            if words[at - 1].text == "label" and word.kind in (WORD, LABEL):
                edits.append((word.start, word.end, f"%{word.text.strip(':')}"))
            elif words[at - 1].text == "label" and at + 1 < len(words) and words[at + 1].text == ":":
                edits.append((word.end, words[at + 1].end, ""))
        if edits:
            yield Repair("a destination is written 'label %name', without a colon", *edits)
        if words[0].text == "br" and "," in [word.text for word in words]:
            yield from _one_destination(t, words)


def _one_destination(t: Text, words: list[Word]) -> Iterator[Repair]:
    """`br i1 %c, label %x`: the destination for false is missing."""
    if [word.text for word in words].count("label") != 1:
        return
    taken = words[-1].text
    # A branch to the first block is not allowed.
    other = next((one for one in t.blocks()[:0:-1] if f"%{one}" != taken), "")
    if other:
        sentence = "a conditional branch names two blocks: for true, and for false"
        yield Repair(sentence, (words[-1].end, words[-1].end, f", label %{other}"))
    else:
        yield Repair("a conditional branch names two blocks: add ', label %other' for false")


def returned(t: Text) -> Iterator[Repair]:
    """`ret`, `ret i32`, `return i32 %a`, `ret void` in a function with a result."""
    for words in t.lines:
        if not words or not t.is_in_body:
            continue
        type = t.return_type()
        value = "" if type == "void" else f" {_default(type)}"
        if words[0].text in _RETURNS:
            yield Repair("a function returns with 'ret'", (words[0].start, words[0].end, "ret"))
            rest = t.source(words, 1, len(words)) or "void"
            if behind_type(words, 1) == 1 and rest != "void":
                rest = f"{type} {rest}"
            yield Repair(
                "a function returns with 'ret' and the type of the value", (words[0].start, words[-1].end, f"ret {rest}")
            )
        if words[0].text != "ret":
            continue
        whole = (words[0].start, words[-1].end)
        if len(words) == 1:
            sentence = "ret names the type of the value, or void"
            yield Repair(sentence, (*whole, f"ret {type}{value}"))
        elif behind_type(words, 1) == len(words):
            given = t.source(words, 1, len(words))
            if given != "void" or type != "void":
                sentence = (
                    f"ret needs a value behind its type, such as {_default(type)}"
                    if given != "void"
                    else f"the function returns {type}"
                )
                yield Repair(sentence, (*whole, f"ret {type}{value}"))
        elif t.message.startswith("value doesn't match function result type"):
            start = behind_type(words, 1)
            given = t.source(words, 1, start)
            if type == "void":
                yield Repair("the function returns nothing", (*whole, "ret void"))
            elif words[start].kind == INTEGER:
                yield Repair(f"the function returns {type}", (words[1].start, words[start - 1].end, type))
            else:
                from pyllvm.findings.mistakes.types import conversions

                for new in conversions(given, type):
                    name = t.new_name("result")
                    line = f"{t.indent(t.start)}{name} = {new} {given} {words[start].text} to {type}\n"
                    sentence = f"the function returns {type}: convert the value with {new}"
                    yield Repair(sentence, (t.line_start, t.line_start, line), (*whole, f"ret {type} {name}"))


def _default(type: str) -> str:
    if re.fullmatch(r"i\d+", type):
        return "0"
    if type == "ptr" or type.endswith("*"):
        return "null"
    return "0.0" if is_floating(type) and not type.startswith("<") else "zeroinitializer"


def no_terminator(t: Text) -> Iterator[Repair]:
    """A block that ends without a terminator."""
    if t.message != "expected instruction opcode" or not t.words or not t.is_in_body or not t.last:
        return
    word = t.words[0]
    if word.text == "}":
        type = t.return_type()
        value = "" if type == "void" else f" {_default(type)}"
        indent = t.indent(t.last[0].start) if t.last[0].kind != LABEL else "  "
        sentence = "the block above has no terminator: end it with ret, br, switch, unreachable or another terminator"
        yield Repair(sentence, (t.line_start, t.line_start, f"{indent}ret {type}{value}\n"))
    elif word.kind == LABEL:
        indent = t.indent(t.last[0].start) if t.last[0].kind != LABEL else "  "
        name = word.text[:-1]
        sentence = f"the block above has no terminator: it does not fall through to %{name}, but branches there"
        yield Repair(sentence, (t.line_start, t.line_start, f"{indent}br label %{name}\n"))


def switch(t: Text) -> Iterator[Repair]:
    """Commas between cases, braces for brackets, cases without types, colons."""
    start = max(t.text.rfind("switch ", 0, t.end), t.line_start if t.text.startswith("switch", t.start) else -1)
    if start < 0 or not t.is_in_body:
        return
    end = min((one for one in (t.text.find("]", t.start), t.text.find("}", t.start)) if one >= 0), default=-1)
    if end < 0 or t.text.count("\n", start, end) > 200:
        return
    words = words_of(t.text, start, end + 1)
    type = t.source(words, 1, behind_type(words, 1)) or "i32"
    opens = next((index for index, word in enumerate(words) if word.text in ("[", "{", "(") and index > 3), None)
    if opens is None:
        return
    edits: list[Edit] = []
    sentences: list[str] = []
    if words[opens].text != "[":
        edits.append((words[opens].start, words[opens].end, "["))
        edits.append((words[-1].start, words[-1].end, "]"))
        sentences.append("the cases of a switch are in [ ]")
    index = opens + 1
    while index < len(words) - 1:
        word = words[index]
        if word.text == "," and words[index - 1].kind == LOCAL:
            edits.append((word.start, word.end, ""))
            sentences.append("the cases of a switch have no commas between them")
        elif word.text == "case":
            edits.append((word.start, words[index + 1].start, ""))
            sentences.append("a case is written 'i32 1, label %block'")
        elif word.kind in (INTEGER, LABEL) and word.text.rstrip(":").lstrip("-").isdigit():
            if behind_type(words, index - 1) != index:
                edits.append((word.start, word.start, f"{type} "))
                sentences.append("each case has its type")
            if word.kind == LABEL:
                edits.append((word.end - 1, word.end, ","))
                sentences.append("a case is written 'i32 1, label %block'")
            elif words[index + 1].text in (":", "->", "=>"):
                edits.append((word.end, words[index + 1].end, ","))
                sentences.append("a case is written 'i32 1, label %block'")
        elif word.kind == LOCAL and words[index - 1].text != "label":
            edits.append((word.start, word.start, "label "))
            sentences.append("a destination is written 'label %name'")
        index += 1
    if edits:
        yield Repair(sentences[0], *edits)


def phi(t: Text) -> Iterator[Repair]:
    """Pairs of a phi without brackets, percent signs or commas."""
    words = t.words
    at = next((index for index, word in enumerate(words) if word.text == "phi"), None)
    if at is None:
        return
    start = behind_type(words, at + 1)
    pairs: list[str] = []
    index = start
    while index < len(words):
        if words[index].text in ("[", "(", "]", ")", ","):
            index += 1
            continue
        value = behind_type(words, index) if behind_value(words, behind_type(words, index)) > behind_type(words, index) else index
        behind = behind_value(words, value)
        if behind == value or behind + 1 > len(words):
            return
        block = behind + 1 if behind < len(words) and words[behind].text == "," else behind
        if block < len(words) and words[block].text == "label":
            block += 1
        if block >= len(words) or words[block].kind not in (LOCAL, WORD, INTEGER):
            return
        one, other = t.source(words, value, behind), words[block].text
        if one.startswith("%") and one[1:] in t.blocks() and (words[block].kind == INTEGER or other[1:] not in t.blocks()):
            one, other = other, one
        pairs.append(f"[ {one}, %{other.lstrip('%')} ]")
        index = block + 1
    new = ", ".join(pairs)
    if pairs and new != t.source(words, start, len(words)):
        yield Repair("each pair of a phi is written '[ value, %block ]'", (words[start].start, words[-1].end, new))


def invoke(t: Text) -> Iterator[Repair]:
    """An invoke without one or both of its destinations."""
    for words in t.lines:
        at = next((index for index, word in enumerate(words[:3]) if word.text == "invoke"), None)
        if at is None or "unwind" in [word.text for word in words]:
            continue
        opens = next((index for index, word in enumerate(words) if word.text == "("), None)
        if opens is None:
            continue
        behind = closing(words, opens)
        sentence = "an invoke names two blocks, 'to label %normal unwind label %pad'; without a landing pad, use a call"
        pad = _landing_pad(t)
        if pad and "to" in [word.text for word in words]:
            yield Repair(
                "an invoke also names the block of its landing pad", (words[-1].end, words[-1].end, f" unwind label %{pad}")
            )
        edits: list[Edit] = [(words[at].start, words[at].end, "call")]
        if words[-1].kind == LOCAL and words[-2].text == "label" and "to" in [word.text for word in words]:
            to = [word.text for word in words].index("to")
            edits.append((words[to - 1].end, words[-1].end, f"\n{t.indent(words[0].start)}br label {words[-1].text}"))
            yield Repair(sentence, *edits)
        elif behind == len(words):
            yield Repair(sentence, *edits)


def _landing_pad(t: Text) -> str:
    """The name of a block that begins with a landing pad; "" if the function has none."""
    name = ""
    for words in t.body():
        if words and words[0].kind == LABEL:
            name = words[0].text[:-1]
        elif "landingpad" in [word.text for word in words]:
            return name
    return ""


def undefined_label(t: Text) -> Iterator[Repair]:
    """A branch to a block that does not exist."""
    words = t.words
    if not t.message.startswith("use of undefined value") or t.at >= len(words) or words[t.at - 1].text != "label":
        return
    name = words[t.at].text[1:]
    from pyllvm.assembly.reader.near_miss import near_miss

    blocks = t.blocks()
    nearest = near_miss(name.encode("latin-1"), [one.encode("latin-1") for one in blocks])
    if nearest is not None:
        yield Repair(
            f"did you mean '%{nearest.decode('latin-1')}'?", (words[t.at].start, words[t.at].end, f"%{nearest.decode('latin-1')}")
        )
    end = t.function_end + 1
    type = t.return_type()
    value = "" if type == "void" else f" {_default(type)}"
    block = f"{name}:\n  ret {type}{value}\n"
    yield Repair(f"no block of this function is named %{name}: begin a block with '{name}:'", (end, end, block))


def other_index(t: Text) -> Iterator[Repair]:
    """`extractvalue %pair %p, i32 0`."""
    words = t.words
    opcode = words[2].text if len(words) > 3 and words[1].text == "=" else ""
    if opcode not in ("extractvalue", "insertvalue"):
        return
    behind = behind_type(words, t.at)
    if t.at < behind < len(words) and words[behind].kind == INTEGER:
        yield Repair(f"an index of {opcode} is a number without a type", (words[t.at].start, words[behind].start, ""))


def index_missing(t: Text) -> Iterator[Repair]:
    """`extractvalue %pair %p`."""
    for words in t.lines:
        if len(words) > 3 and words[2].text in ("extractvalue", "insertvalue") and words[-1].kind != INTEGER:
            yield Repair(f"{words[2].text} names the number of an element, from 0", (words[-1].end, words[-1].end, ", 0"))


def index_too_large(t: Text) -> Iterator[Repair]:
    """`extractvalue %pair %p, 2`, where the type has two elements."""
    words = t.words
    if not t.message.startswith("invalid indices") or len(words) < 5 or words[1].text != "=":
        return
    behind = behind_type(words, 3)
    type = t.source(words, 3, behind)
    definition = re.search(rf"^{re.escape(type)}\s*=\s*type\s*(.*)", t.text, re.MULTILINE)
    body = words_of(t.text, *definition.span(1)) if definition is not None else words[3:behind]
    if not body or body[0].text not in ("{", "["):
        return
    count = int(body[1].text) if body[0].text == "[" else len(items(body, 0))
    last = words[-1]
    if count and last.kind == INTEGER and int(last.text) >= count:
        sentence = f"{type} has {count} elements, with the indexes 0 to {count - 1}"
        yield Repair(sentence, (last.start, last.end, str(count - 1)))

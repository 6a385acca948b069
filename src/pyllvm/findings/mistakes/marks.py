"""Comments of other languages, commas, brackets, equals signs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from pyllvm.findings.mistakes.text import LOCAL, STRING, WORD, Text
from pyllvm.findings.mistakes.trial import Repair
from pyllvm.tables.opcodes import OPERATIONS_ON_NUMBERS

_COMMENTS: Final = re.compile(r"//+|/\*+|#+(?=\s|[A-Za-z])|--+(?=\s)|(?:rem|REM|\*|%+)(?=\s)|\"\"\"|<!--")
_BRACKETS: Final = {"(": ")", "[": "]", "{": "}", "<": ">"}


def comment(t: Text) -> Iterator[Repair]:
    """`// text`, `# text`, `/* text */`, `-- text`."""
    line = t.text[t.line_start : t.line_end]
    strings = [found.span() for found in re.finditer(r'"[^"]*"', line)]
    for found in _COMMENTS.finditer(line):
        start = t.line_start + found.start()
        if any(first < found.start() < end for first, end in strings) or start > t.end + 2 or start < t.start - 2:
            continue
        if found[0].startswith("/*") and "*/" not in line:
            end = t.text.find("*/", start)
            if end >= 0 and t.text.count("\n", start, end) <= 50:
                new = re.sub(r"^(\s*)(?:/\*+|\*+(?!/))?[ \t]?", r"\1; ", t.text[start:end].rstrip(), flags=re.MULTILINE)
                yield Repair("comments begin with ';' and end with the line", (start, end + 2, new))
            continue
        edits = [(start, start + len(found[0]), ";")]
        close = line.rfind("*/")
        if found[0].startswith("/*") and close >= 0:
            edits.append((t.line_start + close, t.line_start + close + 2, ""))
        yield Repair("comments begin with ';'", *edits)


def trailing_comma(t: Text) -> Iterator[Repair]:
    """A comma with nothing behind it."""
    for words in t.lines:
        if words and words[-1].text == ",":
            yield Repair("a comma at the end of the line: remove it, or write what follows", (words[-1].start, words[-1].end, ""))
        for one, other in pairwise(words):
            if one.text == "," and other.text in (")", "]", "}", ">", ","):
                yield Repair(f"nothing follows the comma before '{other.text}'", (one.start, one.end, ""))


def missing_comma(t: Text) -> Iterator[Repair]:
    """Two operands without a comma between them."""
    words = t.words
    if 0 < t.at < len(words):
        before, word = words[t.at - 1], words[t.at]
        if word.text in ("to", ":", "=", "->", "and", "with", "|"):
            yield Repair(f"a comma is written in place of '{word.text}'", (before.end, word.end, ","))
        if word.text == ";":
            return
        yield Repair(f"a comma is missing before {word.text}", (before.end, before.end, ","))


def missing_bracket(t: Text) -> Iterator[Repair]:
    """A bracket that is not closed."""
    for words in t.lines:
        opened: list[str] = []
        is_header = bool(words) and words[0].text in ("define", "declare")
        for index, word in enumerate(words):
            if word.text == "{" and is_header and index == len(words) - 1 and opened:
                missing = "".join(_BRACKETS[one] for one in reversed(opened))
                sentence = f"'{missing}' is missing: the '{opened[0]}' is not closed"
                yield Repair(sentence, (words[index - 1].end, words[index - 1].end, missing))
                return
            if word.text in _BRACKETS and not (word.text == "<" and t.message == ""):
                opened.append(word.text)
            elif word.text in _BRACKETS.values() and opened:
                if _BRACKETS[opened[-1]] != word.text:
                    missing = _BRACKETS[opened[-1]]
                    if len(opened) > 1 and _BRACKETS[opened[-2]] == word.text:
                        sentence = f"a '{missing}' is missing before '{word.text}'"
                        yield Repair(sentence, (words[index - 1].end, words[index - 1].end, missing))
                    yield Repair(
                        f"'{opened[-1]}' is closed by '{missing}', not by '{word.text}'", (word.start, word.end, missing)
                    )
                    return
                opened.pop()
        if opened:
            missing = "".join(_BRACKETS[one] for one in reversed(opened))
            sentence = f"'{missing}' is missing: the '{opened[0]}' is not closed"
            place = words[-1].end
            yield Repair(sentence, (place, place, missing))
            if words is t.words and 0 < t.at < len(words):
                place = words[t.at - 1].end
                yield Repair(sentence, (place, place, missing))


def extra_bracket(t: Text) -> Iterator[Repair]:
    """A bracket too many."""
    if t.at < len(t.words) and t.words[t.at].text in _BRACKETS.values():
        word = t.words[t.at]
        what = "brace closes no function" if word.text == "}" and len(t.words) == 1 else f"'{word.text}' closes nothing"
        yield Repair(f"this {what}: remove it", (word.start, word.end, ""))


def missing_equals(t: Text) -> Iterator[Repair]:
    """`%x add i32 %a, %b`, `%x := add`, `@g global i32 0`."""
    words = t.words
    if len(words) > 2 and words[1].text in (":=", "<-", ":", "=>", "->", "=="):
        yield Repair("a result is named with '='", (words[1].start, words[1].end, "="))
    if len(words) > 2 and words[0].text[:1] in "%@" and words[1].kind == WORD:
        yield Repair(f"a '=' is missing behind {words[0].text}", (words[0].end, words[0].end, " ="))


def type_before_result(t: Text) -> Iterator[Repair]:
    """`i32 %x = add i32 %a, %b`, `let %x = ...`."""
    words = t.words
    if not t.is_in_body:
        return
    at = next((index for index, word in enumerate(words) if word.text == "="), None)
    if at is not None and at > 1 and words[at - 1].kind in (LOCAL, WORD) and t.at == 0:
        name = words[at - 1]
        new = name.text if name.kind == LOCAL else f"%{name.text}"
        sentence = "the result has no type of its own: the line begins with its name"
        yield Repair(sentence, (words[0].start, name.end, new))


def removed_word(t: Text) -> Iterator[Repair]:
    """A word that belongs nowhere here: `unreachable i32 0`, `entry: {`, flags on operations that have none."""
    words = t.words
    if t.at >= len(words):
        return
    word = words[t.at]
    if word.kind == WORD and word.text in (
        "nuw",
        "nsw",
        "exact",
        "inbounds",
        "fast",
        "volatile",
        "atomic",
        "disjoint",
        "nneg",
        "samesign",
    ):
        opcode = words[2].text if len(words) > 2 and words[1].text == "=" else words[0].text
        if t.at + 1 < len(words):
            moved = next((index for index, one in enumerate(words) if one.text == opcode), 0)
            edit = (words[moved].end, words[moved].end, f" {word.text}")
            sentence = f"the flag '{word.text}' comes directly behind '{opcode}'"
            yield Repair(sentence, edit, (word.start, words[t.at + 1].start, ""))
            yield Repair(sentence, edit, (words[t.at - 1].end, word.end, ""))
            yield Repair(f"{opcode} has no flag '{word.text}'", (word.start, words[t.at + 1].start, ""))
    if words[0].text in ("unreachable",) and t.at == 1:
        yield Repair("unreachable has no operand", (word.start, words[-1].end, ""))


def void_result(t: Text) -> Iterator[Repair]:
    """`%y = call void @g()`."""
    words = t.words
    if t.message.startswith("instructions returning void cannot have a name") and len(words) > 3 and words[1].text == "=":
        yield Repair("the call has no result, so nothing is named", (words[0].start, words[2].start, ""))


def unquoted(t: Text) -> Iterator[Repair]:
    """`section .data`, `"frame-pointer"=all`: a string without its quotes."""
    if "string" in t.message and t.at < len(t.words) and t.words[t.at].kind != STRING:
        found = re.compile(r"[^\s,(){}\[\]]+").match(t.text, t.words[t.at].start)
        if found is not None:
            yield Repair("the value is a string, in double quotes", (*found.span(), f'"{found[0]}"'))


def comma_between_attributes(t: Text) -> Iterator[Repair]:
    """`attributes #0 = { nounwind, readnone }`."""
    words = t.words
    if words and words[0].text == "attributes":
        edits = [(word.start, word.end, "") for word in words if word.text == ","]
        if edits:
            yield Repair("attributes are separated by spaces", *edits)


def third_operand(t: Text) -> Iterator[Repair]:
    """`add i32 %a, %b, 1`."""
    words = t.words
    is_binary = len(words) > 2 and words[2].text in (*OPERATIONS_ON_NUMBERS, "icmp", "fcmp")
    if is_binary and t.message == "expected metadata after comma" and 3 < t.at < len(words) and words[t.at - 1].text == ",":
        yield Repair(f"{words[2].text} has two operands", (words[t.at - 1].start, words[-1].end, ""))

"""Metadata: exclamation marks, names of nodes, fields, values of fields."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pyllvm.assembly.reader.near_miss import near_miss
from pyllvm.findings.mistakes.text import INTEGER, LABEL, METADATA, STRING, WORD, Text, items
from pyllvm.findings.mistakes.trial import Edit, Repair
from pyllvm.tables.metadata_nodes import SPECIALIZED_NODES as NODES


def exclamation_mark(t: Text) -> Iterator[Repair]:
    """`!0 = { }`, `!1 = DILocation(...)`, `!{"x"}`, `0 = !{}`, `!0 = "x"`."""
    words = t.words
    if t.is_in_body and words and words[-1].kind == METADATA:
        for at, word in enumerate(words):
            if (
                at
                and word.kind == LABEL
                and word.text[:-1].isidentifier()
                and words[at + 1 : at + 2]
                and words[at + 1].kind == METADATA
            ):
                yield Repair("an attachment is written '!dbg !0', without a colon", (word.end - 1, word.end, ""))
            if word.kind == METADATA and words[at + 1 : at + 2] and words[at + 1].text == ":":
                yield Repair("an attachment is written '!dbg !0', without a colon", (words[at + 1].start, words[at + 1].end, ""))
            if word.kind == METADATA and words[at - 1].text != "," and words[at - 1].kind != METADATA and at:
                yield Repair("an attachment follows a comma", (words[at - 1].end, words[at - 1].end, ","))
        return
    if t.is_in_body or len(words) < 3 or words[1].text != "=":
        return
    edits: list[Edit] = []
    if words[0].kind in (INTEGER, WORD) and any(word.kind == METADATA for word in words[1:]):
        yield Repair("names of metadata begin with '!'", (words[0].start, words[0].start, "!"))
    if words[0].kind != METADATA:
        return
    for at in range(2, len(words)):
        word = words[at]
        before = words[at - 1].text
        if word.text == "{" and before in ("=", "distinct", ",", "{"):
            edits.append((word.start, word.start, "!"))
        if (
            word.kind == WORD
            and word.text.startswith("DI")
            and f"{word.text}" in NODES
            and words[at + 1 : at + 2]
            and words[at + 1].text == "("
        ):
            edits.append((word.start, word.start, "!"))
        if word.kind == STRING and before in ("{", ",", "=") and not any(one.text == "(" for one in words[:at]):
            edits.append((word.start, word.start, "!" if before != "=" else "!{!"))
            if before == "=":
                edits.append((word.end, word.end, "}"))
    if edits:
        yield Repair("in metadata, nodes, strings and references begin with '!'", *edits)


def operand_of_named(t: Text) -> Iterator[Repair]:
    """`!foo = !{i32 1}`: named metadata has references to nodes only."""
    words = t.words
    if len(words) < 4 or words[0].kind != METADATA or words[0].text[1:].isdigit() or words[2].text != "!" or words[1].text != "=":
        return
    number = max([int(one) for one in re.findall(r"^!(\d+) = ", t.text, re.MULTILINE)], default=-1) + 1
    inner = t.text[words[2].end : words[-1].end]
    sentence = "named metadata has references only: give the values a node of their own"
    yield Repair(sentence, (words[2].start, words[-1].end, f"!{{!{number}}}\n!{number} = !{inner}"))


def node_name(t: Text) -> Iterator[Repair]:
    """`!DIFiel(...)`: the name of a node."""
    for word in t.words:
        if word.kind == METADATA and word.text[1:2].isupper() and word.text[1:] not in NODES:
            nearest = near_miss(word.text[1:].encode(), [one.encode() for one in NODES])
            if nearest is not None:
                yield Repair(f"did you mean '!{nearest.decode()}'?", (word.start, word.end, f"!{nearest.decode()}"))


def field(t: Text) -> Iterator[Repair]:
    """The name of a field, its mark, its value; a field that is missing or repeated."""
    words = t.words
    node_at = max(
        (index for index, word in enumerate(words[: t.at + 1]) if word.kind == METADATA and word.text[1:] in NODES), default=-1
    )
    if node_at < 0:
        return
    node = NODES[words[node_at].text[1:]]
    names = [one.name for one in node.fields]
    at = min(t.at, len(words) - 1)
    word = words[at]
    if word.kind in (LABEL, WORD) and not (at and words[at - 1].kind == LABEL):
        nearest = near_miss(word.text.rstrip(":").encode(), [one.encode() for one in names])
        if nearest is not None and nearest.decode() != word.text.rstrip(":"):
            sentence = f"did you mean '{nearest.decode()}'?"
            yield Repair(sentence, (word.start, word.start + len(word.text.rstrip(":")), nearest.decode()))
        elif word.text.rstrip(":") not in names:
            listed = ", ".join(names)
            yield Repair(f"the fields of {words[node_at].text} are {listed}")
        if at + 1 < len(words) and words[at + 1].text == "=":
            edits = [
                (one.end, words[index + 1].end, ":" + " " * (t.text[words[index + 1].end] != " "))
                for index, one in enumerate(words[:-1])
                if one.kind == WORD and words[index + 1].text == "="
            ]
            yield Repair("a field and its value are separated by a colon", *edits)
    if t.message.endswith("cannot be specified more than once"):
        for start, end in items(words, node_at + 1):
            if start == at:
                yield Repair("a node has each field once", (words[start - 1].start, words[end - 1].end, ""))
    yield from _value(t, at)
    missing = re.match(r"missing required field '(.*)'", t.message)
    if missing is not None:
        yield from _missing(t, missing[1], words[node_at].text[1:])
    if t.message.startswith("missing 'distinct'"):
        yield Repair(f"each {words[node_at].text} is distinct", (words[node_at].start, words[node_at].start, "distinct "))


def _value(t: Text, at: int) -> Iterator[Repair]:
    """The value of a field: quotes where they belong."""
    words = t.words
    word = words[at]
    if not at or words[at - 1].kind != LABEL:
        return
    if word.kind == STRING and re.fullmatch(r'"-?\d+"', word.text):
        yield Repair("a number is written without quotes", (word.start, word.end, word.text[1:-1]))
    if "string" in t.message:
        end = re.compile(r"[^,)\s]*").match(t.text, word.start)
        if end is not None:
            yield Repair("the value is a string, in double quotes", (word.start, end.end(), f'"{end[0]}"'))


def _missing(t: Text, name: str, node: str) -> Iterator[Repair]:
    """A field that a node must have: with a node of the text, or a new one."""
    closes = t.start
    comma = "" if t.text[:closes].rstrip().endswith("(") else ", "
    if name == "scope":
        kinds = ("DISubprogram", "DILexicalBlock", "DICompileUnit", "DIFile")
        for kind in kinds:
            found = re.search(rf"^!(\d+) = (?:distinct )?!{kind}\(", t.text, re.MULTILINE)
            if found is not None and kind in (kinds if node != "DILocation" else kinds[:2]):
                sentence = f"a {node} names the {kind} that it is in: 'scope: !{found[1]}'"
                yield Repair(sentence, (closes, closes, f"{comma}scope: !{found[1]}"))
        scope, added = _new_subprogram(t)
        end = len(t.text)
        sentence = f"a {node} names the function that it is in, a DISubprogram"
        yield Repair(sentence, (closes, closes, f"{comma}scope: {scope}"), (end, end, added))
    for value in ('"name"', "0", "!{}", "null"):
        yield Repair(f"a {node} has the field '{name}', such as {name}: {value}", (closes, closes, f"{comma}{name}: {value}"))


def undefined(t: Text) -> Iterator[Repair]:
    """`!3` that nothing defines."""
    found = re.match(r"use of undefined metadata '(!\d+)'", t.message)
    if found is not None:
        end = len(t.text)
        new_line = "" if t.text.endswith("\n") else "\n"
        sentence = f"nothing defines {found[1]}: define it at module level, or remove what refers to it"
        yield Repair(sentence, (end, end, f"{new_line}{found[1]} = !{{}}\n"))


def _new_subprogram(t: Text) -> tuple[str, str]:
    """A reference to a new DISubprogram, and the lines that define it: it belongs to the text's compile unit, or a new one."""
    number = max([int(one) for one in re.findall(r"^!(\d+) = ", t.text, re.MULTILINE)], default=-1) + 1
    unit = re.search(r"^!(\d+) = distinct !DICompileUnit\(", t.text, re.MULTILINE)
    unit_name = f"!{unit[1]}" if unit is not None else f"!{number + 1}"
    type = ", type: !DISubroutineType(types: !{})"
    lines = [f'!{number} = distinct !DISubprogram(name: "f", unit: {unit_name}{type})']
    if unit is None:
        file = '!DIFile(filename: "a.c", directory: "/")'
        lines.append(f"{unit_name} = distinct !DICompileUnit(language: DW_LANG_C99, file: {file})")
        if "!llvm.dbg.cu" not in t.text:
            lines.append(f"!llvm.dbg.cu = !{{{unit_name}}}")
    new_line = "" if t.text.endswith("\n") else "\n"
    return f"!{number}", new_line + "".join(f"{line}\n" for line in lines)

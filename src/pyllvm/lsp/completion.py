"""The words that can be written at a place: names that are defined, instructions, types, attributes."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from pyllvm.lsp.descriptions import INSTRUCTIONS
from pyllvm.lsp.document import Document
from pyllvm.lsp.hover import about_word
from pyllvm.lsp.names import names_of
from pyllvm.lsp.session import Session
from pyllvm.tables.attributes import ATTRIBUTE_KINDS
from pyllvm.tables.opcodes import OPCODES_BY_NAME
from pyllvm.versions import NEWEST

_BEGUN: Final = re.compile(rb"[@%$!#]?[-a-zA-Z$._0-9]*\Z")
_TYPES: Final = (
    "ptr", "void", "i1", "i8", "i16", "i32", "i64", "i128", "half", "bfloat", "float", "double", "label", "metadata", "token",
)  # fmt: skip
_TOP_LEVEL: Final = ("define", "declare", "target", "source_filename", "attributes", "module asm")
_INSTRUCTION_BEGUN: Final = re.compile(rb"\A[ \t]*(?:[%]\S*[ \t]*=[ \t]*)?[a-z]*\Z")
_MOST: Final = 400
_KINDS: Final = {b"%": "type", b"@": "global"}


class Proposal(NamedTuple):
    """One word to complete: its kind ("value", "global", "type", "keyword", "attribute" ...), detail and documentation."""

    text: str
    kind: str
    detail: str = ""
    documentation: str = ""


def completions(session: Session, offset: int) -> tuple[list[Proposal], int]:
    """The proposals at an offset, and where the text begins that they replace."""
    document = session.document
    number = document.chunk_at(offset)
    if number < 0:
        return [Proposal(word, "keyword") for word in _TOP_LEVEL], offset
    begin = document.start_of(number)
    data = document.chunks[number].data
    before = data[: offset - begin]
    line = before[before.rfind(b"\n") + 1 :]
    found = _BEGUN.search(line)
    begun = b"" if found is None else found.group()
    sigil = begun[:1]
    if sigil in (b"@", b"%", b"$", b"!", b"#") and begun:
        proposals = _names(session, number, sigil)
    elif document.chunks[number].is_function and b"{" in before:
        proposals = _words(session, is_start=_INSTRUCTION_BEGUN.match(line) is not None)
    else:
        proposals = [Proposal(word, "keyword") for word in _TOP_LEVEL] + _attributes(session.version or NEWEST)
    wanted = begun.decode("utf-8", "replace").lower()
    near = [one for one in proposals if one.text.lower().startswith(wanted)]
    near = near or [one for one in proposals if wanted.lstrip("@%") in one.text.lower()]
    return near[:_MOST], offset - len(begun)


def _names(session: Session, number: int, sigil: bytes) -> list[Proposal]:
    document = session.document
    proposals: list[Proposal] = []
    if sigil == b"%":
        names = names_of(document.chunks[number])
        proposals += [
            Proposal(_text(name), "label" if _is_label(document, number, one.end) else "value")
            for name, one in names.locals.items()
        ]
    for name, places in session.index.definitions().items():
        if name[:1] == sigil:
            chunk, (start, _) = next(iter(places.items()))
            feed = chunk.data.find(b"\n", start)
            line = chunk.data[chunk.data.rfind(b"\n", 0, start) + 1 : len(chunk.data) if feed < 0 else feed]
            kind = _KINDS.get(sigil, "constant")
            if kind == "global" and line.startswith((b"define", b"declare")):
                kind = "function"
            proposals.append(Proposal(_text(name), kind, line[:120].decode("utf-8", "replace")))
    return proposals


def _is_label(document: Document, number: int, end: int) -> bool:
    return document.chunks[number].data[end : end + 1] == b":"


def _words(session: Session, *, is_start: bool) -> list[Proposal]:
    version = session.version or NEWEST
    if is_start:
        return [
            Proposal(word, "instruction", documentation=about_word(word))
            for word in INSTRUCTIONS
            if word not in OPCODES_BY_NAME or OPCODES_BY_NAME[word].since <= version
        ]
    return [Proposal(word, "type") for word in _TYPES] + _attributes(version)


def _attributes(version: int) -> list[Proposal]:
    return [
        Proposal(row.word, "attribute", documentation=about_word(row.word))
        for row in ATTRIBUTE_KINDS
        if row.since <= version <= row.until
    ]


def _text(name: bytes) -> str:
    plain = re.fullmatch(rb"[@%$!#][-a-zA-Z$._0-9]+", name) is not None
    text = name.decode("utf-8", "replace")
    return text if plain else f'{text[:1]}"{text[1:]}"'

"""The words that can be written at a place: operands, names, instructions, types, attributes, fields of metadata."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from pyllvm.lsp.intrinsic_completion import PREFIX, intrinsics
from pyllvm.lsp.metadata_completion import node_at_end, nodes, words_in_node
from pyllvm.lsp.operand_completion import operands
from pyllvm.lsp.operand_places import place_at_end, wanted_type
from pyllvm.lsp.place_words import TYPES, words_of_place
from pyllvm.lsp.proposals import MOST, Proposal, line_around, text_of_name
from pyllvm.lsp.session import Session
from pyllvm.lsp.word_texts import about_word
from pyllvm.tables.attributes import ATTRIBUTE_KINDS
from pyllvm.tables.opcodes import INSTRUCTIONS, OPCODES_BY_NAME
from pyllvm.versions import NEWEST

_BEGUN: Final = re.compile(rb"[@%$!#]?[-a-zA-Z$._0-9]*\Z")
_TOP_LEVEL: Final = ("define", "declare", "target", "source_filename", "attributes", "module asm")
_INSTRUCTION_BEGUN: Final = re.compile(rb"\A[ \t]*(?:[%]\S*[ \t]*=[ \t]*)?[a-z]*\Z")
_SIGILS: Final = (b"@", b"%", b"$", b"!", b"#")


class Completions(NamedTuple):
    """The proposals, the best first, and where the text begins that they replace. Not `is_whole`: there are more."""

    proposals: list[Proposal]
    start: int
    is_whole: bool


def completions(session: Session, offset: int) -> Completions:
    """The proposals at an offset."""
    document = session.document
    number = document.chunk_at(offset)
    if number < 0:
        return Completions([Proposal(word, "keyword") for word in _TOP_LEVEL], offset, True)
    at = offset - document.start_of(number)
    data = document.chunks[number].data
    line = data[data.rfind(b"\n", 0, at) + 1 : at]
    found = _BEGUN.search(line)
    begun = b"" if found is None else found.group()
    near = _near(_proposals(session, number, at, line, begun), begun)
    if not near and begun[:1] in _SIGILS and begun[1:]:
        near = _near(_proposals(session, number, at, line, begun[:1]), begun)
    return Completions(near[:MOST], offset - len(begun), len(near) <= MOST)


def _near(proposals: list[Proposal], begun: bytes) -> list[Proposal]:
    """The proposals that begin with what is written, or else have it in them."""
    wanted = begun.decode("utf-8", "replace").lower()
    # The text may declare a name that a table has as well.
    proposals = list({one.text: one for one in reversed(proposals)}.values())[::-1]
    near = [one for one in proposals if one.text.lower().startswith(wanted)]
    return near or [one for one in proposals if wanted.lstrip("@%!") in one.text.lower()]


def _proposals(session: Session, number: int, at: int, line: bytes, begun: bytes) -> list[Proposal]:
    sigil = begun[:1] if begun[:1] in _SIGILS else b""
    if sigil == b"!":
        return nodes(session, line, begun)
    if sigil in (b"$", b"#"):
        return _defined(session, sigil)
    before = line[: len(line) - len(begun)]
    chunk = session.document.chunks[number]
    if not sigil:
        inside = node_at_end(line)
        if inside is not None:
            return words_in_node(inside, line, chunk.data[at:], session.version or NEWEST)
    is_body = chunk.is_function and b"{" in chunk.data[:at]
    place = place_at_end(before)
    if place is None:
        return []
    fitting = None if sigil or begun.startswith(PREFIX) else words_of_place(before, session.version or NEWEST)
    if fitting is not None:
        return fitting
    if begun.startswith(PREFIX):
        return _defined_intrinsics(session, begun) + intrinsics(session, number, at, before, place, begun)
    type = wanted_type(place) if is_body or not chunk.is_function else b""
    if sigil:
        # A type may be meant where none has been written.
        types = _defined(session, b"%") if sigil == b"%" and not type else []
        return types + operands(session, number, at, place, type, begun) if is_body or sigil == b"@" else types
    if type:
        attributes = _attributes(session.version or NEWEST) if place.is_argument else []
        return operands(session, number, at, place, type, begun) + attributes
    if is_body:
        return _words(session, is_start=_INSTRUCTION_BEGUN.match(line) is not None)
    return [Proposal(word, "keyword") for word in _TOP_LEVEL] + _attributes(session.version or NEWEST)


def _defined(session: Session, sigil: bytes) -> list[Proposal]:
    """The types, comdats or attribute groups of the text."""
    kind = "type" if sigil == b"%" else "constant"
    proposals: list[Proposal] = []
    for name, places in session.index.definitions().items():
        if name[:1] == sigil:
            chunk, (start, _) = next(iter(places.items()))
            proposals.append(Proposal(text_of_name(name), kind, line_around(chunk.data, start).decode("utf-8", "replace")))
    return proposals


def _defined_intrinsics(session: Session, begun: bytes) -> list[Proposal]:
    """The intrinsics that the text declares."""
    proposals: list[Proposal] = []
    for name, places in session.index.definitions().items():
        if name.startswith(begun):
            chunk, (start, _) = next(iter(places.items()))
            proposals.append(Proposal(text_of_name(name), "function", line_around(chunk.data, start).decode("utf-8", "replace")))
    return proposals


def _words(session: Session, *, is_start: bool) -> list[Proposal]:
    version = session.version or NEWEST
    if is_start:
        return [
            Proposal(word, "instruction", documentation=about_word(word, version))
            for word in INSTRUCTIONS
            if word not in OPCODES_BY_NAME or OPCODES_BY_NAME[word].since <= version
        ]
    return [Proposal(word, "type") for word in TYPES] + _attributes(version)


def _attributes(version: int) -> list[Proposal]:
    return [
        Proposal(row.word, "attribute", documentation=about_word(row.word, version))
        for row in ATTRIBUTE_KINDS
        if row.since <= version <= row.until
    ]

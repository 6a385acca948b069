"""Which functions call a function, and which it calls, by the tokens of the text."""

from __future__ import annotations

from typing import NamedTuple

from pyllvm.assembly.reader.token_kinds import LPAR
from pyllvm.lsp.chunks import Chunk
from pyllvm.lsp.document import Document
from pyllvm.lsp.names import GLOBALS, definitions_in, spelled, tokens_of


class Calls(NamedTuple):
    """A function and the places, as offsets in the text of the caller, of calls."""

    name: bytes
    places: list[tuple[int, int]]


def calls_in(chunk: Chunk) -> dict[bytes, list[tuple[int, int]]]:
    """The functions that a function calls, each with the places in the chunk."""
    tokens = tokens_of(chunk.data)
    own = next(iter(definitions_in(chunk).values()), (-1, -1))
    found: dict[bytes, list[tuple[int, int]]] = {}
    for at, token in enumerate(tokens[:-1]):
        if token.kind in GLOBALS and tokens[at + 1].kind == LPAR and token.start != own[0]:
            found.setdefault(spelled(chunk.data[token.start : token.end]), []).append((token.start, token.end))
    return found


def outgoing(document: Document, name: bytes) -> list[Calls]:
    """The functions that the function with this name calls."""
    for number, chunk in enumerate(document.chunks):
        if chunk.is_function and name in definitions_in(chunk):
            begin = document.start_of(number)
            calls = calls_in(chunk).items()
            return [Calls(callee, [(begin + start, begin + end) for start, end in places]) for callee, places in calls]
    return []


def incoming(document: Document, name: bytes) -> list[Calls]:
    """The functions that call the function with this name."""
    found: list[Calls] = []
    for number, chunk in enumerate(document.chunks):
        # Most functions do not have the name, and need not be read. A quoted name may have escapes.
        if not chunk.is_function or (name[1:] not in chunk.data and b'"' not in chunk.data):
            continue
        places = calls_in(chunk).get(name)
        if places:
            begin = document.start_of(number)
            caller = next(iter(definitions_in(chunk)), b"")
            found.append(Calls(caller, [(begin + start, begin + end) for start, end in places]))
    return found

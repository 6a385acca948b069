"""The names of a whole document: which chunk defines each, where each occurs, and which functions call which."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pyllvm.assembly.reader.token_kinds import LPAR
from pyllvm.lsp.document import Chunk, Document
from pyllvm.lsp.names import GLOBALS, Occurrence, definitions_in, names_of, spelled, tokens_of


class Place(NamedTuple):
    """An occurrence in a document: its offsets there."""

    start: int
    end: int
    is_definition: bool


class Index:
    """Finds names in a document. It follows the edits when it is asked, and looks only at chunks that are new."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._chunks: dict[Chunk, int] = {}
        self._definitions: dict[bytes, dict[Chunk, tuple[int, int]]] = {}

    def definitions(self) -> dict[bytes, dict[Chunk, tuple[int, int]]]:
        """For each name that all chunks see, the chunks that define it."""
        self._follow()
        return self._definitions

    def _follow(self) -> None:
        present = self._document.chunks
        now = dict.fromkeys(present, 0)
        for chunk in [chunk for chunk in self._chunks if chunk not in now]:
            for name in definitions_in(chunk):
                by_chunk = self._definitions[name]
                by_chunk.pop(chunk, None)
                if not by_chunk:
                    del self._definitions[name]
        for chunk in present:
            if chunk not in self._chunks:
                for name, place in definitions_in(chunk).items():
                    self._definitions.setdefault(name, {})[chunk] = place
        self._chunks = now

    def at(self, offset: int) -> tuple[int, Occurrence] | None:
        """The number of the chunk and the occurrence at an offset of the document."""
        number = self._document.chunk_at(offset)
        if number < 0:
            return None
        found = names_of(self._document.chunks[number]).at(offset - self._document.start_of(number))
        return None if found is None else (number, found)

    def home(self, number: int, occurrence: Occurrence) -> tuple[int, Occurrence]:
        """The chunk of the function that a name belongs to, and the name there, if it is a block named outside of it."""
        if occurrence.owner and not occurrence.is_local and occurrence.name[:1] == b"%":
            for chunk in self.definitions().get(occurrence.owner, {}):
                found = names_of(chunk).locals.get(occurrence.name)
                if found is not None:
                    return self._document.chunks.index(chunk), found
        return number, occurrence

    def places(self, number: int, occurrence: Occurrence) -> Iterator[Place]:
        """All places of the name that occurs in the chunk with that number: in the chunk, or in the whole document."""
        number, occurrence = self.home(number, occurrence)
        owner = next(iter(definitions_in(self._document.chunks[number])), b"") if occurrence.is_local else b""
        for at, chunk in enumerate(self._document.chunks):
            # Most chunks do not have it, and need not be read. A quoted name may have escapes.
            is_near = not occurrence.is_local or at == number or owner[1:] in chunk.data
            if is_near and (occurrence.name[1:] in chunk.data or b'"' in chunk.data or occurrence.name[:1] == b"$"):
                for one in names_of(chunk).occurrences:
                    if one.name == occurrence.name and _is_same(one, occurrence, owner, is_home=at == number):
                        yield _place(one, self._document.start_of(at))

    def definition(self, number: int, occurrence: Occurrence) -> Place | None:
        """Where the name that occurs in a chunk is defined."""
        number, occurrence = self.home(number, occurrence)
        if occurrence.is_local:
            chunk = self._document.chunks[number]
            found = names_of(chunk).locals.get(occurrence.name)
            return None if found is None else _place(found, self._document.start_of(number))
        for chunk, (start, end) in self.definitions().get(occurrence.name, {}).items():
            begin = self._document.start_of(self._document.chunks.index(chunk))
            return Place(begin + start, begin + end, True)
        return None


def _is_same(one: Occurrence, wanted: Occurrence, owner: bytes, *, is_home: bool) -> bool:
    """Whether an occurrence of the same name is of the same thing. `owner`: the function of a local name."""
    if not wanted.is_local:
        return not one.is_local and (one.name[:1] != b"%" or one.owner == wanted.owner)
    return one.is_local if is_home else one.owner == owner


def _place(one: Occurrence, start: int) -> Place:
    return Place(start + one.start, start + one.end, one.is_definition)


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

"""The operands at a place of a function: the type that is expected there, and the values that can be one, each with its type."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from pyllvm.findings.written_types import BINARY, NAME, Scene, first_type, last_type, normal, parameters_of, type_of_instruction
from pyllvm.lsp.document import Chunk, Document, line_bounds
from pyllvm.lsp.index import Index
from pyllvm.lsp.names import spelled
from pyllvm.versions import NEWEST

_PIECE: Final = re.compile(rb'"(?:[^"\n]*"|[^"\n]*\Z)|;[^\n]*|[\[\](){}<>,]')
_WORD: Final = re.compile(
    rb"\A[ \t]*(?:%" + NAME + rb"[ \t]*=[ \t]*)?(?:(?:tail|musttail|notail)[ ]+)?"
    rb"(?!(?:ptr|void|half|float|double|label|metadata|token)\b)([a-z_]+)\b"
)
# Each word ends with a blank or with the text, so that there is only one way to match.
_BEHIND_TYPE: Final = re.compile(rb'\s*(?:(?:[a-z_]+(?:\([^()]*\)|[ ]+[0-9]+)?|"[^"\n]*"(?:="[^"\n]*")?)(?:\s+|\Z))*\Z')
_PARENTHESIS: Final = b"("
_BLOCK_ADDRESS: Final = b"blockaddress"
# The operand of an exception pad or of a return from one has no type in front of it.
_TOKEN_BEFORE: Final = re.compile(rb"\b(?:within|from)[ ]+\Z")
_CLOSING: Final = (b">", b"}", b"]", b"*", b")")
_DEFINITION: Final = re.compile(rb"^[ \t]*(%" + NAME + rb")[ \t]*=[ \t]*([^\n]*)", re.MULTILINE)
_LABEL: Final = re.compile(rb"^(" + NAME + rb"):", re.MULTILINE)
_ENTRY: Final = re.compile(rb"\{[ \t]*(?:;[^\n]*)?\n(?:[ \t]*(?:;[^\n]*)?\n)*")
_TYPE_LINE: Final = re.compile(rb"=[ ]*type[ ]+")
_GLOBAL: Final = re.compile(rb"\b(?:global|constant|alias|ifunc)[ ]+")
_ADDRESS_SPACE: Final = re.compile(rb"\baddrspace\([0-9]+\)")
_OPAQUE: Final = re.compile(rb"^[^;\n]*(?<![-%@.$\w])ptr(?=[ ,)])", re.MULTILINE)
FIRST_WITHOUT_TYPED_POINTERS: Final = 17
_LAST_WITH_TYPED_POINTERS_ONLY: Final = 13
_LAST_WITH_TYPED_POINTERS_AT_FIRST: Final = 14
_MOST_KNOWN: Final = 50_000

_known: Final[dict[tuple[bytes, bool], bytes]] = {}
"""The types of instructions by their text: most lines are the same at the next request."""


class Place(NamedTuple):
    """The end of a line: in which brackets it is, and the parts there that commas separate, the last one unfinished."""

    instruction: bytes
    bracket: bytes
    before: bytes
    parts: list[bytes]

    @property
    def is_argument(self) -> bool:
        """Whether it is in parentheses, where an attribute may be behind the type."""
        return self.bracket == _PARENTHESIS


def place_at_end(line: bytes) -> Place | None:
    """The place at the end of a line; None in a comment or in a quoted text."""
    word = _WORD.match(line)
    open_brackets: list[tuple[bytes, int, list[int]]] = [(b"", 0, [0])]
    for match in _PIECE.finditer(line):
        piece = match.group()
        if piece[:1] == b";" or (piece[:1] == b'"' and (len(piece) == 1 or piece[-1:] != b'"')):
            return None
        if piece[:1] == b'"':
            continue
        if piece == b",":
            open_brackets[-1][2].append(match.end())
        elif piece in (b"[", b"(", b"{", b"<"):
            open_brackets.append((piece, match.start(), [match.end()]))
        elif len(open_brackets) > 1:
            open_brackets.pop()
    bracket, start, starts = open_brackets[-1]
    ends = [at - 1 for at in starts[1:]] + [len(line)]
    parts = [line[first:last] for first, last in zip(starts, ends, strict=True)]
    return Place(b"" if word is None else word.group(1), bracket, line[:start], parts)


def wanted_type(place: Place) -> bytes:
    """The type of the operand that is to be written next; empty if none is expected."""
    if place.instruction == b"phi" and place.bracket == b"[":
        if place.parts[-1].strip():
            return b""
        return b"label" if len(place.parts) > 1 else first_type(place.before[_behind_word(place.before) :])[0]
    is_first = len(place.parts) == 1 and not place.bracket
    part = _without_word(place.parts[0]) if is_first else place.parts[-1]
    if place.before.endswith(_BLOCK_ADDRESS) and len(place.parts) == 2:
        return b"label"
    if not part.strip():
        is_second = len(place.parts) == 2 and not place.bracket and place.instruction in BINARY
        return first_type(_without_word(place.parts[0]))[0] if is_second else b""
    if _TOKEN_BEFORE.search(part) is not None:
        return b"token"
    found, end = last_type(part)
    if not found or (end == len(part) and found[-1:] not in _CLOSING) or _BEHIND_TYPE.fullmatch(part, end) is None:
        return b""
    if place.instruction in (b"call", b"invoke", b"callbr") and not place.bracket and found != b"label":
        return b"ptr"
    return found


def _behind_word(line: bytes) -> int:
    word = _WORD.match(line)
    return 0 if word is None else word.end()


def _without_word(part: bytes) -> bytes:
    """The first part of an instruction behind its result and its word."""
    return part[_behind_word(part) :]


class Scoped(NamedTuple):
    """A value: its name, its type (empty: not known), and the offset of its definition in the function."""

    name: bytes
    type: bytes
    at: int


class Scope:
    """The values and labels of one function, seen from an offset in it."""

    def __init__(self, document: Document, index: Index, number: int, at: int, version: int | None) -> None:
        self._data = document.chunks[number].data
        self._at = at
        self._definitions = index.definitions()
        has_typed = (version or NEWEST) < FIRST_WITHOUT_TYPED_POINTERS and has_typed_pointers(document, number, version)
        self.scene = Scene(has_typed, self._resolved)

    def values(self, begun: bytes) -> Iterator[Scoped]:
        """The values whose names begin in that way, the nearest first."""
        line = self._data.rfind(b"\n", 0, self._at) + 1
        before: list[re.Match[bytes]] = list(_DEFINITION.finditer(self._data, 0, line))
        for match in reversed(before):
            if match.group(1).startswith(begun):
                yield self._scoped(match)
        for argument in arguments_of(self._data):
            if argument.name.startswith(begun):
                yield argument

    def later_values(self, begun: bytes) -> Iterator[Scoped]:
        """The values whose names begin in that way and that are defined later, in order."""
        for match in _DEFINITION.finditer(self._data, self._data.find(b"\n", self._at) + 1 or len(self._data)):
            if match.group(1).startswith(begun):
                yield self._scoped(match)

    def labels(self) -> list[Scoped]:
        """The labels of the function, in order."""
        return [Scoped(spelled(b"%" + one.group(1)), b"label", one.start()) for one in _LABEL.finditer(self._data)]

    def targets(self) -> list[Scoped]:
        """The labels of the blocks to which a jump can go: the entry block is none of them."""
        entry = _ENTRY.search(self._data)
        return [one for one in self.labels() if entry is None or one.at != entry.end()]

    def _scoped(self, match: re.Match[bytes]) -> Scoped:
        name, text = match.groups()
        key = (text, self.scene.has_typed_pointers)
        found = _known.get(key)
        if found is None:
            found = type_of_instruction(text, self.scene)
            if b"%" not in found and b"value %" not in text:
                if len(_known) > _MOST_KNOWN:
                    _known.clear()
                _known[key] = found
        return Scoped(spelled(name), found, match.start(1))

    def _resolved(self, name: bytes) -> bytes:
        for chunk, (start, _) in self._definitions.get(spelled(name), {}).items():
            match = _TYPE_LINE.search(chunk.data, start)
            if match is not None:
                return first_type(chunk.data[match.end() : line_bounds(chunk.data, match.end())[1]])[0]
        return b""


def has_typed_pointers(document: Document, number: int, version: int | None) -> bool:
    """Whether the text has pointers with the types of what they point to."""
    if version is not None and version <= _LAST_WITH_TYPED_POINTERS_ONLY:
        return True
    if version is None or version >= FIRST_WITHOUT_TYPED_POINTERS:
        return False
    near = document.chunks[max(number - 1, 0) : number + 2]
    if any(_OPAQUE.search(chunk.data) is not None for chunk in near):
        return False
    return version <= _LAST_WITH_TYPED_POINTERS_AT_FIRST or any(b"*" in chunk.data for chunk in near)


def arguments_of(data: bytes) -> list[Scoped]:
    """The arguments of the function that a text defines or declares. Without names, they have numbers."""
    found: list[Scoped] = []
    unnamed = 0
    for type, name in parameters_of(data):
        if type:
            found.append(Scoped(spelled(name or b"%%%d" % unnamed), type, 0))
            unnamed += not name or name[1:].isdigit()
    return found


def type_of_global(chunk: Chunk, start: int, *, is_typed: bool) -> bytes:
    """The type of the address of a symbol whose name is at an offset of a chunk."""
    first, last = line_bounds(chunk.data, start)
    line = chunk.data[first:last]
    is_function = line.startswith((b"define", b"declare"))
    if not is_typed:
        space = _ADDRESS_SPACE.search(line[: line.find(b"{") if is_function and b"{" in line else len(line)])
        return b"ptr" if space is None else b"ptr " + space.group()
    if is_function:
        types = [type or b"..." for type, _ in parameters_of(line)]
        returned = first_type(line.partition(b" ")[2], functions=False)[0]
        return normal(b"%s (%s)*" % (returned, b", ".join(types)))
    kind = _GLOBAL.search(line, start - first)
    return first_type(line[kind.end() :])[0] + b"*" if kind is not None else b""

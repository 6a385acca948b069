"""The values that can be operands at a place of a function, each with its type."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from pyllvm.findings.written_types import NAME, Scene, first_type, normal, parameters_of, type_of_instruction
from pyllvm.lsp.chunks import Chunk, line_bounds
from pyllvm.lsp.document import Document
from pyllvm.lsp.index import Index
from pyllvm.lsp.names import spelled
from pyllvm.versions import NEWEST

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

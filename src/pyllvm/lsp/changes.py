"""Edits that give a thing another name, in all files that share it."""

from __future__ import annotations

import re
from typing import Final

from pyllvm.lsp.checking import TextEdit
from pyllvm.lsp.index import Place
from pyllvm.lsp.names import Occurrence, names_of
from pyllvm.lsp.workspace import Text, linked

_PLAIN: Final = re.compile(r"[-a-zA-Z$._][-a-zA-Z$._0-9]*")
_NUMBER: Final = re.compile(r"[0-9]+")
_NAMELESS: Final = frozenset("!#^")


class CannotRename(Exception):
    """A name that cannot be given, with the reason."""


def renamable(texts: dict[str, Text], uri: str, offset: int) -> tuple[int, Occurrence]:
    """The number of the chunk and the name at an offset; CannotRename if it has none, or only LLVM can change it."""
    text = texts[uri]
    found = text.index.at(offset)
    if found is None:
        raise CannotRename("there is no name here")
    number, occurrence = found
    if occurrence.name.startswith(b"@llvm."):
        raise CannotRename("an intrinsic is known by its name")
    if text.index.definition(number, occurrence) is None:
        raise CannotRename(f"{occurrence.name.decode('utf-8', 'replace')} is not defined in this file")
    return number, occurrence


def rename(texts: dict[str, Text], uri: str, offset: int, new: str) -> dict[str, list[TextEdit]]:
    """The edits, by file, that give what is named at an offset another name; CannotRename if that is not possible."""
    text = texts[uri]
    number, occurrence = renamable(texts, uri, offset)
    sigil = occurrence.name[:1].decode()
    plain = new.removeprefix(sigil).strip()
    if plain.startswith('"') and plain.endswith('"') and len(plain) > 1:
        plain = plain[1:-1]
    if not plain or '"' in plain or "\n" in plain or "\0" in plain:
        raise CannotRename(f"'{new}' cannot be a name")
    if sigil in _NAMELESS and _NUMBER.fullmatch(plain) is None and occurrence.name[1:].isdigit():
        raise CannotRename(f"what begins with '{sigil}' has a number, not a name")
    if _NUMBER.fullmatch(plain) is not None and sigil in "%@$":
        raise CannotRename("numbers are given by order")
    wanted = (sigil + plain).encode()
    spelled = plain if _PLAIN.fullmatch(plain) is not None or sigil in _NAMELESS else f'"{plain}"'
    if occurrence.is_local:
        if wanted != occurrence.name and wanted in names_of(text.document.chunks[number]).locals:
            raise CannotRename(f"{sigil}{plain} is already defined")
        return {uri: _edits(text, list(text.index.places(number, occurrence)), sigil, spelled)}
    shared = {uri: text}
    if sigil == "@":
        shared = {one.uri: one.text for one in linked(texts, uri, occurrence.name)}
    made: dict[str, list[TextEdit]] = {}
    for other, there in shared.items():
        if wanted != occurrence.name and wanted in there.index.definitions():
            raise CannotRename(f"{sigil}{plain} is already defined" + ("" if other == uri else f" in {other}"))
        made[other] = _edits(there, list(there.index.places(-1, occurrence)), sigil, spelled)
    return made


def _edits(text: Text, places: list[Place], sigil: str, spelled: str) -> list[TextEdit]:
    edits: list[TextEdit] = []
    for place in places:
        at = text.document.chunk_at(place.start)
        inside = place.start - text.document.start_of(at)
        has_sigil = text.document.chunks[at].data[inside : inside + 1].decode("latin-1") == sigil
        edits.append(TextEdit(place.start, place.end, (sigil if has_sigil else "") + spelled))
    return edits

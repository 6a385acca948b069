"""Edits of a document: a name everywhere at once."""

from __future__ import annotations

import re
from typing import Final

from pyllvm.lsp.checking import TextEdit
from pyllvm.lsp.names import names_of
from pyllvm.lsp.session import Session

_PLAIN: Final = re.compile(r"[-a-zA-Z$._][-a-zA-Z$._0-9]*")
_NUMBER: Final = re.compile(r"[0-9]+")
_NAMELESS: Final = frozenset("!#^")


class CannotRename(Exception):
    """A name that cannot be given, with the reason."""


def rename(session: Session, offset: int, new: str) -> list[TextEdit]:
    """The edits that give what is named at an offset another name; CannotRename if that is not possible."""
    found = session.index.at(offset)
    if found is None:
        raise CannotRename("there is no name here")
    number, occurrence = found
    sigil = occurrence.name[:1].decode()
    plain = new.removeprefix(sigil).strip()
    if plain.startswith('"') and plain.endswith('"') and len(plain) > 1:
        plain = plain[1:-1]
    if not plain or '"' in plain or "\n" in plain or "\0" in plain:
        raise CannotRename(f"'{new}' cannot be a name")
    if sigil in _NAMELESS and _NUMBER.fullmatch(plain) is None and occurrence.name[1:].isdigit():
        raise CannotRename(f"what begins with '{sigil}' has a number, not a name")
    if occurrence.name.startswith(b"@llvm."):
        raise CannotRename("an intrinsic is known by its name")
    if session.index.definition(number, occurrence) is None:
        raise CannotRename(f"{occurrence.name.decode('utf-8', 'replace')} is not defined in this file")
    wanted = (sigil + plain).encode()
    taken = session.index.definitions()

    if wanted != occurrence.name and (
        wanted in names_of(session.document.chunks[number]).locals if occurrence.is_local else wanted in taken
    ):
        raise CannotRename(f"{sigil}{plain} is already defined")
    if _NUMBER.fullmatch(plain) is not None and sigil in "%@$":
        raise CannotRename("numbers are given by order")
    spelled = plain if _PLAIN.fullmatch(plain) is not None or sigil in _NAMELESS else f'"{plain}"'
    edits: list[TextEdit] = []
    for place in session.index.places(number, occurrence):
        at = session.document.chunk_at(place.start)
        inside = place.start - session.document.start_of(at)
        has_sigil = session.document.chunks[at].data[inside : inside + 1].decode("latin-1") == sigil
        edits.append(TextEdit(place.start, place.end, (sigil if has_sigil else "") + spelled))
    return edits

"""Edits that give a thing another name, in all files that share it, and the numbered values of a function numbers in order."""

from __future__ import annotations

import re
from typing import Final

from pyllvm.lsp.checking import TextEdit
from pyllvm.lsp.document import Chunk
from pyllvm.lsp.index import Place
from pyllvm.lsp.names import Occurrence, definitions_in, names_of
from pyllvm.lsp.workspace import Text, linked
from pyllvm.schema.text import metadata_name_text
from pyllvm.tables.intrinsic_names import PREFIX

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
    if occurrence.name.startswith((b"@llvm.", b"!llvm.")):
        raise CannotRename("an intrinsic is known by its name")
    if text.index.definition(number, occurrence) is None:
        raise CannotRename(f"{occurrence.name.decode('utf-8', 'replace')} is not defined in this file")
    return number, occurrence


def rename(texts: dict[str, Text], uri: str, offset: int, new: str) -> dict[str, list[TextEdit]]:
    """The edits, by file, that give what is named at an offset another name; CannotRename if that is not possible."""
    text = texts[uri]
    number, occurrence = text.index.home(*renamable(texts, uri, offset))
    sigil = occurrence.name[:1].decode()
    plain = _plain(new, sigil, occurrence)
    wanted = (sigil + plain).encode()
    if wanted == occurrence.name:
        return {uri: []}
    spelled = plain if _PLAIN.fullmatch(plain) is not None or sigil in _NAMELESS else f'"{plain}"'
    if sigil == "!" and not plain.isdigit():
        spelled = metadata_name_text(plain)
    if sigil == "%":
        _refuse_types_as_values(text, number, occurrence)
    if occurrence.is_local:
        if wanted in names_of(text.document.chunks[number]).locals:
            raise CannotRename(f"{sigil}{plain} is already defined")
        edits = _edits(text, list(text.index.places(number, occurrence)), sigil, spelled)
        return {uri: edits + _lowered(text, number, occurrence)}
    shared = {uri: text}
    if sigil == "@":
        shared = {one.uri: one.text for one in linked(texts, uri, occurrence.name)}
    made: dict[str, list[TextEdit]] = {}
    for other, there in shared.items():
        follows = [occurrence, *_own_comdat(there, occurrence)]
        for one in follows:
            if one.name[:1] + wanted[1:] in there.index.definitions():
                where = "" if other == uri else f" in {other}"
                raise CannotRename(f"{one.name[:1].decode()}{plain} is already defined{where}")
        if sigil == "@" and any(_in_assembly(occurrence.name).search(chunk.data) for chunk in there.document.chunks):
            raise CannotRename(f"the assembly of the module names {occurrence.name[1:].decode('utf-8', 'replace')}")
        made[other] = [
            edit
            for one in follows
            for edit in _edits(there, list(there.index.places(-1, one)), one.name[:1].decode(), spelled)
            if len(follows) == 1 or not edit.text.startswith("comdat")
        ]
    if sigil == "@":
        made[uri] += _lowered(text, number, occurrence)
    return made


def _plain(new: str, sigil: str, occurrence: Occurrence) -> str:
    """The new name without its sigil and quotes; CannotRename if it cannot be one."""
    plain = new.removeprefix(sigil).strip()
    if plain.startswith('"') and plain.endswith('"') and len(plain) > 1:
        plain = plain[1:-1]
    if not plain or any(one in plain for one in '"\n\0\\'):
        raise CannotRename(f"'{new}' cannot be a name")
    if sigil in _NAMELESS and _NUMBER.fullmatch(plain) is None and occurrence.name[1:].isdigit():
        raise CannotRename(f"what begins with '{sigil}' has a number, not a name")
    if _NUMBER.fullmatch(plain) is not None and sigil in "%@$":
        raise CannotRename("numbers are given by order")
    if plain.startswith(PREFIX) and sigil in "@!":
        raise CannotRename("names that begin with llvm. have a meaning for LLVM")
    return plain


def _refuse_types_as_values(text: Text, number: int, occurrence: Occurrence) -> None:
    """Refuse a name that is a type's and a value's: what it means in a function is not seen from the name."""
    chunks = [text.document.chunks[number]] if occurrence.is_local else text.document.chunks
    is_type = occurrence.name in text.index.definitions()
    if is_type and any(chunk.is_function and occurrence.name in names_of(chunk).locals for chunk in chunks):
        raise CannotRename(f"{occurrence.name.decode('utf-8', 'replace')} is the name of a type and of a value")


def _own_comdat(text: Text, occurrence: Occurrence) -> list[Occurrence]:
    """The comdat with the name of a symbol that is in it: both get the new name."""
    name = b"$" + occurrence.name[1:]
    if occurrence.name[:1] != b"@" or name not in text.index.definitions():
        return []
    for chunk in text.index.definitions().get(occurrence.name, {}):
        found = [one for one in names_of(chunk).occurrences if one.name == name and one.owner == occurrence.name]
        if found:
            return found[:1]
    return []


def _in_assembly(name: bytes) -> re.Pattern[bytes]:
    """A line of module-level assembly that names a symbol."""
    return re.compile(rb"^module[ ]+asm\b.*(?<![\w.$])" + re.escape(name[1:]) + rb"(?![\w.$])", re.MULTILINE)


def _edits(text: Text, places: list[Place], sigil: str, spelled: str) -> list[TextEdit]:
    edits: list[TextEdit] = []
    for place in places:
        at = text.document.chunk_at(place.start)
        inside = place.start - text.document.start_of(at)
        old = text.document.chunks[at].data[inside : inside + place.end - place.start]
        new = spelled
        if old == b"comdat":
            new = f"comdat(${spelled})"
        elif old[:1] == sigil.encode():
            new = sigil + spelled
        elif old[:1] == b'"' and sigil == "@":
            new = spelled if spelled[0] == '"' else f'"{spelled}"'
        edits.append(TextEdit(place.start, place.end, new))
    return edits


def _lowered(text: Text, number: int, occurrence: Occurrence) -> list[TextEdit]:
    """The edits that lower the numbers behind a number that becomes a name: numbers have no gaps."""
    if not occurrence.name[1:].isdigit():
        return []
    sigil, gone = occurrence.name[:1], int(occurrence.name[1:])
    owner = next(iter(definitions_in(text.document.chunks[number])), b"") if occurrence.is_local else b""
    edits: list[TextEdit] = []
    for at, chunk in enumerate(text.document.chunks):
        if at != number and owner[1:] not in chunk.data:
            continue
        for one in names_of(chunk).occurrences:
            is_higher = one.name[:1] == sigil and one.name[1:].isdigit() and int(one.name[1:]) > gone
            if is_higher and (not occurrence.is_local or _is_in(text, one, owner, is_home=at == number)):
                if one.is_local:
                    _refuse_types_as_values(text, at, one)
                place = Place(text.document.start_of(at) + one.start, text.document.start_of(at) + one.end, one.is_definition)
                edits += _edits(text, [place], sigil.decode(), str(int(one.name[1:]) - 1))
    return edits


def _is_in(text: Text, one: Occurrence, owner: bytes, *, is_home: bool) -> bool:
    """Whether an occurrence is of a value of the function `owner`, perhaps of a value whose number is not written."""
    if one.owner or not is_home:
        return one.owner == owner
    return one.is_local or one.name not in text.index.definitions()


def renumbered(chunk: Chunk) -> list[TextEdit]:
    """The edits, by offsets in the chunk, after which each number of a local value is higher than the ones before.

    A use means the last value before it that has the number, or else the first one after it.
    """
    numbers = [one for one in names_of(chunk).occurrences if one.is_local and one.name[:1] == b"%" and one.name[1:].isdigit()]
    new: dict[int, int] = {}
    definitions: dict[bytes, list[Occurrence]] = {}
    last = -1
    for one in numbers:
        if one.is_definition:
            last = max(last + 1, int(one.name[1:]))
            new[one.start] = last
            definitions.setdefault(one.name, []).append(one)
    edits: list[TextEdit] = []
    for one in numbers:
        meant = definitions.get(one.name)
        if not meant:
            continue
        # The operands of a line are older than its result.
        line = chunk.data.rfind(b"\n", 0, one.start) + 1
        before = [other for other in meant if other.start < line]
        number = new[one.start] if one.is_definition else new[(before[-1] if before else meant[0]).start]
        if number != int(one.name[1:]):
            sigil = "%" if chunk.data[one.start : one.start + 1] == b"%" else ""
            edits.append(TextEdit(one.start, one.end, f"{sigil}{number}"))
    return edits

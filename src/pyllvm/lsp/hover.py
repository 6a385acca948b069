"""The text that an editor shows about the name or the word at a place."""

from __future__ import annotations

import re
from typing import Final

from pyllvm.diagnostics import PyllvmError
from pyllvm.findings.written_types import last_type
from pyllvm.ir.value import Value
from pyllvm.library.demangling import demangle
from pyllvm.lsp.document import line_bounds
from pyllvm.lsp.names import Occurrence, definitions_in
from pyllvm.lsp.session import Session
from pyllvm.lsp.word_texts import about_word
from pyllvm.tables.intrinsic_names import PREFIX
from pyllvm.tables.intrinsics import intrinsic_attribute_row
from pyllvm.versions import NEWEST

_WORD: Final = re.compile(rb'![a-zA-Z_][a-zA-Z_0-9.]*|"[a-z][a-z0-9-]*"|[a-zA-Z_][a-zA-Z_0-9]*')
_LONGEST: Final = 600
_LOCATION: Final = re.compile(rb"!dbg (![0-9]+)")
_FIELD: Final = re.compile(rb"(line|column|scope|file|filename): (![0-9]+|[0-9]+|\"[^\"]*\")")
_MOST_SCOPES: Final = 50


def hover(session: Session, offset: int) -> tuple[str, int, int] | None:
    """The Markdown text about what is at an offset, with its place; None if there is nothing to say."""
    found = session.index.at(offset)
    if found is not None:
        number, occurrence = found
        begin = session.document.start_of(number)
        text = _of_name(session, number, occurrence)
        return (text, begin + occurrence.start, begin + occurrence.end) if text else None
    return _of_word(session, offset)


def _of_word(session: Session, offset: int) -> tuple[str, int, int] | None:
    number = session.document.chunk_at(offset)
    if number < 0:
        return None
    data = session.document.chunks[number].data
    begin = session.document.start_of(number)
    first, last = line_bounds(data, offset - begin)
    for match in _WORD.finditer(data, first):
        if match.start() > offset - begin:
            break
        if match.end() >= offset - begin:
            word = match.group().decode()
            line = data[first:last].decode("utf-8", "replace")
            text = about_word(word, session.version or NEWEST, line)
            return (text, begin + match.start(), begin + match.end()) if text else None
    return None


def _of_name(session: Session, number: int, occurrence: Occurrence) -> str:
    chunk = session.document.chunks[number]
    if occurrence.is_local:
        return _of_local(session, number, occurrence)
    lines: list[str] = []
    for defining, (start, _) in session.index.definitions().get(occurrence.name, {}).items():
        first, last = line_bounds(defining.data, start)
        lines.append(_code(defining.data[first:last]))
        break
    if occurrence.name[:1] == b"@":
        name = occurrence.name[1:].decode("utf-8", "replace")
        attributes = intrinsic_attribute_row(name, session.version or NEWEST) if name.startswith(PREFIX) else None
        if attributes is not None:
            # The attributes of the function come first, and then the parameters'.
            words = " ".join([word for word in attributes.partition(";")[0].split()[1:] if word != "memory"])
            lines.append(f"an intrinsic{f' with {words}' if words else ''}")
        plain = _demangled(name)
        if plain != name:
            lines.append(f"`{plain}`")
    if occurrence.name in definitions_in(chunk) or lines:
        uses = sum(not place.is_definition for place in session.index.places(number, occurrence))
        lines.append(f"{uses} use{'' if uses == 1 else 's'} in this file")
    return "\n\n".join(lines)


def _demangled(name: str) -> str:
    """A name as in the source, if the extra that demangles is installed."""
    try:
        return demangle(name)
    except PyllvmError:
        return name


def _of_local(session: Session, number: int, occurrence: Occurrence) -> str:
    definition = session.index.definition(number, occurrence)
    if definition is None:
        return ""
    chunk = session.document.chunks[number]
    at = definition.start - session.document.start_of(number)
    first, last = line_bounds(chunk.data, at)
    line = chunk.data[first:last]
    parts = [_code(line.strip())]
    value = _value(session, definition.start)
    written = last_type(chunk.data[chunk.data.find(b"(", first) + 1 : at])[0] if chunk.data.startswith(b"define", first) else b""
    if value is not None or written:
        parts.append(f"type `{written.decode('utf-8', 'replace') if value is None else value.type}`")
    uses = sum(not place.is_definition for place in session.index.places(number, occurrence))
    parts.append(f"{uses} use{'' if uses == 1 else 's'}")
    location = source_location(session, line)
    if location:
        parts.append(location)
    return "\n\n".join([parts[0], ", ".join(parts[1:])])


def _value(session: Session, start: int) -> Value | None:
    """The value that is defined at an offset."""
    found = session.function_at(start)
    if found is None:
        return None
    function, text, checked = found
    assert checked.places is not None
    # A block without a label is where its first instruction is.
    values: list[Value] = [*function.arguments, *function.instructions, *function.blocks]
    for value in values:
        span = checked.places.name_span(value)
        if span is not None and text.place(span.start) == start:
            return value
    return None


def source_location(session: Session, line: bytes) -> str:
    """The source file, line and column of an instruction's `!dbg`; empty if it has none."""
    found = _LOCATION.search(line)
    fields = _fields(session, found.group(1)) if found is not None else {}
    if "line" not in fields:
        return ""
    place = [fields["line"].decode(), fields.get("column", b"").decode()]
    scope = fields
    for _ in range(_MOST_SCOPES):
        if "filename" in scope:
            return ":".join([scope["filename"][1:-1].decode("utf-8", "replace"), *filter(None, place)])
        scope = _fields(session, scope.get("file") or scope.get("scope") or b"")
    return f"line {place[0]}"


def _fields(session: Session, name: bytes) -> dict[str, bytes]:
    for chunk, (start, _) in session.index.definitions().get(name, {}).items():
        found = _FIELD.finditer(chunk.data, start, line_bounds(chunk.data, start)[1])
        return {match.group(1).decode(): match.group(2) for match in found}
    return {}


def _code(line: bytes) -> str:
    text = line.decode("utf-8", "replace")
    return f"```llvm\n{text if len(text) <= _LONGEST else text[:_LONGEST] + ' ...'}\n```"

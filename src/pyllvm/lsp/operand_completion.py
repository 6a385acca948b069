"""Operands: the values that have the type that has been written come first, then constants, then the others."""

from __future__ import annotations

import re
from typing import Final

from pyllvm.lsp.operand_places import Place
from pyllvm.lsp.proposals import MOST, Proposal, code, line_around, text_of_name
from pyllvm.lsp.scope import Scope, Scoped, type_of_global
from pyllvm.lsp.session import Session
from pyllvm.tables.features import POISON
from pyllvm.versions import NEWEST

_FLOATS: Final = frozenset((b"half", b"bfloat", b"float", b"double"))
_INTEGER: Final = re.compile(rb"i[0-9]+")


def constants_of(type: bytes, version: int) -> list[str]:
    """The words that are constants of a type."""
    if type in (b"", b"label", b"void", b"metadata"):
        return []
    if type == b"token":
        return ["none"]
    if type == b"i1":
        words = ["true", "false"]
    elif type.startswith(b"ptr") or type.endswith(b"*"):
        words = ["null"]
    elif _INTEGER.fullmatch(type) is not None:
        words = ["0", "1"]
    elif type in _FLOATS:
        words = ["0.0", "1.0"]
    else:
        words = ["zeroinitializer"]
    return [*words, "poison", "undef"] if POISON.is_in(version) else [*words, "undef"]


def operands(session: Session, number: int, at: int, place: Place, type: bytes, begun: bytes) -> list[Proposal]:
    """The operands at an offset in the chunk with that number.

    With an empty `begun`, values of all kinds; else only values with its sigil.
    """
    version = session.version or NEWEST
    data = session.document.chunks[number].data
    is_function = session.document.chunks[number].is_function
    scope = Scope(session.document, session.index, number, at, session.version) if is_function else None
    sigil = begun[:1]
    if type == b"label":
        labels = [] if scope is None else scope.labels(with_entry=place.instruction == b"phi")
        return [Proposal(text_of_name(one.name), "label", "label") for one in labels] if sigil in (b"%", b"") else []
    matching: list[Proposal] = []
    others: list[Proposal] = []
    if scope is not None and sigil != b"@":
        local = begun if sigil == b"%" else b"%"
        for one in scope.values(local, with_later=place.instruction == b"phi"):
            _put(matching if one.type == type else others, one, data)
            if len(matching) > MOST:
                break
    if sigil not in (b"%", b"@"):
        matching += [Proposal(word, "constant", type.decode("utf-8", "replace")) for word in constants_of(type, version)]
    if sigil != b"%" and len(matching) <= MOST:
        is_typed = scope is not None and scope.scene.has_typed_pointers
        _put_globals(session, begun, type, is_typed=is_typed, matching=matching, others=others)
    return [*matching, *others]


def _put(proposals: list[Proposal], one: Scoped, data: bytes) -> None:
    if len(proposals) <= MOST:
        detail = one.type.decode("utf-8", "replace")
        proposals.append(Proposal(text_of_name(one.name), "value", detail, code(line_around(data, one.at))))


def _put_globals(
    session: Session, begun: bytes, type: bytes, *, is_typed: bool, matching: list[Proposal], others: list[Proposal]
) -> None:
    wanted = begun.lower()
    for name, places in session.index.definitions().items():
        if name[:1] != b"@" or not name.lower().startswith(wanted):
            continue
        chunk, (start, _) = next(iter(places.items()))
        own = type_of_global(chunk, start, is_typed=is_typed)
        line = line_around(chunk.data, start)
        kind = "function" if line.startswith((b"define", b"declare")) else "global"
        proposals = matching if own == type else others
        if len(proposals) <= MOST:
            proposals.append(Proposal(text_of_name(name), kind, own.decode("utf-8", "replace"), code(line)))
        if len(matching) > MOST:
            return

"""Instructions behind a terminator, without a label between: LLVM makes a block of them, which nothing can reach."""

from __future__ import annotations

import re
from typing import Final

from pyllvm.diagnostics import Diagnostic, Source, Span

_LARGEST: Final = 1_000_000
_BEHIND: Final = re.compile(
    rb"^[ \t]+(?P<terminator>ret|br|unreachable|resume)\b[^\n]*\n(?:[ \t]*(?:;[^\n]*)?\n)*"
    rb"[ \t]+(?P<next>(?:%[\w.$-]+[ \t]*=[ \t]*)?[a-z]+\b[^\n:]*)$",
    re.MULTILINE,
)


def unreachable_instructions(data: bytes, name: str) -> list[Diagnostic]:
    """A note for each instruction directly behind a terminator. Large texts are not searched: people do not write them."""
    found: list[Diagnostic] = []
    if len(data) > _LARGEST:
        return found
    source = Source(name, data)
    for match in _BEHIND.finditer(data):
        if match["next"].startswith((b"to label", b"unwind label", b"uselistorder")):
            continue
        terminator = match["terminator"].decode()
        message = f"nothing reaches this instruction: the block above ends with '{terminator}'"
        note = Diagnostic("note", message, Span(source, *match.span("next")))
        note.hint = "a block ends with its first terminator: remove the rest, or begin a new block with a label"
        found.append(note)
    return found

"""Which kind of pointers a text has. LLVM 15 knows both kinds: the first pointer type of a text decides.

Symbols before it are affected as well, so the text is searched before it is parsed.
"""

from __future__ import annotations

import re
from typing import Final

from pyllvm.ir.types import Context

# Skips tokens that may contain a star or `ptr` without being a type: strings, comments, names and labels.
_POINTER: Final = re.compile(
    rb""" "[^"]*" | ;[^\n]* | [%@$!][-\w$.]+ | [-\w$.]+: | [-$.\w]*[-$.][-$.\w]* | (?P<opaque>\bptr\b) | (?P<typed>\*) """,
    re.VERBOSE,
)


def has_typed_pointers(text: bytes, context: Context) -> bool:
    """Whether pointers in a text are typed. A text that shows none has the pointers of the texts before it in the context."""
    found = _first_pointer(text)
    if found is None:
        return context.has_typed_pointers
    context.has_typed_pointers = found == "typed"
    return context.has_typed_pointers


def is_first_pointer_opaque(text: bytes) -> bool:
    """Whether `ptr` precedes every `T*` in a text."""
    return _first_pointer(text) == "opaque"


def _first_pointer(text: bytes) -> str | None:
    for match in _POINTER.finditer(text):
        if match.lastgroup is not None:
            return match.lastgroup
    return None

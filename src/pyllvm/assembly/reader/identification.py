"""Finds the LLVM of a text before it is read: by the compilers in `!llvm.ident`, and by the kind of its first pointer.

LLVM 15 knows typed and opaque pointers: the first pointer type of a text decides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pyllvm.tables.compilers import llvm_version_of_ident
from pyllvm.versions import NEXT, OLDEST

if TYPE_CHECKING:
    import re

    from pyllvm.ir.types import Context

_IDENT: Final = b"!llvm.ident"
_ZIG_UNIT: Final = b'producer: "zig '
# Texts of patterns: a text without the name needs none, and Python's module for patterns takes long to import.
_OPERANDS: Final = rb"!llvm\.ident[ \t]*=[ \t]*!\{([^{}]*)\}"
_NUMBER: Final = rb"!(\d+)"
_STRING: Final = rb'[ \t]*=[ \t]*!\{[ \t]*!"([^"\n]*)"'
_MOST_NODES: Final = 32
"""The number of nodes that are searched. A linked module names its few compilers once each, since equal nodes are one."""
# Skips tokens that may contain a star or `ptr` without being a type: strings, comments, names and labels.
_POINTER: Final = (
    rb"""(?x) "[^"]*" | ;[^\n]* | [%@$!][-\w$.]+ | [-\w$.]+: | [-$.\w]*[-$.][-$.\w]* """
    rb"""| (?P<opaque>\bptr\b) | (?P<typed>\*) """
)


def version_of_identification(data: bytes) -> int | None:
    """The LLVM version of the newest compiler that a text names, but not below the oldest known one; None if it names none.

    Nothing is parsed: the named metadata is searched from the end, where printers put it, and its nodes from there on.
    """
    at = len(data)
    while True:
        at = data.rfind(_IDENT, 0, at)
        if at < 0:
            return _version_of_zig(data)
        if not data[data.rfind(b"\n", 0, at) + 1 : at].strip():
            break
    match = _compiled(_OPERANDS).match(data, at)
    if match is None:
        return None
    found: int | None = None
    for number in list(dict.fromkeys(_compiled(_NUMBER).findall(match.group(1))))[:_MOST_NODES]:
        text = _string_of_node(data, number, match.end())
        version = None if text is None else llvm_version_of_ident(text)
        if version is not None and (found is None or version > found):
            found = version
    return None if found is None else min(max(found, OLDEST), NEXT)


def _compiled(pattern: bytes) -> re.Pattern[bytes]:
    import re  # few texts name their compiler, or are asked for their pointers

    return re.compile(pattern)


def _string_of_node(data: bytes, number: bytes, start: int) -> str | None:
    """The string in the metadata node of that number, which is usually after `start`."""
    string = _compiled(_STRING)
    for begin in (start, 0):
        at = data.find(b"\n!" + number, begin)
        while at >= 0:
            match = string.match(data, at + 2 + len(number))
            if match is not None:
                return match.group(1).decode("utf-8", "surrogateescape")
            at = data.find(b"\n!" + number, at + 1)
    return None


def _version_of_zig(data: bytes) -> int | None:
    """The LLVM version of Zig, which names itself only in its compile units. Other producers there are often of older texts."""
    at = data.rfind(_ZIG_UNIT)
    start = data.find(b'"', at) + 1
    if at < 0 or data.rfind(b"!DICompileUnit(", data.rfind(b"\n", 0, at) + 1, at) < 0:
        return None
    return llvm_version_of_ident(data[start : data.find(b'"', start)].decode("utf-8", "surrogateescape"))


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
    for match in _compiled(_POINTER).finditer(text):
        if match.lastgroup is not None:
            return match.lastgroup
    return None

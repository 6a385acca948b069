"""Names that are used and never defined, in a text that has other errors.

What was skipped after an error may define a name. So a name is reported only if nothing in the text looks like its definition.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING, Final, final

from pyllvm.assembly.reader.metadata_forward import MetadataReference
from pyllvm.assembly.reader.near_miss import MOST_SUGGESTIONS, suggested_name
from pyllvm.assembly.reader.state import State, text_of_bytes
from pyllvm.assembly.reader.text_error import UNDEFINED, TextError

if TYPE_CHECKING:
    from pyllvm.assembly.reader.values import LocalState
    from pyllvm.ir.metadata import Metadata

_MOST_SEARCHED: Final = 100
"""How many names of each kind are searched for in the text."""
_TYPE: Final = "use of undefined type named"
# The sigils of names that are not values, by the beginnings of the errors about them.
_SIGILS_OF_OTHERS: Final = {_TYPE: b"%", f"{UNDEFINED}comdat": b"$", f"{UNDEFINED}metadata": b"!"}
# An instruction that still has its name, or needs none.
_KEEPS_ITS_NAME: Final = re.compile(
    rb'%[-\w$."]+\s*=|[-\w$."]+:|(?:store|br|ret|switch|call|tail|musttail|notail|invoke|callbr|resume|unreachable|fence|indirectbr'
    rb"|cleanupret|catchret)\b"
)
# The kinds of names by their sigils, and how the lines that define them begin.
_STARTS: Final[dict[bytes, tuple[bytes, ...]]] = {
    b"@": (b"declare", b"define", b"@"),
    b"!": (b"!",),
    b"%": (b"%",),
    b"$": (b"$",),
    b"#": (b"attributes",),
}
_SIMPLE: Final = rb"[-\w$.]+"
# Names in a function that are assigned to, or begin a line, and names in its header.
_IN_BODY: Final = re.compile(rb'%"?([-\w$.]+)"?\s*=|^\s*[%@$"]?([-\w$.]+)', re.MULTILINE)
_IN_HEADER: Final = re.compile(rb"[\s(]%?([-\w$.]+)(?=\s*[,)])")
# The name that a line assigns to; a line that is not indented, nor of metadata, and a parenthesis behind it; its symbol; a name
# that is called.
_ASSIGNED: Final = re.compile(rb"^\s*([%@$!]?[-\w$.]+)\s*=", re.MULTILINE)
_UNINDENTED: Final = re.compile(rb"^[^\s!][^\n]*(?:\s*\()?", re.MULTILINE)
_SYMBOL: Final = re.compile(rb"^@([-\w$.]+)\s*=", re.MULTILINE)
_CALLED: Final = re.compile(rb"[@ ]([-\w$.]+)\s*\(")


def undefined_locals(local: LocalState, data: bytes, end: int) -> list[TextError]:
    """The errors about names in the function that ends at `end`. Numbers are not reported: what was skipped has some of them."""
    if not local.forward_named:
        return []
    start = max(data.rfind(b"\ndefine", 0, end), 0)
    header_end = data.find(b"\n", start + 1)
    seen = {name for names in _IN_BODY.findall(data, start, end) for name in names}
    seen.update(_IN_HEADER.findall(data, start, header_end if header_end >= 0 else end))
    found: list[TextError] = []
    for name in sorted(local.forward_named, key=lambda one: local.forward_named[one].start)[:_MOST_SEARCHED]:
        if re.fullmatch(_SIMPLE, name) is not None and name not in seen:
            meant = suggested_name("%", name, local.named) if len(found) < MOST_SUGGESTIONS else None
            found.append(TextError(local.forward_named[name].start, f"use of undefined value '%{text_of_bytes(name)}'", meant))
    return found


def undefined_names(state: State, types: dict[bytes, int], comdats: dict[str, int], nodes: Iterable[Metadata]) -> list[TextError]:
    """The errors about names of the module, in the order of their places.

    `types` and `comdats` have the names without a definition, and where they are used; `nodes` are those without a definition.
    """
    references = [node for node in nodes if isinstance(node, MetadataReference)]
    found: list[TextError] = []
    if not (state.forward_globals or types or comdats or references):
        return found
    definitions = _Definitions(state.data)
    for name, forward in islice(state.forward_globals.items(), _MOST_SEARCHED):
        if not name.startswith(b"llvm.") and not definitions.has_symbol(name):
            meant = suggested_name("@", name, state.globals) if len(found) < MOST_SUGGESTIONS else None
            found.append(TextError(forward.start, f"use of undefined value '@{text_of_bytes(name)}'", meant))
    for name, start in islice(types.items(), _MOST_SEARCHED):
        if not definitions.has(name, b"%@"):
            found.append(TextError(start, f"{_TYPE} '{text_of_bytes(name)}'"))
    for text, start in islice(comdats.items(), _MOST_SEARCHED):
        if not definitions.has(text.encode("utf-8", "surrogateescape"), b"$"):
            found.append(TextError(start, f"use of undefined comdat '${text}'"))
    for node in references[:_MOST_SEARCHED]:
        if not definitions.has(str(node.number).encode(), b"!"):
            found.append(TextError(node.start, f"use of undefined metadata '!{node.number}'"))
    return sorted(found, key=lambda one: one.start)


def with_undefined(errors: list[TextError], undefined: list[TextError], data: bytes) -> list[TextError]:
    """The errors in the order of their places, except that the first one, which is LLVM's, stays the first."""
    known = {(one.start, one.message) for error in errors for one in (error, *error.others)}
    further = [one for one in undefined if (one.start, one.message) not in known]
    # A name that was read as a type may be a value whose type is missing, which explains an error in this line or behind it.
    lines = {line for one in errors for line in _lines_of(data, one.start)}
    further = [one for one in further if not one.message.startswith(_TYPE) or data.rfind(b"\n", 0, one.start) not in lines]
    combined = sorted([*errors[1:], *further], key=lambda one: one.start)
    return [errors[0], *_unexplained(errors[0], combined, data)]


def _unexplained(first: TextError, others: list[TextError], data: bytes) -> list[TextError]:
    """The other errors without undefined names that another error explains.

    Such a name is in the line of that error, or a line with an error has lost what may have been its definition.
    """
    faults = [one for one in (first, *others) if not one.message.startswith(UNDEFINED)]
    if len(faults) > len(others):
        # No name is undefined. In a large text, to look around each error takes most of the time.
        return others
    lines = {data.rfind(b"\n", 0, one.start) for one in faults}
    lost = {kind for one in faults for line in _lines_of(data, one.start) for kind in _lost_kinds(data, line)}
    return [
        one
        for one in others
        if not one.message.startswith(UNDEFINED)
        or (data.rfind(b"\n", 0, one.start) not in lines and _kind_of(data, one) not in lost)
    ]


def _lost_kinds(data: bytes, feed: int) -> list[tuple[bytes, int]]:
    """The kinds of names, with the function of local ones, that the faulty line behind a line break may have been to define."""
    end = data.find(b"\n", feed + 1)
    line = data[feed + 1 : end if end >= 0 else len(data)].strip()
    function = _function_of(data, feed + 1)
    if function >= 0:
        return [] if re.match(_KEEPS_ITS_NAME, line) is not None else [(b"%", function)]
    found = [kind for kind, starts in _STARTS.items() if line.startswith(starts)]
    return [(kind, -1) for kind in found or _STARTS]


def _kind_of(data: bytes, error: TextError) -> tuple[bytes, int]:
    """The kind of the undefined name of an error, with the function that it is in if it is a local one."""
    for message, sigil in _SIGILS_OF_OTHERS.items():
        if error.message.startswith(message):
            return sigil, -1
    sigil = data[error.start : error.start + 1]
    return (sigil, _function_of(data, error.start)) if sigil == b"%" else (sigil, -1)


def _function_of(data: bytes, at: int) -> int:
    """Where the function begins in whose body an offset is; -1 for none."""
    begin = data.rfind(b"\ndefine", 0, at)
    if begin < 0 and not data.startswith(b"define"):
        return -1
    body = data.find(b"\n", begin + 1)
    return begin + 1 if 0 <= body < at and data.find(b"\n}", begin + 1, at) < 0 else -1


def _lines_of(data: bytes, start: int) -> tuple[int, int]:
    """The line breaks before the line of an error, and before the line above if the error begins its line."""
    feed = data.rfind(b"\n", 0, start)
    if feed < 0 or data[feed:start].strip():
        return feed, feed
    return feed, data.rfind(b"\n", 0, len(data[:feed].rstrip()))


@final
class _Definitions:
    """The names that lines of a text seem to define."""

    def __init__(self, data: bytes) -> None:
        self._assigned: Final[set[bytes]] = set(_ASSIGNED.findall(data))
        self._symbols: Final[set[bytes]] = set(_SYMBOL.findall(data))
        for line in _UNINDENTED.finditer(data):
            self._symbols.update(_CALLED.findall(data, line.start() + 1, line.end()))

    def has_symbol(self, name: bytes) -> bool:
        """Whether a line looks like the definition of a global value; True for a name that needs quotes."""
        return re.fullmatch(_SIMPLE, name) is None or name in self._symbols

    def has(self, name: bytes, sigils: bytes) -> bool:
        """The same for another thing: its name has one of these sigils, or has lost its own."""
        if re.fullmatch(_SIMPLE, name) is None or name in self._assigned:
            return True
        return any(bytes([sigil]) + name in self._assigned for sigil in sigils)

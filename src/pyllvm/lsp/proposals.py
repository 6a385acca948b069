"""One word that an editor can complete, and the places in a text where words are looked for."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from pyllvm.lsp.checking import TextEdit
from pyllvm.lsp.document import line_bounds

MOST: Final = 200
"""Proposals that an editor gets at once. If there are more, it asks again after the next letter."""
_PLAIN: Final = re.compile(rb'[@%$!#](?:[-a-zA-Z$._0-9]+|"[0-9]+")')
_LONGEST: Final = 120


class Proposal(NamedTuple):
    """One word to complete: its kind ("value", "global", "type", "keyword", "attribute" ...), detail and documentation.

    `edits` are changes elsewhere in the text that belong to it.
    """

    text: str
    kind: str
    detail: str = ""
    documentation: str = ""
    edits: tuple[TextEdit, ...] = ()


def text_of_name(name: bytes) -> str:
    """A name with its sigil as it is written, in quotes if it needs them."""
    text = name.decode("utf-8", "replace")
    return text if _PLAIN.fullmatch(name) is not None else f'{text[:1]}"{text[1:]}"'


def line_around(data: bytes, at: int) -> bytes:
    """The line that has an offset, without the blanks around it; the beginning of a long one."""
    first, last = line_bounds(data, at)
    line = data[first:last].strip()
    return line if len(line) <= _LONGEST else line[:_LONGEST] + b" ..."


def code(line: bytes) -> str:
    """A line of IR as documentation."""
    return f"```llvm\n{line.decode('utf-8', 'replace')}\n```"

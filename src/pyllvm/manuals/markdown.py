"""Turns a man page into a page of Markdown, for the site of the documentation.

It knows the requests that `pyllvm.manuals` writes, and no others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

#: Characters that Markdown would read as marks.
_MARKS: Final = re.compile(r"([\\`*_<])")
#: A reference to another man page, such as ``pyllvm-dis(1)``.
_REFERENCE: Final = re.compile(r"\b(pyllvm[a-z-]*)\(1\)")
_FONT: Final = re.compile(r"\\f[BIR]")


def markdown(page: str) -> str:
    """The text of a man page as Markdown: a heading for each section, an item for each option."""
    lines = page.splitlines()
    program = _plain(lines[2].partition(" ")[0])
    summary = _plain(lines[2].partition(" \\- ")[2])
    body = re.sub(r"\n{3,}", "\n\n", "\n".join(_body(lines[3:])))
    return f"# {program}\n\n{_text(summary[0].upper() + summary[1:])}.\n{body}\n"


def _plain(text: str) -> str:
    """The characters of a line, without its fonts."""
    text = _FONT.sub("", text).replace("\\&", "").replace("\\(aq", "'").replace("\\-", "-")
    return text.replace("\\e", "\\")


def _text(text: str) -> str:
    return _MARKS.sub(r"\\\1", text)


def _body(lines: list[str]) -> Iterator[str]:
    section = ""
    place = iter(lines)
    for line in place:
        request, _, words = line.partition(" ")
        if request == ".SH":
            section = _plain(words)
            yield f"\n## {section.capitalize().replace('llvm', 'LLVM')}\n"
        elif request == ".SS":
            yield f"\n### {_plain(words)}\n"
        elif request == ".TP":
            yield f"\n- `{_plain(next(place))}`  "
        elif request in (".PP", ".br"):
            yield ""
        elif request == ".B":
            yield f"```sh\n{_plain(words)}\n```"
        elif section == "SYNOPSIS":
            yield f"    {_plain(line)}"
        else:
            yield _REFERENCE.sub(r"[\1](\1.md)", _text(_plain(line)))

"""Which attributes LLVM gives an intrinsic, whatever its declaration says: those of targets, too.

When LLVM reads a declaration of an intrinsic, from bitcode or from text, it puts the attributes that it knows the
intrinsic to have in place of those that stand there. What they are in which version is in the file beside this one.
"""

from __future__ import annotations

import os
from typing import Final

import pyllvm.tables

# The versions that the file's columns stand for; one in between is as the one before it.
VERSIONS: Final = (8, 14, 16, 19, 22)

_PREFIX: Final = "llvm."
_texts: list[str] = []


def intrinsic_attribute_row(name: str, version: int) -> str | None:
    """The attributes of the intrinsic of that name: "function nounwind memory=3; 0 immarg", or None if it is none.

    The places are "function", "return" and the numbers of parameters.
    """
    if not name.startswith(_PREFIX):
        return None
    text = _text()
    rest = name[len(_PREFIX) :]
    column = 0
    while column + 1 < len(VERSIONS) and VERSIONS[column + 1] <= version:
        column += 1
    position = text.find(f" {rest} ")
    if position >= 0:
        found = _row_at(text, position, column)
        if found is not None:
            return found
    while rest:
        position = text.find(f" {rest}* ")
        if position >= 0:
            found = _row_at(text, position, column)
            if found is not None:
                return found
        rest = rest.rpartition(".")[0]
    return None


def _row_at(text: str, position: int, column: int) -> str | None:
    """The attributes that the row around that position gives in the version of that column."""
    begin = text.rfind("\n", 0, position) + 1
    end = text.find("\t", begin)
    numbers = text[begin:end].split(" ")
    # A name with a space in it may hit something else than a row of names.
    if end < 0 or end > position or len(numbers) != len(VERSIONS) or numbers[column] == "-":
        return None
    mark = f"\n{numbers[column]}\t"
    begin = text.index(mark) + len(mark)
    return text[begin : text.index("\n", begin)]


def _text() -> str:
    if not _texts:
        folder = os.path.dirname(pyllvm.tables.__file__ or "")
        with open(os.path.join(folder, "intrinsics.txt"), encoding="ascii") as file:
            _texts.append(file.read())
    return _texts[0]

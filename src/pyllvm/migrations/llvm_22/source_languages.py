"""LLVM 22: a compile unit may have the name of its language, and its version, as DWARF 6 does. Before, one number had both."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pyllvm.ir.metadata import SpecializedNode
from pyllvm.ir.module import Module
from pyllvm.migrations.loss import Losses
from pyllvm.migrations.shared.debug_nodes import set_field
from pyllvm.tables.dwarf import LANGUAGE_NAMES, LANGUAGES
from pyllvm.tables.features import SOURCE_LANGUAGE_NAMES

# By the end of the language's name: the versions of DWARF 6 from which on a language of DWARF 5 is meant, the newest first.
_BY_VERSION: Final[dict[str, tuple[tuple[int, str], ...]]] = {
    "Ada": ((2012, "Ada2012"), (2005, "Ada2005"), (95, "Ada95"), (0, "Ada83")),
    "C": ((201710, "C17"), (201112, "C11"), (199901, "C99"), (198912, "C89"), (0, "C")),
    "C_plus_plus": (
        (202002, "C_plus_plus_20"), (201703, "C_plus_plus_17"), (201402, "C_plus_plus_14"), (201103, "C_plus_plus_11"),
        (200310, "C_plus_plus_03"), (0, "C_plus_plus"),
    ),
    "Cobol": ((1985, "Cobol85"), (0, "Cobol74")),
    "Fortran": (
        (2018, "Fortran18"), (2008, "Fortran08"), (2003, "Fortran03"), (1995, "Fortran95"), (1990, "Fortran90"), (0, "Fortran77"),
    ),
    "OpenCL_C": ((0, "OpenCL"),),
    "Pascal": ((0, "Pascal83"),),
}  # fmt: skip


def downgrade_nodes(module: Module, nodes: Sequence[object], version: int, losses: Losses) -> None:
    """Give the unit the number of that language and version."""
    newest = SOURCE_LANGUAGE_NAMES.since
    for node in nodes:
        if not isinstance(node, SpecializedNode) or node.spec.name != "DICompileUnit":
            continue
        name = node["sourceLanguageName"]
        if not isinstance(name, int) or not name:
            continue
        word = LANGUAGE_NAMES.text(name, newest).removeprefix(LANGUAGE_NAMES.prefix)
        given = node["sourceLanguageVersion"]
        least = given if isinstance(given, int) else 0
        rows = _BY_VERSION.get(word, ((0, word),))
        older = next(row[1] for row in rows if row[0] <= least)
        number = LANGUAGES.number(LANGUAGES.prefix + older, newest)
        if number >= 0:
            set_field(module, node, "language", number)
            set_field(module, node, "sourceLanguageName", 0)
            set_field(module, node, "sourceLanguageVersion", 0)

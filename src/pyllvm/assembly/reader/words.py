"""The words that are kinds of token by the tables of attributes and calling conventions, not by the grammar."""

from __future__ import annotations

from typing import Final

from pyllvm.tables.attributes import ATTRIBUTE_KINDS, INTEGER, NONE, RANGE, RANGE_LIST, TYPE
from pyllvm.tables.calling_conventions import NUMBER_OF_WORD

_TERMINAL_OF_PAYLOAD: Final = {
    NONE: "ENUM_ATTRIBUTE",
    TYPE: "TYPE_ATTRIBUTE",
    INTEGER: "INTEGER_ATTRIBUTE",
    RANGE: "RANGE_ATTRIBUTE",
    RANGE_LIST: "RANGE_LIST_ATTRIBUTE",
}
# Attributes with integer values that are not written as one number.
_PAIRS: Final = ("allocsize", "vscale_range")
_WORDS: Final = ("memory", "nofpclass", "captures", "uwtable", "allockind")


def _terminal_words() -> dict[str, list[str]]:
    """For each such kind of token its words. A word that the grammar names itself is of the grammar's kind."""
    words: dict[str, list[str]] = {terminal: [] for terminal in _TERMINAL_OF_PAYLOAD.values()}
    words["PAIR_ATTRIBUTE"] = []
    words["WORDS_ATTRIBUTE"] = []
    for kind in ATTRIBUTE_KINDS:
        terminal = _TERMINAL_OF_PAYLOAD[kind.payload]
        if kind.word in _PAIRS:
            terminal = "PAIR_ATTRIBUTE"
        elif kind.word in _WORDS:
            terminal = "WORDS_ATTRIBUTE"
        words[terminal].append(kind.word)
    conventions: list[str] = []
    for word in NUMBER_OF_WORD:
        # A convention with an argument stands in the table once for each: `riscv_vls_cc(32)`.
        name = word.partition("(")[0]
        if name not in conventions:
            conventions.append(name)
    words["CALLING_CONVENTION"] = conventions
    return words


TERMINAL_WORDS: Final[dict[str, list[str]]] = _terminal_words()

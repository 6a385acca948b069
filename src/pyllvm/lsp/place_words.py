"""The words that fit a place by what is before it in its line: predicates, flags, orderings, linkages and the like."""

from __future__ import annotations

import re
from typing import Final

from pyllvm.lsp.proposals import Proposal
from pyllvm.lsp.word_texts import about_word
from pyllvm.tables.atomics import ATOMIC_RMW_OPERATIONS, ORDERING_NUMBERS
from pyllvm.tables.calling_conventions import CALLING_CONVENTIONS
from pyllvm.tables.features import OPAQUE_POINTERS_SINCE
from pyllvm.tables.keywords import COMDAT_SELECTION_KINDS
from pyllvm.tables.linkages import LINKAGES
from pyllvm.tables.opcodes import CAST_NAMES, FLAGS_OF_OPERATION
from pyllvm.tables.predicates import FCMP_PREDICATES, ICMP_PREDICATES

TYPES: Final = (
    "ptr", "void", "i1", "i8", "i16", "i32", "i64", "i128", "half", "bfloat", "float", "double", "label", "metadata", "token",
)  # fmt: skip
_LINKAGES: Final = tuple([row.word for row in LINKAGES])
_OF_GLOBALS: Final = (
    *_LINKAGES, "dso_local", "default", "hidden", "protected", "dllimport", "dllexport", "thread_local", "unnamed_addr",
    "local_unnamed_addr", "addrspace(", "externally_initialized",
)  # fmt: skip
_OF_VARIABLES: Final = (*_OF_GLOBALS, "global", "constant", "alias", "ifunc")
_ORDERINGS: Final = ("acquire", "acq_rel", "monotonic", "release", "seq_cst", "unordered", "syncscope(")
_FENCES: Final = ("acquire", "acq_rel", "release", "seq_cst", "syncscope(")
_RMW: Final = "\0operations"
_CONVENTIONS: Final = "\0conventions"
_FLAGS: Final = "\0flags"
_NAME: Final = r"[-\w$.]+"
_WORDS: Final = r"(?:[a-z_]+(?:\([^()]*\))?\s+)*"
_RESULT: Final = rf"\s*(?:%{_NAME}\s*=\s*)?"

# A pattern for the whole line before the place, and the words. A word that begins with a zero means the words of a table.
_PLACES: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    (r"target\s+", ("triple", "datalayout")),
    (r"module\s+", ("asm",)),
    (rf"\${_NAME}\s*=\s*", ("comdat",)),
    (rf"\${_NAME}\s*=\s*comdat\s+", tuple([word for word, _ in COMDAT_SELECTION_KINDS])),
    (rf"%{_NAME}\s*=\s*type\s+", ("opaque", *TYPES)),
    (rf"@{_NAME}\s*=\s*(?!.*\b(?:global|constant|alias|ifunc)\s){_WORDS}", _OF_VARIABLES),
    (rf"(?:define|declare)\s+{_WORDS}", (*_OF_GLOBALS, _CONVENTIONS, *TYPES)),
    (rf"{_RESULT}icmp\s+(?:samesign\s+)?", (_FLAGS, *[row.word for row in ICMP_PREDICATES])),
    (rf"{_RESULT}fcmp\s+{_WORDS}", (_FLAGS, *FCMP_PREDICATES)),
    (rf"{_RESULT}fence\s+(?:syncscope\([^()]*\)\s+)?", _FENCES),
    (rf"{_RESULT}atomicrmw\s+(?:volatile\s+)?", ("volatile", _RMW)),
    (rf"{_RESULT}cmpxchg\s+", ("weak", "volatile", "ptr")),
    (rf"{_RESULT}(?:load|store)\s+atomic\s+.*,\s*ptr\s+\S+\s+(?:syncscope\([^()]*\)\s+)?", _ORDERINGS),
    (rf"{_RESULT}atomicrmw\s+.*,\s*\S+\s+[^\s,]+\s+(?:syncscope\([^()]*\)\s+)?", _ORDERINGS),
    (rf"{_RESULT}cmpxchg\s+.*,\s*\S+\s+[^\s,]+\s+(?:syncscope\([^()]*\)\s+)?(?:[a-z_]+\s+)?", _ORDERINGS),
    (rf"{_RESULT}(?:load|store)\s+(?:atomic\s+)?(?:volatile\s+)?", ("atomic", "volatile", *TYPES)),
    (rf"{_RESULT}(?:load|store)\s.*,\s*ptr\s+\S+,\s+", ("align",)),
    (rf"{_RESULT}alloca\s+(?:inalloca\s+)?", ("inalloca", "swifterror", *TYPES)),
    (rf"{_RESULT}(?:{'|'.join(sorted(CAST_NAMES))})\s.*\s[^\s,]+\s+(?<!to\s)", ("to",)),
    (rf"{_RESULT}(?:{'|'.join(sorted(CAST_NAMES))})\s.*\sto\s+", TYPES),
    (rf"{_RESULT}(?:tail|musttail|notail)\s+", ("call",)),
    (r"\s*br\s+", ("label", "i1")),
    (r"\s*br\s+i1\s+[^\s,]+,\s+(?:label\s+\S+,\s+)?", ("label",)),
    (r"\s*switch\s.*,\s+", ("label",)),
    (rf"{_RESULT}invoke\s.*\)\s+", ("to", "nounwind")),
    (r".*\bto\s+label\s+\S+\s+", ("unwind",)),
    (r".*\b(?:to|unwind)\s+", ("label", "caller")),
    (rf"{_RESULT}landingpad\s.*\}}\s+", ("cleanup", "catch", "filter")),
    (rf"{_RESULT}(?:cleanuppad|catchpad|catchswitch)\s+", ("within",)),
    (rf"{_RESULT}(?:cleanupret|catchret)\s+", ("from",)),
    (r"\s*ret\s+", TYPES),
    (rf"{_RESULT}({'|'.join(sorted(FLAGS_OF_OPERATION))})\s+{_WORDS}", (_FLAGS, *TYPES)),
)


def words_of_place(before: bytes, version: int) -> list[Proposal] | None:
    """The words that fit behind the beginning of a line, the likeliest first; None if nothing is known about the place."""
    line = before.decode("utf-8", "replace")
    for pattern, words in _PLACES:
        if re.fullmatch(pattern, line) is not None:
            found = [one for word in words for one in _meant(word, line, version)]
            return [Proposal(word, _kind(word), documentation=about_word(word.rstrip("("), version)) for word in found]
    return None


def _kind(word: str) -> str:
    return "type" if word in TYPES else "keyword"


def _meant(word: str, line: str, version: int) -> list[str]:
    """The words of this version that a word of the table means."""
    if word == _RMW:
        return [row.word for row in ATOMIC_RMW_OPERATIONS if row.since <= version]
    if word == _CONVENTIONS:
        return [row.word for row in CALLING_CONVENTIONS if row.since <= version <= row.until]
    if word == _FLAGS:
        operation = next((name for name in line.split() if name in FLAGS_OF_OPERATION), "")
        takes = FLAGS_OF_OPERATION.get(operation)
        if takes is None:
            return []
        written = line.split()
        found = [flag.word for flag in takes.flags if flag.since <= version and flag.word not in written]
        return [*found, "fast"] if takes.fast_math else found
    if word == "ptr" and version < OPAQUE_POINTERS_SINCE:
        return []
    return [] if word in line.split() and word in ORDERING_NUMBERS else [word]

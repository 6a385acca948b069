"""The words whose token kinds are defined by the tables, not by the grammar."""

from __future__ import annotations

from typing import Final

from pyllvm.tables import attributes, keywords
from pyllvm.tables.atomics import ATOMIC_RMW_OPERATIONS, ORDERING_NUMBERS
from pyllvm.tables.calling_conventions import CALLING_CONVENTIONS
from pyllvm.tables.flags import (
    ALL_FAST_MATH,
    DISJOINT,
    EXACT,
    FAST_MATH,
    FAST_MATH_OF_CASTS,
    FAST_MATH_OF_SITOFP,
    GEP_FLAGS,
    NO_FLAGS,
    NON_NEGATIVE_OF_ZEXT,
    WRAP,
)
from pyllvm.tables.linkages import LINKAGES
from pyllvm.tables.opcodes import CASTS, FLOATING_POINT_BINARY, INTEGER_BINARY, LOGICAL
from pyllvm.tables.predicates import FCMP_PREDICATES, ICMP_PREDICATES

# Indexed by the grammar of the value.
_TERMINAL_OF_ATTRIBUTE: Final = {
    attributes.NONE: "ENUM_ATTRIBUTE",
    attributes.TYPE: "TYPE_ATTRIBUTE",
    attributes.INTEGER: "INTEGER_ATTRIBUTE",
    attributes.RANGE: "RANGE_ATTRIBUTE",
    attributes.RANGE_LIST: "RANGE_LIST_ATTRIBUTE",
    attributes.ALIGNMENT: "INTEGER_ATTRIBUTE",
    attributes.OPTIONAL_SIZE: "SIZE_ATTRIBUTE",
    **dict.fromkeys(sorted(attributes.PAIRS), "PAIR_ATTRIBUTE"),
    **dict.fromkeys(sorted(attributes.WORDS), "WORDS_ATTRIBUTE"),
}

# Indexed by the first flag of the operation, which decides what may precede the operands.
_TERMINAL_OF_OPERATOR: Final = {
    WRAP.flags[0].word: "WRAPPING_OPERATOR",
    EXACT.flags[0].word: "EXACT_OPERATOR",
    DISJOINT.flags[0].word: "LOGICAL_OPERATOR",
}
_TERMINAL_OF_CAST: Final = {
    NO_FLAGS.number: "PLAIN_CAST",
    NON_NEGATIVE_OF_ZEXT.number: "NNEG_CAST",
    FAST_MATH_OF_CASTS.number: "FLOAT_CAST",
    FAST_MATH_OF_SITOFP.number: "FLOAT_CAST",
}


def _terminal_words() -> dict[str, list[str]]:
    """The words of each of these token kinds.

    A word has the first kind that contains it; a word that the grammar itself names has the grammar's kind.
    """
    words: dict[str, list[str]] = {
        "LINKAGE": [row.word for row in LINKAGES],
        "PREEMPTION": list(keywords.RUNTIME_PREEMPTIONS),
        "VISIBILITY": [word for word, _ in keywords.VISIBILITIES],
        "DLL_STORAGE_CLASS": [word for word, _ in keywords.DLL_STORAGE_CLASSES],
        "UNNAMED_ADDR": [word for word, _ in keywords.UNNAMED_ADDRESSES],
        "SANITIZER_WORD": [word for word, _ in keywords.SANITIZER_FLAGS],
        "TAIL_KIND": list(keywords.TAIL_CALL_KINDS),
        "ASM_MARKER": [word for word, _ in keywords.INLINE_ASM_FLAGS],
        "FLOAT_OPERATOR": [row.name for row in FLOATING_POINT_BINARY],
        "LOGICAL_OPERATOR": sorted(LOGICAL),
        "WRAP_FLAG": [],  # filled below
        "GEP_FLAG": [flag.word for flag in GEP_FLAGS.flags],
        "FAST_MATH_FLAG": [flag.word for flag in FAST_MATH.flags] + [FAST_MATH.text(ALL_FAST_MATH).strip()],
        "PREDICATE": [row.word for row in ICMP_PREDICATES] + list(FCMP_PREDICATES),
        "ORDERING": list(ORDERING_NUMBERS),
    }
    for row in INTEGER_BINARY:
        flags = [flag.word for flag in row.flags.flags]
        terminal = _TERMINAL_OF_OPERATOR[flags[0]] if flags else "PLAIN_OPERATOR"
        _add(words, terminal, row.name)
        if terminal == "WRAPPING_OPERATOR":
            for flag in flags:
                _add(words, "WRAP_FLAG", flag)
    for row in CASTS:
        if row.flags.number in _TERMINAL_OF_CAST:
            _add(words, _TERMINAL_OF_CAST[row.flags.number], row.name)
    words["ATOMIC_OPERATION"] = [operation.word for operation in ATOMIC_RMW_OPERATIONS]
    for kind in attributes.ATTRIBUTE_KINDS:
        _add(words, _TERMINAL_OF_ATTRIBUTE[kind.grammar], kind.word)
    for convention in CALLING_CONVENTIONS:
        # A convention with an argument is in the table once for each argument: `riscv_vls_cc(32)`.
        _add(words, "CALLING_CONVENTION", convention.word.partition("(")[0])
    return _each_once(words)


def _add(words: dict[str, list[str]], terminal: str, word: str) -> None:
    words.setdefault(terminal, []).append(word)


def _each_once(words: dict[str, list[str]]) -> dict[str, list[str]]:
    found: set[str] = {""}
    result: dict[str, list[str]] = {}
    for terminal, candidates in words.items():
        result[terminal] = []
        for word in candidates:
            if word not in found:
                found.add(word)
                result[terminal].append(word)
    return result


TERMINAL_WORDS: Final[dict[str, list[str]]] = _terminal_words()

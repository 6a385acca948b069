"""The small keyword sets of LLVM IR: the word in text beside the number in bitcode.

Each set is a tuple of (word, number), with two dictionaries made of it: `X_OF_NUMBER` for readers (numbers that later
versions may add are missing: readers take the default named here), `X_NUMBERS` for writers, by word. Sets that have
grown name the version since which a word is known in `X_SINCE`; words not there have always been.
"""

from __future__ import annotations

from typing import Final

# --- linkage: `external` is not printed where a body or initializer follows

LINKAGES: Final[tuple[tuple[str, int], ...]] = (
    ("external", 0),
    ("appending", 2),
    ("internal", 3),
    ("extern_weak", 7),
    ("common", 8),
    ("private", 9),
    ("available_externally", 12),
    ("weak", 16),
    ("weak_odr", 17),
    ("linkonce", 18),
    ("linkonce_odr", 19),
)
LINKAGE_NUMBERS: Final[dict[str, int]] = dict(LINKAGES)
# Numbers that are read and no longer written; any other unknown number is `external`.
OLD_LINKAGES: Final[tuple[tuple[str, int], ...]] = (
    ("weak", 1),  # these four had a comdat of their own name
    ("linkonce", 4),
    ("weak_odr", 10),
    ("linkonce_odr", 11),
    ("external", 5),  # dllimport
    ("external", 6),  # dllexport
    ("private", 13),  # linker_private
    ("private", 14),  # linker_private_weak
    ("external", 15),  # linkonce_odr_auto_hide
)
LINKAGE_OF_NUMBER: Final[dict[int, str]] = {number: word for word, number in LINKAGES + OLD_LINKAGES}
IMPLICIT_COMDAT_LINKAGES: Final = frozenset((1, 4, 10, 11))
# The DLL storage classes that were linkages once.
DLL_STORAGE_OF_OLD_LINKAGE: Final[dict[int, str]] = {5: "dllimport", 6: "dllexport"}

# --- visibility, DLL storage class: the default is not printed

VISIBILITIES: Final[tuple[tuple[str, int], ...]] = (("default", 0), ("hidden", 1), ("protected", 2))
VISIBILITY_NUMBERS: Final[dict[str, int]] = dict(VISIBILITIES)
VISIBILITY_OF_NUMBER: Final[dict[int, str]] = {number: word for word, number in VISIBILITIES}

DLL_STORAGE_CLASSES: Final[tuple[tuple[str, int], ...]] = (("default", 0), ("dllimport", 1), ("dllexport", 2))
DLL_STORAGE_NUMBERS: Final[dict[str, int]] = dict(DLL_STORAGE_CLASSES)
DLL_STORAGE_OF_NUMBER: Final[dict[int, str]] = {number: word for word, number in DLL_STORAGE_CLASSES}
LOCAL_DLL_STORAGE_UNTIL: Final = 15
"""The last version whose local symbols may have a DLL storage class."""

# --- thread_local: the word is the mode, "" for none; an unknown number is `generaldynamic`

THREAD_LOCAL_MODES: Final[tuple[tuple[str, int], ...]] = (
    ("", 0),
    ("generaldynamic", 1),
    ("localdynamic", 2),
    ("initialexec", 3),
    ("localexec", 4),
)
THREAD_LOCAL_NUMBERS: Final[dict[str, int]] = dict(THREAD_LOCAL_MODES)
THREAD_LOCAL_OF_NUMBER: Final[dict[int, str]] = {number: word for word, number in THREAD_LOCAL_MODES}
# What is printed before `global`, without the blank that follows.
THREAD_LOCAL_TEXT: Final[dict[str, str]] = {
    "": "",
    "generaldynamic": "thread_local",
    "localdynamic": "thread_local(localdynamic)",
    "initialexec": "thread_local(initialexec)",
    "localexec": "thread_local(localexec)",
}

# --- unnamed_addr: "" for none

UNNAMED_ADDRESSES: Final[tuple[tuple[str, int], ...]] = (("", 0), ("unnamed_addr", 1), ("local_unnamed_addr", 2))
UNNAMED_ADDRESS_NUMBERS: Final[dict[str, int]] = dict(UNNAMED_ADDRESSES)
UNNAMED_ADDRESS_OF_NUMBER: Final[dict[int, str]] = {number: word for word, number in UNNAMED_ADDRESSES}

# --- runtime preemption

RUNTIME_PREEMPTIONS: Final[tuple[tuple[str, int], ...]] = (("dso_preemptable", 0), ("dso_local", 1))

# --- comdat selection kinds: an unknown number is `any`

COMDAT_SELECTION_KINDS: Final[tuple[tuple[str, int], ...]] = (
    ("any", 1),
    ("exactmatch", 2),
    ("largest", 3),
    ("nodeduplicate", 4),  # `noduplicates` up to LLVM 12
    ("samesize", 5),
)
COMDAT_SELECTION_NUMBERS: Final[dict[str, int]] = {**dict(COMDAT_SELECTION_KINDS), "noduplicates": 4}
COMDAT_SELECTION_OF_NUMBER: Final[dict[int, str]] = {number: word for word, number in COMDAT_SELECTION_KINDS}
NODEDUPLICATE_SINCE: Final = 13


def comdat_selection_text(word: str, version: int) -> str:
    """The word that LLVM of that version prints for a comdat's selection kind."""
    if word == "nodeduplicate" and version < NODEDUPLICATE_SINCE:
        return "noduplicates"
    if word == "noduplicates" and version >= NODEDUPLICATE_SINCE:
        return "nodeduplicate"
    return word


# --- sanitizer flags of global variables: bits, in the order of printing, each after a comma

SANITIZER_FLAGS: Final[tuple[tuple[str, int], ...]] = (
    ("no_sanitize_address", 1),
    ("no_sanitize_hwaddress", 2),
    ("sanitize_memtag", 4),
    ("sanitize_address_dyninit", 8),
)
SANITIZER_FLAGS_SINCE: Final = 15

# --- code models of global variables: "" for none, which bitcode writes as 0

CODE_MODELS: Final[tuple[tuple[str, int], ...]] = (
    ("", 0),
    ("tiny", 1),
    ("small", 2),
    ("kernel", 3),
    ("medium", 4),
    ("large", 5),
)
CODE_MODEL_NUMBERS: Final[dict[str, int]] = dict(CODE_MODELS)
CODE_MODEL_OF_NUMBER: Final[dict[int, str]] = {number: word for word, number in CODE_MODELS}
CODE_MODELS_SINCE: Final = 18

# --- atomics: an unknown ordering is `seq_cst`

NOT_ATOMIC: Final = 0
UNORDERED: Final = 1
MONOTONIC: Final = 2
ACQUIRE: Final = 3
RELEASE: Final = 4
ACQUIRE_RELEASE: Final = 5
SEQUENTIALLY_CONSISTENT: Final = 6
# by number
ORDERINGS: Final[tuple[str, ...]] = ("", "unordered", "monotonic", "acquire", "release", "acq_rel", "seq_cst")
ORDERING_NUMBERS: Final[dict[str, int]] = {word: number for number, word in enumerate(ORDERINGS) if word}

# by number
ATOMIC_RMW_OPERATIONS: Final[tuple[str, ...]] = (
    "xchg",
    "add",
    "sub",
    "and",
    "nand",
    "or",
    "xor",
    "max",
    "min",
    "umax",
    "umin",
    "fadd",
    "fsub",
    "fmax",
    "fmin",
    "uinc_wrap",
    "udec_wrap",
    "usub_cond",
    "usub_sat",
    "fmaximum",
    "fminimum",
)
ATOMIC_RMW_NUMBERS: Final[dict[str, int]] = {word: number for number, word in enumerate(ATOMIC_RMW_OPERATIONS)}
ATOMIC_RMW_SINCE: Final[dict[str, int]] = {
    "fadd": 9,
    "fsub": 9,
    "fmax": 15,
    "fmin": 15,
    "uinc_wrap": 16,
    "udec_wrap": 16,
    "usub_cond": 20,
    "usub_sat": 20,
    "fmaximum": 21,
    "fminimum": 21,
}

# --- comparisons

# by number, from 0
FCMP_PREDICATES: Final[tuple[str, ...]] = (
    "false",
    "oeq",
    "ogt",
    "oge",
    "olt",
    "ole",
    "one",
    "ord",
    "uno",
    "ueq",
    "ugt",
    "uge",
    "ult",
    "ule",
    "une",
    "true",
)
# by number, from 32
FIRST_ICMP_PREDICATE: Final = 32
ICMP_PREDICATES: Final[tuple[str, ...]] = ("eq", "ne", "ugt", "uge", "ult", "ule", "sgt", "sge", "slt", "sle")
FCMP_NUMBERS: Final[dict[str, int]] = {word: number for number, word in enumerate(FCMP_PREDICATES)}
ICMP_NUMBERS: Final[dict[str, int]] = {
    word: number + FIRST_ICMP_PREDICATE for number, word in enumerate(ICMP_PREDICATES)
}
PREDICATE_OF_NUMBER: Final[dict[int, str]] = {
    **dict(enumerate(FCMP_PREDICATES)),
    **dict(enumerate(ICMP_PREDICATES, FIRST_ICMP_PREDICATE)),
}

# --- fast-math flags: bits of the records, in the order of printing (bit 0, of LLVM 3, means all of them)

FAST_MATH_FLAGS: Final[tuple[tuple[str, int], ...]] = (
    ("reassoc", 128),
    ("nnan", 2),
    ("ninf", 4),
    ("nsz", 8),
    ("arcp", 16),
    ("contract", 32),
    ("afn", 64),
)
FAST_MATH_NUMBERS: Final[dict[str, int]] = {**dict(FAST_MATH_FLAGS), "fast": 254}
UNSAFE_ALGEBRA: Final = 1
ALL_FAST_MATH: Final = 254  # `fast`


def fast_math_text(flags: int) -> str:
    """The words of fast-math flags with a blank between them, `fast` where all are set; empty for none."""
    if flags & UNSAFE_ALGEBRA or flags & ALL_FAST_MATH == ALL_FAST_MATH:
        return "fast"
    return " ".join([word for word, bit in FAST_MATH_FLAGS if flags & bit])


# --- inline assembly: words in the order of printing, with the bits of the newest INLINEASM record's flags

INLINE_ASM_FLAGS: Final[tuple[tuple[str, int], ...]] = (
    ("sideeffect", 1),
    ("alignstack", 2),
    ("inteldialect", 4),
    ("unwind", 8),
)
INLINE_ASM_UNWIND_SINCE: Final = 13

# --- calls

TAIL_CALL_KINDS: Final[tuple[str, ...]] = ("", "tail", "musttail", "notail")

# --- landing pads

LANDING_PAD_CLAUSES: Final[tuple[str, ...]] = ("catch", "filter")  # by number

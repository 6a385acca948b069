"""The small keyword sets of LLVM IR: the word in text beside the number in bitcode.

Each set is a tuple of (word, number), with two dictionaries made of it: `X_OF_NUMBER` for readers (numbers that later
versions may add are missing: readers take the default named here), `X_NUMBERS` for writers, by word. Sets that have
grown name the version since which a word is known in `X_SINCE`; words not there have always been. The selection kinds of comdats
depend on the object format as well; formats of floating-point numbers and modes of rounding are words in metadata.

Source: LLLexer.cpp; LangRef (Comdats) and Verifier.cpp (visitComdat); APFloat.cpp (isValidArbitraryFPFormat); FPEnv.cpp.
`python -m tests.releases.run PATH --subject words` shows what it lacks of an LLVM.
"""

from __future__ import annotations

from typing import Final

from pyllvm.tables.features import NODEDUPLICATE_SINCE

# --- visibility, DLL storage class: the default is not printed

VISIBILITIES: Final[tuple[tuple[str, int], ...]] = (("default", 0), ("hidden", 1), ("protected", 2))
VISIBILITY_NUMBERS: Final[dict[str, int]] = dict(VISIBILITIES)
VISIBILITY_OF_NUMBER: Final[dict[int, str]] = {number: word for word, number in VISIBILITIES}

DLL_STORAGE_CLASSES: Final[tuple[tuple[str, int], ...]] = (("default", 0), ("dllimport", 1), ("dllexport", 2))
DLL_STORAGE_NUMBERS: Final[dict[str, int]] = dict(DLL_STORAGE_CLASSES)
DLL_STORAGE_OF_NUMBER: Final[dict[int, str]] = {number: word for word, number in DLL_STORAGE_CLASSES}
LOCAL_DLL_STORAGE_UNTIL: Final = 15
"""Last version in which local symbols can have a DLL storage class."""

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
# The text before `global`, without the blank that follows.
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

RUNTIME_PREEMPTIONS: Final[tuple[str, ...]] = ("dso_preemptable", "dso_local")  # by number

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


def comdat_selection_text(word: str, version: int) -> str:
    """The word that LLVM of this version prints for a comdat's selection kind."""
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

# --- inline assembly: words in the order of printing, with the bits of the newest INLINEASM record's flags

ASM_SIDE_EFFECTS: Final = 1
ASM_ALIGN_STACK: Final = 2
ASM_INTEL_DIALECT: Final = 4
ASM_CAN_THROW: Final = 8
INLINE_ASM_FLAGS: Final[tuple[tuple[str, int], ...]] = (
    ("sideeffect", ASM_SIDE_EFFECTS),
    ("alignstack", ASM_ALIGN_STACK),
    ("inteldialect", ASM_INTEL_DIALECT),
    ("unwind", ASM_CAN_THROW),
)

# --- module-level assembly: its properties, in the order of printing

MODULE_ASM_PROPERTIES: Final[tuple[str, ...]] = ("target_features", "target_cpu")

# --- calls: "" for none

NO_TAIL_KIND: Final = ""
TAIL: Final = "tail"
MUST_TAIL: Final = "musttail"
NO_TAIL: Final = "notail"
TAIL_CALL_KINDS: Final[tuple[str, ...]] = (NO_TAIL_KIND, TAIL, MUST_TAIL, NO_TAIL)


FORMAT_NAMES: Final[dict[str, str]] = {"elf": "ELF", "wasm": "WebAssembly", "macho": "Mach-O"}


def selection_kinds(object_format: str, version: int) -> tuple[str, ...] | None:
    """The selection kinds that a format has in LLVM `version`; None if it has all of them."""
    if object_format == "elf":
        return ("any", "nodeduplicate") if version >= NODEDUPLICATE_SINCE else ("any",)
    if object_format == "wasm":
        return ("any",)
    return () if object_format == "macho" else None


# The formats of llvm.convert.to.arbitrary.fp and llvm.convert.from.arbitrary.fp, with their bits.
FORMAT_BITS: Final[dict[str, int]] = {
    "Float8E5M2": 8,
    "Float8E5M2FNUZ": 8,
    "Float8E4M3": 8,
    "Float8E4M3FN": 8,
    "Float8E4M3FNUZ": 8,
    "Float8E4M3B11FNUZ": 8,
    "Float8E3M4": 8,
    "Float8E8M0FNU": 8,
    "Float6E3M2FN": 6,
    "Float6E2M3FN": 6,
    "Float4E2M1FN": 4,
}

# The modes that an intrinsic can name, without the mode that is read at run time.
ROUNDING_MODES: Final = ("round.tonearest", "round.tonearestaway", "round.downward", "round.upward", "round.towardzero")

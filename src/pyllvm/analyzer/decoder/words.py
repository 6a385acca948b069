"""The words for numbers that mean the same in every module: linkages, orderings, flags, kinds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pyllvm.ir import summary
from pyllvm.tables import calling_conventions, instruction_bits, keywords
from pyllvm.tables.atomics import ATOMIC_RMW_OPERATIONS, ELEMENTWISE, ORDERINGS
from pyllvm.tables.flags import FAST_MATH, GEP_FLAGS, INBOUNDS
from pyllvm.tables.linkages import LINKAGE_OF_NUMBER, SUMMARY_LINKAGES
from pyllvm.tables.opcodes import CASTS, UNARY
from pyllvm.tables.predicates import PREDICATE_OF_NUMBER

NONE: Final = "none"
_EXPLICIT_TYPE: Final = "explicit_type"

WORDS: Final[dict[str, dict[int, str]]] = {
    "linkage": LINKAGE_OF_NUMBER,
    "visibility": keywords.VISIBILITY_OF_NUMBER,
    "thread_local": keywords.THREAD_LOCAL_OF_NUMBER,
    "unnamed_addr": keywords.UNNAMED_ADDRESS_OF_NUMBER,
    "dll_storage": keywords.DLL_STORAGE_OF_NUMBER,
    "selection": keywords.COMDAT_SELECTION_OF_NUMBER,
    "preemption": dict(enumerate(keywords.RUNTIME_PREEMPTIONS)),
    "code_model": keywords.CODE_MODEL_OF_NUMBER,
    "ordering": dict(enumerate(ORDERINGS)),
    "predicate": PREDICATE_OF_NUMBER,
    "unary_operation": {row.code: row.name for row in UNARY},
    "cast_operation": {row.code: row.name for row in CASTS},
    "clause": {0: "catch", 1: "filter"},
    "allocation": summary.ALLOCATION_TYPES,
    "type_test": dict(enumerate(summary.TYPE_TEST_KINDS)),
    "devirtualization": dict(enumerate(summary.DEVIRTUALIZATION_KINDS)),
    "by_argument": dict(enumerate(summary.BY_ARGUMENT_KINDS)),
}
"""The words of a meaning by number; an empty word means `none`."""

_CALL_FLAGS: Final = (
    (instruction_bits.CALL_TAIL, "tail"),
    (instruction_bits.CALL_MUST_TAIL, "musttail"),
    (instruction_bits.CALL_NO_TAIL, "notail"),
    (instruction_bits.CALL_FAST_MATH, "fast_math"),
    (instruction_bits.CALL_EXPLICIT_TYPE, _EXPLICIT_TYPE),
)
_VARIABLE_FLAGS: Final = ((1, "readonly"), (2, "writeonly"), (4, "constant"))
_SYMBOL_FLAGS: Final = (
    (4, "notEligibleToImport"),
    (5, "live"),
    (6, "dsoLocal"),
    (7, "canAutoHide"),
    (10, "declaration"),
    (11, "noRenameOnPromotion"),
)
_TAIL_CALL_OF_HOTNESS: Final = 8


def alignment(exponent: int) -> str | None:
    """An alignment from its logarithm plus one; None if it is too large."""
    if exponent == 0:
        return NONE
    return str(1 << (exponent - 1)) if exponent <= instruction_bits.MAXIMUM_ALIGNMENT_EXPONENT + 1 else None


def call_bits(bits: int, version: int) -> str:
    """The convention and the flags of a call or callbr."""
    number = (bits & instruction_bits.CALL_CONVENTION_MASK) >> instruction_bits.CALL_CONVENTION_SHIFT
    return _joined([convention(number, version), *[word for bit, word in _CALL_FLAGS if bits & bit]])


def invoke_bits(bits: int, version: int) -> str:
    """The convention and the flag of an invoke."""
    words = [convention(bits & instruction_bits.INVOKE_CONVENTION_MASK, version)]
    return _joined([*words, _EXPLICIT_TYPE] if bits & instruction_bits.INVOKE_EXPLICIT_TYPE else words)


def convention(number: int, version: int) -> str:
    """A calling convention."""
    return calling_conventions.text(number, version).strip()


def alloca_bits(bits: int) -> str:
    """The alignment and the flags of an alloca."""
    low = bits & instruction_bits.ALLOCA_ALIGNMENT_LOW_MASK
    high = bits >> instruction_bits.ALLOCA_ALIGNMENT_HIGH_SHIFT & instruction_bits.ALLOCA_ALIGNMENT_HIGH_MASK
    words = [f"align {alignment(low | high << instruction_bits.ALLOCA_ALIGNMENT_LOW_BITS)}"]
    for bit, word in (
        (instruction_bits.ALLOCA_INALLOCA, "inalloca"),
        (instruction_bits.ALLOCA_SWIFTERROR, "swifterror"),
        (instruction_bits.ALLOCA_EXPLICIT_TYPE, _EXPLICIT_TYPE),
    ):
        if bits & bit:
            words.append(word)
    return _joined(words)


def variable_bits(bits: int) -> str:
    """The first properties of a variable."""
    words = ["constant"] if bits & 1 else []
    if bits & 2:
        words.append(_EXPLICIT_TYPE)
        if bits >> 2:
            words.append(f"addrspace({bits >> 2})")
    return _joined(words)


def atomic_operation(number: int) -> str | None:
    """The operation of an atomicrmw; None if there is none of that number."""
    plain = number & ~ELEMENTWISE
    if plain >= len(ATOMIC_RMW_OPERATIONS):
        return None
    return ATOMIC_RMW_OPERATIONS[plain].word + (" elementwise" if number & ELEMENTWISE else "")


def fast_math(bits: int) -> str:
    """Fast-math flags."""
    return FAST_MATH.text(bits).strip() or NONE


def gep_flags(bits: int) -> str:
    """The flags of a getelementptr."""
    return GEP_FLAGS.text(bits).strip() or NONE


def gep_in_range(bits: int) -> str:
    """The flags of a constant getelementptr before LLVM 19, and its `inrange` index."""
    words = ["inbounds"] if bits & INBOUNDS else []
    return _joined([*words, f"inrange {bits >> 1}"])


def assembly_flags(bits: int) -> str:
    """The flags of inline assembly."""
    return _joined([word for word, bit in keywords.INLINE_ASM_FLAGS if bits & bit])


def sanitizers(bits: int) -> str:
    """The flags for sanitizers of a variable."""
    return _joined([word for word, bit in keywords.SANITIZER_FLAGS if bits & bit])


def summary_flags(bits: int) -> str:
    """The linkage and the flags of a symbol in a summary."""
    linkage = bits & 15
    words = [SUMMARY_LINKAGES[linkage] if linkage < len(SUMMARY_LINKAGES) else str(linkage)]
    visibility = bits >> 8 & 3
    if 0 < visibility < len(summary.SUMMARY_VISIBILITIES):
        words.append(summary.SUMMARY_VISIBILITIES[visibility])
    return _joined([*words, *[word for bit, word in _SYMBOL_FLAGS if bits >> bit & 1]])


def function_flags(bits: int) -> str:
    """The flags of a function in a summary."""
    return _joined([word for bit, word in enumerate(summary.FUNCTION_FLAGS) if bits >> bit & 1])


def variable_flags(bits: int) -> str:
    """The flags of a variable in a summary."""
    words = [word for bit, word in _VARIABLE_FLAGS if bits & bit]
    if bits >> 3:
        words.append(f"vcall_visibility({bits >> 3})")
    return _joined(words)


def hotness(bits: int) -> str:
    """How hot a call is."""
    number = bits & 7
    word = summary.HOTNESS[number] if number < len(summary.HOTNESS) else str(number)
    return f"{word} tail" if bits & _TAIL_CALL_OF_HOTNESS else word


def frequency(bits: int) -> str:
    """The relative frequency of a call."""
    number = str(bits & ((1 << summary.RELATIVE_FREQUENCY_BITS) - 1))
    return f"{number} tail" if bits >> summary.RELATIVE_FREQUENCY_BITS & 1 else number


def _joined(words: list[str]) -> str:
    return " ".join(words) if words else NONE


TEXTS: Final[dict[str, Callable[[int], str | None]]] = {
    "alignment": alignment,
    "alloca_bits": alloca_bits,
    "variable_bits": variable_bits,
    "atomic_operation": atomic_operation,
    "fast_math": fast_math,
    "gep_flags": gep_flags,
    "gep_in_range": gep_in_range,
    "assembly_flags": assembly_flags,
    "sanitizers": sanitizers,
    "summary_flags": summary_flags,
    "function_flags": function_flags,
    "variable_flags": variable_flags,
    "hotness": hotness,
    "frequency": frequency,
}
"""The functions that make the texts of the other meanings; None means that a number has no text."""

VERSIONED_TEXTS: Final[dict[str, Callable[[int, int], str]]] = {
    "convention": convention,
    "call_bits": call_bits,
    "invoke_bits": invoke_bits,
}
"""The same for words that not every version knows."""

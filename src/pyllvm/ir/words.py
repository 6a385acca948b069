"""The words of predicates, orderings, flags and conventions, and their numbers inside the IR."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Final, NoReturn

from pyllvm.tables.atomics import ATOMIC_RMW_OF_WORD, ORDERING_NUMBERS, AtomicOperation
from pyllvm.tables.calling_conventions import MAXIMUM, NUMBER_OF_WORD, WORD_OF_NUMBER
from pyllvm.tables.flags import ALL_FAST_MATH, FAST_MATH, NO_FLAGS
from pyllvm.tables.opcodes import FLAGS_OF_OPERATION
from pyllvm.tables.predicates import FCMP_NUMBERS, ICMP_NUMBERS

_FAST_MATH_WORDS: Final[dict[str, int]] = {**{flag.word: flag.bit for flag in FAST_MATH.flags}, "fast": ALL_FAST_MATH}
# The flags that were parsed before: programs use few combinations.
_known_flags: Final[dict[str, int]] = {"": 0}


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word that is most like this one; "" if none is."""
    from difflib import get_close_matches  # here because only errors need it

    return next(iter(get_close_matches(word, list(known), 1)), "")


def no_such_word(what: str, word: object, words: Iterable[str]) -> NoReturn:
    """Raise the error for a word that is not one of `words`: ValueError, or TypeError if it is not a string."""
    allowed = list(words)
    if not isinstance(word, str):
        raise TypeError(f"{what} is a word such as {allowed[0]!r}, not {word!r}")
    near = nearest(word, allowed)
    hint = f"; did you mean {near!r}?" if near else ""
    raise ValueError(f"{word!r} is not a valid {what}: it can be {', '.join(allowed)}{hint}")


def number_of(word: str, numbers: Mapping[str, int], what: str) -> int:
    """The number of a word in a table; `what` names the kind of word in errors."""
    number = numbers.get(word) if isinstance(word, str) else None
    if number is None:
        no_such_word(what, word, numbers)
    return number


def icmp_number(predicate: str) -> int:
    """The number of a predicate of icmp."""
    number = ICMP_NUMBERS.get(predicate, -1)
    if number < 0:
        no_such_word("predicate of icmp", predicate, ICMP_NUMBERS)
    return number


def fcmp_number(predicate: str) -> int:
    """The number of a predicate of fcmp."""
    number = FCMP_NUMBERS.get(predicate, -1)
    if number < 0:
        no_such_word("predicate of fcmp", predicate, FCMP_NUMBERS)
    return number


def ordering_number(ordering: str) -> int:
    """The number of an atomic ordering."""
    return number_of(ordering, ORDERING_NUMBERS, "ordering")


def access_ordering_number(ordering: str) -> int:
    """The number of the ordering of a load or store, which is "" if it is not atomic."""
    return number_of(ordering, ORDERING_NUMBERS, "ordering") if ordering else 0


def atomic_operation(operation: str) -> AtomicOperation:
    """The operation of atomicrmw of that word."""
    row = ATOMIC_RMW_OF_WORD.get(operation) if isinstance(operation, str) else None
    if row is None:
        no_such_word("operation of atomicrmw", operation, ATOMIC_RMW_OF_WORD)
    return row


def fast_math_bits(words: str) -> int:
    """The bits of fast-math flags, which are words separated by blanks; `fast` means all."""
    bits = _known_flags.get(words) if isinstance(words, str) else None
    if bits is None:
        if not isinstance(words, str):
            no_such_word("fast-math flag", words, _FAST_MATH_WORDS)
        bits = 0
        for word in words.split():
            bits |= number_of(word, _FAST_MATH_WORDS, "fast-math flag")
        _known_flags[words] = bits
    return bits


def convention_number(convention: str) -> int:
    """The number of a calling convention, which is LLVM's word or `cc` with a number up to 1023."""
    number = NUMBER_OF_WORD.get(convention, -1) if isinstance(convention, str) else -1
    if number < 0:
        if isinstance(convention, str) and convention[:2] == "cc" and convention[2:].isdigit() and int(convention[2:]) <= MAXIMUM:
            return int(convention[2:])
        no_such_word("calling convention", convention, NUMBER_OF_WORD)
    return number


def convention_word(number: int) -> str:
    """The word of a calling convention, or `cc` and its number if it has none."""
    return WORD_OF_NUMBER.get(number) or f"cc{number}"


def check_word(word: str, words: Collection[str], what: str) -> str:
    """The word itself; ValueError if it is not one of `words`."""
    if not isinstance(word, str) or word not in words:
        no_such_word(what, word, [repr(one) if one == "" else one for one in words])
    return word


def flag_words(operation: str, bits: int) -> tuple[str, ...]:
    """The words of the flags of an operation, in the order of printing."""
    takes = FLAGS_OF_OPERATION.get(operation)
    return () if takes is None else tuple(takes.text(bits).split())


def flag_bits(operation: str, words: Iterable[str]) -> int:
    """The bits of flags of an operation by their words; ValueError for a flag that the operation does not have."""
    takes = FLAGS_OF_OPERATION.get(operation, NO_FLAGS)
    numbers = {flag.word: flag.bit for flag in takes.flags}
    if takes.fast_math:
        numbers["fast"] = takes.fast_math
    bits = 0
    for word in words:
        if not numbers:
            raise ValueError(f"{operation} has no flags, so not {word!r} either")
        bits |= number_of(word, numbers, f"flag of {operation}")
    return bits


def without_number(name: str) -> str:
    """A name without the numbers that were appended because the name was taken."""
    head, point, number = name.rpartition(".")
    while point and number.isdecimal():
        name = head
        head, point, number = name.rpartition(".")
    return name

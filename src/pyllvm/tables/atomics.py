"""Atomic accesses: orderings with their numbers, the operations of atomicrmw, and the orderings that a cmpxchg can combine.

Sources: AtomicOrdering.h (the numbers, `isStrongerThan`), LLVMBitCodes.h, AtomicRMWInst::BinOp of Instructions.h.

`python -m tests.releases.run PATH --subject words` shows what it lacks of an LLVM.
"""

from __future__ import annotations

from typing import Final, final

# --- orderings: their numbers in bitcode, which are also the IR's; readers take an unknown number for `seq_cst`

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

# By the success ordering of a cmpxchg: the strongest possible failure ordering, because a failure has no store
# (AtomicCmpXchgInst::getStrongestFailureOrdering).
STRONGEST_FAILURE: Final[tuple[int, ...]] = (
    NOT_ATOMIC, NOT_ATOMIC, MONOTONIC, ACQUIRE, MONOTONIC, ACQUIRE, SEQUENTIALLY_CONSISTENT,
)  # fmt: skip

# --- the operations of atomicrmw

# The types that an operation accepts: any type, integers, floating-point numbers.
ANYTHING: Final = 0
INTEGERS: Final = 1
FLOATING_POINT: Final = 2


@final
class AtomicOperation:
    """One operation of atomicrmw: its `word`, its `number` in bitcode, its type of `operand`, the first LLVM that has it."""

    __slots__ = ("number", "operand", "since", "word")

    def __init__(self, word: str, number: int, operand: int, since: int = 0) -> None:
        self.word = word
        self.number = number
        self.operand = operand
        self.since = since

    def __repr__(self) -> str:
        return f"<AtomicOperation {self.word}>"


# by number
ATOMIC_RMW_OPERATIONS: Final[tuple[AtomicOperation, ...]] = (
    AtomicOperation("xchg", 0, ANYTHING),
    AtomicOperation("add", 1, INTEGERS),
    AtomicOperation("sub", 2, INTEGERS),
    AtomicOperation("and", 3, INTEGERS),
    AtomicOperation("nand", 4, INTEGERS),
    AtomicOperation("or", 5, INTEGERS),
    AtomicOperation("xor", 6, INTEGERS),
    AtomicOperation("max", 7, INTEGERS),
    AtomicOperation("min", 8, INTEGERS),
    AtomicOperation("umax", 9, INTEGERS),
    AtomicOperation("umin", 10, INTEGERS),
    AtomicOperation("fadd", 11, FLOATING_POINT, since=9),
    AtomicOperation("fsub", 12, FLOATING_POINT, since=9),
    AtomicOperation("fmax", 13, FLOATING_POINT, since=15),
    AtomicOperation("fmin", 14, FLOATING_POINT, since=15),
    AtomicOperation("uinc_wrap", 15, INTEGERS, since=16),
    AtomicOperation("udec_wrap", 16, INTEGERS, since=16),
    AtomicOperation("usub_cond", 17, INTEGERS, since=20),
    AtomicOperation("usub_sat", 18, INTEGERS, since=20),
    AtomicOperation("fmaximum", 19, FLOATING_POINT, since=21),
    AtomicOperation("fminimum", 20, FLOATING_POINT, since=21),
    AtomicOperation("fmaximumnum", 21, FLOATING_POINT, since=23),
    AtomicOperation("fminimumnum", 22, FLOATING_POINT, since=23),
)
# Added to the operation's number in the record if the elements of a vector are accessed one by one.
ELEMENTWISE: Final = 32
ATOMIC_RMW_OF_WORD: Final[dict[str, AtomicOperation]] = {row.word: row for row in ATOMIC_RMW_OPERATIONS}
NEWEST_ATOMIC_OPERATION_SINCE: Final[int] = max([row.since for row in ATOMIC_RMW_OPERATIONS])


ANY_FAILURE_ORDERINGS_SINCE: Final = 13
"""First version in which the failure ordering may be stronger than the success ordering."""

# For each ordering, the weaker ones. Neither of acquire and release is stronger than the other.
_WEAKER: Final[tuple[tuple[int, ...], ...]] = ((), (0,), (0, 1), (0, 1, 2), (0, 1, 2), (0, 1, 2, 3, 4), (0, 1, 2, 3, 4, 5))


def is_stronger(ordering: int, other: int) -> bool:
    """Whether an ordering, by its number, is stronger than another."""
    return other in _WEAKER[ordering]

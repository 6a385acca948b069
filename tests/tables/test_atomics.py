"""Orderings and the operations of atomicrmw, against the numbers of LLVMBitCodes.h."""

from __future__ import annotations

from pyllvm.tables import atomics


def test_operations_stand_at_their_numbers() -> None:
    assert [row.number for row in atomics.ATOMIC_RMW_OPERATIONS] == list(range(23))
    assert atomics.ATOMIC_RMW_OF_WORD["fminimum"].number == 20


def test_what_begins_with_f_takes_floating_point() -> None:
    floating = {row.word for row in atomics.ATOMIC_RMW_OPERATIONS if row.operand == atomics.FLOATING_POINT}
    assert floating == {"fadd", "fsub", "fmax", "fmin", "fmaximum", "fminimum", "fmaximumnum", "fminimumnum"}


def test_a_failure_has_no_release() -> None:
    """A failed cmpxchg stores nothing."""
    assert atomics.ORDERING_NUMBERS["seq_cst"] == 6
    assert atomics.STRONGEST_FAILURE[atomics.RELEASE] == atomics.MONOTONIC
    assert atomics.STRONGEST_FAILURE[atomics.ACQUIRE_RELEASE] == atomics.ACQUIRE

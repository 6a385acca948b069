"""Chunks of changes: all that can be made together are made, in few tries."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyllvm.reduction import reducer


def reduced(count: int, needed: set[int], largest: int = 0) -> tuple[set[int], int]:
    """The changes that are accepted if those in `needed` are refused, and the number of tries."""
    accepted: set[int] = set()
    tries = 0
    chunks = reducer.first_chunks(count, largest)
    while chunks:
        tries += 1
        chosen = set(range(chunks[-1].start, chunks[-1].end))
        is_accepted = not chosen & needed
        if is_accepted:
            accepted |= chosen
        chunks = reducer.after_acceptance(chunks) if is_accepted else reducer.after_refusal(chunks)
    return accepted, tries


@settings(deadline=None)
@given(st.integers(0, 60), st.sets(st.integers(0, 59)), st.integers(0, 9))
def test_all_others_are_accepted(count: int, needed: set[int], largest: int) -> None:
    accepted, _ = reduced(count, needed, largest)
    assert accepted == set(range(count)) - needed


@pytest.mark.parametrize(("needed", "tries"), [(set(), 1), ({0}, 11), ({1023}, 21)])
def test_few_tries(needed: set[int], tries: int) -> None:
    """The half that must be refused, because the other was accepted, is not tried."""
    assert reduced(1024, needed)[1] == tries

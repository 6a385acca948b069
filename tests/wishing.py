"""The wishes of a test."""

from __future__ import annotations

from pyllvm.wishes import Wishes


def wishing(**wanted: object) -> Wishes:
    """The usual wishes, with these changes."""
    wishes = Wishes()
    for name, value in wanted.items():
        assert hasattr(wishes, name)
        setattr(wishes, name, value)
    return wishes

"""The names that values may have."""

from __future__ import annotations


def check_name(name: object) -> None:
    """Raise TypeError if a name is not a string, and ValueError if LLVM allows no such name."""
    if not isinstance(name, str):
        raise TypeError(f"a name is a string, not {name!r}")
    if "\0" in name:
        raise ValueError(f"a name cannot contain a NUL character: {name!r}")

"""Amounts as people say them."""

from __future__ import annotations

from pyllvm.notation import Final

_UNIT: Final = 1024
_BITS: Final = 8


def size_words(bits: int) -> str:
    """A size: "512 B", "3.2 KiB", "1.5 MiB"."""
    size = bits / _BITS
    if size < _UNIT:
        return f"{round(size)} B"
    for unit in ("KiB", "MiB"):
        size /= _UNIT
        if size < _UNIT:
            return f"{size:.1f} {unit}"
    return f"{size / _UNIT:.1f} GiB"

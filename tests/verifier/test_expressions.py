"""Which expressions are values that a register had when the function was entered."""

from __future__ import annotations

from pyllvm.verifier.expressions import is_entry_value


def test_entry_values() -> None:
    assert is_entry_value([0x1003, 1], 14)
    assert is_entry_value([0x1005, 0, 0x1003, 1], 19)
    assert not is_entry_value([0x1005, 0, 0x1003, 1], 14)
    assert not is_entry_value([0x06], 19)

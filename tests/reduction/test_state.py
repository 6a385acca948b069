"""Verdicts that a file remembers."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyllvm.reduction.interesting import Memory

YES, NO, CUT = "a" * 64, "b" * 64, "c" * 63


def test_a_second_reduction_knows_the_verdicts(tmp_path: Path) -> None:
    path = tmp_path / "state"
    first = Memory(str(path), "test")
    first.remember(YES, True)
    first.remember(NO, False)
    first.remember(YES, True)
    first.close()
    with path.open("a") as file:
        file.write(f"1 {CUT}")
    assert path.read_text().count(YES) == 1
    second = Memory(str(path), "test")
    assert [second.verdict(key) for key in (YES, NO, CUT)] == [True, False, None]
    second.close()
    with pytest.raises(ValueError, match="is not the state of this reduction"):
        Memory(str(path), "another test")
    path.write_text("no state\n")
    with pytest.raises(ValueError, match="is not the state of this reduction"):
        Memory(str(path), "test")

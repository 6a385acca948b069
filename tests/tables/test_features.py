"""Each row of the table of features is read by another module, and is of a release that pyllvm knows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import pyllvm
from pyllvm.tables import features
from pyllvm.tables.features import Feature
from pyllvm.versions import FOREVER, NEXT
from rows import each_row

SOURCE = Path(pyllvm.__file__).parent
ROWS = {name: row for name, row in vars(features).items() if isinstance(row, Feature)}


@pytest.fixture(scope="module")
def words() -> set[str]:
    """Every word of the source but for that of the table itself."""
    found: set[str] = set()
    for path in SOURCE.rglob("*.py"):
        if path.name != "features.py":
            found.update(re.findall(r"\w+", path.read_text(encoding="utf-8")))
    return found


@each_row("name", ROWS)
def test_a_row_is_of_a_known_release(name: str) -> None:
    row = ROWS[name]
    assert 0 <= row.since <= NEXT
    assert row.until == FOREVER or row.since <= row.until < NEXT
    assert row.is_in(row.since)
    assert not row.is_in(row.since - 1)


@each_row("name", ROWS)
def test_a_row_is_read(name: str, words: set[str]) -> None:
    table = (SOURCE / "tables" / "features.py").read_text(encoding="utf-8")
    assert name in words or len(re.findall(rf"\b{name}\b", table)) > 1

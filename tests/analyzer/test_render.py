"""The summary on a terminal keeps its numbers whole, however narrow the terminal is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pyllvm.analyzer.names import Names
from pyllvm.analyzer.render import drawn_summary
from pyllvm.analyzer.statistics import Statistics
from pyllvm.analyzer.stream import open_stream
from pyllvm.analyzer.walk import walk

SAMPLE = Path(__file__).parents[1] / "data" / "sample.bc"


def drawn(width: int) -> list[str]:
    stream = open_stream(SAMPLE.read_bytes())
    statistics = Statistics()
    walk(stream.cursor, statistics, None)
    cursor = stream.cursor
    summary = drawn_summary(statistics, Names(True, 19), cursor.block_info, stream.kind, cursor.size, "a.bc", True, width)
    return re.sub(r"\x1b\[[0-9;]*m", "", summary.decode()).splitlines()


def numbers(line: str) -> list[str]:
    """The numbers of a row, after the number of a block and a name."""
    return re.findall(r"(?<= )[\d.]+(?= |$)", line[3:])


@pytest.mark.parametrize("width", [40, 50, 60])
def test_narrow_tables_keep_their_numbers(width: int) -> None:
    lines = drawn(width)
    assert max(map(len, lines)) <= width
    rows = [line for line in lines if numbers(line) and not re.search("abbrev|blocks|inside|bytes|each", line)]
    assert not [line for line in rows if re.search(r"\d…|…\d| … ", line)]
    # The last columns may be missing.
    wide = {tuple(numbers(line)[:count]) for line in drawn(120) for count in range(1, 5)}
    assert len(rows) > 20
    assert all(tuple(numbers(line)) in wide for line in rows if "…" not in line)


def test_wide_tables_have_bars() -> None:
    assert any("█" in line for line in drawn(100))
    assert not any("█" in line for line in drawn(40))


def test_very_narrow_tables_leave_numbers_out() -> None:
    lines = drawn(20)
    assert not [line for line in lines if re.search(r"\d…", line)]

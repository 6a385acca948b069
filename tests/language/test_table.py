"""docs/language.md has the sections, the numbers of cases, and the rules that the case files have."""

from __future__ import annotations

import os
import re
from pathlib import Path

from language.cases import sections
from language.table import BEGIN, DOCUMENT, table

EXAMPLES = Path(__file__).parents[1] / "data" / "language"


def test_the_table_is_that_of_the_cases() -> None:
    head, _, _ = DOCUMENT.read_text(encoding="utf-8").partition(BEGIN)
    if os.environ.get("PYLLVM_UPDATE_LANGUAGE"):
        DOCUMENT.write_text(head + table(), encoding="utf-8")
    assert DOCUMENT.read_text(encoding="utf-8") == head + table()


def test_each_example_belongs_to_one_section() -> None:
    claimed: list[str] = []
    for section in sections():
        for words in section.head.get("examples", "").split():
            first, _, last = words.partition("-")
            claimed += [f"{section.path.parent.name}-{number:02}" for number in range(int(first), int(last or first) + 1)]
    there = {re.match(r"[a-z-]+-\d\d", path.name)[0] for path in EXAMPLES.glob("*.ll")}  # type: ignore[index]
    assert sorted(claimed) == sorted(there)


def test_the_numbers_of_the_files_have_no_gaps() -> None:
    numbers: dict[str, list[int]] = {}
    for section in sections():
        numbers.setdefault(section.path.parent.name, []).append(int(section.path.stem[:2]))
    for document, found in numbers.items():
        assert found == list(range(1, len(found) + 1)), document

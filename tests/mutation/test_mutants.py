"""The copy of a package with mutants: all are off without a number, and each does one thing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.mutation.mutants import mutated_copy

pytestmark = pytest.mark.once

CODE = '''"""A room."""
from __future__ import annotations
LIMIT = 3 < 4


def main(found: list[int]) -> list[int]:
    assert len(found) == 0
    if len(found) >= LIMIT:
        found.append(7)
    found.append(1)
    return found
'''


def test_each_mutant_changes_one_thing(tmp_path: Path) -> None:
    room = tmp_path / "source" / "pyllvm" / "room"
    room.mkdir(parents=True)
    for folder in (room, room.parent):
        (folder / "__init__.py").touch()
    (room / "main.py").write_text(CODE)
    mutants = mutated_copy(tmp_path / "source", tmp_path / "copy", "room", 40, 20, 1)
    texts = {mutant.number: mutant.text for mutant in mutants}
    assert sorted(texts.values()) == ["found.append(1)", "found.append(7)", "len(found) >= LIMIT"]
    results = {}
    for number in (-1, *texts):
        environment = {**os.environ, "PYTHONPATH": str(tmp_path / "copy"), "MUTANT": str(number)}
        words = [sys.executable, "-c", "from pyllvm.room.main import main; print(main([]))"]
        results[texts.get(number, "")] = subprocess.run(words, env=environment, capture_output=True, text=True).stdout.strip()
    assert results == {"": "[1]", "found.append(1)": "[]", "found.append(7)": "[1]", "len(found) >= LIMIT": "[7, 1]"}

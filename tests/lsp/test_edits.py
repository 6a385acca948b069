"""After random edits, the state is the state of a fresh start; `edits.py` makes any number of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.lsp.edits import DATA, run, texts_of

TEXTS = texts_of(sorted([*(DATA / "language").glob("*.ll"), *(DATA / "bad_inputs").glob("*.ll")]))


@pytest.mark.parametrize("seed", range(4))
def test_the_same_as_a_fresh_start(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run(TEXTS, 100, 1000 + seed)

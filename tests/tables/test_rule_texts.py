"""The files of rules: every name, sentence and line of an example is in an entry."""

from __future__ import annotations

from pathlib import Path

import pytest

import pyllvm.tables
from pyllvm.tables.rule_texts import rule_texts

TABLES = Path(next(iter(pyllvm.tables.__path__)))


@pytest.mark.parametrize("name", ["lint_rules.txt", "syntax_rules.txt", "verifier_hints.txt"])
def test_entries(name: str) -> None:
    lines = (TABLES / name).read_text().splitlines()
    rows = rule_texts(name)
    names = [name for row in rows for name in row.names]
    assert names == [line[2:] for line in lines if line.startswith("# ") and line[2:] in set(names)]
    assert len(set(names)) == len(names)
    sentences = [sentence for row in rows for sentence in row.sentences]
    assert sentences == [line[2:] for line in lines if line.startswith("= ")]
    for row in rows:
        if row.example is not None:
            assert row.example.wrong != row.example.right

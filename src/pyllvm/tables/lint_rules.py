"""The rules of lint by name, each with a description, its source and an example, from `lint_rules.txt`.

Source: Lint.cpp.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.tables.rule_texts import Example, rule_texts


@final
class LintRule:
    """One rule: its name, a sentence for it, its source, and an example."""

    __slots__ = ("example", "name", "source", "summary")

    def __init__(self, name: str, summary: str, source: str, example: Example | None = None) -> None:
        self.example = example
        self.name = name
        self.summary = summary
        self.source = source


RULES: Final = tuple(
    [LintRule(row.names[0], row.sentences[0], row.sentences[1], row.example) for row in rule_texts("lint_rules.txt")]
)

"""The rules of the text's grammar and of its names, by which errors in a text are told apart: stable names for other programs.
The rows are in `syntax_rules.txt`.

LLVM's messages for one rule differ between versions, and many have names and types in them.

Source: the messages of LLParser.cpp and LLLexer.cpp.
"""

from __future__ import annotations

import re
from typing import Final, final

from pyllvm.tables.rule_texts import Example, rule_texts


@final
class SyntaxRule:
    """A rule: its name, a sentence for it, the pattern that the messages match about texts that break it, and an example."""

    __slots__ = ("example", "name", "pattern", "summary")

    def __init__(self, name: str, summary: str, pattern: str, example: Example | None = None) -> None:
        self.example = example
        self.name = name
        self.summary = summary
        self.pattern = pattern


# The first pattern that fits counts. Each is for the beginning of a message.
SYNTAX_RULES: Final = tuple(
    [
        SyntaxRule(row.names[0], row.sentences[0], "|".join(row.sentences[1:]), row.example)
        for row in rule_texts("syntax_rules.txt")
    ]
)
OTHER_RULE: Final = SyntaxRule("other", "The text does not fit the language.", "")


def syntax_rule(message: str) -> SyntaxRule:
    """The rule that a message is about."""
    for rule in SYNTAX_RULES:
        if re.match(rule.pattern, message) is not None:
            return rule
    return OTHER_RULE

"""Advice for the most frequent faults, where LLVM's message does not tell how to fix them.

The key is the beginning of the message, because many messages end with a name. The longest key that fits applies.
The rows, with an example each, are in `verifier_hints.txt`.
"""

from __future__ import annotations

from typing import Final

from pyllvm.tables.rule_texts import Example, rule_texts

_ROWS: Final = rule_texts("verifier_hints.txt")
HINTS: Final[dict[str, str]] = {message: row.sentences[0] for row in _ROWS for message in row.names}
EXAMPLES: Final[dict[str, Example | None]] = {message: row.example for row in _ROWS for message in row.names}

_LENGTHS: Final = sorted({len(key) for key in HINTS}, reverse=True)


def hint_for(message: str) -> str:
    """Return the hint for a message; empty if there is none."""
    for length in _LENGTHS:
        hint = HINTS.get(message[:length])
        if hint is not None:
            return hint
    return ""

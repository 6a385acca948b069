"""What LLVM calls a syntax error, by the items of the parser's state: what was being read, and what could have come next."""

from __future__ import annotations

Item = tuple[str, str, tuple[str, ...], int]
"""A rule with a place in it: the rule's name, its action or "", its symbols, how many of them have been read."""


def syntax_message(kernel: list[Item], closure: list[Item]) -> str:
    """The message for an error in the state with these items."""
    return "syntax error"

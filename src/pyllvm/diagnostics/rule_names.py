"""The names of rules, by which programs and `pyllvm explain` know a diagnostic."""

from __future__ import annotations

import re

from pyllvm.diagnostics.diagnostic import Diagnostic
from pyllvm.diagnostics.source import BitcodeLocation, Span
from pyllvm.notation import Final

# The parts that differ between two reports of one rule: names and types in quotes, and numbers.
VALUES: Final = re.compile(r"'[^']*'|`[^`]*`|\"[^\"]*\"|%[\w.$-]+|@[\w.$-]+|\b[0-9]+\b")
_NOT_IN_NAMES: Final = re.compile(r"[^a-z0-9]+")
_MOST_WORDS: Final = 12


def rule_of(diagnostic: Diagnostic) -> str:
    """The identifier of the rule that a diagnostic is about, the same for each report of the rule.

    It is the name that the diagnostic has, or else "verifier/", "bitcode/" or "input/" and the words of the message, which are
    the same in all versions of LLVM.
    """
    if diagnostic.rule:
        return diagnostic.rule
    if diagnostic.is_finding:
        room = "verifier"
    elif isinstance(diagnostic.where, Span):
        return "syntax/other"
    elif isinstance(diagnostic.where, BitcodeLocation):
        room = "bitcode"
    else:
        room = "input"
    words = _NOT_IN_NAMES.sub("-", VALUES.sub(" ", diagnostic.message).lower()).strip("-").split("-")
    return f"{room}/{'-'.join(words[:_MOST_WORDS])}"

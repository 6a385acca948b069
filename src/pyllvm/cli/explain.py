"""``pyllvm explain RULE``: what a rule says, whichever part of pyllvm found that it is broken."""

from __future__ import annotations

import re
from textwrap import fill

from pyllvm.cli.arguments import edit_distance
from pyllvm.cli.option_values import UsageError
from pyllvm.diagnostics import Diagnostic
from pyllvm.diagnostics.machine import rule_of
from pyllvm.findings.hints import HINTS
from pyllvm.findings.mistakes.table import MISTAKES
from pyllvm.notation import Final
from pyllvm.tables.lint_rules import RULES
from pyllvm.tables.reader_messages import READER_MESSAGES
from pyllvm.tables.syntax_rules import OTHER_RULE, SYNTAX_RULES

_SYNTAX: Final = "syntax/"
_OF_SYNTAX: Final = "LLVM's parser refuses a text that breaks this rule. The help of the error says how to correct it."
_MOST_NEAR: Final = 5


def explanation(name: str) -> str:
    """The text about a rule or a mistake; UsageError with the nearest names if there is none with this name."""
    found = [text for rule, text in _texts() if name in (rule, rule.removeprefix(_SYNTAX))] or _about_message(name)
    if not found:
        names = list(dict.fromkeys(rule for rule, _ in _texts()))
        nearest = sorted(names, key=lambda one: (name not in one, edit_distance(name, one.removeprefix(_SYNTAX))))[:_MOST_NEAR]
        raise UsageError(
            f"There is no rule named '{name}'", f"The nearest names are {', '.join(nearest)}", "'pyllvm explain' lists all rules"
        )
    return _wrapped("\n".join(found))


def _wrapped(text: str) -> str:
    """The text in lines of at most 80 columns; what a line of a list goes on with is indented."""
    return "\n".join(
        fill(line, 80, subsequent_indent="    " * line.startswith(" "), break_long_words=False, break_on_hyphens=False)
        for line in text.split("\n")
    )


def _about_message(words: str) -> list[str]:
    """The texts about a message, given as LLVM prints it, with or without its prefix."""
    if " " not in words:
        return []
    message = words.rpartition("error: ")[2].partition(" (Producer: ")[0].strip()
    slug = verifier_rule(message).partition("/")[2]
    for row in READER_MESSAGES:
        if re.match(row.pattern, slug):
            return [f"{row.example}\n\nLLVM's bitcode reader says this. {row.meaning}\n\n{row.advice}\n"]
    syntax = next((f"{_SYNTAX}{rule.name}" for rule in SYNTAX_RULES if re.match(rule.pattern, message)), "")
    return [text for rule, text in _texts() if rule in (f"verifier/{slug}", syntax)]


def all_rules() -> str:
    """Every rule in a line, in groups."""
    parts: list[str] = []
    for title, rows in (
        ("Rules of the text", [(f"{_SYNTAX}{rule.name}", rule.summary) for rule in (*SYNTAX_RULES, OTHER_RULE)]),
        ("Mistakes that have a correction", [(row.name, row.summary) for row in MISTAKES]),
        ("Rules of pyllvm verify --lint", [(rule.name, rule.summary) for rule in RULES]),
        (
            "Messages of the bitcode reader",
            [(row.example, row.meaning.partition(". ")[0].removesuffix(".") + ".") for row in READER_MESSAGES],
        ),
        ("Rules of the verifier with advice", [(verifier_rule(message), message.strip()) for message in sorted(HINTS)]),
    ):
        width = min(max(len(name) for name, _ in rows), 48)
        parts.append(f"{title}:\n" + "".join(f"  {name:<{width}}  {summary}\n" for name, summary in rows))
    return _wrapped("\n".join(parts))


def verifier_rule(message: str) -> str:
    """The name of a rule of the verifier, from the beginning of its message."""
    diagnostic = Diagnostic("error", message)
    diagnostic.is_finding = True
    return rule_of(diagnostic)


def _texts() -> list[tuple[str, str]]:
    """The name of each rule, and the text about it."""
    found = [
        (f"{_SYNTAX}{rule.name}", f"{_SYNTAX}{rule.name}: {rule.summary}\n\n{_OF_SYNTAX}\n")
        for rule in (*SYNTAX_RULES, OTHER_RULE)
    ]
    for row in MISTAKES:
        examples = f"\nExamples: {row.examples}\n" if "`" in row.examples else ""
        found.append((row.name, f"{row.name}: {row.summary}\n{examples}"))
    for lint in RULES:
        text = f"{lint.name}: {lint.summary}\n\nFrom: {lint.source}. 'pyllvm verify --lint' checks it.\n"
        found.append((lint.name, text))
    for message, hint in HINTS.items():
        name = verifier_rule(message)
        found.append((name, f"{name}: LLVM's verifier says: {message.strip()}\n\n{hint[:1].upper()}{hint[1:]}.\n"))
    return found

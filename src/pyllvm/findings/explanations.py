"""The texts of ``pyllvm explain`` about rules, mistakes and messages, whichever part of pyllvm finds them."""

from __future__ import annotations

import re

from pyllvm.diagnostics import Diagnostic
from pyllvm.diagnostics.machine import rule_of
from pyllvm.findings.hints import HINTS
from pyllvm.findings.mistakes.table import MISTAKES
from pyllvm.notation import Final
from pyllvm.tables.lint_rules import RULES
from pyllvm.tables.reader_messages import READER_MESSAGES
from pyllvm.tables.syntax_rules import OTHER_RULE, SYNTAX_RULES

SYNTAX: Final = "syntax/"
_OF_SYNTAX: Final = "LLVM's parser refuses a text that breaks this rule. The help of the error says how to correct it."


def texts_about_message(words: str) -> list[str]:
    """The texts about a message, given as LLVM prints it, with or without its prefix."""
    if " " not in words:
        return []
    message = words.rpartition("error: ")[2].partition(" (Producer: ")[0].strip()
    slug = verifier_rule(message).partition("/")[2]
    for row in READER_MESSAGES:
        if re.match(row.pattern, slug):
            return [f"{row.example}\n\nLLVM's bitcode reader says this. {row.meaning}\n\n{row.advice}\n"]
    syntax = next((f"{SYNTAX}{rule.name}" for rule in SYNTAX_RULES if re.match(rule.pattern, message)), "")
    return [text for rule, text in texts_of_rules() if rule in (f"verifier/{slug}", syntax)]


def list_of_rules() -> str:
    """Every rule in a line, in groups."""
    parts: list[str] = []
    for title, rows in (
        ("Rules of the text", [(f"{SYNTAX}{rule.name}", rule.summary) for rule in (*SYNTAX_RULES, OTHER_RULE)]),
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
    return "\n".join(parts)


def verifier_rule(message: str) -> str:
    """The name of a rule of the verifier, from the beginning of its message."""
    diagnostic = Diagnostic("error", message)
    diagnostic.is_finding = True
    return rule_of(diagnostic)


def texts_of_rules() -> list[tuple[str, str]]:
    """The name of each rule, and the text about it."""
    found = [
        (f"{SYNTAX}{rule.name}", f"{SYNTAX}{rule.name}: {rule.summary}\n\n{_OF_SYNTAX}\n") for rule in (*SYNTAX_RULES, OTHER_RULE)
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

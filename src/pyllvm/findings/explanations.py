"""The texts of ``pyllvm explain`` about rules, mistakes and messages, whichever part of pyllvm finds them."""

from __future__ import annotations

import re

from pyllvm.diagnostics import BitcodeLocation, Diagnostic
from pyllvm.diagnostics.rule_names import rule_of
from pyllvm.findings.hints import EXAMPLES, HINTS
from pyllvm.findings.mistakes.table import MISTAKES
from pyllvm.notation import Final
from pyllvm.tables.lint_rules import RULES
from pyllvm.tables.reader_messages import READER_MESSAGES, ReaderMessage
from pyllvm.tables.rule_texts import Example
from pyllvm.tables.syntax_rules import OTHER_RULE, SYNTAX_RULES

SYNTAX: Final = "syntax/"
VERIFIER: Final = "verifier/"
BITCODE: Final = "bitcode/"
_OF_SYNTAX: Final = "LLVM's parser refuses a text that breaks this rule. The help of the error says how to correct it."
_NOT_YOUR_TEXT: Final = """\
If you did not write the text: 'pyllvm FILE' says which LLVM it is of, and
'pyllvm as --input-llvm-version N FILE' reads it as the text of another LLVM.
'pyllvm as --fix FILE' makes the corrections that are known."""
_NOT_YOUR_MODULE: Final = """\
If a compiler or a pass made the module, it has a fault. For its authors,
'pyllvm reduce' makes a small module that still shows it."""
_NOT_YOUR_CODE: Final = """\
LLVM accepts the module. If a compiler made it, look at the source first: the
program may do there what its language does not define."""


def texts_about_message(words: str) -> list[str]:
    """The texts about a message, given as LLVM prints it, with or without its prefix, or as its name."""
    if " " not in words and "/" not in words:
        return []
    message = words.rpartition("error: ")[2].partition(" (Producer: ")[0].strip()
    slug = message.partition("/")[2] if " " not in words else verifier_rule(message).partition("/")[2]
    row = reader_message(slug) if " " in words or words.startswith(BITCODE) else None
    if row is not None:
        return [f"{row.example}\n\nLLVM's bitcode reader says this. {row.meaning}\n\n{row.advice}\n"]
    syntax = next((f"{SYNTAX}{rule.name}" for rule in SYNTAX_RULES if re.match(rule.pattern, message)), "")
    # The names of the verifier's rules are beginnings: the longest counts.
    names = [name for name in map(verifier_rule, HINTS) if f"{VERIFIER}{slug}".startswith(name)]
    wanted = (max(names, key=len, default=""), syntax if " " in words else "")
    return [text for rule, text in texts_of_rules() if rule in wanted]


def reader_message(slug: str) -> ReaderMessage | None:
    """The row about a message of the bitcode reader, by its words."""
    return next((row for row in READER_MESSAGES if re.match(row.pattern, slug)), None)


def name_reader_message(diagnostic: Diagnostic) -> None:
    """Give an error in bitcode the name by which `pyllvm explain` knows it, if it does."""
    if isinstance(diagnostic.where, BitcodeLocation) and not diagnostic.is_finding and not diagnostic.rule:
        name = rule_of(diagnostic)
        if reader_message(name.removeprefix(BITCODE)) is not None:
            diagnostic.rule = name


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
    found: list[tuple[str, str]] = []
    for rule in (*SYNTAX_RULES, OTHER_RULE):
        name = f"{SYNTAX}{rule.name}"
        found.append((name, _page(f"{name}: {rule.summary}", _OF_SYNTAX, rule.example, _NOT_YOUR_TEXT)))
    for row in MISTAKES:
        examples = f"\nExamples: {row.examples}\n" if "`" in row.examples else ""
        found.append((row.name, f"{row.name}: {row.summary}\n{examples}"))
    for lint in RULES:
        text = f"From: {lint.source}. 'pyllvm verify --lint' checks it."
        found.append((lint.name, _page(f"{lint.name}: {lint.summary}", text, lint.example, _NOT_YOUR_CODE)))
    for message, hint in HINTS.items():
        name = verifier_rule(message)
        head = f"{name}: LLVM's verifier says: {message.strip()}"
        found.append((name, _page(head, f"{hint[:1].upper()}{hint[1:]}.", EXAMPLES[message], _NOT_YOUR_MODULE)))
    return found


def _page(head: str, text: str, example: Example | None, end: str) -> str:
    """A page about a rule: its name, what it means, the wrong text and the right one, and what to do if it is another's."""
    shown = ""
    if example is not None:
        place = " in a module" if example.is_part else ""
        version = "" if example.version is None else f", as LLVM {example.version}"
        lines = "".join([f"    {line if line.startswith(('-', '+')) else ' ' + line}\n" for line in example.lines])
        shown = f"Wrong are the lines with '-', and right the lines with '+'{place}{version}:\n\n{lines}\n"
    return f"{head}\n\n{text}\n\n{shown}{end}\n"

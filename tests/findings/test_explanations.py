"""The wrong text of each rule breaks it, and the right one breaks none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pytest

import pyllvm as library
from pyllvm import BitcodeLocation, Diagnostic, PyllvmError
from pyllvm.assembly import parse_assembly
from pyllvm.cli.group_words import explanation
from pyllvm.findings.explanations import name_reader_message, texts_of_rules, verifier_rule
from pyllvm.findings.hints import EXAMPLES
from pyllvm.tables.lint_rules import RULES
from pyllvm.tables.rule_texts import Example
from pyllvm.tables.syntax_rules import SYNTAX_RULES, syntax_rule
from pyllvm.verifier import verify
from pyllvm.verifier.lint import lint
from rows import each_row

# An example of brackets that are nested too deeply would fill pages.
WITHOUT: Final = {"nesting"}


def broken(text: str, version: int | None) -> list[str]:
    """The rules that a text breaks: of the parser, or else of the verifier, or else of lint."""
    try:
        module = parse_assembly(text.encode(), llvm_version=version)
    except PyllvmError as error:
        return [f"syntax/{syntax_rule(one.message).name}" for one in error.diagnostics]
    return [failure.message for failure in verify(module)] or [finding.rule for finding in lint(module)]


def test_every_rule_has_an_example() -> None:
    rows = [(rule.name, rule.example) for rule in (*SYNTAX_RULES, *RULES)] + list(EXAMPLES.items())
    assert {name for name, example in rows if example is None} == WITHOUT


@each_row(("name", "example"), [(rule.name, rule.example) for rule in SYNTAX_RULES if rule.example is not None])
def test_examples(name: str, example: Example) -> None:
    assert f"syntax/{name}" in broken(example.wrong, example.version)
    assert broken(example.right, example.version) == []


@each_row("message", EXAMPLES)
def test_examples_of_the_verifier(message: str) -> None:
    """Rules that share their advice share an example; the parser itself refuses some texts."""
    example = EXAMPLES[message]
    assert example is not None
    sharing = tuple(one for one, other in EXAMPLES.items() if other is example)
    found = broken(example.wrong, example.version)
    assert any(one.startswith(("syntax/", *sharing)) for one in found)
    assert broken(example.right, example.version) == []


def test_pages_fit() -> None:
    for name in dict(texts_of_rules()):
        lines = explanation(name).splitlines()
        assert len(lines) <= 40, name
        assert max(map(len, lines[1:]), default=0) <= 80, name


def test_a_page_names_the_llvm_of_its_example_if_it_is_not_the_newest() -> None:
    pages = dict(texts_of_rules())
    examples = {verifier_rule(message): one for message, one in EXAMPLES.items() if one is not None}
    for name, example in examples.items():
        version = "" if example.version is None else f", as LLVM {example.version}"
        assert f"right the lines with '+'{version}:\n" in pages[name]


def test_a_change_of_another_text() -> None:
    example = Example(["; in base", "one", "-two", "+2", "...", "three", "-four"], "zero\none\n2\nthree\n")
    assert (example.right, example.wrong) == ("zero\none\n2\nthree\n", "zero\none\ntwo\nthree\nfour\n")


@pytest.mark.parametrize("message", ["Basic Block in function 'f' does not have terminator!", "GEP indexes must be integers"])
def test_names_on_a_terminal_are_known(pyllvm: Callable[..., Any], message: str) -> None:
    """The name of a message has its words; the rule may be known by fewer of them."""
    name = verifier_rule(message)
    text = pyllvm("explain", name).output.decode()
    assert name.startswith(text.partition(":")[0])


@each_row("message", EXAMPLES)
def test_a_finding_names_its_rule(message: str) -> None:
    example = EXAMPLES[message]
    assert example is not None
    try:
        module = library.parse_assembly(example.wrong, llvm_version=example.version)
    except PyllvmError:
        return
    for finding in library.verify(module):
        if finding.hint:
            assert finding.rule.startswith("verifier/")
            assert finding.hint[1:] in " ".join(explanation(finding.rule).split())


def test_a_message_of_the_reader_names_its_rule() -> None:
    diagnostic = Diagnostic("error", "Unknown attribute kind (105)", BitcodeLocation(8, ["MODULE_BLOCK"]))
    name_reader_message(diagnostic)
    assert diagnostic.rule == "bitcode/unknown-attribute-kind"
    assert explanation(diagnostic.rule).startswith("Unknown attribute kind")
    other = Diagnostic("error", "a sentence that no LLVM has", BitcodeLocation(8, ["MODULE_BLOCK"]))
    name_reader_message(other)
    assert other.rule == ""

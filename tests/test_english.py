"""Docstrings and comments are plain English: habits that make a native reader stumble are counted, and the count only falls.

CONTRIBUTING.md has the rule. Repeat the noun, name the thing, and keep to subject, verb, object.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import pytest

import pyllvm
from rows import each_row

pytestmark = pytest.mark.once

ROOT: Final = Path(pyllvm.__file__).parent
MOST: Final = 0
"""The number of such places in the package. It may only fall: rewrite a sentence instead of raising it."""


class Habit(NamedTuple):
    """A pattern in a text without line breaks, a sentence that has it, and the same sentence in plain English."""

    name: str
    pattern: re.Pattern[str]
    example: str
    plain: str


HABITS: Final = [
    Habit(
        "'that of' or 'those of' for a noun",
        re.compile(r"\b(?:[Tt]hat|[Tt]hose) of\b"),
        "The arguments are those of `read`.",
        "The arguments are the same as for `read`.",
    ),
    Habit(
        "'one that' for a noun",
        re.compile(r"\bone that\b"),
        "Text, or one that is longer.",
        "Text, or a longer text.",
    ),
    Habit(
        "'is no X'",
        re.compile(r"(?<!\b[Tt]here )\b(?:is|are) no (?!longer\b)\w"),
        "TypeError if the address is no pointer.",
        "TypeError if the address is not a pointer. There is no default, and None is no longer allowed.",
    ),
    Habit(
        "'What ...' at the beginning",
        re.compile(r"^What "),
        "What the methods take.",
        "The operands that the methods take.",
    ),
    Habit(
        "'of that X'",
        re.compile(r"\bof that (?:name|version|kind|type)\b"),
        "The function of that name.",
        "The function with this name.",
    ),
    Habit(
        "'stand' for 'be' or 'mean'",
        re.compile(r"\b(?:stands?|stood)\b"),
        "A word stands for an attribute.",
        "A word means an attribute.",
    ),
    Habit(
        "'of Python' behind a noun",
        re.compile(r"\bof Python\b"),
        "A number of Python becomes an i64.",
        "A Python int becomes an i64.",
    ),
    Habit(
        "'but for'",
        re.compile(r"\bbut for\b"),
        "Everything but for the body.",
        "Everything except the body.",
    ),
    Habit(
        "'whoever'",
        re.compile(r"\b[Ww]hoever\b"),
        "Whoever asks gets an error.",
        "The caller gets an error.",
    ),
    Habit(
        "an infinitive as the subject",
        re.compile(r"(?:^|[.:;] )To \w+ [^,.]*?\b(?:takes|costs|makes|would)\b"),
        "To import that takes long.",
        "Importing it takes long. To import it, call `load`.",
    ),
]


# A string, or a comment. `tokenize` takes as long as all else in this file.
_STRING_OR_COMMENT: Final = re.compile(r"(\"{3}|'{3}|\"|')(?:\\.|[^\\])*?\1|#.*?$", re.MULTILINE | re.DOTALL)


def prose(source: str) -> Iterator[tuple[int, str]]:
    """The docstrings and the comments of a module, each with its line; comments in successive lines are one text."""
    statements = list(ast.parse(source).body)
    for node in statements:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.lineno, " ".join(node.value.value.split())
        statements += [*getattr(node, "body", ()), *getattr(node, "orelse", ())]
    first = 0
    lines: list[str] = []
    is_alone = False
    for token in _STRING_OR_COMMENT.finditer(source):
        if not token[0].startswith("#"):
            continue
        line = source.count("\n", 0, token.start()) + 1
        was_alone, is_alone = is_alone, not source[source.rfind("\n", 0, token.start()) + 1 : token.start()].strip()
        if lines and not (was_alone and is_alone and line == first + len(lines)):
            yield first, " ".join(lines)
            lines = []
        if not lines:
            first = line
        lines.append(" ".join(token[0].lstrip("#: ").split()))
    if lines:
        yield first, " ".join(lines)


def found_in(text: str) -> list[str]:
    """The names of the habits that a text has, each as often as the text has it."""
    return [habit.name for habit in HABITS for _ in habit.pattern.finditer(text)]


@each_row("habit", HABITS, ids=lambda habit: habit.name)
def test_each_habit_is_recognized_and_its_plain_form_is_not(habit: Habit) -> None:
    assert found_in(habit.example) == [habit.name]
    assert not found_in(habit.plain)


def test_docstrings_and_comments_are_found() -> None:
    source = (
        '"""A module."""\nx = 1  # the first\n# the second,\n# in two lines\n\n\n'
        'def f() -> None:\n    """A function\n    of two lines."""\n'
    )
    assert [text for _, text in prose(source)] == [
        "A module.",
        "A function of two lines.",
        "the first",
        "the second, in two lines",
    ]


def test_prose_is_plain() -> None:
    places = [
        f"{path.relative_to(ROOT)}:{line}: {name}: {text[:160]}"
        for path in sorted(ROOT.rglob("*.py"))
        for line, text in prose(path.read_text(encoding="utf-8"))
        for name in found_in(text)
    ]
    assert len(places) <= MOST, (
        f"{len(places)} places of docstrings and comments have habits that make a native reader stumble. {MOST} are allowed, and "
        "this number may only fall: rewrite the new ones, as HABITS here shows.\n" + "\n".join(places)
    )


PROJECT: Final = Path(__file__).parents[1]
DOCUMENTS: Final = (
    *("README.md", "CONTRIBUTING.md", "SECURITY.md"),
    *sorted(str(path.relative_to(PROJECT)) for folder in ("docs", "man") for path in (PROJECT / folder).rglob("*.*")),
)
# Titles such as "What is raised" are questions, and not descriptions.
_CODE: Final = re.compile(r"^```.*?^```|`[^`\n]*`|\"[^\"\n]*\"|^#.*?$", re.MULTILINE | re.DOTALL)


@each_row("name", [name for name in DOCUMENTS if name.endswith((".md", ".1"))])
def test_documents_are_plain(name: str) -> None:
    """README, the pages of docs and the man pages, which have the help of every option, without code and quotations."""
    text = _CODE.sub("", (PROJECT / name).read_text(encoding="utf-8"))
    places = [f"{kind}: {line}" for line in text.split("\n") for kind in found_in(line)]
    assert not places, "\n".join(places)


@each_row("path", sorted((PROJECT / "examples").rglob("*.py")), ids=lambda path: path.stem)
def test_examples_are_plain(path: Path) -> None:
    places = [(line, name, text) for line, text in prose(path.read_text(encoding="utf-8")) for name in found_in(text)]
    assert places == []

"""Reads the tables of rules (`lint_rules.txt`, `syntax_rules.txt`, `verifier_hints.txt`): names, sentences, and an example each.

# NAME                   one line or several, of rules that share what follows
= SENTENCE               a summary or advice, and then what else the table has
; as LLVM 14             the version of the example; the newest, if it is not there
; in NAME                the example is a change to another text, with "..." between its places
; as for NAME            the example is another rule's
define void @f() {       lines of the example
-  ret i32               lines that only the wrong text has
+  ret void              lines that only the right text has
}
"""

from __future__ import annotations

import os

import pyllvm.tables
from pyllvm.notation import Final, Sequence, final

_VERSION: Final = "; as LLVM "
_BASE: Final = "; in "
_SAME: Final = "; as for "
_PLACES: Final = "\n...\n"
# The names of texts that examples change begin so.
_TEXT: Final = "@"


@final
class Example:
    """A text that breaks a rule, and the text without the fault."""

    def __init__(self, lines: Sequence[str], base: str = "") -> None:
        """`base` is the text that the lines change."""
        first = lines[0] if lines else ""
        self.version: Final = int(first.removeprefix(_VERSION)) if first.startswith(_VERSION) else None
        """The LLVM version of the text; None for the newest."""
        self.lines: Final = [line for line in lines if not line.startswith((_VERSION, _BASE))]
        """The lines, of which the first letter is "-" if the wrong text has them, "+" if the right one has them."""
        self._base: Final = base

    @property
    def wrong(self) -> str:
        """The text with the fault."""
        if not self._base:
            return _side(self.lines, "-", "+")
        text = self._base
        for place in "\n".join(self.lines).split(_PLACES):
            lines = place.split("\n")
            text = text.replace(_side(lines, "+", "-"), _side(lines, "-", "+"), 1)
        return text

    @property
    def right(self) -> str:
        """The text without the fault."""
        return self._base or _side(self.lines, "+", "-")

    @property
    def is_part(self) -> bool:
        """Whether the lines are only a part of the text."""
        return bool(self._base)


def _side(lines: Sequence[str], mine: str, other: str) -> str:
    return "".join([(line[1:] if line.startswith(mine) else line) + "\n" for line in lines if not line.startswith(other)])


@final
class RuleText:
    """The names, sentences and example of one entry."""

    def __init__(self, names: list[str], sentences: list[str], example: Example | None) -> None:
        self.names: Final = names
        self.sentences: Final = sentences
        self.example: Final = example


def rule_texts(file: str) -> list[RuleText]:
    """The entries of a file in `tables`, in their order."""
    with open(os.path.join(os.path.dirname(pyllvm.tables.__file__ or ""), file), encoding="utf-8") as opened:
        entries = _entries(opened.read())
    texts = {names[0]: "".join([line + "\n" for line in lines]) for names, _, lines in entries if names[0].startswith(_TEXT)}
    examples: dict[str, Example | None] = {}
    for names, _, lines in entries:
        base = lines[0].removeprefix(_BASE) if lines and lines[0].startswith(_BASE) else ""
        if not lines or not lines[0].startswith(_SAME):
            examples.update(dict.fromkeys(names, Example(lines, texts.get(_TEXT + base, "")) if lines else None))
    rows: list[RuleText] = []
    for names, sentences, lines in entries:
        if not names[0].startswith(_TEXT):
            name = lines[0].removeprefix(_SAME) if lines and lines[0].startswith(_SAME) else names[0]
            rows.append(RuleText(names, sentences, examples[name]))
    return rows


def _entries(text: str) -> list[tuple[list[str], list[str], list[str]]]:
    """The names, sentences and lines of each entry."""
    entries: list[tuple[list[str], list[str], list[str]]] = []
    for line in text.splitlines():
        if line.startswith("# "):
            if not entries or entries[-1][1] or entries[-1][2]:
                entries.append(([], [], []))
            entries[-1][0].append(line[2:])
        elif line.startswith("= "):
            entries[-1][1].append(line[2:])
        else:
            entries[-1][2].append(line)
    return entries

"""The kinds of mistakes, and the corrections of an error in the order in which they are tried."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from typing import Final, NamedTuple

from pyllvm.findings.mistakes.idioms import IDIOMS, MEANINGS_OF, Idiom
from pyllvm.findings.mistakes.lines import searched
from pyllvm.findings.mistakes.meanings import MEANINGS
from pyllvm.findings.mistakes.text import Text, Word
from pyllvm.findings.mistakes.trial import Correction, Edit, Trials, correction


class Mistake(NamedTuple):
    """A kind of mistake: its name, a summary, and examples."""

    name: str
    summary: str
    examples: str = ""


def _summary(row: Idiom) -> str:
    return re.sub(r"\{\w+\}|NEXT|NEW|RETURNED", "...", row.sentence[:1].upper() + row.sentence[1:]) + "."


_OF_MEANINGS: Final = frozenset(row.name for row in MEANINGS)
MISTAKES: Final = (
    Mistake("missing", "A word, a mark, a type or a name is missing.", "`add i32 %a %b`, `br next`, `%x add i32 %a, %b`"),
    Mistake("extra", "A word or a type has no place where it is.", "`add i32 %a, i32 %b`, `ptr*`, `define define`"),
    Mistake("other", "A word is misspelled, or is of another language.", "`lod`, `int`, `fcmp slt`, `nullptr`, `DW_LANG_C98`"),
    Mistake("exchanged", "Two words are in the wrong order, or are one word.", "`add i32 nsw %a, %b`, `must tail call`"),
    *(Mistake(row.name, row.summary, (row.rule.__doc__ or "").strip()) for row in MEANINGS),
    *{row.name: Mistake(row.name, _summary(row)) for row in IDIOMS if row.name not in _OF_MEANINGS}.values(),
)
_MOST_TRIED: Final = 30


def find_correction(t: Text, trials: Trials) -> Correction | None:
    """The first correction of an error that is accepted; one without edits only if no other is."""
    sentence: Correction | None = None
    tried: set[tuple[tuple[int, int, str], ...]] = set()
    for found in chain(_meant(t), _idiomatic(t), searched(t)):
        if not found.edits:
            sentence = sentence or found
        elif found.edits not in tried:
            tried.add(found.edits)
            if trials.accepts(found.edits):
                return found
        if len(tried) >= _MOST_TRIED:
            break
    return sentence


def _meant(t: Text) -> Iterator[Correction]:
    for row in MEANINGS:
        if re.match(row.pattern, t.message) is not None:
            try:
                for found in row.rule(t):
                    yield found._replace(name=row.name)
            except (IndexError, ValueError, OverflowError, AttributeError):
                # A faulty text may end where a rule expects a word, or have a number that is too long.
                continue


def _idiomatic(t: Text) -> Iterator[Correction]:
    for words in t.lines:
        if words:
            line = t.text[words[0].start : words[-1].end]
            for row in IDIOMS:
                if re.match(row.message, t.message) is not None:
                    yield from _of_idiom(t, row, words[0], line)


def _of_idiom(t: Text, row: Idiom, first: Word, line: str) -> Iterator[Correction]:
    matches = list(re.finditer(row.pattern, line))
    edits: list[tuple[int, int, str]] = []
    shown = ""
    for found in matches:
        try:
            *above, new = (found.expand(row.new) if isinstance(row.new, str) else row.new(t, found)).split("\n")
        except (IndexError, KeyError, ValueError, OverflowError, AttributeError, StopIteration):
            continue
        if new == found[0]:
            continue
        start = t.text.rfind("\n", 0, first.start) + 1
        if above:
            edits.append((start, start, "".join(f"{t.indent(first.start)}{one}\n" for one in above)))
        edits.append(_shortened(first.start + found.start(), found[0], new))
        shown = shown or new
        if above:
            break
    if edits:
        sentence = re.sub(r"\{(\w+)\}", lambda one: matches[0][int(one[1]) if one[1].isdigit() else one[1]] or "", row.sentence)
        instruction = shown.split(" ")[0]
        sentence = sentence.replace("NEXT", MEANINGS_OF.get(instruction, instruction)).replace("NEW", shown)
        sentence = sentence.replace("RETURNED", t.return_type()) if "RETURNED" in sentence else sentence
        yield correction(sentence, *edits)._replace(name=row.name)


def _shortened(start: int, old: str, new: str) -> Edit:
    """The edit that makes one text of another, without the words that are the same at the beginning and the end."""
    before, after = (re.findall(r"\s+|[-\w$.%@!]+|.", text) for text in (old, new))
    head = 0
    while head < min(len(before), len(after)) and before[head] == after[head]:
        head += 1
    tail = 0
    while tail < min(len(before), len(after)) - head and before[-1 - tail] == after[-1 - tail]:
        tail += 1
    first = start + len("".join(before[:head]))
    behind = start + len(old) - len("".join(before[len(before) - tail :]))
    return first, behind, "".join(after[head : len(after) - tail])

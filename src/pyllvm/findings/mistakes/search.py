"""Looks for the edits of a few words after which a line parses on: words are inserted, removed, replaced or exchanged."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from heapq import heappop, heappush, nsmallest
from typing import Final, NamedTuple, final

from pyllvm.findings.mistakes.recognizer import Recognizer, Stack
from pyllvm.findings.mistakes.text import Word, kind_of
from pyllvm.findings.mistakes.trial import Edit

_NOT_IN_TEXT: Final = -1
_BEFORE: Final = ("(", "[", "{", "<", "!", "@", "%", "c")
"""Words without a space behind them."""
_BEHIND: Final = (",", ")", "]", "}", ">", ":", "*", "(")
"""Characters without a space before them."""
_SPACES_OR_ENDS: Final = ("", " ", "\t", "\n", ",", ")", "]", "}")
_MOST_STEPS: Final = 6
_HIGHEST_COST: Final = 4.6
_MOST_EXPANDED: Final = 8
_MOST_KEPT: Final = 6
_MOST_WORDS_BACK: Final = 24
_COST_OF_A_WORD_BACK: Final = 0.04


class Step(NamedTuple):
    """Words from `start` to `end` become others. `cost`: how unlikely it is."""

    start: int
    end: int
    words: tuple[Word, ...]
    sentence: str
    cost: float


class Solution(NamedTuple):
    """The words of a place as they are after some steps."""

    words: list[Word]
    steps: list[Step]
    cost: float


Steps = Callable[[list[Word], int, int], Iterator[Step]]
"""The steps to try at a word, and how many words behind it the parser stopped."""


@final
class Search:
    """A search for corrections of some words, the cheapest first."""

    def __init__(self, recognizer: Recognizer, steps: Steps, behind: int) -> None:
        """`behind`: how many words at the end are only read on, and do not change."""
        self._recognizer: Final = recognizer
        self._steps: Final = steps
        self._behind: Final = behind

    def solutions(self, words: list[Word], error: int, *, is_syntax: bool) -> Iterator[Solution]:
        """Corrections after which the parser reads all words. If the error is none of syntax, they have a single step."""
        heap: list[tuple[float, int, bool, Solution, int]] = [(0.0, 0, False, Solution(words, [], 0.0), error)]
        number = expanded = 0
        while heap:
            _, _, is_whole, found, stop = heappop(heap)
            if is_whole:
                yield found
                continue
            expanded += 1
            if expanded > _MOST_EXPANDED or len(found.steps) >= _MOST_STEPS:
                continue
            nodes = list(self._after_one_step(found, stop))
            partial = [node for node in nodes if node[1] < len(node[0].words)] if is_syntax else []
            whole = [node for node in nodes if node[1] == len(node[0].words)]
            for solution, at in [*whole, *nsmallest(_MOST_KEPT, partial, key=_rank)]:
                number += 1
                is_whole = at == len(solution.words)
                heappush(heap, (solution.cost if is_whole else _rank((solution, at)), number, is_whole, solution, at))

    def _after_one_step(self, found: Solution, stop: int) -> Iterator[tuple[Solution, int]]:
        words = found.words
        stacks: list[Stack] = [list(self._recognizer.start)]
        for at in range(stop):
            stack = list(stacks[-1])
            self._recognizer.read(stack, words, at)
            stacks.append(stack)
        # The tables refuse a comma or a name where LLVM refuses what follows it.
        first = stop + (stop < len(words) and words[stop].text[0] in ",!")
        for at in range(min(first, len(words)), max(-1, stop - _MOST_WORDS_BACK), -1):
            for step in self._steps(words, at, stop - at):
                if step.end > step.start and step.end > len(words) - self._behind:
                    continue
                if step.end == step.start and any(one.start == step.start and not one.words for one in found.steps):
                    continue  # any word can be replaced by any other
                new = [*words[: step.start], *step.words, *words[step.end :]]
                before = max(step.start - 1, 0)
                behind = self._recognizer.first_error(list(stacks[before]), new, before)
                if len(new) - behind < max(len(words) - stop, 1):
                    cost = found.cost + step.cost + _COST_OF_A_WORD_BACK * (stop - at)
                    is_same = (
                        bool(found.steps and step.words)
                        and found.steps[-1].sentence.split("'")[-1] == step.sentence.split("'")[-1]
                    )
                    if cost < _HIGHEST_COST or is_same:
                        yield Solution(new, [*found.steps, step], cost), behind


def _rank(node: tuple[Solution, int]) -> float:
    """How promising a part of a correction is: what it costs, and how many words the parser has not read."""
    solution, at = node
    return solution.cost + 1.5 + 0.1 * (len(solution.words) - at)


def new_word(text: str, place: int) -> Word:
    """A word that the text does not have. `place`: where it is inserted."""
    return Word(kind_of(text), text, place, _NOT_IN_TEXT)


def is_new(word: Word) -> bool:
    """Whether a step has made a word."""
    return word.end == _NOT_IN_TEXT


def edits_of(before: list[Word], after: list[Word], text: str) -> list[Edit]:
    """The edits of the text that turn some words into others."""
    kept = {word.start for word in after if not is_new(word)}
    edits: list[Edit] = []
    previous: Word | None = None
    new: list[Word] = []
    at = 0
    for word in [*after, None]:
        if word is not None and is_new(word):
            new.append(word)
            continue
        removed: list[Word] = []
        while at < len(before) and (word is None or before[at].start < word.start):
            removed += [before[at]] if before[at].start not in kept else []
            at += 1
        if new or removed:
            edits.append(_edit(previous, word, removed, new, text))
        previous, new = word, []
    return edits


def _edit(previous: Word | None, following: Word | None, removed: list[Word], new: list[Word], text: str) -> Edit:
    """The edit between two words that stay."""
    inserted = _joined([word.text for word in new])
    if removed:
        start, end = removed[0].start, removed[-1].end
        if new:
            return _replacement(previous, text, start, end, inserted)
        is_spaced = previous is not None and text[previous.end : start] != ""
        if previous is None or "\n" in text[previous.end : start] or (not is_spaced and previous.text in _BEFORE):
            same_line = following is not None and "\n" not in text[end : following.start]
            return start, following.start if following is not None and same_line else end, ""
        return previous.end if is_spaced and text[end : end + 1] in _SPACES_OR_ENDS else start, end, ""
    place = new[0].start
    if following is not None and place == following.start and (previous is None or place != previous.end):
        return place, place, inserted + " " * (new[-1].text not in _BEFORE)
    if text[place : place + 2] == "  ":
        return place + 1, place + 1, inserted
    before = " " * (previous is not None and new[0].text[0] not in _BEHIND and previous.text not in _BEFORE)
    touches = following is not None and following.start == place and following.text[0] not in _BEHIND
    return place, place, before + inserted + " " * (touches and new[-1].text not in _BEFORE)


def _replacement(previous: Word | None, text: str, start: int, end: int, inserted: str) -> Edit:
    if previous is not None and inserted[0] in _BEHIND and inserted[0] != "(":
        start = start if "\n" in text[previous.end : start] else previous.end
    elif previous is not None and previous.end == start and previous.text[-1].isalnum() and inserted[0].isalnum():
        inserted = f" {inserted}"
    return start, end, inserted + " " * (inserted[-1] in ":," and text[end : end + 1] not in _SPACES_OR_ENDS)


def _joined(texts: list[str]) -> str:
    found = ""
    for text in texts:
        found += " " * (bool(found) and text[0] not in _BEHIND and found[-1] not in _BEFORE) + text
    return found

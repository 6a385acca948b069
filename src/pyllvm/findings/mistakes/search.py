"""Looks for the edits of a few words after which a line parses on: words are inserted, removed, replaced or exchanged."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush, nsmallest
from typing import Final, NamedTuple, final

from pyllvm.findings.mistakes import words as spellings
from pyllvm.findings.mistakes.recognizer import Recognizer, Stack
from pyllvm.findings.mistakes.text import GLOBAL, LABEL, LOCAL, METADATA, WORD, Text, Word, behind_type, closing, kind_of
from pyllvm.findings.mistakes.trial import Edit
from pyllvm.tables.metadata_nodes import SPECIALIZED_NODES
from pyllvm.tables.opcodes import LIKELY_INSTRUCTIONS

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
                    # The same mistake may be made several times.
                    last = found.steps[-1].sentence.split("'")[-1] if found.steps and step.words else None
                    if cost < _HIGHEST_COST or last == step.sentence.split("'")[-1]:
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


_MARKS: Final[dict[str, str]] = {
    ", 0": "an index is missing: the number of an element, from 0",
    ",": "a comma is missing before NEXT",
    "=": "a '=' is missing behind LAST",
    ")": "')' is missing: the '(' is not closed",
    "(": "'(' is missing before NEXT",
    "]": "']' is missing: the '[' is not closed",
    "[": "'[' is missing before NEXT",
    "}": "'}' is missing: the '{' is not closed",
    "{": "'{' is missing before NEXT",
    ">": "'>' is missing: the '<' is not closed",
    "<": "'<' is missing before NEXT",
    "!": "in metadata, nodes, strings and references begin with '!'",
    "()": "a call has parentheses, also without arguments",
    "to": "'to' is missing before NEXT",
    "x": "'x' is between the number and the type of the elements",
    "label": "a destination is written 'label %name'",
    "type": "a type is defined with the word 'type' before it",
    "global": "a variable is 'global', or 'constant' if it is never written",
    "target": "NEXT is a property of the target",
    "triple": "a property of the target is its triple or its datalayout",
    "datalayout": "a property of the target is its triple or its datalayout",
    "define": "a function is defined with 'define'",
    "declare": "a function of another module is declared with 'declare'",
    "call": "a function is called with the instruction 'call'",
    "c": 'a string of bytes begins with c"',
    "unwind": "'unwind' is missing before NEXT",
    "asm": "'asm' is missing before NEXT",
    "attributes": "a group of attributes begins with 'attributes'",
    "seq_cst": "an atomic instruction names its ordering: monotonic, acquire, release, acq_rel or seq_cst",
    "eq": "a comparison names its predicate: eq, ne, slt, sle, sgt, sge, ult, ule, ugt or uge",
    "oeq": "a comparison names its predicate: oeq, une, olt, ole, ogt, oge or ord",
    "xchg": "an atomicrmw names its operation: xchg, add, sub and so on",
    "metadata": "'metadata' is missing before NEXT",
    "align": "an alignment is written 'align 4'",
    "comdat": "a comdat is written '$name = comdat any'",
    "distinct": "this node is distinct",
    "vscale": "a scalable vector is written <vscale x 4 x i32>",
}
"""Words that may be missing, each with its sentence."""
_AT_THE_START: Final = frozenset(("define", "declare", "target", "attributes", "call", "!", "(", "[", "{", "<", "c"))
"""These words belong to the word behind them, so they are inserted at the beginning of its line."""
_GLUED: Final = frozenset((",", ")", "]", "}", ">", "()", "=", "to", ", 0"))
"""These words belong to the word before them."""
_END: Final = "the end of the line"


@final
class Steps:
    """The steps at the words of one text."""

    def __init__(self, t: Text) -> None:
        self._t: Final = t
        self._keywords: Final = spellings.keywords()
        self._others: dict[tuple[str, str], list[tuple[str, str, float]]] = {}

    def __call__(self, words: list[Word], at: int, back: int) -> Iterator[Step]:
        """The steps at a word, which is `back` words before the place where the parser stopped."""
        if back <= 6:
            yield from self._missing(words, at)
            if at and "\n" in self._t.text[words[at - 1].end : words[at].start if at < len(words) else len(self._t.text)]:
                yield from self._missing_at_start(words, at)
        if at < len(words) and not is_new(words[at]):
            yield from self._extra(words, at)
            yield from self._other(words, at)
            yield from self._exchanged(words, at)

    def _missing(self, words: list[Word], at: int) -> Iterator[Step]:
        """Insert words before a word, in the line of the word before it."""
        if not at:
            yield from self._missing_at_start(words, at)
            return
        last = words[at - 1].text
        following = words[at].text if at < len(words) else _END
        is_same_line = at < len(words) and not is_new(words[at]) and "\n" not in self._t.text[words[at - 1].end : words[at].start]
        place = words[at].start if is_same_line else words[at - 1].end
        for text, sentence in _MARKS.items():
            # `void*` is a mistake for `i8*`, not for a pointer to a function.
            if text not in (last, following) and (text != "()" or words[at - 1].kind in (LOCAL, GLOBAL)):
                sentence = sentence.replace("NEXT", following).replace("LAST", last)
                yield _insertion(at, words[at - 1].end if text in _GLUED else place, [text], sentence, 1.5)
        if last == "=" and self._t.is_in_body:
            yield from self._opcodes(at, place)
        for number, type in enumerate(self._t.expected_types(words, at)):
            yield _insertion(at, place, [type], f"a type is missing before {following}", 1.4 + number / 5)
        for number, value in enumerate(self._t.expected_values(words, at)):
            yield _insertion(at, place, [value], f"a value is missing behind {last}", 2.0 + number / 5)
        for name in _missing_fields(words, at):
            yield _insertion(at, place, [f"{name}:"], f"the name of a field is missing before {following}", 1.6)

    def _missing_at_start(self, words: list[Word], at: int) -> Iterator[Step]:
        """Insert words at the beginning of a line."""
        following = words[at].text if at < len(words) else _END
        place = words[at].start if at < len(words) else len(self._t.text)
        for text in _AT_THE_START:
            yield _insertion(at, place, [text], _MARKS[text].replace("NEXT", following).replace("LAST", ""), 1.5)
        for name in self._t.lost_names:
            sentence = f"the name is missing: {name} is used and not defined"
            yield _insertion(at, place, [name] if following == "=" else [name, "="], sentence, 1.2)
        if self._t.is_in_body:
            yield from self._opcodes(at, place)

    def _opcodes(self, at: int, place: int) -> Iterator[Step]:
        for cost, opcode in enumerate(LIKELY_INSTRUCTIONS):
            yield _insertion(at, place, [opcode], f"an instruction begins with its name, such as {opcode}", 2.2 + cost / 20)

    def _extra(self, words: list[Word], at: int) -> Iterator[Step]:
        word = words[at].text
        if at and words[at - 1].text == word:
            yield Step(at, at + 1, (), f"'{word}' is written twice", 1.7 if behind_type(words, at) > at else 0.9)
        following = words[at + 1].text if at + 1 < len(words) else ")"
        if word == "," and (following in (")", "]", "}", ">", ",") or "\n" in self._t.text[words[at].end : words[at + 1].start]):
            place = "" if following[0].isalnum() else f" before {following!r}"
            yield Step(at, at + 1, (), f"nothing follows the comma{place}: remove it", 1.2)
        yield Step(at, at + 1, (), f"'{word}' has no place here: remove it", 2.6 if word in self._keywords else 2.2)
        behind = behind_type(words, at)
        if behind > at + 1:
            yield Step(at, behind, (), f"'{self._t.source(words, at, behind)}' has no place here: remove it", 2.3)
        if word == "," and at + 1 < len(words):
            behind = max(behind_type(words, at + 1), at + 2)
            yield Step(at, behind, (), f"'{self._t.source(words, at, behind)}' has no place here: remove it", 2.8)

    def _other(self, words: list[Word], at: int) -> Iterator[Step]:
        word = words[at]
        key = (word.text, words[at - 1].text if at else "")
        if key not in self._others:
            self._others[key] = list(spellings.others(self._t, words, at))
        for text, sentence, cost in self._others[key]:
            texts = [text] if text[:1] in ('"', "'", "<", "[", "{") else text.split(" ")
            yield Step(at, at + 1, tuple(new_word(one, word.start) for one in texts), sentence, cost)

    def _exchanged(self, words: list[Word], at: int) -> Iterator[Step]:
        """Two words in the other order, or as one."""
        if at + 1 >= len(words) or is_new(words[at + 1]):
            return
        one, other = words[at], words[at + 1]
        if "\n" in self._t.text[one.end : other.start]:
            return
        if one.text != other.text:
            sentence = f"'{other.text}' comes before '{one.text}'"
            yield Step(at, at + 2, (new_word(other.text, one.start), new_word(one.text, one.start)), sentence, 2.0)
        joined = [text for text in (one.text + other.text, f"{one.text}_{other.text}") if text in self._keywords]
        if (other.text in (":", "=") and one.kind in (WORD, METADATA)) or (one.text[0] == "%" and other.text == ":"):
            joined.append(f"{one.text.lstrip('%')}:")
        for text in joined:
            yield Step(at, at + 2, (new_word(text, one.start),), f"'{text}' is one word", 1.4)
        if one.end == other.start and one.text[-1].isalnum() and other.text[0].isalnum():
            for text, _ in spellings.nearest_words(one.text + other.text, [*self._t.integer_types(), *self._keywords]):
                yield Step(at, at + 2, (new_word(text, one.start),), f"did you mean '{text}'?", 1.6)


def _missing_fields(words: list[Word], at: int) -> list[str]:
    """The fields of a node that may be meant at a word: those between its neighbors."""
    start = next((index for index in range(at - 1, -1, -1) if words[index].text == "(" and closing(words, index) > at), 0)
    node = SPECIALIZED_NODES.get(words[start - 1].text[1:]) if start and words[start - 1].kind == METADATA else None
    if node is None or at >= len(words) or words[at].kind == LABEL:
        return []
    names = [field.name for field in node.fields]
    before = [word.text[:-1] for word in words[start:at] if word.kind == LABEL]
    behind = {word.text[:-1] for word in words[at : closing(words, start)] if word.kind == LABEL}
    first = names.index(before[-1]) + 1 if before and before[-1] in names else 0
    return [name for name in names[first:] if name not in behind][:4]


def _insertion(at: int, place: int, texts: list[str], sentence: str, cost: float) -> Step:
    return Step(at, at, tuple(new_word(text, place) for text in texts), sentence, cost)

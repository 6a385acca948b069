"""The lines that a mistake is in: from where the parser gets to the error, to where it has read what follows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pyllvm.findings.mistakes.recognizer import Recognizer
from pyllvm.findings.mistakes.search import Search, Solution, edits_of
from pyllvm.findings.mistakes.sentences import sentence_about
from pyllvm.findings.mistakes.steps import Steps
from pyllvm.findings.mistakes.text import Text, Word, line_of, words_of
from pyllvm.findings.mistakes.trial import Correction

_OF_FIRST_WORDS: Final = ("expected instruction opcode", "expected top-level", "expected type", "use of", "forward")
"""The messages of errors at the first word of a line that are in this line; with others, something is missing above."""
_CLOSING: Final = ("}", "]", ")")
_MOST_LINES_BACK: Final = 30
_FEW_LINES: Final = 4
_CHARACTERS_BEHIND: Final = 400


def searched(t: Text) -> Iterator[Correction]:
    """Corrections of a few words, the likeliest first."""
    recognizer = Recognizer(in_body=t.is_in_body)
    words, stop = _chunk(t, recognizer)
    is_syntax = stop < len(words)
    error = stop if is_syntax else sum(word.start < t.start for word in words)
    is_above = not t.text[t.line_start : t.start].strip() and not t.message.startswith(_OF_FIRST_WORDS)
    behind = sum(word.start >= t.line_start for word in words) if is_above else int(words[-1].start >= t.line_end)
    for found in Search(recognizer, Steps(t), behind).solutions(words, error, is_syntax=is_syntax):
        if t.token in _CLOSING or any(t.line_start <= word.start < t.line_end for word in found.words):
            yield Correction(_sentence(t, words, found), tuple(edits_of(words, found.words, t.text)))


def _sentence(t: Text, words: list[Word], found: Solution) -> str:
    step = found.steps[0]
    old = " ".join(word.text for word in words[step.start : step.end])
    new = " ".join(word.text for word in step.words)
    change = f"{old}=>{new}" if old and new else f"-{old}" if old else f"+{new}"
    line = t.text[words[line_of(t.text, words, step.start - (step.start == len(words) or not old))].start : t.line_end]
    following = words[step.start].text if step.start < len(words) else ""
    return sentence_about(change, line.partition("\n")[0], following) or step.sentence


def _chunk(t: Text, recognizer: Recognizer) -> tuple[list[Word], int]:
    """The words of the lines around the error, and the index of the first word that the grammar does not have.

    A syntax error is in the nearest lines from which the parser comes to its place and no further.
    """
    behind = words_of(t.text, t.line_end, min(len(t.text), t.line_end + _CHARACTERS_BEHIND))
    is_open = sum(word.text in ("[", "(") for word in t.words) != sum(word.text in ("]", ")") for word in t.words)
    is_open = is_open or (t.token in ("{", "(") and t.is_in_body)
    behind = behind if is_open else behind[: 2 if len(behind) > 1 and behind[1].text == "=" else 1]
    line = [*words_of(t.text, t.line_start, t.line_end), *behind]
    words, start = line, t.line_start
    if not t.text[start : t.start].strip():
        start = _line_above(t.text, start)
        words = [*words_of(t.text, start, t.line_start), *line]
    for number in range(_MOST_LINES_BACK):
        error = sum(word.start < t.start for word in words)
        stop = recognizer.first_error(list(recognizer.start), words, 0)
        if _is_here(words, stop, error) or start == 0 or (number > _FEW_LINES and stop > error):
            break
        above = _line_above(t.text, start)
        words = [*words_of(t.text, above, start), *words]
        start = above
    if not _is_here(words, stop, error):
        words = line
        stop = recognizer.first_error(list(recognizer.start), words, 0)
    return words, stop


def _is_here(words: list[Word], stop: int, error: int) -> bool:
    """Whether LLVM stops at the same word. It refuses what follows a comma or a name, and the tables the comma or the name."""
    return stop == error or (stop == error - 1 and words[stop].text[0] in ",!")


def _line_above(text: str, start: int) -> int:
    """Where the nearest line above begins that has words."""
    while start > 0:
        end = start
        start = text.rfind("\n", 0, start - 1) + 1
        if words_of(text, start, end):
            break
    return start

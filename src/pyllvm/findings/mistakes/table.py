"""The kinds of mistakes, and the corrections of an error in the order in which they are tried.

A mistake is in some lines: from where the parser gets to the error, to where it has read what follows. The sentence about a
correction of a few words depends on the words that change, and on these lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from typing import Final, NamedTuple

from pyllvm.findings.mistakes.idioms import IDIOMS, MEANINGS_OF, PHI, Idiom
from pyllvm.findings.mistakes.meanings import MEANINGS
from pyllvm.findings.mistakes.recognizer import BODY, Recognizer
from pyllvm.findings.mistakes.search import Search, Solution, Steps, edits_of
from pyllvm.findings.mistakes.text import Text, Word, line_above, line_of, words_of
from pyllvm.findings.mistakes.trial import Correction, Edit, Trials, correction

_OF_FIRST_WORDS: Final = ("expected instruction opcode", "expected top-level", "expected type", "use of", "forward")
"""The messages of errors at the first word of a line that are in this line; with others, something is missing above."""
_CLOSING: Final = ("}", "]", ")")
_MOST_LINES_BACK: Final = 30
_FEW_LINES: Final = 4
_CHARACTERS_BEHIND: Final = 400


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


def searched(t: Text) -> Iterator[Correction]:
    """Corrections of a few words, the likeliest first."""
    recognizer = Recognizer(BODY if t.is_in_body else "")
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
        start = line_above(t.text, start)
        words = [*words_of(t.text, start, t.line_start), *line]
    for number in range(_MOST_LINES_BACK):
        error = sum(word.start < t.start for word in words)
        stop = recognizer.first_error(list(recognizer.start), words, 0)
        if _is_here(words, stop, error) or start == 0 or (number > _FEW_LINES and stop > error):
            break
        above = line_above(t.text, start)
        words = [*words_of(t.text, above, start), *words]
        start = above
    if not _is_here(words, stop, error):
        words = line
        stop = recognizer.first_error(list(recognizer.start), words, 0)
    return words, stop


def _is_here(words: list[Word], stop: int, error: int) -> bool:
    """Whether LLVM stops at the same word. It refuses what follows a comma or a name, and the tables the comma or the name."""
    return stop == error or (stop == error - 1 and words[stop].text[0] in ",!")


_TYPE: Final = r"(?:[ib]\d+|half|bfloat|float|double|fp128|ptr|void|[\[<{].*[\]>}])\**"
_DESTINATION: Final = "a destination is written 'label %name'"
_OPERATION: Final = r"= (\w+) .*"
_ARRAY: Final = "an array or vector type is written [4 x i32] or <4 x i32>, with spaces around the x"

SENTENCES: Final = (
    (rf"-{_TYPE}", r".*\bphi ", PHI),
    (rf"-{_TYPE}", r".*= (extractvalue|insertvalue) ", "an index of {0} is a number without a type"),
    (rf"-{_TYPE}", r"(unreachable) ", "{0} has no operand"),
    (rf"-{_TYPE}", rf"{_TYPE} %\S+ = ", "the result has no type of its own: the line begins with its name"),
    (rf"-{_TYPE}", r"ret ", "an operand has one type"),
    (rf"-{_TYPE}", r".*= ", "the type is written once: this operand has it from the operand before"),
    (r"-void", r"(?:define|declare) ", "a function without parameters has empty parentheses"),
    (r"-(?:const|restrict|signed|unsigned|register|mutable|mut)", r"", "types have no '{old}'"),
    (r"-(?:nuw|nsw|exact|inbounds|fast|nneg|disjoint|samesign)", r".*= (\w+) ", "{0} has no flag '{old}'"),
    (r"-,.+|\+, 0", r"%\S+ = (?!extract|insert|getel)(\w+) .*", "{0} has two operands"),
    (r"-,", r"attributes ", "attributes are separated by spaces"),
    (r"-,", r".*= [if]cmp ", "a predicate has no comma behind it"),
    (r"-:", r".*\blabel ", f"{_DESTINATION}, without a colon"),
    (r"-:", r".*!", "an attachment is written '!dbg !0', without a colon"),
    (r"-:", r"(?:define|declare) ", "the type of a parameter comes before its name"),
    (r"-=", r"module asm", "module asm has no '='"),
    (r"-=", r"@", "the initial value follows the type, without '='"),
    (r"-label", r"label ", "a block begins with its name alone"),
    (r"-label", r".*\bphi ", PHI),
    (r"-byval|-sret|-byref|-preallocated|-inalloca|-elementtype", r"",
     "'{old}' is for parameters: it comes behind the type of one"),
    (r"-'?\}", r"", "this brace closes no function: remove it"),
    (rf"\+{_TYPE}", r".*\b(?:call|invoke) .*\(", "each argument of a call has its type before it"),
    (rf"\+{_TYPE}", r"(?:define|declare) [^(]*$|(?:define|declare) @",
     "a function has its result type before its name, such as {new}"),
    (rf"\+{_TYPE}", r".*= alloca", "an alloca names the type in memory, such as i32"),
    (rf"\+{_TYPE}", r"@.*= .*[\[{<]", "each element has its type before it"),
    (rf"\+{_TYPE}", r"switch |i\d+ ", "each case has its type"),
    (rf"\+{_TYPE}", r"", "the type comes before an operand: {next} is {new}"),
    (r"\+to|.*=>to", rf"%\S+ {_OPERATION}", "{0} names the new type behind 'to'"),
    (r"\+x|.*=>x .*|.*=>x", r"", _ARRAY),
    (r"\+\(\)", r"(?:define|declare) ", "a function has parentheses, also without parameters"),
    (r"\+\{", r"define ", "the body of a function begins with '{{' behind its header"),
    (r"\+,", r".*, ?!|.* !", "an attachment follows a comma"),
    (r".*=>%.*", r"br ", _DESTINATION),
    (r".*=>%.*", r".*\bphi ", PHI),
    (r".*=>%.*", r"(?:define|declare) ", "names of parameters begin with %"),
    (r".*=>%.*", r"\S+ = type ", "names of types begin with %"),
    (r"@.*=>%.*", r"@\S+ = ", "@ is for globals; the results of instructions begin with %"),
    (r".*=>@.*", r"(?:define|declare) ", "names of functions begin with @"),
    (r"%.*=>@.*", r"\S+ = ", "% is for types and for values in functions: names of globals begin with @"),
    (r".*=>br", r"", "a jump is written 'br label %name'"),
    (r".*=>ret", r"", "a function returns with 'ret'"),
    (r"%.*=>.*:", r"", "a label has no % where its block begins"),
    (r"\S+ :=>.*:", r"", "a label has no space before its colon"),
    (r"\S+ ==>.*:", r"", "a field and its value are separated by a colon"),
    (r"[^: ]+=>[^ ]+:", r"", "a label ends with a colon"),
    (r"declare=>define", r"", "a function with a body is defined: 'declare' is for functions of other modules"),
    (r"define=>declare", r"", "a function without a body is declared"),
    (r"(?:NULL|nullptr|nil|None)=>null", r"", "the null pointer is written null"),
    (r"\.\.=>\.\.\.", r"", "variable arguments are written '...'"),
    (r"\S+=>\d+", r".*align ", "an alignment is a number: {new}"),
    (r"'?\{=>\[", r"switch ", "the cases of a switch are in [ ]"),
    (r"\S+:=>.*", r".*switch |i\d+ ", "a case is written 'i32 1, label %block'"),
    (r"(?:struct|typedef|union|class|record|types)=>type", r"", "a type is defined with '%name = type'"),
    (r"\S+ \S+=>(?:nuw|nsw|exact|inbounds|volatile|atomic|fast) .*", rf".*?(?:= )?(\w+) {_TYPE}",
     "the flag '{first}' comes directly behind '{0}'"),
    (rf"{_TYPE} \S+=>\S+ {_TYPE}", r"(?:define|declare) ", "'{first}' comes before the result type"),
    (r"%\S+ \S+=>\S+ %.*", r"(?:define|declare) ", "the attributes of a parameter come before its name"),
)  # fmt: skip
"""Each row: the change of the first words, with + for new, - for old, => for other words; the line; and the sentence."""


def sentence_about(change: str, line: str, following: str) -> str:
    """The sentence about a change of words in a line; "" if the change says enough itself."""
    for pattern, context, sentence in SENTENCES:
        found = re.match(context, line) if re.fullmatch(pattern, change) is not None else None
        if found is not None:
            old, _, new = change.rpartition("=>")
            words = {"old": change[1:], "new": new.lstrip("+"), "next": following, "first": new.split(" ")[0], "before": old}
            return sentence.format(*found.groups(), **words)
    return ""

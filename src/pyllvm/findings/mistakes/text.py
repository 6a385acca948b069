"""The text around an error, in words: the line, the function, and the types of the values in it.

This reads faulty text, so it guesses: it knows words and brackets, and the parser decides whether a repair fits.
Offsets are in bytes. Text is decoded as Latin-1, so that they are also offsets of characters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Final, NamedTuple, final

from pyllvm.findings.written_types import Scene, first_type, parameters_of, type_of_instruction

LOCAL: Final = "local"
GLOBAL: Final = "global"
METADATA: Final = "metadata"
INTEGER: Final = "integer"
FLOAT: Final = "float"
STRING: Final = "string"
WORD: Final = "word"
LABEL: Final = "label"
MARK: Final = "mark"

_WORDS: Final = re.compile(
    r"""(?P<string>c?"[^"\n]*"(?!:))|(?P<comment>;[^\n]*)|(?P<operator>//|/\*|<<|>>>?|==|!=(?=\s)|<=|>=|->|:=|&&|\|\||\.\.\.|--+(?=\s))
    |(?P<local>%(?:"[^"\n]*"|[-\w$.]+))|(?P<global>@(?:"[^"\n]*"|[-\w$.]+))|(?P<metadata>!(?:[-\w$.\\]+|"[^"\n]*")?)
    |(?P<group>[#^$][-\w.]+)|(?P<label>(?:[A-Za-z$._\d][-\w$.]*|"[^"\n]*"):(?!=))
    |(?P<float>[-+]?\d+\.\d*(?:[eE][-+]?\d+)?|[-+]?0x[KLMHR]?[0-9A-Fa-f]+(?:\.[0-9a-fA-F]*p[-+]?\d+)?)
    |(?P<integer>-?\d+|[us]0x[0-9A-Fa-f]+)|(?P<word>[A-Za-z$._\x80-\xff][-\w$.]*)|(?P<mark>[^\s\0])""",
    re.VERBOSE,
)
_SIMPLE_TYPE: Final = re.compile(
    r"[ib]\d+|void|half|bfloat|float|double|x86_fp80|fp128|ppc_fp128|label|metadata|x86_mmx|x86_amx|token|ptr|opaque"
)
FLOATING: Final = frozenset(["half", "bfloat", "float", "double", "fp128", "x86_fp80", "ppc_fp128"])
_MOST_SEARCHED: Final = 40_000
_FEW: Final = 20
_LONGEST_TYPE: Final = 40
_LABEL_LINE: Final = re.compile(r'^("[^"\n]*"|[-\w$.]+):', re.MULTILINE)
_NAMED_LINE: Final = re.compile(r'^[ \t]*(%(?:"[^"\n]*"|[-\w$.]+))[ \t]*=.*', re.MULTILINE)
_ENTITY: Final = re.compile(
    r'^(?:([@$%!#^](?:[-\w$.]+|"[^"\n]*"))\s*=|(?:define|declare)\b[^@\n]*(@(?:[-\w$.]+|"[^"\n]*"))|attributes (#\d+))',
    re.MULTILINE,
)
_OPEN: Final = {"(": ")", "[": "]", "{": "}", "<": ">"}
_BOOLEAN: Final = "i1"


class Word(NamedTuple):
    """A token, with its place in the text."""

    kind: str
    text: str
    start: int
    end: int


Entities = dict[str, tuple[int, int]]
"""The lines that define something for the whole module, by the names of what they define."""


class Global(NamedTuple):
    """A function, a variable or an alias of the text: its type, and the types of a function's parameters."""

    is_function: bool
    type: str
    parameters: list[str]


def entities_of(text: str) -> Entities:
    """The first line for each name of a text."""
    found: Entities = {}
    for one in _ENTITY.finditer(text):
        found.setdefault(one[1] or one[2] or one[3], (one.start(), line_end(text, one.start())))
    return found


def line_end(text: str, at: int) -> int:
    """Where the line ends that an offset is in."""
    feed = text.find("\n", at)
    return len(text) if feed < 0 else feed


def line_above(text: str, start: int) -> int:
    """Where the nearest line above an offset begins that has words."""
    while start > 0:
        end = start
        start = text.rfind("\n", 0, start - 1) + 1
        if words_of(text, start, end):
            break
    return start


def function_start(text: str, start: int, before: int) -> int:
    """Where the function begins that a place is in; -1 if it is in none, or the function ends `before` an offset."""
    at = text.rfind("\ndefine", 0, start + 1) + 1
    if not text.startswith("define", at):
        return -1
    end = text.find("\n}", at, before)
    return at if end < 0 or end + 1 == before else -1


def words_of(text: str, start: int, end: int) -> list[Word]:
    """The words of a part of the text, without comments."""
    found: list[Word] = []
    for one in _WORDS.finditer(text, start, end):
        kind = one.lastgroup or MARK
        if kind != "comment":
            found.append(Word(MARK if kind == "operator" else kind, one.group(), one.start(), one.end()))
    return found


def type_start(words: list[Word], end: int) -> int:
    """The index of the first word of the type that ends before `end`; `end` if none does."""
    return next((one for one in range(end - 1, max(end - _LONGEST_TYPE, 0) - 1, -1) if behind_type(words, one) == end), end)


def kind_of(text: str) -> str:
    """The kind of a text as a word."""
    found = words_of(text, 0, len(text))
    return found[0].kind if found else MARK


def line_of(text: str, words: list[Word], at: int) -> int:
    """The index of the first word in the line of a word."""
    while at > 0 and "\n" not in text[words[at - 1].start : words[at].start]:
        at -= 1
    return max(at, 0)


def closing(words: list[Word], at: int) -> int:
    """The index behind the bracket that closes the bracket at `at`; the number of words if nothing closes it."""
    depth = 0
    for index in range(at, len(words)):
        depth += words[index].text in _OPEN
        depth -= words[index].text in _OPEN.values()
        if not depth:
            return index + 1
    return len(words)


def behind_type(words: list[Word], at: int) -> int:
    """The index behind the type that begins at `at`; `at` if none begins there."""
    if at >= len(words):
        return at
    if _SIMPLE_TYPE.fullmatch(words[at].text) is not None or _is_named_type(words, at):
        behind = at + 1
    elif _opens_type(words, at):
        behind = closing(words, at)
    else:
        return at
    while behind < len(words):
        if words[behind].text == "*":
            behind += 1
        elif words[behind].text == "addrspace":
            behind = closing(words, behind + 1)
        else:
            break
    return behind


def _is_named_type(words: list[Word], at: int) -> bool:
    """Whether a name that begins with % is a type: a value follows."""
    if words[at].kind != LOCAL or at + 1 == len(words):
        return False
    return words[at + 1].kind in (LOCAL, INTEGER, FLOAT) or words[at + 1].text == "*"


def _opens_type(words: list[Word], at: int) -> bool:
    """Whether a bracket opens an array, a vector or a structure type."""
    # The innermost of several braces decides for all.
    while at + 1 < len(words) and words[at].text == words[at + 1].text == "{":
        at += 1
    word = words[at]
    if at + 1 == len(words):
        return False
    following = words[at + 1]
    if word.text in ("[", "<") and (following.kind == INTEGER or following.text == "vscale"):
        return at + 2 < len(words)
    if word.text == "<":
        return following.text == "{"
    return word.text == "{" and (following.text == "}" or behind_type(words, at + 1) > at + 1)


def literal_type(word: Word) -> str:
    """The type that a constant probably has, if nothing else tells; "" if it can have many."""
    if word.text in ("true", "false"):
        return _BOOLEAN
    if word.kind == FLOAT and not word.text.startswith("0x"):
        return "double"
    return "i32" if word.kind == INTEGER else "ptr" if word.kind == GLOBAL or word.text == "null" else ""


def default_value(type: str) -> str:
    """A value that a type has."""
    if re.fullmatch(r"i\d+", type):
        return "false" if type == _BOOLEAN else "0"
    if type == "ptr" or type.endswith("*"):
        return "null"
    return "0.0" if is_floating(type) and not type.startswith("<") else "zeroinitializer"


def is_floating(type: str) -> bool:
    """Whether values of a type are floating-point numbers, or vectors of these."""
    return type in FLOATING or (type.startswith("<") and any(type.endswith(f"{one}>") for one in FLOATING))


def is_integer(type: str) -> bool:
    """Whether values of a type are integers, or vectors of these."""
    return re.fullmatch(r"i\d+|<.* x i\d+>", type) is not None


def conversions(given: str, expected: str) -> list[str]:
    """The instructions that convert one type to another, the most likely one first."""
    widths = [int(one[1:]) if re.fullmatch(r"i\d+", one) else 0 for one in (given, expected)]
    pointers = [one.startswith("ptr") or one.endswith("*") for one in (given, expected)]
    if widths[0] and widths[1]:
        return [] if widths[0] == widths[1] else ["trunc"] if widths[0] > widths[1] else ["zext", "sext"]
    if is_integer(given) and is_integer(expected):
        return ["zext", "sext", "trunc"]
    if is_floating(given) and is_floating(expected):
        return ["fpext", "fptrunc"]
    rows = (
        (widths[0] and pointers[1], ["inttoptr"]),
        (pointers[0] and widths[1], ["ptrtoint"]),
        (pointers[0] and pointers[1], ["bitcast", "addrspacecast"]),
        (is_integer(given) and is_floating(expected), ["sitofp", "uitofp"]),
        (is_floating(given) and is_integer(expected), ["fptosi", "fptoui"]),
    )
    return next((found for fits, found in rows if fits), [])


@final
class WholeText:
    """A faulty text, and what all of it has to be searched for: that is done once for all its errors."""

    def __init__(self, text: str, version: int | None) -> None:
        self.text: Final = text
        self.version: Final = version
        self.entities: Final = entities_of(text)

    @cached_property
    def has_typed_pointers(self) -> bool:
        """Whether the text has typed pointers."""
        return re.search(r"\b(?:i\d+|float|double)\*", self.text) is not None


@final
class Text:
    """A faulty text, and the place of an error in it. Of a large function, only what is near is looked at."""

    def __init__(self, whole: WholeText, start: int, end: int, message: str) -> None:
        self.whole: Final = whole
        self.text: Final = whole.text
        text = whole.text
        self.entities: Final = whole.entities
        self.start: Final = start
        self.end: Final = end
        self.message: Final = message
        self.version: Final = whole.version
        self.line_start: Final = text.rfind("\n", 0, start) + 1
        self.line_end: Final = line_end(text, start)
        self.words: Final = words_of(text, self.line_start, self.line_end)
        """The words of the line with the error."""
        self.at: Final = sum(word.start < start for word in self.words)
        """How many words of the line are before the error."""
        self.token: Final = self.words[self.at].text if self.at < len(self.words) else ""
        self.above: Final = words_of(text, line_above(text, self.line_start), self.line_start)
        """The words of the last line above that has any."""
        self.last: Final = [] if text[self.line_start : start].strip() else self.above
        """The same, if the error is at the beginning of its line: the mistake may be at the end of that line."""
        self.function_start: Final = function_start(text, self.start, self.line_start)
        """Where the function begins in which the error is; -1 if it is in none."""
        close = text.find("\n}", self.function_start) if self.function_start >= 0 else -1
        self.function_end: Final = len(text) if close < 0 else close
        """Where the function ends in which the error is."""
        self.near: Final = max(self.function_start, start - _MOST_SEARCHED), min(self.function_end, start + _MOST_SEARCHED)
        """From where to where the function is looked at."""
        self._globals: dict[str, Global | None] = {}

    @property
    def header(self) -> list[Word]:
        """The words of the function's first line."""
        return words_of(self.text, self.function_start, line_end(self.text, max(self.function_start, 0)))

    @cached_property
    def is_in_body(self) -> bool:
        """Whether the line with the error is in the body of a function."""
        first = line_end(self.text, max(self.function_start, 0))
        head = self.text[self.function_start : min(self.line_start, first + 1000)] if self.function_start >= 0 else ""
        return re.search(r"\{[^\S\n]*(?:;[^\n]*)?\n", head) is not None

    @property
    def lines(self) -> list[list[Word]]:
        """The line before the error, if that begins its line, and the line with the error: either may have the mistake."""
        return [self.last, self.words] if self.last else [self.words]

    def source(self, words: list[Word], start: int, end: int) -> str:
        """The text from one word to another, the last excluded."""
        return self.text[words[start].start : words[end - 1].end] if start < end <= len(words) else ""

    # --- the function

    @cached_property
    def blocks(self) -> list[str]:
        """The names of the function's blocks."""
        return [one[1] for one in _LABEL_LINE.finditer(self.text, *self.near)] if self.function_start >= 0 else []

    @cached_property
    def arguments(self) -> dict[str, str]:
        """The types of the function's arguments by their names."""
        start = max(self.function_start, 0)
        return {name: type for type, name in _parameters(self.text[start : line_end(self.text, start)]) if name}

    @cached_property
    def definitions(self) -> dict[str, tuple[int, int]]:
        """Where the instructions are whose results have names, by these names."""
        found = _NAMED_LINE.finditer(self.text, *self.near) if self.function_start >= 0 else ()
        return {one[1]: one.span() for one in found}

    @cached_property
    def locals(self) -> list[str]:
        """The names of the function's arguments, instructions and blocks."""
        return [*self.arguments, *self.definitions, *(f"%{one}" for one in self.blocks)]

    def body_lines(self) -> Iterator[list[Word]]:
        """The words of the lines of the function, without its first one."""
        start = max(line_end(self.text, self.function_start) + 1, self.text.rfind("\n", 0, self.near[0]) + 1)
        while self.function_start >= 0 and start <= self.near[1]:
            end = line_end(self.text, start)
            yield words_of(self.text, start, end)
            start = end + 1

    def uses(self, name: str, start: int = 0) -> list[tuple[int, int]]:
        """The places of a name in the function, from an offset on."""
        pattern = re.compile(re.escape(name) + r"(?![-\w$.])")
        return [one.span() for one in pattern.finditer(self.text, max(self.near[0], start), self.near[1])]

    @cached_property
    def lost_names(self) -> list[str]:
        """Names that the function, or the module, uses and nothing defines: a line may have lost its name."""
        if self.is_in_body:
            used = dict.fromkeys(re.compile(r"%[-\w$.]+").findall(self.text, *self.near))
            known = {*self.locals, *self.entities}
            return [one for one in used if one not in known][:3]
        used = dict.fromkeys(re.compile(r"(?:!\d+|@[-\w$.]+|#\d+|%struct[-\w$.]+)").findall(self.text, self.line_start))
        return [one for one in used if one not in self.entities][:4]

    def return_type(self) -> str:
        """The type that the function returns."""
        header = self.header
        at = next((index for index, word in enumerate(header) if word.kind == GLOBAL), 0)
        return self.source(header, type_start(header, at), at)

    def returning(self) -> str:
        """An instruction that returns from the function."""
        type = self.return_type()
        return "ret void" if type == "void" else f"ret {type} {default_value(type)}"

    def new_name(self, wanted: str) -> str:
        """A name that the function does not have yet, beginning with a sigil."""
        number = 0
        while self.uses(f"%{wanted}{number or ''}"):
            number += 1
        return f"%{wanted}{number or ''}"

    def indent(self, at: int) -> str:
        """The spaces at the beginning of a line."""
        start = self.text.rfind("\n", 0, at) + 1
        line = self.text[start : line_end(self.text, start)]
        return line[: len(line) - len(line.lstrip())]

    # --- the module

    def global_of(self, name: str) -> Global | None:
        """The function, variable or alias with a name."""
        if name not in self._globals:
            place = self.entities.get(name)
            self._globals[name] = None if place is None else self._global(self.text[place[0] : place[1]])
        return self._globals[name]

    def _global(self, line: str) -> Global | None:
        words = words_of(line, 0, len(line))
        at = next((index for index, word in enumerate(words) if word.kind == GLOBAL), -1)
        if at == 0:
            kind = next((one for one, word in enumerate(words) if word.text in ("global", "constant", "alias", "ifunc")), 0)
            type = line[words[kind].end :].strip().encode("latin-1")
            return Global(False, first_type(type)[0].decode("latin-1"), []) if kind else None
        if at < 0 or words[at + 1 : at + 2] == [] or words[at + 1].text != "(":
            return None
        start = type_start(words, at)
        return Global(True, line[words[start].start : words[at - 1].end], [type for type, _ in _parameters(line) if type])

    def elements(self, type: str) -> int:
        """How many elements a type has."""
        place = self.entities.get(type)
        words = words_of(self.text[place[0] : place[1]].partition("type")[2] if place else type, 0, 1000)
        return int(words[1].text) if words[0].text in "[<" else len(items(words, 0))

    def next_node(self) -> int:
        """The first number that no node of metadata has."""
        return max([int(one[1:]) for one in self.entities if one[0] == "!" and one[1:].isdigit()], default=-1) + 1

    def integer_types(self) -> list[str]:
        """The types of integers near the error."""
        start = max(self.start - _MOST_SEARCHED // 4, self.function_start, 0)
        return list(dict.fromkeys(re.findall(r"\bi\d+\b", self.text[start : self.start + _MOST_SEARCHED // 4])))

    # --- the types of values

    def type_of(self, text: str) -> str:
        """The type of a value as it is written; "" if it is not known."""
        word = words_of(text, 0, len(text))[0]
        if word.kind == LOCAL:
            return self.defined_type(text) or self.used_type(text)
        return literal_type(word)

    def defined_type(self, name: str) -> str:
        """The type of an argument or of the result of an instruction; "" if it is not known."""
        place = self.definitions.get(name)
        if place is None:
            return self.arguments.get(name, "")
        line = self.text[place[0] : place[1]].partition("=")[2].strip().encode("latin-1")
        found = type_of_instruction(line, Scene(self.whole.has_typed_pointers, self._resolved)).decode("latin-1")
        return found if found[:1] != "%" or found.rstrip("*") in self.entities else ""

    def _resolved(self, name: bytes) -> bytes:
        start, end = self.entities.get(name.decode("latin-1"), (0, 0))
        return first_type(self.text[start:end].partition("type ")[2].encode("latin-1"))[0]

    def type_before(self, words: list[Word], at: int) -> str:
        """The type of the operand at `at`: directly before it, or before the operand before it."""
        for end in (at, at - 2):
            if end > 0 and type_start(words, end) < end:
                return self.source(words, type_start(words, end), end)
        return ""

    def used_type(self, name: str, start: int = 0) -> str:
        """The type with which the function uses a name, from an offset on; "" if it does not."""
        for first, behind in self.uses(name, start)[:_FEW]:
            words = words_of(self.text, self.text.rfind("\n", 0, first) + 1, behind)
            at = len(words) - 1
            if at > 0 and type_start(words, at) < at:
                return self.source(words, type_start(words, at), at)
        return ""

    # --- what may be missing

    def expected_types(self, words: list[Word], at: int) -> list[str]:
        """The types that may be missing before a word, the likeliest first."""
        found: list[str] = []
        word = words[at] if at < len(words) else None
        line = line_of(self.text, words, at - 1)
        if word is not None and word.kind in (LOCAL, GLOBAL):
            found.append(self.type_of(word.text) if word.kind == LOCAL else getattr(self.global_of(word.text), "type", ""))
        found.append(self._parameter_type(words, line, at))
        if words[at - 1].text == "ret":
            found.append(self.return_type())
        if words[line].kind == LOCAL and words[line + 1 : line + 2] and words[line + 1].text == "=" and at <= line + 4:
            found.append(self.used_type(words[line].text, self.line_end))
        if words[line].text in ("define", "declare") and word is not None and word.kind == GLOBAL:
            found += [self._returned_type(word.end), "void"]
        if word is not None:
            found += [self.defined_type(one.text) for one in words[at : at + 4] if one.kind == LOCAL]
            found.append(literal_type(word))
        return [one for one in dict.fromkeys([*found, "i32", "ptr"]) if one][:5]

    def _parameter_type(self, words: list[Word], line: int, at: int) -> str:
        """The type of the parameter for an argument of a call; "" if there is none."""
        opens = next((one for one in range(at - 1, line, -1) if words[one].text == "(" and closing(words, one) > at), line)
        known = self.global_of(words[opens - 1].text) if opens > line else None
        number = sum(words[index].text == "," for index in range(opens, at))
        return known.parameters[number] if known is not None and number < len(known.parameters) else ""

    def _returned_type(self, start: int) -> str:
        """The type that the function returns whose header is before `start`, by its body; "" if it has none."""
        end = self.text.find("\n}", start)
        pattern = re.compile(r"\n\s*ret\s+([^%@\n]+?)(?=\s+[%@\d]|\s*\n)")
        found = pattern.search(self.text, start, end if end >= 0 else len(self.text))
        return found[1].strip() if found is not None else ""

    def expected_values(self, words: list[Word], at: int) -> list[str]:
        """The values that may be missing before a word, the likeliest first: those that nothing uses yet."""
        line = line_of(self.text, words, at - 1)
        starts = [index for index in range(line, at) if behind_type(words, index) > index]
        if not starts:
            return []
        last = next((index for index in starts if behind_type(words, index) == at), starts[0])
        type = self.source(words, last, behind_type(words, last))
        is_of_phi = words[at - 1].text == "," and "[" in [word.text for word in words[at - 4 : at]]
        if type == "label" or (is_of_phi and "phi" in [word.text for word in words[line:at]]):
            return sorted((f"%{one}" for one in self.blocks), key=lambda one: len(self.uses(one)))[:3]
        if at < len(words) and words[at].text == "(":
            declared = [name for name, place in self.entities.items() if self.text.startswith("declare", place[0])][:_FEW]
            return [one for one in declared if getattr(self.global_of(one), "type", "") == type and self.text.count(one) == 1]
        before = [one for one, (start, _) in self.definitions.items() if start < words[at - 1].start][: -_FEW - 1 : -1]
        unused = [one for one in [*before, *self.arguments] if len(self.uses(one)) < 2 and self.defined_type(one) == type]
        return list(dict.fromkeys([*unused[:2], default_value(type)]))


def _parameters(line: str) -> list[tuple[str, str]]:
    return [(type.decode("latin-1"), name.decode("latin-1")) for type, name in parameters_of(line.encode("latin-1"))]


def items(words: list[Word], at: int) -> list[tuple[int, int]]:
    """The items in the bracket at `at`, between commas: the index of the first word of each, and the index behind its last."""
    end = closing(words, at)
    end -= words[end - 1].text in _OPEN.values()
    found: list[tuple[int, int]] = []
    start = index = at + 1
    while index < end:
        if words[index].text == ",":
            found.append((start, index))
            start = index + 1
        index = closing(words, index) if words[index].text in _OPEN else index + 1
    return [(first, behind) for first, behind in [*found, (start, end)] if first < behind]

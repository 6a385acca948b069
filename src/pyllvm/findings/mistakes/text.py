"""The text around an error, in words: the line, the function, and the types of the values in it.

This reads faulty text, so it guesses: it knows words and brackets, and the parser decides whether a repair fits.
Offsets are in bytes. Text is decoded as Latin-1, so that they are also offsets of characters.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple, final

from pyllvm.tables.opcodes import CAST_NAMES, COMPARISONS, OPERATIONS_ON_NUMBERS

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
    r"""(?P<string>c?"[^"\n]*")|(?P<comment>;[^\n]*)|(?P<operator>//|/\*|<<|>>>?|==|!=(?=\s)|<=|>=|->|:=|&&|\|\||\.\.\.|--+(?=\s))
    |(?P<local>%(?:"[^"\n]*"|[-\w$.]+))|(?P<global>@(?:"[^"\n]*"|[-\w$.]+))|(?P<metadata>!(?:[-\w$.\\]+|"[^"\n]*")?)
    |(?P<group>[#^$][-\w.]+)|(?P<label>(?:[A-Za-z$._\d][-\w$.]*|"[^"\n]*"):(?!=))
    |(?P<float>[-+]?\d+\.\d*(?:[eE][-+]?\d+)?|[-+]?0x[KLMHR]?[0-9A-Fa-f]+(?:\.[0-9a-fA-F]*p[-+]?\d+)?)
    |(?P<integer>-?\d+|[us]0x[0-9A-Fa-f]+)|(?P<word>[A-Za-z$._\x80-\xff][-\w$.]*)|(?P<mark>[^\s\0])""",
    re.VERBOSE,
)
TYPE_WORDS: Final = frozenset(
    [
        "void",
        "half",
        "bfloat",
        "float",
        "double",
        "fp128",
        "x86_fp80",
        "ppc_fp128",
        "label",
        "metadata",
        "x86_mmx",
        "x86_amx",
        "token",
        "ptr",
        "opaque",
    ]
)
FLOATING: Final = frozenset(["half", "bfloat", "float", "double", "fp128", "x86_fp80", "ppc_fp128"])
VALUE_WORDS: Final = frozenset(["true", "false", "null", "undef", "poison", "zeroinitializer", "none"])
FLAG_WORDS: Final = frozenset(
    [
        "nuw",
        "nsw",
        "exact",
        "disjoint",
        "nneg",
        "samesign",
        "inbounds",
        "nusw",
        "inrange",
        "volatile",
        "atomic",
        "fast",
        "nnan",
        "ninf",
        "nsz",
        "arcp",
        "contract",
        "afn",
        "reassoc",
        "weak",
    ]
)
_OPEN: Final = {"(": ")", "[": "]", "{": "}", "<": ">"}
_BOOLEAN: Final = "i1"


class Word(NamedTuple):
    """A token, with its place in the text."""

    kind: str
    text: str
    start: int
    end: int


class Global(NamedTuple):
    """A function, a variable or an alias of the text: its type, and the types of a function's parameters."""

    is_function: bool
    type: str
    parameters: list[str]
    start: int


def words_of(text: str, start: int, end: int) -> list[Word]:
    """The words of a part of the text, without comments."""
    found: list[Word] = []
    for one in _WORDS.finditer(text, start, end):
        kind = one.lastgroup or MARK
        if kind != "comment":
            found.append(Word(MARK if kind == "operator" else kind, one.group(), one.start(), one.end()))
    return found


def closing(words: list[Word], at: int) -> int:
    """The index behind the bracket that closes the bracket at `at`; the number of words if nothing closes it."""
    depth = 0
    for index in range(at, len(words)):
        depth += words[index].text in _OPEN
        depth -= words[index].text in _OPEN.values()
        if not depth:
            return index + 1
    return len(words)


def is_first_class(word: Word) -> bool:
    """Whether a word is the name of a type that needs nothing behind it."""
    return word.kind == WORD and (word.text in TYPE_WORDS or re.fullmatch(r"[ib]\d+", word.text) is not None)


def behind_type(words: list[Word], at: int) -> int:
    """The index behind the type that begins at `at`; `at` if none begins there."""
    if at >= len(words):
        return at
    if is_first_class(words[at]) or _is_named_type(words, at):
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


def behind_value(words: list[Word], at: int) -> int:
    """The index behind the value that begins at `at`; `at` if none begins there."""
    if at >= len(words):
        return at
    word = words[at]
    if word.kind in (LOCAL, GLOBAL, INTEGER, FLOAT, STRING) or word.text in VALUE_WORDS:
        return at + 1
    if word.text in ("[", "{", "<"):
        return closing(words, at)
    return at


def behind_flags(words: list[Word], at: int) -> int:
    """The index behind the flags that begin at `at`."""
    while at < len(words) and words[at].text in FLAG_WORDS:
        at += 1
    return at


def literal_type(word: Word) -> str:
    """The type that a constant probably has, if nothing else tells; "" if it can have many."""
    if word.text in ("true", "false"):
        return _BOOLEAN
    if word.kind == FLOAT and not word.text.startswith("0x"):
        return "double"
    return "i32" if word.kind == INTEGER else "ptr" if word.kind == GLOBAL or word.text == "null" else ""


def is_floating(type: str) -> bool:
    """Whether values of a type are floating-point numbers, or vectors of these."""
    return type in FLOATING or (type.startswith("<") and any(type.endswith(f"{one}>") for one in FLOATING))


def is_integer(type: str) -> bool:
    """Whether values of a type are integers, or vectors of these."""
    return re.fullmatch(r"i\d+|<.* x i\d+>", type) is not None


@final
class Text:
    """A faulty text, and the place of an error in it."""

    def __init__(self, data: bytes, start: int, end: int, message: str, version: int | None) -> None:
        self.text: Final = data.decode("latin-1")
        self.start: Final = start
        self.end: Final = end
        self.message: Final = message
        self.version: Final = version
        self.line_start: Final = self.text.rfind("\n", 0, start) + 1
        feed = self.text.find("\n", start)
        self.line_end: Final = len(self.text) if feed < 0 else feed
        self.words: Final = words_of(self.text, self.line_start, self.line_end)
        """The words of the line with the error."""
        self.at: Final = sum(word.start < start for word in self.words)
        """How many words of the line are before the error."""
        self.token: Final = self.words[self.at].text if self.at < len(self.words) else ""
        self.above: Final = self._words_above()
        """The words of the last line above that has any."""
        self.last: Final = [] if self.text[self.line_start : start].strip() else self.above
        """The same, if the error is at the beginning of its line: the mistake may be at the end of that line."""
        self.function_start: Final = self._function_start()
        """Where the function begins in which the error is; -1 if it is in none."""
        self._body: list[list[Word]] | None = None
        self._blocks: list[str] | None = None
        self._types: dict[str, str] | None = None
        self._globals: dict[str, Global] | None = None

    @property
    def is_in_body(self) -> bool:
        """Whether the line with the error is in the body of a function."""
        return 0 <= self.function_start < self.line_start

    @property
    def has_typed_pointers(self) -> bool:
        """Whether the text has typed pointers."""
        return re.search(r"\b(?:i\d+|float|double)\*", self.text) is not None

    @property
    def lines(self) -> list[list[Word]]:
        """The line before the error, if that begins its line, and the line with the error: either may have the mistake."""
        return [self.last, self.words] if self.last else [self.words]

    def source(self, words: list[Word], start: int, end: int) -> str:
        """The text from one word to another, the last excluded."""
        return self.text[words[start].start : words[end - 1].end] if start < end <= len(words) else ""

    def _words_above(self) -> list[Word]:
        end = self.line_start
        while end > 0:
            start = self.text.rfind("\n", 0, end - 1) + 1
            words = words_of(self.text, start, end)
            if words:
                return words
            end = start
        return []

    def _function_start(self) -> int:
        at = self.text.rfind("\ndefine", 0, self.start) + 1
        if not self.text.startswith("define", at):
            return -1
        end = self.text.find("\n}", at, self.line_start)
        return at if end < 0 or end + 1 == self.line_start else -1

    @property
    def function_end(self) -> int:
        """Where the function ends in which the error is."""
        end = self.text.find("\n}", self.function_start)
        return len(self.text) if end < 0 else end

    def body(self) -> list[list[Word]]:
        """The lines of the function in which the error is, without its first one."""
        if self._body is None:
            self._body = []
            if self.function_start >= 0:
                start = self.text.find("\n", self.function_start) + 1
                last = self.function_end
                while 0 < start <= last:
                    feed = self.text.find("\n", start)
                    end = len(self.text) if feed < 0 else feed
                    self._body.append(words_of(self.text, start, end))
                    start = end + 1
        return self._body

    def blocks(self) -> list[str]:
        """The names of the function's blocks."""
        if self._blocks is None:
            self._blocks = [words[0].text[:-1] for words in self.body() if words and words[0].kind == LABEL]
        return self._blocks

    @property
    def globals(self) -> dict[str, Global]:
        """The global values of the text by their names."""
        if self._globals is None:
            self._globals = {}
            for line in re.finditer(r"^(?:define|declare)\b.*|^@.*", self.text, re.MULTILINE):
                self._add_global(words_of(self.text, *line.span()))
        return self._globals

    def _add_global(self, words: list[Word]) -> None:
        assert self._globals is not None
        at = next((index for index, word in enumerate(words) if word.kind == GLOBAL), None)
        if at is None:
            return
        if at == 0:
            kind = next(
                (index for index, word in enumerate(words) if word.text in ("global", "constant", "alias", "ifunc")), None
            )
            if kind is not None:
                behind = behind_type(words, kind + 1)
                found = Global(False, self.source(words, kind + 1, behind), [], words[0].start)
                self._globals.setdefault(words[0].text, found)
            return
        type_start = at - 1
        while type_start > 0 and behind_type(words, type_start) != at:
            type_start -= 1
        type = self.source(words, type_start, at)
        if at + 1 < len(words) and words[at + 1].text == "(" and type:
            parameters = [one for one, _ in self.parameters(words, at + 1)]
            self._globals.setdefault(words[at].text, Global(True, type, parameters, words[at].start))

    def parameters(self, words: list[Word], at: int) -> list[tuple[str, str]]:
        """The type and the name of each parameter in the parenthesis at `at`."""
        found: list[tuple[str, str]] = []
        for start, end in items(words, at):
            behind = behind_type(words, start)
            if behind > start:
                name = words[end - 1].text if words[end - 1].kind == LOCAL and end - 1 >= behind else ""
                found.append((self.source(words, start, behind), name))
        return found

    @property
    def types(self) -> dict[str, str]:
        """The types of the function's arguments and instructions by their names."""
        if self._types is None:
            self._types = {}
            if self.function_start >= 0:
                end = self.text.find("\n", self.function_start)
                header = words_of(self.text, self.function_start, len(self.text) if end < 0 else end)
                opens = next((index for index, word in enumerate(header) if word.text == "(" and index), None)
                if opens is not None:
                    self._types.update((name, type) for type, name in self.parameters(header, opens) if name)
                for words in self.body():
                    if len(words) > 2 and words[0].kind == LOCAL and words[1].text == "=":
                        type = self.result_type(words, 2)
                        if type:
                            self._types[words[0].text] = type
        return self._types

    def result_type(self, words: list[Word], at: int) -> str:
        """The type of the result of the instruction whose opcode is at `at`; "" if it is not known."""
        opcode = words[at].text
        at += 1
        if opcode in ("tail", "musttail", "notail"):
            opcode = "call"
            at += 1
        at = behind_flags(words, at)
        if opcode in ("alloca", "getelementptr", "inttoptr"):
            return "" if self.has_typed_pointers else "ptr"
        if opcode in COMPARISONS:
            operands = self.source(words, at + 1, behind_type(words, at + 1))
            return re.sub(r"x [^<>]*>", "x i1>", operands) if operands.startswith("<") else _BOOLEAN
        if opcode in CAST_NAMES:
            to = next((index for index, word in enumerate(words) if word.text == "to"), None)
            return "" if to is None else self.source(words, to + 1, behind_type(words, to + 1))
        if opcode in ("call", "invoke"):
            callee = next((index for index, word in enumerate(words) if index >= at and word.kind in (GLOBAL, LOCAL)), at)
            while at < callee and behind_type(words, at) == at:
                at += 1
            return self.source(words, at, behind_type(words, at))
        if opcode == "select":
            comma = _comma(words, at)
            return self.source(words, comma + 1, behind_type(words, comma + 1))
        if opcode == "extractelement":
            vector = self.source(words, at, behind_type(words, at))
            return vector.rpartition(" x ")[2][:-1]
        if opcode in ("load", "phi", "freeze", "insertvalue", "insertelement", "shufflevector", "fneg", *OPERATIONS_ON_NUMBERS):
            return self.source(words, at, behind_type(words, at))
        return ""

    def type_of(self, word: Word) -> str:
        """The type of a value; "" if it is not known."""
        if word.kind == LOCAL:
            return self.types.get(word.text, "") or self.used_type(word.text)
        if word.kind == GLOBAL and self.has_typed_pointers:
            known = self.globals.get(word.text)
            return "" if known is None or known.is_function else f"{known.type}*"
        return literal_type(word)

    def used_type(self, name: str) -> str:
        """The type with which the function uses a name; "" if it does not."""
        for words in self.body():
            for at, word in enumerate(words):
                if word.kind != LOCAL or word.text != name:
                    continue
                for start in range(at - 1, max(at - 12, -1), -1):
                    if behind_type(words, start) == at:
                        return self.source(words, start, at)
        return ""

    def return_type(self) -> str:
        """The type that the function returns."""
        header = words_of(self.text, self.function_start, self.text.find("\n", self.function_start))
        at = next((index for index, word in enumerate(header) if word.kind == GLOBAL), 0)
        for start in range(at - 1, 0, -1):
            if behind_type(header, start) == at:
                return self.source(header, start, at)
        return ""

    def uses(self, name: str, start: int) -> list[Word]:
        """The words with a name of the function, from an offset on."""
        return [word for words in self.body() for word in words if word.text == name and word.start >= start]

    def new_name(self, wanted: str) -> str:
        """A name that the function does not have yet, beginning with a sigil."""
        name = f"%{wanted}"
        number = 1
        while re.search(rf"{re.escape(name)}\b", self.text) is not None:
            name = f"%{wanted}{number}"
            number += 1
        return name

    def indent(self, at: int) -> str:
        """The spaces at the beginning of a line."""
        start = self.text.rfind("\n", 0, at) + 1
        found = re.compile(r"[ \t]*").match(self.text, start)
        return "" if found is None else found.group()


def items(words: list[Word], at: int) -> list[tuple[int, int]]:
    """The items in the bracket at `at`, between commas: the index of the first word of each, and the index behind its last."""
    end = closing(words, at)
    if words[end - 1].text in _OPEN.values():
        end -= 1
    return [(first, behind) for first, behind in between_commas(words, at + 1, end) if first < behind]


def between_commas(words: list[Word], start: int, end: int) -> list[tuple[int, int]]:
    """The parts of the words from `start` to `end` between commas outside of brackets; a part may be empty."""
    found: list[tuple[int, int]] = []
    index = start
    while index < end:
        if words[index].text in _OPEN:
            index = closing(words, index)
            continue
        if words[index].text == ",":
            found.append((start, index))
            start = index + 1
        index += 1
    return [*found, (start, end)]


def _comma(words: list[Word], at: int) -> int:
    """The index of the first comma outside of brackets."""
    while at < len(words) and words[at].text != ",":
        at = closing(words, at) if words[at].text in _OPEN else at + 1
    return at

"""Text of LLVM IR with something changed in it: most of it still parses, some of it is still right.

`Mutator(random).mutated(text)` makes one to three changes, each of one kind of `CHANGES`: tokens exchanged for others of
their family in vocabulary.txt (types, attributes, linkages, orderings ...) or for others of the same file (values,
metadata), lines removed, doubled or moved, attributes, operand bundles and metadata put where they may not stand,
globals renamed to what LLVM knows by name.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final

_TOKEN: Final = re.compile(
    r'c?"[^"\n]*"|[%@$](?:"[^"\n]*"|[-a-zA-Z$._0-9]+)|!"[^"\n]*"|![0-9]+|![a-zA-Z.][\w.]*|#[0-9]+|[A-Za-z_][\w.]*'
    r"|-?[0-9][0-9a-zA-Z.+]*|\.\.\.|\s+|."
)
_FUNCTION: Final = re.compile(r"^define\b.*?^\}$", re.M | re.S)
_WORD: Final = re.compile(r"[A-Za-z_]")


def _read_vocabulary() -> dict[str, list[str]]:
    sections: dict[str, list[str]] = {}
    for line in Path(__file__).with_name("vocabulary.txt").read_text().splitlines():
        heading = re.fullmatch(r"\[(\w+)\]", line)
        if heading:
            section = sections.setdefault(heading[1], [])
        elif not line.startswith("#"):
            section.append(line)
    return sections


_VOCABULARY: Final = _read_vocabulary()
TYPES: Final = _VOCABULARY["types"]
LINKAGES: Final = _VOCABULARY["linkages"]
CONVENTIONS: Final = _VOCABULARY["conventions"]
PARAMETER_ATTRIBUTES: Final = _VOCABULARY["parameter_attributes"]
FUNCTION_ATTRIBUTES: Final = _VOCABULARY["function_attributes"]
BUNDLES: Final = _VOCABULARY["bundles"]
_SINGLE_WORDS: Final = ("types", "linkages", "conventions", "parameter_attributes", "function_attributes", "nodes")
FAMILIES: Final = [
    *[line.split() for line in _VOCABULARY["families"]],
    *[[word for word in _VOCABULARY[name] if _TOKEN.fullmatch(word)] for name in _SINGLE_WORDS],
]
# What stands after which word.
_MARKERS: Final = (
    ("define", LINKAGES),
    ("define", CONVENTIONS),
    ("declare", LINKAGES),
    ("declare", CONVENTIONS),
    ("=", LINKAGES),
    ("call", CONVENTIONS),
    (
        "=",
        ["hidden", "protected", "dllimport", "dllexport", "thread_local", "unnamed_addr", "dso_local", "externally_initialized"],
    ),
    ("define", ["hidden", "protected", "dllimport", "dllexport", "dso_local", "unnamed_addr"]),
    ("declare", ["hidden", "protected", "dllimport", "dllexport", "dso_local"]),
    ("load", ["volatile", "atomic"]),
    ("store", ["volatile", "atomic"]),
    ("alloca", ["inalloca", "swifterror"]),
    ("cmpxchg", ["weak", "volatile"]),
    ("fadd", ["fast", "nnan"]),
    ("add", ["nuw", "nsw"]),
    ("select", ["fast", "nnan"]),
    ("phi", ["fast", "ninf"]),
    ("call", ["fast", "nsz", "addrspace(3)"]),
    ("trunc", ["nuw"]),
    ("zext", ["nneg"]),
)
# Instructions of two values and a bundle, of types that they may not have.
_MADE_INSTRUCTIONS: Final = (
    "%made = phi i32 [ 0, {0} ], [ 1, {1} ]",
    "%made = add i32 {0}, {1}",
    "store i32 {0}, ptr {1}, align 4",
    "%made = load i32, ptr {0}",
    "fence acquire",
    "fence monotonic",
    "call void @nobody()",
    "%made = call i32 {0}(i32 {1})",
    "%made = icmp eq ptr {0}, {1}",
    "%made = freeze i1 {0}",
    "unreachable",
    "%made = landingpad {{ ptr, i32 }} cleanup",
    "%made = cleanuppad within none []",
    "%made = cleanuppad within {0} []",
    "%made = catchpad within {0} [ptr null]",
    "%made = alloca i32, align 4",
    "%made = alloca swifterror ptr",
    "%made = va_arg ptr {0}, i32",
    "%made = atomicrmw add ptr {0}, i32 {1} monotonic",
    "%made = extractvalue {{ i32, i32 }} {0}, 0",
    "%made = select i1 {0}, i32 {1}, i32 1",
    "%made = insertelement <4 x i32> {0}, i32 {1}, i32 9",
    "%made = getelementptr i32, ptr {0}, i64 {1}",
    "call void {0}(i32 1) [ {2} ]",
    "call void @llvm.assume(i1 true) [ {2} ]",
    "musttail call void {0}()",
    "ret void",
    "#dbg_value(i32 {0}, !9, !DIExpression(), !10)",
    "#dbg_declare(ptr {1}, !8, !DIExpression(), !10)",
    "#dbg_label(!11, !10)",
    "%made = call token @llvm.experimental.convergence.entry()",
    "%made = call token @llvm.experimental.convergence.anchor()",
    "%made = call token @llvm.experimental.convergence.loop()",
    "call void @llvm.dbg.value(metadata i32 {0}, metadata !9, metadata !DIExpression()), !dbg !10",
    "%made = shl <4 x i32> {0}, {1}",
)
_MADE_TERMINATORS: Final = (
    "ret void",
    "unreachable",
    "br label %{0}",
    "br i1 undef, label %{0}, label %{1}",
    "ret i32 0",
    "switch i32 0, label %{0} [ i32 1, label %{1} i32 1, label %{0} ]",
    "indirectbr ptr null, [label %{0}]",
    "resume {{ ptr, i32 }} undef",
    "cleanupret from none unwind to caller",
    "ret ptr null",
    "",
)
_FIELD_VALUES: Final = ("null", "0", "1", '""', '"x"', "!{}", "!DIExpression()", "true", "i32 4", "7")
_INLINE_NODES: Final = (
    "!{}",
    "!{i64 8}",
    "!{i32 0, i32 1}",
    '!{!"branch_weights", i32 1, i32 2}',
    '!{!"function_entry_count", i64 1}',
    "!{float 1.0}",
)
_LAYOUTS: Final = (
    "e-p:32:32", "e-i64:64-ni:1:4", "E-A3-P1-G2", "e-x", "e-ni:1",
    "e-p1:16:16-ni:0", "e-m:e-n8:16", "e-p:64:64:64:32", "i8:16", "e-P1",
)  # fmt: skip
_TRIPLES: Final = (
    "x86_64-pc-windows-msvc", "arm64-apple-ios", "aarch64-linux-gnu", "amdgcn-amd-amdhsa", "nvptx64-nvidia-cuda", "",
)  # fmt: skip
_FAMILIES_OF: Final[dict[str, list[list[str]]]] = {}
for _family in FAMILIES:
    for _member in _family:
        _FAMILIES_OF.setdefault(_member, []).append(_family)


def tokens_of(line: str) -> list[str]:
    """The line's tokens, white space among them: put together they are the line."""
    return _TOKEN.findall(line)


class Mutator:
    """Makes changes, as its random numbers fall."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.lines: list[str] = []

    def mutated(self, text: str, changes: int = 0) -> str:
        """The text after some changes: one to three where none are asked for."""
        for _ in range(100):
            self.lines = text.splitlines()
            for _ in range(changes or self.chance.choice((1, 1, 1, 2, 2, 3))):
                self.change()
            changed = "\n".join(self.lines) + "\n"
            if changed != text:
                return changed
        return text

    def change(self) -> None:
        """One change; now and then none, where there is nothing of its kind to change."""
        for _ in range(20):
            before = list(self.lines)
            if not before:
                return
            self.chance.choice(CHANGES)(self)
            if self.lines != before:
                return

    # what to change

    def line_with(self, pattern: str) -> int:
        """The number of some line that has the pattern; -1 if none does."""
        found = [number for number, line in enumerate(self.lines) if re.search(pattern, line) and not line.startswith(";")]
        return self.chance.choice(found) if found else -1

    def function_around(self, number: int) -> tuple[int, int]:
        """The lines of the function that a line is in; the whole text, if it is in none."""
        start = number
        while start >= 0 and not self.lines[start].startswith("define"):
            if self.lines[start] == "}" and start != number:
                return 0, len(self.lines)
            start -= 1
        end = number
        while end < len(self.lines) and self.lines[end] != "}":
            end += 1
        return (start, min(end + 1, len(self.lines))) if start >= 0 else (0, len(self.lines))

    def replace_token(self, number: int, matching: Callable[[str], bool], choose: Callable[[str], str]) -> None:
        tokens = tokens_of(self.lines[number])
        places = [place for place, token in enumerate(tokens) if matching(token)]
        if places:
            place = self.chance.choice(places)
            tokens[place] = choose(tokens[place])
            self.lines[number] = "".join(tokens)

    def any_line(self) -> int:
        return self.line_with(r"\S")

    # changes of tokens

    def exchange_word(self) -> None:
        number = self.any_line()
        self.replace_token(
            number, lambda token: token in _FAMILIES_OF, lambda token: self.chance.choice(self.chance.choice(_FAMILIES_OF[token]))
        )

    def exchange_type(self) -> None:
        number = self.line_with(r"\b(i\d+|ptr|float|double)\b")
        if number >= 0:
            self.replace_token(number, lambda token: token in TYPES, lambda token: self.chance.choice(TYPES))

    def exchange_type_of_a_name(self) -> None:
        """A type, in all lines that speak of one global."""
        number = self.line_with(r"@[\w.]+")
        if number < 0:
            return
        name = self.chance.choice(re.findall(r"@[\w.]+", self.lines[number]))
        types = [token for token in tokens_of(self.lines[number]) if token in TYPES]
        if types:
            self.substitute(self.chance.choice(types), self.chance.choice(TYPES), lambda line: name in line)

    def exchange_type_in_a_function(self) -> None:
        number = self.line_with(r"^  .*\b(i\d+|ptr|float|double)\b")
        if number < 0:
            return
        types = [token for token in tokens_of(self.lines[number]) if token in TYPES]
        start, end = self.function_around(number)
        if types:
            old, new = self.chance.choice(types), self.chance.choice(TYPES)
            for place in range(start, end):
                self.lines[place] = self.substituted(self.lines[place], old, new)

    def exchange_type_everywhere(self) -> None:
        number = self.line_with(r"\b(i\d+|ptr|float|double)\b")
        types = [token for token in tokens_of(self.lines[number]) if token in TYPES] if number >= 0 else []
        if types:
            self.substitute(self.chance.choice(types), self.chance.choice(TYPES), lambda line: True)

    def substituted(self, line: str, old: str, new: str) -> str:
        return "".join([new if token == old else token for token in tokens_of(line)])

    def substitute(self, old: str, new: str, wanted: Callable[[str], bool]) -> None:
        self.lines = [self.substituted(line, old, new) if wanted(line) else line for line in self.lines]

    def exchange_number(self) -> None:
        number = self.line_with(r"(?<![\w%@!#.])-?\d+\b")
        if number >= 0:
            self.replace_token(
                number,
                lambda token: re.fullmatch(r"-?\d+", token) is not None,
                lambda token: self.chance.choice(_VOCABULARY["numbers"]),
            )

    def exchange_value(self) -> None:
        number = self.line_with(r"^ .*%[\w.]+")
        if number < 0:
            return
        start, end = self.function_around(number)
        others = re.findall(r"%[\w.]+", "\n".join(self.lines[start:end]))
        self.replace_token(number, lambda token: token.startswith("%"), lambda token: self.chance.choice(others))

    def value_to_constant(self) -> None:
        number = self.line_with(r"^ .*%[\w.]+")
        if number >= 0:
            self.replace_token(
                number, lambda token: token.startswith("%"), lambda token: self.chance.choice(_VOCABULARY["constants"])
            )

    def exchange_global(self) -> None:
        number = self.line_with(r"@[\w.]+")
        others = re.findall(r"@[\w.]+", "\n".join(self.lines))
        if number >= 0:
            self.replace_token(number, lambda token: token.startswith("@"), lambda token: self.chance.choice(others))

    def exchange_metadata(self) -> None:
        number = self.line_with(r"!\d+")
        others = [
            *re.findall(r"!\d+", "\n".join(self.lines)),
            "null",
            '!"s"',
            "!{}",
            "i32 1",
            "!DIExpression()",
            "!DILocation(line: 0, scope: !11)",
        ]
        if number < 0:
            return
        tokens = tokens_of(self.lines[number])
        places = [place for place, token in enumerate(tokens) if re.fullmatch(r"!\d+", token) and place]
        if places:
            tokens[self.chance.choice(places)] = self.chance.choice(others)
            self.lines[number] = "".join(tokens)

    def labels_around(self, number: int) -> list[str]:
        start, end = self.function_around(number)
        return re.findall(r"^([\w.]+):", "\n".join(self.lines[start:end]), re.M)

    def exchange_label(self) -> None:
        number = self.line_with(r"label %|\[ .*, %")
        labels = self.labels_around(number) if number >= 0 else []
        if labels:
            line = self.lines[number]
            places = list(re.finditer(r"(label %|\[ [^\]]*, %)([\w.]+)", line))
            if places:
                place = self.chance.choice(places)
                self.lines[number] = line[: place.start(2)] + self.chance.choice(labels) + line[place.end(2) :]

    def exchange_string(self) -> None:
        number = self.line_with(r'!?"[^"]*"')
        others = re.findall(r'(?<!c)"[^"]*"', "\n".join(self.lines))
        if number >= 0 and others:
            self.replace_token(
                number,
                lambda token: re.fullmatch(r'!?"[^"]*"', token) is not None,
                lambda token: ("!" if token[0] == "!" else "") + self.chance.choice([*others, '""', '"x"', '"none"']),
            )

    def swap_tokens(self) -> None:
        number = self.any_line()
        tokens = tokens_of(self.lines[number])
        kinds: dict[str, list[int]] = {}
        for place, token in enumerate(tokens):
            if not token.isspace():
                kinds.setdefault("w" if _WORD.match(token) else token[0] if token[0] in "%@!" else "n", []).append(place)
        if not kinds:
            return
        places = self.chance.choice([*kinds.values(), [0]])
        first, second = self.chance.choice(places), self.chance.choice(places)
        tokens[first], tokens[second] = tokens[second], tokens[first]
        self.lines[number] = "".join(tokens)

    def swap_operands(self) -> None:
        """What stands between commas, in another order."""
        number = self.line_with(r", ")
        if number >= 0:
            parts = self.lines[number].split(", ")
            first, second = self.chance.randrange(len(parts)), self.chance.randrange(len(parts))
            parts[first], parts[second] = parts[second], parts[first]
            self.lines[number] = ", ".join(parts)

    def remove_operand(self) -> None:
        number = self.line_with(r", ")
        if number >= 0:
            parts = self.lines[number].split(", ")
            place = self.chance.randrange(1, len(parts))
            tail = re.search(r"[)\]}]*( \[.*| \{|)$", parts[place])
            del parts[place]
            self.lines[number] = ", ".join(parts) + (tail.group(0) if tail else "")

    def double_operand(self) -> None:
        number = self.line_with(r", ")
        if number >= 0:
            parts = self.lines[number].split(", ")
            place = self.chance.randrange(0, len(parts))
            parts.insert(place, re.sub(r"[)\]}]+$|.*[(\[{]", "", parts[place]))
            self.lines[number] = ", ".join(parts)

    def remove_token(self) -> None:
        number = self.any_line()
        tokens = tokens_of(self.lines[number])
        places = [place for place, token in enumerate(tokens) if _WORD.match(token) or token[0] in '"#']
        if places:
            del tokens[self.chance.choice(places)]
            self.lines[number] = "".join(tokens)

    # changes of lines

    def remove_line(self) -> None:
        number = self.any_line()
        if number >= 0:
            del self.lines[number]

    def remove_instruction(self) -> None:
        number = self.line_with(r"^  ")
        if number >= 0:
            del self.lines[number]

    def double_line(self) -> None:
        number = self.any_line()
        copy = self.lines[number]
        target = re.match(r"(\s*%)([\w.]+)( = .*)", copy)
        if target and not target.group(2).isdigit():
            copy = f"{target.group(1)}{target.group(2)}.again{target.group(3)}"
        named = re.match(r"(@[\w.]+)( = .*)", copy)
        if named:
            copy = f"{named.group(1)}.again{named.group(2)}"
        self.lines.insert(number + 1, copy)

    def swap_lines(self) -> None:
        number = self.line_with(r"^  ")
        if 0 <= number < len(self.lines) - 1 and self.lines[number + 1].startswith("  "):
            self.lines[number], self.lines[number + 1] = self.lines[number + 1], self.lines[number]

    def move_line(self) -> None:
        number = self.line_with(r"^  ")
        if number < 0:
            return
        start, end = self.function_around(number)
        line = self.lines.pop(number)
        self.lines.insert(self.chance.randrange(start + 1, max(end - 1, start + 2)), line)

    def exchange_terminator(self) -> None:
        number = self.line_with(r"^  (ret|br|unreachable|switch|resume|invoke|cleanupret|catchret|.*invoke)\b")
        if number >= 0:
            labels = self.labels_around(number) or ["0"]
            made = self.chance.choice(_MADE_TERMINATORS).format(self.chance.choice(labels), self.chance.choice(labels))
            self.lines[number] = "  " + made

    def insert_instruction(self) -> None:
        number = self.line_with(r"^  ")
        if number < 0:
            return
        start, end = self.function_around(number)
        values = re.findall(r"%[\w.]+", "\n".join(self.lines[start:end])) or ["%0"]
        words = (self.chance.choice(values), self.chance.choice(values), self.chance.choice(BUNDLES))
        self.lines.insert(number, "  " + self.chance.choice(_MADE_INSTRUCTIONS).format(*words))

    def reorder_blocks(self) -> None:
        labels = [number for number, line in enumerate(self.lines) if re.match(r"[\w.]+:", line)]
        if len(labels) < 2:
            return
        first = self.chance.choice(labels)
        start, end = self.function_around(first)
        inside = [number for number in labels if start < number < end]
        edges = [*inside, end - 1]
        blocks = [self.lines[edges[index] : edges[index + 1]] for index in range(len(inside))]
        self.chance.shuffle(blocks)
        self.lines[edges[0] : edges[-1]] = [line for block in blocks for line in block]

    def remove_label(self) -> None:
        number = self.line_with(r"^[\w.]+:")
        if number >= 0:
            del self.lines[number]

    # attributes, markers and metadata where they may not stand

    def add_parameter_attribute(self) -> None:
        number = self.line_with(r"(define|declare|call|invoke).*\(.*\b(i\d+|ptr|float|double|\*)\b")
        if number < 0:
            return
        line = self.lines[number]
        places = [found.end() for found in re.finditer(r"\b(i\d+|ptr|float|double)\b\**", line) if "(" in line[: found.start()]]
        if places:
            place = self.chance.choice(places)
            self.lines[number] = f"{line[:place]} {self.chance.choice(PARAMETER_ATTRIBUTES)}{line[place:]}"

    def add_return_attribute(self) -> None:
        number = self.line_with(r"\b(define|declare|call|invoke)\b")
        if number >= 0:
            self.lines[number] = re.sub(
                r"\b(define|declare|call|invoke)\b( \w*cc\b)?",
                lambda found: f"{found.group(0)} {self.chance.choice(PARAMETER_ATTRIBUTES)}",
                self.lines[number],
                count=1,
            )

    def add_function_attribute(self) -> None:
        number = self.line_with(r"\b(define|declare|call|invoke|attributes)\b.*[)}\]{]")
        if number >= 0:
            line = self.lines[number]
            word = self.chance.choice(FUNCTION_ATTRIBUTES)
            if line.startswith("attributes"):
                word = word.replace("alignstack(8)", "alignstack=8")
                self.lines[number] = line.replace("{", "{ " + word, 1)
            else:
                place = line.rfind(") ") + 1 or line.rfind(")") + 1
                self.lines[number] = f"{line[:place]} {word}{line[place:]}"

    def add_marker(self) -> None:
        """A linkage, a convention, a tail call, ``volatile`` ..., after the word that it belongs to."""
        word, markers = self.chance.choice(_MARKERS)
        pattern = rf"(?<![-\w.]){word}(?![-\w.])"
        number = self.line_with(pattern)
        if number >= 0:
            self.lines[number] = re.sub(pattern, f"{word} {self.chance.choice(markers)}", self.lines[number], count=1)

    def add_tail(self) -> None:
        number = self.line_with(r"(?<!tail )\bcall\b")
        if number >= 0:
            marker = self.chance.choice(["musttail", "tail", "notail"])
            self.lines[number] = re.sub(r"(\w*tail )?\bcall\b", f"{marker} call", self.lines[number])

    def add_bundle(self) -> None:
        number = self.line_with(r"\b(call|invoke)\b.*\)$|\] *$")
        if number >= 0:
            line, bundle = self.lines[number], self.chance.choice(BUNDLES)
            self.lines[number] = f"{line[: line.rfind(']')]}, {bundle} ]" if line.endswith("]") else f"{line} [ {bundle} ]"

    def add_attachment(self) -> None:
        nodes = self.nodes() or ["!0"]
        node = self.chance.choice([*nodes, *nodes, *_INLINE_NODES])
        kind = self.chance.choice(_VOCABULARY["attachments"])
        if self.chance.random() < 0.7:
            number = self.line_with(r"^  [%a-z].*[^\[,(]$")
            if number >= 0:
                self.lines[number] += f", !{kind} {node}"
            return
        number = self.line_with(r"^(define|@)")
        if number >= 0:
            line = self.lines[number]
            self.lines[number] = f"{line[:-1]}!{kind} {node} {{" if line.endswith("{") else f"{line}, !{kind} {node}"

    def add_property(self) -> None:
        number = self.line_with(r"^(@|define|declare)")
        if number < 0:
            return
        line = self.lines[number]
        comdats = re.findall(r"^(\$[\w.]+)", "\n".join(self.lines), re.M)
        words = [
            "comdat",
            'section "llvm.metadata"',
            'section "x"',
            "align 32",
            'partition "p"',
            *[f"comdat({name})" for name in comdats],
        ]
        word = self.chance.choice(words)
        if line.startswith("@"):
            self.lines[number] = f"{line}, {word}"
        else:
            place = len(line) - 1 if line.endswith("{") else len(line)
            gc = self.chance.choice(["", "", ' gc "shadow-stack"', " personality ptr @callee", " prefix i32 1"])
            self.lines[number] = f"{line[:place].rstrip()} {word}{gc}{' {' if place < len(line) else ''}"

    # globals and nodes

    def rename_global(self) -> None:
        names = re.findall(r"^(?:define.*?|declare.*?|)@([\w.]+)", "\n".join(self.lines), re.M)
        if names:
            new = self.chance.choice(_VOCABULARY["known_globals"]) if self.chance.random() < 0.7 else self.chance.choice(names)
            self.substitute("@" + self.chance.choice(names), "@" + new, lambda line: True)

    def declare_a_definition(self) -> None:
        """A function without its body; or one with."""
        number = self.line_with(r"^(define|declare)")
        if number < 0:
            return
        if self.lines[number].startswith("define"):
            start, end = self.function_around(number)
            self.lines[start:end] = [self.lines[start].replace("define", "declare", 1).rstrip("{ ")]
        else:
            line = self.lines[number].replace("declare", "define", 1)
            self.lines[number : number + 1] = [line + " {", "  unreachable", "}"]

    def remove_field(self) -> None:
        number = self.line_with(r"!DI\w+\(.*\w+: ")
        if number >= 0:
            fields = list(re.finditer(r"(, )?\b\w+: (?:[^(),{}]|\([^()]*\)|\{[^{}]*\})*", self.lines[number]))
            if fields:
                field = self.chance.choice(fields)
                self.lines[number] = (self.lines[number][: field.start()] + self.lines[number][field.end() :]).replace("(, ", "(")

    def exchange_field(self) -> None:
        number = self.line_with(r"!DI\w+\(.*\w+: ")
        if number < 0:
            return
        fields = list(re.finditer(r"\b\w+: ([^(),{}]+)", self.lines[number]))
        if fields:
            field = self.chance.choice(fields)
            node = self.chance.choice([*self.nodes(), *_FIELD_VALUES])
            line = self.lines[number]
            self.lines[number] = line[: field.start(1)] + node + line[field.end(1) :]

    def add_field(self) -> None:
        number = self.line_with(r"!DI\w+\(")
        if number >= 0:
            field = f"{self.chance.choice(_VOCABULARY['fields'])}: {self.chance.choice([*self.nodes(), *_FIELD_VALUES])}"
            self.lines[number] = re.sub(r"\)(?=[^)]*$)", f", {field})", self.lines[number], count=1).replace("(, ", "(")

    def nodes(self) -> list[str]:
        return re.findall(r"^!\d+", "\n".join(self.lines), re.M)

    def toggle_distinct(self) -> None:
        number = self.line_with(r"^!\d+ = ")
        if number >= 0:
            line = self.lines[number]
            is_distinct = " distinct " in line
            self.lines[number] = line.replace(" distinct ", " ", 1) if is_distinct else line.replace(" = ", " = distinct ", 1)

    def change_named_metadata(self) -> None:
        number = self.line_with(r"^![a-zA-Z]")
        if number >= 0:
            self.lines[number] = re.sub(r"^![\w.]+", "!" + self.chance.choice(_VOCABULARY["named_metadata"]), self.lines[number])

    def change_flag(self) -> None:
        number = self.line_with(r'^!\d+ = !\{i32 \d+, !"')
        if number >= 0:
            name = self.chance.choice(_VOCABULARY["flags"])
            self.lines[number] = re.sub(r'!"[^"]*"', f'!"{name}"', self.lines[number], count=1)

    def change_header(self) -> None:
        number = self.line_with(r"^target ")
        if self.chance.random() < 0.5 or number < 0:
            line = f'target datalayout = "{self.chance.choice(_LAYOUTS)}"'
        else:
            line = f'target triple = "{self.chance.choice(_TRIPLES)}"'
        if number >= 0:
            self.lines[number] = line
        else:
            self.lines.insert(0, line)


_CHANGES_AND_WEIGHTS: Final[tuple[tuple[Callable[[Mutator], None], int], ...]] = (
    (Mutator.exchange_word, 14),
    (Mutator.exchange_type, 4),
    (Mutator.exchange_type_of_a_name, 5),
    (Mutator.exchange_type_in_a_function, 4),
    (Mutator.exchange_type_everywhere, 2),
    (Mutator.exchange_number, 10),
    (Mutator.exchange_value, 7),
    (Mutator.value_to_constant, 5),
    (Mutator.exchange_global, 5),
    (Mutator.exchange_metadata, 12),
    (Mutator.exchange_label, 6),
    (Mutator.exchange_string, 3),
    (Mutator.swap_tokens, 2),
    (Mutator.swap_operands, 4),
    (Mutator.remove_operand, 3),
    (Mutator.double_operand, 2),
    (Mutator.remove_token, 5),
    (Mutator.remove_line, 3),
    (Mutator.remove_instruction, 3),
    (Mutator.double_line, 4),
    (Mutator.swap_lines, 3),
    (Mutator.move_line, 3),
    (Mutator.exchange_terminator, 4),
    (Mutator.insert_instruction, 6),
    (Mutator.reorder_blocks, 2),
    (Mutator.remove_label, 1),
    (Mutator.add_parameter_attribute, 10),
    (Mutator.add_return_attribute, 4),
    (Mutator.add_function_attribute, 8),
    (Mutator.add_marker, 8),
    (Mutator.add_tail, 3),
    (Mutator.add_bundle, 5),
    (Mutator.add_attachment, 10),
    (Mutator.add_property, 4),
    (Mutator.rename_global, 5),
    (Mutator.declare_a_definition, 2),
    (Mutator.remove_field, 4),
    (Mutator.exchange_field, 6),
    (Mutator.add_field, 4),
    (Mutator.toggle_distinct, 3),
    (Mutator.change_named_metadata, 2),
    (Mutator.change_flag, 2),
    (Mutator.change_header, 2),
)
CHANGES: Final = [change for change, weight in _CHANGES_AND_WEIGHTS for _ in range(weight)]

"""Formats a text as llvm-dis prints it, with its comments.

The text is read and printed. Each comment stays with the thing that it is above or behind: a function, a block, an instruction,
a symbol, a type, a node of metadata. Comments that llvm-dis writes are printed anew.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable
from difflib import SequenceMatcher
from typing import Final, NamedTuple

from pyllvm.assembly import TextReading, parse_text
from pyllvm.assembly.printer.text import WHOLE, ModuleText
from pyllvm.assembly.printer.use_list_prediction import UseListPrediction
from pyllvm.assembly.reader.places import Places
from pyllvm.diagnostics import PyllvmError, Source
from pyllvm.garbage import COLLECTION_PAUSE
from pyllvm.ir.function import Instruction
from pyllvm.ir.metadata import SpecializedNode
from pyllvm.ir.module import Module
from pyllvm.lsp.checking import TextEdit
from pyllvm.lsp.document import split
from pyllvm.lsp.names import definitions_in
from pyllvm.tables.metadata_nodes import SPECIALIZED_NODES

_PROPERTY: Final = SPECIALIZED_NODES["DIObjCProperty"]
_COMMENT: Final = re.compile(rb'"[^"]*"|(;[^\r\n]*|/\*.*?\*/)', re.DOTALL)
_PRINTED: Final = re.compile(
    rb";[ ]*(?:preds = [^;]*|No predecessors![ ]*|Function Attrs: .*|<label>:[0-9]+[^;]*|uselistorder directives|ModuleID = .*|"
    rb"guid = [0-9]+[ ]*|Unknown intrinsic|"
    rb"Materializable\Z)"
)
"""Comments that llvm-dis writes. Another one may follow a list of predecessors."""
_RELOCATED: Final = re.compile(rb"; \([^;]*\)[ ]*(?=;|\Z)")
_INCOMPLETE_RECORD: Final = re.compile(rb"^ *#dbg_\w+\(.*\(null\)", re.MULTILINE)
_MODULE_ID: Final = re.compile(rb"^; ModuleID = [^\n]*\n", re.MULTILINE)
_SOURCE_NAME: Final = re.compile(rb"^source_filename\b[^\n]*\n", re.MULTILINE)
_HEAD: Final = re.compile(rb"^[ \t]*(source_filename|target[ \t]+datalayout|target[ \t]+triple|module[ \t]+asm)\b", re.MULTILINE)
_MOST_COMPARED: Final = 4_000
"""Lines up to which the edits are as small as they can be."""


class _Anchor(NamedTuple):
    """The kind and the number of a thing that a comment may belong to."""

    kind: str
    number: int = 0
    block: int = 0
    instruction: int = 0


_Key = _Anchor | bytes
"""Symbols, types and nodes have their names instead."""


class _Comment(NamedTuple):
    """A comment: its text, and whether it has a line of its own, after which the text leaves one empty."""

    start: int
    text: bytes
    has_own_line: bool
    is_apart: bool


def formatted(data: bytes, name: str, version: int | None, change: Callable[[Module], None] | None = None) -> bytes:
    """The text as llvm-dis of its version prints it, with its comments. Raises PyllvmError if it cannot be read.

    `change` may change the module before it is printed.
    """
    with COLLECTION_PAUSE:
        module, places = _read(data, name, version)
        if change is not None:
            change(module)
        text = ModuleText(module, WHOLE)
        _exchange_properties(text, module.llvm_version)
        if b"uselistorder" in data:
            text.printer.use_lists = UseListPrediction(module, module.llvm_version)
        text.print_functions(module.functions)
        printed = b"".join(text.finish())
        if _INCOMPLETE_RECORD.search(printed) is not None:
            raise PyllvmError(
                "LLVM drops its debug information: a call of a debug intrinsic lacks !dbg or an operand that its record needs"
            )
        own_id = _MODULE_ID.search(data)
        printed = _MODULE_ID.sub(b"" if own_id is None else own_id.group().replace(b"\\", rb"\\"), printed, count=1)
        if _SOURCE_NAME.search(data) is None:
            printed = _SOURCE_NAME.sub(b"", printed, count=1)
        printed = printed.lstrip(b"\n")
        comments = _comments(data)
        if not comments:
            return printed
        numbers = {b"!%d" % number: places.name(node).encode() for number, node in enumerate(text.printer.slots.nodes)}
        new_module, new_places = _read(printed, name, module.llvm_version)
        there = {numbers.get(key, key) if isinstance(key, bytes) else key: at for key, at in _anchors(new_module, new_places)}
    anchors = sorted([(at, key) for key, at in _anchors(module, places) if key in there], key=lambda one: one[0])
    return _joined(printed, comments, anchors, there)


def _exchange_properties(text: ModuleText, version: int) -> None:
    """Exchange setters and getters of Objective-C where the reader of the text will exchange them: up to LLVM 21."""
    for node in text.printer.slots.nodes:
        if isinstance(node, SpecializedNode) and node.spec is _PROPERTY and _PROPERTY.finish is not None:
            _PROPERTY.finish(_PROPERTY, node.operands, set(), version)


def edits_between(old: bytes, new: bytes) -> list[TextEdit]:
    """The edits of whole lines that make one text of another."""
    before, after = old.splitlines(keepends=True), new.splitlines(keepends=True)
    first = 0
    while first < min(len(before), len(after)) and before[first] == after[first]:
        first += 1
    last = 0
    while last < min(len(before), len(after)) - first and before[-1 - last] == after[-1 - last]:
        last += 1
    before, after = before[: len(before) - last], after[: len(after) - last]
    starts = [0]
    for line in before:
        starts.append(starts[-1] + len(line))
    changes = [(0, len(before) - first, 0, len(after) - first)]
    if len(before) + len(after) - 2 * first <= _MOST_COMPARED:
        codes = SequenceMatcher(None, before[first:], after[first:], autojunk=False).get_opcodes()
        changes = [(begin, end, new_begin, new_end) for kind, begin, end, new_begin, new_end in codes if kind != "equal"]
    return [
        TextEdit(
            starts[first + begin],
            starts[first + end],
            b"".join(after[first + new_begin : first + new_end]).decode("utf-8", "surrogateescape"),
        )
        for begin, end, new_begin, new_end in changes
        if (begin, new_begin) != (end, new_end)
    ]


def _read(data: bytes, name: str, version: int | None) -> tuple[Module, Places]:
    places = Places(Source(name, data))
    return parse_text(data, TextReading(name), version, places=places), places


def _comments(data: bytes) -> list[_Comment]:
    found: list[_Comment] = []
    for match in _COMMENT.finditer(data):
        text = match.group(1)
        if text is None:
            continue
        start = match.start()
        before = data[data.rfind(b"\n", 0, start) + 1 : start]
        patterns = (_PRINTED, _PRINTED, _RELOCATED) if b"gc.relocate" in before else (_PRINTED, _PRINTED)
        for pattern in patterns:
            printed = pattern.match(text)
            text = text if printed is None else text[printed.end() :]
        if not text.strip():
            continue
        has_own_line = not before.strip()
        following = re.match(rb"[ \t\r]*\n[ \t\r]*(?=\n)", data[match.end() : match.end() + 200])
        found.append(_Comment(start, text.rstrip(), has_own_line, following is not None))
    return found


def _anchors(module: Module, places: Places) -> list[tuple[_Key, int]]:
    """The things in a text, and the offset of each."""
    data = places.source.data
    found: list[tuple[_Key, int]] = []
    at = 0
    starts: list[int] = []
    ends: dict[int, int] = {}
    for chunk in split(data):
        if chunk.is_function:
            starts.append(at)
            ends[at] = at + chunk.data.rfind(b"\n}") + 1
        else:
            for name, (start, _) in definitions_in(chunk).items():
                if name[:1] != b"#":
                    found.append((name, at + chunk.data.rfind(b"\n", 0, start) + 1))
            for number, match in enumerate(_HEAD.finditer(chunk.data)):
                found.append((_Anchor(" ".join(match.group(1).decode().split()), number), at + match.start()))
        at += len(chunk.data)
    for number, function in enumerate(module.functions):
        span = places.name_span(function)
        if span is None or function.is_declaration:
            continue
        begin = starts[bisect_right(starts, span.start) - 1] if starts and span.start >= starts[0] else -1
        if begin < 0:
            continue
        found += [(_Anchor("function", number), begin), (_Anchor("end", number), ends[begin])]
        for block_number, block in enumerate(function.blocks):
            span = places.name_span(block)
            if span is not None and (block_number or not _is_instruction(block.instructions, places, span.start)):
                found.append((_Anchor("block", number, block_number), span.start))
            for instruction_number, instruction in enumerate(block.instructions):
                span = places.name_span(instruction)
                if span is not None:
                    found.append((_Anchor("instruction", number, block_number, instruction_number), span.start))
    return found


def _is_instruction(instructions: list[Instruction], places: Places, start: int) -> bool:
    """Whether a block without a label starts with its first instruction."""
    span = places.name_span(instructions[0]) if instructions else None
    return span is not None and span.start == start


def _joined(printed: bytes, comments: list[_Comment], anchors: list[tuple[int, _Key]], there: dict[_Key, int]) -> bytes:
    lines = printed.split(b"\n")
    starts = [0]
    for line_text in lines:
        starts.append(starts[-1] + len(line_text) + 1)
    offsets = [at for at, _ in anchors]
    above: dict[int, list[bytes]] = {}
    behind: dict[int, list[bytes]] = {}
    for comment in comments:
        number = bisect_right(offsets, comment.start)
        if not comment.has_own_line and number:
            line = bisect_right(starts, there[anchors[number - 1][1]]) - 1
            behind.setdefault(line, []).append(comment.text)
            continue
        if number == len(anchors):
            line = len(lines) - 1
        elif number == 0 and comment.has_own_line:
            line = 1 if lines[0].startswith(b"; ModuleID") else 0
        else:
            line = _top_of(lines, bisect_right(starts, there[anchors[number][1]]) - 1)
        indent = b"  " if lines[line].startswith(b"  ") else b""
        above.setdefault(line, []).append(indent + comment.text)
        if comment.is_apart and not indent and lines[line]:
            above[line].append(b"")
    made: list[bytes] = []
    for at, line_text in enumerate(lines):
        made += above.get(at, [])
        made.append(line_text + b"".join([b"  " + text for text in behind.get(at, [])]))
    return b"\n".join(made)


def _top_of(lines: list[bytes], line: int) -> int:
    """The first of the comments that llvm-dis writes above a line."""
    while line and lines[line - 1].startswith(b"; ") and not lines[line - 1].startswith(b"; ModuleID"):
        line -= 1
    return line

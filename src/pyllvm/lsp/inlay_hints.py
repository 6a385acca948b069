"""Notes between the words of a text: types of operands, numbers of unnamed values, predecessors of blocks, source lines."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from typing import Final, NamedTuple

from pyllvm.analysis.cfg import successors
from pyllvm.assembly.reader.places import Places
from pyllvm.assembly.reader.token_kinds import COMMA
from pyllvm.ir.function import BasicBlock, Function
from pyllvm.ir.types import VOID
from pyllvm.ir.value import Value
from pyllvm.lsp.document import line_bounds
from pyllvm.lsp.function_text import FunctionText
from pyllvm.lsp.hover import source_location
from pyllvm.lsp.names import LABELS, LOCALS, spelled, tokens_of, with_sigil
from pyllvm.lsp.session import Session

_LOCATED: Final = re.compile(rb"^[^\n]*!dbg ![0-9]+[^\n]*$", re.MULTILINE)
_MOST_PREDECESSORS: Final = 8


@dataclass(frozen=True)
class Shown:
    """Which notes are shown. The settings in `inlayHints` have the same names."""

    types: bool = True
    numbers: bool = True
    predecessors: bool = True
    lines: bool = True

    @classmethod
    def of_settings(cls, settings: object) -> Shown:
        """The notes that the editor's settings ask for."""
        if isinstance(settings, bool):
            return cls(*[settings] * len(fields(cls)))
        if not isinstance(settings, dict):
            return cls()
        return cls(**{one.name: settings.get(one.name) is not False for one in fields(cls)})


class Note(NamedTuple):
    """A note at an offset. Kinds: "type", "number", "predecessors", "line"."""

    offset: int
    text: str
    kind: str


def notes(session: Session, first: int, last: int, shown: Shown) -> list[Note]:
    """The notes between two offsets."""
    document = session.document
    found: list[Note] = []
    for number in range(max(document.chunk_at(first), 0), document.chunk_at(last) + 1):
        chunk = document.chunks[number]
        if not chunk.is_function:
            continue
        begin = document.start_of(number)
        if shown.lines:
            found += _lines(session, chunk.data, begin, first, last)
        if not (shown.types or shown.numbers or shown.predecessors):
            continue
        read = session.function_at(begin)
        if read is not None:
            function, text, checked = read
            assert checked.places is not None
            found += _of_function(chunk.data, begin, function, text, checked.places, shown)
    return sorted(one for one in found if first <= one.offset <= last)


def _lines(session: Session, data: bytes, begin: int, first: int, last: int) -> list[Note]:
    """The source locations of the instructions, where they change."""
    found: list[Note] = []
    shown = ""
    for match in _LOCATED.finditer(data, max(first - begin, 0), min(max(last - begin, 0), len(data))):
        location = source_location(session, match.group())
        if location and location != shown:
            found.append(Note(begin + match.end(), location, "line"))
            shown = location
    return found


def _of_function(data: bytes, begin: int, function: Function, text: FunctionText, places: Places, shown: Shown) -> list[Note]:
    values: dict[bytes, Value] = {}
    found: list[Note] = []
    unnamed = 0

    def note_number(value: Value, offset: int, form: str) -> None:
        nonlocal unnamed
        if value.name:
            values[with_sigil(b"%", value.name.encode("utf-8", "surrogateescape"))] = value
            return
        values[b"%%%d" % unnamed] = value
        if shown.numbers and offset >= 0:
            found.append(Note(offset, form.format(unnamed), "number"))
        unnamed += 1

    def start_of(value: Value) -> int:
        span = places.name_span(value)
        return -1 if span is None else text.place(span.start)

    for argument in function.arguments:
        note_number(argument, -1, "")
    callers = _predecessors(function) if shown.predecessors else {}
    for block in function.blocks:
        at = start_of(block)
        label = _label_end(data, at - begin)
        note_number(block, -1 if label >= 0 else at, "{}:")
        if label >= 0 and callers.get(block) and b"; preds" not in data[label : line_bounds(data, label)[1]]:
            found.append(Note(begin + label, _names(callers[block], values, function), "predecessors"))
        for instruction in block.instructions:
            if instruction.type.kind != VOID:
                at = start_of(instruction)
                note_number(instruction, -1 if data[at - begin : at - begin + 1] == b"%" else at, "%{} =")
    if shown.types:
        found += _types(data, begin, values)
    return found


def _predecessors(function: Function) -> dict[BasicBlock, list[BasicBlock]]:
    found: dict[BasicBlock, dict[BasicBlock, None]] = {}
    for block in function.blocks:
        for target in successors(block):
            found.setdefault(target, {})[block] = None
    return {target: list(blocks) for target, blocks in found.items()}


def _label_end(data: bytes, at: int) -> int:
    """Where a label at a place ends; -1 if there is none."""
    tokens = tokens_of(data[at : line_bounds(data, at)[1]]) if at >= 0 else []
    return at + tokens[0].end if tokens and tokens[0].kind in LABELS else -1


def _names(blocks: list[BasicBlock], values: dict[bytes, Value], function: Function) -> str:
    numbers = {id(value): name.decode("utf-8", "replace") for name, value in values.items() if not value.name}
    names = [f"%{block.name}" if block.name else numbers.get(id(block), "an unnamed block") for block in blocks]
    more = "" if len(names) <= _MOST_PREDECESSORS else f" and {len(names) - _MOST_PREDECESSORS} more"
    return "from " + ", ".join(names[:_MOST_PREDECESSORS]) + more


def _types(data: bytes, begin: int, values: dict[bytes, Value]) -> list[Note]:
    """The types of operands that the text leaves out: a second operand has the first one's type."""
    found: list[Note] = []
    tokens = tokens_of(data)
    for at, token in enumerate(tokens):
        if token.kind in LOCALS and tokens[at - 1].kind == COMMA:
            value = values.get(spelled(data[token.start : token.end]))
            if value is not None and not isinstance(value, BasicBlock):
                found.append(Note(begin + token.start, str(value.type), "type"))
    return found

"""Makes a diagnostic from a failure: LLVM's message, the location in the text or the module, related locations, a hint."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

from pyllvm.assembly.reader.places import Places
from pyllvm.diagnostics import BitcodeLocation, Diagnostic, Scope, Span
from pyllvm.diagnostics.diagnostic import Severity
from pyllvm.diagnostics.rule_names import rule_of
from pyllvm.findings.failure_text import FailureWriter, Found, owning_function
from pyllvm.findings.hints import hint_for
from pyllvm.ir.function import BasicBlock, Function, Instruction
from pyllvm.ir.global_values import GlobalObject, GlobalValue
from pyllvm.ir.instructions import CallBase, InvokeInst, PHINode
from pyllvm.ir.metadata import DebugRecord, MDNode, MetadataAsValue, SpecializedNode, ValueAsMetadata
from pyllvm.ir.module import Module
from pyllvm.ir.types import Type
from pyllvm.ir.value import User, Value
from pyllvm.notation import Final, final

BitPlaces = dict[Instruction, BitcodeLocation]

_QUOTED: Final = re.compile(r"[`']([^`']+)[`']")
_ATTRIBUTE: Final = re.compile(r"\b(\w+) attribute")
_WORD: Final = re.compile(r"[A-Za-z]\w+")


@final
class Reporter:
    """Makes diagnostics for one module in its present state. `places` maps objects to its text, `bits` to its bitcode."""

    def __init__(self, module: Module, places: Places | None = None, bits: BitPlaces | None = None) -> None:
        self._writer = FailureWriter(module)
        self._places = places
        self._bits = bits
        self._numbered_blocks: set[BasicBlock] = set()
        self._numbers: dict[Instruction, int] = {}

    def diagnostic(self, failure: Found, severity: Severity) -> Diagnostic:
        """Return the complete diagnostic for a failure."""
        diagnostic = Diagnostic(severity, failure.message)
        diagnostic.is_finding = True
        diagnostic.excerpt = self._writer.lines(failure)
        diagnostic.rule = getattr(failure, "rule", "")
        diagnostic.hint = hint_for(failure.message)
        if diagnostic.hint and not diagnostic.rule:
            # `pyllvm explain` knows it by this name.
            diagnostic.rule = rule_of(diagnostic)
        things = _things(failure.objects)
        context: object = getattr(failure, "subject", None)
        subject = self._located(_subject(things), things, context)
        diagnostic.scope = self._scope(subject, [*things, context])
        marked: object = None
        if subject is not None and self._places is not None:
            marked, diagnostic.where = self._mark(self._places, subject, things, failure.message)
        elif isinstance(subject, Instruction):
            diagnostic.where = self._bit_place(subject)
        for cause in causes_of(failure.message, failure.objects, self._name):
            diagnostic.notes.append(Diagnostic("note", cause.text, self._place_of(cause.thing)))
        located = {id(note.where.source) * 31 + note.where.start for note in diagnostic.notes if isinstance(note.where, Span)}
        for thing in things:
            where = self._place_of(thing)
            if self._places is None and thing is not subject and isinstance(thing, Instruction) and thing.parent is not None:
                text = f"{self._name(thing) or 'the other one'} is instruction {self._number(thing)} of block"
                diagnostic.notes.append(Diagnostic("note", f"{text} {self._name(thing.parent)}", self._bit_place(thing)))
            if thing is subject or where is None or id(where.source) * 31 + where.start in located:
                continue
            nameless = "the operand is here" if thing is marked else "this is the other place"
            diagnostic.notes.append(Diagnostic("note", self._definition(thing) or nameless, where))
        if isinstance(subject, MDNode) and isinstance(context, Value):
            # The verifier visits metadata once, from the first user that it meets.
            user = self._name(context) or "an instruction"
            diagnostic.notes.append(Diagnostic("note", f"{user} leads to it", self._place_of(context)))
        return diagnostic

    def _located(self, subject: object, things: list[object], context: object) -> object:
        """Return the object to point at: the one at fault if it has a location, else a related one or the context."""
        if subject is None:
            return context
        if self._places is None:
            is_local = owning_function([subject, *things]) is not None
            return subject if is_local or not isinstance(context, Instruction) else context
        if self._places.has(subject):
            return subject
        if self._places.has(context):
            return context
        return next((thing for thing in things if self._places.has(thing)), subject)

    def _mark(self, places: Places, subject: object, things: list[object], message: str) -> tuple[object, Span | None]:
        """Find the span of the subject's text that is at fault: another object of the failure, a word of the message,
        or the whole text. Returns the object at fault (None if it is not an object of the failure) and the span."""
        for thing in things:
            if thing is subject:
                continue
            for spelling in (places.name(thing), self._spelling(thing)):
                span = self._operand(places, subject, spelling, message) if spelling else None
                if span is not None:
                    return thing, span
        for spelling in [*_QUOTED.findall(message), *_ATTRIBUTE.findall(message), *_attachment_names(subject, message)]:
            span = places.find(subject, spelling)
            if span is not None:
                return None, span
        if isinstance(subject, (Instruction, DebugRecord, MDNode)):
            return None, places.span(subject)
        return None, places.name_span(subject)

    def _operand(self, places: Places, subject: object, spelling: str, message: str) -> Span | None:
        """Find an operand in the subject's text; if several fields hold it, the field that the message mentions."""
        if isinstance(subject, SpecializedNode):
            for word in _WORD.findall(message):
                field = places.find(subject, f"{word}: {spelling}")
                if field is not None:
                    return field
        return places.find(subject, spelling)

    def _spelling(self, thing: object) -> str:
        if isinstance(thing, Type):
            return str(thing)
        if isinstance(thing, str):
            return thing
        return self._writer.reference(thing)

    def _place_of(self, thing: object) -> Span | None:
        if self._places is None or thing is None:
            return None
        if isinstance(thing, (Instruction, MDNode, DebugRecord)) and not self._places.name(thing):
            return self._places.span(thing)
        return self._places.name_span(thing)

    def _bit_place(self, instruction: Instruction) -> BitcodeLocation | None:
        return None if self._bits is None else self._bits.get(instruction)

    def _definition(self, thing: object) -> str:
        """The words for the place of a definition; empty for what has no name."""
        name = self._name(thing)
        if isinstance(thing, BasicBlock):
            return f"block {name} begins here"
        if isinstance(thing, GlobalValue):
            is_declaration = isinstance(thing, Function) and thing.is_declaration
            return f"{name} is {'declared' if is_declaration else 'defined'} here"
        return f"{name} is defined here" if name else ""

    def _name(self, thing: object) -> str:
        """Return the name of an object in the text that was read, or else as LLVM prints it; empty if it has no name."""
        if isinstance(thing, Instruction) and thing.type is thing.type.context.void:
            return ""
        known = self._places.name(thing) if self._places is not None else ""
        return known or self._writer.reference(thing)

    def _scope(self, subject: object, things: list[object]) -> Scope | None:
        function = owning_function([subject, *things])
        if function is None:
            return None
        block = subject if isinstance(subject, BasicBlock) else subject.parent if isinstance(subject, Instruction) else None
        if block is None:
            block = next((thing for thing in things if isinstance(thing, BasicBlock)), None)
        number = self._number(subject) if isinstance(subject, Instruction) else 0
        return Scope(self._writer.reference(function), self._writer.reference(block), number)

    def _number(self, instruction: Instruction) -> int:
        """Return the position of an instruction in its block, counted from 1."""
        block = instruction.parent
        if block is None:
            return 0
        if block not in self._numbered_blocks:
            self._numbered_blocks.add(block)
            for number, one in enumerate(block.instructions, 1):
                self._numbers[one] = number
        return self._numbers.get(instruction, 0)


def _attachment_names(subject: object, message: str) -> list[str]:
    """Return the metadata kinds on the subject that the message mentions, as the text spells them."""
    if not isinstance(subject, (Instruction, GlobalObject)):
        return []
    kinds = [attachment.kind for attachment in subject.attachments or []]
    return [f"!{kind}" for kind in kinds if kind in message]


def _things(objects: list[object]) -> list[object]:
    """Return the objects of a failure, each once, and unwrapped."""
    things: list[object] = []
    for thing in objects:
        if isinstance(thing, MetadataAsValue):
            thing = thing.metadata
        if isinstance(thing, ValueAsMetadata):
            thing = thing.value
        if thing is not None and not isinstance(thing, Module) and all(thing is not other for other in things):
            things.append(thing)
    return things


def _subject(things: list[object]) -> object:
    """Return the object that breaks the rule: preferably an instruction; of two objects, the user of the other."""
    for kind in (Instruction, DebugRecord, MDNode):
        candidates = [thing for thing in things if isinstance(thing, kind)]
        users = [thing for thing in candidates if _uses_one_of(thing, things)]
        if users:
            return users[-1] if kind is Instruction else users[0]
        if candidates:
            return candidates[0]
    for thing in things:
        if isinstance(thing, Value) and (isinstance(thing, (GlobalValue, BasicBlock)) or hasattr(thing, "parent")):
            return thing
    return next((thing for thing in things if not isinstance(thing, (Type, str))), None)


def _uses_one_of(user: object, things: list[object]) -> bool:
    operands: list[object] = []
    if isinstance(user, User) or isinstance(user, MDNode):
        operands = list(user.operands)
    return any(thing is not user and any(thing is operand for operand in operands) for thing in things)


# Longer paths are shortened in the middle.
_MOST_STEPS: Final = 8


@final
class Cause:
    """A sentence, and the object that it is about, whose location is shown with it."""

    __slots__ = ("text", "thing")

    def __init__(self, text: str, thing: object = None) -> None:
        self.text = text
        self.thing = thing


Namer = Callable[[object], str]


def causes_of(message: str, objects: list[object], name: Namer) -> list[Cause]:
    """Return the causes of a failure, if they can be determined; `name` returns the name of an object."""
    for beginning, explain in EXPLANATIONS.items():
        if message.startswith(beginning):
            return explain(objects, name)
    return []


def _dominance(objects: list[object], name: Namer) -> list[Cause]:
    """Find a path from the function's entry to the use that does not pass the definition."""
    if len(objects) < 2:
        return []
    definition, user = objects[0], objects[1]
    if not isinstance(definition, Instruction) or not isinstance(user, Instruction):
        return []
    home, end = definition.parent, user.parent
    if home is None or end is None or home.parent is None:
        return []
    if isinstance(user, PHINode):
        # A phi uses a value at the end of the incoming block.
        for value, block in zip(user.operands, user.blocks, strict=False):
            if value is definition and block is not home:
                way = _way_around(home.parent, home, block)
                if way:
                    return [Cause(f"{name(block)} can be reached without it: {_way_text(way, name)}", block)]
        return []
    if home is end:
        if isinstance(definition, InvokeInst):
            return []
        return [Cause(f"{name(definition) or 'the value'} is computed after this use, in the same block")]
    way = _way_around(home.parent, home, end)
    if way:
        return [Cause(f"the use can be reached without it: {_way_text(way, name)}")]
    if isinstance(definition, InvokeInst):
        return [Cause("an invoke's value is available only in its normal destination")]
    return []


def _way_around(function: Function, avoided: BasicBlock, end: BasicBlock) -> list[BasicBlock]:
    """Return the shortest path from the entry to `end` that avoids another block; empty if there is none."""
    blocks = function.blocks
    if not blocks or blocks[0] is avoided:
        return []
    came_from: dict[BasicBlock, BasicBlock | None] = {blocks[0]: None}
    pending = [blocks[0]]
    for block in pending:
        if block is end:
            way: list[BasicBlock] = []
            step: BasicBlock | None = block
            while step is not None:
                way.append(step)
                step = came_from[step]
            return way[::-1]
        terminator = block.terminator
        for target in terminator.operands if terminator is not None else []:
            if isinstance(target, BasicBlock) and target is not avoided and target not in came_from:
                came_from[target] = block
                pending.append(target)
    return []


def _way_text(way: list[BasicBlock], name: Namer) -> str:
    names = [name(block) for block in way]
    if len(names) > _MOST_STEPS:
        half = _MOST_STEPS // 2
        names = [*names[:half], f"({len(names) - 2 * half} more)", *names[-half:]]
    return " -> ".join(names)


def _incoming_blocks(objects: list[object], name: Namer) -> list[Cause]:
    """Find predecessors of a phi's block that have no entry, and entries for blocks that are not predecessors."""
    phi = next((thing for thing in objects if isinstance(thing, PHINode)), None)
    if phi is None or phi.parent is None:
        return []
    predecessors = Counter(phi.parent.predecessors)
    entries = Counter(phi.blocks)
    causes: list[Cause] = []
    for block, count in predecessors.items():
        if entries[block] < count:
            often = f", which branches here {count} times" if count > 1 else ", a predecessor"
            causes.append(Cause(f"there are too few entries for {name(block)}{often}", block.terminator))
    for block, count in entries.items():
        if predecessors[block] == 0:
            causes.append(Cause(f"{name(block)} does not branch here", block.terminator))
        elif count > predecessors[block]:
            causes.append(Cause(f"there are too many entries for {name(block)}", block.terminator))
    return causes


def _callee(objects: list[object], name: Namer) -> list[Cause]:
    """Describe the called function."""
    for thing in objects:
        if isinstance(thing, CallBase) and isinstance(thing.callee, Function):
            called = thing.callee
            return [Cause(f"{name(called)} is {_declared_or_defined(called)} as {called.function_type}", called)]
    return []


def _returned(objects: list[object], name: Namer) -> list[Cause]:
    """Name the function's return type."""
    for thing in objects:
        if isinstance(thing, Instruction) and thing.function is not None:
            function = thing.function
            return [Cause(f"{name(function)} returns {function.function_type.return_type}", function)]
    return []


def _declared_or_defined(function: Function) -> str:
    return "declared" if function.is_declaration else "defined"


# The key is the beginning of the message.
EXPLANATIONS: Final[dict[str, Callable[[list[object], Namer], list[Cause]]]] = {
    "Instruction does not dominate all uses!": _dominance,
    "PHINode should have one entry for each predecessor": _incoming_blocks,
    "PHI node entries do not match predecessors!": _incoming_blocks,
    "Call parameter type does not match function signature!": _callee,
    "Incorrect number of arguments passed to called function!": _callee,
    "Called function requires more parameters than were provided!": _callee,
    "immarg operand has non-immediate parameter": _callee,
    "cannot guarantee tail call": _callee,
    "Function return type does not match operand type of return inst!": _returned,
    "Found return instr that returns non-void in Function of void return type!": _returned,
}

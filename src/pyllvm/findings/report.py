"""Makes a diagnostic from a failure: LLVM's message, the location in the text or the module, related locations, a hint."""

from __future__ import annotations

import re

from pyllvm.assembly.reader.places import Places
from pyllvm.diagnostics import BitcodeLocation, Diagnostic, Scope, Span
from pyllvm.diagnostics.diagnostic import Severity
from pyllvm.diagnostics.rule_names import rule_of
from pyllvm.findings.causes import causes_of
from pyllvm.findings.failure_text import FailureWriter, Found, owning_function
from pyllvm.findings.hints import hint_for
from pyllvm.ir.function import BasicBlock, Function, Instruction
from pyllvm.ir.global_values import GlobalObject, GlobalValue
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
            diagnostic.notes.append(Diagnostic("note", self._definition(thing, thing is marked), where))
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

    def _definition(self, thing: object, is_marked: bool) -> str:
        name = self._name(thing)
        if isinstance(thing, BasicBlock):
            return f"block {name} begins here"
        if isinstance(thing, GlobalValue):
            is_declaration = isinstance(thing, Function) and thing.is_declaration
            return f"{name} is {'declared' if is_declaration else 'defined'} here"
        if name:
            return f"{name} is defined here"
        return "the operand is here" if is_marked else "this is the other place"

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

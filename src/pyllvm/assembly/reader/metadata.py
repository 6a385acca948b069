"""Metadata from text: nodes by number, forward references and cycles, specialised nodes by their tables, attachments, records.

Most references to nodes are forward: bodies come before nodes. A MetadataReference stands for a number until the end of the
module; a node that is not distinct and has such an operand stays a PendingNode, because what it is depends on its operands.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.assembly.reader.state import State, text_of_bytes
from pyllvm.assembly.reader.text_places import behind_space, place_of_item
from pyllvm.ir.constants import Constant, ConstantInt
from pyllvm.ir.debug_info.debug_info import ASSIGNMENTS_SINCE
from pyllvm.ir.function import Argument, BasicBlock, Instruction
from pyllvm.ir.global_values import GlobalValue, GlobalVariable
from pyllvm.ir.metadata import (
    Attachment,
    DebugRecord,
    DIArgList,
    DIExpression,
    MDNode,
    MDString,
    MDTuple,
    Metadata,
    MetadataAsValue,
    NamedMDNode,
    SpecializedNode,
    ValueAsMetadata,
)
from pyllvm.ir.odr import member_key, shared_type, unique_node
from pyllvm.ir.types import Context
from pyllvm.ir.value import ForwardReference, Value
from pyllvm.migrations.on_reading.tbaa import upgraded_tbaa_tag
from pyllvm.schema.expression import CONSTS
from pyllvm.schema.kinds import PlainReference, Reference, References
from pyllvm.schema.node import NodeSpec, parse_node
from pyllvm.schema.raw import (
    AT_CLOSING,
    AT_LABEL,
    AT_NODE,
    AT_VALUE,
    BOOLEAN,
    INTEGER,
    LIST,
    NULL,
    REFERENCE,
    STRING,
    WORDS,
    FieldError,
    RawValue,
)
from pyllvm.schema.sides import MetadataBuilder
from pyllvm.tables.dwarf_operations import EXPRESSION
from pyllvm.tables.features import DEBUG_RECORDS_SINCE
from pyllvm.tables.metadata_kinds import fixed_kinds
from pyllvm.tables.metadata_nodes import SPECIALIZED_NODES

_RECORD_NODES: Final[dict[str, tuple[bool, ...]]] = {
    "value": (False, True, True, True),
    "declare": (False, True, True, True),
    "declare_value": (False, True, True, True),
    "assign": (False, True, True, True, False, True, True),
    "label": (True, True),
}
"""For each kind of debug record, which of its operands must be nodes."""
_ASSIGNMENT: Final = "DIAssignID"


@final
class MetadataReference(MDNode):
    """`!7`, used before it is defined."""

    def __init__(self, number: int, start: int) -> None:
        super().__init__([], False)
        self.number = number
        self.start = start


@final
class PendingNode(MDNode):
    """A node whose operands are not all known; `result` is what it becomes."""

    def __init__(self, spec: NodeSpec | None, operands: list[object]) -> None:
        super().__init__(operands, False)
        self.spec = spec
        self.result: MDNode | None = None
        self.progress = 0
        """0: not begun, 1: its operands are being resolved, 2: done."""


@final
class NodeText:
    """A node as written: `!{...}` (`name` is empty) or `!Name(...)`."""

    __slots__ = ("closing", "items", "name", "start")

    def __init__(self, name: bytes, items: list[object], start: int, closing: int) -> None:
        self.name = name
        self.items = items
        self.start = start
        self.closing = closing


@final
class FieldText:
    """`label: value` in a node, or a value without a label."""

    __slots__ = ("label", "start", "value", "value_start")

    def __init__(self, label: bytes, value: RawValue, start: int, value_start: int) -> None:
        self.label = label
        self.value = value
        self.start = start
        self.value_start = value_start


@final
class AttachmentText:
    """`!kind !7` behind an instruction or global."""

    __slots__ = ("kind", "node", "start")

    def __init__(self, kind: bytes, node: MDNode, start: int) -> None:
        self.kind = kind
        self.node = node
        self.start = start


@final
class _FieldMetadata(MetadataBuilder):
    """Makes the metadata that fields of specialised nodes stand for."""

    def __init__(self, context: Context) -> None:
        self.context = context

    def string(self, text: str) -> object:
        return MDString.get(self.context, text)

    def integer(self, value: int) -> object:
        return ValueAsMetadata.get(self.context, ConstantInt.get(self.context.integer(64), value))

    def expression_integer(self, value: int) -> object:
        return DIExpression.get(self.context, [CONSTS, value & 0xFFFFFFFFFFFFFFFF])


@final
class MetadataTextBuilder:
    """Makes metadata, and at the end of the module resolves what was used before it was defined."""

    def __init__(self, state: State) -> None:
        self.state: Final = state
        self.context: Final = state.context
        self.numbered: dict[int, MDNode] = {}
        self.references: dict[int, MetadataReference] = {}
        self.fields: Final = _FieldMetadata(state.context)
        # What holds placeholders: patched at the end.
        self.located: list[Instruction] = []
        self.pending_of_operands: dict[tuple[object, ...], PendingNode] = {}
        self.attached: list[Attachment] = []
        self.assigned: list[tuple[Instruction, MetadataReference]] = []
        # the attachments of `!tbaa`, which may be of an older form
        self.access_tags: list[Attachment] = []
        self.nodes: list[MDNode] = []
        self.pending: list[PendingNode] = []
        self.operands: dict[int, MetadataAsValue] = {}
        self.pending_operands: list[MetadataAsValue] = []
        self.records: list[DebugRecord] = []
        self.named: list[NamedMDNode] = []
        self.kinds: dict[str, int] = {name: number for number, name in enumerate(fixed_kinds(state.version))}
        self._kind_texts: dict[bytes, str] = {}
        self.local_start = 0
        """Where the local value was named that became metadata last."""

    # --- references

    def reference(self, digits: bytes, start: int) -> MDNode:
        number = int(digits)
        found = self.numbered.get(number)
        if found is not None:
            return found
        known = self.references.get(number)
        if known is None:
            known = MetadataReference(number, start + 1)
            self.references[number] = known
        return known

    def string(self, text: bytes) -> MDString:
        return MDString.get(self.context, text_of_bytes(text))

    def of_value(self, value: Value, start: int) -> ValueAsMetadata:
        made = ValueAsMetadata.get(self.context, value)
        if isinstance(value, ForwardReference) or (isinstance(value, GlobalVariable) and value.parent is None):
            self.state.wrapped[value] = made
        if isinstance(value, (ForwardReference, Argument, Instruction, BasicBlock)):
            # Behind the type.
            self.local_start = self.state.data.find(b"%", start)
        return made

    # --- nodes

    def finished(self, text: NodeText, is_distinct: bool) -> Metadata:
        """The node that was written."""
        if not text.name:
            return self._tuple(text.items, is_distinct)
        name = text.name.decode("utf-8", "replace")
        if name == "DIExpression":
            return self._expression(text, is_distinct)
        if name == "DIArgList":
            return self._argument_list(text)
        spec = SPECIALIZED_NODES.get(name)
        if spec is None:
            self.state.error(text.start, "expected metadata type")
        self.state.needs(text.start, f"'!{name}'", spec.since)
        names: list[str] = []
        values: list[RawValue] = []
        for index in range(len(text.items)):
            item = text.items[index]
            assert isinstance(item, FieldText)
            if not item.label:
                self._check_fields(spec, text, index, is_distinct)
                self.state.error(self._item_place(text, index), "expected field label here")
            names.append(text_of_bytes(item.label))
            values.append(item.value)
        try:
            operands = parse_node(spec, names, values, is_distinct, self.state.version, self.fields)
        except FieldError as error:
            self.state.error(self._place(text, error), error.message)
        return self._specialized(spec, operands, is_distinct)

    def _item_place(self, text: NodeText, index: int) -> int:
        """Where an item of a node begins; one without a label has the place of the first."""
        item = text.items[index]
        assert isinstance(item, FieldText)
        return item.start if item.label else place_of_item(self.state.data, item.start, index)

    def _check_fields(self, spec: NodeSpec, text: NodeText, count: int, is_distinct: bool) -> None:
        """Refuse what is wrong with the first fields of a node that is wrong further on."""
        names: list[str] = []
        values: list[RawValue] = []
        for item in text.items[:count]:
            assert isinstance(item, FieldText)
            names.append(text_of_bytes(item.label))
            values.append(item.value)
        try:
            parse_node(spec, names, values, is_distinct, self.state.version, self.fields)
        except FieldError as error:
            # What is missing at the end may have been going to come.
            if error.place != AT_CLOSING and (error.place != AT_NODE or error.message.endswith(f"required for !{spec.name}")):
                self.state.error(self._place(text, error), error.message)

    def refuse(self, text: NodeText, is_distinct: bool, is_in_value: bool) -> None:
        """Raise what is wrong with a node that the grammar could not read to its end.

        Its last item has the value OTHER where that could not be read; `is_in_value`: not even its beginning.
        """
        spec = SPECIALIZED_NODES.get(text.name.decode("utf-8", "replace"))
        if spec is None:
            return
        count = len(text.items)
        for index in range(count):
            item = text.items[index]
            assert isinstance(item, FieldText)
            if not item.label:
                self._check_fields(spec, text, index, is_distinct)
                self.state.error(self._item_place(text, index), "expected field label here")
        if is_in_value:
            # Metadata is read, and refused, by the grammar.
            item = text.items[-1]
            assert isinstance(item, FieldText)
            label = spec.label(text_of_bytes(item.label), self.state.version)
            if label is not None and isinstance(label.kind, (Reference, PlainReference, References)):
                count -= 1
        self._check_fields(spec, text, count, is_distinct)

    def _place(self, text: NodeText, error: FieldError) -> int:
        if error.place == AT_NODE:
            return text.start
        if error.place == AT_CLOSING:
            return text.closing
        if error.place == AT_LABEL or error.place == AT_VALUE:
            item = text.items[error.index]
            assert isinstance(item, FieldText)
            if error.place == AT_LABEL:
                return item.start
            place = item.value_start
            for _ in range(error.word):
                bar = self.state.data.find(b"|", place)
                place = behind_space(self.state.data, bar + 1)
            return place
        return self.state.ahead

    def _tuple(self, operands: list[object], is_distinct: bool) -> MDNode:
        made: MDNode
        for operand in operands:
            if isinstance(operand, ValueAsMetadata) and not isinstance(operand.value, Constant):
                self.state.error(self.local_start, "invalid use of function-local name")
        if is_distinct:
            made = MDTuple(operands, True)
            self._keep_if_unresolved(made)
            return made
        if _has_unresolved(operands):
            return self._pending_node(None, operands)
        return MDTuple.get(self.context, operands)

    def _specialized(self, spec: NodeSpec, operands: list[object], is_distinct: bool) -> MDNode:
        made: MDNode | None = shared_type(self.context, spec, operands)
        if made is None and is_distinct:
            made = SpecializedNode(spec, operands, True)
        if made is not None:
            self._keep_if_unresolved(made)
            return made
        if _has_unresolved(operands):
            return self._pending_node(spec, operands)
        return unique_node(self.context, spec, operands)

    def _pending_node(self, spec: NodeSpec | None, operands: list[object]) -> PendingNode:
        """The node of these operands: one, as in LLVM, whatever the operands will be."""
        key = (spec, *operands)
        found = self.pending_of_operands.get(key)
        if found is None:
            found = PendingNode(spec, operands)
            self.pending_of_operands[key] = found
            self.pending.append(found)
        return found

    def _keep_if_unresolved(self, node: MDNode) -> None:
        if _has_unresolved(node.operands):
            self.nodes.append(node)

    def _expression(self, text: NodeText, is_distinct: bool) -> MDNode:
        elements: list[int] = []
        state = self.state
        index = 0
        for item in text.items:
            assert isinstance(item, FieldText)
            value = item.value
            try:
                if item.label:
                    raise FieldError("expected unsigned integer", AT_VALUE, index)
                if value.kind == INTEGER:
                    elements.append(EXPRESSION.parse_integer(value.integer, value.negative, index))
                elif value.kind == WORDS and len(value.words) == 1:
                    elements.append(EXPRESSION.parse_word(value.words[0], state.version, index))
                else:
                    raise FieldError("expected unsigned integer", AT_VALUE, index)
            except FieldError as error:
                state.error(self._item_place(text, index), error.message)
            index += 1
        if is_distinct:
            return DIExpression(elements, True)
        return DIExpression.get(self.context, elements)

    def refuse_expression(self, text: NodeText, closes: bool) -> None:
        """Raise what is wrong with an expression that the grammar could not read to its end; `closes`: it should have ended."""
        self._expression(text, False)
        self.state.error(self.state.ahead, "expected ')' here" if closes else "expected unsigned integer")

    def _argument_list(self, text: NodeText) -> Metadata:
        self.state.needs(text.start, "'!DIArgList'", 13)
        arguments: list[ValueAsMetadata] = []
        for item in text.items:
            assert isinstance(item, FieldText)
            reference = item.value.reference
            if item.label or not isinstance(reference, ValueAsMetadata):
                self.state.error(item.start, "expected value-as-metadata operand")
            arguments.append(reference)
        key = ("DIArgList", tuple(arguments))
        found = self.context.metadata.get(key)
        if found is None:
            found = DIArgList(arguments)
            self.context.metadata[key] = found
        assert isinstance(found, DIArgList)
        return found

    def define(self, digits: bytes, text: NodeText, is_distinct: bool, start: int) -> None:
        """`!7 = ...`."""
        number = int(digits)
        if number in self.numbered:
            self.state.error(self.state.ahead, "Metadata id is already used")
        node = self.finished(text, is_distinct)
        if not isinstance(node, MDNode):
            self.state.error(text.start, "found DIArgList outside of function")
        self.numbered[number] = node
        if self.state.places is not None:
            self.state.places.record(node, start, self.state.ahead)

    def define_named(self, name: bytes, operands: list[object] | None, first: int) -> NamedMDNode:
        """`!llvm.ident = !{...}`."""
        text = text_of_bytes(name)
        nodes = self.check_named(operands or [], first)
        found = self.state.module.named_metadata_of(text)
        if found is None:
            found = NamedMDNode(text, nodes)
            self.state.module.named_metadata.append(found)
        else:
            found.operands.extend(nodes)
        self.named.append(found)
        return found

    def check_attached(self, node: object, start: int) -> None:
        """What is attached must be a node (LLParser::parseMDNode)."""
        if isinstance(node, MDString):
            self.state.error(start + 1, "expected integer")
        if isinstance(node, DIArgList):
            self.state.error(start, "expected metadata type")

    def check_named_texts(self, operands: list[object], first: int) -> None:
        """A named node lists nodes by their numbers; an expression alone may be written there (LLParser::parseNamedMetadata)."""
        for number, operand in enumerate(operands):
            if isinstance(operand, NodeText) and operand.name != b"DIExpression":
                place = place_of_item(self.state.data, first, number)
                if operand.name:
                    self.state.error(place, "Expected '!' here")
                self.state.error(place + 1, "expected integer")

    def check_named(self, operands: list[object], first: int) -> list[MDNode]:
        """The operands of a named node, which must be nodes."""
        nodes: list[MDNode] = []
        for operand in operands:
            if not isinstance(operand, MDNode):
                place = place_of_item(self.state.data, first, len(nodes))
                if isinstance(operand, MDString):
                    self.state.error(place + 1, "expected integer")
                self.state.error(place, "Expected '!' here")
            nodes.append(operand)
        return nodes

    # --- field values

    def field_value(self, value: object) -> RawValue:
        """What stands behind a label, as the tables want it."""
        if isinstance(value, RawValue):
            return value
        if value is None:
            return RawValue(NULL)
        if isinstance(value, list):
            return RawValue(WORDS, words=[text_of_bytes(word) for word in value])
        return RawValue(REFERENCE, reference=value)

    def field_integer(self, value: int, is_negative: bool) -> RawValue:
        return RawValue(INTEGER, integer=value, negative=is_negative)

    def field_string(self, text: bytes) -> RawValue:
        return RawValue(STRING, text=text_of_bytes(text))

    def field_boolean(self, value: int) -> RawValue:
        return RawValue(BOOLEAN, integer=value)

    def field_list(self, elements: list[object]) -> RawValue:
        return RawValue(LIST, elements=list(elements))

    # --- attachments and operands

    def kind(self, name: bytes) -> str:
        """The kind of that name, registered with the module when it is new."""
        found = self._kind_texts.get(name)
        if found is None:
            found = text_of_bytes(name)
            self._kind_texts[name] = found
            if found not in self.kinds:
                self.kinds[found] = len(self.kinds)
                self.state.module.metadata_kinds.append(found)
        return found

    def attach(self, instruction: Instruction, attachments: list[object]) -> None:
        """Give an instruction its attachments."""
        kept: list[Attachment] | None = None
        for one in attachments:
            assert isinstance(one, AttachmentText)
            node = one.node
            kind = self.kind(one.kind)
            if kind == "dbg":
                instruction.debug_location = node
                if isinstance(node, (MetadataReference, PendingNode)):
                    self.located.append(instruction)
                continue
            if kind == _ASSIGNMENT and self.state.version >= ASSIGNMENTS_SINCE:
                # LLParser::parseInstructionMetadata keeps one by what its node will be, and forgets nodes that are there.
                if isinstance(node, MetadataReference):
                    self.assigned.append((instruction, node))
                continue
            attachment = Attachment(kind, node)
            if isinstance(node, (MetadataReference, PendingNode)):
                self.attached.append(attachment)
            if kind == "tbaa":
                self.access_tags.append(attachment)
            if kept is None:
                kept = []
            self._insert(kept, attachment)
        instruction.attachments = kept

    def _insert(self, kept: list[Attachment], attachment: Attachment) -> None:
        """LLVM keeps attachments by the number of their kind; one that is said twice counts last."""
        number = self.kinds[attachment.kind]
        position = 0
        while position < len(kept) and self.kinds[kept[position].kind] < number:
            position += 1
        if position < len(kept) and kept[position].kind == attachment.kind:
            kept[position] = attachment
        else:
            kept.insert(position, attachment)

    def _assign(self) -> None:
        """Attach what stores and variables are told apart by."""
        for instruction, reference in self.assigned:
            node = self._resolved_node(reference)
            if isinstance(node, SpecializedNode) and node.spec.name == _ASSIGNMENT:
                kept = instruction.attachments or []
                self._insert(kept, Attachment(_ASSIGNMENT, node))
                instruction.attachments = kept

    def attach_global(self, value: GlobalValue, one: AttachmentText) -> None:
        """Give a global value an attachment; it may have several of a kind."""
        attachment = Attachment(self.kind(one.kind), one.node)
        if isinstance(one.node, (MetadataReference, PendingNode)):
            self.attached.append(attachment)
        number = self.kinds[attachment.kind]
        position = len(value.attachments)
        while position > 0 and self.kinds[value.attachments[position - 1].kind] > number:
            position -= 1
        value.attachments.insert(position, attachment)

    def as_operand(self, metadata: object) -> MetadataAsValue:
        """Metadata as an operand of a call."""
        assert isinstance(metadata, Metadata)
        if isinstance(metadata, MetadataReference):
            found = self.operands.get(metadata.number)
            if found is None:
                found = MetadataAsValue(self.context, metadata)
                self.operands[metadata.number] = found
                self.pending_operands.append(found)
            return found
        if isinstance(metadata, PendingNode):
            made = MetadataAsValue(self.context, metadata)
            self.pending_operands.append(made)
            return made
        return MetadataAsValue.get(self.context, self._canonical(metadata))

    def _canonical(self, metadata: Metadata) -> Metadata:
        """As an operand, a tuple of one constant is the constant."""
        if isinstance(metadata, MDTuple) and len(metadata.operands) == 1:
            only = metadata.operands[0]
            if only is None:
                return MDTuple.get(self.context, [])
            if isinstance(only, ValueAsMetadata) and isinstance(only.value, Constant):
                return only
        return metadata

    def debug_record(self, word: bytes, operands: list[object], start: int, first: int, end: int) -> DebugRecord:
        """`#dbg_value(...)` and its like; `first` is where the operands begin, `end` where they close."""
        state = self.state
        state.needs(start, "a debug record", DEBUG_RECORDS_SINCE)
        if state.has_debug_intrinsics:
            state.error(start, "debug record should not appear in a module containing debug info intrinsics")
        state.has_debug_records = True
        kind = word.decode()[4:]
        if kind == "declare_value":
            state.needs(start, "'#dbg_declare_value'", 22)
        places = _RECORD_NODES.get(kind)
        if places is None:
            state.error(start + 1, "expected debug record type here")
        parts: list[Metadata | None] = []
        for number in range(len(places)):
            place = place_of_item(state.data, first, number)
            if number >= len(operands):
                state.error(end, "Expected ',' here")
            operand = operands[number]
            if places[number] and not isinstance(operand, MDNode):
                if isinstance(operand, MDString):
                    state.error(place + 1, "expected integer")
                state.error(place, "expected '!' here")
            if operand is None:
                state.error(place, "expected metadata operand")
            assert isinstance(operand, Metadata)
            parts.append(operand)
        if len(operands) > len(places):
            behind = place_of_item(state.data, first, len(places))
            state.error(state.data.rfind(b",", 0, behind), "Expected ')' here")
        where = parts[-1]
        assert isinstance(where, MDNode)
        if kind == "label":
            label = parts[0]
            assert label is not None
            made = DebugRecord(kind, None, label, None, where)
        else:
            variable = parts[1]
            assert variable is not None
            made = DebugRecord(kind, parts[0], variable, parts[2], where)
            if kind == "assign":
                made.assign_id = parts[3]
                made.address = parts[4]
                made.address_expression = parts[5]
        self.records.append(made)
        if state.places is not None:
            state.places.record(made, start, end + 1)
        return made

    # --- the end of the module

    def _upgrade_access_tags(self) -> None:
        """Bring `!tbaa` to today's form, as LLVM does on reading."""
        upgraded: dict[MDNode, MDNode] = {}
        for attachment in self.access_tags:
            tag = attachment.node
            found = upgraded.get(tag)
            if found is None:
                found = upgraded_tbaa_tag(self.state.context, tag)
                upgraded[tag] = found
            attachment.node = found

    def finish(self) -> None:
        """Resolve every placeholder."""
        state = self.state
        missing = [number for number in self.references if number not in self.numbered]
        if missing:
            number = min(missing)
            state.error(self.references[number].start, f"use of undefined metadata '!{number}'")
        for pending in self.pending:
            self._resolve(pending)
        resolved = self._resolved
        if state.places is not None:
            for node in self.numbered.values():
                state.places.move(node, resolved(node))
        for node in self.nodes:
            node.operands[:] = [resolved(operand) for operand in node.operands]
        for attachment in self.attached:
            attachment.node = self._resolved_node(attachment.node)
        self._assign()
        self._upgrade_access_tags()
        for instruction in self.located:
            location = instruction.debug_location
            assert location is not None
            instruction.debug_location = self._resolved_node(location)
        for named in self.named:
            named.operands[:] = [self._resolved_node(operand) for operand in named.operands]
        for record in self.records:
            self._resolve_record(record)
        for operand in self.pending_operands:
            metadata = resolved(operand.metadata)
            assert isinstance(metadata, Metadata)
            operand.metadata = self._canonical(metadata)
            key = ("value", operand.metadata)
            known = self.context.metadata.get(key)
            if known is None:
                self.context.metadata[key] = operand
            else:
                assert isinstance(known, Value)
                operand.replace_all_uses_with(known)

    def _resolve_record(self, record: DebugRecord) -> None:
        record.location = self._resolved_metadata(record.location)
        variable = self._resolved_metadata(record.variable)
        assert variable is not None
        record.variable = variable
        record.expression = self._resolved_metadata(record.expression)
        if record.debug_location is not None:
            record.debug_location = self._resolved_node(record.debug_location)
        if record.kind == "assign":
            record.assign_id = self._resolved_metadata(record.assign_id)
            record.address = self._resolved_metadata(record.address)
            record.address_expression = self._resolved_metadata(record.address_expression)

    def _resolved_metadata(self, metadata: Metadata | None) -> Metadata | None:
        found = self._resolved(metadata)
        assert found is None or isinstance(found, Metadata)
        return found

    def _resolved_node(self, node: MDNode) -> MDNode:
        found = self._resolved(node)
        assert isinstance(found, MDNode)
        return found

    def _resolved(self, operand: object) -> object:
        """What an operand is, once everything is defined."""
        if isinstance(operand, MetadataReference):
            operand = self.numbered[operand.number]
        if isinstance(operand, PendingNode):
            if operand.result is None:
                self._resolve(operand)
            return operand.result
        return operand

    def _resolve(self, first: PendingNode) -> None:
        """Make the node of a PendingNode; those that it needs are made before it, but for cycles."""
        if first.progress == 2:
            return
        stack: list[PendingNode] = [first]
        while stack:
            node = stack[-1]
            if node.progress == 2:
                stack.pop()
                continue
            if node.progress == 0:
                node.progress = 1
                for operand in node.operands:
                    needed = operand
                    if isinstance(needed, MetadataReference):
                        needed = self.numbered[needed.number]
                    if isinstance(needed, PendingNode):
                        if needed.progress == 0:
                            stack.append(needed)
                        elif needed.progress == 1 and needed.result is None:
                            # A cycle: the node must exist before its operands are known.
                            needed.result = _empty_node(needed)
                continue
            stack.pop()
            if node.progress == 2:
                continue
            operands: list[object] = []
            for operand in node.operands:
                needed = operand
                if isinstance(needed, MetadataReference):
                    needed = self.numbered[needed.number]
                if isinstance(needed, PendingNode):
                    if needed.result is None:
                        needed.result = _empty_node(needed)
                    operands.append(needed.result)
                else:
                    operands.append(needed)
            node.progress = 2
            early = node.result
            if early is not None:
                early.operands[:] = operands
                if isinstance(early, SpecializedNode):
                    key = member_key(early.spec, operands)
                    if key is not None:
                        self.context.metadata.setdefault(key, early)
                for operand in operands:
                    if operand is early:
                        # As LLVM has it: a node that is in itself is not uniqued.
                        early.is_distinct = True
            elif node.spec is None:
                node.result = MDTuple.get(self.context, operands)
            else:
                node.result = unique_node(self.context, node.spec, operands)


def _empty_node(pending: PendingNode) -> MDNode:
    if pending.spec is None:
        return MDTuple([], False)
    # Its strings and numbers are already right.
    return SpecializedNode(pending.spec, list(pending.operands), False)


def _has_unresolved(operands: list[object]) -> bool:
    return any(isinstance(operand, (MetadataReference, PendingNode)) for operand in operands)

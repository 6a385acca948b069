"""Parses metadata: nodes by number, specialised nodes by their tables, named nodes, metadata as operands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64

from pyllvm.assembly.reader import actions as a
from pyllvm.assembly.reader import children as c
from pyllvm.assembly.reader.attachments import AttachmentBuilder, AttachmentText
from pyllvm.assembly.reader.debug_records import DebugRecordBuilder
from pyllvm.assembly.reader.metadata_forward import OUTSIDE, ForwardMetadata, MetadataReference, PendingNode, has_unresolved
from pyllvm.assembly.reader.numbers import integer_value
from pyllvm.assembly.reader.stack import Stack
from pyllvm.assembly.reader.state import State, text_of_bytes
from pyllvm.assembly.reader.text_error import behind_space, place_of_item
from pyllvm.ir.constants import Constant
from pyllvm.ir.field_metadata import FieldMetadata
from pyllvm.ir.function import Argument, BasicBlock, Instruction
from pyllvm.ir.metadata import (
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
from pyllvm.ir.odr import shared_type, unique_node
from pyllvm.ir.value import ForwardReference, Value
from pyllvm.migrations.on_reading.older_metadata import drop_foreign_types
from pyllvm.schema import raw
from pyllvm.schema.raw import FieldError, RawValue
from pyllvm.tables.debug_info_versions import RETAINED_TYPES_SINCE
from pyllvm.tables.features import ARGUMENT_LISTS
from pyllvm.tables.records import METADATA_SUBPROGRAM
from pyllvm.tables.text_versions import ARGUMENT_LISTS_ARE_NO_NODES_SINCE

if TYPE_CHECKING:
    from pyllvm.schema.node import NodeSpec


@final
class NodeText:
    """A node as written: `!{...}` (`name` is empty) or `!Name(...)`."""

    __slots__ = ("closing", "is_distinct", "items", "name", "start")

    def __init__(self, name: bytes, items: list[object], start: int, closing: int) -> None:
        self.name = name
        self.items = items
        self.start = start
        self.closing = closing
        self.is_distinct = False


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
class MetadataTextBuilder:
    """Creates metadata, and at the end of the module resolves what was used before it was defined."""

    def __init__(
        self,
        state: State,
        stack: Stack,
        forward: ForwardMetadata,
        attachments: AttachmentBuilder,
        debug_records: DebugRecordBuilder,
    ) -> None:
        self.state: Final = state
        self.stack: Final = stack
        self.forward: Final = forward
        self.attachments: Final = attachments
        self.debug_records: Final = debug_records
        self.context: Final = state.context
        self.fields: Final = FieldMetadata(state.context)
        # Nodes with placeholders, which are replaced at the end.
        self.nodes: list[MDNode] = []
        self.subprograms: list[SpecializedNode] = []
        """The distinct subprograms."""
        self.operands: dict[int, MetadataAsValue] = {}
        self.pending_operands: list[MetadataAsValue] = []
        self.named: list[NamedMDNode] = []
        self.named_of: dict[str, NamedMDNode] = {}
        self.local_start = 0
        """The position of the local value that last became metadata, with its type."""

    def reduce(self, action: i64, base: i64) -> object:
        """Run the action of a rule."""
        stack = self.stack
        values = stack.values
        starts = stack.starts
        if action == a.METADATA_REFERENCE:
            return self.forward.reference(stack.places[base + c.METADATA_REFERENCE_METADATA_ID].number, starts[base])
        if action == a.ATTACHMENT:
            return self._attachment(base)
        if action == a.FIELD:
            return FieldText(
                stack.bytes_at(base + c.FIELD_LABEL),
                self.field_value(self.node_at(base + c.FIELD_VALUE)),
                starts[base],
                starts[base + c.FIELD_VALUE],
            )
        if action == a.FIELD_INTEGER:
            digits = stack.bytes_at(base + c.FIELD_INTEGER_INTEGER)
            return RawValue(raw.INTEGER, integer=integer_value(digits), negative=digits.startswith(b"-"))
        if action == a.METADATA_STRING:
            return self.string(stack.bytes_at(base + c.METADATA_STRING_METADATA_STRING))
        if action == a.FIELD_STRING:
            return RawValue(raw.STRING, text=text_of_bytes(stack.bytes_at(base + c.FIELD_STRING_STRING)))
        if action == a.FIELD_TRUE:
            return RawValue(raw.BOOLEAN, integer=1)
        if action == a.FIELD_FALSE:
            return RawValue(raw.BOOLEAN, integer=0)
        if action == a.SPECIALIZED_NODE:
            return NodeText(
                stack.bytes_at(base + c.SPECIALIZED_NODE_SPECIALIZED_NODE),
                self.items(stack.list_at(base + c.SPECIALIZED_NODE_ITEMS), starts[base + c.SPECIALIZED_NODE_ITEMS]),
                starts[base],
                starts[base + c.SPECIALIZED_NODE_CLOSING],
            )
        if action == a.METADATA_TUPLE:
            return NodeText(
                b"", self.nodes_at(base + c.METADATA_TUPLE_OPERANDS), starts[base], starts[base + c.METADATA_TUPLE_CLOSING]
            )
        if action == a.VALUE_AS_METADATA:
            return self.of_value(stack.value_at(base + c.VALUE_AS_METADATA_TYPED_VALUE), starts[base])
        if action == a.NULL_METADATA:
            return None
        if action == a.METADATA_DEFINITION:
            text = values[base + c.METADATA_DEFINITION_METADATA_NODE]
            assert isinstance(text, NodeText)
            self.define(stack.places[base + c.METADATA_DEFINITION_METADATA_ID].number, text, starts[base])
            return None
        if action == a.DISTINCT_METADATA_DEFINITION:
            text = values[base + c.DISTINCT_METADATA_DEFINITION_METADATA_NODE]
            assert isinstance(text, NodeText)
            text.is_distinct = True
            self.define(stack.places[base + c.DISTINCT_METADATA_DEFINITION_METADATA_ID].number, text, starts[base])
            return None
        if action == a.NAMED_METADATA:
            self.check_named_texts(
                stack.list_at(base + c.NAMED_METADATA_OPERANDS) or [], starts[base + c.NAMED_METADATA_OPERANDS]
            )
            named = self.define_named(
                stack.bytes_at(base + c.NAMED_METADATA_NAMED_METADATA),
                self.nodes_at(base + c.NAMED_METADATA_OPERANDS),
                starts[base + c.NAMED_METADATA_OPERANDS],
            )
            if self.state.places is not None:
                self.state.places.record(named, starts[base], self.state.ahead)
            return None
        if action == a.EMPTY_FIELD_LIST:
            return self.field_list([])
        if action == a.FIELD_LIST:
            return self.field_list(self.nodes_at(base + c.FIELD_LIST_METADATA_OPERAND_LIST))
        assert action == a.APPEND_BARE_ATTACHMENT
        attachment = self._attachment(base)
        listed = values[base + c.APPEND_BARE_ATTACHMENT_ATTACHMENTS_BARE]
        if isinstance(listed, list):
            listed.append(attachment)
            return listed
        return [attachment]

    def _attachment(self, base: i64) -> AttachmentText:
        """The attachment whose name is the second symbol and whose node is the third."""
        stack = self.stack
        node = self.node_at(base + c.ANY_ATTACHMENT_METADATA)
        self.attachments.check_node(node, stack.starts[base + c.ANY_ATTACHMENT_METADATA])
        assert isinstance(node, MDNode)
        return AttachmentText(stack.bytes_at(base + c.ANY_ATTACHMENT_KIND), node, stack.starts[base + c.ANY_ATTACHMENT_KIND])

    def node_at(self, at: int) -> object:
        """Metadata on the stack; a node as written is converted to a node."""
        node = self.stack.values[at]
        return self.finished(node) if isinstance(node, NodeText) else node

    def nodes_at(self, at: int) -> list[object]:
        """A list of metadata on the stack; nodes as written are converted."""
        nodes = self.stack.values[at]
        if nodes is None:
            return []
        assert isinstance(nodes, list)
        return [self.finished(node) if isinstance(node, NodeText) else node for node in nodes]

    def items(self, listed: list[object] | None, start: int) -> list[object]:
        """The items of a node; those without a label have the position of the first."""
        items: list[object] = []
        for item in listed or []:
            if isinstance(item, FieldText):
                items.append(item)
            else:
                if isinstance(item, NodeText):
                    item = self.finished(item)
                items.append(FieldText(b"", self.field_value(item), start, start))
        return items

    # --- values and strings

    def string(self, text: bytes) -> MDString:
        return MDString.get(self.context, text_of_bytes(text))

    def of_value(self, value: Value, start: int) -> ValueAsMetadata:
        if isinstance(value, (ForwardReference, Argument, Instruction, BasicBlock)):
            self.local_start = start
        return ValueAsMetadata.get(self.context, value)

    # --- nodes

    def finished(self, text: NodeText) -> Metadata:
        """The node that was written."""
        if not text.name:
            return self._tuple(text)
        name = text.name.decode("utf-8", "replace")
        if name == "DIExpression":
            return self._expression(text)
        if name == "DIArgList":
            return self._argument_list(text)
        spec = self._spec(text)
        if spec.is_list:
            return self._specialized(spec, self._listed(text), text)
        names: list[str] = []
        values: list[RawValue] = []
        for index in range(len(text.items)):
            item = text.items[index]
            assert isinstance(item, FieldText)
            if not item.label:
                self._check_fields(spec, text, index)
                self.state.error(self._item_place(text, index), _no_label(spec))
            names.append(text_of_bytes(item.label))
            values.append(item.value)
        try:
            operands = self._operands(spec, names, values, text)
        except FieldError as error:
            self.state.error(self._place(text, error), error.message)
        return self._specialized(spec, operands, text)

    def _spec(self, text: NodeText) -> NodeSpec:
        name = text.name.decode("utf-8", "replace")
        spec = spec_of(name)
        if spec is None:
            self.state.error(text.start, "expected metadata type")
        self.state.needs(text.start, f"'!{name}'", spec.since)
        return spec

    def _operands(self, spec: NodeSpec, names: list[str], values: list[RawValue], text: NodeText) -> list[object]:
        from pyllvm.schema.node import parse_node

        return parse_node(spec, names, values, text.is_distinct, self.state.version, self.fields)

    def _listed(self, text: NodeText) -> list[object]:
        """The operands of a node that is a list without labels."""
        operands: list[object] = []
        for item in text.items:
            assert isinstance(item, FieldText)
            if item.label or item.value.kind != raw.REFERENCE:
                self.state.error(item.start, "expected metadata operand")
            operands.append(item.value.reference)
        return operands

    def _item_place(self, text: NodeText, index: int) -> int:
        """The position of an item of a node; items without a label have the position of the first."""
        item = text.items[index]
        assert isinstance(item, FieldText)
        return item.start if item.label else place_of_item(self.state.data, item.start, index)

    def _check_fields(self, spec: NodeSpec, text: NodeText, count: int) -> None:
        """Raise the error in the first `count` fields of a node that is also wrong further on."""
        names: list[str] = []
        values: list[RawValue] = []
        for item in text.items[:count]:
            assert isinstance(item, FieldText)
            names.append(text_of_bytes(item.label))
            values.append(item.value)
        try:
            self._operands(spec, names, values, text)
        except FieldError as error:
            # A field that is missing at the end might still have followed.
            if error.place != raw.AT_CLOSING and (
                error.place != raw.AT_NODE or error.message == f"missing 'distinct', required for !{spec.name}"
            ):
                self.state.error(self._place(text, error), error.message)

    def refuse(self, text: NodeText) -> None:
        """Raise the error in a node that the grammar could not read to its end.

        The last item has the value OTHER if its value could not be read.
        """
        if text.name == b"DIArgList":
            return
        spec = self._spec(text)
        for index, item in enumerate(text.items):
            assert isinstance(item, FieldText)
            if not item.label:
                self._check_fields(spec, text, index)
                self.state.error(self._item_place(text, index), _no_label(spec))
        self._check_fields(spec, text, len(text.items))

    def _place(self, text: NodeText, error: FieldError) -> int:
        if error.place == raw.AT_NODE:
            return text.start
        if error.place == raw.AT_CLOSING:
            return text.closing
        if error.place == raw.AT_LABEL or error.place == raw.AT_VALUE or error.place == raw.AT_BAR:
            item = text.items[error.index]
            assert isinstance(item, FieldText)
            if error.place == raw.AT_LABEL:
                return item.start
            place = item.value_start
            if error.place == raw.AT_BAR:
                return self.state.data.index(b"|", place)
            for _ in range(error.word):
                bar = self.state.data.find(b"|", place)
                place = behind_space(self.state.data, bar + 1)
            return place
        return self.state.ahead

    def _tuple(self, text: NodeText) -> MDNode:
        made: MDNode
        operands = text.items
        for operand in operands:
            if isinstance(operand, ValueAsMetadata) and not isinstance(operand.value, Constant):
                # The value is after the type.
                self.state.error(self.state.data.find(b"%", self.local_start), "invalid use of function-local name")
        if text.is_distinct:
            made = MDTuple(operands, True)
            self._keep_if_unresolved(made)
            return made
        if has_unresolved(operands):
            return self.forward.pending_node(None, operands)
        return MDTuple.get(self.context, operands)

    def _specialized(self, spec: NodeSpec, operands: list[object], text: NodeText) -> MDNode:
        made: MDNode | None = shared_type(self.context, spec, operands)
        if made is None and text.is_distinct:
            made = SpecializedNode(spec, operands, True)
            if spec.code == METADATA_SUBPROGRAM:
                self.subprograms.append(made)
        if made is not None:
            self._keep_if_unresolved(made)
            return made
        if has_unresolved(operands):
            return self.forward.pending_node(spec, operands)
        return unique_node(self.context, spec, operands)

    def _keep_if_unresolved(self, node: MDNode) -> None:
        if has_unresolved(node.operands):
            self.nodes.append(node)

    def _expression(self, text: NodeText) -> MDNode:
        from pyllvm.tables.dwarf_operations import EXPRESSION

        elements: list[int] = []
        state = self.state
        index = 0
        for item in text.items:
            assert isinstance(item, FieldText)
            value = item.value
            try:
                if item.label:
                    raise FieldError("expected unsigned integer", raw.AT_VALUE, index)
                if value.kind == raw.INTEGER:
                    elements.append(EXPRESSION.parse_integer(value.integer, value.negative, index))
                elif value.kind == raw.WORDS and len(value.words) == 1:
                    elements.append(EXPRESSION.parse_word(value.words[0], state.version, index))
                else:
                    raise FieldError("expected unsigned integer", raw.AT_VALUE, index)
            except FieldError as error:
                state.error(self._item_place(text, index), error.message)
            index += 1
        if text.is_distinct:
            return DIExpression(elements, True)
        return DIExpression.get(self.context, elements)

    def refuse_expression(self, text: NodeText, expected: str) -> None:
        """Raise the error in an expression that the grammar could not read to its end, where something else was `expected`."""
        self._expression(text)
        self.state.error(self.state.ahead, f"expected {expected}")

    def _argument_list(self, text: NodeText) -> Metadata:
        self.state.needs(text.start, "'!DIArgList'", ARGUMENT_LISTS.since)
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

    def define(self, number: int, text: NodeText, start: int) -> None:
        """`!7 = ...`."""
        node = self.finished(text)
        if self.forward.is_defined(number):
            self.state.error(self.state.ahead, "Metadata id is already used")
        if isinstance(node, DIArgList) and self.state.version >= ARGUMENT_LISTS_ARE_NO_NODES_SINCE:
            self.state.error(text.start, "expected metadata type")
        self.forward.define(number, node)
        if self.state.places is not None:
            self.state.places.record(node, start, self.state.ahead)

    def define_named(self, name: bytes, operands: list[object] | None, first: int) -> NamedMDNode:
        """`!llvm.ident = !{...}`."""
        text = text_of_bytes(name)
        nodes = self.check_named(operands or [], first)
        found = self.named_of.get(text)
        if found is None:
            found = NamedMDNode(text, nodes)
            self.named_of[text] = found
            self.named.append(found)
            self.state.module.named_metadata.append(found)
        else:
            found.operands.extend(nodes)
        return found

    def check_named_texts(self, operands: list[object], first: int) -> None:
        """Refuse operands of a named node that are neither numbers nor expressions (LLParser::parseNamedMetadata)."""
        for number, operand in enumerate(operands):
            if isinstance(operand, NodeText) and operand.name != b"DIExpression":
                place = place_of_item(self.state.data, first, number)
                if operand.name:
                    self.state.error(place, "Expected '!' here")
                self.state.error(place + 1, "expected integer")

    def check_named(self, operands: list[object], first: int) -> list[MDNode]:
        """The operands of a named node; all must be nodes."""
        nodes: list[MDNode] = []
        for operand in operands:
            if not isinstance(operand, MDNode):
                place = place_of_item(self.state.data, first, len(nodes))
                if isinstance(operand, MDString):
                    self.state.error(place + 1, "expected integer")
                self.state.error(place, OUTSIDE if isinstance(operand, DIArgList) else "Expected '!' here")
            nodes.append(operand)
        return nodes

    # --- field values

    def field_value(self, value: object) -> RawValue:
        """The value after a label, in the form that the tables take."""
        if isinstance(value, RawValue):
            return value
        if value is None:
            return RawValue(raw.NULL)
        if isinstance(value, list):
            return RawValue(raw.WORDS, words=[text_of_bytes(word) for word in value])
        return RawValue(raw.REFERENCE, reference=value)

    def field_list(self, elements: list[object]) -> RawValue:
        return RawValue(raw.LIST, elements=list(elements))

    # --- attachments and operands

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
        """Metadata as an operand: a tuple of one constant is replaced by the constant."""
        if isinstance(metadata, MDTuple) and len(metadata.operands) == 1:
            only = metadata.operands[0]
            if only is None:
                return MDTuple.get(self.context, [])
            if isinstance(only, ValueAsMetadata) and isinstance(only.value, Constant):
                return only
        return metadata

    # --- the end of the module

    def finish(self) -> None:
        """Replace the placeholders by the module's nodes."""
        forward = self.forward
        forward.finish()
        if self.state.places is not None:
            for node in forward.nodes():
                self.state.places.move(node, forward.resolved(node))
        for node in self.nodes:
            node.operands[:] = [forward.resolved(operand) for operand in node.operands]
        if self.state.version >= RETAINED_TYPES_SINCE:
            drop_foreign_types(self.context, self.subprograms)
        self.debug_records.finish()
        self.attachments.finish()
        for named in self.named:
            named.operands[:] = [forward.resolved_node(operand) for operand in named.operands]
        for operand in self.pending_operands:
            metadata = forward.resolved(operand.metadata)
            assert isinstance(metadata, Metadata)
            operand.metadata = self._canonical(metadata)
            key = ("value", operand.metadata)
            known = self.context.metadata.get(key)
            if known is None:
                self.context.metadata[key] = operand
            else:
                assert isinstance(known, Value)
                operand.move_uses_to(known)


def spec_of(name: str) -> NodeSpec | None:
    """The description of a node with a name; None if there is none. Texts without debug information have no such nodes."""
    from pyllvm.tables.metadata_nodes import SPECIALIZED_NODES

    return SPECIALIZED_NODES.get(name)


def _no_label(spec: NodeSpec) -> str:
    """The message for an item without a label."""
    return "expected field label here" if spec.fields else "expected ')' here"

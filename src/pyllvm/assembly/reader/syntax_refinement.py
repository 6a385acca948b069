"""Syntax errors that the parser's state alone cannot identify: LLVM's parser has read more than the grammar has, or less."""

from __future__ import annotations

from typing import Final, final

from pyllvm.assembly.reader.debug_records import RECORD_NODES
from pyllvm.assembly.reader.metadata import FieldText, MetadataTextBuilder, NodeText
from pyllvm.assembly.reader.stack import Stack
from pyllvm.assembly.reader.state import State
from pyllvm.assembly.reader.syntax_messages import TYPE_AFTER_NAME
from pyllvm.assembly.reader.types import ELLIPSIS_MARK
from pyllvm.assembly.reader.values import ValueBuilder
from pyllvm.ir.types import FunctionType, Type
from pyllvm.ir.valid_operands import is_passed
from pyllvm.schema.raw import LIST, OTHER, REFERENCE, RawValue
from pyllvm.tables.behavior_versions import PASSED_TYPES_SINCE
from pyllvm.tables.features import DEBUG_RECORDS_SINCE

SUMMARY_KINDS: Final = (b"gv", b"module", b"typeid", b"typeidCompatibleVTable", b"flags", b"blockcount")
_CLOSING: Final = ("RPAR", "RSQB", "MORETHAN", "RBRACE")
_ENDS: Final = {
    ord("{"): "expected end of struct constant",
    ord("["): "expected end of array constant",
    ord("<"): "expected end of constant",
}
_IN_SUMMARY: Final = ("expected ':' here", "expected '(' here")
_AFTER_METADATA: Final = ("expected ')' at end of argument list", "expected metadata operand")
_IN_RECORD: Final = ("expected metadata operand", "Expected ',' here")
_AFTER_OPERAND: Final = (
    "expected ',' in arithmetic operation",
    "expected ',' in logical operation",
    "expected ',' after compare value",
)
_AFTER_INCOMING: Final = ("expected ',' after insertelement value", "expected ']' in phi value list")


@final
class SyntaxRefinement:
    """Examines what was read before an unexpected token."""

    def __init__(self, state: State, stack: Stack, values: ValueBuilder, metadata: MetadataTextBuilder) -> None:
        self.values: Final = values
        self.state: Final = state
        self.stack: Final = stack
        self.metadata: Final = metadata

    def refined(self, message: str, token: str, top: int, start: int) -> tuple[str, int]:
        """The message of a syntax error at a token, and its position, refined by the symbols that were read."""
        values = self.stack.values
        starts = self.stack.starts
        data = self.state.data
        last = values[top]
        if message == TYPE_AFTER_NAME and _byte_at(data, starts[top - 1] + 1) in b"0123456789":
            return "expected 'type' after '='", start
        if message in _IN_SUMMARY and top >= 3 and _byte_at(data, starts[top - 2]) == 94:  # ^
            return self._in_summary(message, top, start)
        if message in _IN_RECORD:
            found = self._in_record(message, top, start)
            if found != (message, start):
                return found
        self._convert_operand(message, top)
        if message == "expected type" and token in _CLOSING:
            return self._empty_list(message, top), start
        if message == "expected index" and token != "METADATA_VAR":
            return "expected integer", start
        if message == "expected ')' in constant ptrauth expression" and isinstance(last, list) and len(last) < 2:
            return "expected comma in constant ptrauth expression", start
        if message == "expected value token" and self.state.version >= PASSED_TYPES_SINCE and not isinstance(last, Type):
            # Attributes, perhaps none, are between an argument's type and its value.
            type = values[top - 1]
            if isinstance(type, Type) and not is_passed(type, self.state.version):
                return "invalid type for function argument", starts[top - 1]
        if message == "expected value token" and data.startswith(b"metadata", starts[top]):
            if data[: starts[top]].rstrip().endswith((b"metadata", b":")):
                return "invalid metadata-value-metadata roundtrip", starts[top]
        if message == "expected function name" and isinstance(last, FunctionType):
            return "invalid function return type", starts[top]
        if message == "expected ',' in argument list" and isinstance(last, list) and last[-1] is ELLIPSIS_MARK:
            return "expected ')' at end of argument list", start
        if message in _AFTER_METADATA and data[:start].rstrip().endswith(b"metadata"):
            if data.startswith((b"*", b"addrspace"), start):
                return "pointer to this type is invalid", start
            if token == "LPAR":
                return "invalid function return type", start
        if message == "expected '{' here" and _byte_at(data, starts[top]) == 33 and _byte_at(data, starts[top - 1]) not in b"=d":
            # Only a definition requires a node.
            return "expected integer", start
        at = self._definition_at(top)
        if at > 0 and top >= at + 3 and _byte_at(data, starts[at] + 1) not in b"0123456789":
            operand_at = at + 4
            if operand_at <= top and isinstance(values[operand_at], list):
                self.metadata.check_named(self.metadata.nodes_at(operand_at), starts[operand_at])
                operand_at += 2
            first = _byte_at(data, starts[operand_at]) if operand_at <= top else 33
            if first != 33 and (values[operand_at] is not None or first in b"{[<"):
                return "Expected '!' here", starts[operand_at]
            if message in ("expected metadata operand", "expected type"):
                return "Expected '!' here", start
        return message, start

    def _empty_list(self, message: str, top: int) -> str:
        """The message for a bracket that closes an aggregate of another kind: for LLVM, the list of elements is empty."""
        data = self.state.data
        values = self.stack.values
        starts = self.stack.starts
        # A list that may be empty is a symbol of its own.
        at = top if _byte_at(data, starts[top]) in b"{[<" else top - 1
        if isinstance(values[at - 1], Type):
            return _ENDS.get(_byte_at(data, starts[at]), message)
        is_packed = _byte_at(data, starts[at]) == 123 and _byte_at(data, starts[at - 1]) == 60
        return "expected end of packed struct" if is_packed and isinstance(values[at - 2], Type) else message

    def _in_summary(self, message: str, top: int, start: int) -> tuple[str, int]:
        """The message for an error after the label of a summary entry."""
        label = self.stack.values[top]
        if not isinstance(label, bytes):
            return message, start
        if label not in SUMMARY_KINDS:
            return "unexpected summary kind", self.stack.starts[top]
        if message == "expected '(' here" and label in (b"flags", b"blockcount"):
            return "expected integer", start
        return message, start

    def _in_record(self, message: str, top: int, start: int) -> tuple[str, int]:
        """The message for an error in a debug record, whose kind decides which operands must be nodes."""
        values = self.stack.values
        starts = self.stack.starts
        data = self.state.data
        at = top - 1 if _byte_at(data, starts[top]) == 44 else top
        operands = values[at]
        count = 0
        if isinstance(operands, list):
            count = len(operands)
            at -= 1
        if at < 1 or _byte_at(data, starts[at]) != 40 or _byte_at(data, starts[at - 1]) != 35:
            return message, start
        word = values[at - 1]
        assert isinstance(word, bytes)
        self.state.needs(starts[at - 1], "a debug record", DEBUG_RECORDS_SINCE)
        nodes = RECORD_NODES.get(word.decode()[len("dbg_") :])
        if nodes is None:
            return "expected debug record type here", starts[at - 1] + 1
        if message == "Expected ',' here":
            return "Expected ')' here" if count == len(nodes) else message, start
        if count >= len(nodes):
            return "Expected ')' here", starts[top]
        return "expected '!' here" if nodes[count] else message, start

    def _convert_operand(self, message: str, top: int) -> None:
        """Convert the operand before an unexpected token: LLVM has done that before it looks at the token."""
        values = self.stack.values
        if message in _AFTER_OPERAND:
            type = values[top - 1]
            if isinstance(type, Type):
                self.values.convert(values[top], type, self.stack.starts[top])
        elif message in _AFTER_INCOMING:
            # The list of pairs, which follows the type, is not there before the first pair.
            at = top - 1
            if message == "expected ']' in phi value list":
                at -= 2
            type = values[at - 1] if isinstance(values[at - 1], Type) else values[at - 3]
            if isinstance(type, Type) and at < top - 1:
                self.values.convert(values[at + 1], type, self.stack.starts[at + 1])
                type = self.state.context.label
            if isinstance(type, Type):
                self.values.convert(values[top], type, self.stack.starts[top])

    def _definition_at(self, top: int) -> int:
        """Where the definition of metadata that is being read begins on the stack; 0 if there is none."""
        starts = self.stack.starts
        data = self.state.data
        at = top - 1
        while at > 0 and not (_byte_at(data, starts[at]) == 33 and _byte_at(data, starts[at + 1]) == 61):
            at -= 1
        return max(at, 0)

    def is_in_named_metadata(self, top: int) -> bool:
        """Whether `!name = !{...}` is being read, which contains only references to nodes and expressions."""
        at = self._definition_at(top)
        return at > 0 and _byte_at(self.state.data, self.stack.starts[at] + 1) not in b"0123456789"

    def refuse_field(self, top: int) -> None:
        """Raise the error in the node that is being read, if any, before an unexpected token."""
        stack = self.stack
        values = stack.values
        starts = stack.starts
        data = self.state.data
        at = top - 1
        while at > 0 and not (data[starts[at] : starts[at] + 1] == b"!" and data[starts[at + 1] : starts[at + 1] + 1] == b"("):
            at -= 1
        name = values[at]
        if at <= 0 or not isinstance(name, bytes):
            return
        if name != b"DIExpression" and self.is_in_named_metadata(at):
            self.state.error(starts[at], "Expected '!' here")
        # LLVM reads the fields of the node around this one first.
        self.refuse_field(at)
        label_at = at + 2
        items: list[object] = []
        if isinstance(values[label_at], list) and label_at <= top:
            items = self.metadata.items(stack.list_at(label_at), starts[label_at])
            label_at += 2
        label = values[label_at]
        is_begun = label_at <= top and label is not None
        if name == b"DIExpression":
            expected = "')' here" if label_at > top + 1 else "unsigned integer"
            self.metadata.refuse_expression(NodeText(name, items, starts[at], self.state.ahead), expected)
        is_labeled = is_begun and isinstance(label, bytes) and data[: self.state.ahead].find(b":", starts[label_at]) >= 0
        if is_begun and not is_labeled:
            items.append(FieldText(b"", RawValue(OTHER), starts[at + 2], starts[at + 2]))
        if is_labeled:
            assert isinstance(label, bytes)
            value_start = starts[label_at + 1] if label_at < top and _byte_at(data, starts[top]) != 124 else self.state.ahead
            value = RawValue(OTHER)
            if label_at < top or _byte_at(data, self.state.ahead) == 33:
                # The grammar itself reads metadata and refuses it.
                value = RawValue(LIST, elements=[]) if _byte_at(data, value_start) == 123 else RawValue(REFERENCE)
            items.append(FieldText(label, value, starts[label_at], value_start))
        text = NodeText(name, items, starts[at], self.state.ahead)
        text.is_distinct = values[at - 1] == b"distinct"
        self.metadata.refuse(text)


def _byte_at(data: bytes, position: int) -> int:
    """The byte at a position; 0 after the end."""
    return data[position] if position < len(data) else 0

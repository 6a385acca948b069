"""Syntax errors that the parser's state alone cannot identify: LLVM's parser has read more than the grammar has, or less."""

from __future__ import annotations

from typing import Final, final

from pyllvm.assembly.reader.attributes import AttributeBuilder
from pyllvm.assembly.reader.metadata import FieldText, MetadataTextBuilder, NodeText
from pyllvm.assembly.reader.stack import Stack
from pyllvm.assembly.reader.state import State
from pyllvm.assembly.reader.types import ELLIPSIS_MARK
from pyllvm.ir.types import FunctionType
from pyllvm.schema.raw import OTHER, RawValue


@final
class SyntaxRefinement:
    """Examines what was read before an unexpected token."""

    def __init__(self, state: State, stack: Stack, attributes: AttributeBuilder, metadata: MetadataTextBuilder) -> None:
        self.state: Final = state
        self.stack: Final = stack
        self.attributes: Final = attributes
        self.metadata: Final = metadata

    def refuse_attribute_words(self, top: int) -> None:
        """Raise the error in an attribute's words; its parenthesis is the symbol before `top`."""
        self.attributes.refuse_words(top)

    def refined(self, message: str, top: int, start: int) -> tuple[str, int]:
        """The message of a syntax error and its position, refined by the symbols that were read."""
        values = self.stack.values
        starts = self.stack.starts
        data = self.state.data
        last = values[top]
        if message == "expected function name" and isinstance(last, FunctionType):
            return "invalid function return type", starts[top]
        if message == "expected ',' in argument list" and isinstance(last, list) and last[-1] is ELLIPSIS_MARK:
            return "expected ')' at end of argument list", start
        if message == "expected '{' here" and _byte_at(data, starts[top]) == 33 and _byte_at(data, starts[top - 1]) not in b"=d":
            # Only a definition requires a node.
            return "expected integer", start
        at = top - 1
        while at > 0 and not (_byte_at(data, starts[at]) == 33 and _byte_at(data, starts[at + 1]) == 61):
            at -= 1
        if at > 0 and top >= at + 3 and _byte_at(data, starts[at] + 1) not in b"0123456789":
            operand_at = at + 4
            if operand_at <= top and isinstance(values[operand_at], list):
                self.metadata.check_named(self.metadata.nodes_at(operand_at), starts[operand_at])
                operand_at += 2
            if operand_at <= top and values[operand_at] is not None and _byte_at(data, starts[operand_at]) != 33:
                return "Expected '!' here", starts[operand_at]
            if message in ("expected metadata operand", "expected type"):
                return "Expected '!' here", start
        return message, start

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
        label_at = at + 2
        items: list[object] = []
        if isinstance(values[label_at], list) and label_at <= top:
            items = self.metadata.items(stack.list_at(label_at), starts[label_at])
            label_at += 2
        label = values[label_at]
        is_begun = label_at <= top and label is not None
        if name == b"DIExpression":
            closes = label_at > top + 1
            self.metadata.refuse_expression(NodeText(name, items, starts[at], self.state.ahead), closes)
        is_labeled = is_begun and isinstance(label, bytes) and data[: self.state.ahead].find(b":", starts[label_at]) >= 0
        if is_begun and not is_labeled:
            items.append(FieldText(b"", RawValue(OTHER), starts[at + 2], starts[at + 2]))
        if is_labeled:
            assert isinstance(label, bytes)
            value_start = starts[label_at + 1] if label_at < top and _byte_at(data, starts[top]) != 124 else self.state.ahead
            items.append(FieldText(label, RawValue(OTHER), starts[label_at], value_start))
        self.metadata.refuse(
            NodeText(name, items, starts[at], self.state.ahead), values[at - 1] == b"distinct", is_labeled and label_at < top
        )


def _byte_at(data: bytes, position: int) -> int:
    """The byte at a position; 0 after the end."""
    return data[position] if position < len(data) else 0

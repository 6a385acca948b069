"""The text of specialized metadata nodes and of expressions, by the rows of `tables.metadata_nodes`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.metadata import DIExpression, MDString, SpecializedNode, ValueAsMetadata
from pyllvm.ir.types import VECTOR
from pyllvm.schema.expression import expression_integer
from pyllvm.schema.node import show_node
from pyllvm.schema.sides import MetadataText
from pyllvm.tables.dwarf_operations import EXPRESSION

if TYPE_CHECKING:
    from pyllvm.assembly.printer.operands import OperandPrinter


@final
class NodePrinter(MetadataText):
    """Prints nodes, and the metadata to which they refer."""

    def __init__(self, operands: OperandPrinter) -> None:
        self._operands: Final = operands

    def node_text(self, node: SpecializedNode) -> str:
        """`!DIFile(...)` and its like."""
        return show_node(node.spec, node.operands, self._operands.version, self)

    def expression_text(self, expression: DIExpression) -> str:
        """`!DIExpression(...)`."""
        return EXPRESSION.show(expression.elements, self._operands.version)

    def reference(self, metadata: object | None) -> str:
        """Metadata as an operand (see `OperandPrinter.metadata`)."""
        return self._operands.metadata(metadata)

    def string_text(self, metadata: object) -> str:
        """The text of a metadata string."""
        return metadata.text if isinstance(metadata, MDString) else ""

    def integer(self, metadata: object, signed: bool) -> int | None:
        """The integer, if `metadata` is a constant integer as metadata."""
        if isinstance(metadata, ValueAsMetadata):
            value = metadata.value
            if isinstance(value, ConstantInt) and value.type.kind != VECTOR:
                return value.value if signed else value.unsigned
        return None

    def expression_integer(self, metadata: object) -> int | None:
        """The signed integer, if `metadata` is an expression that is a signed constant."""
        if isinstance(metadata, DIExpression):
            return expression_integer(metadata.elements)
        return None

"""What a row of a table can say, and how each consumer walks it: names, field kinds, record layouts, nodes."""

from pyllvm.schema.expression import ExpressionSpec, decode_expression, encode_expression, expression_integer
from pyllvm.schema.layout import Layout
from pyllvm.schema.names import FlagTable, NameTable
from pyllvm.schema.node import Field, Label, NodeSpec, decode_node, encode_node, parse_node, show_node
from pyllvm.schema.raw import FieldError, RawValue
from pyllvm.schema.sides import (
    MetadataBuilder,
    MetadataNumbers,
    MetadataSource,
    MetadataText,
    NoRepresentation,
    RecordError,
)

__all__ = [
    "ExpressionSpec",
    "Field",
    "FieldError",
    "FlagTable",
    "Label",
    "Layout",
    "MetadataBuilder",
    "MetadataNumbers",
    "MetadataSource",
    "MetadataText",
    "NameTable",
    "NoRepresentation",
    "NodeSpec",
    "RawValue",
    "RecordError",
    "decode_expression",
    "decode_node",
    "encode_expression",
    "encode_node",
    "expression_integer",
    "parse_node",
    "show_node",
]

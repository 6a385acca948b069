"""The vocabulary of the tables' rows: names, kinds of field, layouts of records, nodes; and how consumers walk a row."""

from pyllvm.schema.expression import ExpressionSpec, decode_expression, encode_expression, expression_integer
from pyllvm.schema.layout import Layout
from pyllvm.schema.names import FlagTable, NameTable
from pyllvm.schema.node import LONGER, Field, NodeSpec, decode_node, encode_node, parse_node, show_node
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
    "LONGER",
    "ExpressionSpec",
    "Field",
    "FieldError",
    "FlagTable",
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

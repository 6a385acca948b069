"""The metadata behind the fields of specialized nodes: strings, and integers as constants or expressions."""

from __future__ import annotations

from typing import final

from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.metadata import DIExpression, MDString, ValueAsMetadata
from pyllvm.ir.types import Context
from pyllvm.schema.expression import CONSTS
from pyllvm.schema.sides import MetadataBuilder


@final
class FieldMetadata(MetadataBuilder):
    """Creates the metadata that the text of fields describes."""

    def __init__(self, context: Context) -> None:
        self.context = context

    def string(self, text: str) -> object:
        return MDString.get(self.context, text)

    def integer(self, value: int) -> object:
        return ValueAsMetadata.get(self.context, ConstantInt.get(self.context.integer(64), value))

    def expression_integer(self, value: int) -> object:
        return DIExpression.get(self.context, [CONSTS, value & 0xFFFFFFFFFFFFFFFF])

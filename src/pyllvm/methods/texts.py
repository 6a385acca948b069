"""The methods of IR's classes that read a piece of text."""

from __future__ import annotations

from pyllvm.assembly.reader.fragments import attributes_of_text, constant_of_text, metadata_of_text, type_of_text
from pyllvm.ir.above import register
from pyllvm.ir.attributes import Attribute, AttributeTexts
from pyllvm.ir.constants import Constant
from pyllvm.ir.metadata import MDNode
from pyllvm.ir.module import Module, ModuleTexts
from pyllvm.ir.types import Context, Type


class _AttributeTexts(AttributeTexts):
    def attributes_of_text(self, context: Context, version: int, text: str, place: str) -> list[Attribute]:
        return attributes_of_text(context, version, text, place)


class _ModuleTexts(ModuleTexts):
    def type_of_text(self, module: Module, text: str) -> Type:
        return type_of_text(module, text)

    def constant_of_text(self, module: Module, text: str) -> Constant:
        return constant_of_text(module, text)

    def metadata_of_text(self, module: Module, text: str) -> MDNode:
        return metadata_of_text(module, text)


def register_texts() -> None:
    """Register what is here."""
    register(AttributeTexts, _AttributeTexts())
    register(ModuleTexts, _ModuleTexts())

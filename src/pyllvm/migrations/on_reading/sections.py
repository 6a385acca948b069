"""Upgrades older ways of naming sections, whenever a module is read."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.attributes import AttributeList
from pyllvm.ir.function import Function
from pyllvm.ir.module import Module
from pyllvm.tables.reading_versions import IMPLICIT_SECTIONS_GONE_SINCE

_IMPLICIT_SECTION: Final = "implicit-section-name"
_CATEGORIES: Final = "__DATA, __objc_catlist"


def upgrade_sections(module: Module) -> None:
    """Remove the blanks from the section names of Objective-C categories (AutoUpgrade's UpgradeSectionAttributes)."""
    for variable in module.global_variables:
        if variable.section.startswith(_CATEGORIES):
            variable.section = ",".join([part.strip() for part in variable.section.split(",")])


def upgrade_implicit_section(function: Function) -> None:
    """Move a function into the section that its attribute names (AutoUpgrade's UpgradeFunctionAttributes)."""
    attributes = function.attributes
    named = None if attributes is None else attributes.function.find(_IMPLICIT_SECTION)
    if attributes is not None and named is not None:
        function.section = named.value
        own = attributes.function.removing(_IMPLICIT_SECTION)
        function.attributes = AttributeList(own, attributes.returned, attributes.parameters)


def upgrade_implicit_sections(module: Module, version: int) -> None:
    """Move all functions into the sections that their attributes name, as the bitcode reader does."""
    if version >= IMPLICIT_SECTIONS_GONE_SINCE:
        for function in module.functions:
            upgrade_implicit_section(function)

"""What LLVM makes of older section names whenever it reads a module: blanks go from those of Objective-C's categories."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.module import Module

_CATEGORIES: Final = "__DATA, __objc_catlist"


def upgrade_sections(module: Module) -> None:
    """Take the blanks out of the names (AutoUpgrade's UpgradeSectionAttributes)."""
    for variable in module.global_variables:
        if variable.section.startswith(_CATEGORIES):
            variable.section = ",".join([part.strip() for part in variable.section.split(",")])

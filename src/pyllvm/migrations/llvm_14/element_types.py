"""LLVM 13 and 14: `elementtype` names the type behind the pointers that some calls take, which the pointer gave before."""

from __future__ import annotations

from pyllvm.ir.instructions import CallBase
from pyllvm.ir.module import Module
from pyllvm.migrations.on_reading.element_types import add_element_types


def upgrade(module: Module, version: int) -> None:
    """Add the attribute to all calls that need it and have typed pointers."""
    for function in module.functions:
        for block in function.blocks:
            for instruction in block.instructions:
                if isinstance(instruction, CallBase):
                    add_element_types(instruction, version)

"""LLVM 10 and 11: string attributes of functions that got another name, or became words."""

from __future__ import annotations

from pyllvm.ir.instructions import CallBase
from pyllvm.ir.module import Module
from pyllvm.migrations.on_reading.attributes import upgraded_attributes


def upgrade(module: Module, version: int) -> None:
    """Bring them to the form that LLVM `version` reads them in."""
    for function in module.functions:
        if function.attributes is not None:
            function.attributes = upgraded_attributes(function.attributes, version)
        for instruction in function.instructions:
            if isinstance(instruction, CallBase) and instruction.attributes is not None:
                instruction.attributes = upgraded_attributes(instruction.attributes, version)

"""Writes debug information as calls of intrinsics on request, as the options of LLVM 19 to 21 do."""

from __future__ import annotations

from pyllvm.ir.module import Module
from pyllvm.migrations.instruction_index import InstructionIndex
from pyllvm.migrations.llvm_19 import downgrade_debug_records
from pyllvm.migrations.loss import Losses
from pyllvm.tables.features import DEBUG_INTRINSICS_ON_REQUEST_UNTIL


def call_debug_intrinsics(module: Module) -> None:
    """Turn the debug records of a module into calls of `llvm.dbg.value` and its like, if its version has both."""
    if module.llvm_version <= DEBUG_INTRINSICS_ON_REQUEST_UNTIL:
        downgrade_debug_records(module, InstructionIndex(module), module.llvm_version, Losses())

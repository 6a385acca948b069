"""Debug information that LLVM accepts, and then does without."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.debug_info import CURRENT_VERSION, debug_info_version
from pyllvm.ir.function import Function
from pyllvm.ir.instructions import CallInst
from pyllvm.verifier.lint.findings import Linter

_INTRINSICS: Final = ("llvm.dbg.value", "llvm.dbg.declare", "llvm.dbg.assign", "llvm.dbg.addr", "llvm.dbg.label")


def check_debug_version(linter: Linter) -> None:
    """`UpgradeDebugInfo`: of another version than LLVM's own, or without one, it is dropped as the module is read."""
    module = linter.module
    units = module.named_metadata_of("llvm.dbg.cu")
    if units is None or not units.operands:
        return
    version = debug_info_version(module)
    if version != CURRENT_VERSION:
        said = f"is of version {version}" if version else "says no version ('Debug Info Version' is missing)"
        linter.report("debug-version", f"debug information {said}, and is dropped: LLVM's is {CURRENT_VERSION}", units)


def check_debug_function(linter: Linter, function: Function) -> None:
    """`Verifier::visitFunction` and the back ends: without a subprogram, locations and variables count for nothing."""
    if any(attachment.kind == "dbg" for attachment in function.attachments):
        return
    has_location = has_variable = False
    for block in function.blocks:
        for instruction in block.instructions:
            has_variable = has_variable or bool(instruction.debug_records)
            if isinstance(instruction, CallInst):
                callee = instruction.called_function
                if callee is not None and callee.name in _INTRINSICS:
                    has_variable = True
                    continue
            has_location = has_location or instruction.debug_location is not None
    if has_location:
        linter.report("debug-location", "the function has debug locations, and no subprogram that they belong to", function)
    if has_variable:
        linter.report("debug-variable", "the function describes variables, and has no subprogram that they belong to", function)

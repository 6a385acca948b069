"""LLVM 19: what calls of `llvm.dbg.value` and its like said, records between the instructions say."""

from __future__ import annotations

from pyllvm.ir.debug_info.debug_intrinsics import DEBUG_INTRINSICS, make_debug_records
from pyllvm.ir.module import Module
from pyllvm.migrations.on_reading.intrinsics import OLD_DEBUG_INTRINSICS, upgrade_intrinsic


def upgrade(module: Module, version: int) -> None:
    """Turn the calls into records; the declarations that nobody calls any more go."""
    for name in OLD_DEBUG_INTRINSICS:
        upgrade_intrinsic(module, name, version)
    make_debug_records(module)
    module.uses_new_debug_records = True
    for name in DEBUG_INTRINSICS:
        declared = module.get(name)
        if declared is not None and not declared.has_uses:
            module.remove(declared)

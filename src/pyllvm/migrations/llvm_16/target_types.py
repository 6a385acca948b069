"""LLVM 16: `target("spirv.Image", ...)` and its like. Before, clang had pointers to opaque structs for OpenCL's types."""

from __future__ import annotations

from pyllvm.ir.module import Module
from pyllvm.migrations.loss import Losses
from pyllvm.migrations.shared.opaque_pointers import change_types
from pyllvm.migrations.shared.pointer_types import PointerTypes
from pyllvm.tables.features import OPAQUE_POINTERS


def downgrade(module: Module, version: int, losses: Losses) -> None:
    """Make pointers of OpenCL's types for LLVM 15, whose pointers are opaque. For older ones, `typed_pointers` makes them."""
    if module.context.has_target_types and OPAQUE_POINTERS.is_in(version):
        change_types(module, version, PointerTypes(module.context, replaces_targets=True))

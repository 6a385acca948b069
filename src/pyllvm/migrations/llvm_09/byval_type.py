"""LLVM 9: `byval` of a parameter names a type, which the parameter's pointer type gave before."""

from __future__ import annotations

from pyllvm.ir.module import Module
from pyllvm.migrations.loss import Losses
from pyllvm.migrations.shared.typed_attributes import leave_types_out, name_types


def upgrade(module: Module, version: int) -> None:
    """Name the type of every `byval`."""
    name_types(module, "byval")


def downgrade(module: Module, version: int, losses: Losses) -> None:
    """Remove the type if the parameter points to it, as it must in LLVM 8."""
    leave_types_out(module, "byval")

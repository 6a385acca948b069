"""LLVM 13: `inalloca` of a parameter names a type, which the parameter's pointer type gave before."""

from __future__ import annotations

from pyllvm.ir.module import Module
from pyllvm.migrations.loss import Losses
from pyllvm.migrations.shared.typed_attributes import leave_types_out, name_types


def upgrade(module: Module, version: int) -> None:
    """Name the type of every `inalloca`."""
    name_types(module, "inalloca")


def downgrade(module: Module, version: int, losses: Losses) -> None:
    """Remove the type if the parameter points to it, as it must in LLVM 12."""
    leave_types_out(module, "inalloca")

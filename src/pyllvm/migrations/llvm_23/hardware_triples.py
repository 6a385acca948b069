"""LLVM 23: a target triple says `amdgpu`, and may name the hardware, as `amdgpu9.42` does. Before, it says `amdgcn`."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.module import Module
from pyllvm.migrations.loss import Losses
from pyllvm.tables.target_triples import HARDWARE_TRIPLES_SINCE

_ARCHITECTURE: Final = "amdgpu"
_OLDER_ARCHITECTURE: Final = "amdgcn"


def downgrade(module: Module, version: int, losses: Losses) -> None:
    """Give the triple the older name of the architecture; code generators then need the hardware from elsewhere."""
    architecture, dash, rest = module.target_triple.partition("-")
    if not architecture.startswith(_ARCHITECTURE):
        return
    hardware = architecture.removeprefix(_ARCHITECTURE)
    if hardware:
        losses.drop(f"hardware version '{hardware}' of the target triple", HARDWARE_TRIPLES_SINCE)
    module.target_triple = f"{_OLDER_ARCHITECTURE}{dash}{rest}"

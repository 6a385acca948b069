"""LLVM 15: an alloca has an address space of its own in bitcode. Before, the data layout gave all the same one."""

from __future__ import annotations

from pyllvm.ir.instructions import AllocaInst
from pyllvm.ir.module import Module
from pyllvm.ir.target.data_layout import DataLayout
from pyllvm.ir.types import PointerType
from pyllvm.migrations.loss import Losses
from pyllvm.migrations.shared.instruction_index import InstructionIndex
from pyllvm.tables.features import ALLOCA_ADDRESS_SPACES


def downgrade_bodies(module: Module, bodies: InstructionIndex, version: int, losses: Losses) -> None:
    """Let the data layout name the address space that all of them have; refuse where they differ."""
    default = DataLayout(module.data_layout, module.llvm_version).alloca_address_space
    spaces: dict[int, AllocaInst] = {}
    for alloca in bodies.found().allocas:
        if isinstance(alloca.type, PointerType):
            spaces.setdefault(alloca.type.address_space, alloca)
    others = [space for space in spaces if space != default]
    if not others:
        return
    if len(spaces) > 1:
        first = spaces[others[0]]
        losses.refuse(ALLOCA_ADDRESS_SPACES.name, ALLOCA_ADDRESS_SPACES.since, first.function, first)
        return
    kept = [one for one in module.data_layout.split("-") if one and not one.startswith("A")]
    module.data_layout = "-".join([*kept, f"A{others[0]}"])

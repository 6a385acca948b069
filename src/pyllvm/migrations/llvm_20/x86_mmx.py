"""LLVM 20: `x86_mmx` became `<1 x i64>`."""

from __future__ import annotations

from pyllvm.ir.module import Module
from pyllvm.migrations.bodies import Bodies, BodyUpgrade
from pyllvm.migrations.shared.opaque_pointers import change_types
from pyllvm.migrations.shared.pointer_types import PointerTypes


def upgrade(module: Module, version: int) -> None:
    """Make a vector of every `x86_mmx`. Most modules have none."""
    if module.context.has_primitive("x86_mmx"):
        change_types(module, version, PointerTypes(module.context, replaces_mmx=True))


def begin_upgrade(module: Module, version: int) -> BodyUpgrade:
    """Do nothing to a module without the type. A module that has it needs all bodies: they have no types of their own."""

    def check(bodies: Bodies) -> None:
        if module.context.has_primitive("x86_mmx"):
            bodies.needs_all = "x86_mmx"

    return check

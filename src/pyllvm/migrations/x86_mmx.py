"""LLVM 20: `x86_mmx` became `<1 x i64>`."""

from __future__ import annotations

from pyllvm.ir.module import Module
from pyllvm.migrations.bodies import BodyUpgrade, leave_bodies
from pyllvm.migrations.opaque_pointers import change_types
from pyllvm.migrations.pointer_types import PointerTypes
from pyllvm.separation import NotSeparable


def upgrade(module: Module, version: int) -> None:
    """Make a vector of every `x86_mmx`. Most modules have none."""
    if module.context.has_primitive("x86_mmx"):
        change_types(module, version, PointerTypes(module.context, replaces_mmx=True))


def begin_upgrade(module: Module, version: int) -> BodyUpgrade:
    """Do nothing to a module without the type. Raises NotSeparable if it has that: bodies have no types of their own."""
    if module.context.has_primitive("x86_mmx"):
        raise NotSeparable
    return leave_bodies

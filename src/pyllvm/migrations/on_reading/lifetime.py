"""LLVM 22: `llvm.lifetime.start` and `end` take only an alloca, and no size. LLVM 23 deletes those that have no pointer."""

from __future__ import annotations

from typing import Final, final

from pyllvm.analysis.pointer_casts import strip_pointer_casts
from pyllvm.ir.constants import POISON, SimpleConstant
from pyllvm.ir.function import Function
from pyllvm.ir.instructions import AllocaInst, CallBase
from pyllvm.ir.intrinsics.names import mangled_type
from pyllvm.ir.module import Module
from pyllvm.ir.types import PointerType
from pyllvm.migrations.on_reading.intrinsic_calls import CallUpgrade, Upgrading, declared_intrinsic, remove_call, replace_call
from pyllvm.tables.reading_versions import LIFETIMES_OF_POINTERS_SINCE

# The callees that LLVM 22 gives to calls in LLVM 14's bitcode; they have no meaning.
_OF_INTEGERS: Final = ("llvm.lifetime.start.i64", "llvm.lifetime.end.i64")


def lifetime_without_size(state: Upgrading, old: Function) -> CallUpgrade | None:
    """The upgrade of calls of one of the two; None if they have no size."""
    parameters = old.function_type.parameters
    if state.version >= LIFETIMES_OF_POINTERS_SINCE:
        if len(parameters) == 1 and old.name in _OF_INTEGERS:
            return _delete
        if len(parameters) == 2 and not isinstance(parameters[1], PointerType):
            return _delete
    if len(parameters) != 2:
        return None
    context = state.module.context
    base = ".".join(old.name.split(".")[:3])
    # LLVM declares it once more, whether or not a call remains; before LLVM 23 with the type of the size, which no call has.
    declared = parameters[1 if state.version >= LIFETIMES_OF_POINTERS_SINCE else 0]
    name = f"{base}.{mangled_type(declared)}"
    declared_intrinsic(state.module, name, context.function(context.void, [declared]), state.version)
    return _WithoutSize(state.module, base, state.version).upgrade


def _delete(call: CallBase) -> None:
    """Remove a call; what uses its result, which no LLVM's own call has, uses poison."""
    if call.has_uses:
        call.move_uses_to(SimpleConstant.get(call.type, POISON))
    remove_call(call)


@final
class _WithoutSize:
    """Replaces the calls of one of the two intrinsics."""

    def __init__(self, module: Module, base: str, version: int) -> None:
        self.module = module
        self.base = base
        self.version = version

    def upgrade(self, call: CallBase) -> None:
        if call.argument_count != 2:
            return
        alloca = strip_pointer_casts(call.operands[1])
        if not isinstance(alloca, AllocaInst):
            remove_call(call)
            return
        context = self.module.context
        name = f"{self.base}.p{_space(alloca.type)}"
        type = context.function(context.void, [alloca.type])
        replace_call(call, declared_intrinsic(self.module, name, type, self.version), [alloca])


def _space(type: object) -> int:
    return int(getattr(type, "address_space", 0))

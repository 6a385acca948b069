"""LLVM 24: intrinsics of AMDGPU that are plain instructions: comparisons of all lanes, and casts that are never null."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.function import Argument, Function
from pyllvm.ir.instructions import CallBase, CallInst, CastInst, CmpInst
from pyllvm.ir.value import Value
from pyllvm.migrations.on_reading.call_builder import CallBuilder, constant_number
from pyllvm.migrations.on_reading.intrinsic_calls import CallUpgrade, Upgrading
from pyllvm.tables.flags import NON_NULL_OF_CAST
from pyllvm.tables.intrinsic_names import AMDGPU_PREFIX
from pyllvm.tables.intrinsics import is_intrinsic
from pyllvm.tables.opcodes import ADDRSPACECAST
from pyllvm.tables.predicates import ICMP_PREDICATES, NO_FCMP_PREDICATE, NO_ICMP_PREDICATE, PREDICATE_OF_NUMBER
from pyllvm.tables.reading_versions import PLAIN_LANES_SINCE

_COMPARISONS: Final = ("icmp.", "fcmp.")
_CAST: Final = "addrspacecast.nonnull"
_PREDICATE_OPERAND: Final = 2
# The predicates of integers in the order of their numbers, of which the first is 32.
_INTEGER_PREDICATES: Final[dict[int, str]] = {row.number: row.word for row in ICMP_PREDICATES}


def amdgpu_plain_upgrade(state: Upgrading, old: Function) -> CallUpgrade | None:
    """How calls of such an intrinsic change; None where they stay.

    LLVM 22: %r = call i1 @llvm.amdgcn.icmp.i64.i32(i32 %a, i32 %b, i32 33)
    LLVM 24:
        %1 = icmp ne i32 %a, %b
        %r = call i1 @llvm.amdgcn.ballot.i1(i1 %1)
    """
    if state.version < PLAIN_LANES_SINCE or is_intrinsic(old.name, state.version):
        return None
    name = old.name.removeprefix(AMDGPU_PREFIX)
    is_comparison = name.startswith(_COMPARISONS)
    if not is_comparison and not name.startswith(_CAST):
        return None

    def upgrade(call: CallBase) -> None:
        builder = CallBuilder(state, call)
        if not is_comparison:
            cast = builder.cast(ADDRSPACECAST, builder.arguments[0], builder.type)
            if isinstance(cast, CastInst):
                cast.flags |= NON_NULL_OF_CAST.mask
            builder.finish(cast, cast if isinstance(cast, (CastInst, Argument)) else None)
            return
        new = builder.call_intrinsic("amdgcn.ballot.", [_compared(builder, name.startswith("icmp"))], builder.type)
        new.attachments = call.attachments
        if isinstance(call, CallInst):
            new.tail_kind = call.tail_kind
        builder.finish(new, new)

    return upgrade


def _compared(builder: CallBuilder, is_integer: bool) -> Value:
    left, right = builder.arguments[:_PREDICATE_OPERAND]
    number = constant_number(builder.arguments[_PREDICATE_OPERAND])
    word = _INTEGER_PREDICATES.get(number)
    if word is not None:
        return builder.compare(word, left, right)
    missing = NO_ICMP_PREDICATE if is_integer else NO_FCMP_PREDICATE
    return builder.insert(CmpInst(number if number in PREDICATE_OF_NUMBER else missing, left, right, builder.integer(1)))

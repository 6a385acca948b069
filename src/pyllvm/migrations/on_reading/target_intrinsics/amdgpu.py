"""Atomic intrinsics of AMDGPU that gave way to `atomicrmw` (AutoUpgrade's upgradeAMDGCNIntrinsicCall).

In LLVM 24, other intrinsics became plain instructions: comparisons of all lanes, and casts that are never null.
"""

from __future__ import annotations

from typing import Final

from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.function import Argument, Function
from pyllvm.ir.instructions import CallBase, CallInst, CastInst, CmpInst
from pyllvm.ir.metadata import Attachment, MDTuple, ValueAsMetadata
from pyllvm.ir.types import FloatingPointType, IntegerType, PointerType, VectorType
from pyllvm.ir.value import Value
from pyllvm.migrations.on_reading.call_builder import CallBuilder, constant_number
from pyllvm.migrations.on_reading.intrinsic_calls import CallUpgrade, Upgrading, remove_call
from pyllvm.tables.atomics import ATOMIC_RMW_OF_WORD, MONOTONIC, SEQUENTIALLY_CONSISTENT
from pyllvm.tables.flags import NON_NULL_OF_CAST
from pyllvm.tables.intrinsic_names import AMDGPU_PREFIX
from pyllvm.tables.intrinsics import is_intrinsic
from pyllvm.tables.metadata_kinds import denormal_mode_kind
from pyllvm.tables.opcodes import ADDRSPACECAST
from pyllvm.tables.predicates import ICMP_PREDICATES, NO_FCMP_PREDICATE, NO_ICMP_PREDICATE, PREDICATE_OF_NUMBER
from pyllvm.tables.reading_versions import ADDRESS_SPACES_SINCE, FINE_GRAINED_SINCE, PLAIN_LANES_SINCE

# how names begin: the operation
_OPERATIONS: Final[tuple[tuple[str, str], ...]] = (
    ("ds.fadd", "fadd"),
    ("ds.fmin", "fmin"),
    ("ds.fmax", "fmax"),
    ("atomic.inc.", "uinc_wrap"),
    ("atomic.dec.", "udec_wrap"),
    ("global.atomic.fadd", "fadd"),
    ("flat.atomic.fadd", "fadd"),
    ("global.atomic.fmin", "fmin"),
    ("flat.atomic.fmin", "fmin"),
    ("global.atomic.fmax", "fmax"),
    ("flat.atomic.fmax", "fmax"),
    ("atomic.cond.sub", "usub_cond"),
    ("atomic.csub", "usub_sat"),
)
_SCOPE: Final = "agent"
_FLAT: Final = 0
_LOCAL_MEMORY: Final = 3
_PRIVATE_MEMORY: Final = 5
# The first operands: pointer, value, ordering, scope, and whether it is volatile.
_ORDERING: Final = 2
_VOLATILE: Final = 4


def amdgpu_upgrade(state: Upgrading, old: Function) -> CallUpgrade | None:
    """How calls of an intrinsic of AMDGPU change; None where they stay."""
    name = old.name.removeprefix(AMDGPU_PREFIX)
    operation = next((word for prefix, word in _OPERATIONS if name.startswith(prefix)), "")
    if not operation or is_intrinsic(old.name, state.version):
        return None
    if state.version < ATOMIC_RMW_OF_WORD[operation].since:
        return None

    def upgrade(call: CallBase) -> None:
        arguments = call.arguments
        is_malformed = len(arguments) < 2 or not isinstance(arguments[0].type, PointerType)
        if is_malformed or arguments[1].type is not call.type:
            # LLVM drops the call.
            if not call.has_uses:
                remove_call(call)
            return
        _make_atomic(CallBuilder(state, call), operation)

    return upgrade


def _make_atomic(builder: CallBuilder, operation: str) -> None:
    """An atomic operation instead of an intrinsic for the memory of a work group.

    LLVM 19: %r = call float @llvm.amdgcn.ds.fadd.f32(ptr addrspace(3) %p, float %a, i32 0, i32 0, i1 false)
    LLVM 21: %1 = atomicrmw fadd ptr addrspace(3) %p, float %a syncscope("agent") seq_cst, align 4
    """
    arguments = builder.arguments
    pointer, value = arguments[0], arguments[1]
    is_volatile = False
    if len(arguments) > _VOLATILE:
        flag = arguments[_VOLATILE]
        is_volatile = not isinstance(flag, ConstantInt) or flag.value != 0
    type = value.type
    if isinstance(type, VectorType) and isinstance(type.element, IntegerType) and type.element.width == 16:
        brain_floats = builder.context.vector(builder.context.floating_point("bfloat"), type.count)
        value = builder.bitcast(value, brain_floats)
    made = builder.atomic(operation, pointer, value, _ordering(arguments), _SCOPE)
    made.is_volatile = is_volatile
    made.attachments = _attachments(builder, operation, pointer, value) or None
    for attachment in made.attachments or ():
        builder.state.name_kind(attachment.kind)
    builder.finish(builder.bitcast(made, builder.type))


def _ordering(arguments: list[Value]) -> int:
    """An atomic ordering by the number that LLVM's library gives it; others are the strictest."""
    ordering = arguments[_ORDERING] if len(arguments) > _ORDERING else None
    number = ordering.unsigned if isinstance(ordering, ConstantInt) else 0
    return _ORDERINGS.get(number, SEQUENTIALLY_CONSISTENT)


# AtomicOrdering has a number more, of the consume that nobody has.
_ORDERINGS: Final[dict[int, int]] = {2: MONOTONIC, 4: MONOTONIC + 1, 5: MONOTONIC + 2, 6: MONOTONIC + 3}


def _attachments(builder: CallBuilder, operation: str, pointer: Value, value: Value) -> list[Attachment]:
    space = pointer.type.address_space if isinstance(pointer.type, PointerType) else 0
    context = builder.context
    found: list[Attachment] = []
    if space == _FLAT and builder.version >= ADDRESS_SPACES_SINCE:
        bounds: list[object] = [
            ValueAsMetadata.get(context, builder.integer_constant(32, bound)) for bound in (_PRIVATE_MEMORY, _PRIVATE_MEMORY + 1)
        ]
        found.append(Attachment("noalias.addrspace", MDTuple.get(context, bounds)))
    if space != _LOCAL_MEMORY and builder.version >= FINE_GRAINED_SINCE:
        nothing = MDTuple.get(context, [])
        found.append(Attachment("amdgpu.no.fine.grained.memory", nothing))
        is_float = isinstance(value.type, FloatingPointType) and value.type.name == "float"
        if builder.version >= ADDRESS_SPACES_SINCE and operation == "fadd" and is_float:
            found.append(Attachment(denormal_mode_kind(builder.version), nothing))
    return found


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
        missing = NO_ICMP_PREDICATE if name.startswith("icmp") else NO_FCMP_PREDICATE
        new = builder.call_intrinsic("amdgcn.ballot.", [_compared(builder, missing)], builder.type)
        new.attachments = call.attachments
        if isinstance(call, CallInst):
            new.tail_kind = call.tail_kind
        builder.finish(new, new)

    return upgrade


def _compared(builder: CallBuilder, missing: int) -> Value:
    left, right = builder.arguments[:_PREDICATE_OPERAND]
    number = constant_number(builder.arguments[_PREDICATE_OPERAND])
    word = _INTEGER_PREDICATES.get(number)
    if word is not None:
        return builder.compare(word, left, right)
    return builder.insert(CmpInst(number if number in PREDICATE_OF_NUMBER else missing, left, right, builder.integer(1)))

"""Intrinsics of NVPTX that became plain instructions, or newer intrinsics (AutoUpgrade's upgradeNVVMIntrinsicCall).

A row is for a name without `llvm.nvvm.`; what the LLVM that reads still has stays as it is.
"""

from __future__ import annotations

from typing import Final

from pyllvm.ir.folding.constant_parts import scalar_bits
from pyllvm.ir.function import Function
from pyllvm.ir.instructions import CallBase
from pyllvm.ir.intrinsics.signatures import signature
from pyllvm.ir.metadata import Attachment, MDTuple
from pyllvm.ir.types import IntegerType, PointerType, Type
from pyllvm.ir.value import Value
from pyllvm.migrations.on_reading.call_builder import CallBuilder, Maker, constant_number, is_floating, rebuilding
from pyllvm.migrations.on_reading.intrinsic_calls import CallUpgrade, Upgrading
from pyllvm.migrations.on_reading.target_prefixes import NVVM_PREFIX
from pyllvm.tables.atomics import MONOTONIC, SEQUENTIALLY_CONSISTENT
from pyllvm.tables.reading_versions import CLUSTER_POINTERS_SINCE, DEVICE_ATOMICS_SINCE

_SHARED_BY_CLUSTER: Final = 7

# name: the intrinsic that waits, whose first operand is 0 where there was none
_BARRIERS: Final[dict[str, str]] = {
    "barrier0": "barrier.cta.sync.aligned.all",
    "bar.sync": "barrier.cta.sync.aligned.all",
    "barrier.n": "barrier.cta.sync.aligned.all",
    "barrier": "barrier.cta.sync.aligned.count",
    "barrier.sync": "barrier.cta.sync.all",
    "barrier.sync.cnt": "barrier.cta.sync.count",
}
# name: the intrinsic that reduces, and how wide its result is
_REDUCTIONS: Final[dict[str, tuple[str, int]]] = {
    "barrier0.and": ("barrier.cta.red.and.aligned.all", 1),
    "barrier0.or": ("barrier.cta.red.or.aligned.all", 1),
    "barrier0.popc": ("barrier.cta.red.popc.aligned.all", 32),
}
# name: the overloaded intrinsic
_OVERLOADED: Final[dict[str, str]] = {
    "ex2.approx.d": "ex2.approx",
    "ex2.approx.f": "ex2.approx",
    "ex2.approx.f16x2": "ex2.approx",
    "ex2.approx.ftz.f": "ex2.approx.ftz",
    "ex2.approx.ftz.f16x2": "ex2.approx.ftz",
    "fabs.d": "fabs",
    "fabs.f": "fabs",
    "fabs.ftz.f": "fabs.ftz",
    "abs.bf16": "fabs",
    "abs.bf16x2": "fabs",
}
# name: the funnel shift of a value with itself
_ROTATIONS: Final[dict[str, str]] = {"rotate.b32": "fshl", "rotate.b64": "fshl", "rotate.right.b64": "fshr"}
# The word of an atomic operation with a scope, which is gone in LLVM 23: the operation.
_SCOPED: Final[dict[str, str]] = {
    "add": "add",
    "and": "and",
    "dec": "udec_wrap",
    "exch": "xchg",
    "inc": "uinc_wrap",
    "max": "max",
    "min": "min",
    "or": "or",
    "xor": "xor",
}
# The scope's word: the synchronization scope.
_SCOPES: Final[dict[str, str]] = {"cta": "block", "sys": ""}
_BITCASTS: Final = ("bitcast.d2ll", "bitcast.f2i", "bitcast.i2f", "bitcast.ll2d")
# how names begin: the operation
_ATOMICS: Final[tuple[tuple[str, str], ...]] = (
    ("atomic.load.add.f32.p", "fadd"),
    ("atomic.load.add.f64.p", "fadd"),
    ("atomic.load.inc.32.p", "uinc_wrap"),
    ("atomic.load.dec.32.p", "udec_wrap"),
)
_LOADS: Final = ("ldg.global.f.", "ldg.global.i.", "ldg.global.p.", "ldu.global.never.")
_GLOBAL_SPACE: Final = 1
_SPACES: Final = ("constant", "global", "local", "param", "shared")
# Copies to the memory that a cluster of blocks shares, and copies of tensors, which take the number of a group as well.
COPIES: Final = ("cp.async.bulk.global.to.shared.cluster", "cp.async.bulk.shared.cta.to.cluster")
TENSOR_COPIES: Final = (
    *[f"cp.async.bulk.tensor.g2s.tile.{count}d" for count in range(1, 6)],
    *[f"cp.async.bulk.tensor.g2s.im2col.{count}d" for count in range(3, 6)],
)
SHARED: Final = 3
_BRAIN_FLOAT_OPERATIONS: Final = ("abs.", "fma.rn.", "fmax.", "fmin.", "neg.")


def nvvm_instruction_upgrade(state: Upgrading, old: Function) -> CallUpgrade | None:
    """How calls of an intrinsic of NVPTX change that became instructions, or a newer intrinsic; None where they stay."""
    name = old.name.removeprefix(NVVM_PREFIX)
    type = old.function_type
    if name in COPIES or name in TENSOR_COPIES:
        return _copy_to_cluster(state, old) if state.version >= CLUSTER_POINTERS_SINCE else None
    known = signature(old.name, state.version)
    if known is not None and (known.name == old.name or name not in _OVERLOADED):
        if name == "mapa.shared.cluster":
            return _mapped_address(state, old)
        is_brain_float = name.startswith(_BRAIN_FLOAT_OPERATIONS) and ".bf16" in "." + name
        return _with_brain_floats(state, old) if is_brain_float and not is_floating(type.return_type) else None
    maker = _maker_of(state, name)
    return None if maker is None else rebuilding(state, maker, name)


def _maker_of(state: Upgrading, name: str) -> Maker | None:
    if name in _BARRIERS:
        return _barrier if signature(NVVM_PREFIX + _BARRIERS[name], state.version) is not None else None
    if name in _REDUCTIONS:
        return _reduction if signature(NVVM_PREFIX + _REDUCTIONS[name][0], state.version) is not None else None
    if name in _OVERLOADED:
        known = signature(NVVM_PREFIX + _OVERLOADED[name], state.version)
        return _overloaded if known is not None and known.is_overloaded else None
    if name in _ROTATIONS:
        return _rotation
    if name == "swap.lo.hi.b64":
        return _halves_swapped
    if name in _BITCASTS:
        return _bitcast
    if name.startswith(_LOADS):
        return _invariant_load
    if name.startswith("ptr."):
        words = name.split(".")
        if len(words) > 3 and words[2] == "to" and (words[1] in _SPACES or words[3] in _SPACES):
            return _address_space
        return None
    for prefix, _ in _ATOMICS:
        if name.startswith(prefix):
            return _atomic
    words = name.split(".")
    if len(words) > 4 and words[0] == "atomic" and words[2] == "gen" and words[4] in _SCOPES:
        return _scoped_exchange if words[1] == "cas" else _scoped_atomic if words[1] in _SCOPED else None
    return None


def _barrier(builder: CallBuilder, name: str) -> None:
    arguments = builder.arguments or [builder.integer_constant(32, 0)]
    builder.call_intrinsic("nvvm." + _BARRIERS[name], arguments, builder.context.void)


def _reduction(builder: CallBuilder, name: str) -> Value:
    intrinsic, width = _REDUCTIONS[name]
    is_set = builder.compare("ne", builder.arguments[0], builder.integer_constant(32, 0))
    made = builder.call_intrinsic("nvvm." + intrinsic, [builder.integer_constant(32, 0), is_set], builder.integer(width))
    return builder.cast("zext", made, builder.type)


def _overloaded(builder: CallBuilder, name: str) -> Value:
    value = builder.arguments[0]
    type = value.type
    if isinstance(type, IntegerType):
        # bfloat was an integer of 16 bits, and two of them one of 32.
        type = _brain_floats(builder, type)
    made = builder.call_intrinsic("nvvm." + _OVERLOADED[name], [builder.bitcast(value, type)], type)
    return builder.bitcast(made, builder.type)


def _brain_floats(builder: CallBuilder, type: IntegerType) -> Type:
    number = builder.context.floating_point("bfloat")
    return number if type.width == 16 else builder.context.vector(number, 2)


def _rotation(builder: CallBuilder, name: str) -> Value:
    value, distance = builder.arguments[0], builder.arguments[1]
    distance = builder.integer_cast(distance, value.type)
    return builder.call_intrinsic(_ROTATIONS[name], [value, value, distance], value.type)


def _halves_swapped(builder: CallBuilder, name: str) -> Value:
    value = builder.arguments[0]
    return builder.call_intrinsic("fshl", [value, value, builder.integer_constant(64, 32)], value.type)


def _bitcast(builder: CallBuilder, name: str) -> Value:
    return builder.bitcast(builder.arguments[0], builder.type)


def _address_space(builder: CallBuilder, name: str) -> Value:
    return builder.cast("addrspacecast", builder.arguments[0], builder.type)


def _invariant_load(builder: CallBuilder, name: str) -> Value:
    pointer, alignment = builder.arguments[0], constant_number(builder.arguments[1])
    pointer = builder.cast("addrspacecast", pointer, builder.context.pointer(_GLOBAL_SPACE))
    # LLVM keeps the logarithm, so that 7 is 4. Zero is 1, not the alignment of the type.
    made = builder.load(builder.type, pointer, 1 << max(alignment.bit_length() - 1, 0))
    made.attachments = [Attachment("invariant.load", MDTuple.get(builder.context, []))]
    return made


def _atomic(builder: CallBuilder, name: str) -> Value:
    operation = next(word for prefix, word in _ATOMICS if name.startswith(prefix))
    pointer, value = builder.arguments[0], builder.arguments[1]
    if builder.version >= DEVICE_ATOMICS_SINCE:
        return builder.atomic(operation, pointer, value, MONOTONIC, "device")
    return builder.atomic(operation, pointer, value, SEQUENTIALLY_CONSISTENT)


def _scoped_atomic(builder: CallBuilder, name: str) -> Value:
    words = name.split(".")
    operation = "fadd" if words[1] == "add" and words[3] == "f" else _SCOPED[words[1]]
    return builder.atomic(operation, builder.arguments[0], builder.arguments[1], MONOTONIC, _SCOPES[words[4]])


def _scoped_exchange(builder: CallBuilder, name: str) -> Value:
    pointer, expected, new = builder.arguments[:3]
    made = builder.compare_exchange(pointer, expected, new, MONOTONIC, _SCOPES[name.split(".")[4]])
    return builder.extract_value(made, 0)


def _mapped_address(state: Upgrading, old: Function) -> CallUpgrade | None:
    """`mapa.shared.cluster` returns a pointer of its own address space."""
    returned = old.function_type.return_type
    type = state.signature_type(old.name, [])
    if type is None or not isinstance(returned, PointerType) or returned.address_space == _SHARED_BY_CLUSTER:
        return None
    if type.return_type is returned:
        return None
    made = state.intrinsic(old.name, [])
    assert made is not None

    def upgrade(call: CallBase) -> None:
        builder = CallBuilder(state, call)
        new = builder.call_function(made, builder.arguments)
        builder.finish(builder.cast("addrspacecast", new, returned), new)

    return upgrade


def _copy_to_cluster(state: Upgrading, old: Function) -> CallUpgrade | None:
    """Copies to a cluster's memory had a pointer of another address space, and copies of tensors had no group."""
    parameters = list(old.function_type.parameters)
    context = state.module.context
    is_plain = isinstance(parameters[0], PointerType) and parameters[0].address_space == SHARED
    has_no_group = old.name.removeprefix(NVVM_PREFIX) in TENSOR_COPIES and parameters[-1] is context.integer(1)
    if not is_plain and not has_no_group:
        return None
    if is_plain:
        parameters[0] = context.pointer(_SHARED_BY_CLUSTER)
    if has_no_group:
        parameters.append(context.integer(32))
    type = context.function(context.void, parameters)
    name = old.name

    def upgrade(call: CallBase) -> None:
        builder = CallBuilder(state, call)
        arguments = list(builder.arguments)
        arguments[0] = builder.cast("addrspacecast", arguments[0], parameters[0])
        if has_no_group:
            arguments.append(builder.integer_constant(32, 0))
        new = builder.call_function(state.declared(name, type), arguments)
        builder.finish(new, new)

    return upgrade


def _with_brain_floats(state: Upgrading, old: Function) -> CallUpgrade | None:
    """Operands and results that were integers are bfloat."""
    name = old.name
    type = state.signature_type(name, [])
    if type is None or type is old.function_type or scalar_bits(type.return_type) != 16:
        return None

    def upgrade(call: CallBase) -> None:
        builder = CallBuilder(state, call)
        arguments = [
            builder.bitcast(argument, parameter) for argument, parameter in zip(builder.arguments, type.parameters, strict=True)
        ]
        made = builder.call_intrinsic(name.removeprefix("llvm."), arguments, type.return_type)
        builder.finish(builder.bitcast(made, builder.type))

    return upgrade

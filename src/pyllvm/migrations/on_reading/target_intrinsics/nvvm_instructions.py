"""NVVM's intrinsics that became instructions, or got other operands."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.constants import null_value
from pyllvm.ir.folding.constant_parts import scalar_bits
from pyllvm.ir.function import Function
from pyllvm.ir.instructions import CallBase, CallInst
from pyllvm.ir.intrinsics.signatures import signature
from pyllvm.ir.metadata import Attachment, MDTuple
from pyllvm.ir.types import INTEGER, IntegerType, PointerType, Type
from pyllvm.ir.value import Value
from pyllvm.migrations.on_reading.call_builder import CallBuilder, Maker, constant_number, is_floating, rebuilding
from pyllvm.migrations.on_reading.intrinsic_calls import CallUpgrade, Upgrading, rename_callee
from pyllvm.tables.atomics import MONOTONIC, SEQUENTIALLY_CONSISTENT
from pyllvm.tables.intrinsic_names import NVVM_PREFIX, PREFIX
from pyllvm.tables.intrinsics import is_intrinsic
from pyllvm.tables.opcodes import ADDRSPACECAST, ZEXT
from pyllvm.tables.reading_versions import CLUSTER_POINTERS_SINCE, DEVICE_ATOMICS_SINCE, NVVM_MODES_ARE_OPERANDS_SINCE

# --- Intrinsics of NVPTX that became plain instructions, or newer intrinsics (AutoUpgrade's upgradeNVVMIntrinsicCall).
#
# A row is for a name without `llvm.nvvm.`; what the LLVM that reads still has stays as it is.

_SHARED_BY_CLUSTER: Final = 7

_FIRST_BARRIER: Final = "barrier0"
# name: the intrinsic that waits, with 0 for the first barrier, whatever the call has
_BARRIERS: Final[dict[str, str]] = {
    _FIRST_BARRIER: "barrier.cta.sync.aligned.all",
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
    """A barrier for all threads of a block.

    LLVM 20: call void @llvm.nvvm.bar.sync(i32 1)
    LLVM 21: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 1)
    """
    arguments: list[Value] = [builder.integer_constant(32, 0)] if name == _FIRST_BARRIER else builder.arguments
    builder.call_intrinsic("nvvm." + _BARRIERS[name], arguments, builder.context.void)


def _reduction(builder: CallBuilder, name: str) -> Value:
    """A barrier that reduces a condition, which was a number.

    LLVM 21: %r = call i32 @llvm.nvvm.barrier0.popc(i32 %a)
    LLVM 22:
        %1 = icmp ne i32 %a, 0
        %2 = call i32 @llvm.nvvm.barrier.cta.red.popc.aligned.all(i32 0, i1 %1)
    """
    intrinsic, width = _REDUCTIONS[name]
    is_set = builder.compare("ne", builder.arguments[0], builder.integer_constant(32, 0))
    made = builder.call_intrinsic("nvvm." + intrinsic, [builder.integer_constant(32, 0), is_set], builder.integer(width))
    return builder.cast(ZEXT, made, builder.type)


def _overloaded(builder: CallBuilder, name: str) -> Value:
    value = builder.arguments[0]
    intrinsic = "nvvm." + _OVERLOADED[name]
    if not name.startswith("abs."):
        return builder.call_intrinsic(intrinsic, [value], value.type)
    # bfloat was an integer of 16 bits, and two of them one of 32.
    type = _brain_floats(builder, value.type) if isinstance(value.type, IntegerType) else value.type
    made = builder.call_intrinsic(intrinsic, [builder.bitcast(value, type)], type)
    return builder.bitcast(made, builder.type)


def _brain_floats(builder: CallBuilder, type: IntegerType) -> Type:
    number = builder.context.floating_point("bfloat")
    return number if type.width == 16 else builder.context.vector(number, 2)


def _rotation(builder: CallBuilder, name: str) -> Value:
    """A funnel shift of a number with itself.

    LLVM 19: %r = call i32 @llvm.nvvm.rotate.b32(i32 %a, i32 %b)
    LLVM 20: %1 = call i32 @llvm.fshl.i32(i32 %a, i32 %a, i32 %b)
    """
    value, distance = builder.arguments[0], builder.arguments[1]
    distance = builder.integer_cast(distance, value.type)
    return builder.call_intrinsic(_ROTATIONS[name], [value, value, distance], value.type)


def _halves_swapped(builder: CallBuilder, name: str) -> Value:
    """A rotation by half of the width.

    LLVM 20: %r = call i64 @llvm.nvvm.swap.lo.hi.b64(i64 %a)
    LLVM 21: %1 = call i64 @llvm.fshl.i64(i64 %a, i64 %a, i64 32)
    """
    value = builder.arguments[0]
    return builder.call_intrinsic("fshl", [value, value, builder.integer_constant(64, 32)], value.type)


def _bitcast(builder: CallBuilder, name: str) -> Value:
    """A bitcast.

    LLVM 20: %r = call i32 @llvm.nvvm.bitcast.f2i(float %a)
    LLVM 21: %1 = bitcast float %a to i32
    """
    return builder.bitcast(builder.arguments[0], builder.type)


def _address_space(builder: CallBuilder, name: str) -> Value:
    """A cast between address spaces.

    LLVM 20: %r = call ptr @llvm.nvvm.ptr.global.to.gen.p0.p1(ptr addrspace(1) %p)
    LLVM 21: %1 = addrspacecast ptr addrspace(1) %p to ptr
    """
    return builder.cast(ADDRSPACECAST, builder.arguments[0], builder.type)


def _invariant_load(builder: CallBuilder, name: str) -> Value:
    """A load that may be reordered with stores.

    LLVM 20: %r = call i32 @llvm.nvvm.ldg.global.i.i32.p1(ptr addrspace(1) %p, i32 4)
    LLVM 21:
        %1 = load i32, ptr addrspace(1) %p, align 4, !invariant.load !0
        !0 = !{}
    """
    pointer, alignment = builder.arguments[0], constant_number(builder.arguments[1])
    pointer = builder.cast(ADDRSPACECAST, pointer, builder.context.pointer(_GLOBAL_SPACE))
    # LLVM keeps the logarithm, so that 7 is 4. Zero is 1, not the alignment of the type.
    made = builder.load(builder.type, pointer, 1 << max(alignment.bit_length() - 1, 0))
    made.attachments = [Attachment("invariant.load", MDTuple.get(builder.context, []))]
    return made


def _atomic(builder: CallBuilder, name: str) -> Value:
    """An atomic operation.

    LLVM 20: %r = call i32 @llvm.nvvm.atomic.load.inc.32.p0(ptr %p, i32 %a)
    LLVM 21: %1 = atomicrmw uinc_wrap ptr %p, i32 %a seq_cst, align 4
    """
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
        builder.finish(builder.cast(ADDRSPACECAST, new, returned), new)

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
        arguments[0] = builder.cast(ADDRSPACECAST, arguments[0], parameters[0])
        if has_no_group:
            arguments.append(builder.integer_constant(32, 0))
        new = builder.call_function(state.declared(name, type), arguments)
        builder.finish(new, new)

    return upgrade


def _with_brain_floats(state: Upgrading, old: Function) -> CallUpgrade | None:
    """Operands and results that were integers are bfloat."""
    name = old.name
    type = state.signature_type(name, [])
    if type is None or is_floating(old.function_type.return_type) or scalar_bits(type.return_type) != 16:
        return None

    def upgrade(call: CallBase) -> None:
        builder = CallBuilder(state, call)
        # Other types are left for the verifier.
        arguments = [
            builder.bitcast(argument, parameter) if argument.type.kind == INTEGER else argument
            for argument, parameter in zip(builder.arguments, type.parameters, strict=True)
        ]
        made = builder.call_intrinsic(name.removeprefix(PREFIX), arguments, type.return_type)
        builder.finish(builder.bitcast(made, builder.type) if builder.type.kind == INTEGER else made)

    return upgrade


# --- LLVM 24: intrinsics of NVPTX got operands for what their names said, such as the rounding, and for modes that are new.

# The word for a rounding: the operand.
_ROUNDINGS: Final[dict[str, int]] = {"rz": 0, "rn": 1, "rp": 2, "rm": 3}
# The words of rounded operations: the intrinsic.
_ROUNDED: Final[dict[str, str]] = {"add": "fadd", "mul": "fmul"}
_MODIFIERS: Final = ("ftz", "sat")
# The type at the end of a name of a high half of a product: the general intrinsic.
_HIGH_HALVES: Final[dict[str, str]] = {
    "s": "smulh", "i": "smulh", "ll": "smulh", "us": "umulh", "ui": "umulh", "ull": "umulh",
}  # fmt: skip
# The word for a reduction of a tensor: the operand.
_NUMBERS: Final[dict[str, int]] = {"add": 0, "min": 1, "max": 2, "inc": 3, "dec": 4, "and": 5, "or": 6, "xor": 7}
_REDUCTION: Final = "cp.async.bulk.tensor.reduce."
# The intrinsics for shared memory that gave way to overloaded ones, which are called without a change.
_SHARED: Final = ("tcgen05.commit.shared.", "tcgen05.commit.mc.shared.", "st.bulk.shared.cta")
_COPY_TO_BLOCK: Final = "cp.async.bulk.global.to.shared.cta"
# The operands of a copy that are in front of those for the bytes to leave out.
_BEFORE_IGNORED_BYTES: Final = 4
# How names begin that got operands at the end: their widths, and whether the new call keeps what the old one had.
_ADDED: Final[tuple[tuple[str, int, bool], ...]] = (
    ("bf16x2.to.", 1, True),
    ("f16x2.to.", 1, True),
    ("f2bf16.", 1, True),
    ("f2f16.", 1, True),
    ("ff.to.", 1, True),
    ("ff2bf16x2.", 1, True),
    ("ff2f16x2.", 1, True),
    ("tcgen05.mma.", 32, True),
    ("tcgen05.alloc.", 1, False),
    ("tcgen05.dealloc.", 1, False),
    ("mbarrier.init", 32, False),
    ("cp.async.bulk.tensor.g2s.", 32, False),
    ("cp.async.bulk.global.to.shared.cluster", 32, False),
)


def nvvm_operand_upgrade(state: Upgrading, old: Function) -> CallUpgrade | None:
    """How calls change of an intrinsic of NVPTX that got operands; None where they stay."""
    if state.version < NVVM_MODES_ARE_OPERANDS_SINCE:
        return None
    name = old.name.removeprefix(NVVM_PREFIX)
    if name == _COPY_TO_BLOCK:
        return _copy_to_block(state, old)
    for prefix, width, keeps in _ADDED:
        if name.startswith(prefix):
            return _with_operand(state, old, width, keeps)
    if is_intrinsic(old.name, state.version) or not is_intrinsic(old.name, state.version - 1):
        return None
    if name.startswith(_REDUCTION):
        return rebuilding(state, _numbered_reduction, name)
    if name.startswith(_SHARED):
        return _for_any_memory(state, old, name)
    words = name.split(".")
    if words[0] == "mulhi":
        return rename_callee(state, state.intrinsic(f"llvm.{_HIGH_HALVES[words[1]]}", [old.function_type.return_type]))
    return rebuilding(state, _rounded, name) if words[0] in _ROUNDED else None


def _rounded(builder: CallBuilder, name: str) -> Value:
    """One intrinsic for all roundings, which is an operand.

    LLVM 23: %r = call float @llvm.nvvm.add.rn.f(float %a, float %b)
    LLVM 24: %1 = call float @llvm.nvvm.fadd.f32(float %a, float %b, /* rnd=rn */ i32 1)
    """
    word, rounding, *others = name.split(".")
    intrinsic = ".".join(["nvvm", _ROUNDED[word], *[word for word in others if word in _MODIFIERS]])
    operand = builder.integer_constant(32, _ROUNDINGS[rounding])
    return builder.call_intrinsic(intrinsic, [*builder.arguments, operand], builder.type)


def _numbered_reduction(builder: CallBuilder, name: str) -> None:
    word, _, shape = name.removeprefix(_REDUCTION).partition(".")
    operand = builder.integer_constant(32, _NUMBERS[word])
    *arguments, has_hint = builder.arguments
    builder.call_intrinsic(f"nvvm.{_REDUCTION}{shape}", [*arguments, operand, has_hint], builder.context.void)


def _for_any_memory(state: Upgrading, old: Function, name: str) -> CallUpgrade | None:
    general = name.replace(".shared.cta", "").replace(".shared", "")
    known = signature(NVVM_PREFIX + general, state.version)
    count = 0 if known is None else known.overload_count
    return rename_callee(state, state.intrinsic(NVVM_PREFIX + general, list(old.function_type.parameters[:count])))


def _copy_to_block(state: Upgrading, old: Function) -> CallUpgrade | None:
    """A copy got the numbers of bytes to leave out at both ends, a flag that says whether they count, and a pattern."""
    made = _intrinsic_with_more_operands(state, old, old.name, 4)
    if made is None:
        return None

    def upgrade(call: CallBase) -> None:
        builder = CallBuilder(state, call)
        zero = builder.integer_constant(32, 0)
        arguments = builder.arguments
        arguments[_BEFORE_IGNORED_BYTES:_BEFORE_IGNORED_BYTES] = [zero, zero]
        builder.call_function(made, [*arguments, builder.integer_constant(1, 0), zero])
        builder.finish(None)

    return upgrade


def _with_operand(state: Upgrading, old: Function, width: int, keeps: bool) -> CallUpgrade | None:
    """A last operand is 0. With `keeps`, the new call is a tail call if the old one is, and has its attachments."""
    name = old.name.replace(".shared", "") if ".alloc.shared." in old.name or old.name.endswith(".init.shared") else old.name
    type: Type = state.module.context.integer(width)
    made = _intrinsic_with_more_operands(state, old, name, 1)
    if made is None or made.function_type.parameters[-1] is not type:
        return None

    def upgrade(call: CallBase) -> None:
        builder = CallBuilder(state, call)
        new = builder.call_function(made, [*builder.arguments, null_value(type)])
        if keeps:
            new.attachments = call.attachments
            if isinstance(call, CallInst):
                new.tail_kind = call.tail_kind
        returns = bool(call.type.is_first_class)
        builder.finish(new if returns else None, new if returns else None)

    return upgrade


def _intrinsic_with_more_operands(state: Upgrading, old: Function, name: str, count: int) -> Function | None:
    """The intrinsic with this name if it has so many operands more than the old declaration."""
    known = signature(name, state.version)
    parameters = old.function_type.parameters
    if known is None or len(known.parameters) != len(parameters) + count:
        return None
    types: list[Type] = []
    if known.is_overloaded:
        place = next(number for number, text in enumerate(known.parameters) if text.endswith("$0"))
        types.append(parameters[place])
    return state.intrinsic(name, types)

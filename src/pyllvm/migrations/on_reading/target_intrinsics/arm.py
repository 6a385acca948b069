"""Intrinsics of ARM and AArch64 that gave way to general ones, got other types, or return structs instead of long vectors.

Source: AutoUpgrade's upgradeArmOrAarch64IntrinsicFunction, upgradeARMIntrinsicCall, and the end of UpgradeIntrinsicCall.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from pyllvm.ir.constants import POISON, ConstantInt, SimpleConstant, null_value
from pyllvm.ir.folding.constant_parts import scalar_bits
from pyllvm.ir.function import Function
from pyllvm.ir.instructions import CallBase
from pyllvm.ir.intrinsics.overloaded_names import overloaded_name
from pyllvm.ir.intrinsics.signatures import signature
from pyllvm.ir.types import Type, VectorType
from pyllvm.ir.value import Value
from pyllvm.migrations.on_reading.call_builder import (
    CallBuilder,
    argument_and_false,
    constant_number,
    is_floating,
    rebuilt,
    vector_bits,
)
from pyllvm.migrations.on_reading.intrinsic_calls import CallUpgrade, Upgrading, declared_intrinsic, rename_callee
from pyllvm.tables.intrinsic_names import PREFIX
from pyllvm.tables.intrinsics import is_intrinsic
from pyllvm.tables.opcodes import FPTRUNC
from pyllvm.tables.reading_versions import FLOAT_REDUCTION_SINCE, LANES_OF_32_BITS_SINCE, SHORT_PREDICATES_SINCE

_SVE_TUPLES: Final = re.compile(r"(ld|tuple\.create)([234])(\.nxv[a-z0-9]+|$)")
_STORES: Final = re.compile(r"neon\.vst([1234]|[234]lane)\.v[a-z0-9]*")
_PREDICATED: Final = re.compile(
    r"mve\.(mull\.int|vqdmull)\.predicated\.v2i64\.v4i32\.v4i1"
    r"|mve\.(vldr\.gather|vstr\.scatter)\.base\.(wb\.)?predicated\.v2i64\.v2i64\.v4i1"
    r"|mve\.vldr\.gather\.offset\.predicated\.v2i64\.p0(i64)?\.v2i64\.v4i1"
    r"|mve\.vstr\.scatter\.offset\.predicated\.p0(i64)?\.v2i64\.v2i64\.v4i1"
    r"|cde\.vcx[123]qa?\.predicated\.v2i64\.v4i1"
)

# how names begin: the general intrinsic of the same operands, of which calls are made anew
_REBUILT: Final[tuple[tuple[str, str], ...]] = (
    ("arm.rbit", "bitreverse"),
    ("arm.neon.vcnt.", "ctpop"),
    ("aarch64.rbit", "bitreverse"),
    ("aarch64.neon.rbit", "bitreverse"),
)
# likewise, where calls only get a new callee
_RENAMED: Final[tuple[tuple[str, str], ...]] = (
    ("arm.neon.vqadds.", "sadd.sat"),
    ("arm.neon.vqaddu.", "uadd.sat"),
    ("arm.neon.vqsubs.", "ssub.sat"),
    ("arm.neon.vqsubu.", "usub.sat"),
    ("arm.neon.vrinta.", "round"),
    ("arm.neon.vrintm.", "floor"),
    ("arm.neon.vrintn.", "roundeven"),
    ("arm.neon.vrintp.", "ceil"),
    ("arm.neon.vrintx.", "rint"),
    ("arm.neon.vrintz.", "trunc"),
    ("aarch64.neon.frintn", "roundeven"),
    ("aarch64.sve.rev.nxv", "vector.reverse"),
)
_OLD_BRAIN_FLOAT_PRODUCTS: Final = ("bfdot.v2f32.v8i8", "bfdot.v4f32.v16i8")
_OLD_BRAIN_FLOAT_MATRICES: Final = ("bfmmla.v4f32.v16i8", "bfmlalb.v4f32.v16i8", "bfmlalt.v4f32.v16i8")
_LANES: Final = ("sve.bfdot.lane", "sve.bfmlalb.lane", "sve.bfmlalt.lane")


def arm_upgrade(state: Upgrading, old: Function) -> CallUpgrade | None:
    """How calls of an intrinsic of ARM or AArch64 change; None where they stay."""
    name = old.name.removeprefix(PREFIX)
    target, _, rest = name.partition(".")
    type = old.function_type
    first = type.parameters[0] if type.parameters else None
    if rest == "thread.pointer":
        return rebuilt(state, state.intrinsic("llvm.thread.pointer", _pointer_types(state, type.return_type)))
    if not is_intrinsic(old.name, state.version) and first is not None:
        for prefix, general in _REBUILT:
            if name.startswith(prefix):
                return rebuilt(state, state.intrinsic("llvm." + general, [first]))
        for prefix, general in _RENAMED:
            if name.startswith(prefix):
                return rename_callee(state, state.intrinsic("llvm." + general, [first]))
    if rest.startswith("neon."):
        return _neon_upgrade(state, old, target, rest.removeprefix("neon."))
    if target == "arm" and state.version >= SHORT_PREDICATES_SINCE:
        return _mve_upgrade(state, old, rest)
    if target == "aarch64" and rest.startswith("sve."):
        return _sve_upgrade(state, old, rest)
    return None


def _pointer_types(state: Upgrading, type: Type) -> list[Type]:
    known = signature("llvm.thread.pointer", state.version)
    return [type] if known is not None and known.is_overloaded else []


def _is_vector_of(type: Type, count: int) -> bool:
    return isinstance(type, VectorType) and type.count == count


# --- NEON ----------------------------------------------------------------------------------------------------------


def _neon_upgrade(state: Upgrading, old: Function, target: str, name: str) -> CallUpgrade | None:
    """NEON's intrinsics that are general ones now.

    LLVM 12: %r = call float @llvm.aarch64.neon.frintn.f32(float %a)
    LLVM 13: %r = call float @llvm.roundeven.f32(float %a)
    """
    type = old.function_type
    parameters = type.parameters
    context = state.module.context
    if name in _OLD_BRAIN_FLOAT_PRODUCTS:
        narrow = context.vector(context.floating_point("bfloat"), vector_bits(type.return_type) // 16)
        product = state.intrinsic(f"llvm.{target}.neon.bfdot", [type.return_type, narrow])
        return rebuilt(state, product, _with_brain_floats)
    if name in _OLD_BRAIN_FLOAT_MATRICES:
        return rebuilt(state, state.intrinsic(f"llvm.{target}.neon.{name.partition('.')[0]}", []), _with_brain_floats)
    if target == "arm":
        if name.startswith("vclz."):
            return rebuilt(state, state.intrinsic("llvm.ctlz", parameters[:1]), argument_and_false)
        if _STORES.fullmatch("neon." + name):
            base = f"llvm.arm.neon.{name.partition('.')[0]}"
            return rebuilt(state, state.intrinsic(base, parameters[:2]))
        return None
    if name.startswith("addp") and len(parameters) == 2 and is_floating(type.return_type):
        return rename_callee(state, state.intrinsic("llvm.aarch64.neon.faddp", [type.return_type]))
    if name.startswith("bfcvt") and not is_intrinsic(old.name, state.version):
        return _BrainFloats(state, name).upgrade
    return None


def _with_brain_floats(builder: CallBuilder) -> list[Value]:
    arguments = builder.arguments
    bits = vector_bits(arguments[1].type)
    type = builder.context.vector(builder.context.floating_point("bfloat"), bits // 16)
    return [arguments[0], builder.bitcast(arguments[1], type), builder.bitcast(arguments[2], type)]


class _BrainFloats:
    """`bfcvt` and its like became `fptrunc`."""

    def __init__(self, state: Upgrading, name: str) -> None:
        self.state: Final = state
        self.name: Final = name

    def upgrade(self, call: CallBase) -> None:
        builder = CallBuilder(self.state, call)
        number = builder.context.floating_point("bfloat")
        if self.name == "bfcvt":
            builder.finish(builder.cast(FPTRUNC, builder.arguments[0], number))
            return
        half = builder.context.vector(number, 4)
        low: Value
        if self.name.startswith("bfcvtn2"):
            low = builder.shuffle(builder.arguments[0], None, list(range(4)))
            high = builder.cast(FPTRUNC, builder.arguments[1], half)
        else:
            low = builder.cast(FPTRUNC, builder.arguments[0], half)
            high = null_value(half)
        builder.finish(builder.shuffle(low, high, list(range(8))))


# --- MVE -----------------------------------------------------------------------------------------------------------


def _mve_upgrade(state: Upgrading, old: Function, name: str) -> CallUpgrade | None:
    if name == "mve.vctp64" and _is_vector_of(old.function_type.return_type, 4):
        return _Predicates(state, name).count
    if _PREDICATED.fullmatch(name):
        return _Predicates(state, name).predicated
    return None


class _Predicates:
    """Intrinsics whose predicates were <4 x i1> for two elements."""

    def __init__(self, state: Upgrading, name: str) -> None:
        self.state: Final = state
        self.name: Final = name

    def _cast(self, builder: CallBuilder, value: Value, type: Type) -> Value:
        """A predicate of another length, by way of an integer."""
        bits = builder.call_intrinsic("arm.mve.pred.v2i", [value], builder.integer(32))
        return builder.call_intrinsic("arm.mve.pred.i2v", [bits], type)

    def count(self, call: CallBase) -> None:
        builder = CallBuilder(self.state, call)
        short = builder.context.vector(builder.integer(1), 2)
        made = builder.call_intrinsic("arm.mve.vctp64", [builder.arguments[0]], short, call.name)
        builder.finish(self._cast(builder, made, builder.type))

    def predicated(self, call: CallBase) -> None:
        builder = CallBuilder(self.state, call)
        short = builder.context.vector(builder.integer(1), 2)
        arguments: list[Value] = []
        for argument in builder.arguments:
            if scalar_bits(argument.type) == 1:
                argument = self._cast(builder, argument, short)
            arguments.append(argument)
        known = signature("llvm.arm." + self.name, self.state.version)
        base = self.name if known is None else known.name.removeprefix("llvm.arm.")
        builder.finish(builder.call_intrinsic("arm." + base, arguments, builder.type, call.name))


# --- SVE -----------------------------------------------------------------------------------------------------------


def _sve_upgrade(state: Upgrading, old: Function, name: str) -> CallUpgrade | None:
    """SVE's intrinsics that are general ones now.

    LLVM 15: %r = call <vscale x 16 x i8> @llvm.aarch64.sve.tuple.get.nxv16i8.nxv32i8(<vscale x 32 x i8> %a, i32 1)
    LLVM 16: %r = call <vscale x 16 x i8> @llvm.vector.extract.nxv16i8.nxv32i8(<vscale x 32 x i8> %a, i64 16)
    """
    type = old.function_type
    parameters, returned = type.parameters, type.return_type
    if name.startswith("sve.addqv") and is_floating(returned) and state.version >= FLOAT_REDUCTION_SINCE:
        return rename_callee(state, state.intrinsic("llvm.aarch64.sve.faddqv", [returned, parameters[1]]))
    if name in ("sve.fcvt.bf16f32", "sve.fcvtnt.bf16f32") and state.signature_type(f"{old.name}.v2", []) is not None:
        return _Tuples(state, 0).with_short_predicate
    if is_intrinsic(old.name, state.version):
        return None
    if name in _LANES and state.version >= LANES_OF_32_BITS_SINCE:
        return rebuilt(state, state.intrinsic(f"{old.name}.v2", []), _with_short_lane)
    found = _SVE_TUPLES.match(name.removeprefix("sve."))
    if found is not None and isinstance(returned, VectorType) and isinstance(parameters[0], VectorType):
        count = int(found[2])
        if found[1] == "ld":
            state.intrinsic(f"llvm.aarch64.sve.ld{count}.sret", [_loaded_part(returned, parameters[0])])
            return _Tuples(state, count).load
        state.intrinsic("llvm.vector.insert", [returned, parameters[1]])
        return _Tuples(state, count).create
    if name.startswith("sve.tuple.get"):
        return rebuilt(state, state.intrinsic("llvm.vector.extract", [returned, parameters[0]]), _part_to_get)
    if name.startswith("sve.tuple.set"):
        return rebuilt(state, _insertion(state, parameters), _part_to_set)
    return None


def _loaded_part(whole: VectorType, predicate: VectorType) -> VectorType:
    """One of the vectors that a load takes: it has an element for each of the predicate."""
    return whole.context.vector(whole.element, predicate.count, predicate.is_scalable)


def _insertion(state: Upgrading, parameters: list[Type]) -> Function | None:
    """The intrinsic that `tuple.set` became. LLVM declares it with one type too many in its name, and renames it later."""
    type = state.signature_type("llvm.vector.insert", [parameters[0], parameters[2]])
    name = overloaded_name("llvm.vector.insert", [parameters[0], parameters[2], parameters[1]])
    return None if type is None or name is None else declared_intrinsic(state.module, name, type, state.version)


def _with_short_lane(builder: CallBuilder) -> list[Value]:
    arguments = builder.arguments
    return [*arguments[:3], builder.integer_constant(32, constant_number(arguments[3]))]


def _index_of_part(builder: CallBuilder, number: Value, part: Type) -> ConstantInt:
    assert isinstance(part, VectorType)
    # LLVM computes with 32 bits.
    return builder.integer_constant(64, constant_number(number) * part.count & 0xFFFF_FFFF)


def _part_to_get(builder: CallBuilder) -> list[Value]:
    whole, number = builder.arguments[0], builder.arguments[1]
    return [whole, _index_of_part(builder, number, builder.type)]


def _part_to_set(builder: CallBuilder) -> list[Value]:
    whole, number, part = builder.arguments[:3]
    return [whole, part, _index_of_part(builder, number, part.type)]


class _Tuples:
    """Long vectors that older intrinsics used in place of `count` short ones."""

    def __init__(self, state: Upgrading, count: int) -> None:
        self.state: Final = state
        self.count: Final = count

    def _joined(self, builder: CallBuilder, parts: Iterable[Value]) -> Value:
        """The parts one behind the other."""
        whole: Value = SimpleConstant.get(builder.type, POISON)
        assert isinstance(builder.type, VectorType)
        size = builder.type.count // self.count
        for number, part in enumerate(parts):
            at = builder.integer_constant(64, number * size)
            whole = builder.call_intrinsic("vector.insert", [whole, part, at], builder.type)
        return whole

    def load(self, call: CallBase) -> None:
        builder = CallBuilder(self.state, call)
        predicate = builder.arguments[0].type
        assert isinstance(builder.type, VectorType) and isinstance(predicate, VectorType)
        struct = builder.context.literal_struct([_loaded_part(builder.type, predicate)] * self.count)
        loaded = builder.call_intrinsic(f"aarch64.sve.ld{self.count}.sret", builder.arguments, struct)
        whole = self._joined(builder, (builder.extract_value(loaded, number) for number in range(self.count)))
        builder.finish(whole, whole)

    def create(self, call: CallBase) -> None:
        builder = CallBuilder(self.state, call)
        whole = self._joined(builder, builder.arguments[: self.count])
        builder.finish(whole, whole)

    def with_short_predicate(self, call: CallBase) -> None:
        """`fcvt.bf16f32`: a predicate of half as many bits."""
        builder = CallBuilder(self.state, call)
        one, predicate, source = builder.arguments[:3]
        bit = builder.integer(1)
        every = builder.call_intrinsic("aarch64.sve.convert.to.svbool", [predicate], builder.context.vector(bit, 16, True))
        half = builder.call_intrinsic("aarch64.sve.convert.from.svbool", [every], builder.context.vector(bit, 4, True))
        called = call.callee.name.removeprefix(PREFIX) + ".v2"
        builder.finish(builder.call_intrinsic(called, [one, half, source], builder.type, call.name))

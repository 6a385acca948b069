"""NVIDIA GPUs: intrinsics that became general ones, and `!nvvm.annotations`, which became attributes."""

from __future__ import annotations

from typing import Final, final

from pyllvm.ir.attributes import Attribute, AttributeList, AttributeSet
from pyllvm.ir.constants import ConstantInt, null_value
from pyllvm.ir.function import Function
from pyllvm.ir.global_values import GlobalValue
from pyllvm.ir.metadata import MDNode, MDString, MDTuple, ValueAsMetadata
from pyllvm.ir.module import Module
from pyllvm.ir.value import Value
from pyllvm.migrations.on_reading.call_builder import CallBuilder, argument_and_false, rebuilding, rebuilt
from pyllvm.migrations.on_reading.intrinsic_calls import CallUpgrade, Upgrading, rename_callee
from pyllvm.migrations.on_reading.intrinsic_rules import from_half
from pyllvm.tables.calling_conventions import NUMBER_OF_WORD
from pyllvm.tables.flags import APPROXIMATE_FUNCTIONS
from pyllvm.tables.intrinsic_names import NVVM_PREFIX
from pyllvm.tables.intrinsics import is_intrinsic
from pyllvm.tables.opcodes import SUB, TRUNC
from pyllvm.tables.reading_versions import (
    APPROXIMATE_TANH_SINCE,
    GENERAL_ABSOLUTES_SINCE,
    GENERAL_LIMITS_SINCE,
    SHORT_LIMITS_SINCE,
)

# --- Intrinsics of NVPTX that gave way to general ones, or to instructions (AutoUpgrade's upgradeIntrinsicCall).

# old name: the intrinsic that does the same
_SAME: Final = {"brev32": "bitreverse", "brev64": "bitreverse", "popc.i": "ctpop"}
_LEADING_ZEROS: Final = "clz.i"
_HALF_CONVERSION: Final = "llvm.convert.from.fp16."
_ABSOLUTE: Final = ("abs.i", "abs.ll")
_LIMITS: Final = ("s", "i", "ll", "us", "ui", "ull")
_TANH: Final = "tanh.approx.f32"


def nvvm_upgrade(state: Upgrading, old: Function) -> CallUpgrade | None:
    """How calls of an intrinsic of NVPTX change; None where they stay."""
    name = old.name.removeprefix(NVVM_PREFIX)
    type = old.function_type
    if len(type.parameters) == 1:
        general = _SAME.get(name)
        if general is not None:
            return rebuilt(state, state.intrinsic(f"llvm.{general}", [type.return_type]))
        if name == _LEADING_ZEROS:
            return rebuilt(state, state.intrinsic("llvm.ctlz", [type.return_type]), argument_and_false)
    if name == "clz.ll":
        return rebuilding(state, _leading_zeros, name)
    if name == "popc.ll":
        return rebuilding(state, _population, name)
    if name == "h2f":
        # Where the general intrinsic is gone, its upgrade is this one's.
        return rebuilding(state, _from_half, name) if is_intrinsic(_HALF_CONVERSION, state.version) else from_half(state, old)
    if name in _ABSOLUTE:
        return rebuilding(state, _absolute, name)
    if name == _TANH and state.version >= APPROXIMATE_TANH_SINCE:
        return rebuilding(state, _tanh, name)
    word, _, kind = name.partition(".")
    if word in ("max", "min") and kind in _LIMITS and (state.version >= SHORT_LIMITS_SINCE or "s" not in kind):
        if state.version >= GENERAL_LIMITS_SINCE:
            sign = "u" if kind.startswith("u") else "s"
            return rename_callee(state, state.intrinsic(f"llvm.{sign}{word}", [type.return_type]))
        return rebuilding(state, _limit, name)
    return None


def _leading_zeros(builder: CallBuilder, name: str) -> Value:
    """The general count of leading zeros.

    LLVM 7: %r = call i32 @llvm.nvvm.clz.i(i32 %a)
    LLVM 14: %r = call i32 @llvm.ctlz.i32(i32 %a, i1 false)
    """
    value = builder.arguments[0]
    counted = builder.call_intrinsic("ctlz", [value, builder.integer_constant(1, 0)], value.type, "ctlz")
    return builder.cast(TRUNC, counted, builder.integer(32), "ctlz.trunc")


def _population(builder: CallBuilder, name: str) -> Value:
    """The general count of bits; the result has 32 of them.

    LLVM 7: %r = call i32 @llvm.nvvm.popc.ll(i64 %a)
    LLVM 14:
        %ctpop = call i64 @llvm.ctpop.i64(i64 %a)
        %ctpop.trunc = trunc i64 %ctpop to i32
    """
    value = builder.arguments[0]
    counted = builder.call_intrinsic("ctpop", [value], value.type, "ctpop")
    return builder.cast(TRUNC, counted, builder.integer(32), "ctpop.trunc")


def _from_half(builder: CallBuilder, name: str) -> Value:
    """The general conversion of a half that an i16 holds.

    LLVM 7: %r = call float @llvm.nvvm.h2f(i16 %a)
    LLVM 14: %h2f = call float @llvm.convert.from.fp16.f32(i16 %a)
    """
    number = builder.context.floating_point("float")
    return builder.call_intrinsic("convert.from.fp16", builder.arguments[:1], number, "h2f")


def _absolute(builder: CallBuilder, name: str) -> Value:
    """A number or its negative, by its sign.

    LLVM 7: %r = call i32 @llvm.nvvm.abs.i(i32 %a)
    LLVM 14:
        %neg = sub i32 0, %a
        %abs.cond = icmp sge i32 %a, 0
        %abs = select i1 %abs.cond, i32 %a, i32 %neg
    """
    value = builder.arguments[0]
    if builder.version >= GENERAL_ABSOLUTES_SINCE:
        return builder.call_intrinsic("abs", [value, builder.integer_constant(1, 1)], value.type, "abs")
    zero = null_value(value.type)
    negative = builder.binary(SUB, zero, value, "neg")
    return builder.select(builder.compare("sge", value, zero, "abs.cond"), value, negative, "abs")


def _limit(builder: CallBuilder, name: str) -> Value:
    """The smaller or the larger of two numbers.

    LLVM 7: %r = call i32 @llvm.nvvm.max.ui(i32 %a, i32 %b)
    LLVM 14:
        %max.cond = icmp uge i32 %a, %b
        %max = select i1 %max.cond, i32 %a, i32 %b
    """
    word, _, kind = name.partition(".")
    left, right = builder.arguments[0], builder.arguments[1]
    predicate = ("u" if kind.startswith("u") else "s") + ("ge" if word == "max" else "le")
    return builder.select(builder.compare(predicate, left, right, word + ".cond"), left, right, word)


def _tanh(builder: CallBuilder, name: str) -> Value:
    value = builder.arguments[0]
    made = builder.call_intrinsic("tanh", [value], value.type)
    made.flags |= APPROXIMATE_FUNCTIONS
    return made


# --- LLVM 21: calling conventions and attributes say what `nvvm.annotations` said of functions.
#
# Source: AutoUpgrade's UpgradeNVVMAnnotations. A node is a function, and then pairs of a key and a value; pairs that are not
# known stay, and so do their nodes.

ANNOTATIONS_SINCE: Final = 21
_ANNOTATIONS: Final = "nvvm.annotations"
_GRID_CONSTANTS_SINCE: Final = 22

# key: the attribute of the function with the number as its value
_NUMBERS: Final[dict[str, str]] = {
    "maxclusterrank": "nvvm.maxclusterrank",
    "cluster_max_blocks": "nvvm.maxclusterrank",
    "minctasm": "nvvm.minctasm",
    "maxnreg": "nvvm.maxnreg",
}
# what keys begin with, and `x`, `y` or `z` follows: the attribute with up to three numbers
_DIMENSIONS: Final[dict[str, str]] = {"maxntid": "nvvm.maxntid", "reqntid": "nvvm.reqntid", "cluster_dim_": "nvvm.cluster_dim"}
_AXES: Final = "xyz"
# `align` has the number of the parameter, from 1 on, above the alignment.
_ALIGNMENT_BITS: Final = 16
# The place of the function's own attributes, beside the places of the result (0) and of parameters (from 1 on).
_OWN: Final = -1


@final
class _Changes:
    """The attributes that functions get. Each function gets its new list once, after the last annotation."""

    def __init__(self) -> None:
        self._places: dict[Function, dict[int, AttributeSet]] = {}

    def attributes(self, function: Function, place: int) -> AttributeSet:
        """The attributes of the function itself, the result (0) or a parameter (from 1 on)."""
        found = self._places.get(function, {}).get(place)
        if found is not None:
            return found
        attributes = function.attributes or AttributeList()
        if place == _OWN:
            return attributes.function
        return attributes.parameter(place - 1) if place else attributes.returned

    def add(self, function: Function, place: int, attribute: Attribute) -> None:
        """Give the function itself, the result (0) or a parameter (from 1 on) an attribute."""
        self._places.setdefault(function, {})[place] = self.attributes(function, place).adding(attribute)

    def apply(self) -> None:
        """Let the functions have the attributes."""
        for function, places in self._places.items():
            attributes = function.attributes or AttributeList()
            parameters = dict(attributes.parameters)
            parameters.update({place - 1: found for place, found in places.items() if place > 0})
            own = places.get(_OWN, attributes.function)
            function.attributes = AttributeList(own, places.get(0, attributes.returned), parameters)


def upgrade_annotations(module: Module, version: int) -> None:
    """Make calling conventions and attributes of the annotations that LLVM `version` knows, and drop those.

    LLVM 20:
        define void @f() {
          ret void
        }
        !nvvm.annotations = !{!0}
        !0 = !{ptr @f, !"kernel", i32 1}
    LLVM 21:
        define ptx_kernel void @f() {
          ret void
        }
        !nvvm.annotations = !{}
    """
    named = module.named_metadata_of(_ANNOTATIONS)
    if named is None or version < ANNOTATIONS_SINCE:
        return
    kept: list[MDNode] = []
    seen: set[MDNode] = set()
    changes = _Changes()
    for node in named.operands:
        operands = node.operands
        if node in seen or not operands:
            continue
        seen.add(node)
        holder = operands[0]
        target = holder.value if isinstance(holder, ValueAsMetadata) else None
        if not isinstance(target, Function):
            # LLVM drops an annotation that names no global.
            if isinstance(target, GlobalValue) and len(operands) > 1:
                kept.append(node)
            continue
        rest: list[object] = [holder]
        for at in range(1, len(operands) - 1, 2):
            key = operands[at]
            if not isinstance(key, MDString) or not _upgrade_one(changes, target, key.text, operands[at + 1], version):
                rest += [key, operands[at + 1]]
        if len(rest) > 1:
            kept.append(node if len(rest) == len(operands) else MDTuple.get(module.context, rest))
    named.operands = kept
    changes.apply()


def _upgrade_one(changes: _Changes, function: Function, key: str, value: object, version: int) -> bool:
    """Whether an attribute or the calling convention says it now."""
    if key == "grid_constant":
        if version < _GRID_CONSTANTS_SINCE or not isinstance(value, MDNode):
            return False
        for operand in value.operands:
            changes.add(function, _number(operand), Attribute.of_string("nvvm.grid_constant"))
        return True
    number = _number(value)
    if key == "kernel":
        if number:
            function.calling_convention_number = NUMBER_OF_WORD["ptx_kernel"]
        return True
    if key == "align":
        alignment = Attribute.of_integer("alignstack", number & ((1 << _ALIGNMENT_BITS) - 1))
        changes.add(function, number >> _ALIGNMENT_BITS, alignment)
        return True
    if key in _NUMBERS:
        changes.add(function, _OWN, Attribute.of_string(_NUMBERS[key], str(number)))
        return True
    name = _DIMENSIONS.get(key[:-1])
    if name is None or key[-1] not in _AXES:
        return False
    known = changes.attributes(function, _OWN).find(name)
    parts = [] if known is None else [part.strip() for part in known.value.split(",")]
    axis = _AXES.index(key[-1])
    parts += ["1"] * (axis + 1 - len(parts))
    parts[axis] = str(number)
    changes.add(function, _OWN, Attribute.of_string(name, ",".join(parts)))
    return True


def _number(value: object) -> int:
    constant = value.value if isinstance(value, ValueAsMetadata) else None
    return constant.unsigned if isinstance(constant, ConstantInt) else 0

"""LLVM 24: intrinsics of NVPTX got operands for what their names said, such as the rounding, and for modes that are new."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from pyllvm.ir.constants import null_value
from pyllvm.ir.function import Function
from pyllvm.ir.instructions import CallBase, CallInst
from pyllvm.ir.intrinsics.signatures import signature
from pyllvm.ir.types import Type
from pyllvm.ir.value import Value
from pyllvm.migrations.on_reading.call_builder import CallBuilder, rebuilding
from pyllvm.migrations.on_reading.intrinsic_calls import CallUpgrade, Upgrading, rename_callee
from pyllvm.migrations.on_reading.target_prefixes import NVVM_PREFIX
from pyllvm.tables.intrinsics import is_intrinsic
from pyllvm.tables.reading_versions import NVVM_MODES_ARE_OPERANDS_SINCE

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
_REDUCTIONS: Final[dict[str, int]] = {"add": 0, "min": 1, "max": 2, "inc": 3, "dec": 4, "and": 5, "or": 6, "xor": 7}
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
_Change: TypeAlias = "Callable[[Upgrading, Function, str], CallUpgrade | None]"


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
        return rebuilding(state, _reduction, name)
    if name.startswith(_SHARED):
        return _for_any_memory(state, old, name)
    words = name.split(".")
    if words[0] == "mulhi":
        return rename_callee(state.intrinsic(f"llvm.{_HIGH_HALVES[words[1]]}", [old.function_type.return_type]))
    return rebuilding(state, _rounded, name) if words[0] in _ROUNDED else None


def _rounded(builder: CallBuilder, name: str) -> Value:
    word, rounding, *others = name.split(".")
    intrinsic = ".".join(["nvvm", _ROUNDED[word], *[word for word in others if word in _MODIFIERS]])
    operand = builder.integer_constant(32, _ROUNDINGS[rounding])
    return builder.call_intrinsic(intrinsic, [*builder.arguments, operand], builder.type)


def _reduction(builder: CallBuilder, name: str) -> None:
    word, _, shape = name.removeprefix(_REDUCTION).partition(".")
    operand = builder.integer_constant(32, _REDUCTIONS[word])
    *arguments, has_hint = builder.arguments
    builder.call_intrinsic(f"nvvm.{_REDUCTION}{shape}", [*arguments, operand, has_hint], builder.context.void)


def _for_any_memory(state: Upgrading, old: Function, name: str) -> CallUpgrade | None:
    general = name.replace(".shared.cta", "").replace(".shared", "")
    known = signature(NVVM_PREFIX + general, state.version)
    count = 0 if known is None else known.overload_count
    return rename_callee(state.intrinsic(NVVM_PREFIX + general, list(old.function_type.parameters[:count])))


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

"""Intrinsics of NVPTX that gave way to general ones, or to instructions (AutoUpgrade's upgradeIntrinsicCall)."""

from __future__ import annotations

from typing import Final, final

from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.instructions import BinaryOperator, CallBase, CallInst, CastInst, CmpInst, SelectInst
from pyllvm.ir.types import FunctionType, IntegerType
from pyllvm.ir.value import Value
from pyllvm.migrations.on_reading.half_conversions import from_half
from pyllvm.migrations.on_reading.intrinsic_calls import CallUpgrade, Upgrading, replace_call
from pyllvm.migrations.on_reading.targets import NVVM_PREFIX
from pyllvm.tables.intrinsics import is_intrinsic
from pyllvm.tables.opcodes import OPCODES_BY_NAME
from pyllvm.tables.predicates import ICMP_NUMBERS
from pyllvm.tables.reading_versions import GENERAL_LIMITS_SINCE, SHORT_LIMITS_SINCE

# old name: the intrinsic that does the same, and whether it is asked about zero
_SAME: Final = {
    "brev32": ("llvm.bitreverse.", False),
    "brev64": ("llvm.bitreverse.", False),
    "clz.i": ("llvm.ctlz.", True),
    "popc.i": ("llvm.ctpop.", False),
}
# old name: the intrinsic of 64 bits whose result is cut to 32
_CUT: Final = {"clz.ll": ("llvm.ctlz.", True, "ctlz"), "popc.ll": ("llvm.ctpop.", False, "ctpop")}
_HALF_CONVERSION: Final = "llvm.convert.from.fp16."
_ABSOLUTE: Final = ("abs.i", "abs.ll")
_LIMITS: Final = ("s", "i", "ll", "us", "ui", "ull")


def nvvm_upgrade(state: Upgrading, old: Function) -> CallUpgrade | None:
    """How calls of an intrinsic of NVPTX change; None where they stay."""
    name = old.name.removeprefix(NVVM_PREFIX)
    if len(old.function_type.parameters) not in (1, 2):
        return None
    rewriting = _Rewriting(state, old)
    if name in _SAME:
        general, asks_about_zero = _SAME[name]
        return rewriting.same(general, asks_about_zero)
    if name in _CUT:
        return rewriting.cut
    if name == "h2f":
        # Where the general intrinsic is gone, its upgrade is this one's.
        return rewriting.from_half if is_intrinsic(_HALF_CONVERSION, state.version) else from_half(state, old)
    if name in _ABSOLUTE:
        return rewriting.absolute
    word, _, kind = name.partition(".")
    if word in ("max", "min") and kind in _LIMITS and (state.version >= SHORT_LIMITS_SINCE or "s" not in kind):
        if state.version >= GENERAL_LIMITS_SINCE:
            sign = "u" if kind.startswith("u") else "s"
            return rewriting.same(f"llvm.{sign}{word}.", False)
        return rewriting.limit
    return None


@final
class _Rewriting:
    """The calls of one intrinsic at work."""

    def __init__(self, state: Upgrading, old: Function) -> None:
        self.state: Final = state
        self.name: Final = old.name.removeprefix(NVVM_PREFIX)
        self.type: Final = old.function_type

    def _asking(self, type: FunctionType, asks_about_zero: bool) -> FunctionType:
        """The type with the operand that says whether a result for zero is poison, where there is one."""
        context = self.state.module.context
        parameters = [*type.parameters, context.integer(1)] if asks_about_zero else type.parameters
        return context.function(type.return_type, parameters)

    def same(self, base: str, asks_about_zero: bool) -> CallUpgrade:
        general = self.state.declared(base, self._asking(self.type, asks_about_zero))

        def upgrade(call: CallBase) -> None:
            replace_call(call, general, [*call.arguments, *self._no(asks_about_zero)])

        return upgrade

    def _no(self, wanted: bool) -> list[Value]:
        return [ConstantInt.get(self.state.module.context.integer(1), 0)] if wanted else []

    def cut(self, call: CallBase) -> None:
        base, asks_about_zero, name = _CUT[self.name]
        type = self.state.module.context.function(self.type.parameters[0], self.type.parameters)
        general = self.state.declared(base, self._asking(type, asks_about_zero))
        names = self.state.names_at(call)
        counted = CallInst(general.function_type, general, [call.operands[0], *self._no(asks_about_zero)])
        counted.name = names.unique(name)
        cut = CastInst(OPCODES_BY_NAME["trunc"], counted, call.type, name=names.unique(name + ".trunc"))
        self.state.replace(call, [counted, cut])

    def from_half(self, call: CallBase) -> None:
        general = self.state.declared(_HALF_CONVERSION, self.type)
        made = CallInst(general.function_type, general, call.arguments, name=self.state.names_at(call).unique("h2f"))
        self.state.replace(call, [made])

    def absolute(self, call: CallBase) -> None:
        value = call.operands[0]
        assert isinstance(value.type, IntegerType)
        zero = ConstantInt.get(value.type, 0)
        names = self.state.names_at(call)
        negative = BinaryOperator(OPCODES_BY_NAME["sub"], zero, value, name=names.unique("neg"))
        positive = self._compared("sge", value, zero, names.unique("abs.cond"))
        chosen = SelectInst(positive, value, negative, name=names.unique("abs"))
        self.state.replace(call, [negative, positive, chosen])

    def limit(self, call: CallBase) -> None:
        word, _, kind = self.name.partition(".")
        left, right = call.operands[0], call.operands[1]
        names = self.state.names_at(call)
        predicate = ("u" if kind.startswith("u") else "s") + ("ge" if word == "max" else "le")
        compared = self._compared(predicate, left, right, names.unique(word + ".cond"))
        self.state.replace(call, [compared, SelectInst(compared, left, right, name=names.unique(word))])

    def _compared(self, predicate: str, left: Value, right: Value, name: str) -> Instruction:
        return CmpInst(ICMP_NUMBERS[predicate], left, right, self.state.module.context.integer(1), name=name)

"""Intrinsics return literal structs: calls of a declaration that returns a named or packed struct are upgraded.

Source: the end of `upgradeIntrinsicFunction1` of AutoUpgrade.cpp, and the default case of `UpgradeIntrinsicCall`.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.ir.constants import POISON, SimpleConstant
from pyllvm.ir.function import Function, Instruction
from pyllvm.ir.instructions import CallBase, CallInst, ExtractValueInst, InsertValueInst
from pyllvm.ir.intrinsics.names import mangled_intrinsic_name
from pyllvm.ir.intrinsics.signatures import signature
from pyllvm.ir.types import StructType
from pyllvm.ir.value import Value
from pyllvm.migrations.on_reading.intrinsic_calls import CallUpgrade, Upgrading, declared_intrinsic


def literal_struct_return(state: Upgrading, old: Function) -> CallUpgrade | None:
    """The upgrade of calls of an intrinsic that returns a named or packed struct; None for others."""
    returned = old.function_type.return_type
    if not isinstance(returned, StructType) or (returned.is_literal and not returned.is_packed):
        return None
    expected = signature(old.name, state.version)
    if not all(isinstance(user, CallInst) for user in old.users):
        return None
    if expected is None or not expected.return_type.startswith("{"):
        return None
    context = state.module.context
    type = context.function(
        context.literal_struct(returned.contained_types), old.function_type.parameters, old.function_type.is_variadic
    )
    name = mangled_intrinsic_name(old.name, type, state.version) or old.name
    made = declared_intrinsic(state.module, name, type, state.version)
    return _LiteralStruct(state, made).upgrade


@final
class _LiteralStruct:
    """Makes calls return a literal struct, and copies its elements into the struct that they returned before."""

    def __init__(self, state: Upgrading, made: Function) -> None:
        self.state: Final = state
        self.made: Final = made

    def upgrade(self, call: CallBase) -> None:
        returned = call.type
        if not isinstance(call, CallInst) or not isinstance(returned, StructType):
            return
        made = CallInst(self.made.function_type, self.made, call.operands[: call.argument_count])
        made.attributes = call.attributes
        instructions: list[Instruction] = [made]
        whole: Value = SimpleConstant.get(returned, POISON)
        for index, element in enumerate(returned.contained_types):
            part = ExtractValueInst(element, made, [index])
            joined = InsertValueInst(whole, part, [index])
            instructions += [part, joined]
            whole = joined
        self.state.replace(call, instructions)

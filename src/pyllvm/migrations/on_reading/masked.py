"""LLVM 22: `llvm.masked.load` and similar intrinsics have the alignment as an attribute of the pointer, not as an operand."""

from __future__ import annotations

from typing import Final, final

from pyllvm.diagnostics.diagnostic import PyllvmError
from pyllvm.ir.attributes import FIRST_PARAMETER_INDEX, Attribute, AttributeList, AttributeSet
from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.function import Function
from pyllvm.ir.instructions import CallBase, CallInst
from pyllvm.ir.types import VectorType
from pyllvm.migrations.on_reading.intrinsic_calls import CallUpgrade, Upgrading, replace_call
from pyllvm.tables.attributes import KIND_OF_WORD
from pyllvm.tables.reading_versions import MASKED_FLAGS_KEPT_SINCE

_OLD_OPERANDS: Final = 4
# The number of the operand that was the alignment; the pointer precedes it.
_ALIGNMENTS: Final = {"load": 1, "store": 2, "gather": 1, "scatter": 2}
# LLVM ends with these words if the number is not a power of two, or the operand not a constant.
_INVALID: Final = "Invalid alignment argument"


def masked_without_alignment(state: Upgrading, old: Function) -> CallUpgrade | None:
    """The upgrade of calls of one of them; None if they have no alignment operand."""
    type = old.function_type
    parameters = type.parameters
    if len(parameters) != _OLD_OPERANDS:
        return None
    word = old.name.split(".")[2]
    at = _ALIGNMENTS[word]
    value = type.return_type if at == 1 else parameters[0]
    made = state.intrinsic(f"llvm.masked.{word}", [value, parameters[at - 1]])
    return None if made is None else _WithoutAlignment(state, made, at).upgrade


@final
class _WithoutAlignment:
    """Replaces the calls of one of the intrinsics."""

    def __init__(self, state: Upgrading, new: Function, at: int) -> None:
        self.state = state
        self.new = new
        self.at = at

    def upgrade(self, call: CallBase) -> None:
        alignment = call.operands[self.at]
        if not isinstance(alignment, ConstantInt):
            raise PyllvmError(_INVALID)
        arguments = call.arguments
        amount = alignment.unsigned
        if amount == 0:
            if not isinstance(arguments[self.at - 1].type, VectorType):
                raise PyllvmError("Invalid zero alignment argument")
            value = call.type if self.at == 1 else arguments[0].type
            amount = self.state.implicit_alignment(value.scalar_type)
        if amount & (amount - 1):
            raise PyllvmError(_INVALID)
        made = replace_call(call, self.new, [*arguments[: self.at], *arguments[self.at + 1 :]])
        attribute = Attribute(KIND_OF_WORD["align"], integer=amount)
        made.attributes = AttributeList.of_indexed([(FIRST_PARAMETER_INDEX + self.at - 1, AttributeSet([attribute]))])
        made.attachments = call.attachments
        if self.state.version >= MASKED_FLAGS_KEPT_SINCE:
            made.flags = call.flags
        if isinstance(call, CallInst):
            made.tail_kind = call.tail_kind

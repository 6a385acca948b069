"""LLVM 22: `llvm.vector.splice.left` and `right`. Before, the sign of the offset of `llvm.vector.splice` told them apart.

The way up is in `on_reading.intrinsics`: LLVM goes it whenever it reads a module.
"""

from __future__ import annotations

from typing import Final

from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.function import Function
from pyllvm.ir.instructions import CallBase, CallInst
from pyllvm.ir.module import Module
from pyllvm.migrations.loss import Losses
from pyllvm.migrations.on_reading.intrinsic_calls import declared_intrinsic, remove_function, replace_call
from pyllvm.migrations.shared.renamed_intrinsics import older_name
from pyllvm.tables.features import VECTOR_SPLICE_SIDES

_BOTH: Final = "llvm.vector.splice"
_SIGNS: Final[dict[str, int]] = {"llvm.vector.splice.left.": 1, "llvm.vector.splice.right.": -1}
_OPERANDS: Final = 3


def downgrade(module: Module, version: int, losses: Losses) -> None:
    """Call `llvm.vector.splice` with an offset of that sign; calls whose offset is not constant stay."""
    for function in list(module.functions):
        sign = next((sign for prefix, sign in _SIGNS.items() if function.name.startswith(prefix)), 0)
        if not sign or not function.is_declaration:
            continue
        for call in reversed(function.users):
            if isinstance(call, CallBase) and call.callee is function and call.argument_count == _OPERANDS:
                _replace(module, function, call, sign, version)
        if not function.has_uses:
            remove_function(module, function)


def _replace(module: Module, function: Function, call: CallBase, sign: int, version: int) -> None:
    offset = call.operands[2]
    if not isinstance(offset, ConstantInt):
        return
    if sign < 0 and offset.value == 0:
        # None of the first vector's last elements: the older intrinsic has no such offset.
        call.move_uses_to(call.operands[1])
        call.erase_from_parent()
        return
    name = older_name(_BOTH, function.function_type, VECTOR_SPLICE_SIDES.since - 1, version) or _BOTH
    older = declared_intrinsic(module, name, function.function_type, version)
    signed = ConstantInt.get(module.context.integer(32), sign * offset.value)
    made = replace_call(call, older, [*call.operands[:2], signed])
    made.attachments = call.attachments
    if isinstance(call, CallInst):
        made.tail_kind = call.tail_kind

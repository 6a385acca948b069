"""LLVM 14: a bundle `clang.arc.attachedcall` names the function that a call is followed by. LLVM 13 had a number for it."""

from __future__ import annotations

from typing import Final

from pyllvm.analysis.pointer_casts import strip_pointer_casts
from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.function import Function
from pyllvm.ir.instructions import CallBase
from pyllvm.ir.module import Module
from pyllvm.migrations.loss import Losses
from pyllvm.tables.metadata_kinds import ATTACHED_CALL, bundle_tag_since

_RETAINS: Final = 0
_CLAIMS: Final = 1
# The numbers, by the endings of the functions' names.
_NUMBERS: Final[dict[str, int]] = {
    "retainAutoreleasedReturnValue": _RETAINS,
    "unsafeClaimAutoreleasedReturnValue": _CLAIMS,
}


def downgrade(module: Module, version: int, losses: Losses) -> None:
    """Put the numbers in the place of the functions. An LLVM without such bundles calls the functions (`attached_bundles`)."""
    if version < bundle_tag_since(ATTACHED_CALL):
        return
    for function in module.functions:
        for block in function.blocks:
            for instruction in block.instructions:
                if isinstance(instruction, CallBase) and instruction.bundles is not None:
                    _number_functions(module, instruction)


def _number_functions(module: Module, call: CallBase) -> None:
    for bundle in call.bundles or ():
        if bundle.tag != ATTACHED_CALL:
            continue
        for index in range(bundle.begin, bundle.end):
            attached = strip_pointer_casts(call.operands[index])
            if isinstance(attached, Function):
                word = attached.name.rpartition("_" if attached.name.startswith("objc_") else ".")[2]
                if word in _NUMBERS:
                    call.put_operand(index, ConstantInt.get(module.context.integer(64), _NUMBERS[word]))

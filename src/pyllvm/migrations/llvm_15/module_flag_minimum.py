"""LLVM 15: the module flag behavior `Min`. What clang gives it was `Max`, or an error where two modules differ."""

from __future__ import annotations

from typing import Final

from pyllvm.ir.constants import ConstantInt
from pyllvm.ir.metadata import MDNode, MDString, MDTuple, ValueAsMetadata
from pyllvm.ir.module import Module
from pyllvm.ir.types import IntegerType
from pyllvm.migrations.loss import Losses
from pyllvm.tables.features import MODULE_FLAG_MINIMUM
from pyllvm.tables.module_flags import MINIMUM, MODULE_FLAGS

_ERROR: Final = 1
_MAXIMUM: Final = 7
_WERE_MAXIMA: Final = ("PIC Level", "PIE Level")


def downgrade(module: Module, version: int, losses: Losses) -> None:
    """Make it `Max` for the levels of position independence, and `Error` for all others: modules link as they did, or not."""
    flags = module.named_metadata_of(MODULE_FLAGS)
    if flags is None:
        return
    for index, flag in enumerate(flags.operands):
        behavior = flag.operands[0] if flag.operands else None
        if not isinstance(behavior, ValueAsMetadata) or not isinstance(behavior.value, ConstantInt):
            continue
        if behavior.value.value != MINIMUM:
            continue
        flags.operands[index] = _with_behavior(module, flag, behavior.value)
        losses.drop(MODULE_FLAG_MINIMUM.name, MODULE_FLAG_MINIMUM.since)


def _with_behavior(module: Module, flag: MDNode, behavior: ConstantInt) -> MDNode:
    name = flag.operands[1] if len(flag.operands) > 1 else None
    was_maximum = isinstance(name, MDString) and name.text in _WERE_MAXIMA
    type = behavior.type
    assert isinstance(type, IntegerType)
    changed = ConstantInt.get(type, _MAXIMUM if was_maximum else _ERROR)
    context = module.context
    return MDTuple.get(context, [ValueAsMetadata.get(context, changed), *flag.operands[1:]])

"""Use-list orders: permutations that restore the order of a value's uses after reading."""

from __future__ import annotations

from typing import final

from pyllvm.ir.constants import BlockAddress, ConstantAggregate, ConstantExpr, PlainConstant
from pyllvm.ir.function import BasicBlock, Function
from pyllvm.ir.metadata import DebugRecord, values_of
from pyllvm.ir.value import Use, Value
from pyllvm.ir.vector_constants import splat_number
from pyllvm.tables.behavior_versions import (
    BLOCK_ADDRESSES_OF_BLOCKS_SINCE,
    BLOCK_ADDRESSES_WITHOUT_USES_SINCE,
    NO_USES_OF_DATA_SINCE,
)
from pyllvm.tables.features import SPLATS_SINCE


@final
class UseListOrder:
    """`uselistorder T %v, { indexes... }`; for the addresses of a block, `uselistorder_bb`."""

    __slots__ = ("indexes", "value")

    def __init__(self, value: Value, indexes: list[int]) -> None:
        self.value = value
        self.indexes = indexes


def has_use_list(value: Value, version: int) -> bool:
    """Whether LLVM `version` keeps a list of the uses of a value: not of simple constants, nor of vectors of equal numbers."""
    if version >= NO_USES_OF_DATA_SINCE and isinstance(value, PlainConstant):
        return False
    is_splat = version >= SPLATS_SINCE and isinstance(value, (ConstantAggregate, ConstantExpr))
    return not is_splat or splat_number(value) is None


def values_in_records(records: list[DebugRecord]) -> list[Value]:
    """The values that debug records name."""
    found: list[Value] = []
    for record in records:
        found += values_of(record._location)
        found += values_of(record._address)
    return found


def counted_uses(value: Value, version: int) -> list[Use]:
    """The uses that LLVM `version` counts, oldest first: since LLVM 21 addresses of blocks do not use all that they name."""
    uses = value.known_uses
    if isinstance(value, Function):
        since = BLOCK_ADDRESSES_OF_BLOCKS_SINCE
    elif isinstance(value, BasicBlock):
        since = BLOCK_ADDRESSES_WITHOUT_USES_SINCE
    else:
        return uses
    if version < since:
        return uses
    return [use for use in uses if not isinstance(use.user, BlockAddress)]


def set_counted_uses(value: Value, before: list[Use], ordered: list[Use]) -> None:
    """Put the uses `before`, which `counted_uses` returned, into another order; the other uses come first."""
    uses = value.known_uses
    if len(uses) == len(before):
        value.uses = ordered
    else:
        counted = set(before)
        value.uses = [use for use in uses if use not in counted] + ordered

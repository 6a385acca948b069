"""The order in which constants are rewritten."""

from __future__ import annotations

from pyllvm.ir.constants import ConstantInt, aggregate
from pyllvm.ir.types import Context
from pyllvm.migrations.rewritten_constants import operands_first


def test_operands_stand_before_their_users_and_each_once() -> None:
    context = Context()
    i32 = context.integer(32)
    one = ConstantInt.get(i32, 1)
    pair = aggregate(context.literal_struct([i32, i32]), [one, one])
    pairs = aggregate(context.array(pair.type, 2), [pair, pair])
    assert operands_first(pairs, {}) == [one, pair, pairs]
    assert operands_first(pairs, {pair: pair}) == [pairs]
    assert operands_first(one, {one: one}) == []

"""Replaces one value by another everywhere; constants made of it become those made of the other, and stay unique."""

from __future__ import annotations

from pyllvm.ir.constants import (
    BlockAddress,
    ConstantAggregate,
    ConstantExpr,
    ConstantPtrAuth,
    GlobalReference,
    find_constant,
    keep_constant,
)
from pyllvm.ir.value import User, Value


def constant_key(constant: User) -> object | None:
    """What a constant with operands is found by among those of its type; None for one that is not."""
    if isinstance(constant, ConstantAggregate):
        return tuple(constant.operands)
    if isinstance(constant, ConstantExpr):
        indices = constant.indices
        return (
            constant.opcode,
            tuple(constant.operands),
            constant.flags,
            constant.source_element_type,
            constant.in_range,
            constant.predicate,
            None if indices is None else tuple(indices),
        )
    if isinstance(constant, GlobalReference):
        return (constant.kind, constant.operands[0])
    return None


def replace_everywhere(old: Value, new: Value) -> None:
    """Make every user of `old` use `new`, newest use first as LLVM does."""
    work: list[tuple[Value, Value]] = [(old, new)]
    while work:
        old, new = work[-1]
        uses = old.uses
        if not uses:
            work.pop()
            continue
        use = uses[-1]
        user = use.user
        if not isinstance(user, (ConstantAggregate, ConstantExpr, GlobalReference, BlockAddress, ConstantPtrAuth)):
            uses.pop()
            user.operands[use.index] = new
            if new.uses is None:
                new.uses = [use]
            else:
                new.uses.append(use)
            continue
        key = constant_key(user)
        if key is not None and user.type.constants is not None and user.type.constants.get(key) is user:
            del user.type.constants[key]
        for index in range(len(user.operands)):
            if user.operands[index] is old:
                old.remove_use(user, index)
                user.operands[index] = new
                new.add_use(user, index)
        if key is None:
            continue
        key = constant_key(user)
        known = find_constant(user.type, key)
        if known is None:
            keep_constant(user.type, key, user)
        elif known is not user:
            assert isinstance(known, Value)
            user.drop_operands()
            work.append((user, known))

"""Replaces one value by another everywhere; constants that have it as an operand are replaced as well, and stay unique."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from pyllvm.ir.constants import (
    CHANGING,
    POISON,
    UNDEF,
    ZERO_INITIALIZER,
    BlockAddress,
    ConstantAggregate,
    ConstantByte,
    ConstantExpr,
    ConstantFP,
    ConstantInt,
    ConstantPtrAuth,
    GlobalReference,
    PlainConstant,
    SimpleConstant,
    aggregate,
    find_constant,
    is_null,
    plain_element_bytes,
)
from pyllvm.ir.types import ArrayType, VectorType
from pyllvm.ir.value import User, Value

# Shorter constants get a new key for each operand that is replaced.
_LONG: Final = 64


def constant_key(constant: User) -> object | None:
    """The key by which a constant with operands is unique within its type; None for a constant that is not."""
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
            constant.predicate_number,
            None if indices is None else tuple(indices),
        )
    if isinstance(constant, GlobalReference):
        return (constant.kind, constant.operands[0])
    if isinstance(constant, ConstantPtrAuth):
        return ("ptrauth", tuple(constant.operands))
    return None


def replace_everywhere(
    old: Value,
    new: Value,
    fold: Callable[[ConstantExpr, list[Value]], Value] | None = None,
    replaced: Callable[[Value, Value], None] | None = None,
) -> None:
    """Make every user of `old` use `new`, newest use first as LLVM does.

    `fold` creates a constant expression with other operands; without it, expressions that could now be folded stay as they are.
    `replaced` is called for each constant that is replaced in turn, with its replacement.
    """
    work: list[tuple[Value, Value]] = [(old, new)]
    while work:
        old, new = work[-1]
        pairs = old.known_pairs
        if not pairs:
            work.pop()
            continue
        user: User = pairs[-2]
        number: int = pairs[-1]
        if not isinstance(user, (ConstantAggregate, ConstantExpr, GlobalReference, BlockAddress, ConstantPtrAuth)):
            del pairs[-2:]
            user.operands[number] = new
            new.append_use(user, number)
            continue
        made = _made_instead(old, user, new, fold)
        if made is not None:
            destroy_constant(user)
            if replaced is not None:
                replaced(user, made)
            work.append((user, made))
            continue
        is_alone = _is_alone(user)
        if not is_alone:
            forget_constant(user)
        operands = user.operands
        for index in _places(old, user, pairs):
            if operands[index] is old:
                old.remove_use(user, index)
                operands[index] = new
                new.add_use(user, index)
        if is_alone:
            continue
        known = _registered(user)
        if known is not user:
            user.drop_operands()
            if replaced is not None:
                replaced(user, known)
            work.append((user, known))


def _made_instead(old: Value, user: User, new: Value, fold: Callable[[ConstantExpr, list[Value]], Value] | None) -> Value | None:
    """The constant that takes the place of a user when `new` takes the place of `old`; None if the user itself changes."""
    if isinstance(user, ConstantExpr):
        operands = [new if operand is old else operand for operand in user.operands]
        return None if fold is None else _folded(user, operands, fold)
    if isinstance(user, GlobalReference):
        # It can only name a symbol: LLVM uses the null value in its place.
        return new if is_null(new) else None
    if isinstance(user, ConstantAggregate) and isinstance(new, PlainConstant):
        return _without_operands(user, old, new)
    return None


def _registered(user: User) -> Value:
    """Enter a constant under its new operands, and return it, or the constant that has them already."""
    key = constant_key(user)
    if key is None:
        return user
    if user.type.constants is None:
        user.type.constants = {}
    known = user.type.constants.setdefault(key, user)
    assert isinstance(known, Value)
    return known


def _is_alone(user: User) -> bool:
    """Whether a table is the only constant of its type, so that it cannot become equal to another; its key is then dropped.

    A table of very many functions that are defined after it would otherwise need a new key for each of them.
    """
    kept = user.type.constants
    if kept is None or len(kept) != 1 or len(user.operands) < _LONG or not isinstance(user, ConstantAggregate):
        return False
    if kept.get(CHANGING) is user:
        return True
    if next(iter(kept.values())) is not user:
        return False
    kept.clear()
    kept[CHANGING] = user
    return True


def _places(old: Value, user: User, pairs: list[Any]) -> Iterable[int]:
    """The operand indexes at which `user` may hold `old`, in order.

    Scanning all operands would be slow: a constant table has many, a placeholder few uses.
    """
    if len(pairs) >= 2 * len(user.operands):
        return range(len(user.operands))
    return sorted({pairs[place + 1] for place in range(0, len(pairs), 2) if pairs[place] is user})


def _folded(user: ConstantExpr, operands: list[Value], fold: Callable[[ConstantExpr, list[Value]], Value]) -> Value | None:
    """The constant that `fold` creates with these operands; None if it is a new, unfolded expression."""
    plain = ConstantExpr(user.type, user.opcode, [], user.flags)
    plain.source_element_type = user.source_element_type
    plain.in_range = user.in_range
    plain.predicate_number = user.predicate_number
    plain.indices = user.indices
    plain.operands = operands
    key = constant_key(plain)
    known = find_constant(user.type, key)
    made = fold(user, operands)
    if known is not None or not isinstance(made, ConstantExpr) or constant_key(made) != key:
        return made
    destroy_constant(made)
    return None


def _without_operands(user: ConstantAggregate, old: Value, new: Value) -> Value | None:
    """The constant without operands that LLVM makes of an aggregate when `new` takes the place of `old`; None if there is none.

    A struct becomes one only if all its fields are `new`. A vector of poison is poison, and any other aggregate of it is undef.
    """
    type = user.type
    if _are_all(user.operands, lambda operand: operand is old or operand is new):
        if is_null(new):
            return SimpleConstant.get(type, ZERO_INITIALIZER)
        if isinstance(new, SimpleConstant) and new.kind in (UNDEF, POISON):
            return SimpleConstant.get(type, new.kind if isinstance(type, VectorType) else UNDEF)
    if not isinstance(type, (ArrayType, VectorType)) or not plain_element_bytes(type.element):
        return None
    numbers = (ConstantInt, ConstantFP, ConstantByte)
    if not isinstance(new, numbers) or not _are_all(
        user.operands, lambda operand: operand is old or isinstance(operand, numbers)
    ):
        return None
    return aggregate(type, [new if operand is old else operand for operand in user.operands])


def _are_all(operands: list[Value], fits: Callable[[Value], bool]) -> bool:
    """Whether all operands fit. A table is often replaced from one end to the other: so the last is asked first."""
    return fits(operands[-1]) and all(fits(operand) for operand in operands)


def forget_constant(constant: User) -> None:
    """Remove a constant from its type's table of unique constants."""
    kept = constant.type.constants
    if kept is None:
        return
    if kept.get(CHANGING) is constant:
        del kept[CHANGING]
        return
    key = constant_key(constant)
    if key is not None:
        found = kept.pop(key, None)  # one search for the key, since a table's key is as long as the table
        if found is not None and found is not constant:
            kept[key] = found


def destroy_constant(constant: User) -> None:
    """Remove a constant that has been replaced from the table of its type, and from the uses of its operands."""
    forget_constant(constant)
    constant.drop_operands()

"""Use lists: their order, and what it costs to edit them."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from pyllvm import parse_assembly
from pyllvm.ir import value as value_module
from pyllvm.ir.types import Context
from pyllvm.ir.value import Use, User, Value, drop_all_operands
from pyllvm.migrations import bring
from rows import each_row

INTEGER = Context().integer(32)
plain_python = pytest.mark.skipif(not value_module.__file__.endswith(".py"), reason="counts what the interpreter runs")


def operations(action: Callable[[], object]) -> int:
    """How many operations of the interpreter an action takes."""
    count = 0

    def trace(frame: FrameType, event: str, argument: object) -> Any:
        nonlocal count
        frame.f_trace_opcodes = True
        frame.f_trace_lines = False
        count += event == "opcode"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        action()
    finally:
        sys.settrace(before)
    return count


def uses_of(value: Value) -> list[tuple[User, int]]:
    """The uses, newest first."""
    return [(use.user, use.index) for use in reversed(value.uses or [])]


def test_a_new_use_is_the_first() -> None:
    used = Value(INTEGER)
    first, second = User(INTEGER, [used, used]), User(INTEGER, [used])
    assert uses_of(used) == [(second, 0), (first, 1), (first, 0)]
    assert used.newest_use is not None
    assert used.newest_use.user is second
    first.set_operand(0, used)
    assert uses_of(used) == [(first, 0), (second, 0), (first, 1)]
    second.drop_operands()
    assert used.users == [first, first]


def test_edits_of_the_uses_change_the_value() -> None:
    used = Value(INTEGER)
    first, second, third = users = [User(INTEGER, [used]) for _ in range(3)]
    assert used.uses == [Use(user, 0) for user in users]
    assert len({*used.uses, *used.uses}) == 3
    assert (used.uses.append.__name__, used.uses.append.__doc__) == ("append", list.append.__doc__)
    used.uses.reverse()
    assert used.users == [first, second, third]
    read = used.uses
    read.append(read.pop(0))
    assert used.users == [third, first, second]
    read[0] = Use(third, 0)
    del read[2]
    assert used.users == [first, third]
    used.uses += [Use(second, 0)]
    assert used.users == [second, first, third]
    used.uses.sort(key=lambda use: users.index(use.user))
    assert used.users == [third, second, first]
    used.uses.clear()
    assert not used.has_uses
    used.uses = read
    assert used.users == [first, third]


def test_replacing_moves_the_newest_use_first() -> None:
    old, new = Value(INTEGER), Value(INTEGER)
    users = [User(INTEGER, [old]) for _ in range(3)]
    other = User(INTEGER, [new])
    old.replace_all_uses_with(new)
    assert not old.has_uses
    assert new.users == [*users, other]
    assert all(user.operands == [new] for user in users)


@each_row("seed", range(20))
def test_edits_in_any_order_leave_what_a_plain_list_would_have(seed: int) -> None:
    chance = random.Random(seed)
    used, other = Value(INTEGER), Value(INTEGER)
    users = [User(INTEGER, [used] * chance.choice([1, 1, 2, 5])) for _ in range(100)]
    expected = [(user, index) for user in users for index in range(len(user.operands))]
    for _ in range(2000):
        user = chance.choice(users)
        if not user.operands:
            user.append_operand(used)
            expected.append((user, 0))
        else:
            index = chance.randrange(len(user.operands))
            what = chance.random()
            if what < 0.5:
                if user.operands[index] is used:
                    expected.remove((user, index))
                user.set_operand(index, other)
            elif what < 0.9:
                if user.operands[index] is used:
                    expected.remove((user, index))
                user.set_operand(index, used)
                expected.append((user, index))
            else:
                expected = [pair for pair in expected if pair[0] is not user]
                user.drop_operands()
        assert used.has_uses == bool(expected)
        if expected:
            assert used.newest_use is not None
            assert (used.newest_use.user, used.newest_use.index) == expected[-1]
        if chance.random() < 0.02:
            assert uses_of(used) == expected[::-1]
    assert uses_of(used) == expected[::-1]


def test_a_use_that_stands_in_the_list_twice_comes_off_once() -> None:
    used = Value(INTEGER)
    users = [User(INTEGER, [used]) for _ in range(20)]
    for user in users:
        used.add_use(user, 0)
    used.note_repeated_uses()
    used.remove_use(users[3], 0)
    used.remove_use(users[19], 0)
    used.settle_uses()
    assert used.users == [users[number] for number in range(18, -1, -1) if number != 3]


def test_more_uses_are_counted_without_repeated_and_removed_ones() -> None:
    used = Value(INTEGER)
    assert not used.has_more_uses(0)
    users = [User(INTEGER, [used]) for _ in range(20)]
    assert used.has_more_uses(19)
    assert not used.has_more_uses(20)
    users[0].drop_operands()
    assert used.has_more_uses(18)
    assert not used.has_more_uses(19)
    for user in users[1:]:
        used.add_use(user, 0)
    used.note_repeated_uses()
    assert used.has_more_uses(18)
    assert not used.has_more_uses(19)


def test_a_use_that_is_not_there_stays_away() -> None:
    used = Value(INTEGER)
    users = [User(INTEGER, [used]) for _ in range(20)]
    used.remove_use(users[2], 1)
    used.remove_use(users[2], 0)
    used.remove_use(users[2], 0)
    used.remove_use(users[19], 0)
    used.add_use(users[2], 1)
    used.remove_use(users[2], 0)
    assert uses_of(used) == [(users[2], 1), *[(users[number], 0) for number in range(18, -1, -1) if number != 2]]


@plain_python
@pytest.mark.parametrize("order", ["oldest first", "newest first", "any order"])
def test_taking_all_uses_off_takes_twice_as_long_for_twice_as_many(order: str) -> None:
    def cost(count: int) -> int:
        used, other = Value(INTEGER), Value(INTEGER)
        users = [User(INTEGER, [used]) for _ in range(count)]
        if order == "newest first":
            users.reverse()
        elif order == "any order":
            random.Random(0).shuffle(users)

        def edit() -> None:
            for user in users:
                user.set_operand(0, other)

        return operations(edit)

    assert cost(600) < 2.2 * cost(300)


@plain_python
def test_upgrading_a_value_with_twice_as_many_uses_takes_twice_as_long() -> None:
    def cost(count: int) -> int:
        lines = ["@p = global i8* null", "define void @f() {"]
        lines += ["  store i8* null, i8** @p"] * count
        lines += ["  call void @llvm.dbg.value(metadata i8* null, metadata !0, metadata !DIExpression()), !dbg !1"] * count
        lines += ["  ret void", "}", "declare void @llvm.dbg.value(metadata, metadata, metadata)", "!0 = !{}", "!1 = !{}"]
        module = parse_assembly("\n".join(lines), llvm_version=14)
        return operations(lambda: bring(module, 22))

    assert cost(300) < 2.2 * cost(150)


def test_a_value_of_another_type_replaces_nothing() -> None:
    old, other = Value(INTEGER), Value(INTEGER.context.pointer())
    user = User(INTEGER, [old])
    with pytest.raises(TypeError, match="a value of type ptr cannot replace one of type i"):
        old.replace_all_uses_with(other)
    assert user.operands == [old]


def test_uses_that_a_condition_chooses_are_replaced() -> None:
    text = "define i32 @f(i32 %a, i32 %b) {\n  %x = add i32 %a, %a\n  %y = mul i32 %a, %x\n  ret i32 %y\n}\n"
    module = parse_assembly(text, llvm_version=22)
    function = module.function("f")
    a, b = function.arguments
    seen: list[int] = []

    def chosen(use: Use) -> bool:
        seen.append(use.index)
        return use.index == 0

    assert a.replace_uses_if(b, chosen) == 2
    assert seen == [0, 1, 0]
    assert [str(one).strip() for one in function.instructions][:2] == ["%x = add i32 %b, %a", "%y = mul i32 %b, %x"]
    assert [use.index for use in a.uses] == [1]
    assert len(b.uses) == 2
    with pytest.raises(TypeError, match="a value of type i64 cannot replace one of type i32"):
        a.replace_uses_if(module.constant("i64", 1), chosen)


def test_users_that_drop_their_operands_together_leave_the_uses_of_others() -> None:
    first, second = Value(INTEGER), Value(INTEGER)
    users = [User(INTEGER, [first, second, first]) for _ in range(6)]
    gone = users[1:4]
    drop_all_operands(dict.fromkeys(gone))
    assert all(user.operands == [] for user in gone)
    stay = [users[0], *users[4:]]
    assert [(use.user, use.index) for use in first.uses] == [(user, index) for user in stay for index in (0, 2)]
    assert [(use.user, use.index) for use in second.uses] == [(user, 1) for user in stay]

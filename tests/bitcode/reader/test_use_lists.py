"""The orders of uses that bitcode requests, for values that many modules of one context share."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from growth import assert_constant
from pyllvm.bitcode.reader.use_lists import sort_uses
from pyllvm.ir.types import Context
from pyllvm.ir.value import User, Value

INTEGER = Context().integer(32)


def shared_value(count: int, is_repeated: bool) -> tuple[Value, list[User]]:
    """A value with so many uses; if `is_repeated`, each is in its list twice."""
    value = Value(INTEGER)
    users = [User(INTEGER, [value]) for _ in range(count)]
    if is_repeated:
        for user in users:
            value.add_use(user, 0)
        value.has_repeated_uses = True
    return value, users


@pytest.mark.parametrize("is_repeated", [False, True])
def test_the_requested_order_applies_if_it_has_as_many_uses(is_repeated: bool) -> None:
    value, (first, second, third) = shared_value(3, is_repeated)
    sort_uses(value, [1, 2, 0], 19)
    assert value.users == [first, third, second]


@pytest.mark.parametrize("is_repeated", [False, True])
def test_an_order_of_another_number_of_uses_changes_nothing(is_repeated: bool) -> None:
    for order in ([1, 0], [3, 2, 1, 0]):
        value, users = shared_value(3, is_repeated)
        sort_uses(value, order, 19)
        assert list(dict.fromkeys(value.users)) == users[::-1]


@pytest.mark.parametrize("is_repeated", [False, True])
def test_more_uses_than_the_order_has_are_not_counted_to_the_end(is_repeated: bool) -> None:
    def sorting(count: int) -> Callable[[], object]:
        value, _ = shared_value(count, is_repeated)

        def sort() -> None:
            for _ in range(200):
                sort_uses(value, [2, 0, 1], 19)
                value.has_repeated_uses = is_repeated

        return sort

    assert_constant(sorting, 20, 64)

"""A test for a table: it tries every row, and reports all that fail.

pytest and pytest-xdist take some 2 ms for each test besides its own time, which is longer than most rows take.
"""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

_MOST_NAMED = 10
_LONGEST_NAME = 60

Test = Callable[..., None]
Names = Callable[[Any], object]


def each_row(names: str | tuple[str, ...], rows: Iterable[Any], ids: Names | None = None) -> Callable[[Test], Test]:
    """Decorate a test as `pytest.mark.parametrize` does, but make one test of all rows. They have the same fixtures.

    If a row asks to skip the test, the other rows are tried before it is skipped.
    """
    arguments = re.split(r",\s*", names) if isinstance(names, str) else names
    table = [_values(row, len(arguments)) for row in rows]
    assert table, "a table without rows"

    def decorate(function: Test) -> Test:
        @functools.wraps(function)
        def test(**fixtures: object) -> None:
            failed: dict[str, BaseException] = {}
            skipped = None
            for number, values in enumerate(table, 1):
                try:
                    function(**dict(zip(arguments, values, strict=True)), **fixtures)
                except pytest.skip.Exception as reason:
                    skipped = reason
                except (Exception, pytest.fail.Exception) as failure:
                    name = f"{number}: {_name(values, ids or _default_name)}"
                    failure.add_note(f"in row {name}")
                    failed[name] = failure
            if failed:
                named = ", ".join(list(failed)[:_MOST_NAMED])
                raise BaseExceptionGroup(f"{len(failed)} of {len(table)} rows: {named}", list(failed.values()))
            if skipped is not None:
                raise skipped

        signature = inspect.signature(function)
        fixtures = [parameter for name, parameter in signature.parameters.items() if name not in arguments]
        test.__signature__ = signature.replace(parameters=fixtures)  # type: ignore[attr-defined]
        return test

    return decorate


def _values(row: Any, count: int) -> tuple[Any, ...]:
    """The values of a row; where it has only one, the row is that value."""
    if isinstance(row, type(pytest.param())):
        assert not row.marks, "a row cannot have marks of its own"
        return tuple(row.values)
    return (row,) if count == 1 else tuple(row)


def _name(values: tuple[Any, ...], ids: Names) -> str:
    """The name of a row in a failure: the start of each value's name."""
    return "-".join(" ".join(str(ids(value)).split())[:_LONGEST_NAME] for value in values)


def _default_name(value: Any) -> object:
    return value.name if isinstance(value, Path) else getattr(value, "__name__", value)

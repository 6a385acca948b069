"""The names that a package imports on first access, and the former names."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

from pyllvm.lazy_names import lazy_names


@pytest.fixture
def package(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    module = ModuleType("offering")
    module.__getattr__ = lazy_names("offering", {"string": "digits hexdigits"}, {"numerals": "digits"})  # type: ignore[method-assign]
    monkeypatch.setitem(sys.modules, "offering", module)
    return module


def test_a_name_is_imported_when_it_is_used(package: ModuleType) -> None:
    assert package.digits == "0123456789"
    assert "digits" in vars(package)
    assert "hexdigits" not in vars(package)


def test_a_name_that_is_not_offered(package: ModuleType) -> None:
    with pytest.raises(AttributeError, match=r"^module 'offering' has no attribute 'letters'$"):
        package.letters  # noqa: B018


def test_each_use_of_a_former_name_warns_where_it_is(package: ModuleType) -> None:
    for _ in range(2):
        with pytest.warns(DeprecationWarning, match=r"^offering\.numerals is deprecated: use offering\.digits$") as warned:
            assert package.numerals == "0123456789"
        assert [warning.filename for warning in warned] == [__file__]

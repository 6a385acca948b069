"""Long names in little room."""

from __future__ import annotations

import pytest

from pyllvm.library.short_names import folded, short_name, without_middle


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("std::vector<std::string>::size() const", "std::vector<…>::size() const"),
        ("f<int>(g<h<char>>)", "f<int>(g<…>)"),
        ("bool operator<(T<abcd> const&)", "bool operator<(T<abcd> const&)"),
        ("A<abcd>::operator->() const", "A<abcd>::operator->() const"),
        ("plain", "plain"),
    ],
)
def test_arguments_are_folded(name: str, short: str) -> None:
    assert folded(name) == short


def test_only_what_must_be_is_left_out() -> None:
    name = "(anonymous namespace)::all<std::string, char>(std::string, int)"
    assert short_name(name, len(name)) == name
    assert short_name(name, 55) == "(anonymous namespace)::all<…>(std::string, int)"
    assert short_name(name, 40) == "(anonymous namespace)::all<…>(…)"
    assert short_name(name, 20) == "(anonymous…all<…>(…)"


def test_the_middle_is_left_out() -> None:
    assert [without_middle("abcdefgh", width) for width in (8, 7, 4, 2, 1)] == ["abcdefgh", "abc…fgh", "ab…h", "a…", "…"]

"""The theme of the terminal: what the user wants, or else what the terminal says."""

from __future__ import annotations

import pytest

from pyllvm.diagnostics import themes


@pytest.mark.parametrize(
    ("theme", "background", "expected"),
    [
        ("", "", "dark"),
        ("light", "", "light"),
        ("dark", "0;15", "dark"),
        ("", "0;15", "light"),
        ("", "0;default;7", "light"),
        ("", "15;0", "dark"),
        ("plaid", "15;0", "dark"),
    ],
)
def test_the_theme_of_the_environment(theme: str, background: str, expected: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYLLVM_THEME", theme)
    monkeypatch.setenv("COLORFGBG", background)
    assert themes.theme_name() == expected


def test_the_option_is_stronger(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(themes, "_wanted", themes.AUTO)
    monkeypatch.setenv("PYLLVM_THEME", "dark")
    themes.want_theme("light")
    assert themes.theme_name() == "light"
    themes.want_theme("auto")
    assert themes.theme_name() == "dark"

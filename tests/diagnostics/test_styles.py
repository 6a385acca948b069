"""The styles of what is drawn, on dark and on light backgrounds."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rich.style import Style

from pyllvm.diagnostics import styles
from pyllvm.diagnostics.render import colored

SOURCE = Path(styles.__file__).parents[1]


@pytest.fixture(autouse=True)
def no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLORFGBG", raising=False)
    monkeypatch.delenv("PYLLVM_THEME", raising=False)


def test_every_style_is_one_of_rich() -> None:
    for meaning, dark, light in styles._STYLES:
        assert Style.parse(dark), meaning
        assert Style.parse(light), meaning


def test_light_backgrounds_have_no_bright_yellow(monkeypatch: pytest.MonkeyPatch) -> None:
    assert styles.styled("x", "detail") == "\x1b[33mx\x1b[0m"
    monkeypatch.setenv("PYLLVM_THEME", "light")
    assert styles.styled("x", "detail") == "\x1b[38;5;94mx\x1b[0m"
    buffer = io.StringIO()
    styles.console(buffer).print("x", style="detail")
    assert buffer.getvalue() == "\x1b[38;5;94mx\x1b[0m\n"


def test_words_of_severity() -> None:
    assert colored("a: error: b\nnote: c\n") == "a: \x1b[1;31merror: \x1b[0mb\n\x1b[1;36mnote: \x1b[0mc\n"


def test_a_command_takes_the_theme(pyllvm: Callable[..., Any], data: Path) -> None:
    words = ("diff", "--color", data / "sample.ll", "-")
    text = b"define void @another() {\n  ret void\n}\n"
    dark = pyllvm(*words, stdin=text, environment={"PYLLVM_THEME": "dark"}).output
    light = pyllvm(*words, stdin=text, environment={"PYLLVM_THEME": "light"}).output
    assert b"\x1b[32m+define void @another()" in dark
    assert b"\x1b[38;5;28m+define void @another()" in light


def test_no_other_file_writes_codes() -> None:
    names = [str(path.relative_to(SOURCE)) for path in SOURCE.rglob("*.py") if "\\x1b" in path.read_text(encoding="utf-8")]
    assert names == ["diagnostics/themes.py"]

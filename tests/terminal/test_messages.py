"""Whether messages and output have colors."""

from __future__ import annotations

import pytest

from pyllvm.terminal import streams
from pyllvm.terminal.messages import wants_color

# The value of --color, the environment, and whether there are colors on a terminal and elsewhere.
CHOICES = [
    ("auto", {}, True, False),
    ("auto", {"NO_COLOR": "1"}, False, False),
    ("auto", {"NO_COLOR": ""}, True, False),
    ("auto", {"FORCE_COLOR": "1"}, True, True),
    ("auto", {"FORCE_COLOR": "0"}, True, False),
    ("auto", {"CLICOLOR_FORCE": "1"}, True, True),
    ("auto", {"CLICOLOR_FORCE": ""}, True, False),
    ("auto", {"NO_COLOR": "1", "FORCE_COLOR": "1"}, False, False),
    ("auto", {"CLICOLOR": "0"}, False, False),
    ("auto", {"CLICOLOR": "1"}, True, False),
    ("auto", {"TERM": "dumb"}, False, False),
    ("always", {"NO_COLOR": "1", "TERM": "dumb"}, True, True),
    ("never", {"FORCE_COLOR": "1"}, False, False),
]


@pytest.mark.parametrize(("color", "environment", "on_terminal", "elsewhere"), CHOICES)
def test_colors(
    monkeypatch: pytest.MonkeyPatch, color: str, environment: dict[str, str], on_terminal: bool, elsewhere: bool
) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "CLICOLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"TERM": "xterm", **environment}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setitem(streams.led_to_a_terminal, 1, True)
    monkeypatch.setitem(streams.led_to_a_terminal, 2, False)
    assert (wants_color(color, 1), wants_color(color, 2)) == (on_terminal, elsewhere)

"""The background of the terminal, dark or light, as the user or the terminal names it."""

from __future__ import annotations

import os

from pyllvm.notation import Final

THEME_VARIABLE: Final = "PYLLVM_THEME"
AUTO: Final = "auto"
DARK: Final = "dark"
LIGHT: Final = "light"
THEMES: Final = (AUTO, DARK, LIGHT)

# The numbers of colours that `COLORFGBG` has for a light background: white and its like.
_LIGHT_COLORS: Final = frozenset(("7", "15"))

_wanted = AUTO

RESET: Final = b"\x1b[0m"
"""The code that ends every style."""


def code(numbers: str) -> bytes:
    """The code that begins the style with these numbers; nothing if there are none."""
    return f"\x1b[{numbers}m".encode("ascii") if numbers else b""


def want_theme(name: str) -> None:
    """Use a theme from now on: DARK, LIGHT, or AUTO, which leaves the choice to the environment."""
    global _wanted
    _wanted = name


def theme_name() -> str:
    """The theme that the user asks for, or else the theme for the background that the terminal names: DARK or LIGHT."""
    for wanted in (_wanted, os.environ.get(THEME_VARIABLE, "").strip().lower()):
        if wanted in (DARK, LIGHT):
            return wanted
    background = os.environ.get("COLORFGBG", "").rpartition(";")[2]
    return LIGHT if background in _LIGHT_COLORS else DARK

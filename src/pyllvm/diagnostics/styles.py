"""The styles of everything that is drawn on a terminal, for a dark and for a light background, and the consoles that draw.

Imported only when something is drawn or coloured, because rich takes longer to import than a small file to read.
"""

from __future__ import annotations

from typing import IO

from rich.console import Console
from rich.style import Style
from rich.theme import Theme

from pyllvm.diagnostics.themes import LIGHT, theme_name
from pyllvm.notation import Final

# The meaning, then the style on a dark and on a light background.
_STYLES: Final[tuple[tuple[str, str, str], ...]] = (
    # Diagnostics.
    ("error", "bold red", "bold red"),
    ("warning", "bold magenta", "bold magenta"),
    ("note", "bold cyan", "bold dark_cyan"),
    ("remark", "bold bright_blue", "bold blue"),
    ("help", "bold green", "bold green4"),
    # Text of every kind.
    ("heading", "bold", "bold"),
    ("faint", "dim", "grey42"),
    ("bar", "green", "green4"),
    # Comparisons.
    ("removed", "red", "red"),
    ("removed word", "bold red reverse", "bold red reverse"),
    ("added", "green", "green4"),
    ("added word", "bold green reverse", "bold green4 reverse"),
    ("place", "cyan", "dark_cyan"),
    ("detail", "yellow", "orange4"),
    # Dumps and sizes.
    ("block", "bold bright_blue", "bold blue"),
    ("record", "cyan", "dark_cyan"),
    ("unknown", "yellow", "orange4"),
    ("string", "green", "green4"),
    ("good", "bold green", "bold green4"),
    ("bad", "bold red", "bold red"),
)


def style_named(name: str) -> str:
    """The style with this meaning on the user's background, in rich's words."""
    is_light = theme_name() == LIGHT
    return next(light if is_light else dark for meaning, dark, light in _STYLES if meaning == name)


def console(file: IO[str], width: int | None = None, *, is_colored: bool = True, wraps: bool = False) -> Console:
    """Return a console that knows the styles. The caller decides whether it colours its output, and whether it wraps lines."""
    is_light = theme_name() == LIGHT
    theme = Theme({meaning: light if is_light else dark for meaning, dark, light in _STYLES})
    return Console(
        file=file,
        width=width,
        theme=theme,
        force_terminal=True if is_colored else None,
        color_system="256" if is_colored else None,
        no_color=not is_colored,
        highlight=False,
        soft_wrap=not wraps,
    )


def styled(text: str, name: str) -> str:
    """A text with the codes of a style before and after it."""
    before, after = codes(name)
    return before + text + after


def codes(name: str) -> tuple[str, str]:
    """The codes that begin and end a style on a terminal."""
    before, _, after = Style.parse(style_named(name)).render("\0").partition("\0")
    return before, after

"""Writes messages to standard error and texts to standard output, and decides whether they have colors."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Final

from pyllvm.diagnostics.themes import RESET
from pyllvm.terminal import files, interrupts, long_work, streams
from pyllvm.terminal.files import closed_stream, flush_standard_output

# Found in each line of a message, but never in a line of an excerpt.
_SEVERITY: Final = r"\b(?:error|warning|note|help|remark): "
_rewrite: Callable[[str], str] | None = None


def wants_color(color: str, descriptor: int) -> bool:
    """Whether to color the output to a descriptor, given the value of ``--color``.

    Without that option, the variables that many tools share decide, then whether it is a terminal that has colors.
    """
    if color != "auto":
        return color == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if any(os.environ.get(name, "0") not in ("", "0") for name in ("FORCE_COLOR", "CLICOLOR_FORCE")):
        return True
    return streams.is_terminal(descriptor) and os.environ.get("TERM") != "dumb" and os.environ.get("CLICOLOR") != "0"


def colors_output(color: str) -> bool:
    """Whether to color standard output, given the value of ``--color``. If so, Ctrl-C leaves the terminal in its usual colors."""
    if not wants_color(color, 1):
        return False
    if os.isatty(1):
        interrupts.add_cleanup(_reset_colors)
    return True


def _reset_colors(number: int) -> None:
    os.write(1, RESET)


def rewrite_messages(rewrite: Callable[[str], str] | None) -> None:
    """Pass what is written to standard error through `rewrite` from now on, such as to demangle the names in it."""
    global _rewrite
    _rewrite = rewrite


def forget_run() -> None:
    """Forget what another command has left in this process: its streams may be others, and its inputs are none."""
    global _rewrite
    streams.led_to_a_terminal.clear()
    files.inputs.clear()
    _rewrite = None


def write_error(text: str) -> None:
    """Write to standard error. Errors are ignored, because there is nowhere to report them.

    Characters that control a terminal do not reach one.
    """
    text = _rewritten(text)
    _write_error(streams.harmless(text) if streams.is_terminal(2) else text)


def write_drawn(text: str) -> None:
    """Write to standard error what this package has drawn: the only control characters in it come from the package."""
    _write_error(_rewritten(text))


def _rewritten(text: str) -> str:
    if _rewrite is not None:
        # Excerpts of a text stay as they are: places in them are marked below.
        import re

        text = "".join(_rewrite(line) if re.search(_SEVERITY, line) else line for line in text.splitlines(keepends=True))
    return text


def _write_error(text: str) -> None:
    try:
        flush_standard_output()
    except OSError:  # the flush is repeated, and its error reported, when the command ends
        pass
    if sys.stderr is None:
        return
    long_work.hide()
    try:
        sys.stderr.flush()
        streams.write(2, text.encode("utf-8", "surrogateescape"))
    except (OSError, ValueError):
        pass


def write_standard_output(text: str) -> None:
    """Write a text to standard output."""
    if sys.stdout is None:
        raise closed_stream()
    if streams.is_terminal(1):
        text = streams.harmless(text)
    sys.stdout.flush()
    long_work.hide()
    streams.write(1, text.encode("utf-8", "surrogateescape"))

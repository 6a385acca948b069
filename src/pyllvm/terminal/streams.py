"""The targets of the standard streams: a terminal, directly or through a pager or a process that collects the output."""

from __future__ import annotations

import os
import stat
import sys
from typing import TYPE_CHECKING, Final

from pyllvm.terminal.whole_file import write_all

if TYPE_CHECKING:
    import re
    from typing import TextIO

# Characters that control a terminal: ASCII's, except tabs and line breaks; Latin-1's, also as bytes that are not
# UTF-8; and characters that change the direction of the text.
_CONTROLS: Final = r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\udc80-\udc9f]"
_USUAL_COLUMNS: Final = 80
_ASCII_CONTROLS: Final = bytes([*range(9), *range(11, 32), 127])
PAGER_VARIABLE: Final = "PYLLVM_PAGER"
"""Names the program that shows long output page by page."""
led_to_a_terminal: Final[dict[int, bool]] = {}
"""Whether a standard stream led to a terminal when it was kept; emptied when a command begins."""


def replacement(descriptor: int) -> TextIO | None:
    """The stream that Python code put in place of standard output or error, as click's `CliRunner` does; None if none did."""
    stream = sys.stdout if descriptor == 1 else sys.stderr
    if stream is None:
        return None
    try:
        number = stream.fileno()
        return None if number == descriptor or os.path.sameopenfile(number, descriptor) else stream
    except (AttributeError, OSError, ValueError):
        return stream


def write(descriptor: int, data: bytes) -> None:
    """Write all of the data to standard output or error, or to the stream in its place."""
    stream = replacement(descriptor)
    if stream is None:
        write_all(descriptor, data)
    elif hasattr(stream, "buffer"):
        stream.flush()
        stream.buffer.write(data)
        stream.buffer.flush()
    else:
        stream.write(data.decode("utf-8", "replace"))


def is_terminal(descriptor: int) -> bool:
    """Whether what is written to a descriptor is shown on a terminal."""
    known = led_to_a_terminal.get(descriptor)
    if not (os.isatty(descriptor) if known is None else known):
        return False
    return descriptor not in (1, 2) or replacement(descriptor) is None


def is_file(descriptor: int) -> bool:
    """Whether what is written to a descriptor goes to a file."""
    return stat.S_ISREG(os.fstat(descriptor).st_mode)


def keep(descriptor: int) -> None:
    """Remember what a standard stream leads to, before it is replaced by a stream that somebody passes on."""
    led_to_a_terminal[descriptor] = is_terminal(descriptor)


def harmless(text: str) -> str:
    """A text, with escapes in place of characters that control a terminal: names in a file may have any."""
    import re

    return re.sub(_CONTROLS, _escape, text)


def harmless_bytes(text: bytes) -> bytes:
    """The same for a text in UTF-8. It takes hardly any time for the usual text."""
    if text.isascii() and len(text.translate(None, _ASCII_CONTROLS)) == len(text):
        return text
    return harmless(text.decode("utf-8", "surrogateescape")).encode("utf-8", "surrogateescape")


def _escape(found: re.Match[str]) -> str:
    code = ord(found.group())
    # A byte that is not UTF-8 is a surrogate.
    return f"\\x{code & 0xFF:02x}" if code <= 0xFF or code >= 0xDC00 else f"\\u{code:04x}"


def columns() -> int:
    """The width of the terminal, wherever the standard streams lead."""
    for descriptor in (1, 2, 0):
        try:
            width = int(os.environ.get("COLUMNS", "0")) or os.get_terminal_size(descriptor).columns
        except (OSError, ValueError):
            continue
        if width > 0:
            return width
    try:
        with open("/dev/tty", "rb") as device:
            # Input comes from a pipe, and output goes through a pager.
            return os.get_terminal_size(device.fileno()).columns or _USUAL_COLUMNS
    except OSError:
        return _USUAL_COLUMNS


def is_smart(descriptor: int) -> bool:
    """Whether a descriptor leads to a terminal that can move its cursor."""
    return os.environ.get("TERM", "dumb") != "dumb" and is_terminal(descriptor)

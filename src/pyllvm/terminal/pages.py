"""Shows texts that people read, such as the help: in a pager and in colours, if they go to a terminal."""

from __future__ import annotations

from pyllvm.diagnostics.themes import RESET, code
from pyllvm.notation import Final
from pyllvm.terminal import streams
from pyllvm.terminal.files import OutputFile
from pyllvm.terminal.messages import colors_output, write_standard_output

# Patterns, and the numbers of the colours that their matches get: titles, options, commands, wrong and right lines of an example.
_STYLES: Final = (
    (r"^[A-Z][\w' ,-]*:", "1"),
    (r"^ {2}(?:-{1,2}\w[\w=<>-]*|pyllvm[ \w-]*)", "36"),
    (r"^ {4}-.*", "31"),
    (r"^ {4}\+.*", "32"),
)


def show_pages(text: str) -> None:
    """Write a text to standard output."""
    if not streams.is_smart(1):
        _show(text)
        return
    from pyllvm.terminal.pager import Pager  # only for a terminal

    with Pager():
        _show(text)


def _show(text: str) -> None:
    if colors_output("auto"):
        # The codes of the colours are meant: nothing else in these texts is from a file.
        OutputFile("-").write(_colored(streams.harmless(text)).encode("utf-8", "surrogateescape"))
    else:
        write_standard_output(text)


def _colored(text: str) -> str:
    # Imported only here: the start of each command counts.
    import re

    for pattern, numbers in _STYLES:
        replacement = code(numbers).decode() + r"\g<0>" + RESET.decode()
        text = re.sub(pattern, replacement, text, flags=re.MULTILINE)
    return text

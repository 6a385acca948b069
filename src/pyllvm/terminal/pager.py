"""Shows long output on a terminal page by page, as git does, and texts that people read, such as the help, in colours."""

from __future__ import annotations

import os

from pyllvm.diagnostics.themes import RESET, code
from pyllvm.notation import TYPE_CHECKING, Final, TracebackType, final
from pyllvm.terminal import interrupts, long_work, streams
from pyllvm.terminal.files import OutputFile, flush_standard_output
from pyllvm.terminal.messages import colors_output, write_standard_output

if TYPE_CHECKING:
    import subprocess


_DEFAULT: Final = "less"
# Unless the user set them: end at once if the text fits on the screen, pass colours on, and leave the text on the screen.
_SETTINGS: Final = {"LESS": "FRX", "LV": "-c"}


def pager_command() -> str:
    """The command line of the pager that the environment names, or else of the usual one; empty if there is none."""
    for variable in (streams.PAGER_VARIABLE, "PAGER"):
        command = os.environ.get(variable)
        if command is not None:
            return "" if command.strip() in ("", "cat") else command
    return _DEFAULT


@final
class Pager:
    """A context manager: what its block writes to standard output, which is a terminal, appears in a pager.

    The block ends early, without an error, when the user leaves the pager.
    """

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._replaced: list[tuple[int, int]] = []

    def __enter__(self) -> Pager:
        command = pager_command()
        if not command:
            return self
        # Imported only here: they take longer to import than a small file to print.
        import shlex
        import shutil
        import subprocess

        if shutil.which(shlex.split(command)[0]) is None:
            return self
        long_work.forbid()
        flush_standard_output()
        interrupts.add_cleanup(self._outlast)
        self._process = subprocess.Popen(
            command, shell=True, stdin=subprocess.PIPE, env={**_SETTINGS, **os.environ}, restore_signals=True
        )
        assert self._process.stdin is not None
        for descriptor in (1, 2):
            if streams.is_terminal(descriptor):
                streams.keep(descriptor)
                self._replaced.append((descriptor, os.dup(descriptor)))
                os.dup2(self._process.stdin.fileno(), descriptor)
        self._process.stdin.close()
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None) -> bool:
        if self._process is None:
            return False
        interrupts.ignore_keyboard()
        interrupts.remove_cleanup(self._outlast)
        was_left = isinstance(value, BrokenPipeError)
        try:
            flush_standard_output()
        except BrokenPipeError:
            was_left = True
        for descriptor, original in self._replaced:
            os.dup2(original, descriptor)
            os.close(original)
        if was_left:
            # Text that is still in a buffer must not appear after all.
            _close_output()
        while True:
            try:
                self._process.wait()
            except KeyboardInterrupt:
                # The pager handles the interrupt itself, and goes on.
                continue
            break
        return isinstance(value, BrokenPipeError)

    def _outlast(self, number: int) -> None:
        """Ctrl-C ends this process, but not the pager: the shell may not use the terminal before the pager has left it."""
        if self._process is not None and number == interrupts.KEYBOARD:
            for descriptor, _ in self._replaced:
                _close_output(descriptor)
            self._process.wait()


def _close_output(descriptor: int = 1) -> None:
    """Lead a standard stream nowhere."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, descriptor)
    os.close(null)


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

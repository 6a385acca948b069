"""Shows on a terminal how far long work is: a line on standard error, from the first second on, that disappears at the end."""

from __future__ import annotations

import os
from time import monotonic
from typing import TYPE_CHECKING, Final, final

from pyllvm import progress
from pyllvm.diagnostics.amounts import size_words
from pyllvm.terminal import interrupts, streams

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import TracebackType

    from pyllvm.diagnostics.render import StatusLine

PROGRESS_VARIABLE: Final = "PYLLVM_PROGRESS"
# In seconds. Not final, because tests do not wait so long.
_SHOWN_AFTER = 1.0
_REDRAWN_AFTER = 0.1
_BAR_WIDTH: Final = 20


@final
class LongWork:
    """The work on the inputs of one command, in their order; a context manager.

    `verb` names it, such as "verifying"; work without a name is not shown.
    """

    def __init__(self, verb: str, inputs: Sequence[str]) -> None:
        self._verb = verb
        self._inputs = inputs
        self._done = 0
        self._first = 0
        self._bytes = 0
        self._functions: dict[str, int] = {}
        self._found = 0
        self._next = monotonic() + _SHOWN_AFTER
        self._is_shown = bool(verb) and os.environ.get(PROGRESS_VARIABLE) != "0" and streams.is_smart(2)
        self._line: StatusLine | None = None
        self._is_drawn = False

    def __enter__(self) -> LongWork:
        if self._is_shown:
            _running.append(self)
            progress.listen(self._function_done)
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None) -> None:
        if self._is_shown:
            self.hide()
            progress.stop(self._function_done)
            _running.remove(self)

    def end(self) -> None:
        """Note that the work on an input has ended, and on the next one begins."""
        self.have_ended(self._done + 1, self._done + 1)

    def have_ended(self, count: int, first: int) -> None:
        """Note how many inputs have ended, and the number of the first that has not, if several processes work on them."""
        self._done = count
        self._first = first
        if self._is_shown:
            self.look()

    def bytes_read(self, count: int) -> None:
        """Note that as many bytes of inputs were read."""
        self._bytes += count
        self.look()

    def look(self) -> None:
        """Draw the line, if it is time."""
        now = monotonic()
        if now < self._next or not self._is_shown or _is_forbidden:
            return
        self._next = now + _REDRAWN_AFTER
        if self._line is None:
            # Imported only here: rich takes longer to import than small inputs take to convert.
            from pyllvm.diagnostics.render import StatusLine

            self._line = StatusLine()
        if not self._is_drawn:
            self._is_drawn = True
            interrupts.add_cleanup(self._erase)
        self._line.show(self.text())

    def hide(self) -> None:
        """Remove the line until it is drawn again, because something else is written."""
        if self._is_drawn:
            self._erase(0)
            self._is_drawn = False
            interrupts.remove_cleanup(self._erase)

    def _erase(self, number: int) -> None:
        if self._line is not None:
            self._line.hide()

    def text(self) -> str:
        """The line: the work, the input, and what is done."""
        # The work that comes last, as far as it has begun, is behind the others.
        work, done = list(self._functions.items())[-1] if self._functions else ("", 0)
        # The end of a long path tells more than its beginning.
        name = os.path.basename(self._inputs[min(self._first, len(self._inputs) - 1)]) if self._inputs else ""
        verb = f"{self._verb} {name}".rstrip()
        amount = f"{size_words(8 * self._bytes)} " if self._bytes else ""
        if len(self._inputs) > 1:
            # The inputs differ in size, but nobody knows the sizes of those to come.
            return f"{self._bar(self._done, len(self._inputs))} {self._done}/{len(self._inputs)} {amount}{verb}"
        if work and self._found:
            return f"{self._bar(done, self._found)} {done}/{self._found} functions {work} {amount}{verb}"
        counted = f"{done} functions {work} " if work else ""
        return f"{counted}{amount}{verb}"

    @staticmethod
    def _bar(done: int, whole: int) -> str:
        length = min(done * _BAR_WIDTH // max(whole, 1), _BAR_WIDTH)
        return f"[{('=' * length)[:-1]}{'>' if length else ''}{' ' * (_BAR_WIDTH - length)}]"

    def _function_done(self, work: str, count: int) -> None:
        if work == progress.FOUND:
            self._found += count
        else:
            self._functions[work] = self._functions.get(work, 0) + count
        self.look()


_running: Final[list[LongWork]] = []
_is_forbidden = False


def hide() -> None:
    """Remove the line of the running work, if it is shown."""
    for work in _running:
        work.hide()


def forbid() -> None:
    """Show nothing from now on, because a pager uses the terminal."""
    global _is_forbidden
    _is_forbidden = True
    hide()


def leave_to_parent() -> None:
    """Show nothing from now on, and leave the line on the terminal: the process works for another, which shows the progress."""
    global _is_forbidden
    _is_forbidden = True
    _running.clear()


def bytes_read(count: int) -> None:
    """Note that as many bytes of an input were read."""
    for work in _running:
        work.bytes_read(count)

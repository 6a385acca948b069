"""How the process of a command ends early: by a signal, at once but after removing unfinished files, or where memory runs out.

A signal does not raise an exception here. Compiled code can be in a multiplication of big integers, which cannot pass one on:
the process would end with "fatal: out of memory". Instead the system's own action ends the process, whatever it computes. Only
while there is something to remove or to stop, a handler does that first.

Only a process that belongs to a command has its signals changed (`take_over`), never a process that uses the library or
calls `tool.invoke`.

Most code raises MemoryError where memory runs out. Compiled code that makes a tuple or a big integer cannot: it calls
`sys.pyllvm_out_of_memory`, if that function exists, and then aborts (`compiling/library.c`). CPython itself sometimes fails
without any exception.
"""

from __future__ import annotations

# The module `signal` makes enumerations of what is in this one, which takes longer than all that is done here.
import _signal  # type: ignore[import-not-found]
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, final

if TYPE_CHECKING:
    from types import TracebackType
    from typing import NoReturn


# The signals that a person, a shell, or a limit of the processor's time (SIGXCPU) sends. Windows has the first two, and SIGBREAK.
_NAMES: Final = ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGXCPU", "SIGBREAK")
_ENDING: Final[tuple[int, ...]] = tuple(getattr(_signal, name) for name in _NAMES if hasattr(_signal, name))
_CAN_HOLD: Final = hasattr(_signal, "pthread_sigmask")
# The signal of Ctrl-C.
KEYBOARD: Final[int] = _signal.SIGINT
# Asks a process to end, which may clean up first.
TERMINATE: Final[int] = _signal.SIGTERM
# Ends a process, whatever it handles.
KILL: Final[int] = getattr(_signal, "SIGKILL", _signal.SIGTERM)
# The signals that this process handles. A parent process can let it ignore some, as `nohup` does: they are not among these.
_taken: Final[list[int]] = []
_cleanups: Final[list[Callable[[int], None]]] = []


def take_over() -> None:
    """Let signals end this process from now on. To be called once, by the main thread of a process that is a command."""
    with Held():
        _taken.clear()
        _cleanups.clear()
        for number in _ENDING:
            if _signal.getsignal(number) != _signal.SIG_IGN:
                _taken.append(number)
                _signal.signal(number, _signal.SIG_DFL)


def end_by_default(number: int) -> None:
    """Let a signal end this process, even if the process that started it ignores the signal."""
    _signal.signal(number, _signal.SIG_DFL)


def add_cleanup(cleanup: Callable[[int], None]) -> None:
    """Call `cleanup` with the number of a signal before it ends this process, if this process was taken over."""
    _cleanups.append(cleanup)
    if len(_cleanups) == 1:
        _handle(_end)


def remove_cleanup(cleanup: Callable[[int], None]) -> None:
    """Undo `add_cleanup`: there is nothing to clean up any more."""
    if cleanup in _cleanups:
        _cleanups.remove(cleanup)
        if not _cleanups:
            _handle(_signal.SIG_DFL)


def ignore_keyboard() -> None:
    """Ignore Ctrl-C from now on: another process that uses the terminal handles it. Does nothing where `take_over` did not."""
    if KEYBOARD in _taken:
        with Held():
            _taken.remove(KEYBOARD)
            _signal.signal(KEYBOARD, _signal.SIG_IGN)


@final
class Held:
    """A context manager: signals that arrive in its block wait until its end, where the system can let them wait."""

    __slots__ = ("_before",)
    _before: set[int]

    def __enter__(self) -> Held:
        if _CAN_HOLD:
            self._before = _signal.pthread_sigmask(_signal.SIG_BLOCK, ())
            try:
                _signal.pthread_sigmask(_signal.SIG_BLOCK, _ENDING)
            except BaseException:
                # Python's own handler raises this, of a signal that came just before: nothing would end the process any more.
                _signal.pthread_sigmask(_signal.SIG_SETMASK, self._before)
                raise
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None) -> None:
        if _CAN_HOLD:
            _signal.pthread_sigmask(_signal.SIG_SETMASK, self._before)


def _handle(handler: object) -> None:
    # Held: a signal that came while there is a handler must not look for it when it is gone.
    if _taken:
        with Held():
            for number in _taken:
                _signal.signal(number, handler)


def _end(number: int, frame: object) -> None:
    """The handler: clean up, and end as if there were none."""
    for other in _taken:
        # A second Ctrl-C does not interrupt the cleaning.
        _signal.signal(other, _signal.SIG_IGN)
    for cleanup in reversed(_cleanups):
        try:
            cleanup(number)
        except Exception:
            # The others are called all the same, and nobody can be told.
            continue
    _signal.signal(number, _signal.SIG_DFL)
    if _CAN_HOLD:
        _signal.pthread_sigmask(_signal.SIG_UNBLOCK, [number])
    os.kill(os.getpid(), number)
    os._exit(128 + number)


# How CPython words a failure for which nothing set an exception, and the system one to load a library.
_WORDINGS = ("without setting an exception", "without exception set", "failed to map segment", "annot allocate memory")


def is_lack_of_memory(error: BaseException) -> bool:
    """Whether an exception means that memory has run out."""
    if isinstance(error, (SystemError, ImportError)):
        message = str(error)
        return any(wording in message for wording in _WORDINGS)
    return isinstance(error, MemoryError)


def end_by(report: Callable[[], int]) -> None:
    """Let this process end where compiled code has no memory: with the exit status that `report` returns."""

    def end() -> NoReturn:
        status = 1
        try:
            status = report()
        finally:
            os._exit(status)

    sys.pyllvm_out_of_memory = end  # type: ignore[attr-defined]


def end_silently() -> None:
    """Let this process end there without a word: its parent process finds the result missing."""
    end_by(lambda: 1)

"""How a command ends when memory runs out.

Most code raises MemoryError. Compiled code that makes a tuple or a big integer cannot: it calls `sys.pyllvm_out_of_memory`, if
that function exists, and then aborts (`compiling/library.c`). CPython itself sometimes fails without any exception.
"""

from __future__ import annotations

import os
import sys

# As in `pyllvm`.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn

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

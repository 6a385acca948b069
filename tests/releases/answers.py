"""An answer of an LLVM about a module, and how to get it without being taken down by a crash."""

from __future__ import annotations

import faulthandler
import os
import pickle
import signal
from collections.abc import Callable
from typing import NamedTuple, TypeVar

T = TypeVar("T")
_SECONDS = 60
# The names that LLVMs give to the source of a text.
FILE = "module"


class Answer(NamedTuple):
    """Whether a module was accepted, or else what was said (one line for each failure); its text and bitcode."""

    is_accepted: bool
    message: str = ""
    text: str = ""
    bitcode: bytes = b""


CRASHED = Answer(False, "(crashed)")


def forked(work: Callable[[], T], crashed: T) -> T:
    """What `work` returns in a process of its own; `crashed` if the process ends in another way."""
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(ours)
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        faulthandler.disable()  # pytest's writes to a copy of stderr
        signal.alarm(_SECONDS)
        try:
            data = pickle.dumps(work())
            with os.fdopen(theirs, "wb") as stream:
                stream.write(data)
        finally:
            os._exit(0)
    os.close(theirs)
    with os.fdopen(ours, "rb") as stream:
        data = stream.read()
    os.waitpid(child, 0)
    try:
        found: T = pickle.loads(data)
    except (EOFError, pickle.UnpicklingError):
        return crashed
    return found

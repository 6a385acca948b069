"""Runs a command in a fork of the test's process, which has its modules already, after something was made to fail there."""

from __future__ import annotations

import io
import os
import signal
import sys
import tempfile
import traceback
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

_SECONDS: Final = 100


class Ended(NamedTuple):
    """How a command ended; `errors` is its standard error."""

    status: int
    output: bytes
    errors: str


def run(
    words: Sequence[str | os.PathLike[str]],
    folder: Path,
    before: Callable[[], object] = lambda: None,
    closed: Sequence[int] = (),
) -> Ended:
    """Run ``pyllvm WORDS`` in a folder, after `before` was called there and the descriptors `closed` were closed."""
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        child = os.fork()
        if child == 0:
            try:
                signal.alarm(_SECONDS)
                _enter(folder, output.fileno(), errors.fileno(), closed)
                before()
                from pyllvm import cli

                sys.argv = ["pyllvm", *map(os.fspath, words)]
                cli.main()
            except BaseException:
                os.write(errors.fileno(), traceback.format_exc().encode())
            finally:
                os._exit(99)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        output.seek(0)
        errors.seek(0)
        return Ended(status, output.read(), errors.read().decode("utf-8", "surrogateescape"))


def _enter(folder: Path, output: int, errors: int, closed: Sequence[int]) -> None:
    os.chdir(folder)
    # Not as pytest has it: the process ends with open files.
    sys.unraisablehook = sys.__unraisablehook__
    warnings.simplefilter("ignore", ResourceWarning)
    os.environ["PYLLVM_LLVM_VERSION"] = "19"  # else the commands tell which version they guess
    for descriptor, replacement in ((0, os.open(os.devnull, os.O_RDONLY)), (1, output), (2, errors)):
        os.dup2(replacement, descriptor)
    sys.stdin, sys.stdout, sys.stderr = (_stream(descriptor) for descriptor in range(3))
    for descriptor in closed:
        os.close(descriptor)
        # As Python starts without them.
        setattr(sys, ("stdin", "stdout", "stderr")[descriptor], None)


def _stream(descriptor: int) -> io.TextIOWrapper:
    return io.TextIOWrapper(os.fdopen(descriptor, "wb" if descriptor else "rb", closefd=False), errors="surrogateescape")

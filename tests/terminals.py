"""Runs commands on a terminal, for the tests of what only people see."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from commands import shared_server

_SECONDS: Final = 60.0


def on_a_terminal(*words: str, environment: dict[str, str] | None = None, folder: Path | None = None) -> tuple[int, bytes]:
    """The status of a command, and all that it printed on the terminal that both its outputs are."""
    main, sub = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, *words],
        stdin=subprocess.DEVNULL,
        stdout=sub,
        stderr=sub,
        cwd=folder,
        env={**_environment(), **(environment or {})},
    )
    os.close(sub)
    shown = _shown(main)
    return process.wait(timeout=_SECONDS), shown


def command_on_a_terminal(*words: str, folder: Path) -> tuple[int, bytes]:
    """The same of a command of ``pyllvm``, in a fork of a process that has its modules already."""
    main, sub = pty.openpty()
    with ThreadPoolExecutor(1) as reader, open(os.devnull, "rb") as nothing:
        shown = reader.submit(_shown, main)
        status = shared_server().status("pyllvm", list(words), _environment(), str(folder), [nothing.fileno(), sub, sub])
        os.close(sub)
        return status, shown.result()


def _environment() -> dict[str, str]:
    return {**os.environ, "TERM": "xterm", "COLUMNS": "200", "PYLLVM_PAGER": "", "PYLLVM_PROGRESS": "0"}


def _shown(main: int) -> bytes:
    """All that is printed on a terminal until nothing has it open any more."""
    shown = b""
    end = time.monotonic() + _SECONDS
    while time.monotonic() < end and select.select([main], [], [], max(0, end - time.monotonic()))[0]:
        try:
            piece = os.read(main, 65536)
        except OSError:
            break
        if not piece:
            break
        shown += piece
    os.close(main)
    return shown

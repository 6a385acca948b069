"""Runs commands on a terminal, for the tests of what only people see."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import time
from pathlib import Path


def on_a_terminal(*words: str, environment: dict[str, str] | None = None, folder: Path | None = None) -> tuple[int, bytes]:
    """The status of a command, and all that it printed on the terminal that both its outputs are."""
    seconds = 60.0
    main, sub = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, *words],
        stdin=subprocess.DEVNULL,
        stdout=sub,
        stderr=sub,
        cwd=folder,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "200", "PYLLVM_PAGER": "", "PYLLVM_PROGRESS": "0", **(environment or {})},
    )
    os.close(sub)
    shown = b""
    end = time.monotonic() + seconds
    while time.monotonic() < end and select.select([main], [], [], max(0, end - time.monotonic()))[0]:
        try:
            piece = os.read(main, 65536)
        except OSError:
            break
        if not piece:
            break
        shown += piece
    os.close(main)
    return process.wait(timeout=seconds), shown

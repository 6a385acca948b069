"""The commands where Python has only what it has on Windows: no copies of processes, no owners, fewer signals, text files."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

pytestmark = pytest.mark.once

# Removes what Python has on other systems, and checks that all files that are written are opened as binary ones.
WINDOWS = """
import _signal, os, signal, subprocess, sys, tempfile, threading
for name in ("fork", "forkpty", "getuid", "geteuid", "getgid", "fchown", "fchmod", "chown", "writev", "sched_getaffinity",
             "O_CLOEXEC", "O_NONBLOCK", "WNOHANG", "mkfifo", "killpg", "getpgid", "tcsetpgrp", "openpty"):
    delattr(os, name)
for module in (_signal, signal):
    for name in ("SIGHUP", "SIGQUIT", "SIGKILL", "SIGXCPU", "SIGPIPE", "SIGALRM", "pthread_sigmask", "alarm", "siginterrupt"):
        delattr(module, name)
    module.SIGBREAK = 21
for name in ("fcntl", "termios", "tty", "pty", "pwd", "grp", "resource", "readline", "curses", "syslog"):
    sys.modules[name] = None
system_open, os.O_BINARY = os.open, 1 << 30
def checked_open(path, flags, *rest):
    if flags & (os.O_WRONLY | os.O_RDWR) and not flags & os.O_BINARY and path != os.devnull:
        raise ValueError(f"{path} is opened as a text file")
    return system_open(path, flags & ~os.O_BINARY, *rest)
os.open = checked_open
"""
COMMANDS: tuple[tuple[str, ...], ...] = (
    ("as", "one.ll", "-o", "new.bc"),
    ("as", "-j", "4", "one.ll", "two.ll"),
    ("dis", "one.bc", "-o", "old.ll"),
    ("dis", "-j", "0", "one.bc", "two.bc"),
    ("dis", "one.bc", "-o", "-"),
    ("link", "one.bc", "two.bc", "-o", "new.bc"),
    ("link", "-S", "one.ll", "two.ll", "-o", "old.ll"),
    ("verify", "-j", "2", "one.ll", "two.bc"),
    ("bcanalyzer", "-dump", "one.bc"),
    ("extract", "--func=one", "one.bc", "-o", "new.bc"),
    ("strip", "one.bc", "-o", "new.bc"),
    ("nm", "one.bc", "two.bc"),
    ("stat", "one.bc"),
    ("diff", "one.ll", "two.ll"),
    ("graph", "one.ll", "-o", "new.dot"),
    ("dis", "missing.bc"),
    ("as", "one.ll", "-o", "folder/"),
)


def result(command: Sequence[str], folder: Path, prefix: str) -> tuple[int, str, str, dict[str, bytes]]:
    """The status, both outputs and the files after a command in a new folder."""
    folder.mkdir()
    for name in ("one", "two"):
        (folder / f"{name}.ll").write_text(f"define i32 @{name}(i32 %x) {{\n  ret i32 %x\n}}\n", encoding="utf-8")
    start = "from pyllvm.cli import main; main()"
    assembled = [sys.executable, "-m", "pyllvm", "as", "one.ll", "two.ll"]
    subprocess.run(assembled, cwd=folder, check=True, timeout=120)
    (folder / "old.ll").write_text("; replaced\n", encoding="utf-8")
    words = [sys.executable, "-c", prefix + start, *command]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL)
    return done.returncode, done.stdout, done.stderr, {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_commands_without_what_windows_lacks(command: Sequence[str], tmp_path: Path) -> None:
    there = result(command, tmp_path / "there", "")
    assert result(command, tmp_path / "elsewhere", WINDOWS) == there
    assert "Traceback" not in there[2]

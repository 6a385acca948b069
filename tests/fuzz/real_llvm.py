"""Asks the real LLVM, where it is installed, whether it reads a file of bitcode."""

from __future__ import annotations

import os
import subprocess
import tempfile
from pathlib import Path
from typing import Final

_SECONDS: Final = 60
_NO_TARGET: Final = "unrecognized architecture"
#: Where a tool crashes, the names in its stack take a minute.
_ENVIRONMENT: Final = {**os.environ, "LLVM_DISABLE_SYMBOLIZATION": "1"}


def tool(version: int, name: str) -> Path:
    """The path of a tool of LLVM `version`, as Debian installs it."""
    return Path(f"/usr/lib/llvm-{version}/bin/{name}")


def refusal(version: int, bitcode: bytes) -> str:
    """The error with which LLVM `version` refuses bitcode; empty if it reads and verifies it, or crashes or hangs itself."""
    status, message = _verify(version, bitcode)
    # opt, unlike llvm-dis, looks for the target that a module names.
    return message if status > 0 and _NO_TARGET not in message else ""


def accepts(version: int, bitcode: bytes) -> bool:
    """Whether LLVM `version` is installed, and reads and verifies bitcode."""
    return tool(version, "opt").exists() and _verify(version, bitcode)[0] == 0


def _verify(version: int, bitcode: bytes) -> tuple[int, str]:
    """The exit status of opt, negative if it crashes or hangs, and its messages."""
    # The tools write files beside the input if it has many modules.
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "input.bc")
        path.write_bytes(bitcode)
        try:
            command = [tool(version, "opt"), "-passes=verify", "-disable-output", path.name]
            done = subprocess.run(command, cwd=folder, env=_ENVIRONMENT, capture_output=True, timeout=_SECONDS, check=False)
        except subprocess.TimeoutExpired:
            return -1, ""
    return done.returncode, done.stderr.decode("utf-8", "replace").strip()

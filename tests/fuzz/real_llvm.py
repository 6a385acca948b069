"""Asks the real LLVM, where it is installed, whether it reads a file of bitcode."""

from __future__ import annotations

import os
import subprocess
import tempfile
from pathlib import Path
from typing import Final

_SECONDS: Final = 60
#: Where a tool crashes, the names in its stack take a minute.
_ENVIRONMENT: Final = {**os.environ, "LLVM_DISABLE_SYMBOLIZATION": "1"}


def tool(version: int, name: str) -> Path:
    """The path of a tool of LLVM `version`, as Debian installs it."""
    return Path(f"/usr/lib/llvm-{version}/bin/{name}")


def refusal(version: int, bitcode: bytes) -> str:
    """The error with which LLVM `version` refuses bitcode; empty if it reads and verifies it, or crashes or hangs itself."""
    # The tools write files beside the input if it has many modules.
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "input.bc")
        path.write_bytes(bitcode)
        try:
            command = [tool(version, "opt"), "-passes=verify", "-disable-output", path.name]
            done = subprocess.run(command, cwd=folder, env=_ENVIRONMENT, capture_output=True, timeout=_SECONDS, check=False)
        except subprocess.TimeoutExpired:
            return ""
    message = done.stderr.decode("utf-8", "replace").strip()
    return message if done.returncode > 0 else ""

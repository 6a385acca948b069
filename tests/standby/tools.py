"""LLVM's tools, loaded once and waiting: most of the time of a test that compares with LLVM goes into starting its tools.

Each tool starts once, with `server.c` preloaded, and forks for each run. `client.c` stands under the name of the tool, so that a
test runs a path as before. Without a C compiler, or elsewhere than on Linux, the path is the tool itself.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

_HERE: Final = Path(__file__).parent
# What tests start often. Others look for files beside themselves, as clang does.
_WAITING: Final = frozenset(
    ("llc", "llvm-as", "llvm-bcanalyzer", "llvm-dis", "llvm-extract", "llvm-link", "llvm-nm", "llvm-strip", "opt")
)
_LONGEST_SOCKET: Final = 90  # the kernel's limit for the path of a socket is 107 bytes, here with an ending
_SECONDS_TO_START: Final = 30


class Tools:
    """The tools of all versions that tests ask for; they end with `stop`."""

    def __init__(self) -> None:
        self._folder: Path | None = None
        self._started: dict[Path, subprocess.Popen[bytes]] = {}

    def path(self, tool: Path) -> Path:
        """Return the path to run for a tool."""
        if tool.name not in _WAITING or not sys.platform.startswith("linux") or not (compiler := shutil.which("cc")):
            return tool
        if self._folder is None:
            self._folder = Path(tempfile.mkdtemp(prefix="llvm-"))
            words = [compiler, "-O1", "-o", "client", str(_HERE / "client.c")]
            # Without the loader and the C library, it starts in half of the time; some systems have no static C library.
            if subprocess.run([*words, "-static"], cwd=self._folder, capture_output=True).returncode:
                subprocess.run(words, cwd=self._folder, check=True)
            words = [compiler, "-O1", "-shared", "-fPIC", "-o", "server.so", str(_HERE / "server.c")]
            subprocess.run(words, cwd=self._folder, check=True)
        client = self._folder / tool.parents[1].name / tool.name
        if client not in self._started:
            if len(os.fsencode(client)) > _LONGEST_SOCKET:
                return tool
            self._start(tool, client, self._folder)
        return client

    def _start(self, tool: Path, client: Path, folder: Path) -> None:
        client.parent.mkdir(exist_ok=True)
        client.symlink_to(folder / "client")
        socket = client.with_name(client.name + ".socket")
        # A path with a space would be two.
        environment = {**os.environ, "LD_PRELOAD": "./server.so", "STANDBY_SOCKET": str(socket)}
        self._started[client] = subprocess.Popen([tool], env=environment, cwd=folder, stdin=subprocess.DEVNULL)
        last = time.monotonic() + _SECONDS_TO_START
        while not socket.exists():
            assert time.monotonic() < last and self._started[client].poll() is None, f"{tool} does not start"
            time.sleep(0.005)

    def stop(self) -> None:
        """End the tools."""
        for process in self._started.values():
            process.kill()
            process.wait()
        if self._folder:
            shutil.rmtree(self._folder)

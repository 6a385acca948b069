"""The same inputs in another build of pyllvm: ``python -m tests.fuzz.other_build`` answers on its standard output.

A request is a line with the target's name and the size of the input, then the input. The answer is a line: the outcome.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

from tests.fuzz.judge import judge

ROOT: Final = Path(__file__).parents[2]


class OtherBuild:
    """A process that runs inputs with the pyllvm in `folder`: the plain `src`, or a compiled copy."""

    def __init__(self, folder: Path) -> None:
        environment = os.environ | {"PYTHONPATH": os.pathsep.join((str(folder.resolve()), str(ROOT)))}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.fuzz.other_build"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
            env=environment,
        )

    def outcome(self, target: str, data: bytes) -> str:
        """The outcome of an input there. Raises EOFError if that process died."""
        requests, answers = self._process.stdin, self._process.stdout
        assert requests is not None
        assert answers is not None
        requests.write(f"{target} {len(data)}\n".encode() + data)
        requests.flush()
        line = answers.readline()
        if not line:
            raise EOFError("the other build ended")
        return line.decode().rstrip("\n")

    def close(self) -> None:
        """End the process."""
        with self._process:  # which closes the pipes, and waits
            pass


def _answer() -> None:
    requests = sys.stdin.buffer
    while line := requests.readline():
        target, size = line.decode().split()
        print(judge(target, requests.read(int(size))).outcome, flush=True)


if __name__ == "__main__":
    _answer()

"""Commands at every size of the parts that they work on: the outcomes must be the same."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from pyllvm.cli.group import invoke_group

VARIABLE = "PYLLVM_PART_BYTES"
# One part, a part for each function, and the default size, which small files have only if it is asked for.
SIZES = ("0", "1", "4096")


class Found(NamedTuple):
    """How a command ended."""

    status: int
    output: bytes
    messages: bytes


class AtEverySize:
    """Runs commands in this process. A fault of ours, at any size, passes through."""

    def __init__(self, capture: pytest.CaptureFixture[bytes], patch: pytest.MonkeyPatch) -> None:
        self._capture = capture
        self._patch = patch

    def __call__(self, *words: str | Path, sizes: Sequence[str] = SIZES) -> Found:
        """Run a command without the variable, and with it; returns the outcome, which is the same each time."""
        expected = self.run(*words)
        for size in sizes:
            self._patch.setenv(VARIABLE, size)
            assert self.run(*words) == expected, f"{VARIABLE}={size}"
        self._patch.delenv(VARIABLE)
        return expected

    def run(self, *words: str | Path) -> Found:
        """Run a command with the variables that are set."""
        status = invoke_group([str(word) for word in words])
        return Found(status, *self._capture.readouterr())

    def way(self, size: str, *words: str | Path) -> str:
        """The ways that a command took at a size."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv(VARIABLE, size)
            patch.setenv("PYLLVM_VERBOSE", "1")
            messages = self.run(*words).messages.decode()
        return next(line for line in messages.splitlines() if " in turn" in line or line.endswith("whole"))


@pytest.fixture
def at_every_size(capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> AtEverySize:
    """Compares the outcomes of a command at every size of parts."""
    for name in [name for name in os.environ if name.startswith("PYLLVM_")]:
        monkeypatch.delenv(name)
    capfdbinary.readouterr()
    return AtEverySize(capfdbinary, monkeypatch)

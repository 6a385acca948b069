"""Makefiles that call llvm-as, llvm-dis, llvm-link and opt -passes=verify: with our commands, the objects are the same."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from typing import Final

import pytest

pytestmark = [pytest.mark.oracle, pytest.mark.slow]

FOLDER: Final = Path(__file__).parents[1] / "data" / "makefiles"
NAMES: Final = sorted(path.stem for path in FOLDER.glob("*.mk"))
PRODUCTS: Final = (".o", ".s")
OURS: Final = {"llvm-as": "as", "llvm-dis": "dis", "llvm-link": "link"}


def build(name: str, folder: Path, tools: Path, *words: str) -> dict[str, bytes]:
    """What a Makefile makes with the tools in a folder, which come before all others."""
    shutil.copytree(FOLDER, folder)
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYLLVM_", "MAKE"))}
    process = subprocess.run(
        ["make", "-f", f"{name}.mk", *words],
        cwd=folder,
        env={**clean, "PATH": f"{tools}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 0, process.stdout + process.stderr
    made = {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.suffix in PRODUCTS}
    # The next build has the same folder: debug information names it.
    shutil.rmtree(folder)
    return made


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
@pytest.mark.parametrize(("name", "version"), [*zip(NAMES, cycle([14, 19]))])
def test_objects(name: str, version: int, llvm_tool: Callable[[int, str], str], tmp_path: Path) -> None:
    real, ours = tmp_path / "real", tmp_path / "ours"
    real.mkdir()
    ours.mkdir()
    for tool in ("clang", "llvm-as", "llvm-dis", "llvm-link", "opt", "llc"):
        (real / tool).symlink_to(llvm_tool(version, tool))
        if tool not in OURS:
            (ours / tool).symlink_to(llvm_tool(version, tool))
    calls = tmp_path / "calls"
    for tool, command in OURS.items():
        script = f'#!/bin/sh\necho "{tool}" >> "{calls}"\nexec "{sys.executable}" -m pyllvm {command} "$@"\n'
        (ours / tool).write_text(script)
        (ours / tool).chmod(0o755)
    words = [f"OPT={sys.executable} -m pyllvm verify"] if name == "pipes" else []
    expected = build(name, tmp_path / "build", real)
    assert expected
    assert build(name, tmp_path / "build", ours, *words) == expected
    assert calls.read_text()


def test_there_are_five() -> None:
    assert len(NAMES) == 5

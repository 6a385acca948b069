"""Other seeds of hashes, and the other versions of Python that the package supports, give the same bytes."""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path
from typing import Final

import pytest

import pyllvm as library

TESTS: Final = Path(__file__).resolve().parents[1]
ROOT: Final = TESTS.parent
DIGESTS: Final = TESTS / "digests.py"
VERSIONS: Final = [
    classifier.rpartition(" ")[2]
    for classifier in tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["classifiers"]
    if re.search(r":: 3\.\d+$", classifier)
]


# One of so many texts.
STEP: Final = 80
FOLDER: Final = str(Path(library.__file__).parents[1])


def digests(python: str | Path = sys.executable, *options: str, **environment: str) -> str:
    """What the program prints."""
    done = subprocess.run(
        [python, *options, DIGESTS, str(STEP)], capture_output=True, text=True, env={**os.environ, **environment}, timeout=1200
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


@cache
def expected() -> str:
    """What this interpreter prints with the seed 0."""
    printed = digests(PYTHONPATH=FOLDER, PYTHONHASHSEED="0")
    assert len(printed.splitlines()) > 5
    return printed


@pytest.mark.slow
def test_the_seed_of_hashes() -> None:
    seed = str(random.randrange(1, 1 << 32))
    assert digests(PYTHONPATH=FOLDER, PYTHONHASHSEED=seed) == expected(), f"the seed is {seed}"


def other_interpreter() -> tuple[str, str]:
    """The Python that is farthest from this one, with its version; the test is skipped where there is none."""
    for version in sorted(VERSIONS, key=lambda version: -abs(int(version.partition(".")[2]) - sys.version_info.minor)):
        for found in (shutil.which(f"python{version}"), *Path.home().glob(f".pyenv/versions/{version}.*/bin/python")):
            # pyenv has a program of that name which fails until the user has chosen an interpreter.
            if found and subprocess.run([found, "-c", "import venv"], capture_output=True).returncode == 0:
                if version != f"3.{sys.version_info.minor}":
                    return str(found), version
    pytest.skip("there is no other Python")


@pytest.mark.slow
def test_another_version_of_python(tmp_path: Path) -> None:
    """The package is installed there; no part of it uses what that Python is going to drop. CI runs all tests on each version."""
    pytest.importorskip("hatchling", reason="hatchling is only needed to build")
    pytest.importorskip("pip", reason="pip installs the package there")
    found, version = other_interpreter()
    python = tmp_path / "venv" / "bin" / "python"
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONDONTWRITEBYTECODE")}

    def run(*words: str | Path, folder: Path = tmp_path) -> subprocess.CompletedProcess[str]:
        return subprocess.run(words, cwd=folder, env={**environment, "PYLLVM_MYPYC": "0"}, capture_output=True, text=True)

    run(found, "-m", "venv", "--without-pip", tmp_path / "venv").check_returncode()
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path, folder=ROOT).check_returncode()
    # What is imported is compiled when it is: not all of it is.
    words = ["-m", "pip", "--python", str(python), "install", "--quiet", "--no-compile", *map(str, tmp_path.glob("*.whl"))]
    done = run(sys.executable, *words)
    if done.returncode != 0 and "No matching distribution" in done.stderr:
        pytest.skip(f"what the package needs cannot be installed on Python {version}")
    assert done.returncode == 0, done.stderr[-2000:]
    assert f"Python {version}." in run(python, "-m", "pyllvm", "--version").stdout
    assert digests(python, "-W", "error", PYTHONPATH="") == expected()

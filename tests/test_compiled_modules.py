"""The switch between the compiled modules and the plain ones."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from pyllvm.cli.tool import is_compiled

pytestmark = pytest.mark.once


@pytest.mark.parametrize(("value", "is_plain"), [("1", True), ("0", False), ("", False)])
def test_a_variable_switches_the_compiled_modules_off(value: str, is_plain: bool) -> None:
    command = [sys.executable, "-m", "pyllvm", "--version"]
    shown = subprocess.run(command, env={**os.environ, "PYLLVM_PLAIN": value}, capture_output=True, text=True, check=True).stdout
    assert ("plain Python" in shown.splitlines()[0]) == (is_plain or not is_compiled())
    assert ("PYLLVM_PLAIN is set" in shown) == is_plain

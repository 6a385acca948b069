"""Where lint follows LLVM's own Lint pass, it says what `opt -passes=lint` says."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from pyllvm.assembly import parse_assembly
from pyllvm.verifier.lint import lint

pytestmark = pytest.mark.oracle

SOURCE = Path(__file__).parents[1] / "data" / "lint" / "undefined_behavior.ll"
LLVM_BEGINNINGS = ("Undefined", "Unusual", "Pessimization")
# LLVM says of memcpy what it says of any function with noalias parameters.
RENAMED = {
    "Unusual: noalias argument aliases another argument": "Undefined behavior: memcpy source and destination overlap",
}


@pytest.mark.parametrize("version", [19, 22])
def test_what_opt_says(version: int, llvm_tool: Callable[[int, str], str], tmp_path: Path) -> None:
    header, *functions = re.split(r"(?=^; LINT:|^; Nothing)", SOURCE.read_text(), flags=re.MULTILINE)
    opt = llvm_tool(version, "opt")
    for function in functions:
        text = header + function
        run = subprocess.run(
            [opt, "-passes=lint", "-disable-output"], input=text.encode(), capture_output=True, check=True, cwd=tmp_path
        )
        expected = [line for line in run.stderr.decode().splitlines() if line.startswith(LLVM_BEGINNINGS)]
        if "call void @llvm.memcpy" in function:
            expected = [RENAMED.get(line, line) for line in expected]
        assert [finding.message for finding in lint(parse_assembly(text.encode(), llvm_version=version))] == expected, function

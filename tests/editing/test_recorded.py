"""Runs passes on the input of each file in `recorded`, and compares the result with what LLVM's opt printed for it.

`;; input` begins the module, and `;; VERSION PASSES` the text that opt of this version prints behind the name of the module.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

import pyllvm


def cases(path: Path) -> list[object]:
    """The version, the passes, the text of the input, and the text of the result."""
    sections = re.findall(r"^;; (\S+) ?(.*)\n((?:(?!;; ).*\n)*)", path.read_text("utf-8"), re.MULTILINE)
    (_, _, text), *results = sections
    return [
        pytest.param(int(version), passes, text, result.strip("\n"), id=f"{path.stem}-{passes}-{version}")
        for version, passes, result in results
    ]


CASES: Final = [case for path in sorted(Path(__file__).with_name("recorded").glob("*.txt")) for case in cases(path)]
PARAMETERS: Final = pytest.mark.parametrize(("version", "passes", "text", "result"), CASES)


@PARAMETERS
def test_the_result_is_as_recorded(version: int, passes: str, text: str, result: str) -> None:
    module = pyllvm.parse_assembly(text, llvm_version=version)
    pyllvm.run_passes(module, passes)
    assert str(module).split("\n", 2)[2].strip("\n") == result


@pytest.mark.oracle
@PARAMETERS
def test_the_record_is_of_llvm(
    llvm_tool: Callable[[int, str], str], tmp_path: Path, version: int, passes: str, text: str, result: str
) -> None:
    (tmp_path / "a.ll").write_text(text)
    words = [llvm_tool(version, "opt"), f"-passes={passes}", "-S", str(tmp_path / "a.ll"), "-o", "-"]
    done = subprocess.run(words, capture_output=True, text=True)
    assert (done.returncode, done.stdout.split("\n", 2)[-1].strip("\n")) == (0, result)

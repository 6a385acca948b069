"""Command lines, ours and those of LLVM's tools: status, both outputs and the files that are written.

``tests/data/command_lines/lines.txt`` has them, and under each line what differs, with the reason. What is listed must differ.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from side_by_side import COMMANDS, FOLDER, copy_inputs, make_inputs, read_line, run_ours, run_real

pytestmark = [pytest.mark.oracle, pytest.mark.slow]

VERSIONS: Final = (14, 19, 22)
MOST_DIFFERENCES: Final = 80


class Case(NamedTuple):
    """A command line, and the parts that differ in each version."""

    text: str
    differences: dict[int, list[str]]


def cases() -> Iterator[Case]:
    """The command lines of the file."""
    case: Case | None = None
    for row in (FOLDER / "lines.txt").read_text().splitlines():
        if not row or row.startswith("#"):
            continue
        if not row.startswith(" "):
            if case is not None:
                yield case
            case = Case(row, {version: [] for version in VERSIONS})
            continue
        assert case is not None
        found = re.fullmatch(r"  ([0-9 ]*)([a-z ]+): .+", row)
        assert found is not None, row
        for version in map(int, found.group(1).split() or VERSIONS):
            case.differences[version] += found.group(2).split()
    assert case is not None
    yield case


CASES: Final = list(cases())


class Templates:
    """The folders in which command lines run, one for each version: its inputs are made by the real tools."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.producers: dict[int, str] = {}

    def of(self, version: int, assembler: str) -> Path:
        """The folder of a version."""
        folder = self.root / str(version)
        if not folder.exists():
            release = re.search(r"LLVM version (\S+)", _output(assembler, "--version"))
            assert release is not None
            self.producers[version] = f"LLVM{release.group(1)}"
            make_inputs(folder, partial(_output, assembler))
        return folder


def _output(*words: object) -> str:
    return subprocess.run([str(word) for word in words], check=True, capture_output=True, text=True).stdout


@pytest.fixture(scope="module")
def templates(tmp_path_factory: pytest.TempPathFactory) -> Templates:
    return Templates(tmp_path_factory.mktemp("templates"))


@pytest.mark.parametrize(("number", "case"), [*enumerate(CASES)], ids=[case.text for case in CASES])
def test_command_line(
    number: int,
    case: Case,
    templates: Templates,
    llvm_tool: Callable[[int, str], str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE"):
        monkeypatch.delenv(name, raising=False)
    line = read_line(case.text)
    if "-C" in line.words:
        pytest.importorskip("pycxxfilt", reason="pyllvm[demangle] is not installed")
    # Where all versions differ alike, the line runs with the newest and one other.
    are_alike = len({tuple(parts) for parts in case.differences.values()}) == 1
    for version in [VERSIONS[number % 2], VERSIONS[-1]] if are_alike else VERSIONS:
        tool = Path(llvm_tool(version, line.tool))
        template = templates.of(version, llvm_tool(version, "llvm-as"))
        if "unreadable" in line.words and os.access(template / "unreadable", os.R_OK):
            pytest.skip("this user can read every file")
        folders = [tmp_path / f"real{version}" / "in", tmp_path / f"ours{version}" / "in"]
        for folder in folders:
            copy_inputs(template, folder, case.text)
        real = run_real(line, folders[0], tool)
        monkeypatch.setenv("PYLLVM_LLVM_VERSION", str(version))
        monkeypatch.setenv("PYLLVM_PRODUCER", templates.producers[version])
        monkeypatch.setenv("PYLLVM_DIAGNOSTICS", "llvm")
        ours = run_ours(line, folders[1])
        assert real.differences(ours) == case.differences[version], f"LLVM {version}:\n{real}\n{ours}"
        assert "Traceback" not in ours.stderr


def test_the_file() -> None:
    assert len(CASES) >= 120
    assert len({case.text for case in CASES}) == len(CASES)
    assert sum(any(case.differences.values()) for case in CASES) <= MOST_DIFFERENCES
    assert {read_line(case.text).tool for case in CASES} == set(COMMANDS)

"""Every construct that an LLVM has and the one before lacks, alone, and what comes of it: text, named losses, or an error.

The files of `constructs` have the releases in their names. In each, `==== name` begins a module, and what follows one of these
lines is expected: `---- text` (what is printed), `---- lost` (what is reported, a line each), `---- error` (why it is refused).
PYLLVM_UPDATE_CONSTRUCTS=1 writes what comes out now; look at the difference before you keep it.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from pyllvm import PyllvmError, parse_assembly, to_assembly, to_bitcode
from pyllvm.migrations import bring
from pyllvm.verifier import verify
from rows import each_row

FOLDER = Path(__file__).with_name("constructs")
CASE, TEXT, LOST, ERROR = "==== ", "---- text\n", "---- lost\n", "---- error\n"


def releases(path: Path) -> tuple[int, int]:
    newer, older = path.stem.split("-to-")
    return int(newer), int(older)


def cases(path: Path) -> dict[str, tuple[str, str]]:
    """By name: the module, and what is expected of it."""
    found: dict[str, tuple[str, str]] = {}
    for part in ("\n" + path.read_text()).split("\n" + CASE)[1:]:
        name, _, rest = part.partition("\n")
        source, mark, expected = (rest.rstrip("\n") + "\n").partition("---- ")
        assert name not in found, name
        found[name] = (source, mark + expected)
    return found


PATHS = sorted(FOLDER.glob("*.txt"), key=releases, reverse=True)
CASES = [(path, name) for path in PATHS for name in cases(path)]
NAMES = [f"{path.stem}: {name}" for path, name in CASES]


def brought_down(path: Path, source: str) -> str:
    """What comes of a module, in the form of the files."""
    newer, older = releases(path)
    module = parse_assembly(source, llvm_version=newer)
    assert verify(module) == [], "the module itself is not valid"
    try:
        losses = bring(module, older)
    except PyllvmError as error:
        return ERROR + str(error) + "\n"
    assert verify(module) == [], "no valid module came out"
    outcome = TEXT + "".join(line for line in to_assembly(module).splitlines(keepends=True) if is_kept(line))
    constructs = dict.fromkeys(loss.construct for loss in losses)
    return outcome + (LOST + "".join(f"{construct}\n" for construct in constructs) if constructs else "")


def is_kept(line: str) -> bool:
    """Empty lines, and the names of sources, tell nothing here."""
    return bool(line.strip()) and not line.startswith(("; ModuleID", "source_filename"))


@each_row(("path", "name"), CASES)
def test_what_comes_of_it(path: Path, name: str) -> None:
    source, expected = cases(path)[name]
    outcome = brought_down(path, source)
    if "PYLLVM_UPDATE_CONSTRUCTS" in os.environ:
        parts = [CASE + one + "\n" + text + (outcome if one == name else old) for one, (text, old) in cases(path).items()]
        path.write_text("".join(parts))
        return
    assert outcome == expected


@pytest.mark.oracle
@pytest.mark.parametrize(("path", "name"), CASES, ids=NAMES)
def test_the_real_llvm_takes_and_prints_it(path: Path, name: str, llvm_tool: Callable[[int, str], str], tmp_path: Path) -> None:
    source, expected = cases(path)[name]
    newer, older = releases(path)
    if expected.startswith(ERROR):
        return
    tool = llvm_tool(older, "opt")
    module = parse_assembly(source, llvm_version=newer)
    bring(module, older)
    bitcode = tmp_path / "older.bc"
    bitcode.write_bytes(to_bitcode(module))
    done = subprocess.run([tool, "-S", "-passes=verify", "-o", "-", bitcode], capture_output=True, check=True, text=True)
    printed = "".join(line for line in done.stdout.splitlines(keepends=True) if is_kept(line))
    assert printed == expected.removeprefix(TEXT).partition(LOST)[0]

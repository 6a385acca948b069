"""Functions made of basic blocks: tests/data/extracted_blocks has the modules, and what llvm-extract makes of them.

The first line of a module has the options of llvm-extract, the second what the module shows. The expected texts begin with the
second line of llvm-extract's output, because the first one has the name of the input.
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

import pyllvm
from pyllvm.editing.code_extraction.block_extraction import _split_nested_landing_pads
from pyllvm.editing.code_extraction.code_extractor import CodeExtractor
from pyllvm.editing.code_extraction.code_regions import region_of
from pyllvm.library.selection import blocks_of, function_of_blocks

DATA: Final = Path(__file__).parents[1] / "data" / "extracted_blocks"
NAMES: Final = sorted(path.stem for path in DATA.glob("*.ll"))
VERSIONS: Final = (19, 22)


def options(name: str) -> list[str]:
    """The options of llvm-extract that the first line of a module has."""
    return (DATA / f"{name}.ll").read_text().splitlines()[0].removeprefix("; ").split()


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("name", NAMES)
def test_modules(name: str, version: int, pyllvm: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(DATA)
    outcome = pyllvm("extract", "-S", f"--llvm-version={version}", f"{name}.ll", *options(name))
    assert (outcome.status, outcome.errors) == (0, "")
    assert outcome.output.partition(b"\n")[2].decode() == (DATA / f"{name}.{version}.txt").read_text()


@pytest.mark.oracle
@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("name", NAMES)
def test_what_llvm_makes(name: str, version: int, llvm_tool: Callable[[int, str], str]) -> None:
    command = [llvm_tool(version, "llvm-extract"), "-S", f"{name}.ll", "-o", "-", *options(name)]
    text = subprocess.run(command, cwd=DATA, check=True, capture_output=True, text=True).stdout
    assert text.partition("\n")[2] == (DATA / f"{name}.{version}.txt").read_text()


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("name", NAMES)
def test_the_function_that_the_blocks_come_from_stays_valid(name: str, version: int) -> None:
    module = pyllvm.parse_assembly((DATA / f"{name}.ll").read_bytes(), llvm_version=version)
    texts = [option.removeprefix("--bb=") for option in options(name)]
    functions = [function_of_blocks(module, text) for text in texts]
    for function in functions:
        _split_nested_landing_pads(function)
    for group in [blocks_of(function, text) for function, text in zip(functions, texts, strict=True)]:
        made = CodeExtractor(module, region_of(group)).extract()
        assert len(made.users) == 1
    # The call of the new function has no location.
    assert [one for one in pyllvm.verify(module) if one.severity == "error"] == []

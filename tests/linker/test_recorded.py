"""Links the inputs of each file in `recorded`, and compares the result with what llvm-link printed for them.

A file names the versions in its first line; `;; input` begins a module, and `;; result N` the text of llvm-link N.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from pyllvm.assembly import parse_assembly, print_module
from pyllvm.bitcode import write_bitcode
from pyllvm.linker import Linker

LinkTexts = Callable[..., str]


def cases(path: Path) -> list[tuple[str, int, list[str], str]]:
    """The name of a file, a version, the texts of the inputs, and the text of the result."""
    sections = re.findall(r"^;; (input|result)(?: (\d+))?\n((?:(?!;; ).*\n)*)", path.read_text("utf-8"), re.MULTILINE)
    inputs = [text for kind, _, text in sections if kind == "input"]
    return [(path.stem, int(version), inputs, text.strip()) for kind, version, text in sections if kind == "result"]


CASES: Final = [case for path in sorted(Path(__file__).with_name("recorded").glob("*.txt")) for case in cases(path)]
PARAMETERS: Final = pytest.mark.parametrize(("name", "version", "inputs", "result"), CASES)


@PARAMETERS
def test_the_result_is_as_recorded(link_texts: LinkTexts, name: str, version: int, inputs: list[str], result: str) -> None:
    assert link_texts(*inputs, version=version) == result


@pytest.mark.parametrize(("name", "version", "inputs", "result"), cases(Path(__file__).with_name("use_lists.txt")))
def test_use_lists_are_as_recorded(name: str, version: int, inputs: list[str], result: str) -> None:
    """llvm-link printed the orders of the uses with -preserve-ll-uselistorder."""
    linker = Linker(version)
    for number, text in enumerate(inputs):
        linker.link_in(parse_assembly(text.encode(), f"m{number}", llvm_version=version, context=linker.context))
    assert print_module(linker.finish(), preserve_use_list_order=True).decode().partition('"llvm-link"\n')[2].strip() == result


@pytest.mark.oracle
@PARAMETERS
def test_the_record_is_of_llvm(
    llvm_tool: Callable[[int, str], str], tmp_path: Path, name: str, version: int, inputs: list[str], result: str
) -> None:
    paths = [tmp_path / f"m{number}.ll" for number in range(len(inputs))]
    for path, text in zip(paths, inputs, strict=True):
        path.write_text(text)
    tool = llvm_tool(version, "llvm-link")
    done = subprocess.run([tool, "-S", *paths], capture_output=True, text=True)
    assert (done.returncode, done.stdout.partition('"llvm-link"\n')[2].strip()) == (0, result)
    if any("Debug Info Version" not in text for text in inputs):
        return  # llvm-link looks for debug info to strip, which leaves a kind of metadata behind
    linker = Linker(version)
    for path, text in zip(paths, inputs, strict=True):
        linker.link_in(parse_assembly(text.encode(), str(path), llvm_version=version, context=linker.context))
    bitcode = subprocess.run([tool, *paths, "-o", "-"], capture_output=True, check=True).stdout
    producer = re.search(
        rb"LLVM\d+\.[\d.]+", subprocess.run([tool, "--version"], capture_output=True).stdout.replace(b" version ", b"")
    )
    assert producer is not None
    assert write_bitcode(linker.finish(), producer=producer[0].decode()) == bitcode

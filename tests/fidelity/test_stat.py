"""``pyllvm stat`` over the programs of the corpus: the sums are the file's bits, and the numbers those of llvm-bcanalyzer."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import pyllvm
from fidelity.test_linked_programs import corpus
from pyllvm.library.bitcode_sizes import SizeNode, size_tree

pytestmark = [pytest.mark.oracle, pytest.mark.slow]

BLOCK = re.compile(r"Block ID #(\d+)[^\n]*\n.*?Total Size: (\d+)b", re.DOTALL)


def check(node: SizeNode) -> None:
    """The parts of a node add up to it."""
    assert node.bits >= 0
    assert not node.parts or sum(part.bits for part in node.parts) == node.bits
    for part in node.parts:
        check(part)


@pytest.mark.parametrize("program", ["lua", "zlib", "bzip2", "lz4"])
@pytest.mark.parametrize("version", [14, 19, 22])
def test_programs(version: int, program: str, llvm_tool: Callable[[int, str], str]) -> None:
    modules: list[Path] = sorted((corpus() / program).glob(f"{version}-*/*.bc"))
    if not modules:
        pytest.skip("there is no such bitcode; PYLLVM_CORPUS names another corpus")
    analyzer = llvm_tool(version, "llvm-bcanalyzer")
    for path in modules:
        data = path.read_bytes()
        sizes = pyllvm.bitcode_sizes(data)
        assert sum(sizes.groups.values()) == sizes.bits == 8 * len(data)
        assert min(sizes.groups.values()) >= 0
        report = subprocess.run([analyzer, path], check=True, capture_output=True, text=True).stdout
        assert {int(block): int(bits) for block, bits in BLOCK.findall(report)} == sizes.blocks
        check(size_tree(sizes, most=10))

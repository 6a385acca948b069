"""Sizes of modules, texts and bitcode, and the tree of parts."""

from __future__ import annotations

from pathlib import Path

import pytest

import pyllvm
from pyllvm.library.bitcode_sizes import SizeNode, size_tree


def check(node: SizeNode) -> None:
    """The parts of each node add up to it, and the largest are first."""
    assert node.bits >= 0
    if node.parts:
        assert sum(part.bits for part in node.parts) == node.bits
        assert [part.bits for part in node.parts] == sorted([part.bits for part in node.parts], reverse=True)
    for part in node.parts:
        check(part)


@pytest.mark.parametrize("most", [1, 400])
@pytest.mark.parametrize("version", [7, 19, 23])
def test_the_tree_has_every_bit(version: int, most: int, data: Path) -> None:
    bitcode = pyllvm.to_bitcode(pyllvm.read(data / "sample.ll"), llvm_version=version)
    tree = size_tree(pyllvm.bitcode_sizes(bitcode), most=most)
    assert tree.bits == 8 * len(bitcode)
    check(tree)
    functions = next(part for part in tree.parts if part.name == "functions")
    assert len(functions.parts) == (2 if most == 1 else len(pyllvm.read(data / "sample.ll").functions))


def test_text_is_measured_as_its_bitcode(data: Path) -> None:
    text = (data / "sample.ll").read_bytes()
    module = pyllvm.parse_assembly(text)
    assert pyllvm.bitcode_sizes(module).groups == pyllvm.bitcode_sizes(text).groups
    assert pyllvm.bitcode_sizes(text, llvm_version=14).bits == 8 * len(pyllvm.to_bitcode(module, llvm_version=14))


def test_another_bitstream_is_refused() -> None:
    with pytest.raises(pyllvm.PyllvmError):
        pyllvm.bitcode_sizes(b"CPCH" + bytes(32))

"""Sizes of modules, texts and bitcode, of each function, and the tree of parts."""

from __future__ import annotations

from pathlib import Path

import pytest

import pyllvm
from pyllvm.analysis import function_sizes
from pyllvm.analyzer.statistics import Statistics, Visitor, walk
from pyllvm.analyzer.stream import open_stream
from pyllvm.bitstream.cursor import BitstreamCursor
from pyllvm.bitstream.wrapper import wrap
from pyllvm.library.bitcode_sizes import SizeNode, size_tree
from pyllvm.tables.records import FUNCTION_BLOCK_ID


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


TEXT = """
declare void @declared()
define void @short() { ret void }
@between = global i32 0
define i32 @long(i32 %a) {
  %b = mul i32 %a, 123456
  %c = mul i32 %b, 654321
  ret i32 %c
}
"""


class Bodies(Visitor):
    """Measures what the analyzer sees of each function block: from its header to its end."""

    def __init__(self) -> None:
        self.sizes: list[int] = []
        self._starts: list[tuple[int, int]] = []

    def enter_block(self, cursor: BitstreamCursor, start: int) -> None:
        self._starts.append((cursor.current_block, start))

    def end_block(self, cursor: BitstreamCursor) -> None:
        block, start = self._starts.pop()
        if block == FUNCTION_BLOCK_ID:
            self.sizes.append(cursor.position - start)


def test_sizes_are_those_of_the_blocks() -> None:
    bitcode = pyllvm.to_bitcode(pyllvm.parse_assembly(TEXT))
    bodies = Bodies()
    walk(open_stream(bitcode).cursor, Statistics(), bodies)
    sizes = function_sizes(bitcode)
    assert list(sizes) == ["short", "long"]
    assert list(sizes.values()) == bodies.sizes
    assert sizes["short"] < sizes["long"]


def test_of_a_module_and_of_wrapped_bitcode() -> None:
    module = pyllvm.parse_assembly(TEXT)
    bitcode = pyllvm.to_bitcode(module)
    assert function_sizes(module) == function_sizes(bitcode) == function_sizes(wrap(bitcode))


def test_malformed_bitcode() -> None:
    bitcode = pyllvm.to_bitcode(pyllvm.parse_assembly(TEXT))
    with pytest.raises(pyllvm.PyllvmError):
        function_sizes(bitcode[: len(bitcode) // 2])
    with pytest.raises(pyllvm.PyllvmError):
        function_sizes(b"BC\xc0\xde")

"""Sizes of functions in bitcode."""

from __future__ import annotations

import pytest

import pyllvm
from pyllvm.analysis import function_sizes
from pyllvm.analyzer.statistics import Statistics
from pyllvm.analyzer.stream import open_stream
from pyllvm.analyzer.walk import Visitor, walk
from pyllvm.bitstream.cursor import BitstreamCursor
from pyllvm.bitstream.wrapper import wrap
from pyllvm.tables.records import FUNCTION_BLOCK_ID

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

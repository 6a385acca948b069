"""The attributes of groups as words, in every form that a record has for them."""

from __future__ import annotations

import pytest

from pyllvm.analyzer.decoder.shown_types import INTEGER, ShownType
from pyllvm.analyzer.decoder.state import ModuleState
from pyllvm.analyzer.decoder.words import bitmap_text, group_texts, place_text
from pyllvm.schema.integers import rotated
from pyllvm.tables.attributes import KIND_OF_WORD
from rows import each_row

NUMBER = {word: kind.number for word, kind in KIND_OF_WORD.items()}


def texts(operands: list[int], version: int = 22) -> tuple[list[str], int]:
    """The attributes of these operands, and the position of the first without a meaning."""
    state = ModuleState(version, b"")
    state.types.types = [ShownType("i32", INTEGER)]
    return group_texts(state, operands, 0)


@each_row(
    ("operands", "expected"),
    [
        ([0, NUMBER["nounwind"]], "nounwind"),
        ([1, NUMBER["align"], 8], "align 8"),
        ([1, NUMBER["allocsize"], 1 << 32 | 2], "allocsize(1,2)"),
        ([1, NUMBER["nofpclass"], 1 << 20 | 3], "nofpclass(nan)"),
        ([3, *b"key", 0], '"key"'),
        ([4, *b"key", 0, *b"a b", 0], '"key"="a b"'),
        ([5, NUMBER["byval"]], "byval"),
        ([6, NUMBER["byval"], 0], "byval(i32)"),
        ([6, NUMBER["byval"], 9], "byval(type 9)"),
        ([7, NUMBER["range"], 32, rotated(-1), rotated(9)], "range(i32 -1, 9)"),
        (
            [7, NUMBER["range"], 65, 1 | 1 << 32, rotated(3), rotated(4)],
            "range(i65 0x0000000000000003, 0x0000000000000004)",
        ),
        ([8, NUMBER["initializes"], 2, 64, 0, rotated(4), rotated(8), rotated(12)], "initializes(i64 0, 4, i64 8, 12)"),
        # a kind of a newer LLVM
        ([0, 999], "attribute 999"),
        ([1, 999, 7], "attribute 999(7)"),
    ],
)  # fmt: skip
def test_forms(operands: list[int], expected: str) -> None:
    assert texts(operands) == ([expected], len(operands))


def test_memory_effects_have_the_layout_of_their_version() -> None:
    # Up to LLVM 20 the accesses to other memory are at bits 4 and 5.
    assert texts([1, NUMBER["memory"], 0b01_00_11], version=16)[0] == ["memory(read, argmem: readwrite, inaccessiblemem: none)"]


@pytest.mark.parametrize(
    "malformed", [[1, NUMBER["align"]], [2, 1], [9, 1], [7, NUMBER["range"], 32, 1], [8, NUMBER["initializes"], 5, 64, 0, 2], [0]]
)
def test_what_is_malformed_is_left(malformed: list[int]) -> None:
    assert texts([0, NUMBER["nounwind"], *malformed]) == (["nounwind"], 2)


def test_places() -> None:
    assert [place_text(number) for number in (0, 1, 0xFFFFFFFF)] == ["return", "parameter 0", "function"]


def test_bitmaps_before_groups() -> None:
    assert bitmap_text(0) == "none"
    assert bitmap_text(3 << 26 + 11) == "alignstack(4)"
    assert bitmap_text(1 << 5 | 8 << 16 | 1 << 21 + 11) == "align 8 nounwind nocapture"

"""Lines and columns of offsets, as LLVM counts them: of one error, and of very many."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable

import pytest

import pyllvm
from growth import assert_linear
from pyllvm.diagnostics import BitcodeLocation, Diagnostic, Source, Span
from pyllvm.diagnostics.plain import finding_notes, plain_text


def counted(data: bytes, offset: int) -> tuple[int, int, int, int]:
    """The line, the column, and the bounds of the line, one byte at a time."""
    line, start = 1, 0
    for at in range(offset):
        line += data[at : at + 1] == b"\n"
        if data[at : at + 1] in (b"\r", b"\n"):
            start = at + 1
    end = offset
    while end < len(data) and data[end : end + 1] not in (b"\r", b"\n"):
        end += 1
    return line, offset - start + 1, start, end


@pytest.mark.parametrize("seed", range(6))
def test_every_offset_however_many_were_asked_for_before(seed: int) -> None:
    chance = random.Random(seed)
    data = bytes(chance.choices(b"ab\n\r", [4, 4, 1, seed % 2], k=60)) + b"\r\nab"
    source = Source("a.ll", data)
    offsets = list(range(len(data) + 1))
    chance.shuffle(offsets)
    for offset in offsets:
        expected = counted(data, offset)
        assert counted(data, offset) == (*source.line_and_column(offset), *source.line_bounds(offset)) == expected
    assert source._breaks is not None


def test_an_offset_outside_is_the_nearest_one() -> None:
    source = Source("a.ll", b"a\nb")
    for _ in range(20):
        assert source.line_and_column(-1) == (1, 1)
        assert source.line_and_column(9) == (2, 2)
        assert source.line_bounds(9) == (2, 3)


def test_one_error_collects_no_line_breaks() -> None:
    source = Source("a.ll", b"a\nb\n")
    plain_text(Diagnostic("error", "bad", Span(source, 2, 3)))
    assert source._breaks is None


def test_a_line_after_a_carriage_return_is_shown_alone() -> None:
    """LLVM counts no line there, but the column and the excerpt begin after it."""
    text = plain_text(Diagnostic("error", "bad", Span(Source("a.ll", b"@g = 1\r@h = 2\rx"), 12, 13)))
    assert text == "a.ll:1:6: error: bad\n@h = 2\n     ^\n"


@pytest.mark.parametrize("separator", [b"\n", b" "], ids=["lines", "one line"])
def test_the_places_of_many_findings_take_linear_time(separator: bytes) -> None:
    def texts(count: int) -> Callable[[], object]:
        source = Source("a.ll", separator.join([b"%x = add i32 %y, 1"] * count))
        findings = [Diagnostic("error", "bad", Span(source, at * 19, at * 19 + 2)) for at in range(count)]
        return lambda: [finding_notes(finding, "a.ll") for finding in findings]

    assert_linear(texts, 500)


def test_a_module_is_copied_without_what_its_findings_looked_up() -> None:
    text = "define i32 @f(i32 %a) {\n" + "".join([f"  %x{at} = add i32 %y, {at}\n" for at in range(20)])
    module = pyllvm.parse_assembly(text + "  %y = add i32 %a, 1\n  ret i32 %y\n}\n", llvm_version=19, keep_places=True)
    places = [str(diagnostic.where) for diagnostic in pyllvm.verify(module)]
    assert len(places) == 20
    again = copy.deepcopy(module)
    assert [str(diagnostic.where) for diagnostic in pyllvm.verify(again)] == places
    assert [str(diagnostic.where) for diagnostic in pyllvm.verify(pickle.loads(pickle.dumps(again)))] == places


@pytest.mark.parametrize(
    ("code", "name", "function", "words"),
    [
        (34, "CALL", "@main", "bit 96, block MODULE_BLOCK/X, CALL in @main (record code 34)"),
        (34, "CALL", "", "bit 96, block MODULE_BLOCK/X, CALL (record code 34)"),
        (34, "", "@main", "bit 96, block MODULE_BLOCK/X, record code 34 in @main"),
        (None, "", "@main", "bit 96, block MODULE_BLOCK/X, in @main"),
        (None, "", "", "bit 96, block MODULE_BLOCK/X"),
    ],
)
def test_a_place_in_a_bitstream_in_words(code: int | None, name: str, function: str, words: str) -> None:
    place = BitcodeLocation(96, ["MODULE_BLOCK", "X"], code, "LLVM14", name)
    place.function = function
    assert place.describe() == words + ", written by LLVM14"
    assert place.is_informative
    assert not BitcodeLocation(0, []).is_informative
    assert BitcodeLocation(0, []).describe() == "bit 0"

"""The analyzer's output on a terminal: tables that keep their numbers whole, and dumps that are never wider than the terminal."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pyllvm.analyzer.record_names import Names
from pyllvm.analyzer.render import Subject, drawn_sink, drawn_summary
from pyllvm.analyzer.statistics import Statistics, walk
from pyllvm.analyzer.stream import LLVM_IR, open_stream
from pyllvm.analyzer.text_dump import DumpOptions, TextDump

DATA = Path(__file__).parents[1] / "data"
SAMPLE = DATA / "sample.bc"


def plain(text: bytes) -> list[str]:
    return re.sub(r"\x1b\[[0-9;]*m", "", text.decode()).splitlines()


def drawn(width: int, path: Path = SAMPLE, version: int = 19) -> list[str]:
    stream = open_stream(path.read_bytes())
    statistics = Statistics()
    walk(stream.cursor, statistics, None)
    cursor = stream.cursor
    subject = Subject(statistics, Names(LLVM_IR, version), cursor.block_info, stream.kind, cursor.size, "a.bc")
    return plain(drawn_summary(subject, True, width))


def numbers(line: str) -> list[str]:
    """The numbers of a row, each with its unit, after the number of a block and a name."""
    return re.findall(r"(?<= )<?[\d.]+(?:%| B| KiB)?(?= |$)", line[3:])


@pytest.mark.parametrize("width", [40, 50, 60])
def test_narrow_tables_keep_their_numbers(width: int) -> None:
    lines = drawn(width)
    assert max(map(len, lines)) <= width
    rows = [line for line in lines if numbers(line) and not re.search("abbrev|blocks?,|inside|each|a.bc", line)]
    assert not [line for line in rows if re.search(r"\d…|…\d| … ", line)]
    # The last columns may be missing.
    wide = {tuple(numbers(line)[:count]) for line in drawn(120) for count in range(1, 5)}
    assert len(rows) > 20
    assert all(tuple(numbers(line)) in wide for line in rows if "…" not in line)


def test_wide_tables_have_bars() -> None:
    assert any("█" in line for line in drawn(100))
    assert not any("█" in line for line in drawn(40))


def test_very_narrow_tables_leave_numbers_out() -> None:
    rows = [line for line in drawn(20) if not re.match(r" ?\d+ \w+  \d", line)]
    assert len(rows) > 20
    assert not [line for line in rows if re.search(r"\d…", line)]


def test_the_blocks_have_a_total() -> None:
    lines = drawn(100)
    total = next(line for line in lines if line.strip().startswith("total"))
    # The sums of llvm-bcanalyzer's numbers; the four bytes and the headers outside all blocks are missing from the share.
    assert numbers(total) == ["20", "156", "2.4 KiB", "99.6%"]


def test_titles_stand_in_one_line() -> None:
    titles = [line for line in drawn(100) if re.match(r"12 FUNCTION_BLOCK  ", line)]
    assert titles == ["12 FUNCTION_BLOCK  2 blocks, 100 B, 50 B each, 4 blocks inside"]


def test_shares_have_one_decimal_and_a_unit() -> None:
    text = "\n".join(drawn(100))
    assert re.search(r" \d+\.\d% ", text)
    assert not re.search(r"\d\.\d\d", text)


def test_blocks_and_records_have_names_where_llvm_prints_none() -> None:
    lines = drawn(100)
    # llvm-bcanalyzer prints "Block ID #26:" and UnknownCode25.
    assert any("26 SYNC_SCOPE_NAMES_BLOCK" in line for line in lines)
    assert any(line.strip().startswith("OPAQUE_POINTER") for line in lines)
    assert not any("code " in line or "unknown" in line for line in lines)


def llvm_dump(width: int, *, is_coloured: bool) -> bytes:
    """LLVM's form of the dump as a terminal shows it."""
    stream = open_stream(SAMPLE.read_bytes())
    pieces: list[bytes] = []
    dump = TextDump(drawn_sink(pieces.append, width, is_coloured=is_coloured), Names(LLVM_IR, 19), DumpOptions())
    walk(stream.cursor, Statistics(), dump)
    dump.flush()
    return b"".join(pieces)


@pytest.mark.parametrize("width", [30, 60, 80])
def test_a_dump_of_llvms_form_is_not_wider_than_the_terminal(width: int) -> None:
    lines = plain(llvm_dump(width, is_coloured=True))
    assert max(map(len, lines)) <= width
    # What did not fit is inside the tree.
    continued = [line for line in lines if re.match(r"(?:│ )+    op\d+=", line)]
    assert len(continued) > 20


def test_a_record_without_operands_has_the_colour_of_records() -> None:
    text = llvm_dump(200, is_coloured=True).decode()
    assert "\x1b[36m<METADATA\x1b[0m/>" in text
    assert "\x1b[1;94m<MODULE_BLOCK\x1b[0m" in text


def test_without_colours_there_are_no_codes() -> None:
    assert b"\x1b" not in llvm_dump(60, is_coloured=False)


def test_names_in_a_stream_do_not_control_the_terminal() -> None:
    pieces: list[bytes] = []
    drawn_sink(pieces.append, 60, is_coloured=False)(b"  <EVIL\x1b[2J op0=1/>\n")
    assert b"".join(pieces) == b"  <EVIL\\1B[2J op0=1/>\n"

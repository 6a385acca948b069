"""The decoded dump of small modules, one for each area, is as it was: tests/data/decoded.

The first line of a module names the versions that write it. `PYLLVM_UPDATE_DECODED=1 pytest ...` writes the dumps again; read
what changed. The tables that are the same in every module are left out: kinds of metadata, tags of operand bundles.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

import pyllvm
from pyllvm.analyzer.decoder.decoded_dump import DecodedDump
from pyllvm.analyzer.lines import Look
from pyllvm.analyzer.record_names import Names
from pyllvm.analyzer.statistics import Statistics, walk
from pyllvm.analyzer.stream import LLVM_IR, names_version, open_stream
from pyllvm.analyzer.text_dump import DumpOptions, TextDump
from pyllvm.bitstream.abbreviation import Abbreviation, ArrayOf, Fixed, Literal
from pyllvm.bitstream.wrapper import BITCODE_MAGIC
from pyllvm.bitstream.writer import BitstreamWriter
from pyllvm.tables import records
from rows import each_row

DATA = Path(__file__).parents[1] / "data"
MODULES = sorted((DATA / "decoded").glob("*.ll"))
ALWAYS_THE_SAME = ("METADATA_KIND_BLOCK", "OPERAND_BUNDLE_TAGS_BLOCK")


def versions_of(path: Path) -> list[int]:
    """The versions that the first line of a module names."""
    head = path.read_text(encoding="utf-8").splitlines()[0]
    return [int(word) for word in head.partition("versions:")[2].split()]


CASES = [(path, version) for path in MODULES for version in versions_of(path)]


def decoded(data: bytes, look: Look | None = None, options: DumpOptions | None = None) -> str:
    """The decoded dump of a stream."""
    stream = open_stream(data)
    pieces: list[bytes] = []
    names = Names(stream.kind, names_version(stream))
    dump = DecodedDump(pieces.append, stream.cursor, names, options or DumpOptions(), look or Look())
    walk(stream.cursor, Statistics(), dump)
    dump.flush()
    return b"".join(pieces).decode()


def without_constant_tables(text: str) -> str:
    """The dump without the contents of the blocks that are the same in every module."""
    kept: list[str] = []
    skipped = ""
    for line in text.splitlines():
        indent = line[: len(line) - len(line.lstrip())]
        if skipped and len(indent) > len(skipped) - 1:
            continue
        skipped = indent + " " if line.strip().startswith(ALWAYS_THE_SAME) else ""
        kept.append(line)
    return "\n".join(kept) + "\n"


def bitcode_of(path: Path, version: int) -> bytes:
    # Text of LLVM 19: the older versions get what their own writers would have written.
    text = path.read_text(encoding="utf-8")
    return pyllvm.to_bitcode(pyllvm.parse_assembly(text, path.name, input_llvm_version=max(version, 19), llvm_version=version))


@each_row(("path", "version"), CASES)
def test_expectations(path: Path, version: int) -> None:
    text = without_constant_tables(decoded(bitcode_of(path, version)))
    expected = path.with_suffix(f".{version}.txt")
    if os.environ.get("PYLLVM_UPDATE_DECODED"):
        expected.write_text(text, encoding="utf-8")
    assert text == expected.read_text(encoding="utf-8")


def test_every_dump_has_its_module() -> None:
    expected = {f"{path.stem}.{version}.txt" for path, version in CASES}
    assert {path.name for path in (DATA / "decoded").glob("*.txt")} == expected


@pytest.mark.parametrize("width", [30, 60, 80])
def test_lines_are_not_wider_than_the_terminal(width: int) -> None:
    lines = decoded((DATA / "sample.bc").read_bytes(), Look(width)).splitlines()
    assert max(map(len, lines)) <= width
    whole = decoded((DATA / "sample.bc").read_bytes())
    # Nothing is lost where a line is broken.
    assert "".join("".join(lines).split()) == "".join(whole.split())


def test_offsets_and_numbers_can_be_shown() -> None:
    options = DumpOptions()
    options.offsets = True
    options.symbolic = False
    lines = decoded((DATA / "sample.bc").read_bytes(), options=options).splitlines()
    assert lines[0] == "IDENTIFICATION_BLOCK_ID(13) (offset 32, 5 words, abbreviation ids of 5 bits)"
    assert any(re.fullmatch(r" +\d+: \d+ bits, abbreviation 4: %x = LOAD\(20\) ptr=%point .*", line) for line in lines)


def test_the_contents_of_blockinfo_are_shown_on_request() -> None:
    options = DumpOptions()
    data = (DATA / "sample.bc").read_bytes()
    assert "SETBID" not in decoded(data, options=options)
    options.dump_blockinfo = True
    text = decoded(data, options=options)
    assert "SETBID block=FUNCTION_BLOCK\n" in text
    # The operands of a load: the pointer, the type, the alignment, volatile.
    assert re.search(r"ABBREVIATION 4 = LOAD: vbr\(6\), fixed\(4\), vbr\(4\), fixed\(1\)\n", text)


def test_a_hash_is_checked_on_request() -> None:
    writer = BitstreamWriter()
    writer.emit_bytes(BITCODE_MAGIC)
    writer.enter_block(records.MODULE_BLOCK_ID, 3)
    writer.emit_record(records.MODULE_CODE_HASH, [1, 2, 3, 4, 5])
    writer.end_block()
    hash_line = "  HASH hash=0000000100000002000000030000000400000005"
    assert decoded(writer.getvalue()).splitlines()[1] == hash_line
    options = DumpOptions()
    options.check_hash = b"table"
    assert decoded(writer.getvalue(), options=options).splitlines()[1] == hash_line + " (!mismatch!)"


def test_a_stream_that_is_no_llvm_ir_shows_numbers_and_text() -> None:
    writer = BitstreamWriter()
    writer.emit_bytes(b"DIAG")
    writer.enter_block(8, 3)
    writer.define_abbreviation(Abbreviation([Literal(1), Fixed(4), ArrayOf, Fixed(8)]))
    writer.emit_record(1, [7, *b"a.c"], 4)
    writer.end_block()
    lines = decoded(writer.getvalue()).splitlines()
    assert lines[0].startswith("UnknownBlock8 (")
    assert lines[1:] == ["  ABBREVIATION 4 = UnknownCode1: fixed(4), array of fixed(8)", '  UnknownCode1 op0=7 string="a.c"']


def test_the_page_shows_lines_of_real_dumps() -> None:
    """docs/decoded-dump.md: each line of its examples is in the dump of the sample, in the form that the page states."""
    page = (DATA.parents[1] / "docs" / "decoded-dump.md").read_text(encoding="utf-8")
    stream = open_stream((DATA / "sample.bc").read_bytes())
    pieces: list[bytes] = []
    dump = TextDump(pieces.append, Names(LLVM_IR, 19), DumpOptions())
    walk(stream.cursor, Statistics(), dump)
    dump.flush()
    dumps = {"decoded": decoded((DATA / "sample.bc").read_bytes()), "llvm": b"".join(pieces).decode()}
    for language, expected in (("decoded", 2), ("llvm", 1)):
        blocks = re.findall(rf"```{language}\n(.*?)```", page, re.DOTALL)
        assert len(blocks) == expected
        for line in "".join(blocks).splitlines():
            assert line in dumps[language].splitlines()

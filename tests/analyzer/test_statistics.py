"""The counts, and the summary: SUMMARY is what llvm-bcanalyzer 19 prints of this stream."""

from __future__ import annotations

from pyllvm.analyzer.record_names import Names
from pyllvm.analyzer.statistics import Statistics, size_text, summary_text, walk
from pyllvm.analyzer.stream import LLVM_IR, open_stream
from pyllvm.bitstream.abbreviation import Abbreviation, Literal, Vbr
from pyllvm.bitstream.wrapper import BITCODE_MAGIC
from pyllvm.bitstream.writer import BitstreamWriter


def stream_data() -> bytes:
    """Two blocks of one kind, one of them with a block of another kind inside."""
    writer = BitstreamWriter()
    writer.emit_bytes(BITCODE_MAGIC)
    writer.enter_block(8, 3)
    short = writer.define_abbreviation(Abbreviation([Literal(1), Vbr(6)]))
    writer.emit_record(1, [2], short)
    writer.emit_record(1, [2])
    writer.emit_record(2, list(b"triple"))
    writer.emit_record(99, [])
    writer.enter_block(17, 4)
    writer.emit_record(2, [])
    writer.end_block()
    writer.end_block()
    writer.enter_block(8, 3)
    writer.end_block()
    return writer.getvalue()


def test_blocks_do_not_count_the_bits_of_blocks_inside() -> None:
    statistics = Statistics()
    stream = open_stream(stream_data())
    walk(stream.cursor, statistics, None)
    module, types = statistics.blocks[8], statistics.blocks[17]
    assert statistics.top_level_blocks == 2
    assert (module.instances, module.sub_blocks, module.abbreviations, module.records) == (2, 1, 1, 4)
    assert (types.instances, types.sub_blocks, types.records) == (1, 0, 1)
    # A block is counted from behind its id: of each at the top level, the abbreviation id and the id are not.
    assert module.bits + types.bits == stream.cursor.size - 32 - 2 * (2 + 8)
    assert module.codes[1].instances == 2
    assert module.codes[1].abbreviated == 1
    assert module.codes[1].bits == (3 + 6) + (3 + 6 + 6 + 6)


def test_the_histogram_puts_the_most_frequent_first_and_then_the_highest_code() -> None:
    statistics = Statistics()
    walk(open_stream(stream_data()).cursor, statistics, None)
    assert [code for code, _ in statistics.blocks[8].codes_by_frequency()] == [1, 99, 2]


SUMMARY = """\
Summary of größe.bc:
         Total size: 480b/60.00B/15W
        Stream type: LLVM IR
  # Toplevel Blocks: 2

Per-block Summary:
  Block ID #8 (MODULE_BLOCK):
      Num Instances: 2
         Total Size: 347b/43.38B/10W
    Percent of file: 72.2917%
       Average Size: 173.50/21.69B/5W
  Tot/Avg SubBlocks: 1/5.000000e-01
    Tot/Avg Abbrevs: 1/5.000000e-01
    Tot/Avg Records: 4/2.000000e+00
    Percent Abbrevs: 25.0000%

\tRecord Histogram:
\t\t  Count    # Bits     b/Rec   % Abv  Record Kind
\t\t      2        30      15.0   50.00  VERSION
\t\t      1        21                    UnknownCode99
\t\t      1        87                    TRIPLE

  Block ID #17 (TYPE_BLOCK_ID):
      Num Instances: 1
         Total Size: 81b/10.12B/2W
    Percent of file: 16.8750%
      Num SubBlocks: 0
        Num Abbrevs: 0
        Num Records: 1
    Percent Abbrevs: 0.0000%

\tRecord Histogram:
\t\t  Count    # Bits     b/Rec   % Abv  Record Kind
\t\t      1        16                    VOID

"""


def test_the_summary() -> None:
    statistics = Statistics()
    stream = open_stream(stream_data())
    walk(stream.cursor, statistics, None)
    summary = summary_text(
        statistics, Names(LLVM_IR, 19), stream.cursor.block_info, stream.kind, stream.cursor.size, "größe.bc", True
    )
    assert summary == SUMMARY


def test_the_summary_without_histograms() -> None:
    statistics = Statistics()
    stream = open_stream(stream_data())
    walk(stream.cursor, statistics, None)
    summary = summary_text(
        statistics, Names(LLVM_IR, 19), stream.cursor.block_info, stream.kind, stream.cursor.size, "größe.bc", False
    )
    lines = SUMMARY.splitlines(keepends=True)
    histogram = [at for at, line in enumerate(lines) if line.startswith("\t")]
    skipped = set(histogram) | {at + 1 for at in histogram if not lines[at + 1].startswith("\t")}
    assert summary == "".join(line for at, line in enumerate(lines) if at not in skipped)


def test_sizes() -> None:
    assert size_text(0) == "0b/0.00B/0W"
    assert size_text(1001) == "1001b/125.12B/31W"

"""The bits of a file by what they are for: nothing is missing, nothing counts twice, and bcanalyzer counts the same."""

from __future__ import annotations

from pathlib import Path

import pytest

import pyllvm
from pyllvm.analysis import function_sizes, instruction_counts
from pyllvm.analyzer.sizes import FileSizes, measure
from pyllvm.analyzer.statistics import Statistics, walk
from pyllvm.analyzer.stream import open_stream
from pyllvm.bitstream.wrapper import wrap
from pyllvm.tables.records import METADATA_BLOCK_ID

TABLE = """
@table = constant [3 x [2 x i32]] [[2 x i32] [i32 70000, i32 70001], [2 x i32] [i32 70002, i32 70003], [2 x i32] zeroinitializer]
@text = internal constant [64 x i8] c"0123456789012345678901234567890123456789012345678901234567890123"
@again = constant ptr @table
@outside = external global i32
@alias = alias i32, ptr @f

define i32 @f(i32 %a) {
  %b = add i32 %a, 123456
  %c = mul i32 %b, %a
  ret i32 %c
}

declare void @g()
"""


def measured(data: bytes) -> FileSizes:
    """The sizes of a file."""
    return measure(open_stream(data), len(data))


def block_bits(data: bytes) -> dict[int, int]:
    """The bits of the blocks of each id, as bcanalyzer counts them."""
    statistics = Statistics()
    walk(open_stream(data).cursor, statistics, None)
    return {block_id: block.bits for block_id, block in statistics.blocks.items()}


@pytest.mark.parametrize("wrapped", [False, True], ids=["plain", "wrapped"])
@pytest.mark.parametrize("version", [7, 14, 19, 23])
def test_everything_is_counted_once(version: int, wrapped: bool, data: Path) -> None:
    bitcode = pyllvm.to_bitcode(pyllvm.read(data / "sample.ll"), llvm_version=version)
    if wrapped:
        bitcode = wrap(bitcode)
    sizes = measured(bitcode)
    assert sum(sizes.groups.values()) == sizes.bits == 8 * len(bitcode)
    assert all(bits >= 0 for bits in sizes.groups.values())
    assert sizes.blocks == block_bits(bitcode)
    assert all(sum(one.groups.values()) == one.body for one in sizes.functions)
    assert sum(tally.bits for tally in sizes.metadata.values()) <= sizes.bits


def test_functions() -> None:
    bitcode = pyllvm.to_bitcode(pyllvm.parse_assembly(TABLE))
    (f,) = measured(bitcode).functions
    assert (f.name, f.instructions) == ("f", 3)
    assert f.body == function_sizes(bitcode)["f"]
    assert f.bits == f.body + f.record + f.name_bits
    assert f.name_bits == 8


def test_variables_have_their_initializers() -> None:
    sizes = measured(pyllvm.to_bitcode(pyllvm.parse_assembly(TABLE)))
    variables = {one.name: one for one in sizes.variables}
    assert list(variables) == ["table", "text", "again", "outside"]
    assert variables["text"].initializer > 64 * 6
    # four numbers of 17 bits each, in two rows of the table
    assert variables["table"].initializer > 4 * 17
    assert variables["again"].initializer == variables["outside"].initializer == 0
    assert not variables["outside"].is_defined
    assert [one.name for one in sizes.globals if one.kind == "alias"] == ["alias"]


def test_parts_of_a_function_and_of_metadata() -> None:
    text = TABLE + "define void @m(i32 %x) !k !0 {\n  call void @g(), !k !0\n  ret void\n}\n!0 = !{!1}\n!1 = distinct !{i32 1}\n"
    bitcode = pyllvm.to_bitcode(pyllvm.parse_assembly(text))
    sizes = measured(bitcode)
    assert sizes.producer.startswith("pyllvm")
    f, m = sizes.functions
    parts = {"block structure", "instructions", "names of values"}
    assert set(f.groups) == parts | {"constants"}
    assert {"metadata attachments"} | parts <= set(m.groups)
    assert 18 <= f.groups["constants"] < 64  # a type, and a number of 17 bits
    assert all(one.is_defined for one in (f, m))
    statistics = Statistics()
    walk(open_stream(bitcode).cursor, statistics, None)
    counted = {code: (one.instances, one.bits) for code, one in statistics.blocks[METADATA_BLOCK_ID].codes.items()}
    tallies = [*sizes.metadata.items(), *sizes.function_metadata.items()]
    assert {code: (tally.count, tally.bits) for code, tally in tallies} == counted != {}


def test_a_name_that_two_modules_share_counts_once() -> None:
    bitcode = pyllvm.to_bitcode(pyllvm.parse_assembly(TABLE))
    sizes = measured(bitcode)
    named = sum(one.name_bits for one in sizes.globals)
    assert named == sizes.groups["names of globals"] == 8 * len("tabletextagainoutsidealiasfg")


def test_instructions_are_those_of_the_module(data: Path) -> None:
    module = pyllvm.read(data / "sample.bc")
    counted = {one.name: one.instructions for one in measured((data / "sample.bc").read_bytes()).functions}
    assert counted == {
        function.name: sum(instruction_counts(function).values()) for function in module.functions if not function.is_declaration
    }


def test_a_file_that_is_cut_short_is_an_error(data: Path) -> None:
    with pytest.raises(pyllvm.PyllvmError):
        measured((data / "sample.bc").read_bytes()[:-100])

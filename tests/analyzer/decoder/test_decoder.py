"""No operand of the project's own test data is left without a name, and malformed bitcode is decoded as far as possible."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pyllvm
from growth import assert_linear
from pyllvm.analyzer.decoder.decoder import DecodedRecord, Decoder
from pyllvm.analyzer.decoder.scan import result_type
from pyllvm.analyzer.record_names import Names
from pyllvm.analyzer.statistics import Statistics, Visitor, walk
from pyllvm.analyzer.stream import names_version, open_stream
from pyllvm.assembly.reader.state import type_string
from pyllvm.bitstream.cursor import BitstreamCursor
from pyllvm.bitstream.wrapper import BITCODE_MAGIC
from pyllvm.bitstream.writer import BitstreamWriter
from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.types import VOID
from pyllvm.schema.integers import rotated
from pyllvm.tables import records
from pyllvm.tables.record_shapes import RECORD_SHAPES
from pyllvm.versions import NEWEST, OLDEST
from rows import each_row

DATA = Path(__file__).parents[2] / "data"
LANGUAGE = sorted(path for path in (DATA / "language").glob("*.ll") if ".invalid." not in path.name)
NODES = DATA / "metadata_nodes.txt"


class Collected(Visitor):
    """Decodes every record of a stream and keeps the results, with the id of the block of each."""

    def __init__(self, data: bytes) -> None:
        stream = open_stream(data)
        self.cursor = stream.cursor
        self.decoder = Decoder(stream.cursor, Names(stream.kind, names_version(stream)))
        self.records: list[tuple[int, DecodedRecord]] = []

    def enter_block(self, cursor: BitstreamCursor, start: int) -> None:
        self.decoder.enter_block(cursor)

    def end_block(self, cursor: BitstreamCursor) -> None:
        self.decoder.end_block()

    def define_abbreviation(self, cursor: BitstreamCursor) -> None:
        self.decoder.abbreviation(cursor)

    def record(self, cursor: BitstreamCursor) -> None:
        self.records.append((cursor.current_block, self.decoder.record(cursor)))


def collected(data: bytes) -> list[tuple[int, DecodedRecord]]:
    """The decoded records of a stream, as far as it can be read."""
    visitor = Collected(data)
    with suppress(PyllvmError):
        walk(visitor.cursor, Statistics(), visitor)
    return visitor.records


class ResultTypes(Collected):
    """Keeps the type of the result of each instruction, as its record gives it."""

    def __init__(self, data: bytes) -> None:
        super().__init__(data)
        self.types: list[str] = []

    def record(self, cursor: BitstreamCursor) -> None:
        super().record(cursor)
        if cursor.current_block == records.FUNCTION_BLOCK_ID:
            shape = RECORD_SHAPES[records.FUNCTION_BLOCK_ID][cursor.code]
            type = result_type(shape, self.decoder._operands)
            if type is not None:
                self.types.append(type.text)


def result_types(data: bytes) -> list[str]:
    """The types of the results of all instructions, by their records."""
    visitor = ResultTypes(data)
    walk(visitor.cursor, Statistics(), visitor)
    return visitor.types


def texts(data: bytes) -> list[str]:
    """The decoded records as one line each."""
    return [
        " ".join([f"{one.defined} =" if one.defined else "", one.name, *[f"{f.name}={f.text}" for f in one.fields]]).strip()
        for _, one in collected(data)
    ]


def unnamed(found: list[tuple[int, DecodedRecord]]) -> Counter[tuple[int, str]]:
    """How often a record of each kind has an operand without a name, or no name itself."""
    counted: Counter[tuple[int, str]] = Counter()
    for block_id, one in found:
        names = [one.name, *[field.name for field in one.fields]]
        if any(name.startswith("UnknownCode") or (name.startswith("op") and name[2:].isdigit()) for name in names):
            counted[block_id, one.name] += 1
    return counted


def nodes_module(version: int) -> str:
    """A module of that version with every node that its verifier accepts."""
    lines: list[str] = []
    for line in NODES.read_text(encoding="utf-8").splitlines():
        versions, _, text = line.partition(" ")
        since, _, until = versions.partition("-")
        if since.isdigit() and not until.endswith("*") and int(since) <= version <= int(until or version):
            lines.append(text)
    numbers = [text.split()[0] for text in lines]
    units = [number for number, text in zip(numbers, lines, strict=True) if "DICompileUnit(" in text]
    head = [f"!llvm.dbg.cu = !{{{', '.join(units)}}}", f"!named = !{{{', '.join(numbers)}}}", "!llvm.module.flags = !{!100}"]
    return "\n".join([*head, *lines]) + "\n"


@each_row("path", LANGUAGE)
def test_every_operand_of_the_language_has_a_name(path: Path) -> None:
    """Records that are written and read again have the shapes in `tables.record_shapes`."""
    module = pyllvm.parse_assembly(path.read_bytes(), path.name, llvm_version=8)
    for version in (8, 14, NEWEST):
        written = pyllvm.to_bitcode(module, llvm_version=version)
        found = collected(written)
        assert len(found) > 10
        assert unnamed(found) == {}
        read = pyllvm.parse_bitcode(written)
        types = [
            type_string(made.type) for function in read.functions for made in function.instructions if made.type.kind != VOID
        ]
        assert result_types(written) == types, "the decoder gives results the types that the reader gives them"


@each_row("version", range(OLDEST, NEWEST + 1))
def test_every_field_of_every_node_has_a_name(version: int) -> None:
    module = pyllvm.parse_assembly(nodes_module(version), "nodes.ll", llvm_version=version)
    found = collected(pyllvm.to_bitcode(module))
    nodes = {one.name for block_id, one in found if block_id == records.METADATA_BLOCK_ID}
    assert {"COMPILE_UNIT", "SUBPROGRAM", "ENUMERATOR", "SUBRANGE", "IMPORTED_ENTITY"} <= nodes
    assert unnamed(found) == {}


def test_every_operand_of_the_files_has_a_name() -> None:
    # Those of hostile/ are damaged: no LLVM writes their records.
    paths = sorted(path for path in DATA.rglob("*.bc") if path.parent.name != "hostile")
    assert paths
    for path in paths:
        assert unnamed(collected(path.read_bytes())) == {}


# --- malformed bitcode --------------------------------------------------------------------------------------


def test_damaged_files_are_decoded_as_far_as_they_can_be_read() -> None:
    """Nothing but the reader's own errors ends a dump, and what is read is shown."""
    generator = random.Random(1)
    good = (DATA / "sample.bc").read_bytes()
    shown = 0
    for _ in range(150):
        data = bytearray(good)
        for _ in range(generator.choice((1, 2, 8))):
            data[generator.randrange(8, len(data))] = generator.randrange(256)
        shown += len(texts(bytes(data)))
    assert shown > 150 * 30


def module_with(*emitted: tuple[int, int, list[int]]) -> bytes:
    """A module of version 2 with records in blocks of their own: block id, code, operands."""
    writer = BitstreamWriter()
    writer.emit_bytes(BITCODE_MAGIC)
    writer.enter_block(records.MODULE_BLOCK_ID, 3)
    writer.emit_record(records.MODULE_CODE_VERSION, [2])
    for block_id, code, operands in emitted:
        if block_id == records.MODULE_BLOCK_ID:
            writer.emit_record(code, operands)
            continue
        writer.enter_block(block_id, 4)
        writer.emit_record(code, operands)
        writer.end_block()
    writer.end_block()
    return writer.getvalue()


def test_operands_that_mean_nothing_stay_numbers() -> None:
    lines = texts(
        module_with(
            (records.MODULE_BLOCK_ID, records.MODULE_CODE_GLOBALVAR, [9, 9, 77, 2, 5, 99]),
            (records.MODULE_BLOCK_ID, records.MODULE_CODE_VERSION, [2, 3]),
            (records.TYPE_BLOCK_ID_NEW, records.TYPE_CODE_ARRAY, [4, 12]),
            (records.TYPE_BLOCK_ID_NEW, 99, [1]),
            (records.METADATA_BLOCK_ID, records.METADATA_FILE, [0, 1]),
            (records.FUNCTION_BLOCK_ID, records.FUNC_CODE_INST_LOAD, [1 << 63]),
            (records.PARAMATTR_GROUP_BLOCK_ID, records.PARAMATTR_GRP_CODE_ENTRY, [1, 0, 0, 18, 9, 9]),
        )
    )
    assert lines[1:] == [
        "GLOBALVAR name=string 9 of size 9 type=type 77 properties=explicit_type initializer=value 4 linkage=99",
        "VERSION version=2 op1=3",
        "[4 x type 12] = ARRAY count=4 element=type 12",
        "type 1 = UnknownCode99 op0=1",
        "!0 = FILE op0=0 op1=1",
        "LOAD ptr=value 1 (?)",
        "ENTRY group=1 place=return attributes=nounwind op4=9 op5=9",
    ]


def test_constants_that_contain_themselves_have_numbers() -> None:
    writer = BitstreamWriter()
    writer.emit_bytes(BITCODE_MAGIC)
    writer.enter_block(records.MODULE_BLOCK_ID, 3)
    writer.enter_block(records.CONSTANTS_BLOCK_ID, 4)
    for number in range(50):
        writer.emit_record(records.CST_CODE_AGGREGATE, [(number + 1) % 50, number])
    writer.end_block()
    writer.end_block()
    lines = texts(writer.getvalue())
    assert len(lines) == 50
    assert max(map(len, lines)) < 400


def test_constants_of_missing_values_and_types_name_them() -> None:
    writer = BitstreamWriter()
    writer.emit_bytes(BITCODE_MAGIC)
    writer.enter_block(records.MODULE_BLOCK_ID, 3)
    writer.enter_block(records.TYPE_BLOCK_ID_NEW, 4)
    writer.emit_record(records.TYPE_CODE_INTEGER, [32])
    writer.end_block()
    writer.enter_block(records.CONSTANTS_BLOCK_ID, 4)
    writer.emit_record(records.CST_CODE_SETTYPE, [0])
    writer.emit_record(records.CST_CODE_CE_BINOP, [0, 9, 9])
    writer.emit_record(records.CST_CODE_CE_INBOUNDS_GEP, [7, 0, 0])
    writer.emit_record(records.CST_CODE_CE_INBOUNDS_GEP, [7])
    writer.emit_record(records.CST_CODE_AGGREGATE, [0, 1, 2])
    writer.end_block()
    writer.end_block()
    assert texts(writer.getvalue())[-1] == (
        "#3 = AGGREGATE element=add (value 9, value 9) element=getelementptr inbounds (type 7, add (value 9, value 9)) element=#2"
    )


def test_types_that_double_have_short_texts() -> None:
    """Each struct holds the one before it twice: in full, the last would have 2^60 elements."""
    writer = BitstreamWriter()
    writer.emit_bytes(BITCODE_MAGIC)
    writer.enter_block(records.MODULE_BLOCK_ID, 3)
    writer.enter_block(records.TYPE_BLOCK_ID_NEW, 4)
    writer.emit_record(records.TYPE_CODE_INTEGER, [32])
    for number in range(60):
        writer.emit_record(records.TYPE_CODE_STRUCT_ANON, [0, number, number])
    writer.end_block()
    writer.end_block()
    lines = texts(writer.getvalue())
    assert lines[1] == "{ i32, i32 } = STRUCT_ANON packed=0 element=i32 element=i32"
    assert max(map(len, lines)) < 600


def functions_that_reach_to_the_end(count: int) -> bytes:
    """Functions each with a block that claims to reach almost to the end of the file: reading ahead skips all that follows."""
    writer = BitstreamWriter()
    writer.emit_bytes(BITCODE_MAGIC)
    writer.enter_block(records.MODULE_BLOCK_ID, 3)
    starts: list[int] = []
    for _ in range(count):
        writer.enter_block(records.FUNCTION_BLOCK_ID, 4)
        writer.enter_block(records.METADATA_BLOCK_ID, 4)
        starts.append(writer.position // 8)
        writer.emit_record(records.METADATA_NODE, [1, 2, 3])
        writer.end_block()
        writer.emit_record(records.FUNC_CODE_INST_UNREACHABLE, [])
        writer.end_block()
    writer.end_block()
    data = bytearray(writer.getvalue())
    middle = len(data) // 2
    for start in starts:
        # The word before a block's contents is its length. Half of the file follows what these skip to.
        if start < middle:
            data[start - 4 : start] = ((starts[len(starts) // 2] - start) // 4).to_bytes(4, "little")
    return bytes(data)


def test_time_grows_with_the_size() -> None:
    def decoding(count: int) -> Callable[[], object]:
        data = functions_that_reach_to_the_end(count)

        def decode() -> None:
            assert len(collected(data)) == 2 * count

        return decode

    assert_linear(decoding, 250)


def test_long_names_are_cut_where_other_records_use_them() -> None:
    name = "n" * 100_000
    module = pyllvm.parse_assembly(f"define void @{name}() {{\n" + f"  call void @{name}()\n" * 50 + "  ret void\n}\n")
    lines = texts(pyllvm.to_bitcode(module))
    assert sum(map(len, lines)) < 50_000


# --- what is resolved ---------------------------------------------------------------------------------------


def test_numbers_are_those_of_the_text() -> None:
    """Unnamed values and blocks have the numbers that `dis` prints, also before they are defined."""
    text = """define i32 @f(i32 %0) {
1:
  br label %2
2:
  %3 = phi i32 [ 0, %1 ], [ %4, %2 ]
  %4 = add i32 %3, %0
  %5 = icmp eq i32 %4, 9
  br i1 %5, label %6, label %2
6:
  ret i32 %4
}
"""
    lines = texts(pyllvm.to_bitcode(pyllvm.parse_assembly(text)))
    assert "%3 = PHI type=i32 value=0 block=%1 value=%4 block=%2" in lines
    assert "BR true=%6 false=%2 condition=%5" in lines
    assert "RET value=%4 (i32)" in lines


def test_names_have_quotes_where_the_text_has_them() -> None:
    text = 'define void @"a$b"(i32 %"x$y", i32 %a-b.c_d, i32 %"1a", i32 %"e f") {\n  ret void\n}\n'
    module = pyllvm.parse_assembly(text)
    shown = [line.split("name=")[0] for line in texts(pyllvm.to_bitcode(module)) if line.startswith("ENTRY value=%")]
    assert sorted(shown) == [f"ENTRY value={name} " for name in ('%"1a"', '%"e f"', '%"x$y"', "%a-b.c_d")]
    assert str(module.functions[0]).startswith('define void @"a$b"(i32 %"x$y", i32 %a-b.c_d, i32 %"1a", i32 %"e f")')


def test_types_are_followed_in_modules_with_typed_pointers() -> None:
    text = """%s = type { i32, [4 x float] }
define float @f(%s* %p, i64 %i) {
  %a = getelementptr %s, %s* %p, i64 0, i32 1, i64 %i
  %b = load float, float* %a
  ret float %b
}
"""
    lines = texts(pyllvm.to_bitcode(pyllvm.parse_assembly(text, llvm_version=12)))
    assert "%b = LOAD ptr=%a (float*) type=float align=4 volatile=0" in lines


def test_several_modules_have_each_its_own_names() -> None:
    first = pyllvm.to_bitcode(pyllvm.parse_assembly("define void @one() {\n  ret void\n}\n"))
    second = pyllvm.to_bitcode(pyllvm.parse_assembly("define i32 @two(i32 %x) {\n  ret i32 %x\n}\n"))
    lines = texts(first + second[4:])
    names = [line.split()[1] for line in lines if line.startswith("FUNCTION name=")]
    assert names == ['name="one"', 'name="two"']
    assert "RET value=%x (i32)" in lines


def summary_with(version: int, *emitted: tuple[int, list[int]]) -> list[str]:
    """The lines of a combined summary of that version."""
    writer = BitstreamWriter()
    writer.emit_bytes(BITCODE_MAGIC)
    writer.enter_block(records.MODULE_BLOCK_ID, 3)
    writer.enter_block(records.GLOBALVAL_SUMMARY_BLOCK_ID, 4)
    writer.emit_record(records.FS_VERSION, [version])
    for code, operands in emitted:
        writer.emit_record(code, operands)
    writer.end_block()
    writer.end_block()
    return texts(writer.getvalue())[1:]


def test_functions_of_every_version_of_the_summary() -> None:
    call = (records.FS_PERMODULE, [1, 0, 9, 1, 2, 3])
    assert summary_with(1, (records.FS_PERMODULE_PROFILE, [1, 0, 9, 1, 2, 3, 4, 5])) == [
        "PERMODULE_PROFILE value=1 flags=external instructions=9 references=1 reference=2 call=3 sites=4 count=5"
    ]
    assert summary_with(2, call) == ["PERMODULE value=1 flags=external instructions=9 references=1 reference=2 call=3"]
    assert summary_with(4, (call[0], [1, 0, 9, 1, 1, 2, 3])) == [
        "PERMODULE value=1 flags=external instructions=9 function_flags=readNone references=1 reference=2 call=3"
    ]
    assert summary_with(7, (records.FS_COMBINED_PROFILE, [1, 6, 0x27, 9, 0, 12, 2, 1, 0, 2, 3, 4, 3])) == [
        "COMBINED_PROFILE value=1 module=6 flags=internal live instructions=9 function_flags=none entry_count=12 references=2 "
        "read_only_references=1 write_only_references=0 reference=2 reference=3 call=4 hotness=hot"
    ]


def test_memory_profiles_of_every_version_of_the_summary() -> None:
    per_module = records.FS_PERMODULE_ALLOC_INFO
    assert summary_with(9, (per_module, [1, 2, 5, 6, 2, 0])) == [
        "PERMODULE_ALLOC_INFO allocation=notcold frames=2 stack=5 stack=6 allocation=cold frames=0"
    ]
    assert summary_with(10, (per_module, [1, 2, 1, 5, 77])) == [
        "PERMODULE_ALLOC_INFO contexts=1 allocation=cold frames=1 stack=5 total_size=77"
    ]
    assert summary_with(11, (per_module, [1, 2, 40])) == ["PERMODULE_ALLOC_INFO contexts=1 allocation=cold context=40"]
    assert summary_with(12, (records.FS_STACK_IDS, [1, 2])) == [f"STACK_IDS stack={1 << 32 | 2}"]
    assert summary_with(11, (records.FS_STACK_IDS, [1, 2])) == ["STACK_IDS stack=1 stack=2"]
    assert summary_with(12, (records.FS_COMBINED_CALLSITE_INFO, [3, 2, 1, 8, 9, 0])) == [
        "COMBINED_CALLSITE_INFO callee=3 frames=2 clones=1 stack=8 stack=9 clone=0"
    ]
    assert summary_with(12, (records.FS_COMBINED_ALLOC_INFO_NO_CONTEXT, [2, 1, 1, 2, 0])) == [
        "COMBINED_ALLOC_INFO_NO_CONTEXT contexts=2 versions=1 allocation=notcold allocation=cold version=0"
    ]


def test_type_identifiers_and_parameters_of_a_summary() -> None:
    resolution = [0, 0, 1, 7, 2, 3, 4, 5, 16, 1, 0, 0, 1, 2, 10, 11, 1, 6, 7, 8]
    assert summary_with(9, (records.FS_TYPE_ID, resolution)) == [
        'TYPE_ID name="" kind=byteArray size_minus_1_bit_width=7 align_log2=2 size_minus_1=3 bit_mask=4 inline_bits=5 '
        'offset=16 kind=singleImpl implementation="" resolutions=1 arguments=2 argument=10 argument=11 kind=uniformRetVal '
        "info=6 byte=7 bit=8"
    ]
    access = [0, rotated(-4), rotated(8), 1, 2, 5, rotated(0), rotated(1)]
    assert summary_with(9, (records.FS_PARAM_ACCESS, access)) == [
        "PARAM_ACCESS parameter=0 lower=-4 upper=8 calls=1 parameter=2 callee=5 lower=0 upper=1"
    ]
    assert summary_with(9, (records.FS_VALUE_GUID, [3, 1, 2]), (records.FS_ALIAS, [3, 0, 4])) == [
        f"VALUE_GUID value=3 guid={1 << 32 | 2}",
        f"ALIAS value=3 (guid {1 << 32 | 2}) flags=external aliasee=4",
    ]

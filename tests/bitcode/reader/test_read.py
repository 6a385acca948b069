"""Reading bitcode: modules built record by record, and what is said of those that are wrong."""

from __future__ import annotations

import gc
import tracemalloc
from pathlib import Path

import pytest
from module_bits import ModuleBits, chars

from pyllvm import parse_assembly, parse_bitcode, to_bitcode
from pyllvm.bitcode import BitcodeFile, Reading, read_bitcode, read_modules, write_bitcode
from pyllvm.bitcode.reader.read import ONLY, ModulesInTurn
from pyllvm.bitstream.wrapper import BITCODE_MAGIC, wrap
from pyllvm.bitstream.writer import BitstreamWriter
from pyllvm.diagnostics import BitcodeLocation, Diagnostic, PyllvmError
from pyllvm.ir.constants import BlockAddress, ConstantAggregate, ConstantExpr
from pyllvm.ir.function import Instruction
from pyllvm.ir.module import Module
from pyllvm.tables import records as r
from pyllvm.versions import NEXT, SUPPORTED
from pyllvm.wishes import Wishes
from rows import each_row

SAMPLE = Path(__file__).parents[2] / "data" / "sample.bc"
PRODUCER = "LLVM19.1.7"

# 0 void, 1 i32, 2 ptr, 3 i32 (i32), 4 [2 x ptr], 5 void ()
TYPES = (
    (r.TYPE_CODE_NUMENTRY, [6]),
    (r.TYPE_CODE_VOID, []),
    (r.TYPE_CODE_INTEGER, [32]),
    (r.TYPE_CODE_OPAQUE_POINTER, [0]),
    (r.TYPE_CODE_FUNCTION, [0, 1, 1]),
    (r.TYPE_CODE_ARRAY, [2, 2]),
    (r.TYPE_CODE_FUNCTION, [0, 0]),
)


def started() -> ModuleBits:
    """A module of LLVM 19 with a function `f`, whose body comes next, and the string table "fgs"."""
    bits = ModuleBits(PRODUCER, 2)
    bits.records(r.TYPE_BLOCK_ID_NEW, *TYPES)
    bits.record(r.MODULE_CODE_FUNCTION, [0, 1, 3, 0, 0, 0, 0, 0, 0, 0])
    return bits


def function_module(*rows: tuple[int, list[int]], blocks: int = 1) -> Module:
    """The module whose `f` has these records."""
    bits = started()
    bits.records(r.FUNCTION_BLOCK_ID, (r.FUNC_CODE_DECLAREBLOCKS, [blocks]), *rows)
    return bits.read(b"fgs")


def error_of(data: bytes) -> Diagnostic:
    """What is wrong with these bytes."""
    with pytest.raises(PyllvmError) as caught:
        read_bitcode(data)
    return caught.value.diagnostic


def test_the_modules_of_a_file_share_its_bytes() -> None:
    bits = ModuleBits(PRODUCER, 2)
    bits.writer.end_block()
    for _ in range(99):
        bits.writer.enter_block(r.MODULE_BLOCK_ID, 3)
        bits.writer.end_block()
    bits.writer.enter_block(r.MODULE_BLOCK_ID, 3)
    data = bits.end(bytes(1_000_000))
    tracemalloc.start()
    try:
        modules = read_modules(BitcodeFile(data), Reading())
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(modules) == 101
    # One copy of the file is made, and one of its string table; the modules take a few kilobytes each.
    assert peak < 6 * len(data)


@pytest.mark.parametrize("producer", [f"LLVM{NEXT + 1}.0.0git", "LLVM99999999.0"])
def test_bitcode_newer_than_all_that_is_known_is_read_as_the_newest(producer: str) -> None:
    bits = ModuleBits(producer, 2)
    bits.records(r.TYPE_BLOCK_ID_NEW, *TYPES)
    bits.record(r.MODULE_CODE_FUNCTION, [0, 1, 3, 0, 1, 0, 0, 0, 0, 0])
    warnings: list[Diagnostic] = []
    module = read_bitcode(bits.end(b"f"), warnings=warnings)
    version = producer[4:].split(".")[0]
    assert [warning.message for warning in warnings] == [
        f"bitcode of LLVM {version} is read as LLVM {NEXT}, the newest that pyllvm knows"
    ]
    assert module.llvm_version == NEXT
    assert module.producer == producer
    assert read_bitcode(write_bitcode(module)).llvm_version == NEXT


@pytest.mark.parametrize("producer", ["\u00b2", "APPLE_1_\u00b2\u00b2\u00b2\u00b2", "somebody", "LLVM" + "9" * 5000 + ".1"])
def test_producers_without_a_version(producer: str) -> None:
    module = ModuleBits(producer).read()
    assert module.llvm_version in SUPPORTED
    assert read_bitcode(write_bitcode(module)).llvm_version == module.llvm_version


@each_row("number", [1, 2**31, 2**32, 2**63 - 1, 2**63, 2**64 - 1])
@each_row("code", [r.FUNC_CODE_INST_BR, r.FUNC_CODE_INST_SWITCH, r.FUNC_CODE_INST_INDIRECTBR])
def test_blocks_that_are_not_there(code: int, number: int) -> None:
    # Compiled, a list answers with another exception than IndexError where a number does not fit 63 bits.
    operands = [number] if code == r.FUNC_CODE_INST_BR else [1, 1, number]
    with pytest.raises(PyllvmError, match="Invalid"):
        function_module((code, operands))


def test_names_come_from_the_string_table() -> None:
    module = function_module((r.FUNC_CODE_INST_RET, [1]))
    assert module.llvm_version == 19
    assert module.producer == PRODUCER
    assert [function.name for function in module.functions] == ["f"]
    assert module.get("f") is module.functions[0]


def test_constants_may_name_what_comes_later() -> None:
    bits = ModuleBits(PRODUCER, 2)
    bits.records(r.TYPE_BLOCK_ID_NEW, *TYPES)
    bits.record(r.MODULE_CODE_GLOBALVAR, [1, 1, 4, 2, 2, 0, 0, 0])  # g = [2 x ptr], initializer: value 1
    bits.records(
        r.CONSTANTS_BLOCK_ID,
        (r.CST_CODE_SETTYPE, [4]),
        (r.CST_CODE_AGGREGATE, [2, 0]),
        (r.CST_CODE_SETTYPE, [2]),
        (r.CST_CODE_CE_GEP, [1, 1, 2, 0, 1, 3]),
        (r.CST_CODE_SETTYPE, [1]),
        (r.CST_CODE_INTEGER, [14]),
    )
    variable = bits.read(b"fgs").global_variables[0]
    array = variable.initializer
    assert isinstance(array, ConstantAggregate)
    expression = array.operands[0]
    assert isinstance(expression, ConstantExpr)
    assert str(expression) == "ptr getelementptr inbounds (i32, ptr @g, i32 7)"
    assert array.operands[1] is variable


def test_constant_that_contains_itself_is_refused() -> None:
    bits = ModuleBits(PRODUCER, 2)
    bits.records(r.TYPE_BLOCK_ID_NEW, *TYPES)
    bits.record(r.MODULE_CODE_GLOBALVAR, [1, 1, 2, 2, 2, 0, 0, 0])
    casts = ((r.CST_CODE_CE_CAST, [11, 2, 2]), (r.CST_CODE_CE_CAST, [11, 2, 1]))
    bits.records(r.CONSTANTS_BLOCK_ID, (r.CST_CODE_SETTYPE, [2]), *casts)
    assert error_of(bits.end(b"fgs")).message == "Invalid constant: it contains itself"


def test_block_address_of_a_body_that_comes_later() -> None:
    bits = ModuleBits(PRODUCER, 2)
    bits.records(r.TYPE_BLOCK_ID_NEW, *TYPES)
    bits.record(r.MODULE_CODE_GLOBALVAR, [1, 1, 2, 2, 3, 0, 0, 0])
    bits.record(r.MODULE_CODE_FUNCTION, [0, 1, 3, 0, 0, 0, 0, 0, 0, 0])
    bits.records(r.CONSTANTS_BLOCK_ID, (r.CST_CODE_SETTYPE, [2]), (r.CST_CODE_BLOCKADDRESS, [2, 1, 1]))
    bits.records(r.FUNCTION_BLOCK_ID, (r.FUNC_CODE_DECLAREBLOCKS, [2]), (r.FUNC_CODE_INST_BR, [1]), (r.FUNC_CODE_INST_RET, [1]))
    module = bits.read(b"fgs")
    address = module.global_variables[0].initializer
    assert isinstance(address, BlockAddress)
    assert address.block is module.functions[0].blocks[1]


def test_predecessors_are_newest_first() -> None:
    function = function_module(
        (r.FUNC_CODE_INST_SWITCH, [1, 1, 1]),
        (r.FUNC_CODE_INST_BR, [2]),
        (r.FUNC_CODE_INST_RET, [1]),
        blocks=3,
    ).functions[0]
    first, second, third = function.blocks
    assert second.predecessors == [first]
    assert third.predecessors == [second]


def test_use_list_order_is_applied() -> None:
    bits = started()
    with bits.block(r.FUNCTION_BLOCK_ID):
        bits.record(r.FUNC_CODE_DECLAREBLOCKS, [1])
        bits.record(r.FUNC_CODE_INST_BINOP, [1, 1, 0])
        bits.record(r.FUNC_CODE_INST_BINOP, [2, 2, 1])
        bits.record(r.FUNC_CODE_INST_RET, [1])
        # %0 has four uses, newest first: the sub's two, the add's two
        bits.records(r.USELIST_BLOCK_ID, (r.USELIST_CODE_DEFAULT, [2, 3, 0, 1, 1]))
    function = bits.read(b"fgs").functions[0]
    add, sub = function.blocks[0].instructions[:2]
    assert function.arguments[0].users == [add, add, sub, sub]


def test_body_is_read_when_asked_for() -> None:
    bits = started()
    bits.records(r.FUNCTION_BLOCK_ID, (r.FUNC_CODE_DECLAREBLOCKS, [1]), (r.FUNC_CODE_INST_RET, [1]))
    module = read_bitcode(bits.end(b"fgs"), lazy=True)
    function = module.functions[0]
    assert not function.is_materialized
    assert not function.is_declaration
    assert len(function.blocks) == 1
    assert function.is_materialized


def test_bad_body_does_not_spoil_a_lazy_module() -> None:
    bits = started()
    bits.records(r.FUNCTION_BLOCK_ID, (r.FUNC_CODE_DECLAREBLOCKS, [1]), (r.FUNC_CODE_INST_RET, [77]))
    module = read_bitcode(bits.end(b"fgs"), lazy=True)
    with pytest.raises(PyllvmError):
        assert module.functions[0].blocks


def test_wrapper_and_padding() -> None:
    data = SAMPLE.read_bytes()
    expected = str(read_bitcode(data, name="m"))
    assert str(read_bitcode(wrap(data), name="m")) == expected
    assert str(read_bitcode(data + bytes(8), name="m")) == expected


def test_several_modules() -> None:
    data = SAMPLE.read_bytes()
    modules = read_modules(BitcodeFile(data + data[4:]), Reading("m"))
    assert len(modules) == 2
    assert str(modules[0]) == str(modules[1])


def test_error_says_where() -> None:
    bits = started()
    bits.records(r.FUNCTION_BLOCK_ID, (r.FUNC_CODE_DECLAREBLOCKS, [1]), (r.FUNC_CODE_INST_BINOP, [1, 1, 99]))
    diagnostic = error_of(bits.end(b"fgs"))
    where = diagnostic.where
    assert diagnostic.message == "Invalid record"
    assert isinstance(where, BitcodeLocation)
    assert where.block_path == ["MODULE_BLOCK", "FUNCTION_BLOCK"]
    assert where.record_code == r.FUNC_CODE_INST_BINOP
    assert where.producer == PRODUCER
    assert where.bit_offset > 0


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([(r.FUNC_CODE_INST_LOAD, [1, 1, 0, 0])], "Load operand is not a pointer type"),
        ([(r.FUNC_CODE_INST_CMP2, [1, 1, 3])], "Invalid icmp predicate"),
        ([(r.FUNC_CODE_INST_RET, [])] * 2, "Invalid instruction with no BB"),
        ([(r.FUNC_CODE_INST_EXTRACTVAL, [1, 0])], "EXTRACTVAL: Invalid type"),
        ([(r.FUNC_CODE_INST_BR, [5])], "Invalid record"),
        ([(66666, [])], "Invalid value"),
        ([(r.FUNC_CODE_DEBUG_LOC, [1, 1, 0, 0])], "Invalid record"),
        (
            [(r.FUNC_CODE_INST_BINOP, [0xFFFFFFF0, 1, 1, 0]), (r.FUNC_CODE_INST_RET, [1])],
            "Never resolved value found in function",
        ),
        ([(r.FUNC_CODE_INST_BINOP, [0xF0000000, 1, 1, 0])], "Invalid record"),
    ],
)
def test_malformed_bodies(rows: list[tuple[int, list[int]]], message: str) -> None:
    bits = started()
    bits.records(r.FUNCTION_BLOCK_ID, (r.FUNC_CODE_DECLAREBLOCKS, [1]), *rows)
    assert error_of(bits.end(b"fgs")).message == message


def test_counts_are_checked_before_anything_is_made() -> None:
    bits = started()
    bits.records(r.FUNCTION_BLOCK_ID, (r.FUNC_CODE_DECLAREBLOCKS, [1 << 31]))
    assert error_of(bits.end(b"fgs")).message == "Invalid record"
    bits = ModuleBits(PRODUCER, 2)
    bits.records(r.TYPE_BLOCK_ID_NEW, (r.TYPE_CODE_NUMENTRY, [1 << 40]))
    assert error_of(bits.end()).message == "Invalid numentry record"


@pytest.mark.parametrize(
    ("code", "record"),
    [
        (r.MODULE_CODE_GLOBALVAR, [0, 1, 1, 2, 99, 0, 0, 0]),
        (r.MODULE_CODE_ALIAS, [0, 1, 1, 0, 99, 0]),
        (r.MODULE_CODE_FUNCTION, [0, 1, 3, 0, 1, 0, 0, 0, 0, 0, 0, 0, 99]),
    ],
)
def test_a_symbol_with_a_constant_that_is_missing(code: int, record: list[int]) -> None:
    bits = ModuleBits(PRODUCER, 2)
    bits.records(r.TYPE_BLOCK_ID_NEW, *TYPES)
    bits.record(code, record)
    assert error_of(bits.end(b"fgs")).message == "Malformed global initializer set"


def test_body_is_missing() -> None:
    assert error_of(started().end(b"fgs")).message == "Trying to materialize functions before seeing function blocks"


def test_no_bitcode() -> None:
    assert error_of(b"; text").message
    assert error_of(b"BC\xc0\xde").message


def test_unknown_records_are_warnings_unless_strict() -> None:
    bits = ModuleBits(PRODUCER, 2)
    bits.record(4711, [1, 2])
    bits.records(99, (1, [1]))
    bits.record(r.MODULE_CODE_TRIPLE, chars("x86_64"))
    data = bits.end(b"")
    warnings: list[Diagnostic] = []
    assert read_bitcode(data, warnings=warnings).target_triple == "x86_64"
    assert [warning.message for warning in warnings] == ["unknown module record 4711", "unknown block 99 in a module"]
    strict = Wishes()
    strict.strict = True
    with pytest.raises(PyllvmError, match="unknown module record 4711"):
        read_modules(BitcodeFile(data), Reading("<stdin>", strict))


def test_intrinsics_have_the_attributes_that_llvm_gives_them() -> None:
    bits = ModuleBits(PRODUCER, 2)
    bits.records(r.TYPE_BLOCK_ID_NEW, *TYPES)
    bits.record(r.MODULE_CODE_FUNCTION, [0, 9, 5, 0, 1, 0, 0, 0, 0, 0])
    module = bits.read(b"llvm.trap")
    attributes = module.functions[0].attributes
    assert attributes is not None
    assert attributes.function.as_string(19) == "cold noreturn nounwind memory(inaccessiblemem: write)"


def test_one_of_several_modules_is_not_read_to_tell() -> None:
    """LLVM counts the modules first. What is wrong in one of them does not matter then."""
    good = write_bitcode(read_bitcode(SAMPLE.read_bytes()))
    bad = bytearray(good)
    at = bad.index(b"\x21\x0c") + 8  # in the module, after the header of its block
    bad[at : at + 8] = b"\xff" * 8
    with pytest.raises(PyllvmError, match="Expected a single module"):
        read_modules(BitcodeFile(bytes(bad) + good[4:]), Reading(), ONLY)
    with pytest.raises(PyllvmError) as raised:
        read_modules(BitcodeFile(bytes(bad) + good[4:]), Reading())
    assert raised.value.diagnostic.message != "Expected a single module"


def test_modules_in_turn_are_freed() -> None:
    """Commands run without the garbage collector, so the readers are searched for now and then."""
    writer = BitstreamWriter()
    writer.enter_block(r.MODULE_BLOCK_ID, 3)
    writer.end_block()
    count = 3000
    modules = ModulesInTurn(BitcodeFile(BITCODE_MAGIC + writer.getvalue() * count), Reading("m.bc"))
    gc.disable()
    try:
        before = tracked_modules()
        assert len(modules) == count
        most = 0
        for index in range(count):
            modules.read(index)
            if index % 250 == 0:
                most = max(most, tracked_modules())
        assert most - before <= 1000
    finally:
        gc.enable()


def tracked_modules() -> int:
    """How many modules there are, garbage among them."""
    return sum(isinstance(one, Module) for one in gc.get_objects())


def test_a_module_is_read_again_with_its_places() -> None:
    bits = started()
    bits.records(r.FUNCTION_BLOCK_ID, (r.FUNC_CODE_DECLAREBLOCKS, [1]), (r.FUNC_CODE_INST_RET, [1]))
    modules = ModulesInTurn(BitcodeFile(bits.end(b"fgs")), Reading("m.bc"))
    places: dict[Instruction, BitcodeLocation] = {}
    module = modules.read_again(0, places)
    assert [type(instruction).__name__ for instruction in places] == ["ReturnInst"]
    assert module is not modules.read(0)


def test_nothing_of_the_reader_is_left() -> None:
    """Commands do not collect garbage: readers that refer to each other would keep all that was read in memory."""
    text = (Path(__file__).parents[2] / "data" / "diff" / "debug.ll").read_text()
    bitcode = to_bitcode(parse_assembly(text))
    gc.collect()
    gc.disable()
    try:
        module = parse_bitcode(bitcode)
        module.materialize()
        left = {type(one).__name__ for one in gc.get_objects() if type(one).__module__.startswith("pyllvm.bitcode.reader.")}
    finally:
        gc.enable()
    assert not left

"""The symbols from the records of globals are those of the module, and no function body is read for them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import pyllvm
from bitcode.module_bits import ModuleBits, chars
from growth import assert_linear
from pyllvm.analyzer.stream import open_stream
from pyllvm.analyzer.symbols import scan_symbols
from pyllvm.bitstream.block_reader import BlockReader
from pyllvm.bitstream.cursor import BitstreamCursor
from pyllvm.bitstream.stream_numbers import END_OF_STREAM, ENTER_SUBBLOCK
from pyllvm.library.symbols import symbol_table
from pyllvm.tables import records as r
from pyllvm.tables.records import FUNCTION_BLOCK_ID, MODULE_BLOCK_ID
from pyllvm.wishes import Wishes

Row = tuple[str, str, str, int]


def wished(with_special: bool) -> Wishes:
    """The wishes of nm."""
    wishes = Wishes()
    wishes.with_special = with_special
    return wishes


def scanned(data: bytes, *, with_special: bool) -> list[Row]:
    """The symbols that the records give."""
    modules = scan_symbols(BlockReader(open_stream(data).cursor), wished(with_special))
    assert modules is not None
    return [(symbol.name, symbol.ir_name, symbol.kind, symbol.flags) for module in modules for symbol in module.symbols]


def of_module(module: pyllvm.Module, *, with_special: bool) -> list[Row]:
    """The symbols of the module itself, but for those of its assembly."""
    found = symbol_table(module, wished(with_special)).symbols
    return [(one.name, one.ir_name, one.kind, one.flags) for one in found if one.kind != "assembly"]


@pytest.mark.parametrize("with_special", [False, True])
@pytest.mark.parametrize("name", ["symbols", "macho", "names"])
def test_records_and_module_agree(name: str, with_special: bool, data: Path) -> None:
    module = pyllvm.read(data / "nm" / f"{name}.ll")
    rows = of_module(module, with_special=with_special)
    assert scanned(pyllvm.to_bitcode(module), with_special=with_special) == rows
    assert len(rows) > 8


@pytest.mark.parametrize(
    "text",
    [
        'target datalayout = "e-m:x-p:32:32"\ndefine x86_fastcallcc void @f(i32 %a) {\n  ret void\n}\n',
        "@v = global [2 x i32] zeroinitializer\n@a = alias i32, getelementptr ([2 x i32], ptr @v, i32 0, i32 1)\n",
    ],
    ids=["arguments in the name", "alias of an expression"],
)
def test_what_the_records_do_not_say_is_left_to_the_module(text: str) -> None:
    data = pyllvm.to_bitcode(pyllvm.parse_assembly(text))
    assert scan_symbols(BlockReader(open_stream(data).cursor), Wishes()) is None
    of_module = pyllvm.symbols(pyllvm.parse_bitcode(data))
    assert [symbol.name for symbol in pyllvm.symbols(data)] == [symbol.name for symbol in of_module]


def old_file(version: int) -> bytes:
    """A module from before string tables: types are void (), its pointer, i8 and its pointer; names are in the symbol table."""
    bits = ModuleBits(version=version)
    bits.records(
        r.TYPE_BLOCK_ID_NEW,
        (r.TYPE_CODE_NUMENTRY, [5]),
        (r.TYPE_CODE_VOID, []),
        (r.TYPE_CODE_FUNCTION, [0, 0]),
        (r.TYPE_CODE_POINTER, [1, 0]),
        (r.TYPE_CODE_INTEGER, [8]),
        (r.TYPE_CODE_POINTER, [3, 0]),
    )
    bits.record(r.MODULE_CODE_GLOBALVAR, [4, 1, 0, 0, 0, 0])
    bits.record(r.MODULE_CODE_FUNCTION, [2, 0, 0, 3, 0, 0, 0, 0])
    bits.record(r.MODULE_CODE_FUNCTION, [2, 0, 1, 5, 0, 0, 0, 0])
    bits.record(r.MODULE_CODE_ALIAS_OLD, [2, 1, 16, 1])
    names = ((r.VST_CODE_ENTRY, [0, *chars("v")]), (r.VST_CODE_FNENTRY, [1, 0, *chars("f")]))
    bits.records(r.VALUE_SYMTAB_BLOCK_ID, *names, (r.VST_CODE_ENTRY, [2, *chars("d")]), (r.VST_CODE_ENTRY, [3, *chars("a")]))
    bits.records(r.FUNCTION_BLOCK_ID, (r.FUNC_CODE_DECLAREBLOCKS, [1]), (r.FUNC_CODE_INST_RET, []))
    return bits.end()


@pytest.mark.parametrize("version", [0, 1])
def test_a_module_without_a_string_table(version: int) -> None:
    data = old_file(version)
    modules = scan_symbols(BlockReader(open_stream(data).cursor), wished(True))
    assert modules is not None
    assert [(one.name, one.letter()) for one in modules[0].symbols] == [("f", "t"), ("__imp_d", "U"), ("v", "U"), ("a", "W")]
    assert scanned(data, with_special=True) == of_module(pyllvm.parse_bitcode(data), with_special=True)


def body_of(data: bytes) -> tuple[int, int]:
    """The first byte of the first function's contents, and the byte after its block."""
    cursor = BitstreamCursor(data)
    cursor.seek(32)
    while (event := cursor.advance()) != END_OF_STREAM:
        if event != ENTER_SUBBLOCK:
            continue
        if cursor.block_id == MODULE_BLOCK_ID:
            cursor.enter_block()
        elif cursor.block_id == FUNCTION_BLOCK_ID:
            cursor.enter_block()
            start = cursor.position // 8
            while cursor.advance() == ENTER_SUBBLOCK:
                cursor.skip_block()
            return start, start + 4
        else:
            cursor.skip_block()
    raise AssertionError("no function")


def test_bodies_are_not_read(data: Path) -> None:
    whole = (data / "sample.bc").read_bytes()
    start, end = body_of(whole)
    broken = whole[:start] + b"\xff" * (end - start) + whole[end:]
    with pytest.raises(pyllvm.PyllvmError):
        pyllvm.parse_bitcode(broken)
    assert scanned(broken, with_special=True) == scanned(whole, with_special=True)


def test_symbols_of_a_malformed_file_have_the_readers_message(data: Path) -> None:
    cut = (data / "sample.bc").read_bytes()[:400]
    with pytest.raises(pyllvm.PyllvmError) as of_symbols:
        pyllvm.symbols(cut)
    with pytest.raises(pyllvm.PyllvmError) as of_reading:
        pyllvm.parse_bitcode(cut)
    assert of_symbols.value.diagnostic.message == of_reading.value.diagnostic.message


def chain(count: int, last: str) -> bytes:
    """Bitcode with aliases, each of the one before it; the first is that of `last`."""
    aliases = [f"@a{at} = alias i32, ptr @a{at - 1}" for at in range(1, count)]
    text = "\n".join(["@g = global i32 0", f"@a0 = alias i32, ptr {last}", *aliases, ""])
    return pyllvm.to_bitcode(pyllvm.parse_assembly(text.encode(), llvm_version=19))


def test_an_alias_of_an_alias_is_of_the_last_ones_kind() -> None:
    assert [letter for *_, letter in letters(chain(50, "@g"))] == ["D"] * 51


def letters(data: bytes) -> list[tuple[str, str]]:
    modules = scan_symbols(BlockReader(open_stream(data).cursor), Wishes())
    assert modules is not None
    return [(symbol.name, symbol.letter()) for symbol in modules[0].symbols]


def test_aliases_of_one_another_are_left_to_the_module() -> None:
    bits = ModuleBits(version=1)
    bits.records(r.TYPE_BLOCK_ID_NEW, (r.TYPE_CODE_NUMENTRY, [2]), (r.TYPE_CODE_INTEGER, [8]), (r.TYPE_CODE_POINTER, [0, 0]))
    for aliased in (1, 2, 0):
        bits.record(r.MODULE_CODE_ALIAS, [0, 0, aliased, 0])
    assert scan_symbols(BlockReader(open_stream(bits.end()).cursor), Wishes()) is None


@pytest.mark.slow
def test_time_grows_with_the_length_of_a_chain() -> None:
    def scan(size: int) -> Callable[[], object]:
        data = chain(size, "@g")
        return lambda: letters(data)

    assert_linear(scan, 100)

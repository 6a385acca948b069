"""The one-line description of a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyllvm.analyzer.identify import identify
from pyllvm.analyzer.stream import open_stream
from pyllvm.bitstream.wrapper import BITCODE_MAGIC, wrap
from pyllvm.bitstream.writer import BitstreamWriter
from pyllvm.diagnostics import PyllvmError


def written(
    producer: str = "LLVM19.1.7",
    types: tuple[int, ...] = (25,),
    inside: tuple[int, ...] = (),
    after: tuple[int, ...] = (),
    modules: int = 1,
) -> bytes:
    """A bitcode file of these parts."""
    writer = BitstreamWriter()
    writer.emit_bytes(BITCODE_MAGIC)
    if producer:
        writer.enter_block(13, 5)
        writer.emit_record(1, list(producer.encode()))
        writer.emit_record(2, [0])
        writer.end_block()
    for _ in range(modules):
        writer.enter_block(8, 3)
        writer.emit_record(2, list(b"x86_64-pc-linux-gnu"))
        writer.enter_block(17, 3)
        for code in types:
            writer.emit_record(code, [0])
        writer.end_block()
        for block_id in inside:
            writer.enter_block(block_id, 3)
            writer.end_block()
        writer.end_block()
    for block_id in after:
        writer.enter_block(block_id, 3)
        writer.end_block()
    return writer.getvalue()


def line(data: bytes) -> str:
    """The line for a file."""
    return identify(open_stream(data)).line()


def test_a_usual_file() -> None:
    assert line(written(after=(25, 23))) == (
        "LLVM IR, producer LLVM19.1.7, epoch 0, LLVM 19, opaque pointers, no wrapper, 1 module, symbol table,"
        " no summary, x86_64-pc-linux-gnu"
    )


def test_the_producer_that_the_symbol_table_names(data: Path) -> None:
    assert identify(open_stream((data / "sample.bc").read_bytes())).symbol_table_producer == "19.1.7"


def test_an_old_file() -> None:
    assert line(wrap(written(producer="", types=(8, 8)))) == (
        "LLVM IR, no producer named, LLVM version unknown, typed pointers, wrapper, 1 module, no symbol table,"
        " no summary, x86_64-pc-linux-gnu"
    )


@pytest.mark.parametrize(
    ("inside", "summary"),
    [((20,), "ThinLTO summary"), ((24,), "full LTO summary"), ((19, 20), "combined ThinLTO summary")],
)
def test_summaries(inside: tuple[int, ...], summary: str) -> None:
    assert f", {summary}, " in line(written(inside=inside))


@pytest.mark.parametrize(("types", "pointers"), [((), "no"), ((8, 25), "mixed"), ((8,), "typed"), ((25,), "opaque")])
def test_pointers(types: tuple[int, ...], pointers: str) -> None:
    assert f", {pointers} pointers, " in line(written(types=types))


def test_several_modules() -> None:
    assert ", 3 modules, " in line(written(modules=3))


def test_the_fields() -> None:
    assert identify(open_stream(written(after=(23,)))).fields() == {
        "stream": "LLVM IR",
        "wrapper": None,
        "producer": "LLVM19.1.7",
        "epoch": 0,
        "llvm_version": 19,
        "pointers": "opaque",
        "modules": 1,
        "string_table": True,
        "symbol_table": False,
        "summary": "none",
        "triples": ["x86_64-pc-linux-gnu"],
    }


@pytest.mark.parametrize(
    ("magic", "kind"),
    [
        (b"CPCH", "Clang Serialized AST"),
        (b"DIAG", "Clang Serialized Diagnostics"),
        (b"RMRK", "LLVM Remarks"),
        (b"\xe2\x9c\xa8\x0e", "unknown"),
        (b"BC\xc0\xdf", "unknown"),
    ],
)
def test_other_streams(magic: bytes, kind: str) -> None:
    assert line(magic) == f"{kind}, no wrapper"


@pytest.mark.parametrize("data", [b"", b"BC", written()[:-4]])
def test_what_is_cut_short(data: bytes) -> None:
    with pytest.raises(PyllvmError):
        identify(open_stream(data))

"""The dump and the summary against the real llvm-bcanalyzer, where it is installed."""

from __future__ import annotations

import random
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pyllvm.bitstream.abbreviation import Abbreviation, Blob, Fixed, Literal
from pyllvm.bitstream.wrapper import BITCODE_MAGIC, wrap
from pyllvm.bitstream.writer import BitstreamWriter
from pyllvm.tables.records import BLOCKS
from rows import each_row

from ..property.test_bitstream import Maker

pytestmark = pytest.mark.oracle

VERSIONS = (14, 19, 22)


@pytest.fixture(params=VERSIONS)
def compare(
    request: pytest.FixtureRequest, llvm_tool: Callable[[int, str], str], pyllvm: Callable[..., Any]
) -> Callable[..., None]:
    """Run both analyzers on a file and see that they say the same."""
    version: int = request.param
    real = llvm_tool(version, "llvm-bcanalyzer")

    def run(path: Path, *options: str) -> None:
        expected = subprocess.run([real, *options, str(path)], capture_output=True, check=False)
        ours = pyllvm("bcanalyzer", "--llvm-version", str(version), *options, path)
        assert ours.output == expected.stdout
        assert (ours.status != 0) == (expected.returncode != 0)
        if expected.returncode:
            message = expected.stderr.decode().removeprefix("llvm-bcanalyzer: ").splitlines()[0]
            assert f"error: {message}" in ours.errors

    return run


def every_code() -> bytes:
    """Every block id up to 40 with every record code up to 100 in it."""
    writer = BitstreamWriter()
    writer.emit_bytes(BITCODE_MAGIC)
    for block_id in range(1, 41):
        writer.enter_block(block_id, 3)
        for code in range(101):
            writer.emit_record(code, [1, 2])
        writer.end_block()
    return writer.getvalue()


def test_every_name(compare: Callable[..., None], tmp_path: Path) -> None:
    assert max(BLOCKS) < 40
    path = tmp_path / "codes.bc"
    path.write_bytes(every_code())
    compare(path, "-dump")
    compare(path, "-dump", "-non-symbolic", "-disable-histogram")


OPTIONS = [
    ["-dump"],
    [],
    ["-disable-histogram"],
    ["-dump", "-non-symbolic", "-dump-blockinfo"],
    ["-dump", "-show-binary-blobs"],
    ["-dump", "-check-hash=table"],
]


@each_row("options", OPTIONS, ids=" ".join)
def test_the_sample(compare: Callable[..., None], data: Path, options: list[str]) -> None:
    compare(data / "sample.bc", *options)


def test_a_wrapped_file(compare: Callable[..., None], data: Path, tmp_path: Path) -> None:
    path = tmp_path / "wrapped.bc"
    path.write_bytes(wrap((data / "sample.bc").read_bytes(), cpu_type=7))
    compare(path, "-dump")
    compare(path, "-dump", f"-block-info={path}")
    path.write_bytes(path.read_bytes()[:64])
    compare(path, "-dump")


@pytest.mark.parametrize("contents", [b"", b"hello world!", b"BC\xc0\xde", b"odd", b"BC\xc0\xde\x05\0\0\0"])
def test_files_that_are_no_bitstream(compare: Callable[..., None], tmp_path: Path, contents: bytes) -> None:
    path = tmp_path / "bad.bc"
    path.write_bytes(contents)
    compare(path, "-dump")


def test_random_streams(compare: Callable[..., None], tmp_path: Path) -> None:
    path = tmp_path / "random.bc"
    for seed in range(25):
        path.write_bytes(Maker(random.Random(seed), code_bits=8).stream()[0])
        compare(path, "-dump", "-dump-blockinfo", "-show-binary-blobs")


def test_a_module_hash(llvm_tool: Callable[[int, str], str], compare: Callable[..., None], tmp_path: Path) -> None:
    source = tmp_path / "source.ll"
    source.write_text("@table = global i32 0\n")
    path = tmp_path / "hash.bc"
    subprocess.run([llvm_tool(14, "llvm-as"), "-module-hash", source, "-o", path], check=True)
    compare(path, "-dump", "-check-hash=table")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("diagnostics.dia", ["-Wall", "-c", "--serialize-diagnostics", "{}", "-o", "/dev/null"]),
        ("header.pch", ["-x", "c-header", "-o", "{}"]),
        ("thin.bc", ["-O2", "-g", "-c", "-flto=thin", "-o", "{}"]),
    ],
)
@pytest.mark.parametrize("version", VERSIONS)
def test_what_clang_writes(
    llvm_tool: Callable[[int, str], str],
    pyllvm: Callable[..., Any],
    tmp_path: Path,
    version: int,
    name: str,
    words: list[str],
) -> None:
    source = tmp_path / "source.c"
    source.write_text("static int unused(int x) { return x; }\nint f(int n) { int q; return n * 3; }\n")
    path = tmp_path / name
    arguments = [word.replace("{}", str(path)) for word in words]
    subprocess.run([llvm_tool(version, "clang"), *arguments, source], check=True, capture_output=True)
    expected = subprocess.run([llvm_tool(version, "llvm-bcanalyzer"), "-dump", path], check=True, capture_output=True).stdout
    assert pyllvm("bcanalyzer", "--llvm-version", str(version), "-dump", path).output == expected


@pytest.mark.parametrize("version", VERSIONS)
def test_remarks(llvm_tool: Callable[[int, str], str], pyllvm: Callable[..., Any], tmp_path: Path, version: int) -> None:
    source = tmp_path / "source.ll"
    source.write_text(
        "define internal i32 @g(i32 %x) {\n  ret i32 %x\n}\n"
        "define i32 @f(i32 %x) {\n  %y = call i32 @g(i32 %x)\n  ret i32 %y\n}\n"
    )
    path = tmp_path / "remarks.opt.bitstream"
    subprocess.run(
        [
            llvm_tool(version, "opt"),
            "-passes=default<O2>",
            "-pass-remarks-format=bitstream",
            f"-pass-remarks-output={path}",
            "-o",
            "/dev/null",
            source,
        ],
        check=True,
    )
    expected = subprocess.run([llvm_tool(version, "llvm-bcanalyzer"), "-dump", path], check=True, capture_output=True).stdout
    assert b"Remark" in expected
    assert pyllvm("bcanalyzer", "--llvm-version", str(version), "-dump", path).output == expected


@pytest.mark.parametrize("version", (19, 22))
@pytest.mark.parametrize("length", range(40, 400, 24))
def test_a_stream_that_is_cut_short(
    llvm_tool: Callable[[int, str], str], pyllvm: Callable[..., Any], tmp_path: Path, version: int, length: int
) -> None:
    writer = BitstreamWriter()
    writer.emit_bytes(BITCODE_MAGIC)
    writer.enter_block(8, 3)
    blob = writer.define_abbreviation(Abbreviation([Literal(1), Fixed(32), Blob]))
    for number in range(12):
        writer.emit_record(number, list(range(number * 3)))
        writer.emit_record_with_blob(1, [number], bytes(range(number)), blob)
    writer.end_block()
    path = tmp_path / "short.bc"
    path.write_bytes(writer.getvalue()[:length])
    real = subprocess.run([llvm_tool(version, "llvm-bcanalyzer"), "-dump", path], check=False, capture_output=True)
    ours = pyllvm("bcanalyzer", "--llvm-version", str(version), "-dump", path)
    assert ours.output == real.stdout
    assert ours.status == real.returncode
    assert real.stderr.decode().removeprefix("llvm-bcanalyzer: ").strip() in ours.errors

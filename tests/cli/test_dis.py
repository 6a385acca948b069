"""``pyllvm dis`` as a command: names, several inputs, refusals. What it prints is tested with the printer."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pyllvm import parse_assembly, to_bitcode
from pyllvm.bitstream.wrapper import BITCODE_MAGIC
from pyllvm.bitstream.writer import BitstreamWriter
from pyllvm.cli.dis import output_name
from pyllvm.tables import records

Run = Callable[..., Any]


def sample_text(data: Path, identifier: str) -> bytes:
    """What llvm-dis 19 prints for the sample: its text without the comment at its head."""
    lines = (data / "sample.ll").read_bytes().splitlines(keepends=True)
    while lines[0].startswith(b";"):
        del lines[0]
    return f"; ModuleID = '{identifier}'\n".encode() + b"".join(lines)


@pytest.mark.parametrize(
    ("name", "asked_for", "number", "expected"),
    [
        ("-", "", "", "-"),
        ("a.bc", "", "", "a.ll"),
        ("dir/a.o", "", "", "dir/a.o.ll"),
        ("a.bc", "", ".1", "a.1.ll"),
        ("a.bc", "x", "", "x"),
        ("a.bc", "x", ".1", "x.1"),
        ("a.bc", "-", ".1", "-"),
    ],
)
def test_output_names(name: str, asked_for: str, number: str, expected: str) -> None:
    assert output_name(name, asked_for, number) == expected


def test_to_standard_output(pyllvm: Run, data: Path) -> None:
    outcome = pyllvm("dis", "-o", "-", data / "sample.bc")
    assert (outcome.status, outcome.errors) == (0, "")
    assert outcome.output == sample_text(data, str(data / "sample.bc"))


def test_from_standard_input(pyllvm: Run, data: Path) -> None:
    outcome = pyllvm("dis", stdin=(data / "sample.bc").read_bytes())
    assert (outcome.status, outcome.errors) == (0, "")
    assert outcome.output == sample_text(data, "<stdin>")


def test_several_inputs(pyllvm: Run, data: Path, tmp_path: Path) -> None:
    for name in ("one.bc", "two.o"):
        shutil.copy(data / "sample.bc", tmp_path / name)
    outcome = pyllvm("dis", tmp_path / "one.bc", tmp_path / "two.o")
    assert (outcome.status, outcome.output, outcome.errors) == (0, b"", "")
    assert (tmp_path / "one.ll").read_bytes() == sample_text(data, str(tmp_path / "one.bc"))
    assert (tmp_path / "two.o.ll").read_bytes() == sample_text(data, str(tmp_path / "two.o"))


def test_no_output(pyllvm: Run, data: Path, tmp_path: Path) -> None:
    shutil.copy(data / "sample.bc", tmp_path / "one.bc")
    outcome = pyllvm("dis", "-disable-output", tmp_path / "one.bc")
    assert outcome == (0, b"", "")
    assert [path.name for path in tmp_path.iterdir()] == ["one.bc"]


def test_one_output_for_several_inputs(pyllvm: Run) -> None:
    outcome = pyllvm("dis", "a", "b", "-o", "c")
    assert outcome == (1, b"", "error: output file name cannot be set for multiple input files\n")


@pytest.mark.parametrize(
    ("content", "message"),
    [(b"", "file too small to contain bitcode header"), (b"what is this\n" * 4, "file doesn't start with bitcode header")],
)
def test_what_is_no_bitcode(pyllvm: Run, tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "x.bc"
    path.write_bytes(content)
    outcome = pyllvm("dis", path)
    assert outcome.status == 1
    assert outcome.errors.splitlines()[0] == f"pyllvm-dis: {path}: error: {message}"
    assert not path.with_suffix(".ll").exists()


def test_a_truncated_file_leaves_the_old_text(pyllvm: Run, data: Path, tmp_path: Path) -> None:
    path = tmp_path / "x.bc"
    path.write_bytes((data / "sample.bc").read_bytes()[:1200])
    path.with_suffix(".ll").write_text("old")
    outcome = pyllvm("dis", path)
    assert outcome.status == 1
    assert outcome.errors.startswith(f"pyllvm-dis: {path}: error: ")
    assert "Traceback" not in outcome.errors
    assert path.with_suffix(".ll").read_text() == "old"


def test_colour_only_when_asked_for(pyllvm: Run, data: Path) -> None:
    outcome = pyllvm("dis", "--color=always", "-o", "-", data / "sample.bc")
    assert b"\x1b[" in outcome.output
    assert b"\x1b[" not in pyllvm("dis", "-o", "-", data / "sample.bc").output


def test_colours_of_a_theme(pyllvm: Run, data: Path) -> None:
    dark, light = (
        pyllvm("dis", "--color", f"--theme={theme}", "-o", "-", data / "sample.bc").output for theme in ("dark", "light")
    )
    assert b"\x1b[32mi32\x1b[0m" in dark
    assert b"\x1b[36mi32\x1b[0m" in light
    assert light == pyllvm("dis", "--color", "-o", "-", data / "sample.bc", environment={"PYLLVM_THEME": "light"}).output


@pytest.mark.parametrize("size", [4, 6, 8])
def test_a_short_file_has_whole_words(pyllvm: Run, size: int) -> None:
    assert pyllvm("dis", stdin=b"BC\xc0\xde5\x14\0\0"[:size]).status == (size == 6)


def test_a_file_without_a_module(pyllvm: Run, tmp_path: Path) -> None:
    """LLVM prints nothing of it; pyllvm adds a warning."""
    path = tmp_path / "x.bc"
    other = BitstreamWriter()
    other.emit_bytes(BITCODE_MAGIC)
    other.enter_block(records.USELIST_BLOCK_ID, 3)
    other.end_block()
    path.write_bytes(other.getvalue())
    outcome = pyllvm("dis", path, "-o", "-")
    assert outcome == (0, b"", f"pyllvm-dis: {path}: warning: there is no module in this file, and so nothing to print\n")


def test_files_that_cannot_be_read(pyllvm: Callable[..., Any], tmp_path: Path) -> None:
    # As llvm-dis of each version prints it; without the name, ours is that of the other commands.
    newer = pyllvm("dis", "--llvm-version=19", tmp_path).errors
    assert newer == f"error: {tmp_path}: Is a directory\n"
    assert pyllvm("dis", "--llvm-version=14", tmp_path).errors == f"pyllvm-dis: {tmp_path}: error: Is a directory\n"
    llvm_only = {"PYLLVM_DIAGNOSTICS": "llvm"}
    assert pyllvm("dis", "--llvm-version=14", tmp_path, environment=llvm_only).errors == "pyllvm-dis: error: Is a directory\n"


def test_llvms_lines_alone_have_no_notes(pyllvm: Callable[..., Any]) -> None:
    for command, line in (("dis", "error: Invalid bitcode signature"), ("bcanalyzer", "Bitcode stream should be")):
        assert "note: " not in pyllvm(command, "-", stdin=b"BC\xc0\xde1", environment={"PYLLVM_DIAGNOSTICS": "llvm"}).errors
        errors = pyllvm(command, "-", stdin=b"hello", environment={"PYLLVM_DIAGNOSTICS": "llvm"}).errors
        assert errors.startswith(f"pyllvm-{command}: {line}")


@pytest.mark.parametrize(
    ("members", "expected"),
    [
        (["(x.o)", "(y.bc)"], [".x.o", ".y"]),
        (["(x.o)", "(x.o)"], [".0", ".1"]),
        (["(0)", "(1)"], [".0", ".1"]),
        (["(a/x.o)", "(a/y.o)(1)"], [".a_x.o", ".a_y.o.1"]),
    ],
)
def test_outputs_have_the_names_of_members(members: list[str], expected: list[str]) -> None:
    from pyllvm.cli.dis import _suffixes

    assert _suffixes(members) == expected


def test_forced_colors_are_for_streams(pyllvm: Run, tmp_path: Path) -> None:
    path, written = tmp_path / "a.bc", tmp_path / "a.ll"
    path.write_bytes(to_bitcode(parse_assembly("@x = global i32 0\n")))
    forced = {"FORCE_COLOR": "1"}
    command = [sys.executable, "-m", "pyllvm", "dis", "-o", "-", path]
    assert b"\x1b[" in subprocess.run(command, env={**os.environ, **forced, "NO_COLOR": ""}, capture_output=True).stdout
    assert b"\x1b[" not in pyllvm("dis", "-o", "-", path, environment=forced).output, "a file"
    assert b"\x1b[" in pyllvm("stat", path, environment=forced).output
    assert b"\x1b[" not in pyllvm("dis", "-o", "-", path, environment={**forced, "NO_COLOR": "1"}).output
    pyllvm("dis", "-o", written, path, environment=forced)
    assert b"\x1b[" not in written.read_bytes()

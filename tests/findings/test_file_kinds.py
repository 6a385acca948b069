"""Files of other kinds are recognized by their first bytes, and a message says what they are and what to do."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from pyllvm.findings.file_kinds import is_llvm_text, kind_of_file

# The content of a file, and the beginning of the help that names its kind.
KINDS: Final = [
    (b"\x7fELF\x02\x01\x01" + bytes(57), "this is an ELF object: machine code"),
    (b"\xcf\xfa\xed\xfe" + bytes(28), "this is a Mach-O object: machine code"),
    (b"d\x86" + bytes(18), "this is a COFF object: machine code"),
    (b"\0asm\x01\0\0\0", "this is a WebAssembly module: machine code"),
    (b"!<arch>\n", "this is an archive: there is no bitcode inside"),
    (b"__CLANG_OFFLOAD_BUNDLE__" + bytes(8), "this is an offload bundle: there is no bitcode inside"),
    (
        b"CCOB\x02\0\0\0\0\0\0\0\x20\0\0\0" + bytes(8) + zlib.compress(b"__CLANG_OFFLOAD_BUNDLE__" + bytes(8)),
        "this is a compressed offload bundle: there is no bitcode inside",
    ),
    ("; ModuleID = 'a'\n".encode("utf-16"), "this is text in UTF-16"),
    (b"; ModuleID = 'a'\ndefine void @f() {\n  ret void\n}\n", "this is LLVM's text: pyllvm-as turns it into bitcode"),
    (b"#include <stdio.h>\nint main(void) { return 0; }\n", "this is C or C++"),
    (b"/* hello */\nstatic int x;\n", "this is C or C++"),
    (b"#include <iostream>\n", "this is C++"),
    (b"pub fn main() {}\n", "this is Rust"),
    (b"\t.text\n\t.globl main\n", "this is assembly of a machine"),
    (b"module attributes {dlti.dl_spec = 1} {\n}\n", "this is MLIR"),
    (b"<!DOCTYPE html>\n<html>\n", "this is HTML or XML"),
    (b"", "the file is empty"),
]


@pytest.mark.parametrize(("data", "expected"), KINDS, ids=[expected for _, expected in KINDS])
def test_given_to_dis(pyllvm: Callable[..., Any], tmp_path: Path, data: bytes, expected: str) -> None:
    path = tmp_path / "given"
    path.write_bytes(data)
    outcome = pyllvm("dis", "-o", "-", path)
    assert outcome.status == 1
    assert f"{path}: help: {expected}" in outcome.errors
    assert "help: " not in pyllvm("dis", "-o", "-", path, environment={"PYLLVM_DIAGNOSTICS": "llvm"}).errors


@pytest.mark.parametrize(("data", "expected"), KINDS, ids=[expected for _, expected in KINDS])
def test_given_to_bcanalyzer(pyllvm: Callable[..., Any], tmp_path: Path, data: bytes, expected: str) -> None:
    path = tmp_path / "given"
    # Streams consist of words. Packed files have any length.
    for padding in (b"", b"\0", b"\0\0", b"\0\0\0") if "unpack" in expected else (b"",):
        path.write_bytes(data + padding)
        outcome = pyllvm("bcanalyzer", "--dump", path)
        assert outcome.status == 1
        assert f"{path}: help: {expected}" in outcome.errors


def test_a_stream_of_another_kind_is_no_mistake(pyllvm: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "header.pch"
    path.write_bytes(b"CPCH\0\0\0")
    assert "help: the file is cut short: bitcode consists of words of 4 bytes" in pyllvm("bcanalyzer", path).errors


@pytest.mark.parametrize(
    "data", [pytest.param(data, id=expected) for data, expected in KINDS if "LLVM's text" not in expected and data]
)
def test_given_to_as(pyllvm: Callable[..., Any], tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "given"
    path.write_bytes(data)
    outcome = pyllvm("as", "-o", "-", path)
    assert outcome.status == 1
    assert f": help: {kind_of_file(data)}\n" in outcome.errors
    # No byte of a binary file reaches the terminal.
    assert all(character.isprintable() or character in "\n\t" for character in outcome.errors)


def test_bitcode_given_to_as(pyllvm: Callable[..., Any], data: Path) -> None:
    outcome = pyllvm("as", "-o", "-", data / "sample.bc")
    assert outcome.status == 1
    assert "help: this is bitcode: use pyllvm-dis to print it\n" in outcome.errors


def test_an_object_with_bitcode_given_to_as(pyllvm: Callable[..., Any], data: Path) -> None:
    outcome = pyllvm("as", "-o", "-", data / "containers" / "fat-lto.o")
    assert outcome.status == 1
    assert "help: this is an ELF object: bitcode is inside, which pyllvm-dis prints\n" in outcome.errors


@pytest.mark.parametrize("command", ["dis", "verify"])
def test_an_object_that_was_cut(pyllvm: Callable[..., Any], data: Path, tmp_path: Path, command: str) -> None:
    cut = tmp_path / "cut.o"
    cut.write_bytes((data / "containers" / "fat-lto.o").read_bytes()[:-1])
    outcome = pyllvm(command, cut)
    assert outcome.status == {"dis": 1, "verify": 2}[command]
    assert "error: truncated or malformed ELF object (the section table is outside the file)\n" in outcome.errors


def test_bitcode_that_was_cut(pyllvm: Callable[..., Any], data: Path, tmp_path: Path) -> None:
    whole = (data / "sample.bc").read_bytes()
    cut = tmp_path / "cut.bc"
    cut.write_bytes(whole[: len(whole) // 8 * 4])
    assert "help: the file is cut short: it has " in pyllvm("dis", "-o", "-", cut).errors
    cut.write_bytes(whole[:-1])
    assert "help: the file is cut short: bitcode consists of words of 4 bytes" in pyllvm("dis", "-o", "-", cut).errors


TEXTS: Final = [b"; a comment\n", b'\n\ntarget triple = "x"\n', b"@x = global i32 0\n", b"!0 = !{}\n", b"%t = type {}\n"]


@pytest.mark.parametrize("text", TEXTS)
def test_texts_of_llvm(text: bytes) -> None:
    assert is_llvm_text(text)


@pytest.mark.parametrize("text", [b"int main() {}\n", b"hello\n", b""])
def test_other_texts(text: bytes) -> None:
    assert not is_llvm_text(text)

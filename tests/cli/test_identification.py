"""``bcanalyzer --identify`` names files of every kind, many in one command."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import pyllvm as library
from archives import gnu_archive

FILES = {
    "empty": (b"", "empty file"),
    "text.ll": (b"; a comment\ndefine void @f() {\n  ret void\n}\n", "LLVM text"),
    "bom.ll": (b"\xef\xbb\xbfdefine void @f() {\n  ret void\n}\n", "LLVM text"),
    "utf16.ll": ("define void @f()".encode("utf-16"), "text in UTF-16"),
    "a.c": (b"#include <stdio.h>\nint main(void) {}\n", "C or C++"),
    "a.cc": (b"#include <vector>\nint main() {}\n", "C++"),
    "a.rs": (b"pub fn main() {}\n", "Rust"),
    "a.s": (b"\t.text\n\t.globl f\n", "assembly of a machine"),
    "a.mlir": (b"module {\n}\n", "MLIR"),
    "a.html": (b"<!DOCTYPE html>\n", "HTML or XML"),
    "a.gz": (gzip.compress(b"hello, world\n"), "unknown, compressed by gzip"),
    "f.ll.gz": (gzip.compress(b"define void @f()"), "LLVM text, compressed by gzip"),
    "a.wasm": (b"\0asm\x01\0\0\0", "WebAssembly module, no bitcode inside"),
    "a.o": (b"\x7fELF\x02\x01\x01" + bytes(57), "ELF object, no bitcode inside"),
    "a.a": (gnu_archive({"readme": b"x"}), "archive, no bitcode inside"),
    "noise": (b"\x01\x02\0\x03" * 4, "binary file"),
    "words": (b"hello, world\n", "unknown"),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A file of each kind."""
    for name, (data, _) in FILES.items():
        (tmp_path / name).write_bytes(data)
    return tmp_path


def test_every_kind_in_one_command(pyllvm: Callable[..., Any], folder: Path) -> None:
    paths = [folder / name for name in FILES]
    outcome = pyllvm("bcanalyzer", "--identify", *paths)
    assert (outcome.status, outcome.errors) == (0, "")
    assert outcome.output.decode().splitlines() == [f"{folder / name}: {kind}" for name, (_, kind) in FILES.items()]
    assert pyllvm("bcanalyzer", "--identify", "-j4", *paths) == outcome


def test_kinds_as_json(pyllvm: Callable[..., Any], folder: Path) -> None:
    outcome = pyllvm("bcanalyzer", "--identify", "--json", folder / "a.o", folder / "a.c")
    assert json.loads(outcome.output)["files"] == [
        {"file": str(folder / "a.o"), "stream": None, "kind": "ELF object"},
        {"file": str(folder / "a.c"), "stream": None, "kind": "C or C++"},
    ]


def test_bitcode_in_a_container(pyllvm: Callable[..., Any], tmp_path: Path) -> None:
    bitcode = library.to_bitcode(library.parse_assembly("define void @f() {\n  ret void\n}\n"))
    (tmp_path / "lib.a").write_bytes(gnu_archive({"f.bc": bitcode}))
    outcome = pyllvm("bcanalyzer", "--identify", tmp_path / "lib.a")
    assert outcome.output.startswith(f"{tmp_path / 'lib.a'}: LLVM IR, producer ".encode())
    assert outcome.output.endswith(b", in an archive\n")


def test_the_command_line_in_an_object(pyllvm: Callable[..., Any], tmp_path: Path) -> None:
    bitcode = library.to_bitcode(library.parse_assembly("define void @f() {\n  ret void\n}\n"))
    data = b"\0asm\x01\0\0\0"
    for name, content in ((b".llvmbc", bitcode), (b".llvmcmd", b"-cc1\0-DX=a b\0")):
        section = bytes([len(name)]) + name + content
        size = bytes([len(section) & 0x7F | 0x80, len(section) >> 7 & 0x7F | 0x80, len(section) >> 14])
        data += b"\0" + size + section
    (tmp_path / "f.o").write_bytes(data)
    outcome = pyllvm("bcanalyzer", "--identify", tmp_path / "f.o")
    assert outcome.output.endswith(b", in a WebAssembly module, compiled by clang -cc1 '-DX=a b'\n")
    (document,) = json.loads(pyllvm("bcanalyzer", "--identify", "--json", tmp_path / "f.o").output)["files"]
    assert document["container"] == "WebAssembly module"
    assert document["commands"] == [["-cc1", "-DX=a b"]]


def test_a_bad_input_does_not_hide_the_others(pyllvm: Callable[..., Any], folder: Path) -> None:
    (folder / "cut.bc").write_bytes(library.to_bitcode(library.parse_assembly("@x = global i32 0\n"))[:102])
    outcome = pyllvm("bcanalyzer", "--identify", folder / "cut.bc", folder / "missing", folder / "a.c")
    assert outcome.status == 1
    assert "the file is cut short" in outcome.errors
    assert "missing: error: No such file or directory" in outcome.errors
    assert outcome.output.decode() == f"{folder / 'a.c'}: C or C++\n"

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
    "pe.o": (b"\x7fELF\2\1\1" + bytes(9) + b"\1\0\xb7\0" + bytes(44), "ELF object for AArch64, no bitcode inside"),
    "m.o": (b"\xcf\xfa\xed\xfe\x0c\0\0\1" + bytes(4) + b"\6" + bytes(19), "Mach-O dynamic library for arm64, no bitcode inside"),
    "c.obj": (b"d\x86" + bytes(18), "COFF object for x86-64, no bitcode inside"),
    "f.a": (b"!<thin>\n", "thin archive, no bitcode inside"),
    "A.class": (bytes.fromhex("cafebabe0000003d0010"), "class file of Java"),
    "fat": (bytes.fromhex("cafebabe00000000"), "universal Mach-O file, no bitcode inside"),
    "fat64": (bytes.fromhex("cafebabf00000000"), "universal Mach-O file, no bitcode inside"),
    "component.wasm": (b"\0asm\x0d\0\1\0", "WebAssembly component, no bitcode inside"),
    "a.dia": (b"DIAG" + bytes(8), "Clang Serialized Diagnostics, no wrapper"),
    "a.opt.bitstream": (b"RMRK" + bytes(8), "LLVM Remarks, no wrapper"),
    "a.remarks": (b"REMARKS\0" + bytes(16), "optimization remarks of LLVM"),
    "a.opt.yaml": (b"--- !Missed\nPass: inline\n", "optimization remarks of LLVM"),
    "a.profdata": (b"\xfflprofi\x81" + bytes(16), "indexed profile of LLVM"),
    "a.profraw": (b"\x81rforpl\xff" + bytes(16), "raw profile of LLVM"),
    "big.profraw": (b"\xfflprofr\x81" + bytes(16), "raw profile of LLVM"),
    "m.profraw": (b"\x81rforpm\xff" + bytes(16), "raw memory profile of LLVM"),
    "s.prof": (b"\xff\xe5\xd0\xb1\xf4\xc9\x94\xa8\x53g", "sample profile of LLVM"),
    "e.prof": (b"\x84\xe4\xd0\xb1\xf4\xc9\x94\xa8\x53g", "sample profile of LLVM"),
    "a.proftext": (b"main\n# Func Hash:\n24\n", "profile of LLVM as text"),
    "a.gcno": (b"oncg*24B" + bytes(8), "file of gcov"),
    "a.mlirbc": (b"ML\xefR\x06MLIR20\0", "MLIR bytecode"),
    "alias.mlir": (b"#map = affine_map<(d0) -> (d0)>\n", "MLIR"),
    "a.mir": (b"--- |\n  ; ModuleID = 'a'\n", "machine code of LLVM as text (MIR)"),
    "a.fatbin": (bytes.fromhex("50ed55ba01001000"), "fat binary of CUDA"),
    "a.cubin": (b"\x7fELF\2\1\1" + bytes(9) + b"\2\0\xbe\0" + bytes(44), "ELF program for CUDA, no bitcode inside"),
    "a.ptx": (b"//\n.version 8.5\n.target sm_90\n", "PTX, the assembly of NVIDIA"),
    "a.spv": (bytes.fromhex("0302230700000100"), "SPIR-V module"),
    "a.wat": (b"(module)\n", "WebAssembly as text"),
    "a.rmeta": (b"rust\0\0\0\x0a", "metadata of rustc"),
    "lfs.bc": (b"version https://git-lfs.github.com/spec/v1\noid sha256:0\n", "pointer of Git LFS"),
    "a.tar": (b"a.bc" + bytes(253) + b"ustar" + bytes(250), "tar archive"),
    "a.xar": (b"xar!\0\x1c\0\1", "xar archive of Apple"),
    "a.zip": (b"PK\3\4" + bytes(8), "zip file"),
    "b64": (b"QkPA3jUUAAA=", "bitcode in Base64"),
    "hex": (b"4243c0de35140000", "bitcode as hexadecimal digits"),
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
    assert outcome.output.endswith(b", in an archive (f.bc)\n")


def test_the_command_line_in_an_object(pyllvm: Callable[..., Any], tmp_path: Path) -> None:
    bitcode = library.to_bitcode(library.parse_assembly("define void @f() {\n  ret void\n}\n"))
    data = b"\0asm\x01\0\0\0"
    for name, content in ((b".llvmbc", bitcode), (b".llvmcmd", b"-cc1\0-DX=a b\0")):
        section = bytes([len(name)]) + name + content
        size = bytes([len(section) & 0x7F | 0x80, len(section) >> 7 & 0x7F | 0x80, len(section) >> 14])
        data += b"\0" + size + section
    (tmp_path / "f.o").write_bytes(data)
    outcome = pyllvm("bcanalyzer", "--identify", tmp_path / "f.o")
    assert outcome.output.endswith(b", in a WebAssembly module (.llvmbc), compiled by clang -cc1 '-DX=a b'\n")
    (document,) = json.loads(pyllvm("bcanalyzer", "--identify", "--json", tmp_path / "f.o").output)["files"]
    assert (document["container"], document["path"]) == ("WebAssembly module", [".llvmbc"])
    assert document["commands"] == [["-cc1", "-DX=a b"]]


@pytest.mark.parametrize("encoding", ["latin-1", "utf-8"])
def test_bitcode_that_became_text(pyllvm: Callable[..., Any], tmp_path: Path, encoding: str) -> None:
    damaged = library.to_bitcode(library.parse_assembly("@x = global i32 0\n")).decode(encoding, "replace").encode()
    (tmp_path / "x.bc").write_bytes(damaged)
    outcome = pyllvm("bcanalyzer", "--identify", tmp_path / "x.bc")
    assert (outcome.status, outcome.output) == (1, b"")
    assert "its bytes were changed as if they were text" in outcome.errors


def test_a_bad_input_does_not_hide_the_others(pyllvm: Callable[..., Any], folder: Path) -> None:
    (folder / "cut.bc").write_bytes(library.to_bitcode(library.parse_assembly("@x = global i32 0\n"))[:102])
    outcome = pyllvm("bcanalyzer", "--identify", folder / "cut.bc", folder / "missing", folder / "a.c")
    assert outcome.status == 1
    assert "the file is cut short" in outcome.errors
    assert "missing: error: No such file or directory" in outcome.errors
    assert outcome.output.decode() == f"{folder / 'a.c'}: C or C++\n"

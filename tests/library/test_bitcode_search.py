"""Which files of a folder have bitcode in them, and what the rows about them say."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from archives import gnu_archive
from pyllvm import parse_assembly, to_bitcode
from pyllvm.library.bitcode_search import files_with_bitcode, with_files_of_folders

TEXT = 'target triple = "x86_64-pc-linux-gnu"\ndefine void @f() {\n  ret void\n}\n'
EMPTY_ELF = b"\x7fELF\2\1\1" + bytes(57)


@pytest.fixture
def bitcode() -> bytes:
    return to_bitcode(parse_assembly(TEXT, llvm_version=19))


def rows(folder: Path, files: dict[str, bytes]) -> list[str]:
    """The rows about a folder with these files."""
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return [found.line().replace(f"{folder}/", "") for found in files_with_bitcode(str(folder))]


def test_files_without_bitcode_have_no_row(tmp_path: Path, bitcode: bytes) -> None:
    files = {"a.c": b"int x;\n", "x.o": EMPTY_ELF, "x.a": gnu_archive({"readme": b"x", "x.o": EMPTY_ELF}), "a.ll": TEXT.encode()}
    assert rows(tmp_path, files) == []
    # A link is not followed, and a folder that is not there has a row.
    (tmp_path.parent / "outside.bc").write_bytes(bitcode)
    (tmp_path / "link.bc").symlink_to("../outside.bc")
    assert rows(tmp_path, {}) == []
    assert rows(tmp_path / "missing", {}) == [f"{tmp_path / 'missing'}: an error: No such file or directory\n"]


def test_rows(tmp_path: Path, bitcode: bytes, data: Path) -> None:
    old = to_bitcode(parse_assembly("@v = global i32 0\n", llvm_version=15))
    files = {
        "deep/a.bc": bitcode,
        "one.a": gnu_archive({"readme": b"x", "a.o": bitcode}),
        "two.a": gnu_archive({"a.o": bitcode, "b.o": old}),
        "fat.o": (data / "containers" / "fat-lto.o").read_bytes(),
        "nested.a": gnu_archive({"in.a": gnu_archive({"a.o": old})}),
        "coff.obj.gz": gzip.compress((data / "containers" / "coff.obj").read_bytes()),
        "coff.o.gz": gzip.compress((data / "containers" / "coff.obj").read_bytes()),
    }
    unnamed = "1 module of an LLVM that is not named"
    assert rows(tmp_path, files) == [
        f"coff.o.gz: {unnamed}, in a COFF object for x86-64, (.llvmbc)\n",
        f"fat.o: {unnamed}, in an ELF object for x86-64, (.llvm.lto)\n",
        "nested.a: 1 module of LLVM 15, in an archive, (a.o)\n",
        "one.a: 1 module of LLVM 19, x86_64-pc-linux-gnu, in an archive, (a.o)\n",
        "two.a: 2 modules of LLVM 19 and LLVM 15, x86_64-pc-linux-gnu, in an archive, (a.o) and others\n",
        "deep/a.bc: 1 module of LLVM 19, x86_64-pc-linux-gnu\n",
    ]


def test_a_damaged_file_has_a_row_with_help(tmp_path: Path) -> None:
    whole = to_bitcode(parse_assembly('@s = global [6 x i8] c"\\0A\\0A\\0A\\0A\\0A\\0A"\n'))
    cut, converted = rows(tmp_path, {"cut.bc": whole[:100], "crlf.bc": whole.replace(b"\n", b"\r\n")})[::-1]
    assert cut == "cut.bc: an error: Unexpected end of file reading 100 of 100 bytes\n"
    assert converted.startswith("crlf.bc: an error: ")
    assert "its line feeds became CRLF" in converted


def test_inputs_in_place_of_folders(tmp_path: Path, bitcode: bytes) -> None:
    rows(tmp_path, {"some/b.ll": b"", "some/a.bc": bitcode, "some/c.c": b"int x;\n", "none/c.c": b"int x;\n"})
    some, none = str(tmp_path / "some"), str(tmp_path / "none")
    assert with_files_of_folders([some, none, "x"]) == [f"{some}/a.bc", f"{some}/b.ll", none, "x"]

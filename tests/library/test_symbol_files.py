"""The files whose symbols ``pyllvm nm`` lists: native objects, archives of both kinds, and what is not such a file."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import archives
from pyllvm import parse_assembly, to_bitcode

Run = Callable[..., Any]


def test_native_symbols(pyllvm: Run, data: Path) -> None:
    """tests/data/nm/native/lists.txt is what llvm-nm 19 prints for these command lines."""
    lists = (data / "nm" / "native" / "lists.txt").read_text()
    for part in lists.split("$ ")[1:]:
        line, _, expected = part.partition("\n")
        *options, name = line.split()
        outcome = pyllvm("nm", *options, data / "nm" / "native" / name)
        path = f"{data}/nm/native/"
        assert (outcome.output.decode() + outcome.errors).replace(path, "") == expected, line
        assert outcome.status == 0


def test_an_archive_with_objects_and_bitcode(pyllvm: Run, data: Path, tmp_path: Path) -> None:
    library = tmp_path / "lib.a"
    native = (data / "nm" / "native" / "mips.o").read_bytes()
    bitcode = pyllvm("as", "-o", "-", stdin=b"define void @f() {\n  ret void\n}\n").output
    library.write_bytes(archives.gnu_archive({"m.o": native, "x.o": bitcode}))
    outcome = pyllvm("nm", "-g", "-j", library)
    assert outcome.errors == ""
    assert outcome.output == b"\nm.o:\n_gp_disp\nconstant\ndata\nlocal\nnone\nother\nshared\nuser\nweak\n\nx.o:\nf\n"
    fields = json.loads(pyllvm("nm", "--json", library).output)["files"]
    assert [len(file["symbols"]) for file in fields] == [9, 1]


def test_broken_objects_are_errors(pyllvm: Run, data: Path, tmp_path: Path) -> None:
    native = (data / "nm" / "native" / "x86_64.o").read_bytes()
    for end in range(64, len(native), 97):
        (tmp_path / "cut.o").write_bytes(native[:end])
        outcome = pyllvm("nm", tmp_path / "cut.o")
        assert outcome.status == 1
        assert "truncated or malformed ELF object" in outcome.errors
        assert "Traceback" not in outcome.errors


def test_machine_code_in_an_archive_is_named(pyllvm: Run, data: Path, tmp_path: Path) -> None:
    machine_code = b"\xcf\xfa\xed\xfe" + bytes(28)
    library = tmp_path / "lib.a"
    library.write_bytes(archives.gnu_archive({"m.o": machine_code, "x.o": (data / "sample.bc").read_bytes()}))
    outcome = pyllvm("nm", library)
    assert outcome.status == 0
    assert "there is no bitcode in this member, so its symbols are not listed" in outcome.errors
    assert f"{library}(m.o)" in outcome.errors


def test_module_assembly_that_is_not_read_is_noted(pyllvm: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.ll"
    path.write_text('target triple = "x86_64-linux"\nmodule asm ".macro m"\nmodule asm ".endm"\n')
    assert "'.macro' in module assembly is not read" in pyllvm("nm", path).errors
    assert "macro" not in pyllvm("nm", "--diagnostics-format=llvm", path).errors


def test_the_help_names_the_kind_of_a_file_without_bitcode(pyllvm: Any, tmp_path: Path) -> None:
    path = tmp_path / "c.c"
    path.write_text("int main(void) { return 0; }\n")
    outcome = pyllvm("nm", path)
    assert outcome.status == 1
    assert "error: The file was not recognized as a valid object file\n" in outcome.errors
    assert "help: this is C or C++" in outcome.errors
    path.write_bytes(b"\xcf\xfa\xed\xfe" + bytes(28))
    outcome = pyllvm("nm", path)
    assert "without bitcode: nm and llvm-nm list it" in outcome.errors
    outcome = pyllvm("nm", path, environment={"PYLLVM_DIAGNOSTICS": "llvm"})
    assert "help: " not in outcome.errors


def test_the_help_about_a_broken_member_is_about_the_member(pyllvm: Run, tmp_path: Path) -> None:
    path = tmp_path / "lib.a"
    whole = to_bitcode(parse_assembly("@x = global i32 0\n"))
    path.write_bytes(archives.gnu_archive({"a.o": whole, "b.o": whole[: len(whole) // 2 & ~3]}))
    outcome = pyllvm("nm", path)
    assert b" D x\n" in outcome.output
    assert "(b.o): help: the file is cut short" in outcome.errors
    assert "archive" not in outcome.errors

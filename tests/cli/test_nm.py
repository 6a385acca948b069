"""``pyllvm nm`` as a command: its inputs, its documents, its messages."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import archives
from pyllvm import parse_assembly, to_bitcode

Run = Callable[..., Any]


def test_text_bitcode_standard_input_and_archive(pyllvm: Run, data: Path, tmp_path: Path) -> None:
    whole = pyllvm("nm", data / "sample.bc")
    assert (whole.status, whole.errors) == (0, "")
    assert b" T " in whole.output
    assert pyllvm("nm", data / "sample.ll").output == whole.output
    assert pyllvm("nm", stdin=(data / "sample.bc").read_bytes()).output == whole.output
    library = tmp_path / "lib.a"
    library.write_bytes(archives.gnu_archive({"x.o": (data / "sample.bc").read_bytes(), "readme": b"text"}))
    assert pyllvm("nm", library).output == b"\nx.o:\n" + whole.output
    assert pyllvm("nm", f"{library}(x.o)").output == whole.output


def test_json(pyllvm: Run, data: Path) -> None:
    document = json.loads(pyllvm("nm", "--json", "-u", data / "nm" / "symbols.ll").output)
    (file,) = document["files"]
    assert file["triple"] == "x86_64-unknown-linux-gnu"
    symbols = {symbol["name"]: symbol for symbol in file["symbols"]}
    assert (symbols["ext"]["letter"], symbols["ext"]["kind"], symbols["ext"]["defined"]) == ("U", "variable", False)
    assert symbols["ext1"]["kind"] == "assembly"


def test_what_cannot_be_read_is_reported_and_the_rest_is_listed(pyllvm: Run, data: Path, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("hello\n")
    outcome = pyllvm("nm", tmp_path / "absent.bc", tmp_path / "notes.txt", data / "sample.bc")
    assert outcome.status == 1
    assert b" T " in outcome.output
    first, second = outcome.errors.splitlines()[:2]
    assert first == f"pyllvm-nm: {tmp_path / 'absent.bc'}: error: No such file or directory"
    assert second == f"pyllvm-nm: {tmp_path / 'notes.txt'}: error: The file was not recognized as a valid object file"


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


def test_cross_reference(pyllvm: Run, tmp_path: Path) -> None:
    (tmp_path / "a.ll").write_text("define void @f() {\n  call void @g()\n  ret void\n}\ndeclare void @g()\n")
    (tmp_path / "b.ll").write_text("define void @f() {\n  ret void\n}\ndefine void @g() {\n  ret void\n}\n")
    a, b = tmp_path / "a.ll", tmp_path / "b.ll"
    assert pyllvm("nm", "--cross-reference", a, b).output.decode() == (
        f"defined more than once: 1\n  f  defined by {a}, {b}\n\n"
        f"defined, and used by other files: 1\n  g  defined by {b}; used by {a}\n"
    )
    document = json.loads(pyllvm("nm", "--cross-reference", "--json", a, b).output)
    assert [(row["name"], row["state"]) for row in document["symbols"]] == [("f", "duplicate"), ("g", "resolved")]


def test_module_assembly_that_is_not_read_is_noted(pyllvm: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.ll"
    path.write_text('target triple = "x86_64-linux"\nmodule asm ".macro m"\nmodule asm ".endm"\n')
    assert "'.macro' in module assembly is not read" in pyllvm("nm", path).errors
    assert "macro" not in pyllvm("nm", "--diagnostics-format=llvm", path).errors


def test_demangled_names(pyllvm: Run, data: Path) -> None:
    pytest.importorskip("pycxxfilt", reason="pyllvm[demangle] is not installed")
    output = pyllvm("nm", "-Cj", data / "nm" / "names.ll").output.decode()
    assert "foo(int)\n" in output
    assert "mycrate::foo\n" in output


def test_without_the_package_a_warning_tells_what_to_install(pyllvm: Run, data: Path, tmp_path: Path) -> None:
    (tmp_path / "pycxxfilt.py").write_text("raise ImportError\n")
    path = os.pathsep.join((str(tmp_path), os.environ.get("PYTHONPATH", "")))
    outcome = pyllvm("nm", "-C", data / "nm" / "names.ll", environment={"PYTHONPATH": path})
    assert (outcome.status, outcome.output) == (0, pyllvm("nm", data / "nm" / "names.ll").output)
    assert "warning: names stay as they are" in outcome.errors
    assert "pip install 'pyllvm[demangle]'" in outcome.errors
    for words in (["stat"], ["verify"], ["graph", "--kind=callgraph"], ["link", "-o", os.devnull]):
        outcome = pyllvm(*words, "--demangle", data / "nm" / "names.ll", environment={"PYTHONPATH": path})
        assert outcome.status == 0
        assert outcome.errors.count("warning: names stay as they are") == 1


def test_letters_with_their_values(pyllvm: Run, data: Path) -> None:
    joined = pyllvm("nm", "-fposix", "-X64", "-td", data / "sample.bc").output
    assert joined == pyllvm("nm", "--format=posix", "-X", "64", "-t", "d", data / "sample.bc").output
    assert pyllvm("nm", "-fodd", data / "sample.bc").status == 1


def test_options_of_mach_o_are_refused(pyllvm: Run, data: Path) -> None:
    outcome = pyllvm("nm", "--dyldinfo-only", data / "sample.bc")
    assert outcome.status == 1
    assert "for the --dyldinfo-only option: not supported" in outcome.errors


def test_just_symbol_name_is_another_word(pyllvm: Any) -> None:
    bitcode = pyllvm("as", "-o", "-", stdin=b"define void @f() {\n  ret void\n}\n").output
    assert pyllvm("nm", "--just-symbol-name", "-", stdin=bitcode).output == b"f\n"


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

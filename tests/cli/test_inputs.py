"""Commands read modules inside archives and objects, choose them by name, and list them if one must be chosen."""

from __future__ import annotations

import json
import struct
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

import pyllvm as library
from archives import gnu_archive

TEXTS: Final = {
    "one": "define i32 @one() {\n  ret i32 1\n}\n",
    "two": "declare i32 @one()\n\ndefine i32 @two() {\n  %a = call i32 @one()\n  ret i32 %a\n}\n",
}


def bitcode(name: str) -> bytes:
    """One of the modules as bitcode."""
    return library.to_bitcode(library.parse_assembly(TEXTS[name]))


def wasm(content: bytes) -> bytes:
    """A WebAssembly object with a section of bitcode; the sizes are numbers in LEB128 of five bytes."""

    def number(value: int) -> bytes:
        return bytes([value >> 7 * index & 0x7F | (0x80 if index < 4 else 0) for index in range(5)])

    section = b"\x07.llvmbc" + content
    return b"\0asm\x01\0\0\0\0" + number(len(section)) + section


def bundle(files: dict[str, bytes]) -> bytes:
    """A bundle of clang-offload-bundler."""
    at = 32 + sum(24 + len(name) for name in files)
    header, body = b"", b""
    for name, content in files.items():
        header += struct.pack("<QQQ", at + len(body), len(content), len(name)) + name.encode()
        body += content
    return b"__CLANG_OFFLOAD_BUNDLE__" + struct.pack("<Q", len(files)) + header + body


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """A folder with an object, an archive of an object and of bitcode, and a bundle."""
    (tmp_path / "one.o").write_bytes(wasm(bitcode("one")))
    (tmp_path / "lib.a").write_bytes(gnu_archive({"one.o": wasm(bitcode("one")), "readme": b"x", "two.bc": bitcode("two")}))
    (tmp_path / "bundle").write_bytes(bundle({"host-x": bitcode("one"), "device-y": bitcode("two")}))
    (tmp_path / "both.o").write_bytes(wasm(bitcode("one") + bitcode("two")))
    return tmp_path


def test_dis_prints_the_only_module(pyllvm: Callable[..., Any], files: Path) -> None:
    outcome = pyllvm("dis", "-o", "-", files / "one.o")
    assert (outcome.status, outcome.errors) == (0, "")
    assert outcome.output.decode().endswith(TEXTS["one"])
    assert outcome.output.decode().startswith(f"; ModuleID = '{files / 'one.o'}'\n")


@pytest.mark.parametrize(("member", "text"), [("one.o", "one"), ("one.o)(.llvmbc", "one"), ("two.bc", "two")])
def test_dis_prints_a_named_module(pyllvm: Callable[..., Any], files: Path, member: str, text: str) -> None:
    outcome = pyllvm("dis", "-o", "-", f"{files}/lib.a({member})")
    assert (outcome.status, outcome.errors) == (0, "")
    assert f"define i32 @{text}()" in outcome.output.decode()


def test_dis_lists_the_modules_if_one_must_be_chosen(pyllvm: Callable[..., Any], files: Path) -> None:
    path = files / "lib.a"
    outcome = pyllvm("dis", "-o", "-", path)
    assert outcome.status == 1
    assert outcome.output == b""
    assert f"error: 2 modules are in {path}: name one to print it\n" in outcome.errors
    assert f"note: {path}(one.o)\n" in outcome.errors
    assert f"note: {path}(two.bc)\n" in outcome.errors
    assert f"help: in a shell, quote the name: '{path}(one.o)'\n" in outcome.errors


def test_dis_writes_a_numbered_file_for_each_module(pyllvm: Callable[..., Any], files: Path) -> None:
    assert pyllvm("dis", files / "lib.a").status == 0
    assert "@one()" in (files / "lib.a.one.o.ll").read_text()
    assert "@two()" in (files / "lib.a.two.ll").read_text()
    assert pyllvm("dis", "-o", files / "out.ll", files / "lib.a").status == 0
    assert "@two()" in (files / "out.ll.two").read_text()


def test_a_member_of_standard_input(pyllvm: Callable[..., Any], files: Path) -> None:
    outcome = pyllvm("dis", "-o", "-", "--", "-(two.bc)", stdin=(files / "lib.a").read_bytes())
    assert "define i32 @two()" in outcome.output.decode()


def test_a_file_with_the_whole_name_is_meant_first(pyllvm: Callable[..., Any], files: Path) -> None:
    (files / "lib.a(one.o)").write_bytes(bitcode("two"))
    assert "define i32 @two()" in pyllvm("dis", "-o", "-", f"{files}/lib.a(one.o)").output.decode()


@pytest.mark.parametrize("command", ["dis", "verify", "link", "bcanalyzer"])
def test_a_member_that_is_not_there(pyllvm: Callable[..., Any], files: Path, command: str) -> None:
    outcome = pyllvm(command, f"{files}/lib.a(three.o)")
    assert outcome.status != 0
    assert f"error: there is no module (three.o) in {files}/lib.a\n" in outcome.errors
    assert f"note: {files}/lib.a(one.o)\n" in outcome.errors


def test_names_are_shown_without_control_characters(pyllvm: Callable[..., Any], files: Path) -> None:
    (files / "lib.a").write_bytes(gnu_archive({"\x1b[2J": bitcode("one"), "b": bitcode("two")}))
    errors = pyllvm("dis", "-o", "-", files / "lib.a").errors
    assert "lib.a(\\x1b[2J)" in errors
    assert "\x1b" not in errors


def test_verify_reads_every_module(pyllvm: Callable[..., Any], files: Path) -> None:
    assert pyllvm("verify", files / "lib.a", files / "bundle", files / "both.o").status == 0
    broken = bitcode("one")[:-8]
    (files / "lib.a").write_bytes(gnu_archive({"bad.bc": broken, "one.o": wasm(bitcode("one"))}))
    outcome = pyllvm("verify", files / "lib.a")
    assert outcome.status == 2
    assert f"{files / 'lib.a'}(bad.bc): error: " in outcome.errors


def test_link_joins_the_modules_of_an_archive_and_of_a_section(pyllvm: Callable[..., Any], files: Path) -> None:
    (files / "lib.a").write_bytes(gnu_archive({"one.o": wasm(bitcode("one")), "two.bc": bitcode("two")}))
    for name in ("lib.a", "both.o"):
        outcome = pyllvm("link", "-S", "-o", "-", files / name)
        assert (outcome.status, outcome.errors) == (0, "")
        assert outcome.output.count(b"define i32 @") == 2


def test_link_takes_members_by_name(pyllvm: Callable[..., Any], files: Path) -> None:
    outcome = pyllvm("link", "-S", "-o", "-", f"{files}/lib.a(one.o)", f"{files}/bundle(device-y)")
    assert (outcome.status, outcome.errors) == (0, "")
    assert outcome.output.count(b"define i32 @") == 2


def test_link_does_not_join_the_programs_of_several_devices(pyllvm: Callable[..., Any], files: Path) -> None:
    outcome = pyllvm("link", "-S", "-o", "-", files / "bundle")
    assert outcome.status == 1
    assert f"error: 2 modules are in {files / 'bundle'}: name one to link it\n" in outcome.errors
    assert f"note: {files / 'bundle'}(host-x)\n" in outcome.errors


def test_link_skips_objects_in_archives_as_llvm_does(pyllvm: Callable[..., Any], files: Path) -> None:
    outcome = pyllvm("link", "--ignore-non-bitcode", "-S", "-o", "-", files / "lib.a")
    assert (outcome.status, outcome.output.count(b"define i32 @")) == (0, 1)
    assert "member of archive is not a bitcode file: 'readme'" in pyllvm("link", files / "lib.a").errors


def test_bcanalyzer(pyllvm: Callable[..., Any], files: Path) -> None:
    assert b"Stream type: LLVM IR" in pyllvm("bcanalyzer", f"{files}/lib.a(one.o)").output
    assert "error: 2 modules are in " in pyllvm("bcanalyzer", files / "lib.a").errors
    rows = json.loads(pyllvm("bcanalyzer", "--identify", "--json", files / "lib.a").output)["files"]
    assert [row["file"] for row in rows] == [f"{files}/lib.a(one.o)", f"{files}/lib.a(two.bc)"]


def test_the_library(files: Path) -> None:
    modules = library.read_all(files / "lib.a")
    assert [module.identifier for module in modules] == [f"{files}/lib.a(one.o)", f"{files}/lib.a(two.bc)"]
    assert [[function.name for function in module.functions] for module in modules] == [["one"], ["one", "two"]]
    assert library.read(f"{files}/lib.a(one.o)").identifier == f"{files}/lib.a(one.o)"
    assert library.read(files / "one.o").identifier == str(files / "one.o")
    with pytest.raises(library.PyllvmError, match=r"2 modules are in .*: name one to read it, or call read_all"):
        library.read(files / "lib.a")
    (files / "plain.o").write_bytes(b"\0asm\x01\0\0\0")
    with pytest.raises(library.PyllvmError):
        library.read_all(files / "plain.o")


@pytest.mark.parametrize("joined", ["one after another", "in one file"])
def test_a_module_of_several_in_bitcode(pyllvm: Callable[..., Any], tmp_path: Path, joined: str) -> None:
    parts = [bitcode("one"), bitcode("two")]
    (tmp_path / "both.bc").write_bytes(parts[0] + parts[1][0 if joined == "one after another" else 4 :])
    for number, name in enumerate(TEXTS):
        outcome = pyllvm("dis", "-o", "-", f"{tmp_path / 'both.bc'}({number})")
        assert (outcome.status, outcome.errors) == (0, "")
        assert outcome.output.decode().endswith(TEXTS[name])
    outcome = pyllvm("verify", f"{tmp_path / 'both.bc'}(2)")
    assert outcome.status == 2
    assert "there is no module (2) in " in outcome.errors
    assert [line.rpartition("(")[2] for line in outcome.errors.splitlines()[1:]] == ["0)", "1)"]
    # With no name given, the command tells how to choose.
    outcome = pyllvm("dis", "-o", "-", tmp_path / "both.bc")
    assert "both.bc(0)' to '" in outcome.errors or "name one by FILE(0) to FILE(1)" in outcome.errors


@pytest.mark.oracle
def test_a_module_of_the_real_llvm_cat(pyllvm: Callable[..., Any], tmp_path: Path, llvm_tool: Callable[[int, str], str]) -> None:
    for name in TEXTS:
        (tmp_path / f"{name}.bc").write_bytes(bitcode(name))
    for option in ([], ["-b"]):
        words = [llvm_tool(19, "llvm-cat"), *option, "one.bc", "two.bc", "-o", "both.bc"]
        subprocess.run(words, cwd=tmp_path, check=True)
        for number, name in enumerate(TEXTS):
            outcome = pyllvm("dis", "-o", "-", f"{tmp_path / 'both.bc'}({number})")
            assert (outcome.status, outcome.errors) == (0, "")
            assert outcome.output.decode().endswith(TEXTS[name])


def test_folders(pyllvm: Callable[..., Any], tmp_path: Path) -> None:
    """A folder means the texts in it, and the files with bitcode."""
    (tmp_path / "build" / "deep").mkdir(parents=True)
    (tmp_path / "build" / "a.ll").write_text("@a = global i32 0\n")
    (tmp_path / "build" / "notes.txt").write_text("no module\n")
    (tmp_path / "build" / "deep" / "b.o").write_bytes(library.to_bitcode(library.parse_assembly("@b = global i32 0\n")))
    listed = pyllvm("nm", tmp_path / "build").output.decode()
    assert (listed.count(" D a"), listed.count(" D b"), "notes" in listed) == (1, 1, False)
    assert pyllvm("stat", tmp_path / "build").output.count(b"global") >= 2
    assert pyllvm("verify", tmp_path / "build").status == 0
    (tmp_path / "build" / "deep" / "c.ll").write_text("@c = common constant i32 0\n")
    outcome = pyllvm("verify", tmp_path / "build")
    assert outcome.status == 1
    assert "deep/c.ll" in outcome.errors
    (tmp_path / "empty").mkdir()
    assert "Is a directory" in pyllvm("verify", tmp_path / "empty").errors

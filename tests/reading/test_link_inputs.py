"""The inputs of a link: text and bitcode of several versions, archives, standard input, and what is read again."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import pyllvm
from archives import bsd_archive, gnu_archive, thin_archive
from linked_files import ANSWER, MAIN, OTHER, bitcode_of, names, write_files

Run = Callable[..., Any]


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a few inputs, which is the current one."""
    monkeypatch.chdir(tmp_path)
    return write_files(tmp_path)


MMX = "define x86_mmx @mmx(x86_mmx %x) {\n  ret x86_mmx %x\n}\n"


@pytest.fixture
def older(pyllvm: Run, files: Path) -> Path:
    """A folder with modules of LLVM 14; an upgrade of `mmx.bc`, whose type LLVM 20 no longer has, needs all bodies."""
    texts = {"other": (OTHER, "x86_64-linux"), "answer": (ANSWER, "aarch64-linux"), "mmx": (MMX, "")}
    for name, (text, triple) in texts.items():
        heading = f'target triple = "{triple}"\n' if triple else ""
        assert pyllvm("as", "--llvm-version=14", "-o", f"{name}.bc", stdin=(heading + text).encode()).status == 0
    return files


def test_a_text_with_a_byte_order_mark(pyllvm: Run, files: Path) -> None:
    (files / "marked.ll").write_bytes(b"\xef\xbb\xbf" + OTHER.encode())
    outcome = pyllvm("link", "-S", "marked.ll")
    assert outcome.status == 0
    assert names(outcome.output) == ["other"]
    assert outcome.errors.startswith("pyllvm-link: marked.ll: warning: the text begins with a byte order mark")


@pytest.mark.parametrize("is_input", [False, True])
def test_a_module_that_cannot_be_upgraded_body_by_body(pyllvm: Run, older: Path, is_input: bool) -> None:
    """A link that begins again reports nothing twice."""
    first = ["-"] if is_input else ["other.bc"]
    stdin = (older / "other.bc").read_bytes() if is_input else b""
    outcome = pyllvm("link", "-S", "-v", "--llvm-version=22", *first, "answer.bc", "mmx.bc", "--verbose", stdin=stdin)
    assert outcome.status == 0
    assert "begun again" in outcome.errors
    assert outcome.errors.count("Linking two modules of different target triples") == 1
    assert outcome.errors.count("Linking in 'answer.bc'\n") == outcome.errors.count("Linking in 'mmx.bc'\n") == 1
    assert names(outcome.output) == ["other", "answer", "mmx"]
    assert b"define <1 x i64> @mmx(<1 x i64> %x)" in outcome.output


def test_the_version_is_that_of_inputs_that_are_read_again(pyllvm: Run, older: Path) -> None:
    (older / "main.bc").write_bytes(bitcode_of(MAIN, 22))
    outcome = pyllvm("link", "-S", "--verbose", "-", "main.bc", "mmx.bc", stdin=(older / "answer.bc").read_bytes())
    assert outcome.status == 0
    assert "begun again" in outcome.errors
    assert names(outcome.output) == ["answer", "main", "mmx"]
    assert b"<1 x i64>" in outcome.output


@pytest.mark.parametrize(("option", "convention"), [("-v", "i32"), ("-disable-lazy-loading", "ptx_kernel i32")])
def test_annotations_of_kernels_are_upgraded_in_whole_modules(pyllvm: Run, files: Path, option: str, convention: str) -> None:
    """As in LLVM 22; what is read body by body keeps them."""
    text = OTHER + '!nvvm.annotations = !{!0}\n!0 = !{i32 ()* @other, !"kernel", i32 1}\n'
    assert pyllvm("as", "--llvm-version=14", "-o", "kernel.bc", stdin=text.encode()).status == 0
    outcome = pyllvm("link", "-S", option, "--llvm-version=22", "kernel.bc")
    assert f"define {convention} @other()" in outcome.output.decode()
    outcome = pyllvm("extract", "-S", "--func=other", "--llvm-version=22", "kernel.bc")
    assert b"define ptx_kernel i32 @other()" in outcome.output


def test_losses_are_reported_once_where_the_link_begins_again(pyllvm: Run, older: Path) -> None:
    newer = b"define void @newer(ptr dead_on_return %p) {\n  ret void\n}\n"
    assert pyllvm("as", "--llvm-version=22", "-o", "newer.bc", stdin=newer).status == 0
    outcome = pyllvm("link", "-S", "--verbose", "--llvm-version=20", "--report-losses=l.json", "newer.bc", "mmx.bc")
    assert outcome.status == 0
    assert "begun again" in outcome.errors
    assert outcome.errors.count("dead_on_return") == 1
    assert len(json.loads((older / "l.json").read_text())["losses"]) == 1


def test_standard_input(pyllvm: Run, files: Path) -> None:
    outcome = pyllvm("link", "-S", "-v", "main.ll", "-", stdin=ANSWER.encode())
    assert names(outcome.output) == ["main", "answer"]
    assert "Loading '<stdin>'\nLinking in '-'\n" in outcome.errors


def test_bitcode_on_standard_input_is_read_once(pyllvm: Run, files: Path) -> None:
    outcome = pyllvm("link", "-S", "main.bc", "-", stdin=(files / "answer.bc").read_bytes())
    assert names(outcome.output) == ["main", "answer"]


@pytest.mark.parametrize("make", [gnu_archive, bsd_archive])
def test_archive(pyllvm: Run, files: Path, make: Callable[[dict[str, bytes], bytes], bytes]) -> None:
    members = {name: (files / name).read_bytes() for name in ("answer.bc", "other.bc")}
    (files / "lib.a").write_bytes(make({"a rather long name.bc": members["answer.bc"], "o.bc": members["other.bc"]}, b"\0" * 4))
    outcome = pyllvm("link", "-S", "-v", "main.bc", "lib.a")
    assert outcome.status == 0
    assert names(outcome.output) == ["main", "answer", "other"]
    assert outcome.errors == (
        "Loading 'main.bc'\nLinking in 'main.bc'\nReading library archive file 'lib.a' to memory\n"
        "Parsing member 'a rather long name.bc' of archive library to module.\n"
        "Linking member 'a rather long name.bc' of archive library.\n"
        "Parsing member 'o.bc' of archive library to module.\nLinking member 'o.bc' of archive library.\n"
        "Linking in 'lib.a'\nWriting bitcode...\n"
    )
    needed = pyllvm("link", "-S", "-only-needed", "main.bc", "lib.a")
    assert names(needed.output) == ["main", "answer"]


def test_what_members_of_archives_bring(pyllvm: Run, files: Path) -> None:
    answer, other = ((files / name).read_bytes() for name in ("answer.bc", "other.bc"))
    (files / "lib.a").write_bytes(gnu_archive({"answer.bc": answer, "other.bc": other}))
    (files / "two.a").write_bytes(gnu_archive({"a.bc": answer, "b.bc": answer}))
    explained = pyllvm("link", "--explain=answer", "-o", "out.bc", "main.bc", "lib.a")
    assert explained.output.startswith(
        b"@answer: external function, from lib.a(answer.bc)\n  lib.a(answer.bc) rather than main.bc: "
    )
    outcome = pyllvm("link", "--map=map.txt", "-o", "out.bc", "main.bc", "lib.a")
    assert outcome.status == 0
    assert "@other: external function, from lib.a(other.bc)\n" in (files / "map.txt").read_text()
    assert names(pyllvm("link", "-S", "--drop=ans*", "main.bc", "lib.a").output) == ["main", "other"]
    twice = pyllvm("link", "-S", "--allow-multiple-definition", "two.a", "main.bc")
    assert names(twice.output) == ["answer", "main"]
    assert "is defined more than once: kept from 'a.bc', dropped from 'b.bc'" in twice.errors


def test_the_version_that_all_texts_can_be_read_as(pyllvm: Run, files: Path) -> None:
    """A text that names no version takes the version of the others, unless it has what only another version has."""
    (files / "old.bc").write_bytes(bitcode_of("@old = global i32 0\n", 14))
    (files / "new.ll").write_text("define ptr @new(ptr %p) {\n  %q = getelementptr nuw i8, ptr %p, i64 1\n  ret ptr %q\n}\n")
    for inputs, kept in ((("old.bc", "new.ll"), b"getelementptr nuw"), (("old.bc", "other.ll"), b"i32 @other")):
        outcome = pyllvm("link", "-S", *inputs)
        assert (outcome.status, outcome.errors) == (0, "")
        assert kept in outcome.output


def test_functions_to_import_and_the_index_that_names_them(pyllvm: Run, files: Path) -> None:
    outcome = pyllvm("link", "-S", "-summary-index=answer.bc", "-import=answer:answer.bc", "main.bc")
    assert b"define available_externally i32 @answer()" in outcome.output
    (files / "cut.bc").write_bytes((files / "answer.bc").read_bytes()[:400])
    outcome = pyllvm("link", "-S", "-summary-index=cut.bc", "-import=answer:answer.bc", "main.bc")
    assert (outcome.status, outcome.output) == (1, b"")


def test_thin_archive(pyllvm: Run, files: Path) -> None:
    (files / "lib").mkdir()
    (files / "lib" / "thin.a").write_bytes(thin_archive({"../answer.bc": 1, "../nowhere.bc": 1}))
    outcome = pyllvm("link", "-S", "main.bc", "lib/thin.a")
    assert (outcome.status, outcome.output) == (1, b"")
    assert outcome.errors == (
        "pyllvm-link: error:  loading memory for member '../nowhere.bc' of archive library failed'lib/thin.a'\n"
        "pyllvm-link: note: lib/../nowhere.bc: No such file or directory\n"
        "pyllvm-link: error:  loading file 'lib/thin.a'\n"
    )
    (files / "nowhere.bc").write_bytes((files / "other.bc").read_bytes())
    assert names(pyllvm("link", "-S", "main.bc", "lib/thin.a").output) == ["main", "answer", "other"]


def test_other_files_in_archives(pyllvm: Run, files: Path) -> None:
    (files / "lib.a").write_bytes(gnu_archive({"read.me": b"text", "a.bc": (files / "answer.bc").read_bytes()}))
    outcome = pyllvm("link", "-S", "main.bc", "lib.a")
    assert (outcome.status, outcome.output) == (1, b"")
    assert outcome.errors == (
        "pyllvm-link: error:   member of archive is not a bitcode file: 'read.me'\npyllvm-link: error:  loading file 'lib.a'\n"
    )
    assert names(pyllvm("link", "-S", "-ignore-non-bitcode", "main.bc", "lib.a").output) == ["main", "answer"]


def test_libraries_of_rust(pyllvm: Run, files: Path) -> None:
    members = {"lib.rmeta": b"\x7fELF", "a.o": (files / "answer.bc").read_bytes()}
    (files / "a.rlib").write_bytes(gnu_archive(members))
    assert (pyllvm("link", "a.rlib", "-S").status, pyllvm("link", "a.rlib").errors) == (0, "")
    (files / "b.rlib").write_bytes(gnu_archive({**members, "a.o": b"text"}))
    outcome = pyllvm("link", "b.rlib")
    assert outcome.status == 1
    assert "note: rustc writes bitcode into a library with -C embed-bitcode=yes or -C linker-plugin-lto" in outcome.errors


def test_damaged_archive(pyllvm: Run, files: Path) -> None:
    (files / "lib.a").write_bytes(b"!<arch>\nx")
    assert pyllvm("link", "lib.a", "-o", "out.bc") == (
        1,
        b"",
        "pyllvm-link: truncated or malformed archive (remaining size of archive too small for next archive member header"
        " at offset 8)\n",
    )
    assert not (files / "out.bc").exists()


def test_a_member_precedes_what_is_damaged_behind_it(pyllvm: Run, files: Path) -> None:
    whole = (files / "other.bc").read_bytes()
    (files / "lib.a").write_bytes(gnu_archive({"whole.o": whole, "text.o": b"text"}) + b"x")
    outcome = pyllvm("link", "-v", "lib.a", "-o", "out.bc")
    assert outcome.status == 1
    assert "Linking member 'whole.o' of archive library.\n" in outcome.errors
    assert "member of archive is not a bitcode file: 'text.o'\n" in outcome.errors
    assert "malformed archive" not in outcome.errors


def test_damaged_member(pyllvm: Run, files: Path) -> None:
    data = (files / "answer.bc").read_bytes()
    (files / "lib.a").write_bytes(
        gnu_archive({"whole.o": (files / "other.bc").read_bytes(), "cut.o": data[: len(data) // 8 * 4]})
    )
    outcome = pyllvm("link", "lib.a", "-o", "out.bc")
    assert outcome.status == 1
    assert " parsing member 'cut.o' of archive library failed'lib.a'\n" in outcome.errors
    assert not (files / "out.bc").exists()


@pytest.mark.parametrize(("version", "name"), [("14", ""), ("19", ": 'nowhere.ll'")])
def test_missing_file(pyllvm: Run, files: Path, version: str, name: str) -> None:
    outcome = pyllvm("link", "--llvm-version", version, "nowhere.ll")
    assert outcome == (1, b"", f"pyllvm-link: No such file or directory{name}\n")


def test_newest_version_is_taken(pyllvm: Run, files: Path) -> None:
    old = "define i32* @old(i32* readnone %p) {\n  ret i32* %p\n}\n"
    (files / "old.bc").write_bytes(bitcode_of(old, 14))
    outcome = pyllvm("link", "-S", "old.bc", "answer.bc")
    assert (outcome.status, outcome.errors) == (0, "")
    assert b"define ptr @old(ptr readnone %p)" in outcome.output
    alone = pyllvm("link", "-S", "old.bc")
    assert b"define i32* @old(i32* readnone %p)" in alone.output


def test_bitcode_newer_than_the_version(pyllvm: Run, files: Path) -> None:
    outcome = pyllvm("link", "--llvm-version", "14", "answer.bc")
    assert (outcome.status, outcome.errors) == (0, "")
    shown = pyllvm("dis", "-o", "-", stdin=outcome.output)
    assert shown.output.startswith(b"; ModuleID = '<stdin>'")


TYPED_POINTERS = """target triple = "x86_64"
@x = global i32 1

define i32 @f(i32* %p) {
  %c = bitcast i32* %p to i8*
  call void @llvm.memset.p0i8.i64(i8* %c, i8 0, i64 4, i1 false)
  ret i32 0
}
declare void @llvm.memset.p0i8.i64(i8*, i8, i64, i1)
"""


OPAQUE_POINTERS = """target triple = "x86_64"
@x = external global i32

define i32 @g() {
  call void @llvm.memset.p0.i64(ptr @x, i8 0, i64 4, i1 false)
  %r = call i32 @f(ptr @x)
  ret i32 %r
}
declare i32 @f(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
"""


@pytest.mark.parametrize("order", [("typed", "opaque"), ("opaque", "typed"), ("typed", "typed2", "opaque")])
@pytest.mark.parametrize("options", [(), ("--llvm-version", "15")])
@pytest.mark.parametrize("ending", ["bc", "ll", "a"])
def test_typed_and_opaque_pointers(
    pyllvm: Run, tmp_path: Path, order: tuple[str, ...], options: tuple[str, ...], ending: str
) -> None:
    """Modules of LLVM 14 and 15 can be linked in any order; llvm-link 15 refuses typed pointers before opaque ones."""
    paths = []
    for name in order:
        paths.append(str(tmp_path / f"{name}.{ending}"))
        Path(paths[-1]).write_bytes(file_of_pointers(name, ending))
    # Text does not name its version.
    given = options if options or ending != "ll" else ("--llvm-version", "15")
    outcome = pyllvm("link", "-S", *given, *paths)
    assert (outcome.status, outcome.errors) == (0, "")
    assert b"*" not in outcome.output
    assert outcome.output.count(b"declare") == 1
    assert pyllvm("verify", "--llvm-version", "15", stdin=outcome.output).status == 0


def file_of_pointers(name: str, ending: str) -> bytes:
    texts = {"typed": TYPED_POINTERS, "typed2": "@y = global i8* null", "opaque": OPAQUE_POINTERS}
    module = pyllvm.parse_assembly(texts[name], name, llvm_version=15 if name == "opaque" else 14)
    if ending == "ll":
        return str(module).encode()
    bitcode = pyllvm.to_bitcode(module)
    return gnu_archive({f"{name}.bc": bitcode}) if ending == "a" else bitcode


def test_notes_name_the_members_of_archives(pyllvm: Run, files: Path) -> None:
    answer = (files / "answer.bc").read_bytes()
    (files / "one.a").write_bytes(gnu_archive({"common.o": answer}))
    (files / "two.a").write_bytes(gnu_archive({"other.o": (files / "other.bc").read_bytes(), "common.o": answer}))
    outcome = pyllvm("link", "one.a", "two.a", "-o", "whole.bc")
    assert outcome.status == 1
    assert "note: function 'answer' is defined in 'one.a(common.o)'" in outcome.errors
    assert "note: function 'answer' is also defined in 'two.a(common.o)'" in outcome.errors
    assert "ArchiveModule" not in outcome.errors

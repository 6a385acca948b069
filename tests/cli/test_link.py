"""``pyllvm link`` as a command: inputs, options, refusals, and what it says. How modules are joined is tested with the linker."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import pyllvm
from archives import bsd_archive, gnu_archive, thin_archive

Run = Callable[..., Any]

MAIN = """declare i32 @answer()

define i32 @main() {
  %r = call i32 @answer()
  ret i32 %r
}
"""
ANSWER = """@count = internal global i32 1

define i32 @answer() {
  ret i32 42
}
"""
WEAK = "define weak i32 @answer() {\n  ret i32 1\n}\n"
OTHER = "define i32 @other() {\n  ret i32 0\n}\n"


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a few inputs, which is the current one."""
    monkeypatch.chdir(tmp_path)
    texts = {"main": MAIN, "answer": ANSWER, "weak": WEAK, "other": OTHER}
    for name, text in texts.items():
        (tmp_path / f"{name}.ll").write_text(text)
        module = pyllvm.parse_assembly(text, name, llvm_version=19)
        (tmp_path / f"{name}.bc").write_bytes(pyllvm.to_bitcode(module))
    return tmp_path


def names(text: bytes) -> list[str]:
    """The functions that a text defines."""
    return [line.split("@")[1].split("(")[0] for line in text.decode().splitlines() if line.startswith("define")]


@pytest.mark.parametrize("inputs", [("main.ll", "answer.bc"), ("main.bc", "answer.ll"), ("main.bc", "answer.bc")])
def test_text_and_bitcode(pyllvm: Run, files: Path, inputs: tuple[str, str]) -> None:
    outcome = pyllvm("link", "-S", *inputs)
    assert (outcome.status, outcome.errors) == (0, "")
    assert outcome.output.startswith(b"; ModuleID = 'llvm-link'\nsource_filename = \"llvm-link\"\n")
    assert names(outcome.output) == ["main", "answer"]


def test_bitcode_out(pyllvm: Run, files: Path) -> None:
    outcome = pyllvm("link", "main.bc", "answer.bc", "-o", "whole.bc")
    assert outcome == (0, b"", "")
    shown = pyllvm("dis", "whole.bc", "-o", "-")
    assert names(shown.output) == ["main", "answer"]


LABELS = """define void @labels() {
  callbr void asm "", "X"(i8* blockaddress(@labels, %b)) to label %a [label %b]
a:
  ret void
b:
  ret void
}
"""


@pytest.fixture
def older(pyllvm: Run, files: Path) -> Path:
    """A folder with modules of LLVM 14; an upgrade of the bodies of `labels.bc` needs all of them."""
    texts = {"other": (OTHER, "x86_64-linux"), "answer": (ANSWER, "aarch64-linux"), "labels": (LABELS, "")}
    for name, (text, triple) in texts.items():
        heading = f'target triple = "{triple}"\n' if triple else ""
        assert pyllvm("as", "--llvm-version=14", "-o", f"{name}.bc", stdin=(heading + text).encode()).status == 0
    return files


@pytest.mark.parametrize("is_input", [False, True])
def test_a_module_that_cannot_be_upgraded_body_by_body(pyllvm: Run, older: Path, is_input: bool) -> None:
    """The link begins again when it reads the labels that LLVM 15 replaced; what it has reported stays reported once."""
    first = ["-"] if is_input else ["other.bc"]
    stdin = (older / "other.bc").read_bytes() if is_input else b""
    outcome = pyllvm("link", "-S", "-v", "--llvm-version=22", *first, "answer.bc", "labels.bc", stdin=stdin)
    assert outcome.status == 0
    assert outcome.errors.count("Linking two modules of different target triples") == 1
    assert outcome.errors.count("Linking in 'answer.bc'\n") == outcome.errors.count("Linking in 'labels.bc'\n") == 1
    assert names(outcome.output) == ["other", "answer", "labels"]
    assert b'callbr void asm "", "!X"()' in outcome.output


def test_the_version_is_that_of_inputs_that_are_read_again(pyllvm: Run, older: Path) -> None:
    outcome = pyllvm("link", "-S", "-", "main.bc", "labels.bc", stdin=(older / "answer.bc").read_bytes())
    assert outcome.status == 0
    assert names(outcome.output) == ["answer", "main", "labels"]


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
    newer = b"define ptr @newer(ptr %p) {\n  %q = getelementptr nuw i8, ptr %p, i64 1\n  ret ptr %q\n}\n"
    assert pyllvm("as", "--llvm-version=22", "-o", "newer.bc", stdin=newer).status == 0
    outcome = pyllvm("link", "-S", "--llvm-version=16", "--report-losses=l.json", "newer.bc", "labels.bc")
    assert outcome.status == 0
    assert outcome.errors.count("nuw") == 1
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


@pytest.mark.parametrize(("version", "name"), [("14", ""), ("19", ": 'nowhere.ll'")])
def test_missing_file(pyllvm: Run, files: Path, version: str, name: str) -> None:
    outcome = pyllvm("link", "--llvm-version", version, "nowhere.ll")
    assert outcome == (1, b"", f"pyllvm-link: No such file or directory{name}\n")


def test_no_file(pyllvm: Run) -> None:
    assert pyllvm("link").errors == (
        "pyllvm-link: Not enough positional command line arguments specified!\n"
        "Must specify at least 1 positional argument: See: pyllvm-link --help\n"
    )


def test_bad_text(pyllvm: Run, files: Path) -> None:
    (files / "bad.ll").write_text("define\n")
    outcome = pyllvm("link", "--llvm-version", "19", "main.ll", "bad.ll")
    assert (outcome.status, outcome.output) == (1, b"")
    assert outcome.errors.startswith("pyllvm-link: bad.ll:2:1: error: expected type\n")
    assert outcome.errors.endswith("pyllvm-link: error:  loading file 'bad.ll'\n")


def test_defined_twice(pyllvm: Run, files: Path) -> None:
    (files / "out.bc").write_bytes(b"what was there")
    outcome = pyllvm("link", "answer.bc", "answer.ll", "-o", "out.bc")
    assert (outcome.status, outcome.output) == (1, b"")
    lines = outcome.errors.splitlines()
    assert lines[0] == "error: Linking globals named 'answer': symbol multiply defined!"
    assert len(lines) == 3 and "'answer.bc'" in lines[1] and "'answer.ll'" in lines[2]
    assert (files / "out.bc").read_bytes() == b"what was there"


def test_override(pyllvm: Run, files: Path) -> None:
    (files / "mine.ll").write_text(ANSWER.replace("42", "7"))
    outcome = pyllvm("link", "-S", "main.ll", "answer.ll", "-override", "mine.ll")
    assert (outcome.status, outcome.errors) == (0, "")
    assert b"ret i32 7" in outcome.output and b"ret i32 42" not in outcome.output


def test_internalize(pyllvm: Run, files: Path) -> None:
    outcome = pyllvm("link", "-S", "-internalize", "main.ll", "answer.ll")
    assert b"define i32 @main()" in outcome.output
    assert b"define internal i32 @answer()" in outcome.output


@pytest.mark.parametrize("suppressed", [False, True])
def test_warnings(pyllvm: Run, files: Path, suppressed: bool) -> None:
    (files / "a.ll").write_text('target triple = "x86_64-pc-linux-gnu"\n')
    (files / "b.ll").write_text('target triple = "armv7-unknown-linux-gnu"\n')
    outcome = pyllvm("link", "-S", "a.ll", "b.ll", *(["-suppress-warnings"] if suppressed else []))
    assert outcome.status == 0
    assert ("warning: Linking two modules of different target triples" in outcome.errors) is not suppressed


def test_broken_result(pyllvm: Run, files: Path) -> None:
    (files / "bad.ll").write_text("!llvm.module.flags = !{!0}\n!0 = !{i32 99}\n")
    outcome = pyllvm("link", "--llvm-version", "19", "bad.ll", "-o", "out.bc")
    assert outcome.status == 1
    assert outcome.errors.endswith("pyllvm-link: error: linked module is broken!\n")
    assert not (files / "out.bc").exists()
    assert pyllvm("link", "--llvm-version", "19", "-disable-verify", "bad.ll", "-o", "out.bc").status == 0


def test_newest_version_is_taken(pyllvm: Run, files: Path) -> None:
    old = "define i32* @old(i32* readnone %p) {\n  ret i32* %p\n}\n"
    (files / "old.bc").write_bytes(pyllvm_bitcode(old, 14))
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


def pyllvm_bitcode(text: str, version: int) -> bytes:
    """The bitcode of a text."""
    return pyllvm.to_bitcode(pyllvm.parse_assembly(text, llvm_version=version))


def test_explanation(pyllvm: Run, files: Path) -> None:
    outcome = pyllvm("link", "main.ll", "weak.ll", "answer.bc", "-o", "o.bc", "-explain", "answer", "-explain=@main")
    assert (outcome.status, outcome.errors) == (0, "")
    assert outcome.output.decode() == (
        "@answer: external function, from answer.bc\n"
        "  weak.ll rather than main.ll: it is a definition, the other a declaration\n"
        "  answer.bc rather than weak.ll: the other's linkage lets it be replaced\n"
        "@main: external function, from main.ll\n"
    )


def test_demangled_names(pyllvm: Run, files: Path) -> None:
    pytest.importorskip("pycxxfilt", reason="pyllvm[demangle] is not installed")
    (files / "list.ll").write_text("define void @_ZN4List4sortEv() {\n  ret void\n}\n")
    outcome = pyllvm("link", "--demangle", "list.ll", "-o", "o.bc", "-explain=_ZN4List4sortEv", "-map=map.json")
    assert outcome.output == b"@_ZN4List4sortEv (List::sort()): external function, from list.ll\n"
    (row,) = json.loads((files / "map.json").read_text())["symbols"]
    assert (row["name"], row["demangled"]) == ("_ZN4List4sortEv", "List::sort()")
    plain = pyllvm("link", "list.ll", "list.ll", "-o", "o.bc")
    assert "'_ZN4List4sortEv'" in plain.errors
    demangled = pyllvm("link", "-C", "list.ll", "list.ll", "-o", "o.bc", "-explain=_ZN4List4sortEv")
    assert demangled.errors == plain.errors.replace("_ZN4List4sortEv", "List::sort()")


def test_explanation_of_a_member(pyllvm: Run, files: Path) -> None:
    (files / "lib.a").write_bytes(gnu_archive({"a.bc": (files / "answer.bc").read_bytes()}))
    outcome = pyllvm("link", "-S", "main.ll", "lib.a", "-explain", "answer", "-explain", "nobody")
    assert outcome.status == 0
    assert outcome.errors == (
        "@answer: external function, from lib.a(a.bc)\n"
        "  lib.a(a.bc) rather than main.ll: it is a definition, the other a declaration\n"
        "warning: no input has a symbol named 'nobody'\n"
    )


def test_explanation_of_what_is_renamed_or_left_out(pyllvm: Run, files: Path) -> None:
    text = "@x = internal global i32 1\n@NAME = alias i32, ptr @x\ndefine linkonce_odr void @nobodys() {\n  ret void\n}\n"
    for name in ("one", "two"):
        (files / f"{name}.ll").write_text(text.replace("NAME", name))
    outcome = pyllvm("link", "--llvm-version=22", "one.ll", "two.ll", "-o", "o.bc", "-explain", "x.1", "-explain", "nobodys")
    assert (outcome.status, outcome.errors) == (0, "")
    assert outcome.output.decode() == (
        "@x.1: internal variable, from two.ll, where its name is @x\n"
        "@nobodys: not in the result\n"
        "  the one in one.ll was left out: nothing that was linked uses it\n"
        "  the one in two.ll was left out: nothing that was linked uses it\n"
    )


def test_map(pyllvm: Run, files: Path) -> None:
    outcome = pyllvm("link", "--llvm-version=22", "main.ll", "answer.ll", "-o", "o.bc", "-map", "symbols.txt")
    assert outcome == (0, b"", "")
    assert (files / "symbols.txt").read_text() == (
        "@answer: external function, from answer.ll\n"
        "  answer.ll rather than main.ll: it is a definition, the other a declaration\n"
        "@main: external function, from main.ll\n"
        "@count: not in the result\n"
        "  the one in answer.ll was left out: nothing that was linked uses it\n"
    )
    assert pyllvm("link", "main.ll", "answer.ll", "-o", "o.bc", "-map", "symbols.json").status == 0
    document = json.loads((files / "symbols.json").read_text())
    assert [(one["name"], one["from"], one["is_definition"]) for one in document["symbols"]] == [
        ("answer", "answer.ll", True),
        ("main", "main.ll", True),
    ]
    assert document["symbols"][0]["choices"][0]["taken"] == "answer.ll"
    assert [one["name"] for one in document["left_out"]] == ["count"]


def test_diagnostics_as_json(pyllvm: Run, files: Path) -> None:
    outcome = pyllvm("link", "answer.bc", "answer.ll", "--diagnostics-format=json", "-o", "o.bc")
    assert outcome.status == 1
    (diagnostic,) = json.loads(outcome.errors)["diagnostics"]
    assert diagnostic["message"] == "Linking globals named 'answer': symbol multiply defined!"
    assert len(diagnostic["notes"]) == 2


def test_dump(pyllvm: Run, files: Path) -> None:
    outcome = pyllvm("link", "-d", "answer.bc", "-o", "o.bc")
    assert outcome.errors.startswith("Here's the assembly:\n; ModuleID = 'llvm-link'\n")


def test_orders_of_uses_apply_when_an_older_body_is_linked(pyllvm: Run, files: Path) -> None:
    text = """define i32 @f(i32 %a) {
  %x = add i32 %a, 42
  %y = mul i32 %x, 42
  ret i32 %y
}

define i32 @g(i32 %a) {
  %x = add i32 %a, 42
  ret i32 %x
}

"""
    order = "uselistorder i32 42, { 0, 2, 1 }\n"
    (files / "old.bc").write_bytes(pyllvm_bitcode(text + order, 14))
    linked = pyllvm("link", "--llvm-version", "19", "old.bc")
    # As llvm-link of LLVM 19: when it reads @g, it has linked @f, whose two uses change places.
    shown = pyllvm("dis", "-preserve-ll-uselistorder", "-o", "-", stdin=linked.output)
    assert shown.output.decode().endswith("}\n\n; uselistorder directives\n" + order)


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


PROFILE = """!llvm.module.flags = !{!0}
!0 = !{i32 1, !"ProfileSummary", !1}
!1 = !{!2, !3, !4}
!2 = !{!"ProfileFormat", !"InstrProf"}
!3 = !{!"TotalCount", i64 COUNT}
!4 = !{!"DetailedSummary", !{!{i32 10000, i64 COUNT, i32 1}}}
"""


def test_notes_show_the_differing_parts_of_flags(pyllvm: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, count in (("a", "1"), ("b", "2")):
        Path(f"{name}.ll").write_text(PROFILE.replace("COUNT", count))
    outcome = pyllvm("link", "--llvm-version", "22", "a.ll", "b.ll", "-o", "-")
    assert outcome.status == 1
    assert """note: !{!"TotalCount", i64 1} in 'a.ll' is !{!"TotalCount", i64 2} in 'b.ll'""" in outcome.errors
    assert "note: !{i32 10000, i64 1, i32 1} in 'a.ll' is !{i32 10000, i64 2, i32 1} in 'b.ll'" in outcome.errors


A_DEFINITION = """define i32 @f() {{
  ret i32 {0}
}}
@v = global i32 {0}
define i32 @user{0}() {{
  %x = call i32 @f()
  %y = load i32, ptr @v
  ret i32 %x
}}
"""


@pytest.mark.parametrize("in_archive", [False, True])
def test_the_first_of_several_definitions_is_taken(
    in_archive: bool, pyllvm: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, number in (("a", 1), ("b", 2)):
        Path(f"{name}.ll").write_text(A_DEFINITION.format(number))
        assert pyllvm("as", "--llvm-version=19", f"{name}.ll").status == 0
    inputs = ["a.bc", "b.bc"]
    if in_archive:
        Path("l.a").write_bytes(gnu_archive({name: Path(name).read_bytes() for name in inputs}))
        inputs = ["l.a"]
    refused = pyllvm("link", "-S", *inputs)
    assert refused.status == 1
    assert "symbol multiply defined!" in refused.errors
    found = pyllvm("link", "-S", "--allow-multiple-definition", *inputs)
    assert found.status == 0
    assert b"ret i32 1" in found.output
    assert b"ret i32 2" not in found.output
    warnings = [line for line in found.errors.splitlines() if line.startswith("warning:")]
    assert len(warnings) == 2
    assert all("is defined more than once: kept from " in line for line in warnings)
    assert pyllvm("link", "-S", "--allow-multiple-definition", "-suppress-warnings", *inputs) == (0, found.output, "")
    dropped = pyllvm("link", "-S", "--drop=f", "--drop=[u-w]", "--drop=nothing", *inputs)
    assert dropped.status == 0
    assert b"declare i32 @f()" in dropped.output
    assert b"@v = external global i32" in dropped.output
    assert dropped.errors == "warning: --drop=nothing: no definition has such a name\n"


def test_only_what_is_kept_stays(pyllvm: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "m.ll"
    g, h = (f"define void @{name}() {{\n  ret void\n}}\n" for name in "gh")
    path.write_text(f"{g}define void @f() {{\n  call void @g()\n  ret void\n}}\n{h}")
    found = pyllvm("link", "-S", "--keep=f", "--keep=x*", path)
    assert found.status == 0
    assert [line for line in found.output.decode().splitlines() if line.startswith("define")] == [
        "define internal void @g() {",
        "define void @f() {",
    ]
    assert found.errors == "warning: --keep=x*: no definition has such a name\n"

"""``pyllvm as`` as a command: the note on the version of its bitcode."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import pyllvm as library
from pyllvm.versions import NEWEST

Run = Callable[..., Any]

FUNCTION = b"define void @f(ptr %p) {\n  ret void\n}\n"
IDENT = b'!llvm.ident = !{!0}\n!0 = !{!"clang version 19.1.7"}\n'
NOTE = f"written for LLVM {NEWEST}; --llvm-version names another"


def test_a_guessed_version_is_noted(pyllvm: Run) -> None:
    outcome = pyllvm("as", "--diagnostics-format=drawn", stdin=FUNCTION)
    assert outcome.status == 0
    assert outcome.errors == f"pyllvm-as: <stdin>: note: {NOTE}\n"
    assert library.parse_bitcode(outcome.output).llvm_version == NEWEST


@pytest.mark.parametrize(
    ("words", "environment", "text", "version"),
    [
        ((), {}, FUNCTION + IDENT, 19),
        (("--llvm-version", "16"), {}, FUNCTION + IDENT, 16),
        (("--llvm-version", "16"), {}, FUNCTION, 16),
        ((), {"PYLLVM_LLVM_VERSION": "17"}, FUNCTION, 17),
    ],
)
def test_no_note_where_the_version_is_named(
    pyllvm: Run, words: tuple[str, ...], environment: dict[str, str], text: bytes, version: int
) -> None:
    outcome = pyllvm("as", *words, stdin=text, environment=environment)
    assert (outcome.status, outcome.errors) == (0, "")
    assert library.parse_bitcode(outcome.output).llvm_version == version


def test_no_note_where_no_bitcode_is_written(pyllvm: Run) -> None:
    outcome = pyllvm("as", "-disable-output", stdin=FUNCTION)
    assert (outcome.status, outcome.output, outcome.errors) == (0, b"", "")


def test_linking_notes_a_guess_only_where_no_input_names_its_version(pyllvm: Run, tmp_path: Path) -> None:
    named, unnamed, bitcode = tmp_path / "named.ll", tmp_path / "unnamed.ll", tmp_path / "a.bc"
    named.write_bytes(b"@a = global i32 0\n" + IDENT)
    unnamed.write_bytes(FUNCTION)
    bitcode.write_bytes(library.to_bitcode(library.parse_assembly("@b = global i32 0\n", llvm_version=18)))
    for inputs, version in (((named, unnamed), 19), ((unnamed, bitcode), 18), ((unnamed, bitcode, named), 19)):
        outcome = pyllvm("link", *inputs)
        assert (outcome.status, outcome.errors) == (0, "")
        assert library.parse_bitcode(outcome.output).llvm_version == version
    outcome = pyllvm("link", "--diagnostics-format=drawn", unnamed)
    assert outcome.status == 0
    assert f"note: {NOTE}\n" in outcome.errors
    assert pyllvm("link", "-S", unnamed).errors == ""


@pytest.mark.parametrize(("entry", "is_shown"), [("flags: 8", False), ("gv: (guid: 15)", True)])
def test_a_summary_without_values_is_not_dumped(pyllvm: Run, entry: str, is_shown: bool) -> None:
    text = f'define void @f() {{\n  ret void\n}}\n\n^0 = module: (path: "x", hash: (0, 0, 0, 0, 0))\n^1 = {entry}\n'
    outcome = pyllvm("as", "-d", "-disable-output", "--llvm-version", "19", stdin=text.encode())
    assert ("^0 = module" in outcome.errors) == is_shown


@pytest.mark.parametrize("command", ["as", "link", "strip"])
def test_a_guessed_version_is_not_noted_where_scripts_read(pyllvm: Run, command: str) -> None:
    outcome = pyllvm(command, "-o", "-", "-", stdin=FUNCTION)
    assert (outcome.status, outcome.errors) == (0, "")
    outcome = pyllvm(command, "-o", "-", "-", stdin=FUNCTION, environment={"PYLLVM_DIAGNOSTICS": "llvm"})
    assert (outcome.status, outcome.errors) == (0, "")


NEW = b"define i32 @f(ptr %p) memory(read) {\n  %v = load i32, ptr %p\n  ret i32 %v\n}\n"


@pytest.mark.parametrize(
    "words",
    [["as", "-o", "-"], ["link", "-o", "-"], ["extract", "--func=f", "-o", "-"], ["strip", "-o", "-"], ["verify"], ["graph"]],
)
@pytest.mark.parametrize("version", [14, 15])
def test_text_goes_down_by_itself(pyllvm: Run, tmp_path: Path, words: list[str], version: int) -> None:
    path = tmp_path / "new.ll"
    path.write_bytes(NEW)
    outcome = pyllvm(*words, f"--llvm-version={version}", path)
    assert outcome.status == 0
    assert outcome.errors.count("note: ") == 1
    assert f"LLVM {version} does not read this text" in outcome.errors
    assert f"it is read as LLVM {NEWEST}'s, and brought to LLVM {version}" in outcome.errors
    if words[0] not in ("verify", "graph"):
        assert library.parse_bitcode(outcome.output).llvm_version == version
    # The variable makes the programs behave as that LLVM's own.
    outcome = pyllvm(*words, path, environment={"PYLLVM_LLVM_VERSION": str(version)})
    assert outcome.status != 0
    assert "error: " in outcome.errors


OF_CLANG_22 = b'!llvm.ident = !{!0}\n!0 = !{!"clang version 22.1.8"}\n'


@pytest.mark.parametrize("words", [["as", "-o", "-"], ["strip", "-S", "-o", "-"], ["verify"], ["graph"]])
def test_text_that_names_its_llvm_goes_down(pyllvm: Run, tmp_path: Path, words: list[str]) -> None:
    """No note says that the text is of another LLVM."""
    path = tmp_path / "new.ll"
    path.write_bytes(NEW + OF_CLANG_22)
    outcome = pyllvm(*words, "--llvm-version=14", path)
    assert (outcome.status, outcome.errors) == (0, "")


def test_intrinsics_of_the_llvm_that_a_text_names(pyllvm: Run, tmp_path: Path) -> None:
    """LLVM 20 would take this intrinsic for a function. As LLVM 22's it is refused, by verify as by as."""
    path = tmp_path / "new.ll"
    name = "llvm.vector.partial.reduce.fadd.v4f32.v8f32"
    path.write_bytes(
        f"""define <4 x float> @f(<4 x float> %a, <8 x float> %b) {{
          %c = call <4 x float> @{name}(<4 x float> %a, <8 x float> %b)
          ret <4 x float> %c
        }}
        declare <4 x float> @{name}(<4 x float>, <8 x float>)
        """.encode()
        + OF_CLANG_22
    )
    for words, status in ((["as", "-o", "-"], 1), (["verify"], 2)):
        outcome = pyllvm(*words, "--llvm-version=20", path)
        assert outcome.status == status
        assert f"LLVM 20 cannot hold the intrinsic '{name}' (LLVM 22 and newer)" in outcome.errors


def test_text_goes_down_for_diff(pyllvm: Run, tmp_path: Path) -> None:
    for name, text in (("new.ll", NEW), ("other.ll", NEW + b"\n")):
        (tmp_path / name).write_bytes(text)
    outcome = pyllvm("diff", "--llvm-version=14", tmp_path / "new.ll", tmp_path / "other.ll")
    assert (outcome.status, outcome.output) == (0, b"")
    assert outcome.errors.count("note: ") == 2


def test_the_help_names_a_version_that_reads_the_text(pyllvm: Run) -> None:
    outcome = pyllvm("as", "-o", "-", stdin=NEW, environment={"PYLLVM_LLVM_VERSION": "14"})
    assert f"with --input-llvm-version={NEWEST}; --llvm-version=14 then brings it to LLVM 14" in outcome.errors
    outcome = pyllvm("as", "-o", "-", f"--input-llvm-version={NEWEST}", "--llvm-version=14", stdin=NEW)
    assert outcome.status == 0


def test_the_help_for_text_that_is_wrong_in_every_version(pyllvm: Run) -> None:
    outcome = pyllvm("as", "-o", "-", "--llvm-version=14", stdin=NEW.replace(b"load i32", b"load int"))
    assert outcome.status == 1
    assert f"<stdin>:2:13: note: the error for LLVM {NEWEST}: expected type\n" in outcome.errors


@pytest.mark.parametrize("version", ["14", "22"])
def test_a_location_in_the_place_of_a_loop_is_not_dropped(pyllvm: Run, version: str) -> None:
    """As in LLVM, whose stripping of debug information takes its first operand for the loop's own."""
    text = "define void @f() {\na:\n  br label %a, !llvm.loop !0\n}\n!0 = !DILocation(line: 4, scope: !0)\n"
    outcome = pyllvm("as", "--llvm-version", version, "-", "-o", "-", stdin=text.encode())
    assert outcome.status == 1 and "location requires a valid scope" in outcome.errors


def test_an_empty_data_layout_replaces_none(pyllvm: Run) -> None:
    text = b'target datalayout = "e-i64:32"\n' + FUNCTION
    assert pyllvm("as", "-data-layout=", stdin=text).output == pyllvm("as", stdin=text).output
    assert pyllvm("as", "-data-layout=E", stdin=text).output != pyllvm("as", stdin=text).output

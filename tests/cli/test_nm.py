"""``pyllvm nm`` as a command: its inputs, its documents, its messages."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import archives

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


@pytest.mark.parametrize(
    "words", ["-P -f darwin", "-Pf darwin", "-m -P -f=darwin", "-j --format=bsd -m", "-P=false -m", "-m -P=false"]
)
def test_the_last_form_counts(pyllvm: Callable[..., Any], data: Path, words: str) -> None:
    expected = pyllvm("nm", "-f", "darwin", data / "sample.bc")
    assert pyllvm("nm", *words.split(), data / "sample.bc").output == expected.output != pyllvm("nm", data / "sample.bc").output

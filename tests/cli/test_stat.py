"""``pyllvm stat`` as a command: tables, JSON, the page, its inputs and messages."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import archives

Run = Callable[..., Any]


def test_tables(pyllvm: Run, data: Path) -> None:
    outcome = pyllvm("stat", data / "sample.bc")
    assert (outcome.status, outcome.errors) == (0, "")
    text = outcome.output.decode()
    assert text.startswith(f"{data / 'sample.bc'}: ")
    for title in ("What the bits are for", "Functions: ", "Variables: ", "Metadata", "Instructions"):
        assert f"\n{title}" in text
    assert "Opcodes" not in text
    assert "\nOpcodes" in pyllvm("stat", "--instructions", data / "sample.bc").output.decode()


def test_json_adds_up(pyllvm: Run, data: Path) -> None:
    document = json.loads(pyllvm("stat", "--json", "--instructions", data / "sample.bc").output)
    (file,) = document["files"]
    assert sum(file["groups"].values()) == file["bits"] == 8 * (data / "sample.bc").stat().st_size
    assert sum(file["opcodes"].values()) == sum(function.get("instructions", 0) for function in file["functions"])
    assert file["blocks"]["MODULE_BLOCK"] > 0


def test_text_archives_and_standard_input(pyllvm: Run, data: Path, tmp_path: Path) -> None:
    whole = (data / "sample.bc").read_bytes()
    library = tmp_path / "lib.a"
    library.write_bytes(archives.gnu_archive({"x.o": whole, "y.o": whole}))
    files = json.loads(pyllvm("stat", "--json", library, data / "sample.ll", "-", stdin=whole).output)["files"]
    assert [file["file"] for file in files] == [f"{library}(x.o)", f"{library}(y.o)", str(data / "sample.ll"), "-"]
    assert len({len(file["functions"]) for file in files}) == 1


def test_the_page(pyllvm: Run, data: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    outcome = pyllvm("stat", "--html", page, data / "sample.bc")
    assert (outcome.status, outcome.output, outcome.errors) == (0, b"", "")
    assert page.read_text().startswith("<!DOCTYPE html>")
    outcome = pyllvm("stat", "--html", page, data / "sample.bc", data / "sample.ll")
    assert outcome.status == 1
    assert "--html takes one module" in outcome.errors


def test_colours(pyllvm: Run, data: Path) -> None:
    output = pyllvm("stat", "--color=always", "--top", "1", data / "sample.bc", environment={"COLUMNS": "100"}).output.decode()
    assert "\x1b[" in output
    assert "\u2588" in output


def test_what_cannot_be_measured(pyllvm: Run, data: Path, tmp_path: Path) -> None:
    (tmp_path / "cut.bc").write_bytes((data / "sample.bc").read_bytes()[:800])
    (tmp_path / "a.out").write_bytes(b"\x7fELF\x02\x01\x01" + bytes(57))
    outcome = pyllvm("stat", tmp_path / "absent", tmp_path / "cut.bc", tmp_path / "a.out", data / "sample.bc")
    assert outcome.status == 1
    assert b"What the bits are for" in outcome.output
    assert f"{tmp_path / 'absent'}: error: No such file or directory" in outcome.errors
    assert f"{tmp_path / 'a.out'}: error: this is an ELF object" in outcome.errors
    assert "Traceback" not in outcome.errors


def test_instances_of_templates_are_summed_up(pyllvm: Run, tmp_path: Path) -> None:
    pytest.importorskip("pycxxfilt", reason="pyllvm[demangle] is not installed")
    path = tmp_path / "a.ll"
    names = ("_Z1fIiEvv", "_Z1fIcEvv", "main")
    path.write_text("".join(f"define void @{name}() {{\n  ret void\n}}\n" for name in names), encoding="utf-8")
    assert b"\nGeneric functions: 1\n" in pyllvm("stat", "-C", path).output
    assert b"Generic" not in pyllvm("stat", path).output
    (one,) = json.loads(pyllvm("stat", "-C", "--json", path).output)["files"][0]["generics"]
    assert (one["name"], one["copies"], one["instructions"]) == ("f<…>", 2, 2)

"""Which modules in a container an input means."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyllvm.diagnostics import PyllvmError
from pyllvm.reading.members import are_choices, modules_of, shown, too_many


def names(file: Path, member: str) -> list[str]:
    """The parts of a fixture that a member's name means."""
    return ["".join(f"({part})" for part in inside.path) for inside in modules_of(file.read_bytes(), "x", member)]


def test_a_container_in_a_container_means_all_in_it(data: Path) -> None:
    nested = data / "containers" / "nested.a"
    assert names(nested, "(two.o)") == ["(two.o)(.llvmbc)(0)", "(two.o)(.llvmbc)(1)"]
    assert names(nested, "(two.o)(.llvmbc)(1)") == ["(two.o)(.llvmbc)(1)"]
    assert len(names(nested, "")) == 3
    # The beginning of a name is no name.
    with pytest.raises(PyllvmError, match=r"there is no module \(two\) in x"):
        names(nested, "(two)")


def test_a_container_without_modules() -> None:
    with pytest.raises(PyllvmError, match=r"there are no modules in lib\.a"):
        modules_of(b"!<arch>\n", "lib.a", "(x.o)")
    assert modules_of(b"!<arch>\n", "lib.a", "") == []


def test_the_modules_are_listed(data: Path) -> None:
    modules = modules_of((data / "containers" / "universal").read_bytes(), "fat", "")
    error = too_many("fat", modules, "to print it")
    assert error.diagnostic.message == "2 modules are in fat: name one to print it"
    assert [note.message for note in error.diagnostic.notes] == ["fat(x86_64)", "fat(arm64)"]


@pytest.mark.parametrize(
    ("name", "expected"),
    [("universal", True), ("bundle.bc", True), ("package-v2.bin", True), ("nested.a", False), ("library.metallib", False)],
)
def test_forms_of_one_program(data: Path, name: str, expected: bool) -> None:
    assert are_choices(modules_of((data / "containers" / name).read_bytes(), name, "")) == expected


def test_control_characters_are_escaped() -> None:
    assert shown("a\x1b[2J\n\u00e9\udcff") == "a\\x1b[2J\\x0a\u00e9\udcff"

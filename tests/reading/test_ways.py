"""The ways in which an input is worked on, as `--verbose` shows them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pyllvm.assembly import parse_assembly
from pyllvm.bitcode import write_bitcode
from pyllvm.diagnostics import Diagnostic
from pyllvm.reading.ways import Way
from pyllvm.separation import SHARED, begin_again
from pyllvm.wishes import Wishes

Run = Callable[..., Any]

TEXT = b"define void @f() {\n  ret void\n}\ndeclare void @d()\ndefine void @g() {\n  ret void\n}\ndeclare void @e()\n"
BROKEN = b"define void @f() {\n  ret void\n}\ndeclare void @llvm.assume(i1)\ndefine ptr @g() {\n  ret ptr @llvm.assume\n}\n"


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Bitcode of two functions, in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYLLVM_VERBOSE", "1")
    bitcode(TEXT)
    return tmp_path / "m.bc"


def bitcode(text: bytes, version: int = 19) -> None:
    """Write the bitcode of a text that need not be valid."""
    Path("m.bc").write_bytes(write_bitcode(parse_assembly(text, "", version)))


@pytest.mark.parametrize(("size", "way"), [("", "1 part in turn"), ("0", "1 part in turn"), ("1", "2 parts in turn")])
def test_way_is_shown(size: str, way: str, path: Path, pyllvm: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Declarations alone are not a part."""
    monkeypatch.setenv("PYLLVM_PART_BYTES", size)
    assert pyllvm("dis", "m.bc").errors == f"pyllvm-dis: m.bc: {way}\n"
    assert pyllvm("verify", "m.bc").errors.startswith(f"pyllvm-verify: m.bc: {way}\n")
    assert pyllvm("dis", "--show-annotations", "m.bc").errors == "pyllvm-dis: m.bc: whole\n"


@pytest.mark.parametrize("command", ["dis", "verify", "link"])
def test_option_shows_ways(command: str, path: Path, pyllvm: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = pyllvm(command, "m.bc", "-o", "o").errors
    assert shown.startswith(f"pyllvm-{command}: ")
    monkeypatch.delenv("PYLLVM_VERBOSE")
    assert pyllvm(command, "--verbose", "m.bc", "-o", "o").errors == shown
    assert pyllvm(command, "m.bc", "-o", "o").errors == ""


def test_nothing_is_shown_unless_asked_for(path: Path, pyllvm: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYLLVM_PART_BYTES", "1")
    monkeypatch.setenv("PYLLVM_VERBOSE", "0")
    assert pyllvm("dis", "m.bc").errors == ""


def test_upgrades_are_shown(path: Path, pyllvm: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYLLVM_PART_BYTES", "1")
    assert pyllvm("dis", "--llvm-version=22", "m.bc").errors == "pyllvm-dis: m.bc: 2 parts upgraded in turn\n"
    assert pyllvm("verify", "--llvm-version=22", "m.bc").errors.startswith("pyllvm-verify: m.bc: 2 parts upgraded in turn\n")


def test_site_is_shown_where_a_way_ends(path: Path, pyllvm: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYLLVM_PART_BYTES", "1")
    bitcode(BROKEN)
    shown = pyllvm("verify", "m.bc").errors.splitlines()[0]
    assert shown.startswith("pyllvm-verify: m.bc: 2 parts in turn, begun again because of reading/in_turn.py:")
    assert shown.endswith(", whole with places")
    data = bytearray(Path("m.bc").read_bytes())
    data[200:240] = b"\xff" * 40
    Path("m.bc").write_bytes(data)
    shown = pyllvm("verify", "m.bc").errors
    assert "begun again because of " in shown
    assert "(Invalid abbrev number), whole" in shown


@pytest.mark.parametrize(
    ("wrong", "way"),
    [
        ("ret i32 %late\n", "1 function with places"),
        # The number of a node, and the number of a group of attributes, need all functions.
        ("ret i32 %late, !note !0\n", "1 function with places, and all for their numbers"),
        ("%called = call i32 @h(i32 %late) #0\n  ret i32 0\n", "1 function with places, and all for their numbers"),
    ],
)
def test_only_failing_functions_are_read_again(
    wrong: str, way: str, path: Path, pyllvm: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = f"define i32 @g() {{\n  br label %end\n\nnext:\n  %late = add i32 1, 2\n  unreachable\n\nend:\n  {wrong}}}\n"
    text = f"{TEXT.decode()}declare i32 @h(i32)\n{body.replace('@g', '@last')}\n!0 = !{{!0}}\nattributes #0 = {{ cold }}\n"
    bitcode(text.encode())
    whole = pyllvm("verify", "m.bc")
    monkeypatch.setenv("PYLLVM_PART_BYTES", "1")
    found = pyllvm("verify", "m.bc")
    assert found.status == 1
    lines = found.errors.splitlines()
    (shown,) = [line for line in lines if "begun again" in line]
    assert shown.endswith(f"(the module breaks a rule of the verifier), {way}")
    expected = [line for line in whole.errors.splitlines() if not line.endswith(": whole") and "begun again" not in line]
    assert [line for line in lines if line != shown] == expected


def test_a_valid_module_with_a_struct_without_a_name_is_verified_once(
    path: Path, pyllvm: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYLLVM_PART_BYTES", "1")
    bitcode(b"%0 = type { i32 }\n" + TEXT.replace(b"@g()", b"@g(ptr %p)").replace(b"{\n  ret", b"{\n  %v = alloca %0\n  ret"))
    assert "begun again" not in pyllvm("verify", "m.bc").errors


def test_site_is_shown_where_a_link_begins_again(path: Path, pyllvm: Run) -> None:
    """LLVM 20 has no such type any more."""
    way = "pyllvm-link: linked.bc: bodies of older modules upgraded when read"
    found = pyllvm("link", "--llvm-version=22", "-o", "linked.bc", "m.bc")
    assert found == (0, b"", f"{way}\n")
    bitcode(b"declare x86_mmx @m()\n")
    found = pyllvm("link", "--llvm-version=22", "-o", "linked.bc", "m.bc")
    assert found.status == 0
    assert found.errors.startswith(f"{way}, begun again because of reading/upgrade_when_read.py:")
    assert ": x86_mmx)" in found.errors


def test_warnings_are_those_of_the_way_that_leads_to_its_end() -> None:
    """The way that is taken instead finds them again."""
    way = Way(Wishes(), "m.bc")

    def work() -> None:
        way.warnings.append(Diagnostic("warning", "found twice"))
        begin_again(SHARED)

    way.tried(work)
    way.warnings.append(Diagnostic("warning", "found twice"))
    assert len(way.taken()) == 1
    assert way.taken() == []

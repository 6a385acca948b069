"""Names in files cannot control the terminal: no command prints their control characters there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

import pyllvm as library
from archives import gnu_archive
from terminals import on_a_terminal

# Rings the bell, clears the screen, changes the title, goes down a line, and the one-character forms of C1.
HOSTILE: Final = "\\07\\1B[2J\\1B]0;owned\\07\\1B[1B\\9B2J\\C2\\9B2J"
TEXT: Final = f"""
@"g{HOSTILE}" = global i32 0
define i32 @"f{HOSTILE}"(i1 %c) {{
"b{HOSTILE}":
  br i1 %c, label %x, label %y
x:
  %"v{HOSTILE}" = add i32 1, 2
  br label %y
y:
  ret i32 %"v{HOSTILE}"
}}
"""
# What this package writes itself: colours, and the status line of work that takes long; and what a line break becomes.
OWN: Final = re.compile(rb"\x1b\[[0-9;]*m|\x1b\[\?25[hl]|\r?\x1b\[(?:2K|1A)|\r\n?")


def controls(shown: bytes) -> bytes:
    """The control characters that are not this package's own."""
    rest = OWN.sub(b"", shown)
    text = rest.decode("utf-8", "surrogateescape")
    return b" ".join(
        repr(char).encode() for char in text if char not in "\t\n" and not char.isprintable() and not "\udca0" <= char <= "\udcff"
    )


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Texts and bitcode whose names are hostile; a module with hostile names in records that are plain text."""
    folder = tmp_path_factory.mktemp("hostile")
    (folder / "broken.ll").write_text(TEXT)
    valid = TEXT.replace("label %x, label %y", "label %x, label %x")
    (folder / "valid.ll").write_text(valid)
    module = library.parse_assembly(valid)
    module.target_triple = "x86_64\x1b[2J\x07-linux"
    (folder / "valid.bc").write_bytes(library.to_bitcode(module))
    one, two = (library.to_bitcode(library.parse_assembly(f"define void @{name}() {{\n  ret void\n}}\n")) for name in "fg")
    (folder / "lib.a").write_bytes(gnu_archive({"a\x1b[2J\x07.o": one, "b\x1b]0;x\x07.o": two}))
    (folder / "syntax.ll").write_bytes(b"define i32 @f() {\n  ret i32 %\"\x1b[2J\x07\"\n}\n")
    (folder / "type.ll").write_text(f'%"t{HOSTILE}" = type opaque\n@x = global %"t{HOSTILE}" undef\n')
    (folder / "name\x1b[2J\x07.ll").write_text("define")
    return folder


@pytest.mark.parametrize("form", ["text", "llvm", "drawn", "json", "sarif"])
@pytest.mark.parametrize(
    "words",
    [
        ("as", "broken.ll"),
        ("as", "syntax.ll"),
        ("as", "type.ll"),
        ("as", "name\x1b[2J\x07.ll"),
        ("verify", "broken.ll"),
        ("verify", "lib.a(none)"),
        ("verify", "no\x1b[2J\x07.ll"),
        ("link", "-o", "whole.bc", "valid.ll", "valid.bc"),
        ("dis", "-o", "-", "lib.a"),
    ],
    ids=" ".join,
)
def test_diagnostics(files: Path, words: tuple[str, ...], form: str) -> None:
    status, shown = on_a_terminal("-m", "pyllvm", *words, f"--diagnostics-format={form}", folder=files)
    assert status != 0
    assert controls(shown) == b""


@pytest.mark.parametrize(
    "words",
    [
        ("bcanalyzer", "--identify", "valid.bc", "lib.a"),
        ("bcanalyzer", "--identify", "--json", "valid.bc", "lib.a"),
        ("bcanalyzer", "--dump", "valid.bc"),
        ("bcanalyzer", "valid.bc"),
        ("dis", "-o", "-", "valid.bc"),
        ("dis", "-o", "-", "--color", "valid.bc"),
        ("link", "-v", "-S", "-o", "-", "valid.ll"),
        ("link", "-o", "/dev/null", "--explain", "g\x07\x1b[2J\x1b]0;owned\x07\x1b[1B\udc9b2J\x9b2J", "valid.ll"),
        ("link", "-v", "-o", "/dev/null", "lib.a"),
        ("nm", "-A", "valid.bc", "lib.a"),
        ("nm", "--cross-reference", "valid.bc", "lib.a"),
        ("nm", "--json", "valid.ll"),
        ("stat", "--instructions", "valid.bc", "lib.a"),
        ("stat", "--color=never", "valid.bc"),
    ],
    ids=lambda words: " ".join(words).encode("ascii", "backslashreplace").decode()[:40],
)
def test_outputs(files: Path, words: tuple[str, ...]) -> None:
    status, shown = on_a_terminal("-m", "pyllvm", *words, folder=files)
    assert status == 0, shown
    assert controls(shown) == b""


def test_the_check_finds_controls() -> None:
    assert controls(b"\x1b[31mred\x1b[0m\r\n") == b""
    assert controls(b"\x1b[2J\x07\x9b") == b"'\\x1b' '\\x07' '\\udc9b'"

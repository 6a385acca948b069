"""Names in files cannot control the terminal: no command prints their control characters there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

import pyllvm as library
from archives import gnu_archive
from pyllvm.bitcode import write_bitcode
from pyllvm.bitstream.writer import BitstreamWriter
from terminals import command_on_a_terminal

pytestmark = pytest.mark.once

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


def stream_with_named_blocks() -> bytes:
    """A bitstream whose BLOCKINFO names a block and a record."""
    writer = BitstreamWriter()
    for byte in b"BC\xc0\xde":
        writer.emit_fixed(byte, 8)
    writer.enter_blockinfo_block()
    writer.name_block(100, "block\x1b[2J\x07")
    writer.name_record(100, 1, "record\x1b[2J\x07")
    writer.end_block()
    writer.enter_block(100, 3)
    writer.emit_record(1, [1, 2])
    writer.end_block()
    return writer.getvalue()


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
    # The producer is reported with what is wrong, here that the second half is missing.
    small = library.parse_assembly("define void @f() {\n  ret void\n}\n", llvm_version=19)
    produced = write_bitcode(small, producer="LLVM19.1\x1b]0;owned\x07\x1b[2J\x9b")
    (folder / "producer.bc").write_bytes(produced)
    (folder / "cut.bc").write_bytes(produced[: len(produced) // 8 * 4])
    (folder / "lib.a").write_bytes(gnu_archive({"a\x1b[2J\x07.o": one, "b\x1b]0;x\x07.o": two}))
    (folder / "syntax.ll").write_bytes(b'define i32 @f() {\n  ret i32 %"\x1b[2J\x07"\n}\n')
    (folder / "type.ll").write_text(f'%"t{HOSTILE}" = type opaque\n@x = global %"t{HOSTILE}" undef\n')
    (folder / "named_blocks.bc").write_bytes(stream_with_named_blocks())
    # Names that are suggested in place of others.
    (folder / "suggested.ll").write_bytes(b'@"abcdefgh\x1b[2JX" = global i32 0\n@b = global ptr @"abcdefgh\x1b[2JY"\n')
    value = b'define i32 @f(i32 %"lo\x1b[2Jng") {\n  ret i32 %"lo\x1b[2Jnh"\n}\n'
    (folder / "suggested_value.ll").write_bytes(value)
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
        ("dis", "-o", "-", "cut.bc"),
        ("verify", "cut.bc"),
        ("link", "-o", "whole.bc", "cut.bc"),
        ("bcanalyzer", "cut.bc"),
        ("as", "suggested.ll"),
        ("as", "suggested_value.ll"),
        ("verify", "suggested.ll"),
    ],
    ids=" ".join,
)
def test_diagnostics(files: Path, words: tuple[str, ...], form: str) -> None:
    status, shown = command_on_a_terminal(*words, f"--diagnostics-format={form}", folder=files)
    assert status != 0
    assert controls(shown) == b""


@pytest.mark.parametrize(
    "words",
    [
        ("bcanalyzer", "--identify", "valid.bc", "lib.a"),
        ("bcanalyzer", "--identify", "--json", "valid.bc", "lib.a"),
        ("bcanalyzer", "--dump", "valid.bc"),
        ("bcanalyzer", "--identify", "producer.bc"),
        ("bcanalyzer", "--dump", "producer.bc"),
        ("bcanalyzer", "--dump", "named_blocks.bc"),
        ("bcanalyzer", "named_blocks.bc"),
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
    status, shown = command_on_a_terminal(*words, folder=files)
    assert status == 0, shown
    assert controls(shown) == b""


def test_the_check_finds_controls() -> None:
    assert controls(b"\x1b[31mred\x1b[0m\r\n") == b""
    assert controls(b"\x1b[2J\x07\x9b") == b"'\\x1b' '\\x07' '\\udc9b'"

"""What the commands report for each kind of bad input: the place, the cause, and what to do; in a pipe and on a terminal.

The inputs are in tests/data/bad_inputs, or are made here. `PYLLVM_UPDATE_BAD_INPUTS=1 pytest tests/findings/test_bad_inputs.py`
writes the expected reports anew; read the difference as a user would before you commit it.
"""

from __future__ import annotations

import gzip
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

import pyllvm
from archives import gnu_archive
from pyllvm.bitcode import write_bitcode
from pyllvm.cli import tool
from pyllvm.cli.command import command_named
from pyllvm.versions import NEXT

FOLDER: Final = Path(__file__).parents[1] / "data" / "bad_inputs"
UPDATES: Final = bool(os.environ.get("PYLLVM_UPDATE_BAD_INPUTS"))
VALID: Final = "define void @f() {\n  ret void\n}\n"


def bitcode() -> bytes:
    """Bitcode of LLVM 19."""
    return write_bitcode(pyllvm.parse_assembly(VALID, "f.ll", llvm_version=19), producer="LLVM19.1.7")


def elf(section: bytes = b"") -> bytes:
    """An ELF object with one section, which is named .llvm.lto."""
    names = b"\0.shstrtab\0.llvm.lto\0"
    start = 64 + 3 * 64
    sections = bytes(64)
    for name, kind, offset, size in ((1, 3, start, len(names)), (11, 1, start + len(names), len(section))):
        words = [0, 0, offset, size, 0, 1, 0]
        sections += name.to_bytes(4, "little") + kind.to_bytes(4, "little")
        sections += b"".join(word.to_bytes(8, "little") for word in words)
    header = b"\x7fELF\x02\x01\x01" + bytes(9) + b"\x01\0\x3e\0\x01\0\0\0" + bytes(16) + (64).to_bytes(8, "little")
    header += bytes(4) + b"\x40\0\0\0\0\0\x40\0\x03\0\x01\0"
    return header + sections + names + section


def flipped() -> bytes:
    """Bitcode with a flipped bit in its attributes."""
    data = bytearray(bitcode())
    data[70] ^= 4
    return bytes(data)


# Files that are not text, by name. The commands get them under these names.
MADE: Final[dict[str, Callable[[], bytes]]] = {
    "cut_short.bc": lambda: bitcode()[: len(bitcode()) // 8 * 4],
    "cut_in_a_word.bc": lambda: bitcode()[:-3],
    "four_bytes.bc": lambda: bitcode()[:4],
    "flipped_bit.bc": flipped,
    "nothing.bc": lambda: b"",
    "text.bc": lambda: VALID.encode(),
    "object.bc": elf,
    "object_with_bitcode.bc": lambda: elf(bitcode()),
    "archive.bc": lambda: gnu_archive({"f.bc": bitcode()}),
    "archive_of_text.bc": lambda: gnu_archive({"readme": b"x\n"}),
    "gzip.bc": lambda: gzip.compress(b"x", mtime=0),
    "bitcode.ll": bitcode,
    "two_files.bc": lambda: bitcode() * 2,
    "newer.bc": lambda: write_bitcode(pyllvm.parse_assembly(VALID, llvm_version=22), producer="LLVM99.1.0"),
}
# What is run with each input. `drawn` is the form on a terminal.
TEXT_COMMANDS: Final = (("as",), ("as", "--diagnostics-format=drawn"), ("verify", "--lint"))
FILE_COMMANDS: Final = (
    ("dis",), ("dis", "--diagnostics-format=drawn"), ("as",), ("verify",), ("link",), ("bcanalyzer", "--identify"),
)  # fmt: skip
# Inputs that are read as another version than LLVM 22.
VERSIONS: Final = {"newer_attribute": "19", "typed_load_of_llvm_36": "14"}
TEXTS: Final = sorted(path.name for path in FOLDER.glob("*.ll"))
# These are given to all commands.
NOT_LLVM: Final = frozenset({"c.ll", "cpp.ll", "assembly.ll", "mlir.ll", "rust.ll", "html.ll", "utf16.ll", "empty.ll"})


def report(name: str, folder: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> str:
    """What each command prints about an input, and its exit status."""
    parts: list[str] = []
    for words in FILE_COMMANDS if name in MADE or name in NOT_LLVM else TEXT_COMMANDS:
        output = [] if words[0] in ("verify", "bcanalyzer") else ["-o", os.devnull]
        status = tool.invoke(command_named(words[0]), [*words[1:], *output, name])
        captured = capfdbinary.readouterr()
        text = (captured.out + captured.err).decode("utf-8", "backslashreplace")
        parts.append(f"$ pyllvm {' '.join(words)} {name}\n{text}[status {status}]\n")
    assert list(folder.iterdir()) == [folder / name]
    return "\n".join(parts)


@pytest.mark.parametrize("name", [*TEXTS, *MADE])
def test_report(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    monkeypatch.chdir(tmp_path)
    for variable in ("PYLLVM_DIAGNOSTICS", "FORCE_COLOR", "CLICOLOR_FORCE"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("PYLLVM_LLVM_VERSION", VERSIONS.get(Path(name).stem, "22"))
    Path(name).write_bytes(MADE[name]() if name in MADE else (FOLDER / name).read_bytes())
    found = report(name, tmp_path, capfdbinary).replace(f"as LLVM {NEXT}, the newest", "as LLVM NEXT, the newest")
    expected = FOLDER / f"{name}.txt"
    if UPDATES:
        expected.write_text(found, encoding="utf-8")
    assert found == expected.read_text(encoding="utf-8")


def test_every_expectation_has_an_input() -> None:
    assert sorted(path.name.removesuffix(".txt") for path in FOLDER.glob("*.txt")) == sorted([*TEXTS, *MADE])

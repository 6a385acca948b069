"""A few modules that are linked with each other."""

from __future__ import annotations

from pathlib import Path

import pyllvm

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


def write_files(folder: Path) -> Path:
    """Write the modules into a folder, as text and as bitcode of LLVM 19."""
    texts = {"main": MAIN, "answer": ANSWER, "weak": WEAK, "other": OTHER}
    for name, text in texts.items():
        (folder / f"{name}.ll").write_text(text)
        (folder / f"{name}.bc").write_bytes(bitcode_of(text, 19, name))
    return folder


def names(text: bytes) -> list[str]:
    """The functions that a text defines."""
    return [line.split("@")[1].split("(")[0] for line in text.decode().splitlines() if line.startswith("define")]


def bitcode_of(text: str, version: int, name: str = "<string>") -> bytes:
    """The bitcode of a text."""
    return pyllvm.to_bitcode(pyllvm.parse_assembly(text, name, llvm_version=version))

"""The command lines of the compiler in objects of clang -fembed-bitcode."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from pyllvm.library.identification import embedded_commands


def wasm(content: bytes) -> bytes:
    """A WebAssembly module with a section of command lines."""
    section = bytes([len(".llvmcmd")]) + b".llvmcmd" + content
    return b"\0asm\x01\0\0\0\0" + bytes([len(section)]) + section


@pytest.mark.parametrize(
    ("content", "commands"),
    [
        (b"", []),
        (b"-cc1\0-O2\0", [["-cc1", "-O2"]]),
        (b"-cc1\0-O2\0-cc1\0-O0\0a b\0", [["-cc1", "-O2"], ["-cc1", "-O0", "a b"]]),
        (b"-O2\0", [["-O2"]]),
    ],
)
def test_command_lines(content: bytes, commands: list[list[str]]) -> None:
    assert embedded_commands(wasm(content)) == commands


def test_other_files_have_none() -> None:
    assert embedded_commands(b"BC\xc0\xde") == []
    assert embedded_commands(b"") == []


@pytest.mark.oracle
@pytest.mark.parametrize("target", ["x86_64-linux-gnu", "x86_64-windows-msvc", "arm64-apple-macos11", "wasm32"])
def test_objects_of_clang(tmp_path: Path, llvm_tool: Callable[[int, str], str], target: str) -> None:
    (tmp_path / "a.c").write_text("int f(void) { return 1; }\n")
    clang = llvm_tool(19, "clang")
    subprocess.run([clang, f"--target={target}", "-fembed-bitcode=all", "-Os", "-c", "a.c"], cwd=tmp_path, check=True)
    (command,) = embedded_commands((tmp_path / "a.o").read_bytes())
    assert command[0] == "-cc1"
    assert "-fembed-bitcode=all" in command
    assert "-Os" in command

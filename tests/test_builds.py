"""The builds of the page "In a build" work, with each program that is installed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

import pyllvm

PAGE: Final = Path(__file__).parents[1] / "docs" / "how-to" / "in-a-build.md"

MAIN: Final = "declare i32 @helper()\ndefine i32 @main() {\n  %r = call i32 @helper()\n  ret i32 %r\n}\n"
HELPER: Final = "define i32 @helper() {\n  ret i32 0\n}\n"

# The language of the block in the page, its file, and the commands of the build.
BUILDS: Final = (
    ("make", "Makefile", (["make", "program.ll", "check"],)),
    ("cmake", "CMakeLists.txt", (["cmake", "-S", ".", "-B", "."], ["cmake", "--build", "."])),
    ("ninja", "build.ninja", (["ninja"],)),
    ("meson", "meson.build", (["meson", "setup", "made"], ["meson", "compile", "-C", "made"])),
)


@pytest.mark.parametrize(("language", "file", "commands"), BUILDS, ids=[language for language, _, _ in BUILDS])
def test_the_build_links_the_modules(language: str, file: str, commands: tuple[list[str], ...], tmp_path: Path) -> None:
    if shutil.which(language) is None:
        pytest.skip(f"{language} is not installed")
    block = re.search(rf"^```{language}\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert block is not None
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in ("pyllvm", "pyllvm-as", "pyllvm-dis", "pyllvm-link", "pyllvm-verify"):
        words = f"-m pyllvm {name.partition('-')[2]}"
        (tools / name).write_text(f'#!/bin/sh\nexec "{sys.executable}" {words} "$@"\n')
        (tools / name).chmod(0o755)
    folder = tmp_path / "program"
    folder.mkdir()
    (folder / file).write_text(block[1])
    (folder / "main.ll").write_text(MAIN)
    (folder / "helper.ll").write_text(HELPER)
    source = str(Path(pyllvm.__file__).parents[1])
    environment = {**os.environ, "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": source}
    for command in commands:
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
    (made,) = folder.rglob("program.bc")
    module = pyllvm.parse_bitcode(made.read_bytes())
    assert module.llvm_version == 19
    assert [function.name for function in module.functions if function.blocks] == ["main", "helper"]

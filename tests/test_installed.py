"""The package as it is installed: every module can be imported, and the compiled ones come from the library beside it."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import pyllvm
from pyllvm import compiled_modules
from pyllvm.cli.command import COMMANDS
from pyllvm.cli.tool import is_compiled

PACKAGE = Path(pyllvm.__file__).parent

_NEEDS_PYGLS = [
    "pyllvm.lsp.protocol",
    *(f"pyllvm.lsp.protocol.{path.stem}" for path in (PACKAGE / "lsp" / "protocol").glob("[!_]*.py")),
]

IMPORT_ALL = """
import importlib, pkgutil, sys, pyllvm
count = 0
for module in pkgutil.walk_packages(pyllvm.__path__, "pyllvm."):
    if not module.name.endswith("__main__") and module.name not in sys.argv:
        found = importlib.import_module(module.name)
        if found.__spec__.name != module.name:
            print(module.name, found.__spec__)
        count += 1
print(count)
"""


def test_every_module_can_be_imported() -> None:
    # The language server needs an extra.
    left_out = [] if importlib.util.find_spec("pygls") else _NEEDS_PYGLS
    words = [sys.executable, "-W", "error", "-c", IMPORT_ALL, *left_out]
    process = subprocess.run(words, capture_output=True, text=True)
    there = [path for path in PACKAGE.rglob("*.py") if path.name != "__main__.py" and path != PACKAGE / "__init__.py"]
    assert (process.stderr, process.stdout) == ("", f"{len(there) - len(left_out)}\n")


def test_the_compiled_modules_are_in_the_library() -> None:
    names = PACKAGE / "compiled_modules.txt"
    assert names.exists() == is_compiled()
    if not is_compiled():
        assert not list(PACKAGE.parent.glob(f"{compiled_modules.LIBRARY}*"))
        pytest.skip("plain Python")
    from pyllvm.bitstream import cursor

    # The modules that compiled modules import first have other origins, in files that do not exist.
    assert cursor.__spec__ is not None
    assert not Path(str(cursor.__spec__.origin)).is_file()
    library = sys.modules[compiled_modules.LIBRARY]
    assert library.__file__ is not None
    assert Path(library.__file__).parent == PACKAGE.parent
    for name in names.read_text(encoding="utf-8").split():
        assert PACKAGE.parent.joinpath(*name.split(".")).with_suffix(".py").is_file()


def test_each_command_runs(pyllvm: Callable[..., Any], data: Path, tmp_path: Path) -> None:
    bitcode = data / "sample.bc"
    text = tmp_path / "sample.ll"
    again = tmp_path / "again.bc"
    assert pyllvm("dis", bitcode, "-o", text) == (0, b"", "")
    assert pyllvm("as", "--llvm-version", "19", text, "-o", again).status == 0
    assert pyllvm("dis", again, "-o", "-").output.splitlines()[1:] == text.read_bytes().splitlines()[1:]
    assert pyllvm("verify", text).status == 0
    assert pyllvm("link", again, "-o", tmp_path / "linked.bc").status == 0
    assert b"Block ID" in pyllvm("bcanalyzer", again).output


def test_each_command_has_a_program() -> None:
    scripts = Path(sysconfig.get_path("scripts"))
    if PACKAGE.parent != Path(sysconfig.get_path("platlib")) and PACKAGE.parent != Path(sysconfig.get_path("purelib")):
        pytest.skip("not installed: run from its sources")
    for command in COMMANDS:
        program = shutil.which(f"pyllvm-{command}", path=str(scripts))
        assert program is not None
        process = subprocess.run([program, "--version"], capture_output=True, text=True)
        assert process.returncode == 0
        assert process.stdout.startswith(f"pyllvm-{command} ")

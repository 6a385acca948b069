"""Random pairs of small modules, linked by us and by the real llvm-link: the same module, or the same refusal.

PYLLVM_LINK_PAIRS says how many pairs of each kind are tried (default 60).
"""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from importlib import util
from pathlib import Path
from types import ModuleType
from typing import Final

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings

from pyllvm.cli.link import command
from pyllvm.cli.tool import invoke


def _load(name: str) -> ModuleType:
    """A module of the property tests, which are no package."""
    path = Path(__file__).parent.parent / "property" / f"{name}.py"
    spec = util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


module_texts: Final = _load("link_modules").module_texts
PAIRS: Final = int(os.environ.get("PYLLVM_LINK_PAIRS", "60"))


class _StandardError:
    """Takes what is written to standard error."""

    def __init__(self) -> None:
        self.buffer = io.BytesIO()

    def flush(self) -> None:
        """There is nothing to flush."""


def ours(arguments: list[str], version: int, monkeypatch: pytest.MonkeyPatch) -> tuple[int, str]:
    """The exit status of our command, and what it said."""
    error = _StandardError()
    with monkeypatch.context() as patch:
        patch.setenv("PYLLVM_LLVM_VERSION", str(version))
        patch.setattr(sys, "stderr", error)
        status = invoke(command, arguments)
    return status, error.buffer.getvalue().decode()


def complaint(text: str) -> str:
    """The first line that a tool said, without the tool's name."""
    lines = text.splitlines()
    first = lines[0] if lines else ""
    before, found, rest = first.partition(": error: ")
    return found + rest if found and before.endswith("llvm-link") else first


@pytest.mark.oracle
@pytest.mark.slow
@pytest.mark.parametrize(("version", "suffix"), [(19, ".ll"), (22, ".bc")])
def test_pairs_link_as_llvm_links_them(
    version: int, suffix: str, llvm_tool: Callable[[int, str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    linker = llvm_tool(version, "llvm-link")
    assembler = llvm_tool(version, "llvm-as")
    folder = Path(tempfile.mkdtemp())

    @seed(version)
    @settings(max_examples=PAIRS, deadline=None, database=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
    @given(module_texts(1), module_texts(2))
    def check(first: str, second: str) -> None:
        files: list[str] = []
        for name, text in (("first", first), ("second", second)):
            path = folder / f"{name}.ll"
            path.write_text(text)
            if suffix == ".bc":
                bitcode = path.with_suffix(".bc")
                if subprocess.run([assembler, "-o", bitcode, path], capture_output=True, check=False).returncode:
                    return
                path = bitcode
            files.append(str(path))
        real = subprocess.run([linker, "-S", "-o", folder / "real.ll", *files], capture_output=True, text=True, check=False)
        if real.returncode < 0 or "PLEASE submit a bug report" in real.stderr:
            return  # LLVM itself crashed
        status, said = ours(["-S", "-o", str(folder / "ours.ll"), *files], version, monkeypatch)
        assert (status, complaint(said)) == (real.returncode, complaint(real.stderr))
        if status == 0:
            assert (folder / "ours.ll").read_text() == (folder / "real.ll").read_text()

    try:
        check()
    finally:
        shutil.rmtree(folder)

"""The LLVM of modules from today's compilers, which were made on 2026-11-29 with the releases that the names of the files tell.

Mojo, Triton, IREE and numba name nothing in text, so that there is only their bitcode.
"""

from __future__ import annotations

from pathlib import Path

from pyllvm import read, verify
from rows import each_row

MODULES = Path(__file__).parents[1] / "data" / "producers"
LLVM = {"flang": 22, "iree": 24, "ldc": 14, "mojo": 24, "numba": 22, "rustc": 22, "zig": 22, "zig-cc": 22}


@each_row("path", sorted(MODULES.iterdir()), ids=lambda path: path.name)
def test_llvm_of_a_module(path: Path) -> None:
    module = read(path)
    assert module.llvm_version == LLVM[path.name.rpartition("-")[0]]
    assert verify(module) == []

"""A copy of a module is written as the module is, and has nothing in common with it."""

from __future__ import annotations

from pathlib import Path

import pyllvm
from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.types import Context
from pyllvm.reading.copying import copy_module

# What LLVM changes when it reads bitcode again: paths in summaries, unused declarations of debug intrinsics, strict calls, and an
# older data layout, as the inputs of the command lines and Makefiles have it.
CHANGED_BY_READING = {
    "debug_info.ll",
    "globals.ll",
    "high-level-structure-23-function-attributes.ll",
    "summary.ll",
    "typed_pointers.16.ll",
}
OLDER_LAYOUTS = {"command_lines", "makefiles"}


def test_a_copy_prints_as_the_module_does(data: Path) -> None:
    seen = 0
    for path in sorted(data.rglob("*.ll"))[::4]:
        if path.name in CHANGED_BY_READING or OLDER_LAYOUTS & set(path.parts):
            continue
        try:
            module = pyllvm.read(path)
            if any(finding.severity == "error" for finding in pyllvm.verify(module)):
                continue
        except PyllvmError:
            continue
        seen += 1
        copy = copy_module(module, Context())
        assert copy.llvm_version == module.llvm_version, path
        assert str(copy) == str(module), path
    assert seen > 30


def test_changing_a_copy_leaves_the_module_alone() -> None:
    module = pyllvm.parse_assembly("@g = global i32 7\n", llvm_version=19)
    before = str(module)
    copy = copy_module(module, Context())
    copy.global_variables[0].linkage = "internal"
    copy.source_filename = "other.c"
    assert str(module) == before
    assert str(copy) != before

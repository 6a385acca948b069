"""After edits by public methods and the library's functions, LLVM finds the module valid and drops no debug information."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import pyllvm
from pyllvm.ir import Module
from pyllvm.testing import random_module
from rows import each_row

from .library_edits import LIBRARY_KINDS, LibraryEditor
from .random_edits import inconsistencies

PROGRAMS = Path.home() / ".cache" / "llvm-corpus"
# For a long test by hand, PYLLVM_EDITS=1000.
SEEDS = int(os.environ.get("PYLLVM_EDITS", "40")) // 4
EDITS = 15
VERSIONS = (14, 16, 19, 22)
# Everything that an edit has to keep true, beside the code.
TEXT = """
$c = comdat any
@used = internal global i32 0
@kept = linkonce_odr global i32 1, comdat($c)
@llvm.used = appending global [1 x ptr] [ptr @used], section "llvm.metadata"
define linkonce_odr i32 @h(i32 %x) comdat($c) !dbg !4 {
entry:
  br label %loop, !dbg !6
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ], !dbg !6
  %next = add i32 %i, %x, !dbg !7
  call void @llvm.dbg.value(metadata i32 %next, metadata !9, metadata !DIExpression()), !dbg !7
  %more = icmp ult i32 %next, %x, !dbg !7
  br i1 %more, label %loop, label %done, !dbg !7, !llvm.loop !10
done:
  ret i32 %next, !dbg !8
  uselistorder i32 %next, { 1, 0, 2 }
}
define i32 @main() !dbg !5 {
  %a = call i32 @h(i32 3), !dbg !12
  %b = call i32 @h(i32 %a), !dbg !12
  store i32 %b, ptr @used, !dbg !12
  ret i32 %b, !dbg !12
}
declare void @llvm.dbg.value(metadata, metadata, metadata)
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "h", scope: !1, file: !1, type: !3, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !{!9})
!5 = distinct !DISubprogram(name: "main", scope: !1, file: !1, type: !3, spFlags: DISPFlagDefinition, unit: !0)
!6 = !DILocation(line: 1, scope: !4)
!7 = !DILocation(line: 2, scope: !4)
!8 = !DILocation(line: 3, scope: !4)
!9 = !DILocalVariable(name: "n", scope: !4, file: !1, type: !11)
!10 = distinct !{!10, !6, !8}
!11 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!12 = !DILocation(line: 9, scope: !5)
"""


def check_with_llvm(module: Module, opt: str, log: list[str]) -> None:
    """`opt` warns where it drops debug information that is not valid."""
    assert inconsistencies(module) == [], log
    assert pyllvm.verify(module) == [], log
    command = [opt, "-passes=verify", "-disable-output", "-"]
    for data in (pyllvm.to_bitcode(module), pyllvm.to_assembly(module).encode("utf-8", "surrogateescape")):
        result = subprocess.run(command, input=data, capture_output=True, check=False)
        assert (result.returncode, result.stderr) == (0, b""), log


@each_row("seed", range(SEEDS))
def test_edits_leave_modules_valid(seed: int) -> None:
    editor = LibraryEditor(random_module(seed), seed)
    for _ in range(EDITS):
        editor.edit()
        assert inconsistencies(editor.module) == [], editor.log
        assert pyllvm.verify(editor.module) == [], editor.log


@pytest.mark.oracle
@pytest.mark.parametrize("version", VERSIONS)
def test_llvm_accepts_random_modules_after_edits(version: int, llvm_tool: Callable[[int, str], str]) -> None:
    opt = llvm_tool(version, "opt")
    for seed in range(SEEDS):
        editor = LibraryEditor(random_module(seed, llvm_version=version), seed)
        for _ in range(EDITS):
            editor.edit()
        check_with_llvm(editor.module, opt, editor.log)


@pytest.mark.oracle
@pytest.mark.parametrize("version", [version for version in VERSIONS if version > 14])
def test_llvm_accepts_two_edits_after_one_another(version: int, llvm_tool: Callable[[int, str], str]) -> None:
    """Each kind of edit, and each after each: comdats, loops, the orders of uses and debug information stay true."""
    opt = llvm_tool(version, "opt")
    for first in LIBRARY_KINDS:
        for second in LIBRARY_KINDS:
            editor = LibraryEditor(pyllvm.parse_assembly(TEXT, llvm_version=version), 1)
            editor.use(first)
            editor.use(second)
            if first is second or editor.random.random() < 0.2:
                check_with_llvm(editor.module, opt, editor.log)
            else:
                assert pyllvm.verify(editor.module) == [], editor.log


@pytest.mark.oracle
@pytest.mark.slow
@pytest.mark.parametrize("version", [14, 19])
def test_llvm_accepts_programs_after_edits(version: int, llvm_tool: Callable[[int, str], str]) -> None:
    opt = llvm_tool(version, "opt")
    paths = sorted(PROGRAMS.glob(f"zlib/{version}-O2g/*.bc"), key=lambda path: path.stat().st_size)[:8:2]
    if not paths:
        pytest.skip("there are no programs to edit")
    for seed, path in enumerate(paths):
        editor = LibraryEditor(pyllvm.read(path, llvm_version=version), seed)
        for _ in range(EDITS):
            editor.edit()
        check_with_llvm(editor.module, opt, editor.log)

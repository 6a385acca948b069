"""The examples that read debug information, on a small program: a template twice, a branch, a function that nothing calls."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

import pyllvm

ROOT: Final = Path(__file__).resolve().parents[2]
TEXT: Final = """
define i32 @main(i32 %count, ptr %words) !dbg !10 {
  %more = icmp sgt i32 %count, 1, !dbg !20
  br i1 %more, label %yes, label %no, !dbg !20
yes:
  %a = call i32 @_Z3maxIiET_S0_(i32 %count), !dbg !21
  ret i32 %a, !dbg !21
no:
  %b = call i32 %words(i32 1), !dbg !22
  ret i32 %b, !dbg !22
dead:
  call void @llvm.trap(), !dbg !25
  unreachable, !dbg !25
}
define i32 @_Z3maxIiET_S0_(i32 %x) !dbg !11 {
    #dbg_value(i32 %x, !14, !DIExpression(), !23)
  ret i32 %x, !dbg !23
}
define internal i32 @_Z3maxIcET_S0_(i32 %x) !dbg !12 {
  ret i32 %x, !dbg !24
}
declare void @llvm.trap()
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, isOptimized: true,
  runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cpp", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!4 = !DISubroutineType(types: !{!3, !3})
!10 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 5, type: !4, spFlags: DISPFlagDefinition, unit: !0)
!11 = distinct !DISubprogram(name: "max<int>", scope: !1, file: !1, line: 1, type: !4, spFlags: DISPFlagDefinition, unit: !0)
!12 = distinct !DISubprogram(name: "max<char>", scope: !1, file: !1, line: 1, type: !4, spFlags: DISPFlagDefinition, unit: !0)
!14 = !DILocalVariable(name: "x", arg: 1, scope: !11, file: !1, line: 1, type: !3)
!20 = !DILocation(line: 6, column: 7, scope: !10)
!21 = !DILocation(line: 7, column: 3, scope: !10)
!22 = !DILocation(line: 9, column: 3, scope: !10)
!23 = !DILocation(line: 2, column: 1, scope: !11)
!24 = !DILocation(line: 3, column: 1, scope: !12)
!25 = !DILocation(line: 10, column: 1, scope: !10)
"""


def run(program: str, path: Path, *words: str) -> str:
    command = [sys.executable, "-m", f"examples.source_code.{program}", str(path), *words]
    return subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout


@pytest.fixture(params=["ll", "bc"])
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    made = tmp_path / f"a.{request.param}"
    pyllvm.write(pyllvm.parse_assembly(TEXT), made)
    return made


def test_fuzz_introspector(path: Path) -> None:
    main, largest, _ = json.loads(run("fuzz_introspector", path))["All functions"]["Elements"]
    assert (main["functionName"], main["functionSourceFile"]) == ("main", "/src/a.cpp")
    assert (main["functionLinenumber"], main["functionLinenumberEnd"]) == (5, 10)
    assert (main["BBCount"], main["EdgeCount"], main["CyclomaticComplexity"]) == (4, 2, 0)
    assert main["Callsites"] == [{"Src": "/src/a.cpp:7:3", "Dst": "_Z3maxIiET_S0_"}, {"Src": "/src/a.cpp:9:3", "Dst": ""}]
    assert main["functionsReached"] == ["_Z3maxIiET_S0_"]
    assert main["BranchProfiles"] == [{"Branch": "/src/a.cpp:6:7", "Sides": ["/src/a.cpp:7:3", "/src/a.cpp:9:3"]}]
    assert (largest["sourceName"], largest["argTypes"], largest["argNames"]) == ("max<int>", ["int"], ["x"])
    assert (largest["returnType"], largest["functionUses"]) == ("int", 1)


def test_the_frontend_is_short() -> None:
    text = (ROOT / "examples" / "source_code" / "fuzz_introspector.py").read_text(encoding="utf-8")
    assert text.count("\n") <= 150


def test_coverage_map(path: Path) -> None:
    lines = {"2": True, "3": False, "6": True, "7": True, "9": True, "10": False}
    assert json.loads(run("coverage_map", path)) == {"/src/a.cpp": lines}
    assert json.loads(run("coverage_map", path, "_Z3maxIiET_S0_")) == {"/src/a.cpp": {key: key == "2" for key in lines}}


def test_llvm_lines(path: Path) -> None:
    table = [line.split() for line in run("llvm_lines", path).splitlines()]
    assert table[1:] == [["13", "3", "(TOTAL)"], ["11", "(84.6%)", "1", "main"], ["2", "(15.4%)", "2", "max"]]

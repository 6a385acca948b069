"""Options of LLVM 19 to 21 that write calls of debug intrinsics instead of records, and bodies that dis leaves unread."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

VALUE: Final = """define i32 @f(i32 %a) !dbg !5 {
    #dbg_value(i32 %a, !8, !DIExpression(), !9)
  ret i32 %a, !dbg !9
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !4)
!4 = !{null}
!5 = distinct !DISubprogram(name: "f", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILocalVariable(name: "a", arg: 1, scope: !5, file: !1, line: 1, type: !6)
!9 = !DILocation(line: 1, scope: !5)
"""
CALL: Final = "call void @llvm.dbg.value(metadata i32 %a, "
RECORD: Final = "#dbg_value(i32 %a, "


@pytest.fixture
def bitcode(pyllvm: Callable[..., Any], tmp_path: Path) -> Path:
    path = tmp_path / "value.bc"
    path.write_bytes(pyllvm("as", "--llvm-version=19", "-o", "-", "-", stdin=VALUE.encode()).output)
    return path


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["dis"], RECORD),
        (["dis", "--write-experimental-debuginfo=false"], CALL),
        (["dis", "--experimental-debuginfo-iterators=false"], RECORD),
        (["dis", "--write-experimental-debuginfo=false", "--llvm-version=22"], RECORD),
        (["link", "-S", "--write-experimental-debuginfo=false"], CALL),
        (["link", "-S", "--write-experimental-debuginfo-iterators-to-bitcode=false"], RECORD),
    ],
)
def test_text(pyllvm: Callable[..., Any], bitcode: Path, words: list[str], expected: str) -> None:
    outcome = pyllvm(*words, "-o", "-", bitcode)
    assert outcome.status == 0
    assert expected in outcome.output.decode()


@pytest.mark.parametrize(
    ("option", "has_records"),
    [
        ("--write-experimental-debuginfo-iterators-to-bitcode=false", False),
        ("--experimental-debuginfo-iterators=false", False),
        ("--write-experimental-debuginfo=false", True),
    ],
)
def test_bitcode(pyllvm: Callable[..., Any], option: str, has_records: bool) -> None:
    written = pyllvm("as", "--llvm-version=19", option, "-o", "-", "-", stdin=VALUE.encode()).output
    assert (b"DEBUG_RECORD_VALUE" in pyllvm("bcanalyzer", "-dump", "-", stdin=written).output) is has_records


@pytest.mark.oracle
@pytest.mark.parametrize("option", ["--write-experimental-debuginfo=false", "--materialize-metadata"])
def test_dis_of_llvm(pyllvm: Callable[..., Any], bitcode: Path, llvm_tool: Callable[[int, str], str], option: str) -> None:
    command = [llvm_tool(19, "llvm-dis"), option, str(bitcode), "-o", "-"]
    assert pyllvm("dis", option, "-o", "-", bitcode).output == subprocess.run(command, capture_output=True, check=True).stdout


def test_bodies_are_left_unread(pyllvm: Callable[..., Any], data: Path) -> None:
    text = pyllvm("dis", "--materialize-metadata", "-o", "-", data / "sample.bc").output.decode()
    assert "; Materializable\ndefine dso_local i32 @main() {}\n" in text
    assert "declare i32 @puts(ptr nocapture) local_unnamed_addr\n" in text

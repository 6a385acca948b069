"""`dis --materialize-metadata`: bodies that are not read, as llvm-dis 19, 22 and 23 print them."""

from __future__ import annotations

from pathlib import Path

import pytest

import pyllvm
from pyllvm.bitcode import write_bitcode
from pyllvm.cli.dis import command
from pyllvm.cli.tool import invoke

TEXT = """\
@g = global i32 0
declare void @d()
define i32 @a(i32 %x) !dbg !3 {
  %y = load i32, ptr @g, align 4
  call void @d(), !dbg !5
  ret i32 %y
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!6}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a", directory: "b")
!3 = distinct !DISubprogram(name: "a", unit: !0, type: !4, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !{null})
!5 = !DILocation(line: 1, scope: !3)
!6 = !{i32 2, !"Debug Info Version", i32 3}
"""
ADDRESS = """\
@table = global ptr blockaddress(@a, %x)
define i32 @a() {
  br label %x
x:
  ret i32 0
}
define void @b() {
  ret void
}
"""


def dis(folder: Path, text: str, written: int, printed: int, *options: str) -> str:
    module = pyllvm.parse_assembly(text.encode(), "a.ll", llvm_version=written)
    (folder / "a.bc").write_bytes(write_bitcode(module, producer=f"LLVM{written}.1.0"))
    files = [str(folder / "a.bc"), "-o", str(folder / "a.txt")]
    assert invoke(command, ["--llvm-version", str(printed), "--materialize-metadata", *options, *files]) == 0
    return (folder / "a.txt").read_text()


@pytest.mark.parametrize(("written", "printed"), [(19, 19), (22, 22), (16, 19), (16, 22), (19, 22), (22, 23), (22, 16), (19, 17)])
def test_bodies_are_not_printed_whatever_the_version(tmp_path: Path, written: int, printed: int) -> None:
    text = dis(tmp_path, TEXT, written, printed)
    assert "; Materializable\ndefine i32 @a(i32 %0) {}\n" in text
    assert "load" not in text
    assert "DISubprogram" not in text
    assert "DICompileUnit" in text


@pytest.mark.parametrize(("written", "printed", "counts"), [(19, 19, True), (16, 19, True), (22, 22, False), (19, 22, False)])
def test_uses_are_counted_before_llvm_22_only(tmp_path: Path, written: int, printed: int, counts: bool) -> None:
    text = dis(tmp_path, TEXT, written, printed, "--show-annotations")
    variable = "@g = global i32 0" + " " * 33 + "; [#uses=0 type=ptr]\n" if counts else "@g = global i32 0\n"
    function = "; [#uses=0]\n; Materializable\n" if counts else "\n\n; Materializable\n"
    assert variable in text
    assert function in text


@pytest.mark.parametrize("version", [19, 22])
def test_a_function_with_an_addressed_block_is_read(tmp_path: Path, version: int) -> None:
    text = dis(tmp_path, ADDRESS, version, version)
    assert "@table = global ptr blockaddress(@a, %x)\n" in text
    assert "define i32 @a() {\n  br label %x\n" in text
    assert "; Materializable\ndefine void @b() {}\n" in text

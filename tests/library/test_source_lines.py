"""Functions by lines of their source."""

from __future__ import annotations

import pytest

import pyllvm
from pyllvm.library.selection import functions_at

TEXT = """
define void @f() !dbg !3 {
  call void @g(), !dbg !7
  ret void, !dbg !8
}
define void @g() !dbg !5 {
  ret void, !dbg !9
}
define void @same() !dbg !6 {
  ret void, !dbg !10
}
define void @undescribed() {
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "src/a.c", directory: "/build")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 10, scopeLine: 11, unit: !0, spFlags: DISPFlagDefinition)
!5 = distinct !DISubprogram(name: "g", scope: !1, file: !1, line: 20, scopeLine: 20, unit: !0, spFlags: DISPFlagDefinition)
!6 = distinct !DISubprogram(name: "g", scope: !1, file: !1, line: 20, scopeLine: 20, unit: !0, spFlags: DISPFlagDefinition)
!7 = !DILocation(line: 12, scope: !3)
!8 = !DILocation(line: 99, scope: !5, inlinedAt: !7)
!9 = !DILocation(line: 21, scope: !5)
!10 = !DILocation(line: 22, scope: !6)
"""


@pytest.fixture
def module() -> pyllvm.Module:
    """A module of bitcode, whose bodies are not read."""
    return pyllvm.parse_bitcode(pyllvm.to_bitcode(pyllvm.parse_assembly(TEXT, llvm_version=19)), lazy=True)


@pytest.mark.parametrize(
    ("where", "names"),
    [
        ("a.c:10", ["f"]),
        ("a.c:12", ["f"]),
        ("src/a.c:11", ["f"]),
        ("/build/src/a.c:20", ["g", "same"]),
        ("a.c:21", ["g", "same"]),
        ("a.c:22", ["same"]),
    ],
)
def test_functions_of_a_line(where: str, names: list[str], module: pyllvm.Module) -> None:
    assert [function.name for function in functions_at(module, where)] == names


@pytest.mark.parametrize(
    ("where", "message"),
    [
        ("a.c:9", "no function has line 9 of 'a.c'"),
        ("a.c:13", "no function has line 13 of 'a.c'; 'f' has lines 10 to 12"),
        ("b.c:1", "no function is from a file 'b.c'"),
        ("c:1", "no function is from a file 'c'"),
        ("a.c", "'a.c' is not a file and a line, such as shell.c:120"),
        ("a.c:x", "'a.c:x' is not a file and a line, such as shell.c:120"),
    ],
)
def test_nothing_is_there(where: str, message: str, module: pyllvm.Module) -> None:
    with pytest.raises(pyllvm.PyllvmError) as caught:
        functions_at(module, where)
    assert str(caught.value) == message


def test_a_module_without_debug_information() -> None:
    module = pyllvm.parse_assembly("define void @f() {\n  ret void\n}\n")
    with pytest.raises(pyllvm.PyllvmError, match=r"'a\.c': the module has no debug information about functions"):
        functions_at(module, "a.c:1")

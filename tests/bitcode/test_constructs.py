"""Each construct of the language goes through bitcode, which is the bitcode that LLVM writes."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from pyllvm import parse_assembly, parse_bitcode
from pyllvm.bitcode import write_bitcode
from rows import each_row

TESTS = Path(__file__).parents[1]
PRODUCERS = {14: "LLVM14.0.6", 22: "LLVM22.1.8"}
FILES = [("constructs", 14), ("constructs", 22), ("expressions", 14)]


def path_of(name: str, version: int) -> Path:
    return TESTS / "data" / f"{name}.{version}.ll"


@pytest.mark.parametrize(("name", "version"), FILES)
@pytest.mark.parametrize("lazy", [False, True])
def test_bitcode_has_all_that_text_has(name: str, version: int, lazy: bool) -> None:
    text = path_of(name, version).read_text()
    bitcode = write_bitcode(parse_assembly(text, llvm_version=version))
    assert str(parse_bitcode(bitcode, lazy=lazy)).partition("\n")[2] == text


# What few files have, each with the first version that has it.
RARE = [
    (22, """@g = global i32 0
@a = global ptr ptrauth (ptr @g, i32 2)
@b = global ptr ptrauth (ptr @g, i32 2)
@c = global ptr ptrauth (ptr @g, i32 2, i64 3, ptr @g)
@d = global [2 x ptr] [ptr ptrauth (ptr @g, i32 2), ptr ptrauth (ptr @g, i32 1, i64 4)]
"""),
    (24, """@g = global i32 0
@a = global ptr ptrauth (ptr @g, i32 2, i64 3, ptr null, ptr @g)

define i8 @f(b32 %x, i32 %i) {
  %a = bitextract i8, b32 %x, i32 %i
  %b = bitinsert b32 %x, i8 %a, i32 %i
  ret i8 %a
}
"""),
    (24, """define void @f(ptr %p, i32 %x, ptr %q) !dbg !1 {
    #dbg_declare(ptr %p, !0, !DIExpression(), !2)
    #dbg_declare_value(i32 %x, !0, !DIExpression(), !2)
    #dbg_value(i32 7, !0, !DIExpression(), !2)
    #dbg_value(!DIArgList(i32 %x, i32 1), !0, !DIExpression(DW_OP_LLVM_arg, 0), !2)
    #dbg_assign(i32 %x, !0, !DIExpression(), !3, ptr %p, !DIExpression(), !2)
    #dbg_assign(i32 1, !0, !DIExpression(DW_OP_constu, 1), !3, ptr %q, !DIExpression(DW_OP_plus_uconst, 4), !2)
    #dbg_label(!4, !2)
  %y = add i32 %x, 1, !DIAssignID !3
    #dbg_value(i32 %y, !0, !DIExpression(), !2)
  ret void
}

!0 = !DILocalVariable(name: "v", scope: !1, type: !5)
!1 = distinct !DISubprogram(name: "f", type: !6, spFlags: DISPFlagDefinition, unit: !8)
!2 = !DILocation(line: 1, scope: !1)
!3 = distinct !DIAssignID()
!4 = !DILabel(scope: !1, name: "l", file: null, line: 1)
!5 = !DIBasicType(name: "int", size: 32)
!6 = !DISubroutineType(types: !{null})
!8 = distinct !DICompileUnit(language: DW_LANG_C99, file: !9)
!9 = !DIFile(filename: "a.c", directory: "/")
!llvm.dbg.cu = !{!8}
!llvm.module.flags = !{!10}
!10 = !{i32 2, !"Debug Info Version", i32 3}
"""),
    (24, """define void @f(ptr %p) {
  store { <2 x float>, [1 x <2 x i8>] } { <2 x float> splat (float 1.5), [1 x <2 x i8>] [<2 x i8> <i8 1, i8 2>] }, ptr %p
  store [1 x { <2 x float>, i8 }] [{ <2 x float>, i8 } { <2 x float> splat (float 2.5), i8 1 }], ptr %p
  ret void
}
"""),
    (19, """$c = comdat any

$"d e" = comdat largest

@d = global i32 0, comdat($c)
@"d e" = global i32 1, comdat
"""),
]  # fmt: skip


@each_row(("version", "text"), RARE)
def test_rare_forms_go_through_bitcode(version: int, text: str) -> None:
    module = parse_assembly(text, llvm_version=version)
    assert str(module).count("#dbg_") == text.count("#dbg_")
    for lazy in (False, True):
        assert str(parse_bitcode(write_bitcode(module), lazy=lazy)).partition("\n")[2] == str(module).partition("\n")[2]


@pytest.mark.oracle
@pytest.mark.parametrize(("name", "version"), FILES)
def test_llvm_writes_the_same(name: str, version: int, llvm_tool: Callable[[int, str], str]) -> None:
    words = [llvm_tool(version, "llvm-as"), "-o", "-", str(path_of(name, version))]
    expected = subprocess.run(words, capture_output=True, check=True).stdout
    module = parse_assembly(path_of(name, version).read_bytes(), llvm_version=version)
    assert write_bitcode(module, producer=PRODUCERS[version]) == expected


# What older versions cannot hold: constants of bfloat, jumps from assembly, and live values of a collector.
NEWER_THAN_10 = re.compile(r"^@odd = [^\n]*\n|^define [^\n]*@(control|relocated)\(.*?^}\n", re.MULTILINE | re.DOTALL)


@each_row("version", range(7, 23))
def test_each_version_goes_through_bitcode(version: int) -> None:
    text = path_of("constructs", 22).read_text()
    module = parse_assembly(text if version > 10 else NEWER_THAN_10.sub("", text), llvm_version=22)
    if version < 22:
        module.downgraded(version)
    text = str(module)
    read = parse_assembly(text, "m", llvm_version=version)
    assert str(parse_bitcode(write_bitcode(read), "m")) == str(read)

"""`mem2reg` gives the text of opt: where phis are, their names, values that may be poison, debug information and assumptions."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import pyllvm
from pyllvm import passes, run_passes
from pyllvm.ir import SpecializedNode

LOOP = """\
define i32 @sum(i32 %n) {
entry:
  %i = alloca i32
  %s = alloca i32
  %1 = alloca i32
  store i32 0, ptr %i
  store i32 0, ptr %s
  store i32 7, ptr %1
  br label %loop
loop:
  %a = load i32, ptr %i
  %c = icmp slt i32 %a, %n
  br i1 %c, label %body, label %done
body:
  %t = load i32, ptr %s
  %u = add i32 %t, %a
  store i32 %u, ptr %s
  %k = add i32 %a, 1
  store i32 %k, ptr %i
  br label %loop
done:
  %r = load i32, ptr %s
  %q = load i32, ptr %1
  %w = add i32 %r, %q
  ret i32 %w
}
"""

SWITCH = """\
define i32 @f(i32 %x, ptr %p) {
  %1 = alloca i32
  %v.0 = alloca ptr
  %v = alloca i32
  switch i32 %x, label %d [ i32 1, label %a
                            i32 2, label %b
                            i32 3, label %a ]
a:
  store i32 %x, ptr %v
  store i32 4, ptr %1
  br label %join
b:
  store i32 5, ptr %v
  br label %join
d:
  br label %join
dead:
  store i32 9, ptr %v
  br label %join
join:
  %r = load i32, ptr %v
  %s = load i32, ptr %1
  %t = add i32 %r, %s
  ret i32 %t
}
define i32 @undefined(i32 %x, i1 %c) {
  %v = alloca i32
  br i1 %c, label %a, label %b
a:
  store i32 %x, ptr %v
  br label %b
b:
  %r = load i32, ptr %v
  ret i32 %r
}
define i32 @poisoned(i1 %c) {
  %v = alloca i32
  br i1 %c, label %a, label %b
a:
  store i32 poison, ptr %v
  br label %b
b:
  %r = load i32, ptr %v
  ret i32 %r
}
define void @kept(ptr %p) {
  %v = alloca i32
  %w = alloca i64
  %x = alloca i32
  store volatile i32 1, ptr %v
  store i32 1, ptr %w
  store ptr %x, ptr %p
  ret void
}
"""

ASSUMED = """\
declare void @llvm.assume(i1)
declare void @llvm.lifetime.start.p0(i64, ptr)
define ptr @f(ptr %p, i1 %c) {
  %v = alloca ptr
  %w = alloca i8
  call void @llvm.lifetime.start.p0(i64 8, ptr %w)
  call void @llvm.assume(i1 true) ["align"(ptr %v, i64 4)]
  store ptr %p, ptr %v
  br i1 %c, label %a, label %b
a:
  %q = load ptr, ptr %v, !nonnull !0, !noundef !0
  %u = load ptr, ptr %v, !nonnull !0
  br label %b
b:
  %r = phi ptr [ %q, %a ], [ null, %0 ]
  ret ptr %r
}
define i8 @nothing() {
  %v = alloca i8
  %x = load i8, ptr %v, !noundef !0
  ret i8 %x
}
!0 = !{}
"""

DEBUG = """\
define i32 @f(i32 %x, i1 %c) !dbg !5 {
  %v = alloca i32
  %w = alloca i16
  store i32 %x, ptr %v, !dbg !11
  #dbg_declare(ptr %v, !9, !DIExpression(), !11)
  #dbg_declare(ptr %w, !13, !DIExpression(), !11)
  #dbg_declare(ptr %v, !13, !DIExpression(), !11)
  br i1 %c, label %a, label %b
a:
  store i32 1, ptr %v, !dbg !12
  store i16 3, ptr %w, !dbg !12
  br label %b
b:
  %r = load i32, ptr %v, !dbg !11
  ret i32 %r
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!4 = !DISubroutineType(types: !6)
!5 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!6 = !{!3, !3}
!9 = !DILocalVariable(name: "v", scope: !5, file: !1, line: 2, type: !3)
!10 = distinct !DILexicalBlock(scope: !5, file: !1, line: 3, column: 3)
!11 = !DILocation(line: 2, column: 7, scope: !5)
!12 = !DILocation(line: 2, column: 9, scope: !10)
!13 = !DILocalVariable(name: "w", scope: !5, file: !1, line: 2, type: !3)
"""

TEXTS = {"loop": LOOP, "switch": SWITCH, "assumed": ASSUMED, "debug": DEBUG}


@pytest.mark.oracle
@pytest.mark.parametrize("version", [14, 19, 22])
@pytest.mark.parametrize("name", TEXTS)
def test_the_text_is_that_of_opt(name: str, version: int, llvm_tool: Callable[[int, str], str], tmp_path: Path) -> None:
    path = tmp_path / "m.bc"
    made = pyllvm.parse_assembly(TEXTS[name], "m", llvm_version=19)
    pyllvm.write(made, path, llvm_version=version)
    opt = llvm_tool(version, "opt")
    expected = subprocess.run([opt, "-S", "-passes=mem2reg", str(path), "-o", "-"], capture_output=True, text=True, check=True)
    changed = pyllvm.read(path)
    (run,) = run_passes(changed, "mem2reg", verify_each=True)
    assert run.changed
    assert str(changed) == expected.stdout


def test_a_loop_has_a_phi_for_each_variable() -> None:
    made = pyllvm.parse_assembly(LOOP)
    assert [run.changed for run in run_passes(made, "mem2reg,mem2reg", verify_each=True)] == [True, False]
    loop = made.function("sum").blocks[1]
    assert [str(phi).strip() for phi in loop.phis] == [
        "%s.0 = phi i32 [ 0, %entry ], [ %u, %body ]",
        "%i.0 = phi i32 [ 0, %entry ], [ %k, %body ]",
    ]
    assert str(made.function("sum").blocks[-1].instructions[0]).strip() == "%w = add i32 %s.0, 7"


def test_a_store_of_what_may_be_poison_does_not_reach_other_ways() -> None:
    made = pyllvm.parse_assembly(SWITCH, llvm_version=22)
    run_passes(made, "mem2reg", verify_each=True)
    assert str(made.function("undefined").blocks[-1].phis[0]).strip() == "%v.0 = phi i32 [ %x, %a ], [ undef, %0 ]"
    assert [str(phi).strip() for phi in made.function("f").blocks[-1].phis] == [
        "%v.01 = phi i32 [ undef, %d ], [ 5, %b ], [ %x, %a ], [ poison, %dead ]"
    ]
    kept = [str(one).split(" = ")[0] for one in made.function("kept").instructions if one.opcode_name == "alloca"]
    assert [one.strip() for one in kept] == ["%v", "%w", "%x"]


def test_a_variable_has_its_values_without_its_address() -> None:
    made = pyllvm.parse_assembly(DEBUG, llvm_version=22)
    run_passes(made, "mem2reg", verify_each=True)
    records = [str(record) for one in made.function("f").instructions for record in one.debug_records or ()]
    assert [record.split(",")[0] for record in records] == [
        "#dbg_value(i32 %x",
        "#dbg_value(i32 %x",
        "#dbg_value(i32 1",
        "#dbg_value(i32 1",
        "#dbg_value(i16 poison",
        "#dbg_value(i32 %v.0",
        "#dbg_value(i32 %v.0",
    ]
    (phi,) = made.function("f").blocks[-1].phis
    assert phi.debug_location is not None and phi.debug_location["line"] == 2 and phi.debug_location["column"] == 0


@pytest.mark.parametrize(("version", "names"), [(20, ["second", "first"]), (21, ["first", "second"])])
def test_records_that_calls_of_a_text_became_are_used_in_the_order_of_their_creation(version: int, names: list[str]) -> None:
    """Since LLVM 21 the last call becomes a record first, and the newest record is used first."""
    text = """
declare void @llvm.dbg.declare(metadata, metadata, metadata)
define void @f(i32 %x) !dbg !5 {
  %a = alloca i32
  call void @llvm.dbg.declare(metadata ptr %a, metadata !10, metadata !DIExpression()), !dbg !9
  call void @llvm.dbg.declare(metadata ptr %a, metadata !11, metadata !DIExpression()), !dbg !9
  store i32 %x, ptr %a, !dbg !9
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/d")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !6, spFlags: DISPFlagDefinition, unit: !0)
!6 = !DISubroutineType(types: !7)
!7 = !{null}
!8 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!9 = !DILocation(line: 1, scope: !5)
!10 = !DILocalVariable(name: "first", scope: !5, type: !8)
!11 = !DILocalVariable(name: "second", scope: !5, type: !8)
"""
    module = pyllvm.parse_assembly(text, llvm_version=version)
    passes.mem2reg(module)
    records = [record for one in module.function("f").instructions for record in one.debug_records or ()]
    variables = [record.variable for record in records]
    assert [one["name"].text for one in variables if isinstance(one, SpecializedNode)] == names  # type: ignore[attr-defined]

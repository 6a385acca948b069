"""`dce` and `erase_dead` delete the instructions that opt of LLVM 14 to 23 deletes."""

from __future__ import annotations

from typing import Final

import pytest

import pyllvm
from pyllvm.analysis.dead_code import is_dead

TEXT: Final = """\
@g = global i8 0
@k = constant i32 1
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
declare void @llvm.assume(i1)
declare void @llvm.experimental.guard(i1, ...)
declare ptr @llvm.stacksave.p0()
declare void @llvm.dbg.value(metadata, metadata, metadata)
declare double @llvm.experimental.constrained.fadd.f64(double, double, metadata, metadata)
declare void @free(ptr) nounwind willreturn
declare void @release(i32, ptr allocptr) nounwind willreturn allockind("free")
declare ptr @get() nounwind allockind("alloc")
declare ptr @malloc(i64)
declare ptr @_Znwm(i64) nobuiltin
declare i32 @pure(i32) nounwind willreturn memory(none)
declare i32 @pure.endless(i32) nounwind memory(none)

define void @f(ptr %p, ptr %only.marked, i1 %c, double %d) strictfp {
  %gone.alloca = alloca i8
  %kept.alloca = alloca i8
  call void @llvm.lifetime.start.p0(i64 1, ptr undef)
  call void @llvm.lifetime.start.p0(i64 1, ptr %only.marked)
  call void @llvm.lifetime.start.p0(i64 1, ptr %gone.alloca)
  call void @llvm.lifetime.end.p0(i64 1, ptr @g)
  call void @llvm.lifetime.start.p0(i64 1, ptr %kept.alloca)
  store i8 1, ptr %kept.alloca
  call void @llvm.assume(i1 true)
  call void @llvm.assume(i1 false)
  call void @llvm.assume(i1 %c)
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 8) ]
  call void (i1, ...) @llvm.experimental.guard(i1 true) [ "deopt"() ]
  call void (i1, ...) @llvm.experimental.guard(i1 %c) [ "deopt"() ]
  %s = call ptr @llvm.stacksave.p0()
  %i = call double @llvm.experimental.constrained.fadd.f64(double %d, double %d, metadata !"round.tonearest", metadata !"fpexcept.ignore")
  %t = call double @llvm.experimental.constrained.fadd.f64(double %d, double %d, metadata !"round.tonearest", metadata !"fpexcept.strict")
  call void @free(ptr null)
  call void @release(i32 1, ptr null)
  call void @release(i32 1, ptr %p)
  %n = call ptr @get()
  %m = call ptr @malloc(i64 1)
  %o = call ptr @_Znwm(i64 1) builtin
  %q = call ptr @_Znwm(i64 1)
  %a = load atomic i32, ptr @k seq_cst, align 4
  %b = load atomic i32, ptr %p seq_cst, align 4
  %e = call i32 @pure(i32 1)
  %h = call i32 @pure.endless(i32 1)
  ret void
}
"""  # noqa: E501


def test_dce_deletes_what_llvm_deletes() -> None:
    module = pyllvm.parse_assembly(TEXT, llvm_version=19)
    pyllvm.run_passes(module, "dce")
    kept = [str(one).strip().split(" [")[0] for one in module.function("f").instructions]
    assert kept == [
        "%kept.alloca = alloca i8, align 1",
        "call void @llvm.lifetime.start.p0(i64 1, ptr %kept.alloca)",
        "store i8 1, ptr %kept.alloca, align 1",
        "call void @llvm.assume(i1 false)",
        "call void @llvm.assume(i1 %c)",
        "call void @llvm.assume(i1 true)",
        "call void (i1, ...) @llvm.experimental.guard(i1 %c)",
        "%t = call double @llvm.experimental.constrained.fadd.f64(double %d, double %d, metadata !\"round.tonearest\", "
        "metadata !\"fpexcept.strict\")",
        "call void @free(ptr null)",
        "call void @release(i32 1, ptr %p)",
        "%m = call ptr @malloc(i64 1)",
        "%q = call ptr @_Znwm(i64 1)",
        "%b = load atomic i32, ptr %p seq_cst, align 4",
        "%h = call i32 @pure.endless(i32 1)",
        "ret void",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("call", "is_dead_until_14"),
    [("@free(ptr null)", True), ("@free(ptr undef)", True), ("@free(ptr %p)", False), ("@release(ptr null)", False)],
)
def test_free_of_nothing_is_known_by_its_name_until_llvm_14(call: str, is_dead_until_14: bool) -> None:
    """Since then an attribute says what a function frees."""
    text = "declare void @free(ptr) nounwind willreturn\ndeclare void @release(ptr) nounwind willreturn\n"
    for version in (14, 15):
        source = f"{text}define void @f(ptr %p) {{\n  call void {call}\n  ret void\n}}\n"
        module = pyllvm.parse_assembly(source.replace("ptr", "i8*") if version == 14 else source, llvm_version=version)
        assert is_dead(next(module.function("f").instructions)) is (is_dead_until_14 and version == 14)


@pytest.mark.parametrize("version", [14, 18])
def test_debug_intrinsics_stay(version: int) -> None:
    module = pyllvm.parse_assembly(
        "declare void @llvm.dbg.value(metadata, metadata, metadata) nounwind readnone speculatable willreturn\n"
        "define void @f(i32 %x) {\n"
        "  call void @llvm.dbg.value(metadata i32 %x, metadata !0, metadata !DIExpression()), !dbg !2\n  ret void\n}\n"
        '!0 = !DILocalVariable(name: "x", scope: !1)\n!1 = distinct !DISubprogram(name: "f")\n!2 = !DILocation(scope: !1)\n'
        '!llvm.module.flags = !{!3}\n!3 = !{i32 2, !"Debug Info Version", i32 3}\n',
        llvm_version=version,
    )
    first = next(iter(module.function("f").instructions))
    assert first.opcode_name == "call"
    assert not is_dead(first)
    pyllvm.run_passes(module, "dce")
    assert first.parent is not None

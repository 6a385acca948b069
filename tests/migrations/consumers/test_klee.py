"""`--target-profile=klee`: no `freeze`, and no intrinsics that KLEE does not run, where there is something in their place."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pyllvm import parse_assembly, to_assembly

PROGRAM = """\
@t = thread_local global i32 0
define i32 @f(i32 %a, <4 x i32> %v, <2 x double> %d, double %x) {
  %1 = freeze i32 %a
  %2 = call i32 @llvm.bitreverse.i32(i32 %1)
  %3 = call i32 @llvm.vector.reduce.smax.v4i32(<4 x i32> %v)
  %4 = call double @llvm.vector.reduce.fadd.v2f64(double %x, <2 x double> %d)
  %5 = call double @llvm.rint.f64(double %4)
  %6 = call i32 @llvm.fptosi.sat.i32.f64(double %5)
  %7 = call ptr @llvm.threadlocal.address.p0(ptr @t)
  %8 = load i32, ptr %7
  %9 = call i32 @llvm.umax.i32(i32 %8, i32 %2)
  %10 = call i32 @llvm.sadd.sat.i32(i32 %9, i32 %3)
  %11 = add i32 %10, %6
  ret i32 %11
}
"""


def test_intrinsics_and_freeze() -> None:
    module = parse_assembly(PROGRAM, llvm_version=22)
    losses = module.downgraded(16, target_profile="klee")
    text = to_assembly(module)
    assert [loss.construct for loss in losses] == ["'freeze'"]
    assert "freeze" not in text
    assert set(re.findall(r"@(llvm\.[a-z.]+)", text)) == {"llvm.umax.i", "llvm.sadd.sat.i"}
    assert "call double @rint(double" in text
    assert text.count("icmp sgt i32") == 3


def test_the_version_is_13_by_default(pyllvm: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "a.ll"
    path.write_text("define void @f(ptr %p) {\n  ret void\n}\n")
    outcome = pyllvm("as", "--target-profile=klee", "--input-llvm-version=22", path, "-o", tmp_path / "a.bc")
    assert outcome.status == 0
    assert b"define void @f(i8* %p)" in pyllvm("dis", "-o", "-", tmp_path / "a.bc").output

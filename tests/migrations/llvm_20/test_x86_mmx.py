"""`x86_mmx` is `<1 x i64>` from LLVM 20 on; the expected lines are those of llvm-dis."""

from __future__ import annotations

import pytest

from pyllvm import parse_assembly, to_assembly
from pyllvm.migrations import bring

TEXT = """%s = type { x86_mmx }
declare x86_mmx @llvm.x86.mmx.padd.d(x86_mmx, x86_mmx)
define <2 x i32> @f(<2 x i32> %x) {
  %p = alloca x86_mmx, align 8
  %a = bitcast <2 x i32> %x to x86_mmx
  %b = call x86_mmx @llvm.x86.mmx.padd.d(x86_mmx %a, x86_mmx undef)
  store x86_mmx %b, ptr %p, align 8
  %c = bitcast x86_mmx %b to <2 x i32>
  ret <2 x i32> %c
}
@g = global %s undef
@e = global ptr getelementptr ([2 x x86_mmx], ptr @g, i64 0, i64 1)
"""


@pytest.mark.parametrize("version", [20, 22])
def test_every_use_of_the_type_changes(version: int) -> None:
    module = parse_assembly(TEXT, llvm_version=19)
    bring(module, version)
    printed = to_assembly(module)
    assert "mmx " not in printed
    assert "%s = type { <1 x i64> }" in printed
    assert "@e = global ptr getelementptr ([2 x <1 x i64>], ptr @g, i64 0, i64 1)\n" in printed
    assert "  %p = alloca <1 x i64>, align 8\n" in printed
    assert "  %a = bitcast <2 x i32> %x to <1 x i64>\n" in printed
    assert "call <1 x i64> @llvm.x86.mmx.padd.d(<1 x i64> %a, <1 x i64> undef)" in printed or "bitcast <1 x i64>" in printed


def test_before_20_it_stays() -> None:
    module = parse_assembly(TEXT, llvm_version=16)
    bring(module, 19)
    assert "alloca x86_mmx" in to_assembly(module)

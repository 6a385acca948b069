"""`alignstack` of a parameter, for LLVM 12 and older: dropped where it is the alignment of the type."""

from __future__ import annotations

import pytest

from pyllvm import PyllvmError, parse_assembly, to_assembly
from pyllvm.migrations import bring

TEXT = """\
target datalayout = "e-m:e-i64:64-i128:128-n32:64-S128"
declare void @g([3 x <4 x i32>] alignstack(16))
define void @f([3 x <4 x i32>] alignstack(16) %v) {
  call void @g([3 x <4 x i32>] alignstack(16) %v)
  ret void
}
"""


@pytest.mark.parametrize("version", [9, 12])
def test_the_natural_alignment_says_nothing(version: int) -> None:
    module = parse_assembly(TEXT, llvm_version=22)
    assert not bring(module, version)
    assert "alignstack" not in to_assembly(module)


def test_another_alignment_is_refused() -> None:
    module = parse_assembly(TEXT.replace("alignstack(16) %v) {", "alignstack(32) %v) {"), llvm_version=22)
    with pytest.raises(PyllvmError, match="the attribute 'alignstack' of a parameter"):
        bring(module, 12)


def test_llvm_13_has_the_attribute() -> None:
    module = parse_assembly(TEXT, llvm_version=22)
    bring(module, 13)
    assert to_assembly(module).count("alignstack(16)") == 3

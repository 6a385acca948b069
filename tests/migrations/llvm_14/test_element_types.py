"""Calls name the type behind some pointers since LLVM 13."""

from __future__ import annotations

from pyllvm import parse_assembly, to_assembly
from pyllvm.migrations import bring

OLD = """\
%s = type { i32, i32 }

define i32* @f(%s* %p) {
  %q = call i32* @llvm.preserve.struct.access.index.p0i32.p0s_ss(%s* %p, i32 1, i32 1)
  ret i32* %q
}

declare i32* @llvm.preserve.struct.access.index.p0i32.p0s_ss(%s*, i32, i32)
"""


def test_the_pointer_gives_the_type() -> None:
    module = parse_assembly(OLD, llvm_version=12)
    bring(module, 13)
    assert "(%s* elementtype(%s) %p, i32 1, i32 1)" in to_assembly(module)

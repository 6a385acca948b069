"""The metadata kinds that LLVM 23's verifier numbers."""

from __future__ import annotations

from pyllvm import parse_assembly
from pyllvm.verifier import verify

TEXT = """define void @f() !foo !0 {
  fence seq_cst, !foo !0
  ret void
}
!0 = !{}
"""


def test_kinds_come_with_metadata() -> None:
    module = parse_assembly(TEXT, llvm_version=23)
    verify(module)
    added = [kind for kind in module.metadata_kinds if kind not in ("foo", "heapallocsite")]
    assert added == ["reqd_work_group_size", "amdgpu.expected.active.lanes"]
    older = parse_assembly(TEXT, llvm_version=22)
    verify(older)
    assert not set(added) & set(older.metadata_kinds)

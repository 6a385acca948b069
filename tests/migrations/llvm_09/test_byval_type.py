"""`byval` names its type since LLVM 9."""

from __future__ import annotations

from pyllvm import parse_assembly, to_assembly
from pyllvm.migrations import bring


def test_it_gets_the_type_that_its_pointer_has() -> None:
    module = parse_assembly("%s = type { i32 }\ndeclare void @f(%s* byval)\n", llvm_version=8)
    bring(module, 9)
    assert "declare void @f(%s* byval(%s))" in to_assembly(module)


def test_it_keeps_the_type_when_pointers_become_opaque() -> None:
    module = parse_assembly("%s = type { i32 }\ndeclare void @f(%s* byval)\n", llvm_version=8)
    bring(module, 19)
    assert "declare void @f(ptr byval(%s))" in to_assembly(module)


def test_it_loses_the_type_on_the_way_down() -> None:
    module = parse_assembly("%s = type { i32 }\ndeclare void @f(%s* byval(%s))\n", llvm_version=9)
    bring(module, 8)
    assert "declare void @f(%s* byval)" in to_assembly(module)

"""`inalloca` names its type since LLVM 13."""

from __future__ import annotations

from pyllvm import parse_assembly, to_assembly
from pyllvm.migrations import bring


def test_it_gets_the_type_that_its_pointer_has() -> None:
    module = parse_assembly("%s = type { i32 }\ndeclare void @f(%s* inalloca)\n", llvm_version=12)
    bring(module, 13)
    assert "declare void @f(%s* inalloca(%s))" in to_assembly(module)


def test_it_keeps_the_type_when_pointers_become_opaque() -> None:
    module = parse_assembly("%s = type { i32 }\ndeclare void @f(%s* inalloca)\n", llvm_version=12)
    bring(module, 19)
    assert "declare void @f(ptr inalloca(%s))" in to_assembly(module)


def test_it_loses_the_type_on_the_way_down() -> None:
    module = parse_assembly("%s = type { i32 }\ndeclare void @f(%s* inalloca(%s))\n", llvm_version=13)
    bring(module, 12)
    assert "declare void @f(%s* inalloca)" in to_assembly(module)

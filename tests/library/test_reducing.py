"""`pyllvm.reduce` as a function: its limits, its choice of passes, its errors, what it returns."""

from __future__ import annotations

import pytest

import pyllvm

TEXT = """\
define internal i32 @f(i32 %x, ptr %p) #0 {
  %a = add nsw i32 %x, 7
  %m = mul i32 %a, %x
  store volatile i32 %m, ptr %p, align 4
  ret i32 %m
}
define void @g() {
  %1 = call i32 @f(i32 3, ptr null)
  ret void
}
attributes #0 = { nounwind "key"="value" }
"""


def parsed() -> pyllvm.Module:
    return pyllvm.parse_assembly(TEXT, llvm_version=19)


def opcodes(module: pyllvm.Module) -> list[str]:
    return [one.opcode_name for function in module.functions for one in function.instructions]


def has_mul(module: pyllvm.Module) -> bool:
    return "mul" in opcodes(module)


def test_limits_and_chosen_passes() -> None:
    made = pyllvm.reduce(parsed(), has_mul, max_tries=3)
    assert (made.tries, made.is_complete) == (3, False)
    assert sum(row.tries for row in made.passes) == 3
    only = pyllvm.reduce(parsed(), has_mul, passes=["attributes"])
    assert only.is_complete
    assert [row.name for row in only.passes] == ["input", "attributes"]
    assert opcodes(only.module) == opcodes(parsed())
    assert "#0" not in pyllvm.to_assembly(only.module)


def test_kept_functions_and_names() -> None:
    kept = pyllvm.reduce(parsed(), lambda module: True, keep=["f"]).module.function("f")
    assert [str(argument.type) for argument in kept.arguments] == ["i32", "ptr"]
    named = pyllvm.reduce(parsed(), has_mul, keep_names=True).module
    assert [one.name for function in named for one in function.instructions] == ["m", ""]


def test_errors() -> None:
    with pytest.raises(pyllvm.PyllvmError, match="not true for the module itself"):
        pyllvm.reduce(parsed(), lambda module: False)
    with pytest.raises(pyllvm.PyllvmError, match="the pass 'no' is not known"):
        pyllvm.reduce(parsed(), lambda module: True, passes=["no"])
    with pytest.raises(pyllvm.PyllvmError, match="no symbol named 'no'"):
        pyllvm.reduce(parsed(), lambda module: True, keep=["no"])
    with pytest.raises(ZeroDivisionError):
        pyllvm.reduce(parsed(), lambda module: bool(1 // 0))

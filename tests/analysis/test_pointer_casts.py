"""What stripping casts leads to: llvm.localescape by llvm-as accepts those of these pointers that lead to the alloca."""

from __future__ import annotations

import pytest

from pyllvm.analysis.pointer_casts import (
    strip_in_bounds_constant_offsets,
    strip_in_bounds_offsets,
    strip_pointer_casts,
    strip_pointer_casts_and_aliases,
)
from pyllvm.assembly import parse_assembly

FUNCTION = """@x = global [4 x i32] zeroinitializer
@y = alias i32, getelementptr ([4 x i32], ptr @x, i64 0, i64 0)
declare ptr @id(ptr returned)
define void @f(ptr %p) {{
  %a = alloca [4 x i32]
  %b = {}
  ret void
}}
"""


@pytest.mark.parametrize(
    ("text", "is_stripped", "is_stripped_in_bounds"),
    [
        ("getelementptr i8, ptr %a, i64 0", True, False),
        ("getelementptr inbounds i8, ptr %a, i64 0", True, True),
        ("getelementptr inbounds i8, ptr %a, i64 1", False, True),
        ("addrspacecast ptr %a to ptr addrspace(1)", True, True),
        ("ptrtoint ptr %a to i64", False, False),
        ("call ptr @id(ptr %a)", True, True),
        ("call ptr %p(ptr returned %a)", True, True),
        ("call ptr %p(ptr %a)", False, False),
    ],
)
def test_instructions(text: str, is_stripped: bool, is_stripped_in_bounds: bool) -> None:
    alloca, value, _ = parse_assembly(FUNCTION.format(text).encode(), llvm_version=19).functions[1].instructions
    assert strip_pointer_casts(value) is (alloca if is_stripped else value)
    assert strip_in_bounds_offsets(value) is (alloca if is_stripped_in_bounds else value)


def test_aliases_are_followed_where_that_is_asked_for() -> None:
    module = parse_assembly(FUNCTION.format("getelementptr i8, ptr %a, i64 0").encode(), llvm_version=19)
    alias = module.aliases[0]
    assert strip_pointer_casts(alias) is alias
    assert strip_pointer_casts_and_aliases(alias) is module.global_variables[0]


def test_an_alias_of_itself_ends() -> None:
    module = parse_assembly(b"@x = global i32 0\n@a = alias i32, ptr @x\n@b = alias i32, ptr @a\n", llvm_version=19)
    a, b = module.aliases
    a.set_operand(0, b)
    assert strip_pointer_casts_and_aliases(a) in (a, b)


@pytest.mark.parametrize(("index", "is_stripped"), [("i64 1", True), ("i64 %n", False)])
def test_only_constant_indices(index: str, is_stripped: bool) -> None:
    text = f"define void @f(i64 %n) {{\n  %a = alloca i8\n  %b = getelementptr inbounds i8, ptr %a, {index}\n  ret void\n}}\n"
    alloca, value, _ = parse_assembly(text.encode(), llvm_version=19).functions[0].instructions
    assert strip_in_bounds_constant_offsets(value) is (alloca if is_stripped else value)
    assert strip_in_bounds_offsets(value) is alloca

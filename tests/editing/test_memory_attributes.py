"""`drop_memory_attributes`: what a call that was added makes untrue, of the function, of calls of it, and of callers."""

from __future__ import annotations

import pytest

import pyllvm
from pyllvm.ir import Function

TEXT = """\
declare void @hook(ptr)

define i32 @leaf(ptr noalias readonly captures(none) align 4 %p) nounwind memory(argmem: read) {
  %v = load i32, ptr %p
  ret i32 %v
}

define i32 @middle(ptr %p) nosync nofree willreturn norecurse {
  %v = call i32 @leaf(ptr readonly align 4 %p) nounwind memory(argmem: read)
  ret i32 %v
}

define i32 @top(ptr %p) memory(read) {
  %v = call i32 @middle(ptr %p)
  ret i32 %v
}

define i32 @other(ptr %p) memory(none) {
  ret i32 0
}
"""


def words(function: Function) -> str:
    attributes = function.attributes
    return "" if attributes is None else str(attributes.function)


def test_what_a_call_makes_untrue() -> None:
    module = pyllvm.parse_assembly(TEXT, "m", llvm_version=22)
    leaf = module.function("leaf")
    pyllvm.IRBuilder.before(next(leaf.instructions)).call(module.function("hook"), [leaf.arguments[0]])
    assert {found.rule for found in pyllvm.verify(module, lint=True)} == {"promise-memory"}
    leaf.drop_memory_attributes()
    assert pyllvm.verify(module, lint=True) == []
    assert words(leaf) == "nounwind"
    assert "define i32 @leaf(ptr align 4 %p)" in str(leaf)
    assert words(module.function("middle")) == ""
    assert "%v = call i32 @leaf(ptr align 4 %p) #0" in str(next(module.function("middle").instructions))
    assert words(module.function("top")) == ""
    assert words(module.function("other")) == "memory(none)"


@pytest.mark.parametrize("word", ["readnone", "readonly", "argmemonly", "inaccessiblememonly", "speculatable", "nosync"])
def test_older_words(word: str) -> None:
    text = f"define void @f(i8* nocapture %p) {word} nounwind {{\n  call void @f(i8* %p) {word}\n  ret void\n}}\n"
    module = pyllvm.parse_assembly(text, "m", llvm_version=14)
    module.function("f").drop_memory_attributes()
    assert words(module.function("f")) == "nounwind"
    assert word not in str(module) and "nocapture" not in str(module)
    assert pyllvm.verify(module) == []

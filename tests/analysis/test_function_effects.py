"""The memory that functions may access, by their attributes and by their bodies, beside LLVM's own inference."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

import pyllvm
from pyllvm.analysis import MemoryEffects, infer_memory_effects, memory_effects

# The name of each function begins with its effects as LLVM 21 infers them.
TEXT: Final = """
@g = global i32 0
@c = constant i32 1
@a = alias i32, ptr @g
declare void @unknown()
declare void @inaccessible() memory(inaccessiblemem: readwrite)
declare void @reads(ptr, ptr) memory(argmem: read)
declare noalias ptr @fresh() memory(inaccessiblemem: readwrite)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.experimental.guard(i1, ...)
declare ptr @same(ptr returned) memory(none)

define i32 @none_sum(i32 %x) {
  %y = add i32 %x, 1
  ret i32 %y
}
define i32 @none_local_and_constant(i32 %x, i1 %b) {
  %p = alloca i32
  store i32 %x, ptr %p
  %q = select i1 %b, ptr %p, ptr @c
  %y = load i32, ptr %q
  ret i32 %y
}
define i32 @argread_pointer(ptr %p) {
  %q = getelementptr i32, ptr %p, i64 3
  %y = load i32, ptr %q
  ret i32 %y
}
define i32 @none_caller(i32 %x) {
  %y = call i32 @none_sum(i32 %x)
  ret i32 %y
}
define i32 @argread_caller(ptr %p) {
  %y = call i32 @argread_pointer(ptr %p)
  ret i32 %y
}
define void @argwrite_same(ptr %p) {
  %q = call ptr @same(ptr %p)
  store i32 0, ptr %q
  ret void
}
define i32 @otherread_global() {
  %y = load i32, ptr @g
  ret i32 %y
}
define i32 @argotherread_loaded(ptr %p) {
  %q = load ptr, ptr %p
  %y = load i32, ptr %q
  ret i32 %y
}
define i32 @argread_phi(ptr %p, i1 %b) {
entry:
  br i1 %b, label %one, label %two
one:
  %q = getelementptr i8, ptr %p, i64 1
  br label %two
two:
  %r = phi ptr [ %p, %entry ], [ %q, %one ]
  %y = load i32, ptr %r
  ret i32 %y
}
define void @all_call() {
  call void @unknown()
  ret void
}
define void @inaccessible_call() {
  call void @inaccessible()
  ret void
}
define void @otherwriteinaccessible_fresh() {
  %p = call ptr @fresh()
  store i32 0, ptr %p
  ret void
}
define void @otherread_argument_of_call(i32 %x) {
  %p = alloca i32
  call void @reads(ptr %p, ptr @g)
  ret void
}
define i32 @argread_recursive(ptr %p, i32 %n) {
  %b = icmp eq i32 %n, 0
  br i1 %b, label %end, label %again
again:
  %q = getelementptr i32, ptr %p, i64 1
  %m = sub i32 %n, 1
  %r = call i32 @argread_recursive(ptr %q, i32 %m)
  ret i32 %r
end:
  %y = load i32, ptr %p
  ret i32 %y
}
define i32 @argotherread_recursive(ptr %p, i32 %n) {
  %b = icmp eq i32 %n, 0
  br i1 %b, label %end, label %again
again:
  %m = sub i32 %n, 1
  %r = call i32 @argotherread_recursive(ptr @g, i32 %m)
  ret i32 %r
end:
  %y = load i32, ptr %p
  ret i32 %y
}
define i32 @argreadwriteinaccessible_volatile(ptr %p) {
  %y = load volatile i32, ptr %p
  ret i32 %y
}
define void @argwriteinaccessible_volatile(ptr %p) {
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 8, i1 true)
  ret void
}
define i32 @readinaccessible_guard(i1 %b) {
  call void (i1, ...) @llvm.experimental.guard(i1 %b) [ "deopt"() ]
  ret i32 0
}
define void @all_fence() {
  fence seq_cst
  ret void
}
define linkonce_odr void @all_replaceable() {
  ret void
}
define void @all_optnone() optnone noinline {
  ret void
}
define i32 @none_promised() memory(none) {
  %y = load i32, ptr @g
  ret i32 %y
}
"""
WORDS: Final = {
    "none": "memory(none)",
    "argread": "memory(argmem: read)",
    "argwrite": "memory(argmem: write)",
    "otherread": "memory(read, argmem: none, inaccessiblemem: none)",
    "argotherread": "memory(read, inaccessiblemem: none)",
    "argwriteinaccessible": "memory(argmem: write, inaccessiblemem: readwrite)",
    "readinaccessible": "memory(read, inaccessiblemem: readwrite)",
    "inaccessible": "memory(inaccessiblemem: readwrite)",
    "otherwriteinaccessible": "memory(write, argmem: none, inaccessiblemem: readwrite)",
    "argreadwriteinaccessible": "memory(argmem: readwrite, inaccessiblemem: readwrite)",
    "all": "memory(readwrite)",
}


def of_bodies(module: pyllvm.Module, found: Callable[[pyllvm.ir.Function], MemoryEffects]) -> dict[str, str]:
    return {function.name: str(found(function)) for function in module.functions if not function.is_declaration}


def test_bodies_are_judged() -> None:
    module = pyllvm.parse_assembly(TEXT, llvm_version=21)
    found = of_bodies(module, infer_memory_effects(module).__getitem__)
    assert found == {name: WORDS[name.partition("_")[0]] for name in found}
    assert str(module) == str(pyllvm.parse_assembly(TEXT, llvm_version=21))


@pytest.mark.oracle
@pytest.mark.parametrize("version", [19, 22])
def test_llvm_infers_the_same(version: int, tmp_path: Path, llvm_tool: Callable[[int, str], str]) -> None:
    module = pyllvm.parse_assembly(TEXT, llvm_version=19)
    pyllvm.write(module, tmp_path / "m.bc", llvm_version=version)
    words = [llvm_tool(version, "opt"), "-S", "-passes=cgscc(function-attrs)", str(tmp_path / "m.bc"), "-o", "-"]
    text = subprocess.run(words, capture_output=True, check=True).stdout
    module = pyllvm.read(tmp_path / "m.bc")
    assert of_bodies(module, infer_memory_effects(module).__getitem__) == of_bodies(
        pyllvm.parse_assembly(text, llvm_version=version), memory_effects
    )


@pytest.mark.parametrize(
    ("attributes", "version", "expected"),
    [
        ("", 19, "memory(readwrite)"),
        ("readnone", 14, "memory(none)"),
        ("readonly argmemonly", 14, "memory(argmem: read)"),
        ("writeonly inaccessiblememonly", 15, "memory(inaccessiblemem: write)"),
        ("memory(write, argmem: none)", 16, "memory(write, argmem: none)"),
        ("memory(argmem: read)", 23, "memory(argmem: read)"),
    ],
)
def test_attributes(attributes: str, version: int, expected: str) -> None:
    module = pyllvm.parse_assembly(f"declare void @f() {attributes}", llvm_version=version)
    assert str(memory_effects(module.function("f"))) == expected


def test_the_parts() -> None:
    module = pyllvm.parse_assembly("declare void @f() memory(read, argmem: none, inaccessiblemem: write)", llvm_version=19)
    effects = memory_effects(module.function("f"))
    assert (effects.argument_memory, effects.inaccessible_memory, effects.other_memory) == ("none", "write", "read")
    assert (effects.may_read, effects.may_write, effects.only_argument_memory) == (True, True, False)
    assert repr(effects) == "<MemoryEffects memory(read, argmem: none, inaccessiblemem: write)>"
    module.function("f").add_attribute(str(effects))
    assert memory_effects(module.function("f")) == effects
    argument = pyllvm.parse_assembly("declare void @f(ptr) memory(argmem: read)", llvm_version=19).function("f")
    assert memory_effects(argument).only_argument_memory
    assert not memory_effects(argument).may_write


def test_wrong_arguments() -> None:
    module = pyllvm.Module("m", llvm_version=19)
    with pytest.raises(TypeError):
        memory_effects(module)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        infer_memory_effects(module.add_function("f", "void ()"))  # type: ignore[arg-type]

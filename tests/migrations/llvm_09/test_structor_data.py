"""Entries of `llvm.global_ctors` have a third field since LLVM 9."""

from __future__ import annotations

from pyllvm import parse_assembly, to_assembly
from pyllvm.migrations import bring

TEXT = (
    "declare void @f()\n"
    "@llvm.global_ctors = appending global [1 x { i32, void ()* }] [{ i32, void ()* } { i32 1, void ()* @f }]\n"
)


def test_entries_get_a_third_field() -> None:
    module = parse_assembly(TEXT, llvm_version=8)
    bring(module, 9)
    assert "[{ i32, void ()*, i8* } { i32 1, void ()* @f, i8* null }]" in to_assembly(module)


def test_entries_of_three_fields_stay_as_they_are_in_8() -> None:
    module = parse_assembly(TEXT, llvm_version=8)
    bring(module, 9)
    bring(module, 8)
    assert "[{ i32, void ()*, i8* } { i32 1, void ()* @f, i8* null }]" in to_assembly(module)

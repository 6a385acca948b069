"""Intrinsics that return a named struct: they return a literal one once LLVM has read them."""

from __future__ import annotations

from pyllvm.assembly import parse_assembly
from pyllvm.assembly.printer.text import print_module

TEXT = b"""
%pair = type { <16 x i8>, <16 x i8> }

define %pair @f(ptr %a) {
  %both = call %pair @llvm.aarch64.neon.ld1x2.v16i8.p0(ptr %a)
  ret %pair %both
}

declare %pair @llvm.aarch64.neon.ld1x2.v16i8.p0(ptr)
declare %pair @llvm.ssa.copy.s_pairs(%pair)
"""

BODY = """  %1 = call { <16 x i8>, <16 x i8> } @llvm.aarch64.neon.ld1x2.v16i8.p0(ptr %a)
  %2 = extractvalue { <16 x i8>, <16 x i8> } %1, 0
  %3 = insertvalue %pair poison, <16 x i8> %2, 0
  %4 = extractvalue { <16 x i8>, <16 x i8> } %1, 1
  %5 = insertvalue %pair %3, <16 x i8> %4, 1
  ret %pair %5
"""


def test_calls_put_the_parts_into_the_struct_of_before() -> None:
    text = print_module(parse_assembly(TEXT, llvm_version=19)).decode()
    assert BODY in text
    assert "declare { <16 x i8>, <16 x i8> } @llvm.aarch64.neon.ld1x2.v16i8.p0(ptr)" in text
    assert "declare %pair @llvm.aarch64" not in text


def test_a_struct_that_is_any_type_stays() -> None:
    assert "declare %pair @llvm.ssa.copy.s_pairs(%pair returned)" in print_module(parse_assembly(TEXT, llvm_version=19)).decode()

"""Typed pointers become opaque ones; opaque ones become typed ones. The expected texts are llvm-dis's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyllvm import parse_assembly, parse_bitcode, to_assembly
from pyllvm.bitcode import write_bitcode
from pyllvm.migrations import bring

DATA = Path(__file__).parents[1].parent / "data" / "migrations"


@pytest.mark.parametrize("version", [16, 19, 22])
def test_typed_pointers_and_the_attributes_of_14_become_those_of_newer_versions(version: int) -> None:
    module = parse_assembly((DATA / "typed_pointers.ll").read_text(), llvm_version=14)
    module.source_filename = "typed_pointers.c"
    bring(module, version)
    assert module.llvm_version == version
    assert to_assembly(module).split("\n", 1)[1] == (DATA / f"typed_pointers.{version}.ll").read_text()


def test_opaque_pointers_go_down_to_15() -> None:
    module = parse_assembly("define ptr @f(ptr %p) {\n  ret ptr %p\n}\n", llvm_version=19)
    assert bring(module, 15) == []
    assert "define ptr @f(ptr %p)" in to_assembly(module)


PLAIN = """%t = type { %t*, i8* }

@g = global %t* null
@h = global i8* bitcast (%t** @g to i8*)

declare void @llvm.memset.p0i8.i64(i8*, i8, i64, i1)

define i8* @f(%t** %p) {
  %q = load %t*, %t** %p, align 8
  %r = bitcast %t* %q to i8*
  call void @llvm.memset.p0i8.i64(i8* %r, i8 0, i64 16, i1 false)
  ret i8* %r
}
"""


def test_15_keeps_typed_pointers() -> None:
    module = parse_assembly(PLAIN, llvm_version=14)
    bring(module, 15)
    assert module.has_typed_pointers
    printed = to_assembly(module)
    assert "%t = type { %t*, i8* }" in printed
    assert "call void @llvm.memset.p0i8.i64(i8* %r, i8 0, i64 16, i1 false)" in printed


@pytest.mark.parametrize("version", [16, 19])
def test_typed_pointers_of_15_become_opaque(version: int) -> None:
    data = write_bitcode(parse_assembly(PLAIN, llvm_version=15))
    read = parse_bitcode(data)
    assert read.llvm_version == 15
    assert "%q = load %t*, %t** %p, align 8" in to_assembly(read)
    printed = to_assembly(parse_bitcode(data, llvm_version=version))
    assert "%q = load ptr, ptr %p, align 8" in printed
    assert "call void @llvm.memset.p0.i64(ptr %r, i8 0, i64 16, i1 false)" in printed


@pytest.mark.parametrize("version", [14, 13, 8])
def test_typed_pointers_of_15_stay_in_older_versions(version: int) -> None:
    module = parse_assembly(PLAIN, llvm_version=15)
    body = PLAIN[PLAIN.index("define") :]
    assert body in to_assembly(module)
    assert bring(module, version) == []
    assert body in to_assembly(module)

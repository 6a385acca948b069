"""What LLVM 23 reads otherwise than LLVM 22: uniform work groups, old masked accesses and lifetimes, vectors of null pointers."""

from __future__ import annotations

import pytest

from pyllvm.assembly import parse_assembly
from pyllvm.bitcode import read_bitcode, write_bitcode
from pyllvm.migrations import bring
from pyllvm.verifier import verify

MODULE = b"""
define <vscale x 2 x ptr> @f(ptr %p, <2 x i1> %m) "uniform-work-group-size"="VALUE" {
  %x = alloca i64
  call void @llvm.lifetime.start.p0(i64 8, ptr %x)
  %v = call fast <2 x half> @llvm.masked.load.v2f16.p0(ptr %p, i32 2, <2 x i1> %m, <2 x half> zeroinitializer)
  ret <vscale x 2 x ptr> zeroinitializer
}
declare void @llvm.lifetime.start.p0(i64, ptr nocapture)
declare <2 x half> @llvm.masked.load.v2f16.p0(ptr, i32 immarg, <2 x i1>, <2 x half>)
"""


def text_of(version: int, value: str = "true") -> str:
    module = parse_assembly(MODULE.replace(b"VALUE", value.encode()), llvm_version=version)
    assert not verify(module)
    return str(read_bitcode(write_bitcode(module)))


@pytest.mark.parametrize(
    ("version", "value", "expected"),
    [
        (22, "true", '{ "uniform-work-group-size"="true" }'),
        (23, "true", '{ "uniform-work-group-size" }'),
        (23, "false", ""),
    ],
)
def test_uniform_work_groups_have_no_value_since_llvm_23(version: int, value: str, expected: str) -> None:
    text = text_of(version, value)
    assert ("uniform-work-group-size" in text) == bool(expected)
    assert expected in text


@pytest.mark.parametrize(("version", "flags"), [(22, ""), (23, "fast ")])
def test_the_call_for_an_old_masked_load_keeps_flags_since_llvm_23(version: int, flags: str) -> None:
    assert f"call {flags}<2 x half> @llvm.masked.load.v2f16.p0(ptr align 2" in text_of(version)


@pytest.mark.parametrize(("version", "is_declared"), [(22, True), (23, False)])
def test_no_lifetime_of_a_size_is_declared_since_llvm_23(version: int, is_declared: bool) -> None:
    assert ("@llvm.lifetime.start.i64(" in text_of(version)) == is_declared


@pytest.mark.parametrize(("version", "text"), [(22, "zeroinitializer"), (23, "splat (ptr null)")])
def test_a_vector_of_null_pointers_is_a_splat_since_llvm_23(version: int, text: str) -> None:
    assert f"ret <vscale x 2 x ptr> {text}" in text_of(version)


def test_uniform_work_groups_of_older_bitcode_have_no_value_in_llvm_23() -> None:
    text = b'declare void @f() "uniform-work-group-size"="true"\ndeclare void @g() "uniform-work-group-size"="false"\n'
    module = read_bitcode(write_bitcode(parse_assembly(text, llvm_version=22)))
    bring(module, 23)
    assert str(module).count("attributes #") == 1
    assert 'attributes #0 = { "uniform-work-group-size" }' in str(module)

"""AMDGPU's operations on lanes for LLVM 18 and older, which have them for i32 alone."""

from __future__ import annotations

import pytest

from pyllvm import parse_assembly, to_assembly, verify
from pyllvm.migrations import bring


def _lines(type: str, suffix: str, version: int) -> list[str]:
    text = (
        'target datalayout = "e-p:64:64-p3:32:32"\n'
        f"declare {type} @llvm.amdgcn.readlane.{suffix}({type}, i32)\n"
        f"define {type} @f({type} %x, i32 %l) {{\n  %r = call {type} @llvm.amdgcn.readlane.{suffix}({type} %x, i32 %l)\n"
        f"  ret {type} %r\n}}\n"
    )
    module = parse_assembly(text, llvm_version=22)
    assert bring(module, version) == []
    assert verify(module) == []
    return [line.strip() for line in to_assembly(module).splitlines() if line.startswith("  %")]


def test_wide_values_are_split() -> None:
    assert _lines("i64", "i64", 18) == [
        "%1 = bitcast i64 %x to <2 x i32>",
        "%2 = extractelement <2 x i32> %1, i32 0",
        "%3 = extractelement <2 x i32> %1, i32 1",
        "%4 = call i32 @llvm.amdgcn.readlane(i32 %2, i32 %l)",
        "%5 = call i32 @llvm.amdgcn.readlane(i32 %3, i32 %l)",
        "%6 = insertelement <2 x i32> poison, i32 %4, i32 0",
        "%7 = insertelement <2 x i32> %6, i32 %5, i32 1",
        "%r = bitcast <2 x i32> %7 to i64",
    ]


def test_narrow_values_are_extended() -> None:
    assert _lines("half", "f16", 16) == [
        "%1 = bitcast half %x to i16",
        "%2 = zext i16 %1 to i32",
        "%3 = call i32 @llvm.amdgcn.readlane(i32 %2, i32 %l)",
        "%4 = trunc i32 %3 to i16",
        "%r = bitcast i16 %4 to half",
    ]


@pytest.mark.parametrize(("type", "suffix"), [("ptr addrspace(3)", "p3"), ("<2 x ptr>", "v2p0"), ("<3 x i32>", "v3i32")])
@pytest.mark.parametrize("version", [18, 14, 10])
def test_other_types(type: str, suffix: str, version: int) -> None:
    assert sum("call i32" in line for line in _lines(type, suffix, version)) == {"p3": 1, "v2p0": 4, "v3i32": 3}[suffix]


def test_two_names_become_one() -> None:
    text = """
declare i32 @llvm.amdgcn.readfirstlane.i32(i32)
declare float @llvm.amdgcn.readfirstlane.f32(float)
define float @f(float %x, i32 %i) {
  %j = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %i)
  %y = call float @llvm.amdgcn.readfirstlane.f32(float %x)
  ret float %y
}
"""
    module = parse_assembly(text, llvm_version=22)
    bring(module, 18)
    printed = to_assembly(module)
    assert printed.count("call i32 @llvm.amdgcn.readfirstlane(i32 ") == 2
    assert printed.count("declare") == 1

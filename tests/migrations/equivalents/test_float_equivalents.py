"""Intrinsics on floating-point numbers, vectors of them, and lengths of vectors, in LLVMs without them."""

from __future__ import annotations

import re

import pytest

from pyllvm import parse_assembly, to_assembly, verify
from pyllvm.migrations import bring

AMD = 'target triple = "amdgcn-amd-amdhsa"\n'
LINUX = 'target triple = "x86_64-unknown-linux-gnu"\n'


def brought(intrinsic: str, result: str, arguments: str, triple: str = LINUX, version: int = 14) -> str:
    """The body of a function that calls the intrinsic with its own parameters, and returns the result."""
    types = ", ".join(one.rsplit(" ", 1)[0] for one in arguments.split(", "))
    text = (
        f"{triple}declare {result} @{intrinsic}({types})\n"
        f"define {result} @f({', '.join(one for one in arguments.split(', ') if '%' in one)}) {{\n"
        f"  %r = call {result} @{intrinsic}({arguments})\n  ret {result} %r\n}}\n"
    )
    module = parse_assembly(text, llvm_version=22)
    bring(module, version)
    verify(module)
    return to_assembly(module)


def operations(text: str) -> list[str]:
    return re.findall(r"^  (?:%\w+ = )?(\w+)", text, re.MULTILINE)


@pytest.mark.parametrize("type", ["half", "float", "<4 x double>", "x86_fp80"])
@pytest.mark.parametrize(("word", "predicate", "operation"), [("maximumnum", "ogt", "and"), ("minimumnum", "olt", "or")])
def test_the_larger_number(type: str, word: str, predicate: str, operation: str) -> None:
    mangled = {"half": "f16", "float": "f32", "<4 x double>": "v4f64", "x86_fp80": "f80"}[type]
    text = brought(f"llvm.{word}.{mangled}", type, f"{type} %a, {type} %b")
    assert f"fcmp {predicate} {type} %a, %b" in text
    assert operations(text).count(operation) == 1
    assert operations(text).count("select") == 4
    assert "  %r = select" in text


@pytest.mark.parametrize("version", [11, 19, 20])
def test_the_fraction(version: int) -> None:
    text = brought("llvm.modf.f64", "{ double, double }", "double %a", version=version)
    assert "call double @llvm.trunc.f64(double %a)" in text
    assert "call double @llvm.copysign.f64(double " in text
    assert operations(text)[-3:] == ["insertvalue", "insertvalue", "ret"]


def test_sine_and_cosine() -> None:
    text = brought("llvm.sincos.v2f32", "{ <2 x float>, <2 x float> }", "<2 x float> %a")
    assert "call <2 x float> @llvm.sin.v2f32(<2 x float> %a)" in text
    assert "call <2 x float> @llvm.cos.v2f32(<2 x float> %a)" in text


def test_functions_of_the_library_take_vectors_apart() -> None:
    text = brought("llvm.atan2.v2f64", "<2 x double>", "<2 x double> %a, <2 x double> %b")
    assert text.count("call double @atan2(double ") == 2
    text = brought("llvm.ldexp.v2f32.i32", "<2 x float>", "<2 x float> %a, i32 %n", version=16)
    assert text.count("call float @ldexpf(float ") == 2
    assert operations(text) == ["extractelement", "call", "extractelement", "call", "insertelement", "insertelement", "ret"]


def test_narrow_numbers_are_computed_as_wider_ones() -> None:
    text = brought("llvm.tan.f16", "half", "half %a")
    assert operations(text) == ["fpext", "call", "fptrunc", "ret"]


def test_amd_has_intrinsics() -> None:
    text = brought("llvm.ldexp.f64.i32", "double", "double %a, i32 %n", AMD)
    assert "call double @llvm.amdgcn.ldexp.f64(double %a, i32 %n)" in text
    text = brought("llvm.ldexp.v2f32.v2i32", "<2 x float>", "<2 x float> %a, <2 x i32> %n", AMD)
    assert text.count("call float @llvm.amdgcn.ldexp.f32(") == 2
    text = brought("llvm.frexp.f32.i32", "{ float, i32 }", "float %a", AMD)
    assert "call float @llvm.amdgcn.frexp.mant.f32(float %a)" in text
    assert "call i32 @llvm.amdgcn.frexp.exp.i32.f32(float %a)" in text
    text = brought("llvm.frexp.f16.i32", "{ half, i32 }", "half %a", AMD)
    assert operations(text) == ["call", "call", "sext", "insertvalue", "insertvalue", "ret"]
    assert "@llvm.log2.f32(float %a)" in brought("llvm.amdgcn.log.f32", "float", "float %a", AMD)
    assert "@llvm.exp2.f32(float %a)" in brought("llvm.amdgcn.exp2.f32", "float", "float %a", AMD)


@pytest.mark.parametrize(("is_scalable", "count"), [("true", "i64"), ("false", "i32")])
def test_the_length_of_a_vector(is_scalable: str, count: str) -> None:
    text = brought(f"llvm.experimental.get.vector.length.{count}", "i32", f"{count} %n, i32 4, i1 {is_scalable}", version=16)
    if count == "i64":
        assert operations(text) == ["call", "mul", "icmp", "select", "trunc", "ret"]
        assert "@llvm.vscale.i64()" in text
    else:
        assert "icmp ult i32 %n, 4" in text
        assert operations(text) == ["icmp", "select", "ret"]


def test_what_keeps_an_optimizer_from_moving_is_left_out() -> None:
    text = brought("llvm.bpf.passthrough.i32.i32", "i32", "i32 3, i32 %a", version=11)
    assert operations(text) == ["ret"]
    assert "ret i32 %a" in text

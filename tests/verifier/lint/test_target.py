"""Data layouts that do not fit the target triple, or have numbers that nothing has."""

from __future__ import annotations

import pytest

from pyllvm.assembly import parse_assembly
from pyllvm.verifier.lint import lint


def found(layout: str, triple: str = "") -> list[tuple[str, str]]:
    """Rule and message of each finding."""
    text = f'target datalayout = "{layout}"\n' + (f'target triple = "{triple}"\n' if triple else "")
    return [(finding.rule, finding.message) for finding in lint(parse_assembly(text.encode(), llvm_version=16))]


@pytest.mark.parametrize(
    "layout", ["i8388607:32", "i1:8", "S32768", "p:32:32:32:32", "p:32:32", "p1:64:64:64:32", "e-f32:32", ""]
)
def test_numbers_that_something_has(layout: str) -> None:
    assert found(layout) == []


@pytest.mark.parametrize(
    ("layout", "message"),
    [
        ("i8388608:32", "the data layout has integers of 8388608 bits in 'i8388608:32'; LLVM has 1 to 8388607"),
        ("e-S65536", "the stack alignment in 'S65536' must be less than 65536 bits"),
        ("p:32:32:32:64", "the data layout has indices wider than pointers in 'p:32:32:32:64'"),
    ],
)
def test_numbers_that_nothing_has(layout: str, message: str) -> None:
    assert found(layout) == [("target-alignment", message)]


@pytest.mark.parametrize(
    ("layout", "triple"),
    [
        ("e-m:e-i64:64", "x86_64-unknown-linux-gnu"),
        ("e-m:e-p:32:32", "x86_64-unknown-linux-gnux32"),
        ("e-m:e-p:32:32", "x86_64-unknown-nacl"),
        ("e-m:o", "x86_64-apple-macosx"),
        ("e-m:w", "x86_64-pc-windows-msvc"),
        ("e", "x86_64-unknown-linux-gnu"),
        ("E-m:m-p:32:32", "mips-unknown-linux-gnu"),
        ("E-p:32:32", "unknown-unknown"),
    ],
)
def test_layouts_that_fit(layout: str, triple: str) -> None:
    assert found(layout, triple) == []


@pytest.mark.parametrize(
    ("layout", "triple", "rule", "message"),
    [
        ("E", "x86_64-linux", "target-endianness", "the data layout is not little-endian, but x86_64 is"),
        ("e-p:32:32", "mips-linux", "target-endianness", "the data layout is not big-endian, but mips is"),
        (
            "e-p:32:32",
            "x86_64-linux",
            "target-pointer",
            "the data layout's pointers have 32 bits, but the pointers of x86_64 do not",
        ),
        (
            "e",
            "x86_64--linux-gnux32",
            "target-pointer",
            "the data layout's pointers have 64 bits, but the pointers of x86_64 do not",
        ),
        ("e-m:o", "x86_64-linux", "target-mangling", "the data layout's name mangling 'o' is not one for elf"),
        ("e-m:e", "x86_64-apple-macosx", "target-mangling", "the data layout's name mangling 'e' is not one for macho"),
    ],
)
def test_layouts_of_another_target(layout: str, triple: str, rule: str, message: str) -> None:
    assert found(layout, triple) == [(rule, message)]

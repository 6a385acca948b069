"""`bitextract` and `bitinsert` on the way to LLVM 23: vectors of smaller bytes, in the order that the data layout gives them."""

from __future__ import annotations

import pytest

import pyllvm
from pyllvm.diagnostics import PyllvmError
from pyllvm.migrations import bring


def brought(parameters: str, instruction: str, layout: str = "e") -> list[str]:
    """The instructions of LLVM 23 that take the place of one of LLVM 24."""
    text = f'target datalayout = "{layout}"\ndefine void @f({parameters}) {{\n  %r = {instruction}\n  ret void\n}}\n'
    module = pyllvm.parse_assembly(text, llvm_version=24)
    bring(module, 23)
    assert pyllvm.verify(module) == []
    return [line.strip() for line in str(module.functions[0]).splitlines()[1:-2]]


@pytest.mark.parametrize(("layout", "place"), [("e", 1), ("E", 2)])
def test_a_piece_is_extracted(layout: str, place: int) -> None:
    assert brought("b32 %v", "bitextract i8, b32 %v, i32 8", layout) == [
        "%1 = bitcast b32 %v to <4 x b8>",
        f"%2 = extractelement <4 x b8> %1, i32 {place}",
        "%r = bitcast b8 %2 to i8",
    ]


def test_several_pieces_are_extracted() -> None:
    assert brought("b64 %v", "bitextract float, b64 %v, i32 8") == [
        "%1 = bitcast b64 %v to <8 x b8>",
        "%2 = shufflevector <8 x b8> %1, <8 x b8> poison, <4 x i32> <i32 1, i32 2, i32 3, i32 4>",
        "%3 = bitcast <4 x b8> %2 to b32",
        "%r = bitcast b32 %3 to float",
    ]


def test_pointers_have_the_size_of_the_data_layout() -> None:
    assert brought("b64 %v", "bitextract ptr, b64 %v, i32 32", "e-p:32:32") == [
        "%1 = bitcast b64 %v to <2 x b32>",
        "%2 = extractelement <2 x b32> %1, i32 1",
        "%r = bitcast b32 %2 to ptr",
    ]


@pytest.mark.parametrize("layout", ["e", "E"])
def test_pieces_are_inserted(layout: str) -> None:
    assert brought("b32 %v, i16 %x", "bitinsert b32 %v, i16 %x, i32 8", layout) == [
        "%1 = bitcast b32 %v to <4 x b8>",
        "%2 = bitcast i16 %x to b16",
        "%3 = bitcast b16 %2 to <2 x b8>",
        "%4 = shufflevector <2 x b8> %3, <2 x b8> poison, <4 x i32> <i32 0, i32 1, i32 poison, i32 poison>",
        "%5 = shufflevector <4 x b8> %1, <4 x b8> %4, <4 x i32> <i32 0, i32 4, i32 5, i32 3>",
        "%r = bitcast <4 x b8> %5 to b32",
    ]


def test_one_piece_is_inserted() -> None:
    assert brought("b32 %v, b8 %x", "bitinsert b32 %v, b8 %x, i32 24", "E") == [
        "%1 = bitcast b32 %v to <4 x b8>",
        "%2 = insertelement <4 x b8> %1, b8 %x, i32 0",
        "%r = bitcast <4 x b8> %2 to b32",
    ]


def test_bits_behind_the_end_are_poison() -> None:
    text = "define i8 @f(b8 %v) {\n  %r = bitextract i8, b8 %v, i32 1\n  ret i8 %r\n}\n"
    module = pyllvm.parse_assembly(text, llvm_version=24)
    bring(module, 23)
    assert "  ret i8 poison\n" in str(module)


def test_offsets_that_are_not_known_are_refused() -> None:
    text = "define i8 @f(b32 %v, i32 %o) {\n  %r = bitextract i8, b32 %v, i32 %o\n  ret i8 %r\n}\n"
    with pytest.raises(PyllvmError, match="'bitextract'"):
        bring(pyllvm.parse_assembly(text, llvm_version=24), 23)

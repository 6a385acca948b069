"""What readers correct in attributes, from the version on whose LLVM does."""

from __future__ import annotations

import pytest

from pyllvm import parse_assembly, parse_bitcode, to_assembly, to_bitcode

TEXT = "declare i8* @f(i8* zeroext)\ndefine void @g(i8* %p) {\n  %r = call i8* @f(i8* %p) strictfp\n  ret void\n}\n"


@pytest.mark.parametrize("version", [8, 9, 10, 11, 13])
def test_attributes_of_other_types_and_strict_calls(version: int) -> None:
    text = to_assembly(parse_bitcode(to_bitcode(parse_assembly(TEXT, llvm_version=8)), llvm_version=version))
    assert ("declare i8* @f(i8* zeroext)" in text) == (version < 12)
    assert ("strictfp" in text) == (version < 11)

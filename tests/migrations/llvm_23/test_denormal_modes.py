"""LLVM 23: `denormal_fpenv` in the place of strings."""

from __future__ import annotations

from pyllvm import parse_assembly
from pyllvm.migrations import bring


def test_the_strings_come_back() -> None:
    module = parse_assembly("declare void @f() denormal_fpenv(preservesign, float: ieee|dynamic)", llvm_version=23)
    bring(module, 22)
    text = str(module)
    assert '"denormal-fp-math"="preserve-sign,preserve-sign"' in text
    assert '"denormal-fp-math-f32"="ieee,dynamic"' in text


def test_up_and_down() -> None:
    module = parse_assembly('declare void @f() "denormal-fp-math"="dynamic,dynamic"', llvm_version=22)
    bring(module, 23)
    assert "denormal_fpenv(dynamic)" in str(module)
    bring(module, 22)
    assert '{ "denormal-fp-math"="dynamic,dynamic" }' in str(module)

"""`"null-pointer-is-valid"` is a word since LLVM 11."""

from __future__ import annotations

from pyllvm import parse_assembly, to_assembly
from pyllvm.migrations import bring


def test_the_string_becomes_the_word() -> None:
    module = parse_assembly('define void @f() "null-pointer-is-valid"="true" { ret void }\n', llvm_version=10)
    bring(module, 11)
    assert "attributes #0 = { null_pointer_is_valid }" in to_assembly(module)


def test_the_string_that_is_false_goes() -> None:
    module = parse_assembly('define void @f() "null-pointer-is-valid"="false" { ret void }\n', llvm_version=10)
    bring(module, 11)
    assert "null" not in to_assembly(module)


def test_the_word_becomes_the_string() -> None:
    module = parse_assembly("define void @f() null_pointer_is_valid { ret void }\n", llvm_version=11)
    bring(module, 10)
    assert 'attributes #0 = { "null-pointer-is-valid"="true" }' in to_assembly(module)

"""The writer refuses what LLVM of the module's version has no form for, in modules that somebody labelled wrongly."""

from __future__ import annotations

import pytest

from pyllvm import PyllvmError, parse_assembly, to_bitcode

ROWS = [
    (9, 8, '@g = global i8 0, partition "p"\n', "'partition' (LLVM 9 and newer)"),
    (19, 17, '@g = global i8 0, code_model "large"\n', "'code_model' (LLVM 18 and newer)"),
    (15, 14, "@g = global i8 0, no_sanitize_address\n", "sanitizer flags of a global variable (LLVM 15 and newer)"),
    (19, 17, "define i9 @f(i8 %a) {\n  %b = zext nneg i8 %a to i9\n  ret i9 %b\n}\n", "'nneg' of zext (LLVM 18 and newer)"),
    (
        20,
        19,
        "define i1 @f(i8 %a) {\n  %b = icmp samesign ult i8 %a, 1\n  ret i1 %b\n}\n",
        "'samesign' of icmp (LLVM 20 and newer)",
    ),
    (19, 17, "define i8 @f(i8 %a) {\n  %b = or disjoint i8 %a, 1\n  ret i8 %b\n}\n", "'disjoint' of or (LLVM 18 and newer)"),
    (
        19,
        18,
        "define ptr @f(ptr %a) {\n  %b = getelementptr nuw i8, ptr %a, i64 1\n  ret ptr %b\n}\n",
        "'nuw' of getelementptr (LLVM 19 and newer)",
    ),
]


@pytest.mark.parametrize(("version", "label", "text", "expected"), ROWS)
def test_it_is_refused_by_name(version: int, label: int, text: str, expected: str) -> None:
    module = parse_assembly(text, llvm_version=version)
    module.llvm_version = label
    with pytest.raises(PyllvmError) as raised:
        to_bitcode(module)
    assert str(raised.value) == f"this module is of LLVM {label}, which cannot hold {expected}"

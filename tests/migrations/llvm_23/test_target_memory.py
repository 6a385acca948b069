"""Accesses of AArch64's target memory; the expected words are those of LLVM 23's llvm-dis for bitcode of 22 and 19."""

from __future__ import annotations

import pytest

from pyllvm import parse_assembly, to_assembly
from pyllvm.migrations import bring


@pytest.mark.parametrize(
    ("triple", "version", "before", "expected"),
    [
        ("aarch64-linux-gnu", 22, "inaccessiblemem: write", "inaccessiblemem: write, target_mem: write"),
        ("arm64-apple-ios", 22, "read, inaccessiblemem: write", "read, inaccessiblemem: write, target_mem: readwrite"),
        (
            "aarch64-linux-gnu", 22, "inaccessiblemem: write, target_mem0: read",
            "inaccessiblemem: write, target_mem0: readwrite, target_mem1: write",
        ),
        ("aarch64-linux-gnu", 22, "read, inaccessiblemem: none", "read, inaccessiblemem: none"),
        ("aarch64-linux-gnu", 22, "argmem: read", "argmem: read"),
        ("aarch64-linux-gnu", 19, "inaccessiblemem: write", "inaccessiblemem: write, target_mem: write"),
        ("x86_64-linux-gnu", 22, "inaccessiblemem: write", "inaccessiblemem: write"),
    ],
)  # fmt: skip
def test_inaccessible_memory_includes_target_memory_before_23(triple: str, version: int, before: str, expected: str) -> None:
    text = f'target triple = "{triple}"\ndeclare void @f() memory({before})\n'
    module = parse_assembly(text, llvm_version=version)
    bring(module, 23)
    assert f"memory({expected})" in to_assembly(module)


def test_the_words_before_memory_do_not_include_it() -> None:
    text = 'target triple = "aarch64-linux-gnu"\ndeclare void @f() inaccessiblememonly\n'
    module = parse_assembly(text, llvm_version=14)
    bring(module, 23)
    assert "memory(inaccessiblemem: readwrite)" in to_assembly(module)


def test_calls_access_it_as_functions_do() -> None:
    text = 'target triple = "aarch64-linux-gnu"\ndeclare void @g()\ndefine void @f() {\n  call void @g() #0\n  ret void\n}\n'
    module = parse_assembly(text + "attributes #0 = { memory(inaccessiblemem: write) }\n", llvm_version=22)
    bring(module, 23)
    assert "memory(inaccessiblemem: write, target_mem: write)" in to_assembly(module)

"""Text with `i8*` and `ptr`: LLVM 15 keeps the kind that comes first, later versions read both as `ptr`."""

from __future__ import annotations

import pytest

import pyllvm

TYPED_FIRST = "declare void @f(i8*)\ndeclare void @g(ptr)\n"
OPAQUE_FIRST = "declare void @g(ptr)\ndeclare void @f(i8*)\n"


@pytest.mark.parametrize(("text", "version"), [(TYPED_FIRST, 16), (TYPED_FIRST, 19), (OPAQUE_FIRST, 15), (OPAQUE_FIRST, 19)])
def test_both_kinds_are_read_as_opaque(text: str, version: int) -> None:
    module = pyllvm.parse_assembly(text, llvm_version=version)
    assert sorted(line for line in str(module).splitlines() if line.startswith("declare")) == [
        "declare void @f(ptr)",
        "declare void @g(ptr)",
    ]


@pytest.mark.parametrize("version", [14, 15])
def test_after_a_typed_pointer_an_opaque_one_is_no_type(version: int) -> None:
    with pytest.raises(pyllvm.PyllvmError) as caught:
        pyllvm.parse_assembly(TYPED_FIRST, llvm_version=version)
    assert caught.value.diagnostic.message == "expected type"


def test_text_with_both_is_of_the_first_version_that_reads_it() -> None:
    module = pyllvm.parse_assembly(TYPED_FIRST)
    assert module.llvm_version == 16
    assert str(pyllvm.parse_assembly(str(module), llvm_version=16)) == str(module)


def test_arrays_of_scalable_vectors_are_types_since_18() -> None:
    text = "declare void @f([2 x [4 x <vscale x 2 x i8>]])\n"
    with pytest.raises(pyllvm.PyllvmError, match="invalid array element type"):
        pyllvm.parse_assembly(text, "t.ll", llvm_version=17)
    module = pyllvm.parse_assembly(text, llvm_version=18)
    data = pyllvm.to_bitcode(module)
    assert "[2 x [4 x <vscale x 2 x i8>]]" in pyllvm.to_assembly(pyllvm.parse_bitcode(data))
    with pytest.raises(pyllvm.PyllvmError, match="Invalid type"):
        pyllvm.parse_bitcode(data, input_llvm_version=17)

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


def test_address_spaces_are_named_since_16() -> None:
    text = 'target datalayout = "A5-G1-P2"\n@x = addrspace("A") global i8 0\n@y = addrspace("G") global i8 0\n'
    text += 'declare void @f() addrspace("P")\n'
    with pytest.raises(pyllvm.PyllvmError, match="expected integer"):
        pyllvm.parse_assembly(text, llvm_version=15)
    printed = "@x = addrspace(5) global i8 0\n@y = addrspace(1) global i8 0\n\ndeclare void @f() addrspace(2)\n"
    assert printed in str(pyllvm.parse_assembly(text, llvm_version=16))


@pytest.mark.parametrize("length", [1024, 1025])
def test_longer_local_names_clash(length: int) -> None:
    """LLVM cuts a name after 1,024 bytes, and reports that it is not the one in the text."""
    name = "n" * length
    texts = {
        f"define void @f(i8 %{name}) {{\n  ret void\n}}\n": f"redefinition of argument '%{name}'",
        f"define void @f(i8 %a) {{\n  %{name} = add i8 %a, 1\n  ret void\n}}\n": f"local value named '{name}'",
    }
    for text, message in texts.items():
        if length > 1024:
            with pytest.raises(pyllvm.PyllvmError, match=message):
                pyllvm.parse_assembly(text, llvm_version=19)
        else:
            assert name in pyllvm.to_assembly(pyllvm.parse_assembly(text, llvm_version=19))


LONG = "n" * 1025
CUT = LONG[:1024]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"define void @f() {{\n  br label %{LONG}\n{LONG}:\n  ret void\n}}\n", "name is too long"),
        (f"define void @f() {{\n{LONG}:\n  br label %{LONG}\n}}\n", f"unable to create block named '{LONG}'"),
    ],
)
def test_longer_names_of_blocks_are_refused_since_17(text: str, message: str) -> None:
    with pytest.raises(pyllvm.PyllvmError, match=message):
        pyllvm.parse_assembly(text, llvm_version=17)
    printed = pyllvm.to_assembly(pyllvm.parse_assembly(text, llvm_version=16))
    assert f"%{CUT}\n" in printed
    assert f"\n{CUT}:" in printed


@pytest.mark.parametrize("is_before", [False, True])
def test_longer_names_of_blocks_in_block_addresses(is_before: bool) -> None:
    variable = f"@p = global i8* blockaddress(@f, %{LONG})\n"
    function = f"define void @f() {{\n  br label %{CUT}\n{CUT}:\n  ret void\n}}\n"
    text = variable + function if is_before else function + variable
    assert f"blockaddress(@f, %{CUT})" in pyllvm.to_assembly(pyllvm.parse_assembly(text, llvm_version=14))
    if is_before:
        with pytest.raises(pyllvm.PyllvmError, match="referenced value is not a basic block"):
            pyllvm.parse_assembly(text.replace("i8*", "ptr"), llvm_version=17)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("!0 = !{i8388609 3}", "expected metadata operand"),
        ("!x = !{i8388609}", "Expected '!' here"),
        ("!0 = !DIExpression(i8388609)", "expected unsigned integer"),
        ("@x = global i8388609 0", "expected type"),
    ],
)
def test_an_integer_type_that_is_too_wide_is_no_type(text: str, message: str) -> None:
    for version in (14, 19):
        with pytest.raises(pyllvm.PyllvmError, match=message):
            pyllvm.parse_assembly(text, llvm_version=version)
    with pytest.raises(pyllvm.PyllvmError, match="bitwidth for integer type out of range"):
        pyllvm.parse_assembly(text, llvm_version=22)

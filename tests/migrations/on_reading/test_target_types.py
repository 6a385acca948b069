"""Since LLVM 20, some target types have a fixed number of parameters: an older module with others is refused, in LLVM's words."""

from __future__ import annotations

import re

import pytest

from pyllvm import PyllvmError, parse_assembly, parse_bitcode, to_assembly, to_bitcode

WRONG = {
    'target("aarch64.svcount", 1)': "no parameters",
    'target("aarch64.svcount", i8)': "no parameters",
    'target("riscv.vector.tuple", <vscale x 8 x i8>)': "one type parameter and one integer parameter",
    'target("riscv.vector.tuple", i8, 2, 3)': "one type parameter and one integer parameter",
    'target("amdgcn.named.barrier")': "no type parameters and one integer parameter",
    'target("amdgcn.named.barrier", i8, 0)': "no type parameters and one integer parameter",
}


def bitcode(type: str) -> bytes:
    """A module of LLVM 19 with the type."""
    return to_bitcode(parse_assembly(f"declare void @f({type})\n", llvm_version=19))


@pytest.mark.parametrize("type", WRONG)
def test_wrong_parameters(type: str) -> None:
    data = bitcode(type)
    assert type in to_assembly(parse_bitcode(data))
    name = type.split('"')[1]
    message = f"target extension type {name} should have {WRONG[type]}"
    with pytest.raises(PyllvmError, match=re.escape(message)):
        parse_bitcode(data, llvm_version=20)
    # LLVM 20 would not have written these records either.
    with pytest.raises(PyllvmError, match=re.escape(message)):
        parse_bitcode(data, input_llvm_version=20)


@pytest.mark.parametrize(
    "type", ['target("aarch64.svcount")', 'target("riscv.vector.tuple", <vscale x 8 x i8>, 2)', 'target("spirv.Image", i8, 1)']
)
def test_right_parameters(type: str) -> None:
    assert type in to_assembly(parse_bitcode(bitcode(type), llvm_version=20))

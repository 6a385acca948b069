"""What target extension types measure; the numbers are those of the real tools."""

from __future__ import annotations

import subprocess
from collections.abc import Callable

import pytest

from pyllvm import verify
from pyllvm.assembly import parse_assembly
from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.instructions import AllocaInst
from pyllvm.ir.target.data_layout import DataLayout


def allocated(text: str, version: int) -> AllocaInst:
    """The alloca of a type."""
    module = parse_assembly(f"define void @f() {{\n  %a = alloca {text}\n  ret void\n}}\n".encode(), llvm_version=version)
    alloca = module.functions[0].blocks[0].instructions[0]
    assert isinstance(alloca, AllocaInst)
    return alloca


@pytest.mark.parametrize(
    ("text", "version", "size", "alignment"),
    [
        ('target("spirv.Image", float, 1, 0)', 16, 8, 8),
        ('target("dx.RawBuffer", i8, 0, 0)', 22, 8, 8),
        ('target("aarch64.svcount")', 19, 2, 2),
        ('target("riscv.vector.tuple", <vscale x 8 x i8>, 3)', 22, 24, 32),
        ('target("spirv.Type", 21, 8, 32)', 22, 8, 4),
        ('target("spirv.Type", 21, 12, 8)', 22, 12, 1),
        ('target("dx.Padding", 12)', 22, 12, 1),
        ('target("llvm.test.vectorelement")', 22, 4, 4),
    ],
)
def test_measures(text: str, version: int, size: int, alignment: int) -> None:
    type = allocated(text, version).allocated_type
    layout = DataLayout("", version)
    assert (layout.store_size(type), layout.abi_alignment(type)) == (size, alignment)


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ('target("other")', 22),
        ('target("dx.RawBuffer", i8, 0, 0)', 19),
        ('target("aarch64.svcount")', 16),
        ('target("spirv.IntegralConstant", i32, 5)', 22),
        ('{ i32, target("other") }', 22),
    ],
)
def test_types_without_size(text: str, version: int) -> None:
    with pytest.raises(PyllvmError, match="Cannot allocate unsized type"):
        allocated(text, version)


@pytest.mark.oracle
@pytest.mark.parametrize("version", [19, 22])
@pytest.mark.parametrize(
    "text",
    [
        '"spirv.Image"', '"spirv.IntegralConstant"', '"spirv.Literal"', '"dx.RawBuffer"', '"wasm.externref"',
        '"amdgcn.named.barrier", 0', '"other"',
    ],
)  # fmt: skip
def test_globals_of_target_types(text: str, version: int, llvm_tool: Callable[[int, str], str]) -> None:
    """The real verifier decides which of them global variables may be of."""
    text = f"@g = external global target({text})\n"
    real = subprocess.run([llvm_tool(version, "opt"), "-S"], input=text, capture_output=True, text=True, check=False)
    try:
        problems = verify(parse_assembly(text.encode(), llvm_version=version))
    except PyllvmError as error:
        problems = [error.diagnostic]
    assert (not problems) == (real.returncode == 0), (problems, real.stderr)

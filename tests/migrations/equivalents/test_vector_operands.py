"""RISC-V's vector intrinsics in LLVMs that take fewer operands."""

from __future__ import annotations

import pytest

from pyllvm import PyllvmError, parse_assembly, to_assembly, verify
from pyllvm.migrations import bring

VECTOR = "<vscale x 2 x float>"
FLOATS = f"""\
target triple = "riscv64"
declare {VECTOR} @llvm.riscv.vfadd.nxv2f32.nxv2f32.i64({VECTOR}, {VECTOR}, {VECTOR}, i64, i64)
define {VECTOR} @f({VECTOR} %a, i64 %n) {{
  %r = call {VECTOR} @llvm.riscv.vfadd.nxv2f32.nxv2f32.i64({VECTOR} poison, {VECTOR} %a, {VECTOR} %a, i64 7, i64 %n)
  ret {VECTOR} %r
}}
"""


def brought(text: str, version: int) -> str:
    module = parse_assembly(text, llvm_version=22)
    bring(module, version)
    assert not any(one.severity == "error" for one in verify(module))
    return to_assembly(module)


@pytest.mark.parametrize(
    ("version", "arguments"),
    [
        (19, f"({VECTOR} poison, {VECTOR} %a, {VECTOR} %a, i64 7, i64 %n)"),
        (16, f"({VECTOR} poison, {VECTOR} %a, {VECTOR} %a, i64 %n)"),
        (15, f"({VECTOR} poison, {VECTOR} %a, {VECTOR} %a, i64 %n)"),
        (14, f"({VECTOR} %a, {VECTOR} %a, i64 %n)"),
    ],
)
def test_what_asks_for_nothing_is_left_out(version: int, arguments: str) -> None:
    assert f"  %r = call {VECTOR} @llvm.riscv.vfadd.nxv2f32.nxv2f32.i64{arguments}\n" in brought(FLOATS, version)


@pytest.mark.parametrize(("old", "new", "version"), [("poison", "%a", 14), ("i64 7", "i64 1", 16)])
def test_what_asks_for_something_is_refused(old: str, new: str, version: int) -> None:
    with pytest.raises(PyllvmError, match=r"the operands of the intrinsic 'llvm\.riscv\.vfadd"):
        brought(FLOATS.replace(old, new), version)

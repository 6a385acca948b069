"""Tests for the orders of uses in text: what LLVM applies, ignores and refuses (checked with llvm-as 19, 22 and 23)."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import pyllvm
from pyllvm.diagnostics import PyllvmError

SIMPLE = ["i32 7", "i1 true", "float 1.0", "ptr null", "ptr undef", "[2 x i32] zeroinitializer", '[2 x i8] c"ab"', "token none"]
OTHERS = ["ptr @g", "[1 x ptr] [ptr @g]", "ptr getelementptr (i8, ptr @g, i64 1)"]


@pytest.mark.parametrize("value", SIMPLE)
def test_simple_constants_have_no_use_lists_since_21(value: str) -> None:
    text = f"@g = global i32 0\n@h = global ptr null\nuselistorder {value}, {{ 1, 0 }}\n"
    pyllvm.parse_assembly(text, llvm_version=21)
    with pytest.raises(PyllvmError, match=r"value has no uses|value only has one use"):
        pyllvm.parse_assembly(text, llvm_version=20)


@pytest.mark.parametrize("value", OTHERS)
def test_other_constants_have(value: str) -> None:
    with pytest.raises(PyllvmError, match="value has no uses"):
        pyllvm.parse_assembly(f"@g = global i32 0\nuselistorder {value}, {{ 1, 0 }}\n", llvm_version=22)


ORDERED = """define i32 @NAME(i32 %a) {
  %1 = add i32 %a, 7
  %2 = mul i32 %1, 7
  ret i32 %2
}
uselistorder i32 7, { 1, 0 }
"""


@pytest.mark.parametrize("version", ["16", "19", "22"])
def test_two_texts_that_order_one_constant_link(
    pyllvm: Callable[..., tuple[int, bytes, str]], tmp_path: Path, version: str
) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.ll").write_text(ORDERED.replace("NAME", name))
    status, output, errors = pyllvm("link", "-S", "--llvm-version", version, tmp_path / "a.ll", tmp_path / "b.ll", "-o", "-")
    assert (status, errors) == (0, "")
    assert output.count(b"define") == 2


EQUIVALENTS = """@a = constant ptr dso_local_equivalent @f
@b = constant ptr @f
@c = constant [2 x ptr] [ptr dso_local_equivalent @f, ptr no_cfi @f]
@d = constant i64 ptrtoint (ptr dso_local_equivalent @f to i64)
define void @f() {
  call void dso_local_equivalent @f()
  ret void
}
@e = constant ptr dso_local_equivalent @f
"""


@pytest.mark.oracle
@pytest.mark.parametrize("version", [16, 19, 22])
def test_uses_by_equivalents_before_the_definition(
    pyllvm: Callable[..., tuple[int, bytes, str]], llvm_tool: Callable[[int, str], str], version: int
) -> None:
    real = subprocess.run([llvm_tool(version, "llvm-as"), "-o", "-"], input=EQUIVALENTS.encode(), capture_output=True, check=True)
    ours = pyllvm("as", "--llvm-version", str(version), "-o", "-", stdin=EQUIVALENTS.encode())
    orders = []
    for bitcode in (real.stdout, ours[1]):
        dump = subprocess.run([llvm_tool(version, "llvm-bcanalyzer"), "-dump"], input=bitcode, capture_output=True, check=True)
        orders.append([line.strip() for line in dump.stdout.splitlines() if b"<USELIST_CODE" in line])
    assert orders[0] == orders[1] != []


def test_an_equivalent_of_an_undefined_name() -> None:
    with pytest.raises(PyllvmError, match="unknown function 'f' referenced by dso_local_equivalent"):
        pyllvm.parse_assembly("@a = constant ptr dso_local_equivalent @f", llvm_version=19)
    with pytest.raises(PyllvmError, match="expected a function, alias to function, or ifunc in dso_local_equivalent"):
        pyllvm.parse_assembly("@a = constant ptr dso_local_equivalent @f\n@f = global i32 0", llvm_version=19)

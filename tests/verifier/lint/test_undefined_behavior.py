"""The rules that LLVM's own Lint has as well. tests/data/lint/undefined_behavior.ll gives the message before each function."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pyllvm.assembly import parse_assembly
from pyllvm.ir.function import BasicBlock, Function, Instruction
from pyllvm.verifier.lint import Finding, lint

SOURCE = Path(__file__).parents[2] / "data" / "lint" / "undefined_behavior.ll"


def expected() -> dict[str, list[str]]:
    """The messages by the name of the function."""
    text = SOURCE.read_text()
    return {name: [message] for message, name in re.findall(r"; LINT: (.*)\ndefine .*?@(\w+)\(", text)}


def function_of(finding: Finding) -> str:
    """The name of the function that a finding is in."""
    thing = finding.objects[0]
    if isinstance(thing, Instruction):
        function = thing.function
        return function.name if function is not None else ""
    if isinstance(thing, BasicBlock):
        return thing.parent.name if thing.parent is not None else ""
    return thing.name if isinstance(thing, Function) else ""


def test_findings() -> None:
    found: dict[str, list[str]] = {}
    for finding in lint(parse_assembly(SOURCE.read_bytes(), llvm_version=19)):
        found.setdefault(function_of(finding), []).append(finding.message)
    assert found == expected()
    assert len(found) > 25


def messages(text: str, version: int = 22) -> list[str]:
    """The messages for a module."""
    return [finding.message for finding in lint(parse_assembly(text.encode(), llvm_version=version))]


@pytest.mark.parametrize(
    ("function", "call", "message"),
    [
        ("ptr byval(i32)", "ptr", "ABI attribute byval not present on both function and call-site"),
        ("i32", "i32 signext", "ABI attribute signext not present on both function and call-site"),
        ("ptr sret(i32)", "ptr", "ABI attribute sret not present on both function and call-site"),
        ("ptr byval(i32)", "ptr byval(i64)", "ABI attribute byval does not have same argument for function and call-site"),
        ("i32 zeroext", "i32 zeroext", ""),
        ("ptr nest", "ptr", ""),
        ("ptr byval(i32)", "ptr byval(i32) align 8", ""),
    ],
)
def test_attributes_of_the_abi(function: str, call: str, message: str) -> None:
    type = call.split()[0]
    text = f"declare void @g({function})\ndefine void @f({type} %x) {{\n  call void @g({call} %x)\n  ret void\n}}\n"
    assert messages(text) == ([f"Undefined behavior: {message}"] if message else [])
    assert messages(text, 19) == []


def test_constant_memory_of_gpus() -> None:
    text = 'target triple = "TRIPLE"\ndefine void @f(ptr addrspace(4) %p) {\n  store i8 0, ptr addrspace(4) %p\n  ret void\n}\n'
    assert messages(text.replace("TRIPLE", "amdgcn")) == ["Undefined behavior: Write to memory in const addrspace"]
    assert messages(text.replace("TRIPLE", "x86_64")) == []


def test_a_lane_mask_without_lanes() -> None:
    text = """
declare <4 x i1> @llvm.get.active.lane.mask.v4i1.i32(i32, i32)
define <4 x i1> @f() {
  %m = call <4 x i1> @llvm.get.active.lane.mask.v4i1.i32(i32 0, i32 0)
  ret <4 x i1> %m
}
"""
    assert messages(text) == ["get_active_lane_mask: operand #2 must be greater than 0"]

"""What LLVM's own Lint finds, too: tests/data/lint/undefined_behavior.ll says before each function what is wrong with it."""

from __future__ import annotations

import re
from pathlib import Path

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

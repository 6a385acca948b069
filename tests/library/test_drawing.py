"""`draw`: each kind in each form, and what it refuses."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import pyllvm
from pyllvm.ir import Function

PROGRAM = Path(__file__).parents[1] / "data" / "diff" / "program.ll"


@pytest.fixture
def module() -> pyllvm.Module:
    return pyllvm.read(PROGRAM)


def test_forms(module: pyllvm.Module) -> None:
    function = module.function("sum")
    assert pyllvm.draw(function).startswith("digraph \"CFG for 'sum' function\" {\n")
    assert pyllvm.draw(function, form="mermaid").startswith("flowchart TD\n")
    assert json.loads(pyllvm.draw(function, form="json", kind="dom"))["graphs"][0]["kind"] == "dom"
    assert pyllvm.draw(module, kind="callgraph").count("digraph") == 1
    assert pyllvm.draw(module, instructions=False).count("digraph") == 6
    assert "<!DOCTYPE html>" in pyllvm.draw(function, form="html")


def test_svg(module: pyllvm.Module, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(pyllvm.PyllvmError, match="an SVG file holds one graph, not 6"):
        pyllvm.draw(module, form="svg")
    if shutil.which("dot") is not None:
        assert "<svg" in pyllvm.draw(module.function("sum"), form="svg")
    monkeypatch.setenv("PATH", "")
    with pytest.raises(pyllvm.PyllvmError, match="which is not installed"):
        pyllvm.draw(module.function("sum"), form="svg")


def test_refusals(module: pyllvm.Module) -> None:
    with pytest.raises(pyllvm.PyllvmError, match="'circle' cannot be drawn; choose one of cfg, dom"):
        pyllvm.draw(module, kind="circle")
    with pytest.raises(pyllvm.PyllvmError, match="'png' cannot be drawn; choose one of dot, mermaid"):
        pyllvm.draw(module, form="png")
    function = module.function("sum")
    with pytest.raises(pyllvm.PyllvmError, match="does not belong to a module"):
        pyllvm.draw(Function(function.type, function.function_type, "g"))

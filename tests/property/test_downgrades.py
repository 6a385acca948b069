"""Down to an older LLVM and up again: the module is as it was, less the reported losses and the casts that change nothing."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import pyllvm
from pyllvm.ir.instructions import CastInst, FreezeInst
from pyllvm.ir.module import Module
from pyllvm.tables.features import FREEZE, POISON
from pyllvm.testing.strategies import modules

from .newer_modules import newer_modules

# Features that older LLVMs have as well.
PLAIN: Final = ("constants", "floats", "linkage", "metadata", "names")
EXAMPLES: Final = int(os.environ.get("PYLLVM_PROPERTY_EXAMPLES", "40"))
RELAXED: Final = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
NEWEST_TOOLS: Final = 22
# A lost flag with its operation, or a lost attribute.
LOST: Final = re.compile(r"'(\w+)' of (\w+)|attribute '(\w+)'")


def down(text: str, newer: int, older: int) -> Module:
    """The module of a text of LLVM `newer`, in LLVM `older`, written and read there."""
    module = pyllvm.parse_assembly(text, "random", llvm_version=newer)
    module.downgraded(older)
    return pyllvm.parse_bitcode(pyllvm.to_bitcode(module), "random")


def plain(module: Module, older: int) -> str:
    """A module's text without casts to the type that is there already, and without what LLVM `older` has only weaker."""
    for function in module.functions:
        for block in function.blocks:
            for instruction in block.instructions[:]:
                is_cast = isinstance(instruction, CastInst) and instruction.opcode.name == "bitcast"
                is_freeze = isinstance(instruction, FreezeInst) and older < FREEZE.since
                if is_freeze or (is_cast and instruction.type is instruction.operands[0].type):
                    instruction.replace_all_uses_with(instruction.operands[0])
                    instruction.erase_from_parent()
    # On its way up LLVM declares an intrinsic that gets another name at the end, and leaves a declaration that nothing uses.
    functions = sorted(module.functions, key=lambda function: (function.is_declaration, function.name))
    for function in functions:
        module.functions.remove(function)
    module.functions.extend([function for function in functions if function.has_uses or not function.is_declaration])
    # Before LLVM 22 there were no accesses to target memory.
    text = pyllvm.to_assembly(module).replace(", target_mem0: none, target_mem1: none", "")
    if older >= POISON.since:
        return text
    # An array whose elements then all are undef is undef as a whole.
    weaker = text.replace("poison", "undef")
    return pyllvm.to_assembly(pyllvm.parse_assembly(weaker, "random", llvm_version=module.llvm_version))


def without(text: str, losses: list[pyllvm.Loss]) -> str:
    """A text without the flags and attributes that were lost: each stands on a line of its operation, or of any."""
    for construct in {loss.construct for loss in losses}:
        match = LOST.fullmatch(construct)
        assert match is not None, construct
        word, operation = match.group(1) or match.group(3), match.group(2)
        before = rf"(?m)^(.*\b{operation}\b.*?)" if operation else "()"
        text = re.sub(rf"{before} {word}\b", r"\1", text)
    return text


def assert_goes_there_and_back(text: str, newer: int, older: int) -> None:
    """The module comes back as it was, less the reported losses."""
    went = pyllvm.parse_assembly(text, "random", llvm_version=newer)
    losses = [loss for loss in went.downgraded(older) if loss.construct != FREEZE.name]
    back = pyllvm.parse_assembly(pyllvm.to_assembly(down(text, newer, older), llvm_version=newer), "random", llvm_version=newer)
    expected = pyllvm.parse_assembly(without(text, losses), "random", llvm_version=newer)
    assert plain(back, older) == plain(expected, older)


@RELAXED
@given(st.data())
@pytest.mark.parametrize(("newer", "older"), [(22, 14), (22, 7), (19, 15), (16, 9)])
def test_arithmetic_and_data(newer: int, older: int, data: st.DataObject) -> None:
    assert_goes_there_and_back(pyllvm.to_assembly(data.draw(modules(newer, PLAIN))), newer, older)


@RELAXED
@given(newer_modules())
@pytest.mark.parametrize("older", [21, 18, 15, 14, 11, 8, 7])
def test_pointers_and_hints(older: int, text: str) -> None:
    assert_goes_there_and_back(text, NEWEST_TOOLS, older)


@pytest.mark.oracle
@RELAXED
@given(text=newer_modules())
def test_llvm_accepts_what_went_down(
    llvm_tool: Callable[[int, str], str], tmp_path_factory: pytest.TempPathFactory, text: str
) -> None:
    folder = tmp_path_factory.mktemp("down")
    for older in (19, 14):
        path = folder / f"{older}.bc"
        path.write_bytes(pyllvm.to_bitcode(down(text, NEWEST_TOOLS, older)))
        subprocess.run([llvm_tool(older, "opt"), "-passes=verify", "-S", "-o", folder / "out.ll", path], check=True)


@pytest.mark.oracle
@pytest.mark.parametrize("size", [20, 100, 400])
@pytest.mark.parametrize("older", [19, 15, 14, 7])
def test_modules_of_llvm_stress(older: int, size: int, llvm_tool: Callable[[int, str], str], tmp_path: Path) -> None:
    stress = llvm_tool(NEWEST_TOOLS, "llvm-stress")
    for seed in range(4):
        command = [stress, f"-size={size}", f"-seed={seed}", "-o", "-"]
        text = subprocess.run(command, capture_output=True, check=True, text=True).stdout
        assert_goes_there_and_back(text, NEWEST_TOOLS, older)
        if older >= 14:
            path = tmp_path / "older.bc"
            path.write_bytes(pyllvm.to_bitcode(down(text, NEWEST_TOOLS, older)))
            subprocess.run([llvm_tool(older, "opt"), "-passes=verify", "-S", "-o", tmp_path / "out.ll", path], check=True)

"""Debug information goes from all constructs as with the real LLVM's opt, at once or function by function."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from pyllvm import parse_assembly, strip_debug_info
from pyllvm.ir.debug_info.debug_info import strip_blocks_debug_info, strip_function_debug_info, strip_other_debug_info


@pytest.mark.oracle
@pytest.mark.parametrize("version", [14, 22])
def test_debug_information_goes_as_in_opt(version: int, data: Path, llvm_tool: Callable[[int, str], str]) -> None:
    text = (data / f"constructs.{version}.ll").read_text()
    command = [llvm_tool(version, "opt"), "-S", "-strip-debug", "-passes=verify"]
    expected = subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout
    whole, in_turn = (parse_assembly(text, "<stdin>", llvm_version=version) for _ in range(2))
    strip_debug_info(whole)
    for function in in_turn.functions:
        strip_function_debug_info(in_turn, function)
    strip_other_debug_info(in_turn)
    assert str(whole) == str(in_turn) == expected


@pytest.mark.parametrize("version", [14, 22])
def test_blocks_lose_their_own(version: int, data: Path) -> None:
    module = parse_assembly((data / f"constructs.{version}.ll").read_text(), llvm_version=version)
    function = module.function("debug")
    assert function.subprogram is not None
    strip_blocks_debug_info(module, function.blocks)
    assert all(one.debug_location is None and not one.debug_records for one in function.instructions)
    assert [one.opcode_name for one in function.instructions] == ["add", "ret"]
    assert function.subprogram is not None

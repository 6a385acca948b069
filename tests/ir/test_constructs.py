"""Every construct of the language comes back from text, bitcode and a copy, with the links that edits rely on."""

from __future__ import annotations

from pathlib import Path

import pytest

import pyllvm
from pyllvm.ir import Module


def assert_linked(module: Module) -> None:
    """Each use stands in the list of the value that it uses, and everything knows where it is."""
    for function in module.functions:
        assert function.parent is module
        for block in function.blocks:
            assert block.parent is function
            for instruction in block.instructions:
                assert instruction.parent is block
                for index, operand in enumerate(instruction.operands):
                    if operand.uses is not None:
                        assert sum(use.user is instruction and use.index == index for use in operand.uses) == 1


@pytest.mark.parametrize("version", [14, 22])
def test_all_constructs_come_back(version: int) -> None:
    text = (Path(__file__).parents[1] / "data" / f"constructs.{version}.ll").read_text()
    module = pyllvm.parse_assembly(text, "m", llvm_version=version)
    read = pyllvm.parse_bitcode(pyllvm.to_bitcode(module))
    for one in (module, read, module.copy()):
        assert str(one).partition("\n")[2] == text
        assert_linked(one)

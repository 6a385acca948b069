"""Every construct of the language comes back from text, bitcode and a copy, and stays whole through all operations."""

from __future__ import annotations

import copy
import pickle
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

import pyllvm
from pyllvm import passes
from pyllvm.ir import Module
from pyllvm.migrations import bring
from rows import each_row


def text_of(version: int) -> str:
    return (Path(__file__).parents[1] / "data" / f"constructs.{version}.ll").read_text()


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
    text = text_of(version)
    module = pyllvm.parse_assembly(text, "m", llvm_version=version)
    read = pyllvm.parse_bitcode(pyllvm.to_bitcode(module), "m")
    for one in (module, read, module.copy(), copy.deepcopy(module), pickle.loads(pickle.dumps(module))):
        assert str(one).partition("\n")[2] == text
        assert_linked(one)


def linked_with_another(module: Module) -> Module:
    other = pyllvm.parse_assembly("define void @other() {\n  ret void\n}\n", llvm_version=module.llvm_version)
    return pyllvm.link([module, other])


def rename(module: Module) -> None:
    for symbol in module.global_values:
        if not symbol.name.startswith("llvm."):
            symbol.name += "x"


def erase_unused(module: Module) -> None:
    for symbol in list(module.global_values):
        if not symbol.users:
            symbol.erase()


OPERATIONS: dict[str, Callable[[Module], object]] = {
    **{name: partial(pyllvm.run_passes, passes=name) for name in (*passes.FUNCTION_PASSES, *passes.MODULE_PASSES)},
    "strip": pyllvm.strip,
    "strip_debug_info": pyllvm.strip_debug_info,
    "strip_names": pyllvm.strip_names,
    "internalize": lambda module: pyllvm.internalize(module, []),
    "anonymize": pyllvm.anonymize,
    "canonical_text": pyllvm.canonical_text,
    "bring": lambda module: bring(module, 22),
    "link": linked_with_another,
    "extract": lambda module: pyllvm.extract(module, [one.name for one in module.functions if not one.is_declaration][:3]),
    "rename": rename,
    "erase": erase_unused,
}


@each_row("version", [14, 22])
@each_row("operation", OPERATIONS)
def test_all_constructs_stay_whole(operation: str, version: int) -> None:
    module = pyllvm.parse_assembly(text_of(version), "m", llvm_version=version)
    made = OPERATIONS[operation](module)
    result = made if isinstance(made, Module) else module
    assert_linked(result)
    assert pyllvm.verify(result) == []
    text, read = str(result), pyllvm.parse_bitcode(pyllvm.to_bitcode(result), "m")
    # The uses may be in another order, which the comments follow.
    for again in (read, pyllvm.parse_assembly(text, "m", llvm_version=result.llvm_version)):
        assert re.sub(";.*", "", str(again)) == re.sub(";.*", "", text)

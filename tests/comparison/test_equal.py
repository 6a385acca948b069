"""Modules that are the same but for numbers, names, or the way they were written have no differences."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

import pyllvm
from pyllvm import compare
from pyllvm.comparison.changes import Change
from pyllvm.ir import Module
from rows import each_row

DATA: Final = Path(__file__).parents[1] / "data"
PROGRAMS: Final = [DATA / "diff" / "program.ll", DATA / "diff" / "debug.ll", DATA / "sample.ll"]
LANGUAGE: Final = sorted((DATA / "language").glob("*.ll"))


def changes(before: Module, after: Module) -> list[Change]:
    return compare(before, after).changes


def with_other_names(module: Module) -> Module:
    """The module with a new name for every second local value, and none for the others."""
    number = 0
    for function in module.functions:
        for block in function.blocks:
            for value in [block, *block.instructions]:
                if str(value.type) != "void":
                    value.name = f"value{number}" if number % 2 else ""
                number += 1
        for argument in function.arguments:
            argument.name = f"argument{number}" if number % 2 else ""
            number += 1
    return module


@each_row("path", [*PROGRAMS, *LANGUAGE], ids=lambda path: path.name)
def test_local_names_and_numbers_do_not_count(path: Path) -> None:
    try:
        module = pyllvm.read(path)
    except pyllvm.PyllvmError:
        pytest.skip("it is an example of text that is not a module")
    other = with_other_names(pyllvm.read(path))
    assert changes(module, other) == []
    # What LLVM changes whenever it reads bitcode, it has changed then.
    read = pyllvm.parse_bitcode(pyllvm.to_bitcode(module))
    assert changes(read, pyllvm.parse_bitcode(pyllvm.to_bitcode(read))) == []
    assert changes(read, with_other_names(pyllvm.parse_bitcode(pyllvm.to_bitcode(read)))) == []


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.name)
def test_numbers_of_metadata_and_attributes_do_not_count(path: Path) -> None:
    """What is new at the front moves all numbers, and is the only change."""
    module = pyllvm.read(path)
    text = pyllvm.to_assembly(module)
    more = '\n!first = !{!9991}\n!9991 = distinct !{!9992}\n!9992 = !{!"more"}\n'
    found = changes(module, pyllvm.parse_assembly(text + more, llvm_version=module.llvm_version))
    assert [(one.action, one.kind, one.name) for one in found] == [("added", "named metadata", "!first")]
    declared = "\ndeclare void @more() #9990\nattributes #9990 = { noreturn }\n"
    before, after = text.split("\ndefine ", 1)
    text = before + declared + "\ndefine " + after
    found = changes(module, pyllvm.parse_assembly(text, llvm_version=module.llvm_version))
    assert [(one.action, one.kind, one.name) for one in found] == [("added", "function", "@more")]


def test_order_of_symbols_does_not_count() -> None:
    one = pyllvm.parse_assembly("@a = global i32 0\n@b = global i32 1\ndeclare void @f()\ndeclare void @g()\n")
    other = pyllvm.parse_assembly("@b = global i32 1\n@a = global i32 0\ndeclare void @g()\ndeclare void @f()\n")
    assert not compare(one, other)


@pytest.mark.oracle
@pytest.mark.parametrize(("version", "others"), [(13, (14,)), (14, (15, 16)), (16, (19,)), (19, (22,))])
def test_other_versions_bitcode_of_a_text(
    version: int, others: tuple[int, ...], tmp_path: Path, llvm_tool: Callable[[int, str], str]
) -> None:
    """One text, assembled by two LLVMs, is one module."""
    text = tmp_path / "program.ll"
    module = pyllvm.parse_assembly(PROGRAMS[0].read_text(), llvm_version=19)
    text.write_text(pyllvm.to_assembly(module, llvm_version=version))
    for other in others:
        paths = []
        for assembler in (version, other):
            path = tmp_path / f"{assembler}.bc"
            subprocess.run([llvm_tool(assembler, "llvm-as"), text, "-o", path], check=True)
            paths.append(path)
        before, after = (pyllvm.read(path, llvm_version=other) for path in paths)
        assert changes(before, after) == [], other


@pytest.mark.oracle
@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.name)
def test_names_by_opt(path: Path, tmp_path: Path, llvm_tool: Callable[[int, str], str]) -> None:
    """opt's pass that names every local value changes nothing."""
    named = tmp_path / "named.bc"
    subprocess.run([llvm_tool(19, "opt"), "-passes=instnamer", path, "-o", named], check=True)
    assert changes(pyllvm.read(path, llvm_version=19), pyllvm.read(named, llvm_version=19)) == []

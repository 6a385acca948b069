"""A number of parts, with the definitions that llvm-split puts into each."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from pyllvm import Module, parse_assembly, parse_bitcode, to_bitcode
from pyllvm.editing.splitting import parts
from pyllvm.ir.function import Function

# A chain of locals, a local that only it itself uses, comdats, an alias, an addressed block, and functions for the hash.
TEXT = (
    """\
$group = comdat any
@table = internal global [2 x ptr] [ptr @hidden, ptr @other]
@lone = internal constant i32 7
@addressed = global ptr blockaddress(@jumps, %there)
@in_group = linkonce_odr global i32 1, comdat($group)
@alias = alias void (), ptr @hidden
@0 = private constant i32 1

define internal void @hidden() {
  ret void
}
define internal void @other() {
  %a = load i32, ptr @lone
  %b = load i32, ptr @0
  ret void
}
define ptr @uses_table() {
  ret ptr @table
}
define linkonce_odr void @grouped() comdat($group) {
  ret void
}
define void @jumps() {
  br label %there
there:
  ret void
}
define internal void @calls_itself() {
  call void @calls_itself()
  ret void
}
"""
    + "".join(f"@local{n} = internal global i32 {n}\ndefine ptr @user{n}() {{\n  ret ptr @local{n}\n}}\n" for n in range(9))
    + "".join(f"define void @f{n}() {{\n  ret void\n}}\n" for n in range(12))
)


def defined(module: Module) -> list[str]:
    return sorted(
        value.name for value in module.global_values if (value.blocks if isinstance(value, Function) else value.operands)
    )


def divided(version: int, count: int, preserves_locals: bool) -> list[list[str]]:
    module = parse_assembly(TEXT, llvm_version=version)
    return [defined(part.module) for part in parts(module, count, preserves_locals=preserves_locals)]


@pytest.mark.oracle
@pytest.mark.parametrize("preserves_locals", [False, True])
@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 8])
@pytest.mark.parametrize("version", [14, 19, 22])
def test_parts_are_those_of_llvm_split(
    tmp_path: Path, llvm_tool: Callable[[int, str], str], version: int, count: int, preserves_locals: bool
) -> None:
    text = TEXT if version > 14 else to_text_of(14)
    whole = tmp_path / "whole.bc"
    whole.write_bytes(to_bitcode(parse_assembly(text, llvm_version=version)))
    options = ["-preserve-locals"] if preserves_locals else []
    subprocess.run([llvm_tool(version, "llvm-split"), f"-j{count}", *options, "-o", tmp_path / "part", whole], check=True)
    theirs = [defined(parse_bitcode((tmp_path / f"part{number}").read_bytes())) for number in range(count)]
    module = parse_assembly(text, llvm_version=version)
    ours = [defined(part.module) for part in parts(module, count, preserves_locals=preserves_locals)]
    assert ours == [names for names in theirs if names]


def to_text_of(version: int) -> str:
    module = parse_assembly(TEXT, llvm_version=19)
    module.downgraded(version)
    return str(module)


def test_hashes_of_names_divide_functions() -> None:
    module = parse_assembly("".join(f"define void @f{n}() {{\n  ret void\n}}\n" for n in range(6)))
    assert [defined(part.module) for part in parts(module, 2)] == [["f0", "f2", "f4", "f5"], ["f1", "f3"]]


def test_clusters_go_to_the_smallest_part() -> None:
    largest_first = divided(19, 3, True)
    as_found = divided(22, 3, True)
    cluster = {"hidden", "other", "table", "lone", "uses_table", "alias", "__llvmsplit_unnamed"}
    assert cluster <= set(largest_first[0])
    assert cluster <= set(as_found[1])


@pytest.mark.parametrize("version", [19, 22])
@pytest.mark.parametrize("preserves_locals", [False, True])
def test_each_definition_is_in_one_part(version: int, preserves_locals: bool) -> None:
    found = divided(version, 4, preserves_locals)
    whole = parse_assembly(TEXT.replace("@0", "@__llvmsplit_unnamed"), llvm_version=version)
    assert sorted(name for names in found for name in names) == defined(whole)


def test_a_body_from_elsewhere_is_with_its_user() -> None:
    text = "define available_externally void @inlined() {\n  ret void\n}\n" + "".join(
        f"define void @f{n}() {{\n  call void @inlined()\n  ret void\n}}\n" for n in range(4)
    )
    found = [defined(part.module) for part in parts(parse_assembly(text), 2)]
    assert [names for names in found if "inlined" in names] == [names for names in found if "f0" in names]


def test_a_local_that_only_it_itself_uses_is_a_cluster() -> None:
    """The hash of its name would be for the other part."""
    assert "calls_itself" in divided(19, 2, True)[1]

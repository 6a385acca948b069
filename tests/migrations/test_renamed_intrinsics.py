"""Every intrinsic that two neighbouring releases spell differently goes up, and comes down with its name."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Iterator
from functools import cache
from typing import Final

import pytest

from fidelity.intrinsic_texts import Maker
from pyllvm import PyllvmError, parse_assembly
from pyllvm.ir import CallBase, Function, FunctionType, Module
from pyllvm.ir.intrinsics.signatures import signature
from pyllvm.migrations import bring
from pyllvm.tables import intrinsics
from pyllvm.tables.intrinsics import intrinsic_names, intrinsic_signature_row, is_intrinsic
from pyllvm.tables.renamed_intrinsics import MERGED, RENAMED, RenamedIntrinsic
from pyllvm.versions import NEXT, OLDEST
from rows import each_row

# Readers replace these by more than another name: the masks of `compress` are other types, `bar.sync` had two equals, and the
# instructions for bits by a mask need a feature of the processor.
MORE_THAN_NAMES: Final = re.compile(r"llvm\.(x86\.avx512\.mask\.(compress|expand)|nvvm\.bar\.sync|x86\.bmi\.p(dep|ext))")
SCALABLE_SINCE: Final = 9
PAIRS: Final = range(OLDEST + 1, NEXT + 1)


def called(module: Module) -> str:
    """The intrinsic that the only call of a module calls; empty if there are more calls, or none."""
    instructions = [one for function in module.functions for block in function.blocks for one in block.instructions]
    calls = [one for one in instructions if isinstance(one, CallBase)]
    return calls[0].callee.name if len(calls) == 1 and len(instructions) == 2 else ""


@cache
def changing_names() -> list[str]:
    """The names that some release takes away, or has for other types than the one before."""
    assert is_intrinsic("llvm.trap", OLDEST)  # this loads the table
    found = []
    for target, (begin, end) in intrinsics._sections.items():
        prefix = "llvm." + (target.decode() + "." if target else "")
        for line in intrinsics._data[0][begin:end].splitlines():
            name, changes, types = line.split(b" ")
            if b":-" in intrinsics._changes[int(changes)] or b" " in intrinsics._signatures[int(types)]:
                found.append(prefix + name.decode())
    return found


@cache
def respelled(newer: int) -> list[tuple[str, FunctionType]]:
    """The names of `newer` - 1 that LLVM `newer` does not have, or has for other types."""
    older = newer - 1
    maker = Maker(older)
    if older < SCALABLE_SINCE:
        maker.types.pop()
    found = []
    for name in changing_names():
        before, after = intrinsic_signature_row(name, older), intrinsic_signature_row(name, newer)
        if before is not None and before != after and before[0] == name and "?" not in before[1]:
            known = signature(name, older)
            made = None if known is None else maker.right(known)
            if made is not None:
                found.append(made)
    return found


def renamed(newer: int) -> Iterator[tuple[str, Module]]:
    """Modules that LLVM `newer` has read, each with a call of an intrinsic that it only calls by another name."""
    maker = Maker(newer - 1)
    for name, type in respelled(newer):
        module = parse_assembly(maker.call(name, type, 0), llvm_version=newer - 1)
        spelled = called(module)
        try:
            bring(module, newer)
        except PyllvmError:  # for types that were drawn, and which it never has
            continue
        brought = called(module)
        callee = module.get(brought)
        if brought != spelled and isinstance(callee, Function) and not MORE_THAN_NAMES.match(spelled):
            if [*map(str, type.parameters)] == [*map(str, callee.function_type.parameters)]:
                yield spelled, module


@each_row("newer", PAIRS)
def test_renamed_intrinsics_come_down_with_their_names(newer: int) -> None:
    for spelled, module in renamed(newer):
        brought = called(module)
        known, base = signature(brought, newer - 1), signature(brought, newer)
        try:
            bring(module, newer - 1)
        except PyllvmError:
            # The newer name was there before, too, but not for the types that were drawn.
            assert known is not None, f"{spelled} -> {brought}"
            continue
        there_before = known is not None and base is not None and known.name == base.name
        assert called(module) in ("", spelled) or there_before, f"{spelled} -> {brought} -> {called(module)}"


@pytest.mark.oracle
@pytest.mark.parametrize("newer", [14, 15, 16, 19, 22, 23])
def test_the_newer_llvm_has_the_new_names(newer: int, llvm_tool: Callable[[int, str], str]) -> None:
    maker = Maker(newer - 1)
    types = dict(respelled(newer))
    found = [(spelled, called(module)) for spelled, module in renamed(newer) if spelled in types]
    text = "".join(maker.call(spelled, types[spelled], number) for number, (spelled, _) in enumerate(found))
    assembler, disassembler = (
        [llvm_tool(newer, "llvm-as"), "-disable-verify", "-o", "-"],
        [llvm_tool(newer, "llvm-dis"), "-o", "-"],
    )
    bitcode = subprocess.run(assembler, input=text.encode(), capture_output=True, check=True).stdout
    printed = subprocess.run(disassembler, input=bitcode, capture_output=True, check=True).stdout.decode()
    assert found
    assert re.findall(r"call .*?@(llvm\.[\w.]+)\(", printed) == [brought for _, brought in found]


def test_rows_go_down_over_all_releases() -> None:
    text = (
        "declare float @llvm.vector.reduce.fadd.v4f32(float, <4 x float>)\ndefine float @f(<4 x float> %v) {\n"
        "  %r = call float @llvm.vector.reduce.fadd.v4f32(float 0.0, <4 x float> %v)\n  ret float %r\n}\n"
    )
    module = parse_assembly(text, llvm_version=NEXT)
    bring(module, 11)
    assert called(module) == "llvm.experimental.vector.reduce.v2.fadd.f32.v4f32"
    bring(module, NEXT)
    assert called(module) == "llvm.vector.reduce.fadd.v4f32"


def test_a_refusal_names_the_first_release_that_has_it_by_any_name() -> None:
    text = (
        "declare <4 x i32> @llvm.vector.reverse.v4i32(<4 x i32>)\ndefine <4 x i32> @f(<4 x i32> %v) {\n"
        "  %r = call <4 x i32> @llvm.vector.reverse.v4i32(<4 x i32> %v)\n  ret <4 x i32> %r\n}\n"
    )
    module = parse_assembly(text, llvm_version=22)
    with pytest.raises(PyllvmError, match=r"'llvm\.vector\.reverse\.v4i32' \(LLVM 13 and newer\)"):
        bring(module, 12)


@each_row("row", [*RENAMED, *MERGED], ids=lambda row: row.before)
def test_each_row_is_of_intrinsics(row: RenamedIntrinsic) -> None:
    assert row.since == OLDEST or is_named(row.before, row.since - 1)
    assert is_named(row.after, row.since)


def is_named(prefix: str, version: int) -> bool:
    """Whether an intrinsic has a name that begins like that."""
    return bool(intrinsic_names(prefix.rstrip("."), version)) or intrinsic_signature_row(prefix.rstrip("."), version) is not None


@pytest.mark.parametrize(("version", "types"), [(20, "nxv4f32"), (21, "nxv4f32"), (22, "nxv4f32.nxv4f32")])
def test_release_between_two_measured_ones_has_the_older_names(version: int, types: str) -> None:
    """LLVM 21's readers change the types in a name back to the one type of LLVM 20."""
    type = "<vscale x 4 x float>"
    text = f"declare {type} @llvm.aarch64.sve.fmmla.nxv4f32.nxv4f32({type}, {type}, {type})\n"
    module = parse_assembly(text, llvm_version=version)
    assert [one.name for one in module.functions] == [f"llvm.aarch64.sve.fmmla.{types}"]

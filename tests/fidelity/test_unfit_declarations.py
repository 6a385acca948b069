"""Upgraded intrinsics under names and with types that no LLVM gave them, as LLVM reads them: verdict and words.

The names end in types that are not the intrinsic's, or in none. Of some types LLVM reads what is not there, and crashes, or
makes instructions of it; pyllvm refuses these declarations in words of its own, which counts as the same if LLVM refuses too.
"""

from __future__ import annotations

import random
import subprocess
from collections.abc import Callable, Iterator

import pytest

from fidelity.intrinsic_texts import Maker, intrinsic_names
from pyllvm.assembly import parse_assembly
from pyllvm.diagnostics import PyllvmError
from pyllvm.findings.failure_text import failures_text
from pyllvm.ir.intrinsics.signatures import signature
from pyllvm.ir.types import INTEGER, METADATA, TOKEN, VOID, FunctionType
from pyllvm.tables.features import X86_MMX
from pyllvm.verifier.module import verify

pytestmark = [pytest.mark.oracle, pytest.mark.slow]
HEAD = "source_filename = "
COUNT = 250
# Sections that upgrades are rare in.
RARE = ("hexagon", "ppc", "s390", "spv")


def declarations(version: int) -> Iterator[tuple[str, FunctionType]]:
    """Names and types that are not right, of intrinsics that changed since LLVM 7."""
    is_typed = version <= 14
    for old in (7, 11, 13, 14, 16, 19, 21, 22):
        if old >= version:
            return
        maker = Maker(old)
        maker.is_typed = is_typed
        if is_typed != (old <= 14):
            maker.types[4:6] = [maker.context.pointer(), maker.context.vector(maker.context.pointer(), 4)]
        for name in intrinsic_names(old):
            before, after = signature(name, old), signature(name, version)
            assert before is not None
            if name.split(".")[1] in RARE or (after is not None and after.text == before.text):
                continue
            made = maker.right(before)
            if made is None or any(one.kind in (METADATA, TOKEN) for one in made[1].parameters):
                continue
            full, type = made
            if "x86_mmx" in str(type) and not X86_MMX.is_in(version):
                continue
            for ending in (full, name, f"{name}.p3", f"{full}.junk", full[:-1]):
                yield ending, type
                yield ending, maker.wrong(full, type)


def module_text(name: str, type: FunctionType) -> str:
    parameters = [f"{one} %p{at}" for at, one in enumerate(type.parameters) if one.kind != INTEGER]
    arguments = [
        f"{one} {'true' if str(one) == 'i1' else 1}" if one.kind == INTEGER else f"{one} %p{at}"
        for at, one in enumerate(type.parameters)
    ]
    listed = ", ".join([*map(str, type.parameters), *(["..."] if type.is_variadic else [])])
    callee = f"{type.return_type} ({listed})" if type.is_variadic else str(type.return_type)
    named, back = ("", "ret void") if type.return_type.kind == VOID else ("%r = ", f"ret {type.return_type} %r")
    call = f"  {named}call {callee} @{name}({', '.join(arguments)})\n  {back}\n"
    return f"declare {type.return_type} @{name}({listed})\ndefine {type.return_type} @f({', '.join(parameters)}) {{\n{call}}}\n"


def by_pyllvm(version: int, text: str) -> tuple[str, bool]:
    """The text or the error of pyllvm, and whether it refuses the declaration by its own words."""
    try:
        module = parse_assembly(text.encode(), llvm_version=version)
        failures = verify(module)
        return (failures_text(module, failures) if failures else str(module).partition(HEAD)[2]), False
    except PyllvmError as error:
        return str(error), str(error).endswith("so its calls cannot be upgraded")


@pytest.mark.parametrize("version", [14, 19, 22])
def test_what_llvm_makes_of_them(version: int, llvm_tool: Callable[[int, str], str]) -> None:
    tool = llvm_tool(version, "opt")
    found = list(dict.fromkeys(declarations(version)))
    random.Random(version).shuffle(found)
    different: list[str] = []
    for name, type in found[:COUNT]:
        text = module_text(name, type)
        run = subprocess.run([tool, "-S", "-o", "-"], input=text.encode(), capture_output=True, check=False)
        if run.returncode < 0:
            continue
        printed, is_own = by_pyllvm(version, text)
        said = run.stderr.decode().partition(f"{tool}: ")[0]
        same = is_own if run.returncode else printed.rstrip() == run.stdout.decode().partition(HEAD)[2].rstrip()
        if not same and not (run.returncode and said.rstrip("\n") == printed.rstrip("\n")):
            different.append(text)
    # At most one of a hundred: of a type that LLVM does not look at before it reads it as another.
    assert len(different) * 100 <= COUNT, "\n".join(different)

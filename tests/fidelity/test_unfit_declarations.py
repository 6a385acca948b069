"""Upgraded intrinsics under names and with types that no LLVM gave them, as LLVM reads them: verdict and words.

The names end in types that are not the intrinsic's, or in none. Of some types LLVM reads what is not there, and crashes, or
makes instructions of it; pyllvm refuses these declarations in words of its own, which counts as the same if LLVM refuses too.
"""

from __future__ import annotations

import random
import subprocess
from collections.abc import Callable, Iterator
from itertools import islice

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
    """Names and types that are not right, of intrinsics that changed since LLVM 7, in random order: one of each release's."""
    chance = random.Random(version)
    is_typed = version <= 14
    makers = {old: Maker(old) for old in (7, 11, 13, 14, 16, 19, 21, 22) if old < version}
    for old, maker in makers.items():
        maker.is_typed = is_typed
        if is_typed != (old <= 14):
            maker.types[4:6] = [maker.context.pointer(), maker.context.vector(maker.context.pointer(), 4)]
    names = [(old, name) for old in makers for name in intrinsic_names(old) if name.split(".")[1] not in RARE]
    chance.shuffle(names)
    for old, name in names:
        before, after = signature(name, old), signature(name, version)
        assert before is not None
        if after is not None and after.text == before.text:
            continue
        made = makers[old].right(before)
        if made is None or any(one.kind in (METADATA, TOKEN) for one in made[1].parameters):
            continue
        full, type = made
        if "x86_mmx" in str(type) and not X86_MMX.is_in(version):
            continue
        ending = chance.choice((full, name, f"{name}.p3", f"{full}.junk", full[:-1]))
        yield ending, chance.choice((type, makers[old].wrong(full, type)))


def module_text(name: str, type: FunctionType, number: int) -> str:
    parameters = [f"{one} %p{at}" for at, one in enumerate(type.parameters) if one.kind != INTEGER]
    arguments = [
        f"{one} {'true' if str(one) == 'i1' else 1}" if one.kind == INTEGER else f"{one} %p{at}"
        for at, one in enumerate(type.parameters)
    ]
    listed = ", ".join([*map(str, type.parameters), *(["..."] if type.is_variadic else [])])
    callee = f"{type.return_type} ({listed})" if type.is_variadic else str(type.return_type)
    named, back = ("", "ret void") if type.return_type.kind == VOID else ("%r = ", f"ret {type.return_type} %r")
    call = f"  {named}call {callee} @{name}({', '.join(arguments)})\n  {back}\n"
    head = f"{type.return_type} @f{number}({', '.join(parameters)})"
    return f"declare {type.return_type} @{name}({listed})\ndefine {head} {{\n{call}}}\n"


def by_pyllvm(version: int, text: str) -> tuple[str, str]:
    """Whether the module is "accepted", "refused", "unread", or unread for a reason of pyllvm's "own"; its text, or the error."""
    try:
        module = parse_assembly(text.encode(), llvm_version=version)
        failures = verify(module)
    except PyllvmError as error:
        return "own" if str(error).endswith("so its calls cannot be upgraded") else "unread", str(error)
    return ("refused", failures_text(module, failures)) if failures else ("accepted", str(module).partition(HEAD)[2])


def different(version: int, tool: str, texts: list[str]) -> list[str]:
    """The texts of which LLVM says something else. Those with one verdict are asked as one module, then by halves."""
    stage, printed = by_pyllvm(version, "".join(texts))
    if len(texts) == 1 or stage in ("accepted", "refused"):
        run = subprocess.run([tool, "-S", "-o", "-"], input="".join(texts).encode(), capture_output=True, check=False)
        said = run.stderr.decode().partition(f"{tool}: ")[0]
        theirs = said if run.returncode else run.stdout.decode().partition(HEAD)[2]
        if bool(run.returncode) == (stage != "accepted") and printed.rstrip() == theirs.rstrip():
            return []
        if len(texts) == 1:
            return [] if run.returncode < 0 or (run.returncode and stage == "own") else texts
    half = len(texts) // 2
    return different(version, tool, texts[:half]) + different(version, tool, texts[half:])


@pytest.mark.parametrize("version", [14, 19, 22])
def test_what_llvm_makes_of_them(version: int, llvm_tool: Callable[[int, str], str]) -> None:
    tool = llvm_tool(version, "opt")
    by_verdict: dict[str, list[str]] = {}
    for number, (name, type) in enumerate(islice(declarations(version), COUNT)):
        text = module_text(name, type, number)
        by_verdict.setdefault(by_pyllvm(version, text)[0], []).append(text)
    wrong = [text for texts in by_verdict.values() for text in different(version, tool, texts)]
    # At most one of a hundred: of a type that LLVM does not look at before it reads it as another.
    assert len(wrong) * 100 <= COUNT, "\n".join(wrong)

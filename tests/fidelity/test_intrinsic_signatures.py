"""Declarations of intrinsics with right and with wrong types: pyllvm says of them what LLVM's own verifier says."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final
from zlib import crc32

import pytest

from pyllvm.ir.intrinsics.signatures import signature
from pyllvm.ir.types import FunctionType
from pyllvm.tables.intrinsic_versions import CHECKED_AT_DECLARATION_SINCE

from .intrinsic_texts import Maker, intrinsic_names, said_by_llvm, said_by_pyllvm

pytestmark = pytest.mark.oracle

VERSIONS: Final = (14, 19, 22, 23)
SAMPLE: Final = 400
# How LLVM's messages about types begin: up to LLVM 22, and from 23 on.
REFUSALS: Final = ("Intrinsic has", "Callsite was", "intrinsic ")
# LLVM rewrites calls of these as it reads them, whatever their types, or crashes on wrong ones.
LEFT_OUT: Final = re.compile(
    r"llvm\.(dbg\.|coro\.|experimental\.gc\.|nvvm\.(f|abs|neg|cp\.async)|vector\.reduce\.|objectsize|mem(cpy|move|set)"
    r"|ptr\.annotation|var\.annotation|thread\.pointer|masked\.|matrix\.|amdgcn\.image\.|dx\.|(arm|aarch64)\.neon\."
    r"|wasm\.|riscv\.(aes|sha|sm)|x86\.(mmx|sse|avx|xop))"
)


def sample(version: int) -> list[tuple[str, FunctionType]]:
    """Names and types of some hundred intrinsics, of each target some."""
    maker = Maker(version)
    names = [name for name in intrinsic_names(version) if not LEFT_OUT.match(name)]
    made: dict[str, FunctionType] = {}
    # A name that another release adds does not change which others are chosen.
    for name in sorted(names, key=lambda name: crc32(name.encode()))[:SAMPLE]:
        expected = signature(name, version)
        assert expected is not None
        found = maker.right(expected)
        if found is not None:
            made[found[0]] = found[1]
    return list(made.items())


@pytest.mark.parametrize("version", VERSIONS)
def test_right_types(version: int, llvm_tool: Callable[[int, str], str]) -> None:
    maker = Maker(version)
    chosen = sample(version)
    assert len(chosen) > SAMPLE // 2
    text = "".join(maker.call(name, type, number) for number, (name, type) in enumerate(chosen))
    said = said_by_llvm(llvm_tool(version, "llvm-as"), text)
    assert not [line for line in said if line.startswith(REFUSALS)]
    assert said_by_pyllvm(version, text) == said


@pytest.mark.parametrize("version", VERSIONS)
def test_wrong_types(version: int, llvm_tool: Callable[[int, str], str]) -> None:
    maker = Maker(version)
    texts: list[str] = []
    for number, (name, type) in enumerate(sample(version)):
        wrong = maker.wrong(name, type)
        # If a declaration alone is enough for the message, LLVM applies the rules for calls to wrong arguments, or crashes.
        is_enough = version >= CHECKED_AT_DECLARATION_SINCE
        texts.append(maker.declaration(name, wrong) if is_enough else maker.call(name, wrong, number))
    text = "".join(texts)
    said = said_by_llvm(llvm_tool(version, "llvm-as"), text)
    assert len([line for line in said if line.startswith(REFUSALS)]) > SAMPLE // 4
    assert said_by_pyllvm(version, text) == said

"""Intrinsics with rules of their own, called with many arguments: pyllvm says of them what LLVM's own verifier says."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

import pytest

from pyllvm.ir.intrinsics.signatures import signature
from pyllvm.verifier.intrinsics import has_rule

from .intrinsic_texts import Maker, intrinsic_names, said_by_llvm, said_by_pyllvm

pytestmark = pytest.mark.oracle

VERSIONS: Final = (13, 14, 15, 16, 19, 22)
NUMBERS: Final = ("0", "1", "2", "4", "7", "31", "-1", "undef")
TEXTS: Final = ("!{}", '!"fpexcept.strict"', '!"round.upward"', '!"oeq"', "i32 0")
WAYS: Final = 3
# LLVM crashes on some arguments of these, or rewrites them as it reads them.
LEFT_OUT: Final = re.compile(
    r"llvm\.(dbg\.|coro\.|experimental\.(gc\.|vector\.)|mem(cpy|move|set)|matrix\.|localrecover|callbr|call\.|vector\.(splice|partial))"
)


@pytest.mark.parametrize("version", VERSIONS)
def test_many_arguments(version: int, llvm_tool: Callable[[int, str], str]) -> None:
    maker = Maker(version)
    calls: dict[str, str] = {}
    for name in intrinsic_names(version):
        expected = signature(name, version)
        if expected is None or not has_rule(name) or LEFT_OUT.match(name):
            continue
        for _ in range(WAYS):
            made = maker.right(expected)
            if made is not None and made[0] not in calls:
                calls[made[0]] = with_other_arguments(maker, maker.call(*made, len(calls)))
    assert len(calls) > 50
    text = "@g = global i32 0\n" + "".join(calls.values())
    said = said_by_llvm(llvm_tool(version, "llvm-as"), text)
    assert len(said) > len(calls) // 4
    assert said_by_pyllvm(version, text) == said


def with_other_arguments(maker: Maker, text: str) -> str:
    """The text with numbers, metadata and pointers that are chosen anew."""
    text = re.sub(r"\b(i\d+) (?:undef|1)\b", lambda found: f"{found[1]} {maker.random.choice(NUMBERS)}", text)
    text = re.sub(r"metadata !{}", lambda _: f"metadata {maker.random.choice(TEXTS)}", text)
    return re.sub(r"\bptr undef", lambda _: f"ptr {maker.random.choice(('null', 'undef', '@g', 'poison'))}", text)

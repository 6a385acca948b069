"""The contexts of a memory profile are one record since LLVM 20, in which they share their ends."""

from __future__ import annotations

import random
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from pyllvm import parse_assembly, parse_bitcode
from pyllvm.bitcode import write_bitcode
from pyllvm.bitcode.writer.summary import context_tree

SUMMARY = Path(__file__).parents[2] / "ir" / "summary.ll"
PROFILE = "memProf: ((type: notcold, stackIds: (10, 11)), (type: cold, stackIds: (12)))"


def read_context(tree: list[int], at: int) -> list[int]:
    length = tree[at]
    found: list[int] = []
    while len(found) < length:
        at += 1
        while tree[at] >> 31:
            at += (1 << 32) - tree[at]
        found.append(tree[at])
    return found


def test_contexts_that_share_nothing() -> None:
    assert context_tree([[0, 1], [2]]) == ([2, 0, 1, 1, 2], [0, 3])
    assert context_tree([[5]]) == ([1, 5], [0])


def test_contexts_that_share_their_ends() -> None:
    tree, starts = context_tree([[1, 2, 3], [4, 2, 3], [3]])
    assert len(tree) < 3 + 4 + 4 + 2
    assert [read_context(tree, start) for start in starts] == [[1, 2, 3], [4, 2, 3], [3]]


def test_any_contexts() -> None:
    chosen = random.Random(7)
    for _ in range(200):
        contexts = [[chosen.randrange(4) for _ in range(chosen.randint(1, 5))] for _ in range(chosen.randint(1, 6))]
        tree, starts = context_tree(contexts)
        assert [read_context(tree, start) for start in starts] == contexts


def text_with(contexts: list[list[int]]) -> str:
    profile = ", ".join([f"(type: cold, stackIds: ({', '.join(map(str, context))}))" for context in contexts])
    text = SUMMARY.read_text()
    assert PROFILE in text
    return text.replace(PROFILE, f"memProf: ({profile})")


CONTEXTS = [[10, 11, 12], [13, 11, 12], [12], [14, 10, 11, 12], [11, 11], [13, 14]]


@pytest.mark.parametrize("version", [19, 20, 21, 22, 23])
def test_contexts_are_read_again(version: int) -> None:
    bitcode = write_bitcode(parse_assembly(text_with(CONTEXTS), llvm_version=version))
    printed = str(parse_bitcode(bitcode))
    assert all(f"stackIds: ({', '.join(map(str, context))})" in printed for context in CONTEXTS)


@pytest.mark.oracle
@pytest.mark.parametrize(("version", "producer"), [(19, "LLVM19.1.7"), (22, "LLVM22.1.8")])
def test_llvm_writes_the_same(version: int, producer: str, llvm_tool: Callable[[int, str], str]) -> None:
    text = text_with(CONTEXTS)
    tool = llvm_tool(version, "llvm-as")
    expected = subprocess.run([tool, "-o", "-", "-"], input=text.encode(), capture_output=True, check=True).stdout
    assert write_bitcode(parse_assembly(text, llvm_version=version), producer=producer) == expected

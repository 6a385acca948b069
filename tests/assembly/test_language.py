"""The language's documents, a module of each code block in tests/data/language: assembled as LLVM 8 does, or refused.

A file `*.invalid.ll` says LLVM 8's message in its second line, with the place where it is the parser's; without one it is the
verifier's, and the parser takes the file.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import pyllvm
from pyllvm.assembly import print_module
from rows import each_row

FOLDER = Path(__file__).parent.with_name("data") / "language"
VERSION = 8
BLOCKS = {"high-level-structure": 33, "inline-asm-and-metadata": 68}
# LLVM 8's parser and its writer each exchange a property's setter and getter.
SWAPPED = "inline-asm-and-metadata-34-objective-c-property.ll"
VALID = sorted(path.name for path in FOLDER.glob("*.ll") if not path.name.endswith(".invalid.ll"))
INVALID = sorted(path.name for path in FOLDER.glob("*.invalid.ll"))


@pytest.mark.parametrize("chapter", BLOCKS)
def test_each_block_has_a_module(chapter: str) -> None:
    numbers = [int(name.removeprefix(chapter)[1:3]) for name in VALID if name.startswith(chapter)]
    assert sorted(set(numbers)) == list(range(1, BLOCKS[chapter] + 1))


@each_row("name", VALID)
def test_round_trip(name: str) -> None:
    data = (FOLDER / name).read_bytes()
    # Where no directive is, LLVM 8 would not foresee every order that it reads.
    ordered = b"\nuselistorder" in data

    def printed(module: pyllvm.Module) -> bytes:
        return print_module(module, preserve_use_list_order=ordered)

    module = pyllvm.parse_assembly(data, name, llvm_version=VERSION)
    text = printed(module)
    read = pyllvm.parse_bitcode(pyllvm.to_bitcode(module), name)
    again = pyllvm.parse_assembly(text, name, llvm_version=VERSION)
    if name == SWAPPED:
        assert printed(read) != text
        assert printed(again) == printed(read)
    else:
        assert printed(read) == text
        assert printed(again) == text
    assert printed(pyllvm.parse_bitcode(pyllvm.to_bitcode(again), name)) == text


def refusal(name: str) -> tuple[tuple[int, int], str] | None:
    """Place and words of LLVM 8's message; None where it is the verifier's."""
    line = (FOLDER / name).read_text().splitlines()[1]
    found = re.fullmatch(r"; (?:(\d+):(\d+): )?error: (.*)", line)
    assert found is not None
    return None if found[1] is None else ((int(found[1]), int(found[2])), found[3])


@each_row("name", INVALID)
def test_refused(name: str) -> None:
    data = (FOLDER / name).read_bytes()
    expected = refusal(name)
    if expected is None:
        assert pyllvm.parse_assembly(data, name, llvm_version=VERSION).llvm_version == VERSION
        return
    with pytest.raises(pyllvm.PyllvmError) as raised:
        pyllvm.parse_assembly(data, name, llvm_version=VERSION)
    diagnostic = raised.value.diagnostic
    assert isinstance(diagnostic.where, pyllvm.Span)
    assert (diagnostic.where.line, diagnostic.where.column) == expected[0]
    assert diagnostic.message == expected[1]

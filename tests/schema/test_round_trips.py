"""Nodes as the real LLVM takes, prints and refuses them: every node with every field, and values that are wrong for a field."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from every_node import every_node
from pyllvm.assembly import parse_assembly, print_module
from pyllvm.bitcode import read_bitcode, write_bitcode
from pyllvm.diagnostics import PyllvmError, Span
from pyllvm.ir.module import Module
from rows import each_row

DATA: Final = Path(__file__).parents[1] / "data"
VERSIONS: Final = sorted(int(path.stem) for path in (DATA / "metadata").glob("*.text"))
# Lines of nodes, and below each what llvm-as of some versions says, with the column; or that it takes the node.
REFUSED: Final = re.findall(r"^(\S.*)\n((?:    .*\n)+)", Path(__file__).with_name("refused.txt").read_text("utf-8"), re.MULTILINE)


def printed(module: Module) -> list[str]:
    """The lines of metadata."""
    return [line for line in print_module(module).decode().splitlines() if line.startswith("!")]


@pytest.mark.parametrize("version", VERSIONS)
def test_every_node_as_text_and_as_records(version: int) -> None:
    recorded = (DATA / "metadata" / f"{version}.text").read_text("utf-8")
    expected = [line for line in recorded.splitlines() if line.startswith("!")]
    text, _ = every_node(DATA, version, checked=version == 8)
    if "!llvm.dbg.cu" not in recorded:
        text = text.partition("\n")[2]
    module = parse_assembly(text.encode(), llvm_version=version)
    assert printed(read_bitcode(write_bitcode(module))) == expected
    if version <= 21:  # LLVM's parser took the getter of a property for its setter
        expected = [re.sub('setter: (".*"), getter: (".*"), attr', r"setter: \2, getter: \1, attr", line) for line in expected]
    assert printed(module) == expected


@each_row(("line", "answers"), REFUSED)
def test_what_is_refused(line: str, answers: str) -> None:
    for answer in answers.splitlines():
        versions, _, expected = answer.strip().partition(" | ")
        for version in versions.split():
            said = "taken"
            try:
                parse_assembly(f"!named = !{{!0}}\n!0 = {line}\n".encode(), llvm_version=int(version))
            except PyllvmError as error:
                where = error.diagnostic.where
                assert isinstance(where, Span)
                said = f"{where.column - 5 if where.line == 2 else f'3/{where.column}'}: {error.diagnostic.message}"
            assert (version, said) == (version, expected)


def test_numbers_among_the_names_of_flags() -> None:
    for flags in ("3 | DIFlagVector | 1073741824", "DIFlagVector | 3"):
        text = f"!named = !{{!0}}\n!0 = !DIBasicType(flags: {flags})\n"
        node = printed(parse_assembly(text.encode(), llvm_version=19))[-1]
        assert node == "!0 = !DIBasicType(flags: DIFlagPublic | DIFlagVector)"

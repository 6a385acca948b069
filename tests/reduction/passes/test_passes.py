"""The changes that each pass makes to one program, with all targets at once, and with every second target.

`tests/data/reduction/passes.txt` has the lines that differ. ``python -m tests.reduction.passes.test_passes`` writes it again.
"""

from __future__ import annotations

import difflib
import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pyllvm
from pyllvm.reduction.passes.order import PASSES
from pyllvm.reduction.scope import Pass, Scope
from rows import each_row

DATA: Final = Path(__file__).parents[2] / "data" / "reduction"
VERSION: Final = 22
HEADS: Final = ("---", "+++", "@@ ")
SHOWN: Final = 5
KEPT: Final = Scope(frozenset(("work",)), keeps_names=True)
EACH: Final = (("all", Scope(), 0, 1), ("every second", Scope(), 1, 2), ("kept", KEPT, 0, 1))


def program() -> pyllvm.Module:
    return pyllvm.parse_assembly((DATA / "program.ll").read_bytes(), llvm_version=VERSION)


def lines(module: pyllvm.Module) -> list[str]:
    """The text without the numbers of metadata and groups of attributes, which change with each that goes."""
    return re.sub(r"(?<=[!#])\d+", "", str(module)).splitlines()


def difference(one: Pass, scope: Scope, first: int, step: int) -> Iterator[str]:
    """The lines that a pass removes and adds, and what is wrong with the result: such a candidate is not tried."""
    module = program()
    before = lines(module)
    targets = one.targets(module, scope)[first::step]
    if targets:
        one.change(module, targets)
    yield from (f"! {finding.message}" for finding in pyllvm.verify(module))
    changes = (line.rstrip() for line in difflib.unified_diff(before, lines(module), n=0, lineterm="") if line[:3] not in HEADS)
    for sign, group in itertools.groupby(changes, lambda line: line[0]):
        many = list(group)
        yield from many[:SHOWN]
        if len(many) > SHOWN:
            yield f"{sign}... {len(many) - SHOWN} lines more"


def section(one: Pass) -> str:
    """Return the section of a pass in the file. Choices of targets that change the same lines share one entry."""
    parts: dict[str, list[str]] = {}
    for name, scope, first, step in EACH:
        parts.setdefault("\n".join(difference(one, scope, first, step)), []).append(name)
    return "".join([f"{', '.join(names)}:\n{changed}\n" for changed, names in parts.items()])


@each_row("one", PASSES, ids=lambda one: one.name)
def test_a_pass(one: Pass) -> None:
    sections = dict(re.findall(r"^== (.*)\n((?:(?!== ).*\n)*)", (DATA / "passes.txt").read_text("utf-8"), re.MULTILINE))
    assert section(one) == sections[one.name]


if __name__ == "__main__":
    (DATA / "passes.txt").write_text("".join([f"== {one.name}\n{section(one)}" for one in PASSES]), "utf-8")

"""The tables of sizes, and the counts of code."""

from __future__ import annotations

from pathlib import Path

import pytest

import pyllvm
from pyllvm.library.size_tables import code_counts, size_tables


def test_tables(data: Path) -> None:
    module = pyllvm.read(data / "sample.bc")
    sizes = pyllvm.bitcode_sizes((data / "sample.bc").read_bytes())
    groups, functions, *_ = size_tables(sizes, code_counts([module]), top=1)
    assert groups.rows[-1][0] == "total"
    assert groups.rows[-1][1][0] == f"{sizes.bits:,}"
    assert sum(share for _, _, share in groups.rows) == pytest.approx(1)
    assert len(functions.rows) == 1
    assert functions.title.startswith("Functions: the 1 largest of ")
    every = size_tables(sizes, None, top=0, shown=str.upper)
    assert len(every[1].rows) == len(sizes.functions)
    assert all(name == name.upper() for name, _, _ in every[1].rows)


def test_code_counts() -> None:
    module = pyllvm.parse_assembly(
        "define i32 @f(i32 %a) nounwind {\n  %b = add i32 %a, 1\n  %c = add i32 %b, %a\n  ret i32 %c\n}\n"
        "declare void @g() nounwind\n"
    )
    counts = code_counts([module])
    assert counts.opcodes == {"add": 2, "ret": 1}
    assert counts.functions == {"f": {"add": 2, "ret": 1}}
    assert counts.attributes == {"nounwind": 2}

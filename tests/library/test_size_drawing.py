"""The tables of sizes on a terminal."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

Run = Callable[..., Any]


def test_names_of_300_letters_leave_the_numbers_whole(pyllvm: Run, tmp_path: Path) -> None:
    """C++ has such names. Numbers come first; names are cut in the middle to what is left; bars have the rest."""
    names = [f"_ZN{kind}" + "x" * 296 for kind in "ABC"]
    text = "".join(f"define void @{name}() {{\n  ret void\n}}\n" for name in names) + "@v = global [999 x i32] zeroinitializer\n"
    for columns in (80, 120, 200):
        outcome = pyllvm("stat", "--color", "-", stdin=text.encode(), environment={"COLUMNS": str(columns), "NO_COLOR": ""})
        lines = re.sub(r"\x1b\[[\d;]*m", "", outcome.output.decode()).splitlines()[1:]
        assert max(map(len, lines)) <= columns
        rows = [line for line in lines if "_ZN" in line]
        assert len(rows) == len(names)
        for row in rows:
            count, size, unit, share, name, bar = row.split()
            assert (count, unit, share[-1]) == ("1", "B", "%")
            assert size.isdecimal()
            assert "…" in name
            assert name.startswith("_ZN")
            assert set(bar) <= set("█▉▊▋▌▍▎▏")
        assert "…" not in "".join(line for line in lines if "_ZN" not in line)

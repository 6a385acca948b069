"""The library functions that LLVM knows are those of its own headers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pyllvm.tables.library_functions import LIBRARY_FUNCTIONS

HEADERS = sorted(Path("/usr/include").glob("llvm-*/llvm/Analysis/TargetLibraryInfo.[dt]*"))


@pytest.mark.oracle
@pytest.mark.parametrize("header", HEADERS, ids=[f"{path.parts[3]}-{path.suffix[1:]}" for path in HEADERS])
def test_all_names_of_a_header_are_there(header: Path) -> None:
    text = header.read_text()
    if header.suffix == ".def":
        names = set(re.findall(r'^TLI_DEFINE_STRING_INTERNAL\("([^"]*)"\)', text, re.MULTILINE))
    else:
        found = re.findall(r'^def\s+(\w+)\s*:\s*TargetLibCall<\s*(?:"([^"]*)")?', text, re.MULTILINE)
        names = {written or name for name, written in found}
    assert len(names) > 400
    assert names - LIBRARY_FUNCTIONS == set()


def test_what_it_is_about() -> None:
    assert {"malloc", "printf", "memcpy", "_Znwm", "strlen"} <= LIBRARY_FUNCTIONS
    assert "main" not in LIBRARY_FUNCTIONS

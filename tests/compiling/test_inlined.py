"""What the build inlines into the C code that mypyc writes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from compiling.inlined import DECLARATIONS

mypyc = pytest.importorskip("mypyc")
HEADER = (Path(mypyc.__file__).parent / "lib-rt" / "CPy.h").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", re.findall(r"^#define (CPy\w+)\(", DECLARATIONS, re.MULTILINE))
def test_the_library_of_this_mypyc_has_what_is_inlined(name: str) -> None:
    assert re.search(rf"\b{name}\([^;{{]*[;{{]", HEADER)


def test_each_function_stands_before_its_macro() -> None:
    """Behind it, the function would call itself for the rest."""
    for name, function in re.findall(r"^#define (\w+)\([\w, ]*\) (\w+)\(", DECLARATIONS, re.MULTILINE):
        definition = re.search(rf"^static inline .*\b{function}\(", DECLARATIONS, re.MULTILINE)
        assert definition is not None
        assert definition.start() < DECLARATIONS.index(f"#define {name}(")

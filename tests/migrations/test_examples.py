"""Each change shows the IR before and after in its docstring, and these examples are what happens."""

from __future__ import annotations

import pytest

from .examples import changed, examples

ALL = list(examples())


@pytest.mark.parametrize("place", list(dict.fromkeys(example.place for example in ALL)))
def test_the_example_is_what_happens(place: str) -> None:
    for example in ALL:
        if example.place == place:
            lines = changed(example).split("\n")
            found = iter(lines)
            missing = [line for line in example.expected.split("\n") if line and line not in found]
            assert not missing, "\n".join([f"LLVM {example.after} has:", *lines])

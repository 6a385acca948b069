"""Edits of mypyc's C code: each counts what it replaces."""

from __future__ import annotations

from pathlib import Path

import pytest
from compiling.edits import GeneratedCode


@pytest.fixture
def code(tmp_path: Path) -> GeneratedCode:
    for name, text in {"a.c": "one two one\n", "b.c": "one\n", "other.c": "three\n"}.items():
        tmp_path.joinpath(name).write_text(text, encoding="utf-8")
    return GeneratedCode(tmp_path, ["a.c", "b.c", "other.c"])


def test_an_edit_is_made_in_the_files_that_it_names(code: GeneratedCode, tmp_path: Path) -> None:
    code.edit("issue", "?.c", "one", r"<\g<0>>", 3)
    code.edit("issue", "*.c", "three|two", lambda match, name: f"{name}:{match[0]}")
    code.write()
    texts = {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()}
    assert texts == {"a.c": "<one> a.c:two <one>\n", "b.c": "<one>\n", "other.c": "other.c:three\n"}


@pytest.mark.parametrize(
    ("files", "pattern", "new", "times", "made"),
    [("*.c", "four", "", None, 0), ("x*", "one", "", None, 0), ("*.c", "one", "one", None, 0), ("*.c", "one", "", 2, 3)],
)
def test_an_edit_that_is_not_made_as_often_as_it_should_is_an_error(
    code: GeneratedCode, files: str, pattern: str, new: str, times: int | None, made: int
) -> None:
    with pytest.raises(RuntimeError, match=rf"another form than this build knows: {made} edits in .* for: the issue"):
        code.edit("the issue", files, pattern, new, times)

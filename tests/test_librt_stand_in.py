"""The stand-in for `librt` gives what `librt` gives."""

from __future__ import annotations

import ast
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import pyllvm
from pyllvm import librt_stand_in

pytestmark = pytest.mark.once

SOURCE = Path(pyllvm.__file__).parent
LIBRT: Any = pytest.importorskip("librt.strings", reason="librt is only there for CPython")
BOUNDS = [sign * (1 << width) + near for width in (0, 7, 8, 31, 32, 63) for sign in (-1, 1) for near in (-1, 0, 1)]


def result(function: Callable[..., object], *arguments: object) -> object:
    """The result of a function, or the kind of its exception."""
    try:
        return function(*arguments)
    except Exception as error:
        return type(error)


def used() -> Iterator[str]:
    """The names of `librt` that the sources import."""
    for path in SOURCE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if "librt" in text else ():
            if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "librt":
                assert node.module == "librt.strings", path
                yield from (alias.name for alias in node.names)


def test_it_has_all_that_the_sources_import() -> None:
    assert {name for name in used() if not hasattr(librt_stand_in, name)} == set()


@pytest.mark.parametrize("name", ["read_i16_le", "read_i64_le"])
def test_numbers_are_read_alike(name: str) -> None:
    data = random.Random(name).randbytes(40)
    ours, theirs = getattr(librt_stand_in, name), getattr(LIBRT, name)
    for index in range(-10, 50):
        assert result(ours, data, index) == result(theirs, data, index), index


@pytest.mark.parametrize(
    ("name", "values"), [("write_i32_le", BOUNDS), ("write_f64_le", [0.1, -0.0, 3, float("inf"), 1 << 1024])]
)
def test_numbers_are_written_alike(name: str, values: list[Any]) -> None:
    for value in values:
        ours, theirs = librt_stand_in.BytesWriter(), LIBRT.BytesWriter()
        assert result(getattr(librt_stand_in, name), ours, value) == result(getattr(LIBRT, name), theirs, value), value
        assert ours.getvalue() == theirs.getvalue()


def test_bytes_are_written_alike() -> None:
    ours, theirs = librt_stand_in.BytesWriter(), LIBRT.BytesWriter()
    assert bool(ours) == bool(theirs)
    for writer in (ours, theirs):
        writer.write(b"some")
        writer.append(255)
        writer.write(bytearray(b" bytes"))
        writer[2] = writer[-1]
        writer.truncate(9)
    assert (len(ours), ours.getvalue()) == (len(theirs), theirs.getvalue())
    for index in (-20, -1, 0, 8, 9):
        assert result(ours.__getitem__, index) == result(theirs.__getitem__, index)


ELSEWHERE = """
import sys
sys.implementation.name = "another"
sys.modules["librt"] = None  # its import fails
import pyllvm
module = pyllvm.parse_assembly("@g = global double 0.1\\ndefine i64 @f() {\\n  ret i64 123456789012\\n}\\n")
print(pyllvm.to_assembly(pyllvm.parse_bitcode(pyllvm.to_bitcode(module))))
"""


def test_another_interpreter_needs_no_librt() -> None:
    # The compiled modules are for CPython, and find librt on their own.
    plain = {**os.environ, "PYLLVM_PLAIN": "1"}
    run = subprocess.run([sys.executable, "-c", ELSEWHERE], env=plain, capture_output=True, text=True)
    assert run.stderr == ""
    assert "@g = global double 1.000000e-01" in run.stdout
    assert "ret i64 123456789012" in run.stdout

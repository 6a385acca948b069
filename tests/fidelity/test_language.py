"""The modules of tests/data/language as LLVM 8 itself has them: its text, its bitcode and its messages against ours."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import pytest

import pyllvm
from pyllvm.bitcode import write_bitcode
from wishing import wishing

pytestmark = pytest.mark.oracle

FOLDER = Path(__file__).parent.with_name("data") / "language"
VERSION = 8
VALID = sorted(path.name for path in FOLDER.glob("*.ll") if not path.name.endswith(".invalid.ll"))
INVALID = sorted(path.name for path in FOLDER.glob("*.invalid.ll"))

# Not a matter of the text or the bitcode: what LLVM changes in a module that it has read.
CHANGED = {
    "inline-asm-and-metadata-12-attachment-of-one-node-to-all.ll": "LLVM drops debug info that its verifier refuses",
}
# LLVM 8's parser and its writer each exchange a property's setter and getter.
SWAPPED = "inline-asm-and-metadata-34-objective-c-property.ll"


class Library(Protocol):
    """What conftest's libraries do."""

    def print(self, data: bytes) -> bytes: ...

    def write(self, data: bytes) -> bytes: ...

    def refusal(self, data: bytes) -> str: ...


Libraries = Callable[[int], Library]


def printed(module: pyllvm.Module) -> list[bytes]:
    return lines(pyllvm.to_assembly(module).encode("utf-8", "surrogateescape"))


def lines(text: bytes) -> list[bytes]:
    """The lines but for the one that says where the module came from."""
    return [line for line in text.splitlines() if not line.startswith(b"; ModuleID")]


def cases() -> list[object]:
    return [
        pytest.param(name, marks=pytest.mark.xfail(reason=CHANGED[name], strict=True)) if name in CHANGED else name
        for name in VALID
    ]


@pytest.mark.parametrize("name", VALID)
def test_reading_its_bitcode(name: str, llvm_library: Libraries) -> None:
    library = llvm_library(VERSION)
    bitcode = library.write((FOLDER / name).read_bytes())
    assert printed(pyllvm.parse_bitcode(bitcode)) == lines(library.print(bitcode))


@pytest.mark.parametrize("name", cases())
def test_text(name: str, llvm_library: Libraries) -> None:
    library = llvm_library(VERSION)
    data = (FOLDER / name).read_bytes()
    assert printed(pyllvm.parse_assembly(data, llvm_version=VERSION)) == lines(library.print(data))


@pytest.mark.parametrize("name", cases())
def test_its_reading_of_our_bitcode(name: str, llvm_library: Libraries) -> None:
    library = llvm_library(VERSION)
    data = (FOLDER / name).read_bytes()
    bitcode = pyllvm.to_bitcode(pyllvm.parse_assembly(data, llvm_version=VERSION))
    found = lines(library.print(bitcode))
    assert found == printed(pyllvm.parse_bitcode(bitcode))
    assert found == lines(library.print(library.write(data) if name == SWAPPED else data))


@pytest.mark.parametrize("name", cases())
def test_bitcode(name: str, llvm_library: Libraries) -> None:
    data = (FOLDER / name).read_bytes()
    # The library writes no use-list orders, and names itself after its first release.
    module = pyllvm.parse_assembly(data, llvm_version=VERSION)
    bitcode = write_bitcode(module, wishing(preserves_bitcode_order=False), producer="LLVM8.0.0")
    assert bitcode == llvm_library(VERSION).write(data)


@pytest.mark.parametrize("name", INVALID)
def test_refusal(name: str, llvm_library: Libraries) -> None:
    data = (FOLDER / name).read_bytes()
    expected = data.decode().splitlines()[1].removeprefix("; ")
    if re.match(r"\d", expected):
        expected = "<string>:" + expected
    else:
        expected = expected.removeprefix("error: ")
    assert llvm_library(VERSION).refusal(data).splitlines()[0] == expected

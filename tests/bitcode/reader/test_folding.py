"""Constant expressions that a writer has not folded: the reader does so, or refuses them, as LLVM does."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from constant_bits import BOOLEAN, BYTE, EXPRESSIONS, LONG, WORD, Expression

from in_parts import in_parts
from pyllvm import parse_assembly
from pyllvm.bitcode import BitcodeFile, read_bitcode, write_bitcode
from pyllvm.diagnostics import PyllvmError
from pyllvm.migrations import bring
from pyllvm.reading.in_turn import text_in_turn
from rows import each_row

UNSUPPORTED = "Value referenced by initializer is an unsupported constant expression of type "
BY_NAME = {expression.name: expression for expression in EXPRESSIONS}


def read(name: str, place: str, version: int) -> str:
    """The line with the expression, or the message of the error."""
    try:
        text = str(read_bitcode(BY_NAME[name].bitcode(place, version)))
    except PyllvmError as error:
        return error.diagnostic.message
    begin = {"initializer": "@f", "body": "  ret", "case": "    i"}[place]
    return next(line.strip() for line in text.splitlines() if line.startswith(begin))


@each_row(
    ("name", "place", "version", "expected"),
    [
        ("add of numbers", "initializer", 16, "@f = global i32 -2"),
        ("add of numbers", "body", 22, "ret i32 -2"),
        ("add of numbers", "case", 21, "i32 -2, label %2"),
        ("xor of vectors", "initializer", 22, "@f = global <2 x i32> <i32 2, i32 6>"),
        ("trunc", "initializer", 22, "@f = global i32 3"),
        ("bitcast of a double", "initializer", 19, "@f = global i64 4611686018427387904"),
        ("ptrtoint of inttoptr", "case", 21, "i64 16, label %2"),
        ("ptrtoint of inttoptr", "initializer", 22, "@f = global i64 ptrtoint (ptr inttoptr (i64 16 to ptr) to i64)"),
        ("extractelement", "initializer", 22, "@f = global i32 1"),
        ("icmp", "body", 16, "ret i1 false"),
        ("icmp", "body", 19, "ret i1 %constexpr"),
        ("udiv of numbers", "initializer", 14, "@f = global i32 0"),
        ("udiv of numbers", "body", 16, "ret i32 %constexpr"),
        ("udiv of numbers", "initializer", 16, UNSUPPORTED + "udiv"),
        ("mul of numbers", "initializer", 21, UNSUPPORTED + "mul"),
        ("fneg", "initializer", 14, "@f = global double -2.000000e+00"),
        ("shufflevector", "initializer", 22, "@f = global <2 x i32> <i32 2, i32 3>"),
    ],
)
def test_what_the_reader_makes_of_them(name: str, place: str, version: int, expected: str) -> None:
    assert read(name, place, version) == expected


@pytest.mark.parametrize(("version", "is_instruction"), [(16, False), (17, True)])
def test_an_address_in_scalable_vectors(version: int, is_instruction: bool) -> None:
    text = "@g = global i8 0\ndefine ptr @f() {\n  ret ptr getelementptr (<vscale x 4 x i32>, ptr @g, i64 1)\n}\n"
    module = read_bitcode(write_bitcode(parse_assembly(text, llvm_version=16), producer=f"LLVM{version}.0.6"))
    assert ("  %constexpr = getelementptr " in str(module)) is is_instruction


def test_large_files_and_newer_versions() -> None:
    """Bodies that are read one after the other, and a module that goes to a newer LLVM, which refuses what it lacks."""
    data = BY_NAME["udiv of numbers"].bitcode("body", 19)
    whole = str(read_bitcode(data, name="a"))
    assert "%constexpr = udiv i32 5, -7\n" in whole
    assert b"".join(text_in_turn(BitcodeFile(data), *in_parts("a", None))).decode() == whole
    module = read_bitcode(BY_NAME["add of an address and 0"].bitcode("initializer", 14), assumed_version=22)
    bring(module, 22)
    assert "@f = global i64 ptrtoint (ptr @g to i64)\n" in str(module)
    with pytest.raises(PyllvmError, match="unsupported constant expression of type or"):
        bring(read_bitcode(BY_NAME["or of numbers"].bitcode("initializer", 14), assumed_version=22), 22)


def _places(expression: Expression) -> list[str]:
    return ["initializer", "body", "case"] if expression.type in (BOOLEAN, BYTE, WORD, LONG) else ["initializer", "body"]


@pytest.mark.oracle
@pytest.mark.parametrize("version", [14, 16, 19, 22])
def test_llvm_makes_the_same(version: int, llvm_tool: Callable[[int, str], str], tmp_path: Path) -> None:
    """LLVM prints together what both take; what pyllvm refuses, it refuses in the same words."""
    tool = llvm_tool(version, "llvm-dis")
    printed: dict[Path, str] = {}
    for expression in EXPRESSIONS:
        for place in _places(expression):
            data = expression.bitcode(place, version)
            file = tmp_path / f"{expression.name} {place}.bc"
            file.write_bytes(data)
            try:
                printed[file] = str(read_bitcode(data, name=str(file)))
            except PyllvmError as error:
                real = subprocess.run([tool, file, "-o", "-"], capture_output=True, text=True, check=False)
                if real.returncode >= 0:  # LLVM does not crash
                    assert error.diagnostic.message in real.stderr, file.stem
                    assert real.returncode, file.stem
    waiting = [*printed]
    while waiting:
        real = subprocess.run([tool, *waiting], capture_output=True, text=True, check=False)
        assert real.returncode <= 0, real.stderr
        done = [file for file in waiting if file.with_suffix(".ll").exists()]
        for file in done:
            assert printed[file] == file.with_suffix(".ll").read_text(), file.stem
        # LLVM crashes at the one after those.
        waiting = waiting[len(done) + 1 :]

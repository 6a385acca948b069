"""The orders of uses in bitcode of an older LLVM, as a newer one has them: it counts the uses that are left at that time."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pyllvm.assembly import parse_assembly
from pyllvm.bitcode import write_bitcode

Run = Callable[..., Any]

# Constants that casts tell apart, blocks whose addresses are taken, local values that casts hide, and intrinsics that get other
# names (memcpy) and other operands (lifetimes, since LLVM 22).
TEXT = b"""
@table = global [2 x i8*] [i8* bitcast (void (i32)* @f to i8*), i8* blockaddress(@last, %there)]

define void @f(i32 %n) {
  ret void
}

define void @g(i8* %p, i8* %q, i32* %r) {
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %p)
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* %p, i8* %q, i64 4, i1 false)
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* %q, i8* %p, i64 4, i1 false)
  call void @use(i8* bitcast (void (i32)* @f to i8*), i32* null, i8* null, i8* %p)
  %c = bitcast i32* %r to i8*
  call void @use(i8* %c, i32* bitcast (void (i32)* @f to i32*), i8* null, i8* %c)
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %p)
  ret void

; uselistorder directives
  uselistorder i8* %p, { 3, 1, 0, 2, 4 }
}

declare void @llvm.memcpy.p0i8.p0i8.i64(i8*, i8*, i64, i1)
declare void @llvm.lifetime.start.p0i8(i64, i8*)
declare void @llvm.lifetime.end.p0i8(i64, i8*)
declare void @use(i8*, i32*, i8*, i8*)

define void @last(i8* %p, i8* %q) {
  call void @f(i32 1)
  br label %there
there:
  call void @f(i32 2)
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %q)
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* %p, i8* %q, i64 8, i1 false)
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %p)
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* %q, i8* %p, i64 8, i1 false)
  ret void
}

; uselistorder directives
uselistorder void (i32)* @f, { 3, 0, 2, 1 }
uselistorder i8* null, { 1, 0 }
uselistorder void (i8*, i32*, i8*, i8*)* @use, { 1, 0 }
uselistorder void (i8*, i8*, i64, i1)* @llvm.memcpy.p0i8.p0i8.i64, { 2, 0, 3, 1 }
uselistorder void (i64, i8*)* @llvm.lifetime.end.p0i8, { 1, 2, 0 }
"""
# What LLVM prints. Orders of constants and functions that have not as many uses as the file says are dropped.
NAMES_MOVED = """\
  uselistorder ptr %p, { 3, 1, 0, 2, 4 }
uselistorder ptr @f, { 2, 3, 0, 1, 4 }
uselistorder i64 4, { 4, 5, 0, 1, 2, 3 }
uselistorder i1 false, { 2, 3, 0, 1 }
uselistorder ptr @use, { 1, 0 }
"""
# Calls are upgraded in their order.
CALLS_IN_ORDER = """\
  uselistorder ptr %p, { 1, 0, 2 }
uselistorder ptr @f, { 2, 3, 0, 1, 4 }
uselistorder ptr @use, { 1, 0 }
uselistorder ptr @llvm.memcpy.p0.p0.i64, { 1, 0, 3, 2 }
"""
SHOWN = ("-preserve-ll-uselistorder", "-o", "-")
# opt reads no body before its turn, although an initializer has the address of a block.
IN_TURN = """\
uselistorder ptr @llvm.memcpy.p0.p0.i64, { 1, 0, 3, 2 }
uselistorder ptr @llvm.lifetime.end.p0, { 0, 2, 1 }
"""
EXPECTED = {16: NAMES_MOVED, 19: NAMES_MOVED, 22: CALLS_IN_ORDER}


def orders(text: str) -> str:
    """The lines of a text that state orders."""
    return "".join(line for line in text.splitlines(keepends=True) if line.lstrip().startswith("uselistorder"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Bitcode of LLVM 14 with orders of uses."""
    file = tmp_path / "m.bc"
    file.write_bytes(write_bitcode(parse_assembly(TEXT, "", 14)))
    return file


@pytest.mark.parametrize("version", EXPECTED)
def test_text_has_the_orders_of_the_newer_llvm(version: int, path: Path, pyllvm: Run) -> None:
    assert orders(pyllvm("dis", f"--llvm-version={version}", *SHOWN, path).output.decode()) == EXPECTED[version]


@pytest.mark.parametrize("version", EXPECTED)
def test_opt_writes_the_orders_of_the_newer_llvm(version: int, path: Path, pyllvm: Run) -> None:
    made = pyllvm("opt", f"--llvm-version={version}", path, "-o", "-").output
    expected = EXPECTED[version] + ("" if version >= 22 else IN_TURN)
    assert orders(pyllvm("dis", *SHOWN, "-", stdin=made).output.decode()) == expected


@pytest.mark.oracle
@pytest.mark.parametrize("version", EXPECTED)
def test_llvm_prints_the_same_orders(version: int, path: Path, llvm_tool: Callable[[int, str], str]) -> None:
    command = [llvm_tool(version, "llvm-dis"), *SHOWN, path]
    assert orders(subprocess.run(command, capture_output=True, check=True, text=True).stdout) == EXPECTED[version]


@pytest.mark.oracle
@pytest.mark.parametrize("version", EXPECTED)
@pytest.mark.parametrize("words", [["--func=g"], ["--func=last", "--func=f"], ["--func=f", "--delete"]])
def test_extract_reads_bodies_in_llvms_order(
    words: list[str], version: int, path: Path, pyllvm: Run, llvm_tool: Callable[[int, str], str]
) -> None:
    """A body that goes has no uses, and a body that is needed first is upgraded first."""
    rest = [*words, "-S", *SHOWN, str(path)]
    real = subprocess.run([llvm_tool(version, "llvm-extract"), *rest], capture_output=True, check=True).stdout
    assert pyllvm("extract", f"--llvm-version={version}", *rest).output == real


def test_module_that_is_read_again_keeps_the_names_of_its_types(tmp_path: Path, pyllvm: Run) -> None:
    """An upgrade of Objective-C's calls needs all bodies."""
    text = b"""
%struct.S = type { i32 }
declare void @clang.arc.use(...)
define void @f(%struct.S* %p) {
  call void (...) @clang.arc.use(%struct.S* %p)
  %a = getelementptr %struct.S, %struct.S* %p, i32 0, i32 0
  store i32 1, i32* %a
  ret void
}
"""
    file = tmp_path / "m.bc"
    file.write_bytes(write_bitcode(parse_assembly(text, "", 14)))
    assert "getelementptr %struct.S, ptr %p" in pyllvm("opt", "-S", "--llvm-version=19", file, "-o", "-").output.decode()

"""The rows of `tables/intrinsics.txt` are those that an LLVM's library gives."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from tests.releases.intrinsics import FILE, IntrinsicsFile, library_of, main

from pyllvm.versions import NEXT

SMALL = (
    "# head\n@sets\nfunction nounwind\nfunction cold\n@changes\n7:0\n7:0 9:1 12:-\n"
    "@signatures\nvoid()\nvoid(p0i8) 19 void(pointer$0)\n"
    "@names \ngone 1 0\nstays 0 1\n@names x86\nthere 0 0\n@end\n"
)
ROWS = {"llvm.stays": ("function nounwind", "void(p0i8)"), "llvm.x86.there": ("function nounwind", "void()")}


def updated(rows: dict[str, tuple[str, str]], version: int) -> str:
    file = IntrinsicsFile(SMALL)
    file.update(rows, set(rows), version)
    return str(file)


def test_rows_that_are_there_change_nothing() -> None:
    assert str(IntrinsicsFile(SMALL)) == SMALL
    assert updated(ROWS, 14) == SMALL
    assert updated({**ROWS, "llvm.stays": ("function nounwind", "void(pointer$0)")}, 22) == SMALL


def test_a_change_of_one_release_begins_and_ends_with_it() -> None:
    gone = {"llvm.gone": ("function nounwind", "void()")}
    text = updated({**ROWS, **gone, "llvm.stays": ("function cold", "void(i32)")}, 8)
    assert "\n7:0 8:1 9:0\n" in text
    assert "\nvoid(p0i8) 8 void(i32) 9 void(p0i8) 19 void(pointer$0)\n" in text
    assert "\nstays 2 2\n" in text


def test_a_new_release_goes_on() -> None:
    text = updated({**ROWS, "llvm.new": ("function cold", "void()"), "llvm.x86.new": ("function nounwind", "void()")}, NEXT + 1)
    assert f"\n{NEXT + 1}:1\n" in text
    assert "\nnew 2 0\nstays" in text
    assert "@names x86\nnew 3 0\nthere" in text


def test_what_is_gone_is_gone_from_that_release_on() -> None:
    assert f"\n7:0 {NEXT + 1}:-\n" in updated({"llvm.stays": ROWS["llvm.stays"]}, NEXT + 1)


@pytest.mark.oracle
@pytest.mark.skipif(sys.platform != "linux", reason="it needs Linux")
@pytest.mark.parametrize("version", [14, 22])
def test_the_library_gives_the_rows_of_the_file(version: int, tmp_path: Path) -> None:
    if not Path(f"/usr/lib/llvm-{version}").exists():
        pytest.skip("need the real LLVM: install it in /usr/lib/llvm-N (Debian: llvm-14, llvm-19, llvm-22)")
    assert library_of(version).exists()
    assert main(["--llvm", str(version), "--into", str(tmp_path / "rows.txt")]) == 0
    assert (tmp_path / "rows.txt").read_text() == FILE.read_text()

"""The garbage collector is off while the library makes many objects, and afterwards as it was."""

from __future__ import annotations

import gc
import subprocess
import sys
from collections.abc import Iterator

import pytest

import pyllvm
from pyllvm.garbage import COLLECTION_PAUSE


@pytest.fixture(autouse=True)
def _collector() -> Iterator[None]:
    yield
    gc.enable()


def test_the_collector_is_off_until_the_last_exit() -> None:
    with COLLECTION_PAUSE:
        assert not gc.isenabled()
        with COLLECTION_PAUSE:
            pass
        assert not gc.isenabled()
    assert gc.isenabled()


def test_a_collector_that_is_off_stays_off() -> None:
    gc.disable()
    with COLLECTION_PAUSE:
        pass
    assert not gc.isenabled()


def test_an_exception_ends_the_pause() -> None:
    with pytest.raises(pyllvm.PyllvmError):
        pyllvm.parse_assembly("define")
    with pytest.raises(pyllvm.PyllvmError):
        pyllvm.parse_bitcode(b"BC")
    assert gc.isenabled()


def test_large_modules_are_not_looked_through_while_they_are_made() -> None:
    lines = "\n".join([f"  %v{at + 1} = add i32 %v{at}, 1" for at in range(20_000)])
    text = f"define i32 @f(i32 %v0) {{\n{lines}\n  ret i32 %v20000\n}}\n"
    before = gc.get_stats()[2]["collections"]
    module = pyllvm.parse_assembly(text, llvm_version=22)
    bitcode = pyllvm.to_bitcode(module)
    again = pyllvm.parse_bitcode(bitcode)
    made = again.copy()
    assert pyllvm.verify(made) == []
    assert gc.get_stats()[2]["collections"] - before <= 1


PROGRAM = """
import gc, sys, pyllvm
pyllvm.parse_assembly("")
lines = "".join([f"  %v{at + 1} = add i32 %v{at}, 1\\n" for at in range(10_000)])
text = f"define i32 @f(i32 %v0) {{\\n{lines}  ret i32 %v10000\\n}}\\n"
"""


def printed_by(program: str) -> list[int]:
    ended = subprocess.run([sys.executable, "-c", PROGRAM + program], capture_output=True, text=True, check=True)
    return [int(word) for word in ended.stdout.split()]


def test_the_first_large_module_is_not_looked_through_when_the_pause_ends() -> None:
    before, after = printed_by("""
gc.set_threshold(10_000)
before = sum(one["collections"] for one in gc.get_stats())
module = pyllvm.parse_assembly(text, llvm_version=22)
kept = [[] for _ in range(5_000)]
print(before, sum(one["collections"] for one in gc.get_stats()))
""")
    assert after == before


def test_modules_that_are_dropped_are_collected() -> None:
    one, most = printed_by("""
bitcode = pyllvm.to_bitcode(pyllvm.parse_assembly(text, llvm_version=22))
gc.collect()
module = pyllvm.parse_bitcode(bitcode)
one = len(gc.get_objects())
most = 0
for _ in range(15):
    module = pyllvm.parse_bitcode(bitcode)
    most = max(most, len(gc.get_objects()))
print(one, most)
""")
    assert most < 16 * one  # Python collects the middle generation after ten collections of the young one


def test_what_a_program_froze_stays_frozen() -> None:
    before, after = printed_by("""
gc.freeze()
before = gc.get_freeze_count()
module = pyllvm.parse_assembly(text, llvm_version=22)
print(before, gc.get_freeze_count())
""")
    assert 0 < before <= after < before + 100


def test_the_first_copy_is_not_looked_through_when_the_pause_ends() -> None:
    before, after, last = printed_by("""
gc.set_threshold(10_000)
module = pyllvm.parse_assembly(text, llvm_version=22)
before = sum(one["collections"] for one in gc.get_stats())
copy = module.copy()
kept = [[] for _ in range(5_000)]
after = sum(one["collections"] for one in gc.get_stats())
again = module.copy()
kept += [[] for _ in range(5_000)]
print(before, after, sum(one["collections"] for one in gc.get_stats()))
""")
    assert after == before
    assert last > after

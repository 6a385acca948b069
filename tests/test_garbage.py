"""The garbage collector is off while the library makes many objects, and afterwards as it was."""

from __future__ import annotations

import gc
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

"""Signed pointers get the deactivation symbol of LLVM 22, and lose it on the way back."""

from __future__ import annotations

import pytest

from pyllvm import ir
from pyllvm.assembly import parse_assembly
from pyllvm.bitcode import BitcodeFile, Reading, read_bitcode, write_bitcode
from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.constants import ConstantPtrAuth, is_null
from pyllvm.linker import Linker
from pyllvm.migrations import bring
from pyllvm.reading.upgrade_when_read import upgraded_when_read
from pyllvm.wishes import Wishes
from wishing import wishing

# In an initializer, in another constant, in an instruction and in metadata; with and without an address.
TEXT = """@a = global i32 0
@p = global ptr ptrauth (ptr @a, i32 0)
@q = global { i32, ptr } { i32 1, ptr ptrauth (ptr @a, i32 2, i64 5, ptr @q) }
define void @f(ptr %x) {
  store ptr ptrauth (ptr @f, i32 1), ptr %x
  ret void
}
!named = !{!0}
!0 = !{ptr ptrauth (ptr @a, i32 3)}
"""


def module(version: int, text: str = TEXT) -> ir.Module:
    """The module of a text."""
    return parse_assembly(text.encode(), "a.ll", llvm_version=version)


def dumped(made: ir.Module) -> bytes:
    """The bitcode of a module, with its uses in the order that follows from it."""
    return write_bitcode(made, wishing(preserves_bitcode_order=False))


def test_up() -> None:
    made = module(19)
    bring(made, 22)
    assert dumped(made) == dumped(module(22))


def test_equal_constants_are_one_after_the_upgrade() -> None:
    made = module(19)
    bring(made, 22)
    pointer = made.get("p").operands[0]
    assert isinstance(pointer, ConstantPtrAuth)
    assert len(pointer.operands) == 5
    assert is_null(pointer.operands[4])
    assert made.value("ptr ptrauth (ptr @a, i32 0)") is pointer


def test_down() -> None:
    made = module(22)
    bring(made, 21)
    assert dumped(made) == dumped(module(21))


def test_a_symbol_does_not_go_down() -> None:
    made = module(22, TEXT.replace("ptr @a, i32 0)", "ptr @a, i32 0, i64 0, ptr null, ptr @a)"))
    with pytest.raises(PyllvmError, match="the deactivation symbol of 'ptrauth'"):
        bring(made, 21)


def test_bitcode_that_is_read_for_a_newer_version() -> None:
    data = dumped(module(19))
    (read,) = [read_bitcode(data, assumed_version=22)]
    bring(read, 22)
    assert dumped(read) == dumped(module(22))
    linker = Linker(22)
    reading = Reading("a.bc", Wishes(22), context=linker.context)
    reading.is_lazy = True
    linker.link_in(upgraded_when_read(BitcodeFile(data), reading, 22))
    linked = linker.finish()
    assert {len(one.operands) for one in (linked.get("p").operands[0],)} == {5}
    assert "ptrauth (ptr @a, i32 0)" in str(linked)

"""The order of a function's names in bitcode: that of LLVM's hash table, which depends on the order in which names came.

The expected orders are those of llvm-as, llvm-link and llvm-extract of each version.
"""

from __future__ import annotations

import pytest

import pyllvm
from pyllvm.assembly import parse_assembly
from pyllvm.bitcode import BitcodeFile, Reading, read_modules, write_bitcode
from pyllvm.ir.module import Module
from pyllvm.linker import Linker
from pyllvm.tables.reading_versions import BLOCK_OF_PHIS
from pyllvm.wishes import Wishes

TEXT = b"""define i32 @f(i32 %a, i32 %entry1) {
entry:
  br label %bb1

bb1:
  %ind = phi i32 [ 0, %entry ], [ %inc, %bb1 ]
  %inc = add nsw i32 %ind, 1
  %cmp = icmp sgt i32 %inc, 510
  br i1 %cmp, label %ret, label %bb1

ret:
  ret i32 0
}
"""
BEFORE_17 = "cmp a entry entry1 bb1 inc ind ret"
ASSEMBLED = "bb1 ind inc entry1 ret cmp entry a"
LINKED = "ind inc entry1 bb1 ret cmp entry a"
# Up to the end of the body, the name of a block for constants of phis is in the table as well.
READ = "bb1 ind inc entry1 ret cmp a entry"


def read(data: bytes) -> Module:
    """The module, whose functions remember the order of their names."""
    wishes = Wishes()
    wishes.keeps_order = True
    (module,) = read_modules(BitcodeFile(data), Reading("m.bc", wishes))
    return module


def names(data: bytes) -> str:
    """The names of the only function in the order of the bitcode."""
    changes = read(data).functions[0].name_changes or []
    return " ".join(name for name, comes in changes if comes and name != BLOCK_OF_PHIS)


@pytest.mark.parametrize(("version", "expected"), [(14, BEFORE_17), (16, BEFORE_17), (19, ASSEMBLED), (22, ASSEMBLED)])
def test_assembled(version: int, expected: str) -> None:
    assert names(write_bitcode(parse_assembly(TEXT, "", version))) == expected


@pytest.mark.parametrize(("version", "expected"), [(14, BEFORE_17), (16, BEFORE_17), (19, LINKED), (22, LINKED)])
def test_linked(version: int, expected: str) -> None:
    linker = Linker(version)
    linker.link_in(parse_assembly(TEXT, "", version, context=linker.context))
    assert names(write_bitcode(linker.finish())) == expected


@pytest.mark.parametrize(("version", "expected"), [(14, BEFORE_17), (16, BEFORE_17), (19, READ), (22, READ)])
def test_read_and_written(version: int, expected: str) -> None:
    assert names(write_bitcode(read(write_bitcode(parse_assembly(TEXT, "", version))))) == expected


def test_read_and_written_by_the_library() -> None:
    module = pyllvm.parse_bitcode(write_bitcode(parse_assembly(TEXT, "", 19)))
    assert names(pyllvm.to_bitcode(module)) == READ


def test_names_that_were_changed_after_reading_are_written() -> None:
    module = read(write_bitcode(parse_assembly(TEXT, "", 19)))
    module.functions[0].blocks[0].name = "start"
    assert set(names(write_bitcode(module)).split()) == {*READ.split(), "start"} - {"entry"}


def test_names_that_went_after_reading_leave_the_others_in_their_places() -> None:
    module = read(write_bitcode(parse_assembly(TEXT, "", 19)))
    for instruction in module.functions[0].instructions:
        if instruction.name == "ind":
            instruction.name = ""
    assert names(write_bitcode(module)) == READ.replace("ind ", "")

"""What a link leaves of its inputs: nothing that the garbage collector, which commands turn off, would have to free."""

from __future__ import annotations

import gc

from pyllvm.assembly import parse_assembly
from pyllvm.ir.function import Argument
from pyllvm.ir.global_values import GlobalValue
from pyllvm.linker import Linker

TEXT = """
@variable = weak global i32 0
@alias = weak alias i32, ptr @variable
@ifunc = weak ifunc void (), ptr @resolver
declare void @shared(ptr)
define void @fNUMBER(i32 %x) {
  call void @shared(ptr null)
  ret void
}
define weak ptr @resolver() {
  ret ptr getelementptr (i8, ptr @variable, i64 ptrtoint (ptr @fNUMBER to i64))
}
"""


USES = """
@one = weak global i32 0
@other = weak global i32 NUMBER
@difference = linkonce global i64 sub (i64 ptrtoint (ptr @one to i64), i64 ptrtoint (ptr @other to i64))
@mineNUMBER = linkonce global [2 x ptr] [ptr getelementptr (i8, ptr @one, i64 4), ptr @mineNUMBER]
define available_externally void @inline() {
  store i64 sub (i64 ptrtoint (ptr @one to i64), i64 ptrtoint (ptr @other to i64)), ptr @one
  ret void
}
define linkonce void @unusedNUMBER() {
  store ptr getelementptr (i8, ptr @one, i64 4), ptr @other
  ret void
}
define void @fNUMBER() {
  call void @inline()
  store i32 NUMBER, ptr @one
  ret void
}
"""


def test_the_uses_of_a_symbol_are_those_of_the_result() -> None:
    linker = Linker(19)
    for number in range(3):
        linker.link_in(parse_assembly(USES.replace("NUMBER", str(number)).encode(), llvm_version=19, context=linker.context))
    result = linker.finish()
    users = {name: [str(use.user).strip() for use in result.symbols[name].uses] for name in ("one", "other", "inline")}
    assert [user for user in users["one"] if user.startswith("store i32")] == [
        f"store i32 {n}, ptr @one, align 4" for n in range(3)
    ]
    assert [user for user in users["one"] if user.startswith("i64")] == ["i64 ptrtoint (ptr @one to i64)"]
    assert users["other"] == ["i64 ptrtoint (ptr @other to i64)"]
    assert users["inline"] == ["call void @inline()"] * 3


def test_the_symbols_of_an_input_are_freed() -> None:
    linker = Linker(19)
    gc.collect()
    gc.disable()
    try:
        for number in range(5):
            text = TEXT.replace("NUMBER", str(number))
            linker.link_in(parse_assembly(text.encode(), llvm_version=19, context=linker.context))
        result = linker.finish()
        living = [thing for thing in gc.get_objects() if isinstance(thing, (GlobalValue, Argument))]
        ours = [thing for thing in living if thing.type.context is linker.context]
    finally:
        gc.enable()
    assert len(result.functions) == 7
    assert len([thing for thing in ours if isinstance(thing, GlobalValue)]) == 7 + 3
    assert len([thing for thing in ours if isinstance(thing, Argument)]) <= 6

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
  ret ptr null
}
"""


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

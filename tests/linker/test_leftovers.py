"""What a link leaves of its inputs: nothing that the garbage collector, which commands turn off, would have to free."""

from __future__ import annotations

import gc

from pyllvm.assembly import parse_assembly
from pyllvm.ir.function import Argument, Function
from pyllvm.linker import Linker


def test_the_symbols_of_an_input_are_freed() -> None:
    linker = Linker(19)
    gc.collect()
    gc.disable()
    try:
        for number in range(5):
            text = f"declare void @shared(ptr)\ndefine void @f{number}(i32 %x) {{\n  call void @shared(ptr null)\n  ret void\n}}"
            linker.link_in(parse_assembly(text.encode(), llvm_version=19, context=linker.context))
        result = linker.finish()
        living = [thing for thing in gc.get_objects() if isinstance(thing, (Function, Argument))]
        ours = [thing for thing in living if thing.type.context is linker.context]
    finally:
        gc.enable()
    assert len(result.functions) == 6
    assert len([thing for thing in ours if isinstance(thing, Function)]) == 6
    assert len([thing for thing in ours if isinstance(thing, Argument)]) <= 6

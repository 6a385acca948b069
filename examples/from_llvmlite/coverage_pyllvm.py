"""Counts how often each block runs, with pyllvm."""

from __future__ import annotations

import pyllvm


def instrumented(text: str, llvm_version: int = 19) -> str:
    module = pyllvm.parse_assembly(text, llvm_version=llvm_version)
    blocks = [block for function in module.functions for block in function.blocks]
    type = module.type(f"[{len(blocks)} x i64]")
    counters = module.add_global("counters", type, "zeroinitializer")
    for number, block in enumerate(blocks):
        builder = pyllvm.IRBuilder.at_start(block)
        place = builder.gep(type, counters, [module.constant("i64", 0), number])
        builder.store(builder.add(builder.load("i64", place), 1), place)
    for function in module.functions:
        if function.blocks:
            # A function that promised not to write memory now does: without this, an optimizer removes the counters.
            function.drop_memory_attributes()
    return str(module)

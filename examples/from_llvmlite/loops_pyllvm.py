"""Loops and conditions as numba writes them: the sum of the positive numbers of an array, with pyllvm."""

from __future__ import annotations

import pyllvm


def sum_of_positive(llvm_version: int = 19) -> pyllvm.Module:
    module = pyllvm.Module("loops", llvm_version=llvm_version)
    function = module.add_function("sum_of_positive", "double (ptr, i64)", ["values", "count"])
    values, count = function.arguments
    builder = pyllvm.IRBuilder(function.add_block("entry"))
    total = builder.alloca("double", name="total")
    builder.store(module.constant("double", 0.0), total)
    with builder.for_range(count) as loop:
        value = builder.load("double", builder.gep("double", values, [loop.index]))
        with builder.if_then(builder.fcmp("ogt", value, 0.0)):
            builder.store(builder.fadd(builder.load("double", total), value), total)
    builder.ret(builder.load("double", total))
    # The variable becomes a phi, as `opt -passes=mem2reg` makes it.
    pyllvm.run_passes(module, "mem2reg")
    return module

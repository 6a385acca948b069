"""Loops and conditions as numba writes them: the sum of the positive numbers of an array, with llvmlite."""

from __future__ import annotations

from llvmlite import ir


def sum_of_positive() -> ir.Module:
    module = ir.Module(name="loops")
    i64, double = ir.IntType(64), ir.DoubleType()
    function = ir.Function(module, ir.FunctionType(double, [double.as_pointer(), i64]), name="sum_of_positive")
    values, count = function.args
    entry, test, body, done = (function.append_basic_block(name) for name in ("entry", "test", "body", "done"))
    builder = ir.IRBuilder(entry)
    total = builder.alloca(double, name="total")
    builder.store(ir.Constant(double, 0.0), total)
    builder.branch(test)
    builder.position_at_end(test)
    index = builder.phi(i64, name="index")
    index.add_incoming(ir.Constant(i64, 0), entry)
    builder.cbranch(builder.icmp_signed("<", index, count), body, done)
    builder.position_at_end(body)
    value = builder.load(builder.gep(values, [index]))
    with builder.if_then(builder.fcmp_ordered(">", value, ir.Constant(double, 0.0))):
        builder.store(builder.fadd(builder.load(total), value), total)
    following = builder.add(index, ir.Constant(i64, 1))
    index.add_incoming(following, builder.block)
    builder.branch(test)
    builder.position_at_end(done)
    builder.ret(builder.load(total))
    return module

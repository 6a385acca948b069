"""The time that `IRBuilder` takes to build a module, beside reading the same from bitcode, and llvmlite.ir building its text.

    python tests/benchmarks/building.py [--instructions 1000000] [--llvmlite PYTHON]

Run it with the interpreter that has the compiled pyllvm. PYTHON is an interpreter that has llvmlite. Each function has 100 rounds
of ten instructions: arithmetic, a comparison, a select, memory, a call. The goal: at most twice the time of reading, and less
than llvmlite's.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time

import pyllvm
from pyllvm import IRBuilder, Module

ROUNDS = 100
IN_A_ROUND = 10

LLVMLITE = """
import sys, time
from llvmlite import ir
count = int(sys.argv[1])
started = time.perf_counter()
module = ir.Module("built")
i32 = ir.IntType(32)
type = ir.FunctionType(i32, [i32, i32.as_pointer()])
callee = ir.Function(module, ir.FunctionType(i32, [i32]), "g")
for number in range(count // 1000):
    function = ir.Function(module, type, f"f{number}")
    x, p = function.args
    builder = ir.IRBuilder(function.append_basic_block("entry"))
    value = x
    for _ in range(100):
        a = builder.add(value, x)
        b = builder.mul(a, ir.Constant(i32, 3), flags=("nsw",))
        c = builder.xor(b, value)
        d = builder.icmp_signed("<", c, ir.Constant(i32, 7))
        e = builder.select(d, a, b)
        builder.store(e, p)
        f = builder.load(p)
        g = builder.gep(p, [f])
        h = builder.load(g, name="h")
        value = builder.call(callee, [h])
    builder.ret(value)
text = str(module)
print(time.perf_counter() - started, len(text))
"""


def build(count: int) -> Module:
    """A module of about `count` instructions."""
    module = Module("built", llvm_version=19)
    i32 = module.type("i32")
    type = module.type("i32 (i32, ptr)")
    callee = module.add_function("g", "i32 (i32)")
    for number in range(count // (ROUNDS * IN_A_ROUND)):
        function = module.add_function(f"f{number}", type)
        x, p = function.arguments
        builder = IRBuilder.at_end(function.add_block("entry"))
        value: pyllvm.ir.Value = x
        for _ in range(ROUNDS):
            a = builder.add(value, x)
            b = builder.mul(a, 3, nsw=True)
            c = builder.xor(b, value)
            d = builder.icmp("slt", c, 7)
            e = builder.select(d, a, b)
            builder.store(e, p)
            f = builder.load(i32, p)
            g = builder.gep(i32, p, [f])
            h = builder.load(i32, g, name="h")
            value = builder.call(callee, [h])
        builder.ret(value)
    return module


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="The time to build a module.")
    parser.add_argument("--instructions", type=int, default=1_000_000)
    parser.add_argument("--llvmlite", help="an interpreter that has llvmlite")
    options = parser.parse_args()
    build(1000)
    started = time.perf_counter()
    module = build(options.instructions)
    building = time.perf_counter() - started
    data = pyllvm.to_bitcode(module)
    started = time.perf_counter()
    read = pyllvm.parse_bitcode(data)
    read.materialize()
    reading = time.perf_counter() - started
    count = sum(len(block.instructions) for function in module for block in function)
    print(f"{count} instructions: built in {building:.2f} s, read from bitcode in {reading:.2f} s: x{building / reading:.2f}")
    if str(read.functions[1]) != str(module.functions[1]):
        sys.exit("what was read is not what was built")
    if options.llvmlite:
        command = [options.llvmlite, "-c", LLVMLITE, str(options.instructions)]
        result = subprocess.run(command, check=True, capture_output=True, text=True)
        seconds = float(result.stdout.split()[0])
        print(f"llvmlite.ir builds the text in {seconds:.2f} s: x{seconds / building:.2f} of the time of IRBuilder")


if __name__ == "__main__":
    main()

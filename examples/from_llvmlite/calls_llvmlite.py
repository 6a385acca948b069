"""The calls between the functions of a module, with llvmlite. The callee is the last operand, if it has a name."""

from __future__ import annotations

from collections import Counter

import llvmlite.binding as llvm


def calls(bitcode: bytes) -> Counter[tuple[str, str]]:
    found: Counter[tuple[str, str]] = Counter()
    module = llvm.parse_bitcode(bitcode)
    functions = {function.name for function in module.functions}
    for function in module.functions:
        for block in function.blocks:
            for instruction in block.instructions:
                if instruction.opcode in ("call", "invoke"):
                    callee = list(instruction.operands)[-1].name
                    if callee in functions and not callee.startswith("llvm."):
                        found[function.name, callee] += 1
    return found

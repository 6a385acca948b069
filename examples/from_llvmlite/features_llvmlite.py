"""Numbers about each function, for a data set, with llvmlite."""

from __future__ import annotations

from collections import Counter

import llvmlite.binding as llvm


def features(bitcode: bytes) -> dict[str, dict[str, int]]:
    found = {}
    for function in llvm.parse_bitcode(bitcode).functions:
        if function.is_declaration:
            continue
        counts: Counter[str] = Counter()
        for block in function.blocks:
            counts["blocks"] += 1
            for instruction in block.instructions:
                counts[instruction.opcode] += 1
        found[function.name] = dict(counts)
    return found

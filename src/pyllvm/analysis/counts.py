"""Counts instructions by their opcodes."""

from __future__ import annotations

from pyllvm.ir.function import Function
from pyllvm.ir.module import Module


def instruction_counts(code: Module | Function) -> dict[str, int]:
    """Return how often each opcode occurs, the most frequent first, then by the alphabet.

    `code` is a module or a function. The keys are the words of text: `load`, `call`, `br`, `add` ... Debug records are not
    instructions; calls of debug intrinsics are. Bodies that were not read yet are read. Raises PyllvmError if one is malformed.
    """
    counts: dict[str, int] = {}
    for function in code.functions if isinstance(code, Module) else [code]:
        for block in function.blocks:
            for instruction in block.instructions:
                opcode = instruction.opcode_name
                counts[opcode] = counts.get(opcode, 0) + 1
    return dict(sorted(counts.items(), key=_by_frequency))


def _by_frequency(entry: tuple[str, int]) -> tuple[int, str]:
    return -entry[1], entry[0]

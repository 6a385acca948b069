"""Replaces each addition by operations that are harder to recognize, with pyllvm."""

from __future__ import annotations

import pyllvm
from pyllvm.ir import BinaryOperator, IntegerType


def obfuscated(text: str, llvm_version: int = 19) -> str:
    """x + y is (x ^ y) + 2 * (x & y)."""
    module = pyllvm.parse_assembly(text, llvm_version=llvm_version)
    for function in module.functions:
        for instruction in list(function.instructions):
            match instruction:
                case BinaryOperator("add", x, y) if isinstance(x.type, IntegerType):
                    builder = pyllvm.IRBuilder.before(instruction)
                    twice = builder.shl(builder.and_(x, y), 1)
                    instruction.replace_all_uses_with(builder.add(builder.xor(x, y), twice))
                    instruction.erase()
    return str(module)

"""A fuzzer's step: exchanges one operation at random, with pyllvm."""

from __future__ import annotations

import random

import pyllvm
from pyllvm.ir import BinaryOperator

_OPERATIONS = ("add", "sub", "mul", "and", "or", "xor")


def mutated(text: str, seed: int, llvm_version: int = 19) -> str:
    chance = random.Random(seed)
    module = pyllvm.parse_assembly(text, llvm_version=llvm_version)
    places = [
        instruction
        for function in module.functions
        for instruction in function.instructions
        if isinstance(instruction, BinaryOperator) and instruction.opcode_name in _OPERATIONS
    ]
    if places:
        place = chance.choice(places)
        builder = pyllvm.IRBuilder.before(place)
        replacement = builder.binary(chance.choice(_OPERATIONS), place.left, place.right)
        replacement.take_name(place)
        place.replace_all_uses_with(replacement)
        place.erase()
    return str(module)

"""A fuzzer's step: exchanges one operation at random, with llvmlite: by a change of the text."""

from __future__ import annotations

import random
import re

import llvmlite.binding as llvm

_OPERATIONS = ("add", "sub", "mul", "and", "or", "xor")
_OPERATION = re.compile(rf"(?<= = )({'|'.join(_OPERATIONS)}) (?:nuw |nsw |disjoint )*(?=i\d)")


def mutated(text: str, seed: int) -> str:
    chance = random.Random(seed)
    places = list(_OPERATION.finditer(text))
    if not places:
        return text
    place = chance.choice(places)
    changed = f"{text[: place.start()]}{chance.choice(_OPERATIONS)} {text[place.end() :]}"
    llvm.parse_assembly(changed).verify()
    return changed

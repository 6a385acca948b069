"""Numbers the types of a module, in the order in which LLVM's writer meets them."""

from __future__ import annotations

from typing import final

from pyllvm.ir.types import STRUCT, StructType, Type


@final
class TypeEnumerator:
    """The types met so far, and the number of each, from 0."""

    def __init__(self) -> None:
        self.types: list[Type] = []
        self.ids: dict[Type, int] = {}

    def add(self, type: Type) -> None:
        """Number a type, behind those that it is made of; a named struct may come behind one that contains it."""
        ids = self.ids
        if type in ids:
            return
        types = self.types
        contained = type.contained_types
        if not contained:
            ids[type] = len(types)
            types.append(type)
            return
        open_structs: set[Type] = set()
        stack: list[Type] = [type]
        parts: list[list[Type]] = [contained]
        positions: list[int] = [0]
        if is_identified(type):
            open_structs.add(type)
        while stack:
            position = positions[-1]
            current = parts[-1]
            if position < len(current):
                positions[-1] = position + 1
                inner = current[position]
                if inner in ids or inner in open_structs:
                    continue
                if is_identified(inner):
                    open_structs.add(inner)
                stack.append(inner)
                parts.append(inner.contained_types)
                positions.append(0)
                continue
            done = stack.pop()
            parts.pop()
            positions.pop()
            if done not in ids:
                ids[done] = len(types)
                types.append(done)


def is_identified(type: Type) -> bool:
    """Whether it is a struct that may be referred to before it is defined."""
    return type.kind == STRUCT and isinstance(type, StructType) and not type.is_literal

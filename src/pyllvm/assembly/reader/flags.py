"""The words before an instruction's operands, and before those of a constant expression: nuw, exact, fast, inbounds ..."""

from __future__ import annotations

from typing import Final, final

from pyllvm.assembly.reader import actions as a
from pyllvm.assembly.reader.numbers import integer_value
from pyllvm.assembly.reader.stack import Stack
from pyllvm.assembly.reader.state import State
from pyllvm.ir.types import ARRAY, STRUCT, Type
from pyllvm.tables.keywords import FAST_MATH_NUMBERS

_FLAG_BITS: Final[dict[bytes, int]] = {
    **{word.encode(): bits for word, bits in FAST_MATH_NUMBERS.items()},
    b"nuw": 1,
    b"nsw": 2,
    b"exact": 1,
    b"disjoint": 1,
    b"nneg": 1,
    b"samesign": 1,
}
_GEP_FLAG_BITS: Final[dict[bytes, int]] = {b"inbounds": 1, b"nusw": 2, b"nuw": 4}


@final
class GepFlags:
    """The flags of a getelementptr as written."""

    __slots__ = ("bits", "in_range")

    def __init__(self, bits: int, in_range: tuple[int, int] | None) -> None:
        self.bits = bits
        self.in_range = in_range


@final
class FlagBuilder:
    """Joins flags to the number that the IR keeps them in."""

    def __init__(self, state: State, stack: Stack) -> None:
        self.state: Final = state
        self.stack: Final = stack

    def reduce(self, action: int, base: int) -> object:
        """Do what a rule's action says."""
        if action == a.ADD_FLAG:
            return self._with_flag(base)
        stack = self.stack
        if action == a.FLAG:
            word = stack.bytes_at(base)
            start = stack.starts[base]
            if word == b"disjoint":
                self.state.needs(start, "'or disjoint'", 18)
            elif word == b"nneg":
                self.state.needs(start, "'nneg'", 19 if stack.bytes_at(base - 1) == b"uitofp" else 18)
            elif word == b"samesign":
                self.state.needs(start, "'samesign'", 20)
            return _FLAG_BITS[word]
        assert action == a.ADD_INRANGE
        flags = stack.values[base]
        bounds = (integer_value(stack.bytes_at(base + 3)), integer_value(stack.bytes_at(base + 5)))
        if bounds[0] >= bounds[1]:
            self.state.error(stack.starts[base + 1], "expected end to be larger than start")
        return GepFlags(flags.bits if isinstance(flags, GepFlags) else 0, bounds)

    def _with_flag(self, base: int) -> object:
        stack = self.stack
        before = stack.values[base]
        word = stack.bytes_at(base + 1)
        start = stack.starts[base + 1]
        # The word before all flags is the instruction's.
        opcode = stack.values[base - 1]
        if word in _GEP_FLAG_BITS and opcode == b"getelementptr":
            if word != b"inbounds":
                self.state.needs(start, f"'getelementptr {word.decode()}'", 19)
            bits = _GEP_FLAG_BITS[word]
            if isinstance(before, GepFlags):
                return GepFlags(before.bits | bits, before.in_range)
            return GepFlags(bits, None)
        if opcode == b"trunc":
            self.state.needs(start, f"'trunc {word.decode()}'", 19)
        elif opcode == b"fptrunc" or opcode == b"fpext":
            self.state.needs(start, "a fast-math flag of fptrunc or fpext", 20)
        flags = before if isinstance(before, int) else 0
        if flags & _FLAG_BITS[word] and (word == b"nuw" or word == b"nsw"):
            self.state.error(start, "expected type")
        return flags | _FLAG_BITS[word]


def takes_fast_math(type: Type, version: int) -> bool:
    """Whether select, phi and call of that type take fast-math flags."""
    depth = 0
    while type.kind == ARRAY and depth < 64:
        type = type.contained_types[0]
        depth += 1
    if type.kind == STRUCT:
        if version < 20:
            return False
        parts = type.contained_types
        return bool(parts) and all(part is parts[0] for part in parts) and parts[0].is_floating_point_or_vector
    return type.is_floating_point_or_vector

"""The pointers of a module whose pointees are inferred, as cells: one for each variable, field, parameter, result and value.

Each use of a pointer has a vote for the type that it accesses. Where one pointer becomes another, by a store, a call or a phi,
the cells are neighbors, and the choice of each is a vote for the other. A cell has cells below it: for the pointer in the memory
to which it points, and for the parameters and the result of a function to which it points.
"""

from __future__ import annotations

from typing import Final, final

from pyllvm.ir.types import ArrayType, FunctionType, IntegerType, PointerType, StructType, Type

# The keys of the cells below a cell. Parameters have their numbers.
TARGET: Final = -2
RESULT: Final = -1
_ROUNDS: Final = 8
_DEEPEST: Final = 3


@final
class Cell:
    """Pointers of one type. `chosen` is what they point to, as a type of opaque pointers; a `known` cell does not change that."""

    __slots__ = ("below", "chosen", "depth", "is_known", "neighbors", "votes")

    def __init__(self, known: Type | None = None, depth: int = 0) -> None:
        self.depth = depth
        self.is_known = known is not None
        self.chosen = known
        self.votes: dict[Type, int] = {}
        self.neighbors: list[Cell] = []
        self.below: dict[int, Cell] = {}

    def child(self, key: int) -> Cell:
        """The cell below this one with a key, which is made if there is none."""
        found = self.below.get(key)
        if found is None:
            found = Cell(None, self.depth + 1)
            self.below[key] = found
        return found


@final
class CellGraph:
    """The neighbors among cells, and the choice of each cell."""

    def __init__(self) -> None:
        self._edges: Final[list[tuple[Cell, Cell]]] = []
        self._known: Final[set[tuple[int, int]]] = set()

    def connect(self, one: Cell | None, other: Cell | None) -> None:
        """Make two cells neighbors, once."""
        if one is None or other is None or one is other:
            return
        first, second = id(one), id(other)
        key = (first, second) if first < second else (second, first)
        if key in self._known:
            return
        self._known.add(key)
        self._edges.append((one, other))
        one.neighbors.append(other)
        other.neighbors.append(one)

    def choose(self, cells: list[Cell]) -> None:
        """Choose for each cell, and the cells below it, until nothing changes."""
        for _ in range(_ROUNDS):
            self._connect_below()
            everything = _with_below(cells, self._edges)
            is_changed = False
            for cell in everything:
                if not cell.is_known:
                    chosen = self._choice(cell)
                    if chosen is not cell.chosen:
                        cell.chosen = chosen
                        is_changed = True
            if not is_changed:
                return

    def _connect_below(self) -> None:
        """Make neighbors of what is below neighbors that point to pointers, or to functions of one type."""
        index = 0
        while index < len(self._edges):
            one, other = self._edges[index]
            index += 1
            if one.chosen is not None and one.chosen is not other.chosen:
                continue
            if one.depth >= _DEEPEST or other.depth >= _DEEPEST:
                # A pointer to itself would have no end.
                continue
            for key in sorted({*one.below, *other.below}):
                self.connect(one.child(key), other.child(key))

    def _choice(self, cell: Cell) -> Type | None:
        counts = dict(cell.votes)
        for neighbor in cell.neighbors:
            chosen = neighbor.chosen
            if neighbor.is_known and isinstance(chosen, ArrayType):
                # The address of an array is the address of its first element in C.
                chosen = chosen.element
            if chosen is not None:
                counts[chosen] = counts.get(chosen, 0) + 1
        best: Type | None = None
        most = (0, 0)
        for type, count in counts.items():
            weight = (count, _rank(type))
            if weight > most:
                best, most = type, weight
        return best


def _rank(type: Type) -> int:
    """The rank of a type among others with as many votes: the type that says most wins."""
    if isinstance(type, StructType):
        return 6
    if isinstance(type, FunctionType):
        return 5
    if isinstance(type, ArrayType):
        return 4
    if isinstance(type, PointerType):
        return 3
    return 1 if isinstance(type, IntegerType) and type.width == 8 else 2


def _with_below(cells: list[Cell], edges: list[tuple[Cell, Cell]]) -> list[Cell]:
    seen: dict[int, Cell] = {}
    waiting = [*reversed(cells), *[cell for edge in edges for cell in edge]]
    while waiting:
        cell = waiting.pop()
        if id(cell) not in seen:
            seen[id(cell)] = cell
            waiting.extend(cell.below.values())
    return list(seen.values())

"""Values of a variable in SSA form, for code that sets it in several blocks (LLVM's SSAUpdater)."""

from __future__ import annotations

from typing import final

from pyllvm.ir.constants import POISON, SimpleConstant
from pyllvm.ir.function import BasicBlock
from pyllvm.ir.instructions import PHINode
from pyllvm.ir.types import Type
from pyllvm.ir.value import Value


@final
class SSAUpdater:
    """One variable: say with `set` which value it has at the end of some blocks, then ask which value it has in others.

    Phis are put where values meet. The edges between blocks must be complete, and must not change in the meantime.
    """

    def __init__(self, type: Type, name: str = "") -> None:
        self._type = type
        self._name = name
        self._ends: dict[BasicBlock, Value] = {}
        self._begins: dict[BasicBlock, Value] = {}
        self._mine: dict[PHINode, None] = {}

    @property
    def phis(self) -> list[PHINode]:
        """The phis that were made and are still needed."""
        return list(self._mine)

    def set(self, block: BasicBlock, value: Value) -> None:
        """Say that the variable has this value at the end of a block. Raises TypeError for a value of another type."""
        if value.type is not self._type:
            raise TypeError(f"the variable is of type {self._type}, not {value.type}")
        self._ends[block] = value

    def at_end(self, block: BasicBlock) -> Value:
        """The value at the end of a block."""
        known = self._ends.get(block)
        return self.at_beginning(block) if known is None else known

    def at_beginning(self, block: BasicBlock) -> Value:
        """The value at the beginning of a block, which may be a new phi; poison where nothing was set before."""
        order: list[BasicBlock] = []
        pending = [block]
        needed: set[BasicBlock] = set()
        while pending:
            one = pending.pop()
            if one in needed or one in self._begins:
                continue
            needed.add(one)
            order.append(one)
            pending.extend([before for before in one.predecessors if before not in self._ends])
        made: list[tuple[PHINode, BasicBlock]] = []
        single: list[BasicBlock] = []
        for one in order:
            before = one.predecessors
            if not before:
                self._begins[one] = SimpleConstant.get(self._type, POISON)
            elif all(other is before[0] for other in before):
                single.append(one)
            else:
                phi = PHINode(self._type, 0, self._name)
                one.insert(phi, one.first)
                self._begins[one] = phi
                made.append((phi, one))
        for one in single:
            self._follow(one)
        for phi, one in made:
            for other in one.predecessors:
                known = self._ends.get(other)
                phi.add_incoming(self._begins[other] if known is None else known, other)
        phis = [phi for phi, _ in made]
        self._mine.update(dict.fromkeys(phis))
        self._drop_needless(phis)
        return self._begins[block]

    def _follow(self, block: BasicBlock) -> None:
        """Give a block with one predecessor the value that this one has at its end."""
        way: list[BasicBlock] = []
        one = block
        met: set[BasicBlock] = set()
        while one not in self._begins and one not in met:
            met.add(one)
            way.append(one)
            one = one.predecessors[0]
            if one in self._ends:
                break
        value = self._ends.get(one) or self._begins.get(one) or SimpleConstant.get(self._type, POISON)
        for passed in way:
            self._begins[passed] = value

    def _drop_needless(self, made: list[PHINode]) -> None:
        """Replace new phis that have one value besides themselves, and older ones that have one because of that."""
        waiting = list(reversed(made))
        replaced: dict[Value, Value] = {}
        while waiting:
            phi = waiting.pop()
            if phi in replaced:
                continue
            values = [value for value in dict.fromkeys(phi.operands) if value is not phi]
            if len(values) > 1:
                continue
            value = values[0] if values else SimpleConstant.get(self._type, POISON)
            mine = self._mine
            waiting.extend([user for user in phi.users if isinstance(user, PHINode) and user in mine])
            phi.replace_all_uses_with(value)
            phi.erase()
            replaced[phi] = value
            del mine[phi]
        if not replaced:
            return
        for known in (self._begins, self._ends):
            for block, one in known.items():
                if one in replaced:
                    known[block] = _last_of(one, replaced)


def _last_of(value: Value, replaced: dict[Value, Value]) -> Value:
    """The end of a chain of replacements, which all links then know."""
    last = value
    while last in replaced:
        last = replaced[last]
    while value is not last:
        following = replaced[value]
        replaced[value] = last
        value = following
    return last

"""Divides the definitions of a module among a number of parts, as llvm-split does.

Definitions that must stay together make a cluster. Each cluster goes to the part that has the fewest definitions so far. Among
parts with equally many, the order is the order of a binary heap of the C++ library. All other definitions go to the part that a
hash of their name says. Source: `SplitModule.cpp`.
"""

from __future__ import annotations

import hashlib

from pyllvm.editing.properties import AliasedObjects
from pyllvm.ir.constants import BlockAddress, Constant
from pyllvm.ir.function import Function
from pyllvm.ir.global_values import Comdat, GlobalAlias, GlobalIFunc, GlobalValue
from pyllvm.ir.module import Module
from pyllvm.ir.value import Value
from pyllvm.notation import Final, final

_UNNAMED: Final = "__llvmsplit_unnamed"
_ELSEWHERE: Final = "available_externally"
_FOUND_ORDER_SINCE: Final = 21


def partition(
    module: Module,
    count: int,
    needs: dict[GlobalValue, dict[GlobalValue, None]],
    aliased: AliasedObjects,
    fixed: set[GlobalValue],
) -> list[list[GlobalValue]]:
    """The definitions of each part, in the module's order. Definitions without a name get one.

    `needs` has the globals that a definition names, also in metadata, of which llvm-split does not think: a local symbol that
    another part names there would become a declaration. Symbols that are `fixed` are in a part with all that names them.

    A definition that is `available_externally` is with what uses it, where a linker keeps it. It is not a symbol that is defined.
    """
    definitions: list[GlobalValue] = []
    for value in [*module.functions, *module.global_variables, *module.aliases, *module.ifuncs]:
        if value.blocks if isinstance(value, Function) else value.operands:
            definitions.append(value)
            if not value.name:
                value.name = module.unique_name(_UNNAMED)
    clusters = _Clusters(definitions, needs, aliased, fixed)
    places = clusters.balanced(count, module.llvm_version)
    alone = [value for value in definitions if value not in places]
    for value in alone:
        places[value] = _hashed(value, aliased) % count
    for value in alone:
        user = clusters.first_user(value) if value.linkage == _ELSEWHERE else None
        if user is not None:
            places[value] = places[user]
    made: list[list[GlobalValue]] = [[] for _ in range(count)]
    for value in definitions:
        made[places[value]].append(value)
    return made


def _hashed(value: GlobalValue, aliased: AliasedObjects) -> int:
    """The number that a name, or the name of a comdat, gives."""
    comdat = aliased.comdat_of(value)
    name = _root(value).name if comdat is None else comdat.name
    digest = hashlib.md5(_bytes(name), usedforsecurity=False).digest()
    return digest[0] | digest[1] << 8


def _bytes(name: str) -> bytes:
    return name.encode("utf-8", "surrogateescape")


def _root(value: GlobalValue) -> GlobalValue:
    """The object that an alias, or the resolver of an ifunc, is."""
    met: set[GlobalValue] = set()
    while isinstance(value, (GlobalAlias, GlobalIFunc)) and value not in met:
        met.add(value)
        named: Value = value.operands[0]
        while isinstance(named, Constant) and not isinstance(named, GlobalValue) and named.operands:
            named = named.operands[0]
        if not isinstance(named, GlobalValue):
            break
        value = named
    return value


@final
class _Clusters:
    """The definitions that must be in one part; the first of each cluster's two halves leads the joined one."""

    def __init__(
        self,
        definitions: list[GlobalValue],
        needs: dict[GlobalValue, dict[GlobalValue, None]],
        aliased: AliasedObjects,
        fixed: set[GlobalValue],
    ) -> None:
        self._leaders: Final[dict[GlobalValue, GlobalValue]] = {}
        self._members: Final[dict[GlobalValue, list[GlobalValue]]] = {}
        users: dict[GlobalValue, list[GlobalValue]] = {}
        self._users: Final = users
        of_blocks: dict[GlobalValue, list[GlobalValue]] = {}
        for value in definitions:
            for one in needs[value]:
                users.setdefault(one, []).append(value)
            for one in _addressed_by(value):
                of_blocks.setdefault(one, []).append(value)
        comdats: dict[Comdat, GlobalValue] = {}
        for value in definitions:
            comdat = aliased.comdat_of(value)
            if comdat is not None:
                first = comdats.setdefault(comdat, value)
                if first is not value:
                    self._join(first, value)
            root = _root(value)
            if root is not value:
                self._join(value, root)
            for user in of_blocks.get(value, ()):
                self._join(value, user)
            if value in fixed:
                for user in users.get(value, ()):
                    self._join(value, user)

    def _leader(self, value: GlobalValue) -> GlobalValue:
        if value not in self._members and value not in self._leaders:
            self._members[value] = [value]
        while value in self._leaders:
            value = self._leaders[value]
        return value

    def _join(self, one: GlobalValue, other: GlobalValue) -> None:
        one, other = self._leader(one), self._leader(other)
        if one is not other:
            self._leaders[other] = one
            self._members[one].extend(self._members.pop(other))

    def first_user(self, value: GlobalValue) -> GlobalValue | None:
        """The first definition that names another one, and is defined here for all; not a list such as llvm.used."""
        return next((user for user in self._users.get(value, ()) if user.linkage not in (_ELSEWHERE, "appending")), None)

    def _in_order(self, version: int) -> list[GlobalValue]:
        """The clusters as they were found; before LLVM 21, the largest first, and of equal ones the last by name."""
        found = list(self._members)
        if version >= _FOUND_ORDER_SINCE:
            return found
        return sorted(found, key=lambda leader: (len(self._members[leader]), _bytes(leader.name)), reverse=True)

    def balanced(self, count: int, version: int) -> dict[GlobalValue, int]:
        """The part of each member of a cluster."""
        heap = _Heap(count)
        found: dict[GlobalValue, int] = {}
        for leader in self._in_order(version):
            part, size = heap.pop()
            for member in self._members[leader]:
                found[member] = part
            heap.push(part, size + len(self._members[leader]))
        return found


@final
class _Heap:
    """The parts with their sizes, as `std::priority_queue` keeps them: which of equal ones comes first follows from its steps."""

    def __init__(self, count: int) -> None:
        self._items: Final[list[tuple[int, int]]] = []
        for number in range(count):
            self.push(number, 0)

    def push(self, part: int, size: int) -> None:
        """Add a part."""
        self._items.append((part, size))
        self._rise(len(self._items) - 1, (part, size))

    def pop(self) -> tuple[int, int]:
        """Take the part with the smallest size."""
        items = self._items
        top = items[0]
        value = items.pop()
        count = len(items)
        if not count:
            return top
        hole = child = 0
        while child < (count - 1) // 2:
            child = 2 * (child + 1)
            if _is_behind(items[child], items[child - 1]):
                child -= 1
            items[hole] = items[child]
            hole = child
        if count % 2 == 0 and child == (count - 2) // 2:
            child = 2 * (child + 1)
            items[hole] = items[child - 1]
            hole = child - 1
        self._rise(hole, value)
        return top

    def _rise(self, hole: int, value: tuple[int, int]) -> None:
        items = self._items
        while hole > 0 and _is_behind(items[(hole - 1) // 2], value):
            items[hole] = items[(hole - 1) // 2]
            hole = (hole - 1) // 2
        items[hole] = value


def _is_behind(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[1] > other[1] if one[1] or other[1] else one[0] > other[0]


def _addressed_by(value: GlobalValue) -> list[GlobalValue]:
    """The functions whose blocks a definition addresses."""
    functions: dict[GlobalValue, None] = {}
    waiting: list[Value] = list(value.operands)
    if isinstance(value, Function):
        for block in value.blocks:
            for instruction in block.instructions:
                waiting.extend([one for one in instruction.operands if isinstance(one, Constant)])
    met: set[Value] = set()
    while waiting:
        constant = waiting.pop()
        if isinstance(constant, Constant) and not isinstance(constant, GlobalValue) and constant.operands and constant not in met:
            met.add(constant)
            if isinstance(constant, BlockAddress) and isinstance(constant.operands[0], GlobalValue):
                functions[constant.operands[0]] = None
            waiting.extend([one for one in constant.operands if isinstance(one, Constant)])
    return list(functions)

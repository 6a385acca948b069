"""The lists of a module's global values: adding a value to a list makes the module its owner; removing it ends that."""

from __future__ import annotations

from pyllvm.ir.value import ModuleOwner
from pyllvm.notation import TYPE_CHECKING, Any, Iterable, SupportsIndex

if TYPE_CHECKING:
    from typing import TypeVar

    T = TypeVar("T")
else:
    T = object


class SymbolTableList(list[T]):
    """A list whose edits update the symbol table, as in LLVM's class with this name.

    Compiled code edits it as a plain list and bypasses these methods. Code in this package uses `Module.add` and `Module.remove`.
    """

    __slots__ = ("_owner",)

    def __init__(self, owner: ModuleOwner) -> None:
        super().__init__()
        self._owner = owner

    def _follow(self, before: list[T]) -> None:
        """Let the module own the values that were added and release those that were removed."""
        here = set(map(id, self))
        old = set(map(id, before))
        gone: list[Any] = [value for value in before if id(value) not in here]
        come: list[Any] = [value for value in self if id(value) not in old]
        for value in gone:
            self._owner.forget(value)
        for value in come:
            self._owner.adopt(value)

    def append(self, value: T) -> None:
        """Add one value at the end."""
        super().append(value)
        self._owner.adopt(value)

    def insert(self, index: SupportsIndex, value: T) -> None:
        """Insert one value before another."""
        super().insert(index, value)
        self._owner.adopt(value)

    def extend(self, values: Iterable[T]) -> None:
        """Add several values at the end."""
        for value in list(values):
            self.append(value)

    def __iadd__(self, values: Iterable[T]) -> SymbolTableList[T]:  # type: ignore[override, misc]
        self.extend(values)
        return self

    def remove(self, value: T) -> None:
        """Remove one value."""
        super().remove(value)
        self._owner.forget(value)

    def pop(self, index: SupportsIndex = -1) -> T:
        """Remove and return one value, by default the last."""
        value = super().pop(index)
        self._owner.forget(value)
        return value

    def clear(self) -> None:
        """Remove all values."""
        self[:] = []

    def __setitem__(self, index: Any, value: Any) -> None:
        before = list(self)
        super().__setitem__(index, value)
        self._follow(before)

    def __delitem__(self, index: Any) -> None:
        before = list(self)
        super().__delitem__(index)
        self._follow(before)

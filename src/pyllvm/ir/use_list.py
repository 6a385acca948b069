"""The kind of list that `Value.uses` returns: its edits are edits of the value's uses."""

from __future__ import annotations

from pyllvm.notation import TYPE_CHECKING, Any, Callable, Final

if TYPE_CHECKING:
    from typing import TypeVar

    T = TypeVar("T")
else:
    T = object

_EDITS: Final = (
    "append", "clear", "extend", "insert", "pop", "remove", "reverse", "sort",
    "__delitem__", "__iadd__", "__imul__", "__setitem__",
)  # fmt: skip


class UseList(list[T]):
    """The uses of a value as they were when the list was made; `take_over` gets the list after each edit."""

    __slots__ = ("_take_over",)

    def __init__(self, uses: list[T], take_over: Callable[[list[T]], None]) -> None:
        super().__init__(uses)
        self._take_over = take_over


def _taken_over(edit: Callable[..., Any]) -> Callable[..., Any]:
    """A method of lists, after which the value has the uses of the list."""

    def method(self: UseList[Any], *arguments: Any, **options: Any) -> Any:
        result = edit(self, *arguments, **options)
        self._take_over(list(self))
        return result

    method.__name__ = edit.__name__
    method.__doc__ = edit.__doc__
    return method


for _name in _EDITS:
    setattr(UseList, _name, _taken_over(getattr(list, _name)))

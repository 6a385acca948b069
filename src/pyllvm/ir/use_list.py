"""The list that `Value.uses` returns: its edits are edits of the value's uses."""

from __future__ import annotations

from pyllvm.notation import TYPE_CHECKING, Any, Callable, Final

if TYPE_CHECKING:
    from pyllvm.ir.value import Use, Value

    _Uses = list[Use]
else:
    _Uses = list

_EDITS: Final = (
    "append", "clear", "extend", "insert", "pop", "remove", "reverse", "sort",
    "__delitem__", "__iadd__", "__imul__", "__setitem__",
)  # fmt: skip


class UseList(_Uses):
    """The uses of a value, oldest first, as they were when it was made; the value takes over each edit."""

    __slots__ = ("_value",)

    def __init__(self, value: Value) -> None:
        super().__init__(value.known_uses)
        self._value = value


def _taken_over(edit: Callable[..., Any]) -> Callable[..., Any]:
    """A method of lists, after which the value has the uses of the list."""

    def method(self: UseList, *arguments: Any, **options: Any) -> Any:
        result = edit(self, *arguments, **options)
        self._value.uses = list(self)
        return result

    method.__name__ = edit.__name__
    method.__doc__ = edit.__doc__
    return method


for _name in _EDITS:
    setattr(UseList, _name, _taken_over(getattr(list, _name)))

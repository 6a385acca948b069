"""The needs of IR's classes: work of rooms above `ir` that their methods do.

Each file describes its needs as a class, such as `BlockEdits`, whose methods only raise. `pyllvm.methods` has the classes that do
the work, and registers an object of each when it is asked for. So `ir` imports nothing from above, and works alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    Needs = TypeVar("Needs")

_REGISTERED: Final[dict[object, object]] = {}
_REGISTRATIONS: Final[list[Callable[[type[object]], None]]] = []


class Printing:
    """The texts of types, values, metadata and modules."""

    def text_of(self, thing: object) -> str:
        """The text that LLVM prints for it; PyllvmError if it is broken."""
        raise NotImplementedError

    def short_text_of(self, thing: object) -> str:
        """Its `repr()`: one short line."""
        raise NotImplementedError

    def html_of(self, thing: object) -> str:
        """Its coloured text, as notebooks show it."""
        raise NotImplementedError


def register_with(registration: Callable[[type[object]], None]) -> None:
    """Name a function that calls `register`; it is called with needs that nothing registered meets yet."""
    _REGISTRATIONS.append(registration)


def register(needs: type[Needs], met: Needs) -> None:
    """Let `above(needs)` return this object."""
    _REGISTERED[needs] = met


def above(needs: type[Needs]) -> Needs:
    """The object that meets these needs. Raises ImportError where nothing does, because only `pyllvm.ir` was loaded."""
    found = _REGISTERED.get(needs)
    if found is None:
        # The newest is of a file of `ir` itself, the oldest of the rooms above.
        for registration in reversed(_REGISTRATIONS):
            registration(needs)
            found = _REGISTERED.get(needs)
            if found is not None:
                break
        else:
            raise ImportError(f"{needs.__name__} is above pyllvm.ir, which was loaded alone")
    return cast("Needs", found)


def text_of(thing: object) -> str:
    """As `Printing.text_of`."""
    return above(Printing).text_of(thing)


def short_text_of(thing: object) -> str:
    """As `Printing.short_text_of`."""
    return above(Printing).short_text_of(thing)


def html_of(thing: object) -> str:
    """As `Printing.html_of`."""
    return above(Printing).html_of(thing)

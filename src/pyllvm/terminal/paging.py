"""Decides whether output is shown in a pager. `pager` runs the pager, and is imported only then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyllvm.terminal import streams

if TYPE_CHECKING:
    from contextlib import AbstractContextManager


class _Unpaged:
    """A context manager that does nothing: Python's own module takes as long to import as half a command's options."""

    def __enter__(self) -> object:
        return self

    def __exit__(self, *exception: object) -> None:
        pass


def paged(is_wanted: bool) -> AbstractContextManager[object, bool | None]:
    """A context manager that shows in a pager what is written to standard output, if that is wanted and a terminal."""
    if not is_wanted or not streams.is_smart(1):
        return _Unpaged()
    from pyllvm.terminal.pager import Pager

    return Pager()

"""Where the lines of a text begin and end, for many questions about one text."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left

from pyllvm.notation import final


@final
class LineBreaks:
    """The offsets of all line feeds and carriage returns of a text."""

    __slots__ = ("_end", "_feeds", "_returns")

    def __init__(self, data: bytes) -> None:
        self._end = len(data)
        self._feeds: array[int] = array("Q", (found.start() for found in re.finditer(b"\n", data)))
        self._returns: array[int] = array("Q", (found.start() for found in re.finditer(b"\r", data)))

    def feeds_before(self, offset: int) -> int:
        """The number of line feeds before an offset."""
        return bisect_left(self._feeds, offset)

    def start(self, offset: int) -> int:
        """Where the line at an offset begins."""
        both = (self._feeds, self._returns)
        return max([breaks[at - 1] + 1 for breaks in both if (at := bisect_left(breaks, offset))], default=0)

    def end(self, offset: int) -> int:
        """Where the line at an offset ends, before its line break."""
        both = (self._feeds, self._returns)
        return min([breaks[at] for breaks in both if (at := bisect_left(breaks, offset)) < len(breaks)], default=self._end)

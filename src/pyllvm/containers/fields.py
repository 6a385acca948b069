"""Reads fields and ranges of a binary file. Nothing outside the file is touched: the error names the format and the field."""

from __future__ import annotations

from pyllvm.diagnostics import PyllvmError
from pyllvm.notation import TYPE_CHECKING, Final, NoReturn, final

if TYPE_CHECKING:
    from typing import Literal, TypeAlias

    Order: TypeAlias = Literal["little", "big"]

# The orders of the bytes of a number.
LITTLE: Final = "little"
BIG: Final = "big"
# More of a name is not looked at, so that reading many names in one table of strings stays linear.
_LONGEST_NAME: Final = 1024


@final
class Fields:
    """The bytes of a file of some format, with checked access."""

    __slots__ = ("_format", "data", "order")

    def __init__(self, data: bytes | memoryview, format: str, order: Order = LITTLE) -> None:
        self.data = memoryview(data)
        self._format = format
        self.order: Order = order

    def number(self, offset: int, size: int, what: str) -> int:
        """The unsigned integer of `size` bytes at `offset`. Raises PyllvmError if it is outside the file."""
        return int.from_bytes(self.range(offset, size, what), self.order)

    def range(self, offset: int, size: int, what: str) -> memoryview:
        """The `size` bytes at `offset`, not copied. Raises PyllvmError if they are outside the file."""
        if offset < 0 or size < 0 or offset + size > len(self.data):
            self.malformed(f"{what} is outside the file")
        return self.data[offset : offset + size]

    def name(self, offset: int, what: str) -> str:
        """The string at `offset` up to its zero byte, cut after 1024 bytes. Raises PyllvmError if it is outside the file."""
        if offset < 0 or offset >= len(self.data):
            self.malformed(f"{what} is outside the file")
        return text(bytes(self.data[offset : offset + _LONGEST_NAME]).partition(b"\0")[0])

    def malformed(self, message: str) -> NoReturn:
        """Raise PyllvmError: the file breaks the rules of its format."""
        raise PyllvmError(f"truncated or malformed {self._format} ({message})")


def text(name: bytes | memoryview) -> str:
    """A name in a file as text; bytes that are not UTF-8 are kept as surrogates."""
    return bytes(name).decode("utf-8", "surrogateescape")

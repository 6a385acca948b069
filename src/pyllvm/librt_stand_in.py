"""The functions of `librt.strings` that pyllvm uses, in plain Python: `librt` is a package for CPython only.

Python imports this module elsewhere, such as on PyPy. `tests/test_librt_stand_in.py` compares it with `librt`.
"""

from __future__ import annotations

import sys
from struct import Struct

from mypy_extensions import i16, i32, i64, u8

from pyllvm.notation import Final, final

_I16: Final = Struct("<h")
_I32: Final = Struct("<i")
_I64: Final = Struct("<q")
_F64: Final = Struct("<d")
_I32_BOUND: Final = 1 << 31


@final
class BytesWriter:
    """Bytes that grow at the end."""

    __slots__ = ("data",)

    def __init__(self) -> None:
        self.data = bytearray()

    def append(self, x: int, /) -> None:
        """Add a byte."""
        self.data.append(x)

    def write(self, b: bytes | bytearray, /) -> None:
        """Add bytes."""
        self.data += b

    def getvalue(self) -> bytes:
        """All bytes."""
        return bytes(self.data)

    def truncate(self, size: i64, /) -> None:
        """Keep only the first bytes."""
        del self.data[size:]

    def __len__(self) -> i64:
        return len(self.data)

    def __getitem__(self, i: i64, /) -> u8:
        return self.data[i]

    def __setitem__(self, i: i64, x: u8, /) -> None:
        self.data[i] = x


def _read(form: Struct, b: bytes, index: int) -> int:
    # `struct` counts a negative index from the end, and has an exception of its own.
    if index < 0:
        raise ValueError("index must be non-negative")
    if index + form.size > len(b):
        raise IndexError(f"index {index} out of range for bytes of length {len(b)}")
    number: int = form.unpack_from(b, index)[0]
    return number


def read_i16_le(b: bytes, index: i64, /) -> i16:
    """The signed number in two bytes. `IndexError` is raised if there are fewer."""
    return _read(_I16, b, index)


def read_i64_le(b: bytes, index: i64, /) -> i64:
    """The signed number in eight bytes. `IndexError` is raised if there are fewer."""
    return _read(_I64, b, index)


def write_i32_le(b: BytesWriter, n: i32, /) -> None:
    """Add a signed number of four bytes. `ValueError` is raised if it needs more."""
    if not -_I32_BOUND <= n < _I32_BOUND:
        raise ValueError("int too large to convert to i32")
    b.data += _I32.pack(n)


def write_f64_le(b: BytesWriter, n: float, /) -> None:
    """Add a double. `OverflowError` is raised for an integer that is too large for one."""
    b.data += _F64.pack(float(n))


def install() -> None:
    """Let `librt.strings` be this module for all later imports."""
    sys.modules["librt.strings"] = sys.modules[__name__]

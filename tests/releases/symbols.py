"""The functions of a shared library: those that it exports, and those that only its symbol table names."""

from __future__ import annotations

import ctypes
import mmap
import struct
from collections.abc import Iterable
from pathlib import Path
from typing import Any

_SYMBOL_TABLE = 2
_SECTION = struct.Struct("<IIQQQQIIQQ")
_SYMBOL = struct.Struct("<IBBHQQ")


class Symbols:
    """The functions of a library for 64-bit ELF, by name. A wheel may export nothing of LLVM, but keep its symbol table."""

    def __init__(self, path: Path, names: Iterable[str]) -> None:
        self._library = ctypes.CDLL(str(path))
        wanted = [name for name in names if not hasattr(self._library, name)]
        base = self._base(path) if wanted else 0
        self._places = {name: base + place for name, place in symbol_table(path, set(wanted)).items()}

    def __contains__(self, name: str) -> bool:
        return hasattr(self._library, name) or name in self._places

    def function(self, name: str, result: Any, *arguments: Any) -> Any:
        """The function as something to call; KeyError if the library does not have it."""
        if hasattr(self._library, name):
            return ctypes.CFUNCTYPE(result, *arguments)(ctypes.cast(getattr(self._library, name), ctypes.c_void_p).value or 0)
        return ctypes.CFUNCTYPE(result, *arguments)(self._places[name])

    @staticmethod
    def _base(path: Path) -> int:
        lines = Path("/proc/self/maps").read_text().splitlines()
        return min(int(line.split("-")[0], 16) for line in lines if line.endswith(str(path.resolve())))


def symbol_table(path: Path, wanted: set[str]) -> dict[str, int]:
    """The addresses of these names in the symbol table of an ELF file."""
    found: dict[str, int] = {}
    if not wanted:
        return found
    names = {name.encode(): name for name in wanted}
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        table = struct.unpack_from("<Q", data, 0x28)[0]
        size, count = struct.unpack_from("<HH", data, 0x3A)
        sections = [_SECTION.unpack_from(data, table + number * size) for number in range(count)]
        for section in sections:
            if section[1] == _SYMBOL_TABLE:
                texts = sections[section[6]]
                text = data[texts[4] : texts[4] + texts[5]]
                for name, _, _, _, value, _ in _SYMBOL.iter_unpack(data[section[4] : section[4] + section[5]]):
                    end = text.find(b"\0", name)
                    known = names.get(text[name:end])
                    if known is not None and value:
                        found[known] = value
    return found


def words_of(path: Path) -> set[str]:
    """The short lower-case words among the strings of a file: keywords are among them."""
    found: set[str] = set()
    with path.open("rb") as file:
        rest = b""
        while block := file.read(1 << 22):
            *whole, rest = (rest + block).split(b"\0")
            for part in whole:
                if 2 < len(part) < 32 and part.replace(b"_", b"a").isalnum() and part.islower() and not part[:1].isdigit():
                    found.add(part.decode())
    return found

"""The table of shapes: modules and files that have one thing n times, in a size in proportion to n."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Final, NamedTuple

from tests.sizes import bodies, constants, debug_info, faults, files, metadata, symbols


class Kind(enum.Enum):
    """What a shape's file is."""

    TEXT = "m.ll"
    #: A text that `as` or `verify` refuses.
    FAULTY = "f.ll"
    #: Bitcode, or what contains bitcode.
    FILE = "m.bc"


class Shape(NamedTuple):
    """How to make a file for a size, and how large it becomes."""

    make: Callable[[int], bytes]
    kind: Kind
    #: How many there are for each one that a run asks for: a byte of a name is cheaper than a function, a module is not.
    scale: float
    #: The names and contents of other files in its folder.
    beside: Callable[[int], Iterator[tuple[str, bytes]]] | None = None

    def write(self, count: int, folder: Path) -> None:
        """Write the file, and those that it needs beside it, for so many things."""
        (folder / self.file_name).write_bytes(self.make(count))
        for name, content in self.beside(count) if self.beside else ():
            (folder / name).write_bytes(content)

    @property
    def file_name(self) -> str:
        """The name that the file gets."""
        return self.kind.value


_SCALES: Final = {
    "name_of_variable": 10,
    "name_of_quotes": 10,
    "names_of_locals": 10,
    "name_of_type": 10,
    "metadata_string": 10,
    "source_name": 10,
    "comment": 10,
    "string_constant": 10,
    "modules_in_a_file": 1 / 16,
    "archive_members": 1 / 16,
}


def _encoded(text: Callable[[int], str]) -> Callable[[int], bytes]:
    return lambda n: text(n).encode()


def _shapes(module: ModuleType, kind: Kind) -> dict[str, Shape]:
    """The functions that a module defines, each named as its shape."""
    found = {name: value for name, value in vars(module).items() if getattr(value, "__module__", "") == module.__name__}
    return {
        name.replace("_", " "): Shape(
            make if kind is Kind.FILE else _encoded(make), kind, _SCALES.get(name, 1), files.BESIDE.get(name)
        )
        for name, make in found.items()
        if not name.startswith("_")
    }


SHAPES: Final = {
    **_shapes(bodies, Kind.TEXT),
    **_shapes(symbols, Kind.TEXT),
    **_shapes(constants, Kind.TEXT),
    **_shapes(metadata, Kind.TEXT),
    **_shapes(debug_info, Kind.TEXT),
    **_shapes(faults, Kind.FAULTY),
    **_shapes(files, Kind.FILE),
}

"""The parts that a container is split into."""

from __future__ import annotations

import errno
import os

from pyllvm.notation import final


@final
class Part:
    """A file in a container: its name there, and its bytes. A part without bytes is a separate file at `path`."""

    __slots__ = ("_data", "name", "path")

    def __init__(self, name: str, data: bytes | memoryview | None, path: str = "") -> None:
        self.name = name
        self.path = path
        self._data = data

    @property
    def size(self) -> int:
        """How many bytes of the container the part takes; 0 if it is a separate file."""
        return 0 if self._data is None else len(self._data)

    def read(self) -> bytes:
        """Return the bytes. Raises OSError if the file at `path` cannot be read.

        The bytes are not kept, because members may overlap, and several may name the same file.
        """
        if self._data is not None:
            return bytes(self._data)
        if "\0" in self.path:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
        with open(self.path, "rb") as file:
            return file.read()

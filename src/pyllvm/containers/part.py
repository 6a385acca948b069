"""What a container is taken apart into."""

from __future__ import annotations

import errno
import os
from typing import final


@final
class Part:
    """A file in a container: its name there, and its bytes. With no bytes it is a file of its own at `path`."""

    __slots__ = ("_data", "name", "path")

    def __init__(self, name: str, data: bytes | memoryview | None, path: str = "") -> None:
        self.name = name
        self.path = path
        self._data = data

    def read(self) -> bytes:
        """The bytes; OSError where the file at `path` cannot be read.

        They are not kept: members may overlap, and many may name one file.
        """
        if self._data is not None:
            return bytes(self._data)
        if "\0" in self.path:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
        with open(self.path, "rb") as file:
            return file.read()

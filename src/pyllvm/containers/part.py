"""The parts that a container is split into."""

from __future__ import annotations

from typing import final


@final
class Part:
    """A file in a container: its name there, and its bytes. A part without bytes is a separate file at `path`."""

    __slots__ = ("_data", "name", "path")

    def __init__(self, name: str, data: bytes | None, path: str = "") -> None:
        self.name = name
        self.path = path
        self._data = data

    def read(self) -> bytes:
        """Return the bytes. Raises OSError if the file at `path` cannot be read."""
        if self._data is None:
            with open(self.path, "rb") as file:
                self._data = file.read()
        return self._data

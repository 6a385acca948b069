"""The parts that a container is split into, and the sections of an object file that have bitcode or a container of it."""

from __future__ import annotations

import errno
import io
import os

from pyllvm.notation import Final, final

# Compilers put bitcode in these sections.
_BITCODE: Final = frozenset((".llvmbc", ".llvm.lto", "__LLVM,__bitcode"))
# The forms of clang-offload-packager, and of clang-offload-bundler for HIP.
_OFFLOADING: Final = frozenset((".llvm.offloading", ".hip_fatbin", "__HIP,__hip_fatbin"))
# clang-offload-bundler adds a section for each target to the object of the host; the target is the rest of the name.
_BUNDLED: Final = "__CLANG_OFFLOAD_BUNDLE__"
# wllvm and gllvm add a section with the paths of the files that have the bitcode; a linker puts the sections of objects together.
_PATHS: Final = frozenset((".llvm_bc", "__WLLVM,__llvm_bc", "__LLVM,__llvm_bc"))


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
        data = self._data
        if data is None:
            with self.open() as file:
                return file.read()
        if isinstance(data, bytes):
            return data
        whole = data.obj
        return whole if isinstance(whole, bytes) and len(whole) == len(data) else bytes(data)

    def head(self, size: int) -> bytes:
        """Return the first `size` bytes, or all of them if there are fewer. Raises OSError as `read` does."""
        if self._data is not None:
            return bytes(self._data[:size])
        with self.open() as file:
            return file.read(size)

    def open(self) -> io.FileIO:
        """Open the separate file that the part is. Raises OSError as `read` does."""
        return io.FileIO(self._path())

    def identity(self) -> tuple[int, int]:
        """The device and the number of the separate file, whatever its name is. Raises OSError if it does not exist."""
        status = os.stat(self._path())
        return status.st_dev, status.st_ino

    def _path(self) -> str:
        if "\0" in self.path:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
        return self.path


def lists_paths(section: str) -> bool:
    """Whether a section of this name has the paths of files with bitcode, each on a line."""
    return section in _PATHS


def holds_modules(section: str) -> bool:
    """Whether modules are looked for in a section of this name; in Mach-O the name is "segment,section"."""
    return section in _BITCODE or section in _PATHS or section in _OFFLOADING or section.startswith(_BUNDLED)

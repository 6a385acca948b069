"""The real LLVM of a version that is had as the library inside an llvmlite wheel: LLVM 7 to 11.

The library is looked for where PYLLVM_ORACLE_<version> says, then in the user's cache, in llvm-oracle/<version>.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final

import pytest

_POINTER: Final = ctypes.c_void_p


def library_path(version: int) -> Path:
    """Where the library of that LLVM is, or would be."""
    named = os.environ.get(f"PYLLVM_ORACLE_{version}")
    if named:
        return Path(named)
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return cache / "llvm-oracle" / str(version) / "llvmlite" / "binding" / "libllvmlite.so"


class RefusedError(Exception):
    """The input is not what this LLVM takes; the message is LLVM's."""


class Library:
    """One LLVM. Modules are never freed: a test ends soon enough."""

    def __init__(self, path: Path) -> None:
        self._library = ctypes.CDLL(str(path))
        pointer, text = _POINTER, ctypes.c_char_p
        out = ctypes.POINTER(_POINTER)
        self._declare("ContextCreate", pointer)
        self._declare("ParseAssembly", pointer, pointer, text, out)
        self._declare("ParseBitcode", pointer, pointer, text, ctypes.c_size_t, out)
        self._declare("PrintModuleToString", None, pointer, out)
        self._declare("WriteBitcodeToString", None, pointer, out, ctypes.POINTER(ctypes.c_size_t))
        self._declare("VerifyModule", ctypes.c_int, pointer, out)
        self._declare("LinkModules", ctypes.c_int, pointer, pointer, out)
        self._declare("GetGlobalContext", pointer)

    def _declare(self, name: str, result: type[ctypes.c_void_p] | type[ctypes.c_int] | None, *arguments: object) -> None:
        function = getattr(self._library, "LLVMPY_" + name)
        function.restype, function.argtypes = result, arguments

    def read(self, data: bytes, context: int | None = None) -> int:
        """A verified module of text or bitcode, in a context of its own unless one is given."""
        message = _POINTER()
        context = context or self._library.LLVMPY_ContextCreate()
        if data.startswith((b"BC\xc0\xde", b"\xde\xc0\x17\x0b")):
            module = self._library.LLVMPY_ParseBitcode(context, data, len(data), ctypes.byref(message))
        else:
            module = self._library.LLVMPY_ParseAssembly(context, data, ctypes.byref(message))
        if not module:
            raise RefusedError(_text(message) or "refused")
        self._library.LLVMPY_VerifyModule(module, ctypes.byref(message))
        if _text(message).strip():
            raise RefusedError(_text(message))
        return int(module)

    def refusal(self, data: bytes) -> str:
        """What LLVM says of an input that it refuses; empty for one that it takes."""
        try:
            self.read(data)
        except RefusedError as error:
            return str(error)
        return ""

    def print(self, data: bytes) -> bytes:
        """The text LLVM prints for an input."""
        printed = _POINTER()
        self._library.LLVMPY_PrintModuleToString(self.read(data), ctypes.byref(printed))
        return ctypes.string_at(printed.value or 0)

    def write(self, data: bytes) -> bytes:
        """The bitcode LLVM writes for an input."""
        written, size = _POINTER(), ctypes.c_size_t()
        self._library.LLVMPY_WriteBitcodeToString(self.read(data), ctypes.byref(written), ctypes.byref(size))
        return ctypes.string_at(written.value or 0, size.value)

    def link(self, modules: list[bytes]) -> bytes:
        """The text of the modules joined into an empty one, as llvm-link does it."""
        context = self._library.LLVMPY_GetGlobalContext()
        message = _POINTER()
        joined, *others = [self.read(data, context) for data in (b"", *modules)]
        for other in others:
            if self._library.LLVMPY_LinkModules(joined, other, ctypes.byref(message)):
                raise RefusedError(_text(message) or "refused")
        printed = _POINTER()
        self._library.LLVMPY_PrintModuleToString(joined, ctypes.byref(printed))
        return ctypes.string_at(printed.value or 0)


def _text(message: ctypes.c_void_p) -> str:
    return ctypes.string_at(message.value).decode("utf-8", "replace") if message.value else ""


@cache
def _library(path: Path) -> Library:
    return Library(path)


@pytest.fixture
def llvm_library() -> Callable[[int], Library]:
    """The library of an LLVM; the test is skipped where it is not to be found."""

    def find(version: int) -> Library:
        path = library_path(version)
        if not path.exists():
            pytest.skip(f"LLVM {version}'s library is neither at {path} nor named by PYLLVM_ORACLE_{version}")
        return _library(path)

    return find

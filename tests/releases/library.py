"""An LLVM that is a shared library: libLLVM.so, llvmlite's, or a wheel's. It is asked through LLVM's C functions."""

from __future__ import annotations

import ctypes
import tempfile
from pathlib import Path
from typing import Any

from tests.releases.answers import CRASHED, FILE, Answer, forked
from tests.releases.symbols import Symbols, words_of

P = ctypes.c_void_p
_TEXT = ctypes.POINTER(P)
_VERIFY = "_ZN4llvm12verifyModuleERKNS_6ModuleEPNS_11raw_ostreamEPb"
_OPEN = "_ZN4llvm14raw_fd_ostreamC1EibbNS_11raw_ostream11OStreamKindE"
_CLOSE = "_ZN4llvm14raw_fd_ostreamD1Ev"
_WRITE = "_ZN4llvm18WriteBitcodeToFileERKNS_6ModuleERNS_11raw_ostreamEbPKNS_18ModuleSummaryIndexEbPSt5arrayIjLm5EE"
_RENUMBER = "_ZN4llvm6Module27renumberMetadataForAssemblyEv"
_NAMES = (
    "LLVMContextCreate", "LLVMCreateMemoryBufferWithMemoryRangeCopy", "LLVMParseIRInContext", "LLVMVerifyModule",
    "LLVMPrintModuleToString", "LLVMWriteBitcodeToMemoryBuffer", "LLVMGetBufferStart", "LLVMGetBufferSize",
    "LLVMIntrinsicGetName", _VERIFY, _OPEN, _CLOSE, _WRITE, _RENUMBER,
)  # fmt: skip
_NOTHING: list[bool] | None = None
_TYPES = {int: ctypes.c_size_t, bytes: ctypes.c_char_p}
_RETURN_STATUS = 2
_MOST_INTRINSICS = 60_000


class LibraryJudge:
    """The LLVM in one library. Without the C functions for it, a module is verified and written by LLVM's own functions."""

    is_slow = False

    def __init__(self, path: Path, name: str = "") -> None:
        self.name = name or str(path)
        self._path = path
        self._symbols = Symbols(path, _NAMES)
        if "LLVMParseIRInContext" not in self._symbols:
            raise ValueError(f"{path}: this library does not have LLVM's C functions")
        self._context = self._call("LLVMContextCreate", P)

    def _call(self, name: str, result: Any, *arguments: Any) -> Any:
        types = [_TYPES.get(type(one), P) for one in arguments]
        return self._symbols.function(name, result, *types)(*arguments)

    def ask(self, data: bytes, verifies: bool = True) -> Answer:
        """Read a text or bitcode, verify it, print it and write it."""
        return forked(lambda: self._answer(data, verifies), CRASHED)

    def accepts(self, texts: list[bytes]) -> list[bool]:
        """Whether each text can be read; they are not verified. A text that ends the process is not read."""
        done = forked(lambda: self._read_each(texts), _NOTHING)
        if done is not None:
            return done
        # One of them ends the process.
        half = len(texts) // 2
        return self.accepts(texts[:half]) + self.accepts(texts[half:]) if half else [False]

    def _read_each(self, texts: list[bytes]) -> list[bool] | None:
        return [not isinstance(self._module(text), str) for text in texts]

    def _module(self, data: bytes) -> Any:
        buffer = self._call("LLVMCreateMemoryBufferWithMemoryRangeCopy", P, data, len(data), FILE.encode())
        module, error = P(), P()
        refused = self._symbols.function("LLVMParseIRInContext", ctypes.c_int, P, P, _TEXT, _TEXT)(
            self._context, buffer, ctypes.byref(module), ctypes.byref(error)
        )
        if refused:
            return _string(error.value)
        return module

    def _answer(self, data: bytes, verifies: bool) -> Answer:
        module = self._module(data)
        if isinstance(module, str):
            return Answer(False, module.partition("error: ")[2].splitlines()[0] if "error: " in module else module)
        broken = self._failures(module) if verifies else ""
        if broken:
            return Answer(False, broken)
        if _RENUMBER in self._symbols:
            self._call(_RENUMBER, None, module)
        return Answer(True, "", _string(self._call("LLVMPrintModuleToString", P, module)), self._bitcode(module))

    def _failures(self, module: Any) -> str:
        if "LLVMVerifyModule" in self._symbols:
            error = P()
            verify = self._symbols.function("LLVMVerifyModule", ctypes.c_int, P, ctypes.c_int, _TEXT)
            return _string(error.value) if verify(module, _RETURN_STATUS, ctypes.byref(error)) else ""
        verify = self._symbols.function(_VERIFY, ctypes.c_bool, P, P, P)
        broken, text = self._streamed(lambda stream: verify(module, stream, None))
        return text.decode(errors="replace") if broken else ""

    def _bitcode(self, module: Any) -> bytes:
        if "LLVMWriteBitcodeToMemoryBuffer" in self._symbols:
            buffer = self._call("LLVMWriteBitcodeToMemoryBuffer", P, module)
            start = self._call("LLVMGetBufferStart", P, P(buffer))
            return ctypes.string_at(start, self._call("LLVMGetBufferSize", ctypes.c_size_t, P(buffer)))
        flag = ctypes.c_bool
        write = self._symbols.function(_WRITE, None, P, P, flag, P, flag, P)
        return self._streamed(lambda stream: write(module, stream, False, None, False, None))[1]

    def _streamed(self, run: Any) -> tuple[Any, bytes]:
        flag = ctypes.c_bool
        with tempfile.TemporaryFile() as file:
            stream = ctypes.create_string_buffer(4096)
            self._symbols.function(_OPEN, None, P, ctypes.c_int, flag, flag, ctypes.c_int)(stream, file.fileno(), False, False, 0)
            result = run(ctypes.cast(stream, P))
            self._symbols.function(_CLOSE, None, P)(stream)
            file.seek(0)
            return result, file.read()

    def intrinsics(self) -> list[str]:
        """The names of all intrinsics, without types; empty if the library cannot list them."""
        if "LLVMIntrinsicGetName" not in self._symbols:
            return []
        return forked(self._listed, [])

    def _listed(self) -> list[str]:
        get = self._symbols.function("LLVMIntrinsicGetName", P, ctypes.c_uint, ctypes.POINTER(ctypes.c_size_t))
        names: list[str] = []
        for number in range(1, _MOST_INTRINSICS):
            size = ctypes.c_size_t()
            text = ctypes.string_at(get(number, ctypes.byref(size)), min(size.value, 200))
            # Behind the last there is whatever the library has there. They are sorted, except that targets follow general ones.
            if not text.startswith(b"llvm.") or (names and text.decode() == names[-1]):
                break
            names.append(text.decode())
            if names[-1] == "llvm.xcore.zext":
                break
        return names

    def words(self) -> set[str]:
        """The words in the library that may be keywords."""
        return words_of(self._path)


def _string(place: int | None) -> str:
    return ctypes.string_at(place).decode(errors="replace").rstrip("\n") if place else ""

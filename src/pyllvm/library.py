"""The library's functions: files and bytes in, modules out, and back."""

from __future__ import annotations

import os
from typing import Final

from pyllvm.assembly import parse_assembly as _parse_text
from pyllvm.assembly import print_module
from pyllvm.assembly.reader.places import Places
from pyllvm.bitcode import read_bitcode, write_bitcode
from pyllvm.diagnostics import PyllvmError, Source
from pyllvm.ir.module import Module
from pyllvm.migrations import bring

_BITCODE_MAGICS: Final = (b"BC\xc0\xde", b"\xde\xc0\x17\x0b")


def read(
    path: str | os.PathLike[str], *, llvm_version: int | None = None, lazy: bool = False, keep_places: bool = False
) -> Module:
    """Read a file of text or bitcode, whichever it is.

    `llvm_version` is the LLVM to read as; without it what the file says of itself. With `lazy` the bodies of functions in
    bitcode are read when they are first asked for; with `keep_places` the module of a text knows where everything stands in it.
    """
    name = os.fspath(path)
    with open(name, "rb") as file:
        data = file.read()
    if data.startswith(_BITCODE_MAGICS):
        return parse_bitcode(data, name, llvm_version=llvm_version, lazy=lazy)
    return parse_assembly(data, name, llvm_version=llvm_version, keep_places=keep_places)


def parse_bitcode(
    data: bytes, name: str = "<bitcode>", *, llvm_version: int | None = None, lazy: bool = False
) -> Module:
    """The module that bitcode holds. PyllvmError says what is wrong with it."""
    module = read_bitcode(data, name=name, lazy=lazy)
    if llvm_version is not None:
        bring(module, llvm_version)
        module.llvm_version = llvm_version
    return module


def parse_assembly(
    text: str | bytes, name: str = "<string>", *, llvm_version: int | None = None, keep_places: bool = False
) -> Module:
    """The module that text describes. PyllvmError says what is wrong with it, and where.

    With `keep_places` (slower, and larger) `verify` can say later where in the text a fault is.
    """
    data = text.encode("utf-8", "surrogateescape") if isinstance(text, str) else text
    places = Places(Source(name, data)) if keep_places else None
    module = _parse_text(data, name, llvm_version=llvm_version, places=places)
    module.places = places
    return module


def to_assembly(module: Module, *, llvm_version: int | None = None) -> str:
    """The module as LLVM's text; of the module's own version where none is named."""
    return print_module(module, llvm_version=llvm_version).decode("utf-8", "surrogateescape")


def to_bitcode(module: Module, *, llvm_version: int | None = None) -> bytes:
    """The module as LLVM's bitcode; of the module's own version where none is named."""
    return write_bitcode(module, llvm_version=llvm_version)


def write(module: Module, path: str | os.PathLike[str], *, llvm_version: int | None = None) -> None:
    """Write a module to a file: text for ``.ll``, bitcode for ``.bc``."""
    name = os.fspath(path)
    if name.endswith(".bc"):
        data = write_bitcode(module, llvm_version=llvm_version)
    elif name.endswith(".ll"):
        data = print_module(module, llvm_version=llvm_version)
    else:
        raise PyllvmError(f"{name}: a module is written as .ll or .bc")
    with open(name, "wb") as file:
        file.write(data)

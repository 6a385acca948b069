"""IR from bitcode and to bitcode. The writer is imported when it is asked for: who reads needs none."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import TYPE_CHECKING

from pyllvm.bitcode.reader.file import FileReader
from pyllvm.diagnostics import BitcodeLocation, Diagnostic, PyllvmError
from pyllvm.ir.module import Module

if TYPE_CHECKING:
    from pyllvm.bitcode.writer import write_bitcode as write_bitcode


def read_bitcode(
    data: bytes,
    *,
    name: str = "<stdin>",
    lazy: bool = False,
    strict: bool = False,
    warnings: list[Diagnostic] | None = None,
) -> Module:
    """The first module of a bitcode file; `name` becomes its identifier.

    With `lazy`, function bodies are read when they are first asked for. What the reader does not know it adds to
    `warnings`, and refuses where `strict`. Malformed input raises PyllvmError.
    """
    warn = None if warnings is None else warnings.append
    return read_modules(data, name=name, lazy=lazy, strict=strict, warn=warn, first=True)[0]


def read_modules(
    data: bytes,
    *,
    name: str = "<stdin>",
    lazy: bool = False,
    strict: bool = False,
    warn: Callable[[Diagnostic], None] | None = None,
    first: bool = False,
) -> list[Module]:
    """All modules of a bitcode file, or only the `first`; see `read_bitcode`."""
    reader = FileReader(data, strict, warn)
    found = reader.find()
    if not found:
        where = BitcodeLocation(0, [])
        raise PyllvmError(Diagnostic("error", "Could not find any module: the file has no MODULE_BLOCK", where))
    if first:
        found = found[:1]
    return [reader.read(one, name, lazy) for one in found]


def __getattr__(name: str) -> object:
    if name != "write_bitcode":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found: object = getattr(importlib.import_module("pyllvm.bitcode.writer"), name)
    globals()[name] = found
    return found

"""Texts that are made of files: of bitcode, also inside of archives and objects, and of texts in another version."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from pyllvm.assembly import TextReading, parse_text, print_module
from pyllvm.garbage import COLLECTION_PAUSE
from pyllvm.ir.debug_info.debug_info import strip_debug_info
from pyllvm.ir.module import Module
from pyllvm.library.editing import extract
from pyllvm.library.files import read
from pyllvm.lsp.formatting import formatted
from pyllvm.lsp.session import with_version
from pyllvm.migrations.loss import loss_warnings
from pyllvm.reading.conversion import convert
from pyllvm.reading.inputs import is_bitcode, modules_inside, plain, split_name
from pyllvm.reading.settle import settle_debug_info


def text_of_file(name: str, version: int | None = None) -> tuple[str, int, list[str]]:
    """The text of a file of bitcode or text, its LLVM version, and warnings; `lib.a(x.o)` names the module in a container.

    Raises PyllvmError, or OSError if the file cannot be read.
    """
    warnings: list[str] = []
    module = read(name, warn=lambda warning: warnings.append(warning.message))
    if version is not None:
        warnings += [warning.message for warning in loss_warnings(convert(module, version), version)]
    return _text(print_module(module)), module.llvm_version, warnings


def members_of_file(name: str) -> list[str]:
    """The names of the modules in a file, such as `lib.a(x.o)`: the file's own if it is one module."""
    path, member = split_name(name)
    data = plain(Path(path).read_bytes())
    if is_bitcode(data) and not member:
        return [name]
    return [path + inside.name for inside in modules_inside(data, path, member)]


def text_in_version(data: bytes, name: str, own: int | None, version: int) -> tuple[str, list[str]]:
    """A text as another LLVM prints it, and what that LLVM cannot hold. Raises PyllvmError if that LLVM cannot have the text."""
    with COLLECTION_PAUSE:
        module = _read(data, name, own)
        losses = [warning.message for warning in loss_warnings(convert(module, version), version)]
        return _text(print_module(module)), losses


def brought_to(data: bytes, name: str, own: int | None, version: int) -> bytes:
    """A text for another LLVM, with its comments, and a comment that says which LLVM it is for."""
    made = formatted(data, name, own, partial(_bring, version=version))
    return with_version(made, version)


def without_debug_info(data: bytes, name: str, own: int | None) -> bytes:
    """A text without debug information, with its comments."""
    return formatted(data, name, own, _strip)


def extracted(data: bytes, name: str, own: int | None, symbol: str) -> str:
    """A text with one function and declarations of what it needs. Raises PyllvmError if the text cannot be read."""
    with COLLECTION_PAUSE:
        module = _read(data, name, own)
        return _text(print_module(extract(module, [symbol])))


def _read(data: bytes, name: str, own: int | None) -> Module:
    """The module as LLVM's tools take it: without debug information that is broken."""
    module = parse_text(data, TextReading(name), own)
    settle_debug_info(module)
    return module


def _bring(module: Module, version: int) -> None:
    settle_debug_info(module)
    convert(module, version)


def _strip(module: Module) -> None:
    strip_debug_info(module)


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")

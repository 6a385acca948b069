"""How IR becomes LLVM's text and bitcode, although `ir` knows neither: printer and writer are called by name, late."""

from __future__ import annotations

import importlib


def text_of(thing: object) -> str:
    """The text that LLVM prints for a type, value, instruction, metadata node or module."""
    printer = importlib.import_module("pyllvm.assembly.printer.module")
    return str(printer.text_of(thing))


def bitcode_of(module: object, llvm_version: int | None) -> bytes:
    """The bitcode that LLVM `llvm_version` writes for a module, of its own version where none is named."""
    writer = importlib.import_module("pyllvm.bitcode.writer")
    written: bytes = writer.write_bitcode(module, llvm_version=llvm_version)
    return written

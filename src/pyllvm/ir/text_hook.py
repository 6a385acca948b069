"""How IR is converted to LLVM's text although `ir` does not import the printer: it is imported by name on first use."""

from __future__ import annotations

import importlib


def text_of(thing: object) -> str:
    """The text that LLVM prints for a type, value, instruction, metadata node or module."""
    printer = importlib.import_module("pyllvm.assembly.printer.module")
    return str(printer.text_of(thing))

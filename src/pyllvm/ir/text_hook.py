"""How IR is converted to text although `ir` does not import the printer: it is imported by name on first use."""

from __future__ import annotations

import importlib

from pyllvm.diagnostics import PyllvmError


def text_of(thing: object) -> str:
    """The text that LLVM prints for a type, value, instruction, metadata node or module; PyllvmError if it is broken."""
    printer = importlib.import_module("pyllvm.assembly.printer.single_values")
    try:
        return str(printer.text_of(thing))
    except (PyllvmError, MemoryError):
        raise
    except Exception as fault:
        broken = importlib.import_module("pyllvm.ir.broken").broken
        raise broken(thing if hasattr(thing, "llvm_version") else None, "printed", fault) from fault


def short_text_of(thing: object) -> str:
    """The `repr()` of a type, value, use, piece of metadata or module: one short line."""
    printer = importlib.import_module("pyllvm.assembly.printer.short_text")
    return str(printer.short_text(thing))


def html_of(thing: object) -> str:
    """The coloured text of a type, value, piece of metadata or module, as notebooks show it."""
    printer = importlib.import_module("pyllvm.assembly.printer.html")
    return str(printer.html_of(thing))

"""LLVM's text: the grammar and what reads it, the printer and what numbers for it.

What the package offers is imported when it is asked for: who prints needs no parser, and who parses no printer.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pyllvm.assembly.parse import parse_assembly as parse_assembly
    from pyllvm.assembly.printer import print_module as print_module

_MODULES: Final[dict[str, str]] = {
    "parse_assembly": "pyllvm.assembly.parse",
    "print_module": "pyllvm.assembly.printer",
}


def __getattr__(name: str) -> object:
    module = _MODULES.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found: object = getattr(importlib.import_module(module), name)
    globals()[name] = found
    return found

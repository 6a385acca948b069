"""LLVM's text: `reader` parses it and `printer` prints it; neither imports the other.

The names that the package exports are imported on first access.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pyllvm.lazy_names import lazy_names

if TYPE_CHECKING:
    from pyllvm.assembly.printer.text import print_module as print_module
    from pyllvm.assembly.reader.parse import TextReading as TextReading
    from pyllvm.assembly.reader.parse import parse_assembly as parse_assembly
    from pyllvm.assembly.reader.parse import parse_text as parse_text

_MODULES: Final = {
    "pyllvm.assembly.reader.parse": "TextReading parse_assembly parse_text",
    "pyllvm.assembly.printer.text": "print_module",
}

__getattr__ = lazy_names(__name__, _MODULES)

"""LLVM's text: `reader` parses it, `printer` prints it; neither imports the other.

What the package offers is imported when it is first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pyllvm.lazy_names import lazy_names

if TYPE_CHECKING:
    from pyllvm.assembly.printer.module import print_module as print_module
    from pyllvm.assembly.reader.parse import parse_assembly as parse_assembly

_MODULES: Final = {
    "pyllvm.assembly.reader.parse": "parse_assembly",
    "pyllvm.assembly.printer.module": "print_module",
}

__getattr__ = lazy_names(__name__, _MODULES)

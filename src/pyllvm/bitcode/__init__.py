"""IR from bitcode and to bitcode. Reader and writer are imported when they are asked for: who needs one needs not the other."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pyllvm.bitcode.read import read_bitcode as read_bitcode
    from pyllvm.bitcode.read import read_modules as read_modules
    from pyllvm.bitcode.read import version_of_bitcode as version_of_bitcode
    from pyllvm.bitcode.writer import write_bitcode as write_bitcode

_MODULES: Final[dict[str, str]] = {
    "read_bitcode": "pyllvm.bitcode.read",
    "read_modules": "pyllvm.bitcode.read",
    "version_of_bitcode": "pyllvm.bitcode.read",
    "write_bitcode": "pyllvm.bitcode.writer",
}


def __getattr__(name: str) -> object:
    module = _MODULES.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found: object = getattr(importlib.import_module(module), name)
    globals()[name] = found
    return found

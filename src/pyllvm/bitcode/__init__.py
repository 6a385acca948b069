"""Reads and writes bitcode. Importing the reader does not import the writer, and vice versa."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pyllvm.lazy_names import lazy_names

if TYPE_CHECKING:
    from pyllvm.bitcode.reader.found import BitcodeFile as BitcodeFile
    from pyllvm.bitcode.reader.read import has_opaque_pointers as has_opaque_pointers
    from pyllvm.bitcode.reader.read import read_bitcode as read_bitcode
    from pyllvm.bitcode.reader.read import read_modules as read_modules
    from pyllvm.bitcode.reader.state import Reading as Reading
    from pyllvm.bitcode.writer.module import bitcode_pieces as bitcode_pieces
    from pyllvm.bitcode.writer.module import write_bitcode as write_bitcode

_MODULES: Final = {
    "pyllvm.bitcode.reader.found": "BitcodeFile",
    "pyllvm.bitcode.reader.state": "Reading",
    "pyllvm.bitcode.reader.read": "has_opaque_pointers read_bitcode read_modules",
    "pyllvm.bitcode.writer.module": "bitcode_pieces write_bitcode",
}

__getattr__ = lazy_names(__name__, _MODULES)

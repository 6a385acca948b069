"""Decodes the blobs of a bitcode file: metadata strings, the symbol table, the string table. Each becomes lines of text.

Malformed blobs give the lines before the fault.
"""

from __future__ import annotations

from collections.abc import Iterator
from struct import unpack
from typing import Final

from pyllvm.analyzer.decoder.state import string_of
from pyllvm.bitstream.cursor import BitstreamCursor
from pyllvm.diagnostics import PyllvmError
from pyllvm.schema.text import quoted
from pyllvm.tables import object_symbols
from pyllvm.tables.keywords import COMDAT_SELECTION_KINDS, VISIBILITY_OF_NUMBER

# The positions in the symbol table's header, in 32-bit words (irsymtab::storage::Header): strings, and ranges of records.
_STRINGS: Final = (("producer", 1), ("triple", 11), ("source", 13), ("linker_options", 15))
_MODULES: Final = 3
_COMDATS: Final = 5
_UNCOMMONS: Final = 9
_LIBRARIES: Final = 17
_SHORTEST_HEADER: Final = 17
# The first version of the table with libraries, with selection kinds of comdats, and with sizes of 64 bits.
_LIBRARIES_SINCE: Final = 2
_SELECTIONS_SINCE: Final = 3
_WIDE_SIZES_SINCE: Final = 4
_FLAGS: Final = (
    (object_symbols.HAS_UNCOMMON, "has_uncommon"),
    (object_symbols.UNDEFINED, "undefined"),
    (object_symbols.WEAK, "weak"),
    (object_symbols.COMMON, "common"),
    (object_symbols.INDIRECT, "indirect"),
    (object_symbols.USED, "used"),
    (object_symbols.THREAD_LOCAL, "thread_local"),
    (object_symbols.MAY_OMIT, "may_omit"),
    (object_symbols.GLOBAL, "global"),
    (object_symbols.FORMAT_SPECIFIC, "format_specific"),
    (object_symbols.UNNAMED_ADDRESS, "unnamed_addr"),
    (object_symbols.EXECUTABLE, "executable"),
)


def metadata_strings(blob: bytes, operands: list[int]) -> Iterator[bytes]:
    """The strings of a METADATA_STRINGS record: their lengths as VBR fields, and from an offset on the characters."""
    if len(operands) < 2 or operands[1] > len(blob):
        return
    count, at = operands[0], operands[1]
    lengths = BitstreamCursor(blob[:at])
    while count > 0:
        try:
            end = at + lengths.read_vbr(6)
        except PyllvmError:
            return
        if end > len(blob):
            return
        yield blob[at:end]
        at = end
        count -= 1


def quoted_bytes(data: bytes) -> str:
    """Bytes as a string between quotes."""
    return quoted(data.decode("utf-8", "surrogateescape"))


def string_table_lines(blob: bytes, width: int) -> list[str]:
    """The string table in pieces of `width` characters: its names have no separator, because records state their sizes."""
    return [f"{at:>6} {quoted_bytes(blob[at : at + width])}" for at in range(0, len(blob), width)]


def symbol_table_lines(blob: bytes, strings: bytes) -> list[str]:
    """The header and the records of a symbol table, whose strings are in the string table."""
    words = unpack(f"<{len(blob) // 4}I", blob[: len(blob) & ~3])
    if len(words) < _SHORTEST_HEADER:
        return []
    version = words[0]
    parts = [f"version={version}"]
    for name, at in _STRINGS:
        parts.append(f"{name}={_string(words, at, strings)}")
    lines = [" ".join(parts)]
    for begin, end, first_uncommon in _records(words, _MODULES, 3):
        lines.append(f"MODULE first_symbol={begin} end={end} first_uncommon={first_uncommon}")
    size = 3 if version >= _SELECTIONS_SINCE else 2
    comdats: list[str] = []
    for row in _records(words, _COMDATS, size):
        comdats.append(_string(row, 0, strings))
        kind = f" selection={_selection(row[2])}" if size == 3 else ""
        lines.append(f"COMDAT name={comdats[-1]}{kind}")
    for row in _records(words, object_symbols.SYMBOLS_AT, object_symbols.SYMBOL_WORDS):
        comdat = "none" if row[4] == object_symbols.NO_COMDAT else comdats[row[4]] if row[4] < len(comdats) else str(row[4])
        names = f"name={_string(row, 0, strings)} ir_name={_string(row, 2, strings)}"
        lines.append(f"SYMBOL {names} comdat={comdat} flags={_symbol_flags(row[5])}")
    sizes = 2 if version >= _WIDE_SIZES_SINCE else 1
    for row in _records(words, _UNCOMMONS, sizes + 5):
        common_size = row[0] | (row[1] << 32 if sizes == 2 else 0)
        lines.append(
            f"UNCOMMON size={common_size} align={row[sizes]} fallback={_string(row, sizes + 1, strings)} "
            f"section={_string(row, sizes + 3, strings)}"
        )
    if version >= _LIBRARIES_SINCE:
        for row in _records(words, _LIBRARIES, 2):
            lines.append(f"LIBRARY name={_string(row, 0, strings)}")
    return lines


def _records(words: tuple[int, ...], at: int, size: int) -> Iterator[tuple[int, ...]]:
    """The records of a range, each of `size` words."""
    if at + 1 >= len(words):
        return
    start = words[at] // 4
    for _ in range(words[at + 1]):
        if start + size > len(words):
            return
        yield words[start : start + size]
        start += size


def _string(words: tuple[int, ...], at: int, strings: bytes) -> str:
    offset, size = words[at], words[at + 1]
    found = string_of(strings, offset, size)
    return f"string {offset} of size {size}" if found is None else quoted_bytes(found)


def _selection(number: int) -> str:
    """The selection kind of a comdat: here the numbers start with 0."""
    return COMDAT_SELECTION_KINDS[number][0] if number < len(COMDAT_SELECTION_KINDS) else str(number)


def _symbol_flags(bits: int) -> str:
    return " ".join([VISIBILITY_OF_NUMBER.get(bits & 3, str(bits & 3)), *[word for bit, word in _FLAGS if bits & bit]])

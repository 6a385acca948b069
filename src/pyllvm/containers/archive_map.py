"""Reads the symbol table of an archive, which names the member that defines each symbol."""

from __future__ import annotations

from pyllvm.containers.archives import BIG_MAGIC, MAGIC, THIN_MAGIC, members_by_offset
from pyllvm.diagnostics import PyllvmError
from pyllvm.notation import Final

# The names of the table, by its kind: the width of its numbers in bytes.
_GNU_TABLES: Final = {b"/": 4, b"/SYM64/": 8}
_BSD_TABLES: Final = {b"__.SYMDEF": 4, b"__.SYMDEF SORTED": 4, b"__.SYMDEF_64": 8, b"__.SYMDEF_64 SORTED": 8}
_MALFORMED: Final = "truncated or malformed archive (the symbol table is cut off)"


def read_archive_map(data: bytes, name: str) -> list[tuple[str, str]]:
    """Return each symbol of an archive's table with the name of its member; none if the archive has no table.

    Raises PyllvmError if the archive or the table is malformed.
    """
    if not data.startswith((MAGIC, THIN_MAGIC)) or data.startswith(BIG_MAGIC):
        return []
    headers = members_by_offset(data, name)
    if not headers:
        return []
    first, (kind, start, size) = next(iter(headers.items()))
    if first != len(MAGIC):
        return []
    table = data[start : start + size]
    if kind in _GNU_TABLES:
        pairs = _gnu_table(table, _GNU_TABLES[kind])
    elif kind in _BSD_TABLES:
        pairs = _bsd_table(table, _BSD_TABLES[kind])
    else:
        return []
    found: list[tuple[str, str]] = []
    for symbol, offset in pairs:
        if offset not in headers:
            raise PyllvmError("truncated or malformed archive (the symbol table names a member that is not there)")
        found.append((_text(symbol), _text(headers[offset][0])))
    return found


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def _number(table: bytes, at: int, width: int, *, is_big: bool) -> int:
    if at + width > len(table):
        raise PyllvmError(_MALFORMED)
    return int.from_bytes(table[at : at + width], "big" if is_big else "little")


def _gnu_table(table: bytes, width: int) -> list[tuple[bytes, int]]:
    """A count, as many offsets of members, and the names, each with a zero behind it."""
    count = _number(table, 0, width, is_big=True)
    if (count + 1) * width > len(table):
        raise PyllvmError(_MALFORMED)
    names = table[(count + 1) * width :].split(b"\0")
    if len(names) < count:
        raise PyllvmError(_MALFORMED)
    return [(names[index], _number(table, (index + 1) * width, width, is_big=True)) for index in range(count)]


def _bsd_table(table: bytes, width: int) -> list[tuple[bytes, int]]:
    """The size of the pairs, pairs of a name's place and a member's offset, the size of the names, the names."""
    size = _number(table, 0, width, is_big=False)
    names_at = width + size + width
    pairs: list[tuple[bytes, int]] = []
    for at in range(width, width + size, 2 * width):
        name_at = names_at + _number(table, at, width, is_big=False)
        end = table.find(b"\0", name_at)
        if end < 0:
            raise PyllvmError(_MALFORMED)
        pairs.append((table[name_at:end], _number(table, at + width, width, is_big=False)))
    return pairs

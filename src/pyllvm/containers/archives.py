"""Reads archives (`.a`) that ar or llvm-ar wrote: with GNU's and BSD's long names, thin ones, and AIX's big archives.

The error messages are from LLVM's Object/Archive.cpp. Symbol tables are skipped, because a reader of all members needs none; nm
reads them by themselves. Every offset and size is checked against the file before it is used, and each step goes forward.
"""

from __future__ import annotations

import os

from pyllvm.containers.part import Part
from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.notation import TYPE_CHECKING, Final, Iterator, NoReturn, final

if TYPE_CHECKING:
    from typing import Literal

MAGIC: Final = b"!<arch>\n"
THIN_MAGIC: Final = b"!<thin>\n"
BIG_MAGIC: Final = b"<bigaf>\n"
_HEADER_SIZE: Final = 60
_NAME_SIZE: Final = 16
_SIZE_FIELD: Final = slice(48, 58)
_TERMINATOR: Final = b"`\n"
_BSD_NAME: Final = b"#1/"
_BSD_SYMBOL_TABLES: Final = (b"__.SYMDEF", b"__.SYMDEF SORTED", b"__.SYMDEF_64", b"__.SYMDEF_64 SORTED")
_SYMBOL_TABLES: Final = (b"/", b"/SYM64/", b"/<ECSYMBOLS>/", b"/<XFGHASHMAP>/")
_STRING_TABLE: Final = b"//"
_BIG_FILE_HEADER_SIZE: Final = 128
_BIG_HEADER_SIZE: Final = 112


def is_archive(data: bytes) -> bool:
    """Whether a file is an archive, judged by its first bytes."""
    return data.startswith((MAGIC, THIN_MAGIC, BIG_MAGIC))


def read_archive(data: bytes, name: str) -> list[Part]:
    """Return the members in their order; the members of a thin archive are separate files.

    `name` is the archive's path; the paths in a thin archive are relative to it. Raises PyllvmError if the archive is
    malformed.
    """
    return list(members_in_turn(data, name))


def members_in_turn(data: bytes, name: str) -> Iterator[Part]:
    """The same members one by one: what is malformed is found behind the members before it, as in LLVM."""
    return iter(_read_big_archive(data)) if data.startswith(BIG_MAGIC) else _ArchiveReader(data, name).members()


def members_by_offset(data: bytes, name: str) -> dict[int, tuple[bytes, int, int]]:
    """Return the name of each member, tables as well, with the start and size of its bytes, by the offset of its header.

    The arguments and errors are the same as for `read_archive`; AIX's archives are not accepted here.
    """
    return _ArchiveReader(data, name).headers()


def bytes_of_members(archive: memoryview) -> Iterator[memoryview]:
    """The bytes of each member of GNU's and BSD's archives, tables as well; those before the fault if the archive is damaged."""
    at = len(MAGIC)
    while at + _HEADER_SIZE <= len(archive):
        header = bytes(archive[at : at + _HEADER_SIZE])
        size = header[_SIZE_FIELD].strip()
        if not size.isdigit():
            return
        start = at + _HEADER_SIZE
        at = start + int(size)
        # A long name of BSD's is before the bytes of the member.
        name = header[:_NAME_SIZE].strip()
        length = name[len(_BSD_NAME) :]
        yield archive[start + int(length) if name.startswith(_BSD_NAME) and length.isdigit() else start : at]
        at += at & 1


def _malformed(message: str) -> NoReturn:
    raise PyllvmError(Diagnostic("error", f"truncated or malformed archive ({message})"))


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def _escaped(data: bytes) -> str:
    """Return bytes as raw_ostream's write_escaped prints them."""
    known = {0x0A: "\\n", 0x09: "\\t", 0x5C: "\\\\", 0x22: '\\"'}
    return "".join(known.get(byte) or (chr(byte) if 0x20 <= byte < 0x7F else f"\\{byte:03o}") for byte in data)


def _number(field: bytes, what: str, offset: int) -> int:
    digits = field.rstrip(b" ")
    if not digits.isdigit():
        _malformed(
            f"characters in {what} field in archive member header are not all decimal numbers: '{_text(digits)}'"
            f" for the archive member header at offset {offset}"
        )
    return int(digits)


@final
class _ArchiveReader:
    """Reads the headers of one archive, from first to last."""

    def __init__(self, data: bytes, name: str) -> None:
        self._data = data
        self._folder = os.path.dirname(name)
        self._is_thin = data.startswith(THIN_MAGIC)
        self._is_bsd = False
        self._names = b""

    def members(self) -> Iterator[Part]:
        data = self._data
        offset = len(MAGIC)
        is_first = True
        # The tables come before the first file.
        is_at_tables = True
        while offset != len(data):
            self._check_header(offset)
            raw = data[offset : offset + _NAME_SIZE]
            if is_first:
                self._is_bsd = raw.startswith(_BSD_NAME) or raw.rstrip(b" ") in _BSD_SYMBOL_TABLES
                is_first = False
            short = self._short_name(raw, offset)
            is_outside = self._is_thin and short not in (*_SYMBOL_TABLES, _STRING_TABLE)
            size = _number(data[offset : offset + _HEADER_SIZE][_SIZE_FIELD], "size", offset)
            start = offset + _HEADER_SIZE
            end = start if is_outside else start + size
            next_offset = end + (end & 1)
            if is_at_tables and short == _STRING_TABLE:
                self._names = data[start:end]
            elif not (is_at_tables and self._is_table(short, offset, size)):
                is_at_tables = False
                yield self._outside(short, offset, size) if is_outside else self._member(short, offset, start, size)
            if next_offset > len(data):
                if end == len(data):
                    break
                shown = _text(self._long_name(short, offset, size))
                _malformed(f"offset to next archive member past the end of the archive after member {shown}")
            offset = next_offset

    def headers(self) -> dict[int, tuple[bytes, int, int]]:
        """The name, start and size of everything in the archive, by the offset of its header."""
        for _ in self.members():
            pass
        data = self._data
        found: dict[int, tuple[bytes, int, int]] = {}
        offset = len(MAGIC)
        while offset + _HEADER_SIZE <= len(data):
            short = self._short_name(data[offset : offset + _NAME_SIZE], offset)
            size = _number(data[offset : offset + _HEADER_SIZE][_SIZE_FIELD], "size", offset)
            start = offset + _HEADER_SIZE
            held = 0 if self._is_thin and short not in (*_SYMBOL_TABLES, _STRING_TABLE) else size
            name_size = self._bsd_name_length(short, offset, size) if short.startswith(_BSD_NAME) else 0
            found[offset] = (self._long_name(short, offset, size), start + name_size, size - name_size)
            offset = start + held + (held & 1)
        return found

    def _check_header(self, offset: int) -> None:
        data = self._data
        if offset + _HEADER_SIZE > len(data):
            _malformed(f"remaining size of archive too small for next archive member header {self._shown(offset)}")
        terminator = data[offset + 58 : offset + 60]
        if terminator != _TERMINATOR:
            shown = _escaped(terminator)
            _malformed(
                f'terminator characters in archive member "{shown}" not the correct "`\\n" values'
                f" for the archive member header {self._shown(offset)}"
            )

    def _shown(self, offset: int) -> str:
        """Name a member whose header is incomplete: by its name or, if that is missing, by its offset."""
        raw = self._data[offset : offset + _NAME_SIZE]
        if len(raw) == _NAME_SIZE:
            try:
                name = self._long_name(self._short_name(raw, offset), offset, len(self._data) - offset - _HEADER_SIZE)
                return f"for {_text(name)}"
            except PyllvmError:
                pass
        return f"at offset {offset}"

    def _short_name(self, raw: bytes, offset: int) -> bytes:
        """Return the name in the header (Archive's getRawName)."""
        if self._is_bsd:
            if raw.startswith(b" "):
                _malformed(f"name contains a leading space for archive member header at offset {offset}")
            return raw.partition(b" ")[0] if not raw.startswith(b"__.SYMDEF ") else raw.rstrip(b" ")
        if raw.startswith((b"/", b"#")):
            return raw.partition(b" ")[0]
        return raw.partition(b"/")[0]

    def _is_table(self, short: bytes, offset: int, size: int) -> bool:
        if not self._is_bsd:
            return short in _SYMBOL_TABLES
        return self._long_name(short, offset, size) in _BSD_SYMBOL_TABLES

    def _long_name(self, short: bytes, offset: int, size: int) -> bytes:
        """Return the full name, which may be in the table of names or before the member's bytes."""
        if short.startswith(b"/") and short not in (*_SYMBOL_TABLES, _STRING_TABLE):
            return self._name_in_table(short[1:], offset)
        if short.startswith(_BSD_NAME):
            length = self._bsd_name_length(short, offset, size)
            start = offset + _HEADER_SIZE
            return self._data[start : start + length].rstrip(b"\0")
        return short.rstrip(b" ")

    def _bsd_name_length(self, short: bytes, offset: int, size: int) -> int:
        digits = short[len(_BSD_NAME) :]
        if not digits.isdigit():
            _malformed(
                f"long name length characters after the #1/ are not all decimal numbers: '{_text(digits)}'"
                f" for archive member header at offset {offset}"
            )
        length = int(digits)
        if length > size or offset + _HEADER_SIZE + length > len(self._data):
            _malformed(
                f"long name length: {length} extends past the end of the member or archive"
                f" for archive member header at offset {offset}"
            )
        return length

    def _name_in_table(self, digits: bytes, offset: int) -> bytes:
        if not digits.isdigit():
            _malformed(
                f"long name offset characters after the '/' are not all decimal numbers: '{_text(digits)}'"
                f" for archive member header at offset {offset}"
            )
        start = int(digits)
        if start >= len(self._names):
            _malformed(f"long name offset {start} past the end of the string table for archive member header at offset {offset}")
        end = self._end_of_name(start)
        if self._names[end : end + 1] == b"\0":
            # Microsoft's librarian ends names this way.
            return self._names[start:end]
        if end < 1 or self._names[end - 1 : end] != b"/":
            _malformed(f"string table at long name offset {start} not terminated")
        return self._names[start : end - 1]

    def _end_of_name(self, start: int) -> int:
        """The place of the first newline or zero from `start` on, or -1.

        The table may have very many names, all of which end with the other of the two.
        """
        size = 64
        while True:
            piece = self._names[start : start + size]
            ends = [at for at in (piece.find(b"\n"), piece.find(b"\0")) if at >= 0]
            if ends:
                return start + min(ends)
            if len(piece) < size:
                return -1
            size *= 8

    def _outside(self, short: bytes, offset: int, size: int) -> Part:
        """A member of a thin archive: a file beside it."""
        name = _text(self._long_name(short, offset, size))
        return Part(name, None, os.path.join(self._folder, name))

    def _member(self, short: bytes, offset: int, start: int, size: int) -> Part:
        name = _text(self._long_name(short, offset, size))
        begin = start
        if short.startswith(_BSD_NAME):
            begin += self._bsd_name_length(short, offset, size)
        return Part(name, memoryview(self._data)[begin : start + size])


def _read_big_archive(data: bytes) -> list[Part]:
    """Read AIX's format, in which offsets link the members to a list."""
    if len(data) < _BIG_FILE_HEADER_SIZE:
        _malformed(f"malformed AIX big archive: incomplete fixed length header, the archive is only {len(data)} byte(s)")
    first = _number(data[68:88], "first member offset", 0)
    last = _number(data[88:108], "last member offset", 0)
    members: list[Part] = []
    offset = first
    while offset != 0:
        if offset + _BIG_HEADER_SIZE >= len(data):
            _malformed("malformed AIX big archive: remaining buffer is unable to contain next archive member")
        size = _number(data[offset : offset + 20], "size", offset)
        following = _number(data[offset + 20 : offset + 40], "NextOffset", offset)
        name_length = _number(data[offset + 108 : offset + 112], "NameLen", offset)
        name = data[offset + _BIG_HEADER_SIZE : offset + _BIG_HEADER_SIZE + name_length]
        end_of_name = offset + _BIG_HEADER_SIZE + name_length + (name_length & 1)
        if data[end_of_name : end_of_name + 2] != _TERMINATOR:
            _malformed(f'name does not have name terminator "`\\n" for archive memberheader at offset {end_of_name}')
        start = end_of_name + len(_TERMINATOR)
        if start + size > len(data):
            _malformed(f"offset to next archive member past the end of the archive after member {_text(name)}")
        members.append(Part(_text(name), memoryview(data)[start : start + size]))
        if offset == last:
            break
        if following <= offset:
            _malformed(f"offset to next archive member is not behind member {_text(name)}")
        offset = following
    return members


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


def _number_at(table: bytes, at: int, width: int, order: Literal["big", "little"]) -> int:
    if at + width > len(table):
        raise PyllvmError(_MALFORMED)
    return int.from_bytes(table[at : at + width], order)


def _gnu_table(table: bytes, width: int) -> list[tuple[bytes, int]]:
    """A count, as many offsets of members, and the names, each with a zero behind it."""
    count = _number_at(table, 0, width, "big")
    if (count + 1) * width > len(table):
        raise PyllvmError(_MALFORMED)
    names = table[(count + 1) * width :].split(b"\0")
    if len(names) < count:
        raise PyllvmError(_MALFORMED)
    return [(names[index], _number_at(table, (index + 1) * width, width, "big")) for index in range(count)]


def _bsd_table(table: bytes, width: int) -> list[tuple[bytes, int]]:
    """The size of the pairs, pairs of a name's place and a member's offset, the size of the names, the names."""
    size = _number_at(table, 0, width, "little")
    names_at = width + size + width
    pairs: list[tuple[bytes, int]] = []
    for at in range(width, width + size, 2 * width):
        name_at = names_at + _number_at(table, at, width, "little")
        end = table.find(b"\0", name_at)
        if end < 0:
            raise PyllvmError(_MALFORMED)
        pairs.append((table[name_at:end], _number_at(table, at + width, width, "little")))
    return pairs

"""Writes small archives, in the forms that ar's have."""

from __future__ import annotations

MAGIC = b"!<arch>\n"
THIN_MAGIC = b"!<thin>\n"


def header(name: bytes, size: int) -> bytes:
    """The 60 bytes before a member."""
    return name.ljust(16) + b"0".ljust(12) + b"0".ljust(6) * 2 + b"644".ljust(8) + str(size).encode().ljust(10) + b"`\n"


def member(name: bytes, content: bytes) -> bytes:
    """A member, padded to an even size."""
    return header(name, len(content)) + content + b"\n" * (len(content) & 1)


def gnu_archive(files: dict[str, bytes], symbols: bytes = b"") -> bytes:
    """An archive in GNU's form: long names stand in a table."""
    table = bytearray()
    members: list[bytes] = []
    for name, content in files.items():
        short = name.encode() + b"/"
        if len(short) > 16:
            short = b"/" + str(len(table)).encode()
            table += name.encode() + b"/\n"
        members.append(member(short, content))
    tables = member(b"/", symbols) if symbols else b""
    if table:
        tables += member(b"//", bytes(table))
    return b"".join((MAGIC, tables, *members))


def bsd_archive(files: dict[str, bytes], symbols: bytes = b"") -> bytes:
    """An archive in BSD's form: long names stand before the content."""
    members = member(b"__.SYMDEF", symbols) if symbols else b""
    for name, content in files.items():
        encoded = name.encode().ljust(-(-len(name) // 4) * 4, b"\0")
        members += member(b"#1/" + str(len(encoded)).encode(), encoded + content)
    return MAGIC + members


def thin_archive(sizes: dict[str, int]) -> bytes:
    """An archive that only names its members."""
    table = b"".join(name.encode() + b"/\n" for name in sizes)
    headers: list[bytes] = []
    offset = 0
    for name, size in sizes.items():
        headers.append(header(b"/" + str(offset).encode(), size))
        offset += len(name) + 2
    return b"".join((THIN_MAGIC, member(b"//", table), *headers))

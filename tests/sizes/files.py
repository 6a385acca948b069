"""Files of n parts: modules one after the other, archives, blocks of abbreviations."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from tests.archives import gnu_archive, thin_archive

import pyllvm
from pyllvm.bitstream.abbreviation import Abbreviation, Blob, Literal
from pyllvm.bitstream.writer import BitstreamWriter
from pyllvm.reading.copying import bitcode_of

_MAGIC = b"BC\xc0\xde"


@cache
def _module() -> bytes:
    module = pyllvm.parse_assembly("define void @f() {\n  ret void\n}\n", llvm_version=19)
    return bitcode_of(module)


def modules_in_a_file(n: int) -> bytes:
    """Whole modules, each with its string table."""
    return _MAGIC + _module()[4:] * n


def empty_modules(n: int) -> bytes:
    writer = BitstreamWriter()
    writer.enter_block(8, 3)
    writer.end_block()
    return _MAGIC + writer.getvalue() * n


def archive_members(n: int) -> bytes:
    return gnu_archive({f"m{at}.o": _module() for at in range(n)})


def _small_module(number: int) -> bytes:
    """Bitcode of `@vNUMBER = external global i32`, with nothing that it can do without."""
    name = f"v{number}".encode()
    writer = BitstreamWriter()
    writer.enter_block(13, 5)
    writer.emit_record(1, list(b"LLVM19.1.7"))
    writer.emit_record(2, [0])
    writer.end_block()
    writer.enter_block(8, 3)
    writer.emit_record(1, [2])
    writer.enter_block(17, 3)
    writer.emit_record(1, [1])
    writer.emit_record(7, [32])
    writer.end_block()
    writer.emit_record(7, [0, len(name), 0, 2, 0, 0, 0, 0])
    writer.end_block()
    writer.enter_block(23, 3)
    blob = writer.define_abbreviation(Abbreviation([Literal(1), Blob]))
    writer.emit_record_with_blob(1, [], name, blob)
    writer.end_block()
    return _MAGIC + writer.getvalue()


def archive_of_small_modules(n: int) -> bytes:
    return gnu_archive(dict(_small_files(n)))


def thin_archive_of_small_modules(n: int) -> bytes:
    return thin_archive({name: len(content) for name, content in _small_files(n)})


def _small_files(n: int) -> Iterator[tuple[str, bytes]]:
    return ((f"m{at}.o", _small_module(at)) for at in range(n))


def archive_of_other_files(n: int) -> bytes:
    return gnu_archive({f"a long name of a member {at}.txt": b"text" for at in range(n)})


def abbreviations_of_blocks(n: int) -> bytes:
    """BLOCKINFO with abbreviations for modules, and modules that have them."""
    writer = BitstreamWriter()
    writer.enter_blockinfo_block()
    for _ in range(n):
        writer.define_blockinfo_abbreviation(8, Abbreviation([Literal(1)]))
    writer.end_block()
    info = writer.getvalue()
    return _MAGIC + info + empty_modules(n)[4:]


#: The names and contents of the files that a shape needs beside its own.
BESIDE: Final = {"thin_archive_of_small_modules": _small_files}

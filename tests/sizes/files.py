"""Files of n parts: modules one after the other, archives, blocks of abbreviations."""

from __future__ import annotations

from functools import cache

from tests.archives import gnu_archive

import pyllvm
from pyllvm.bitstream import BitstreamWriter
from pyllvm.bitstream.abbreviation import Abbreviation, Literal
from pyllvm.library.copying import bitcode_of

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

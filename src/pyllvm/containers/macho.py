"""Finds bitcode in the sections of Mach-O files, and splits universal ("fat") files into one file for each architecture."""

from __future__ import annotations

from pyllvm.containers.fields import BIG, LITTLE, Fields, text
from pyllvm.containers.part import Part, holds_modules
from pyllvm.notation import Callable, Final

MAGIC_64: Final = b"\xcf\xfa\xed\xfe"
MAGIC_32: Final = b"\xce\xfa\xed\xfe"
BIG_MAGIC_64: Final = b"\xfe\xed\xfa\xcf"
BIG_MAGIC_32: Final = b"\xfe\xed\xfa\xce"
FAT_MAGIC: Final = b"\xca\xfe\xba\xbe"
FAT_MAGIC_64: Final = b"\xca\xfe\xba\xbf"
# Java's class files have the magic number of universal files, then their version: 45 and higher.
_FIRST_JAVA_VERSION: Final = 43
_LC_SEGMENT: Final = 0x1
_LC_SEGMENT_64: Final = 0x19
_COMMAND_SIZE: Final = 8

_KINDS: Final = {1: "object", 2: "program", 4: "core dump", 6: "dynamic library", 8: "bundle", 10: "debug file"}
# By the numbers of the processor and of its subtype, whose upper byte has flags.
_ARCHITECTURES: Final = {
    (7, 3): "i386",
    (7, 8): "i386",
    (0x01000007, 3): "x86_64",
    (0x01000007, 8): "x86_64h",
    (12, 5): "armv4t",
    (12, 6): "armv6",
    (12, 7): "armv5",
    (12, 9): "armv7",
    (12, 11): "armv7s",
    (12, 12): "armv7k",
    (12, 14): "armv6m",
    (12, 15): "armv7m",
    (12, 16): "armv7em",
    (0x0100000C, 0): "arm64",
    (0x0100000C, 1): "arm64v8",
    (0x0100000C, 2): "arm64e",
    (0x0200000C, 1): "arm64_32",
    (18, 0): "ppc",
    (0x01000012, 0): "ppc64",
}


def is_macho(data: bytes) -> bool:
    """Whether a file is a Mach-O file of one architecture, judged by its first bytes."""
    return data.startswith((MAGIC_64, MAGIC_32, BIG_MAGIC_64, BIG_MAGIC_32))


def macho_words(data: bytes) -> str:
    """The kind and the architecture of a Mach-O file, from its header: "a Mach-O object for arm64"."""
    fields = Fields(data[:32].ljust(32, b"\0"), "Mach-O object", BIG if data.startswith((BIG_MAGIC_64, BIG_MAGIC_32)) else LITTLE)
    architecture = _architecture(fields, 4, "the header")
    return f"a Mach-O {_KINDS.get(fields.number(12, 4, 'the header'), 'object')} for {architecture}"


def _architecture(fields: Fields, at: int, what: str) -> str:
    """The name of the architecture whose two numbers are at a place."""
    processor = fields.number(at, 4, what)
    subtype = fields.number(at + 4, 4, what) & 0xFFFFFF
    return _ARCHITECTURES.get((processor, subtype), f"cpu {processor:#x} subtype {subtype}")


def read_macho(data: bytes, name: str, holds: Callable[[str], bool] = holds_modules) -> list[Part]:
    """The sections whose names `holds` accepts: without it, those that may have modules inside.

    Raises PyllvmError if the load commands are malformed.
    """
    fields = Fields(data, "Mach-O object", BIG if data.startswith((BIG_MAGIC_64, BIG_MAGIC_32)) else LITTLE)
    is_64 = data.startswith((MAGIC_64, BIG_MAGIC_64))
    count = fields.number(16, 4, "the header")
    at = 32 if is_64 else 28
    parts: list[Part] = []
    for _ in range(count):
        command = fields.number(at, 4, "a load command")
        size = fields.number(at + 4, 4, "a load command")
        if size < _COMMAND_SIZE:
            fields.malformed(f"a load command has {size} bytes")
        fields.range(at, size, "a load command")
        if command in (_LC_SEGMENT, _LC_SEGMENT_64):
            _read_segment(fields, at, size, holds, parts)
        at += size
    return parts


def _read_segment(fields: Fields, at: int, size: int, holds: Callable[[str], bool], parts: list[Part]) -> None:
    is_64 = fields.number(at, 4, "a load command") == _LC_SEGMENT_64
    first, section_size = (72, 80) if is_64 else (56, 68)
    count = fields.number(at + first - 8, 4, "a segment")
    if first + count * section_size > size:
        fields.malformed("the sections of a segment are outside its load command")
    for entry in range(at + first, at + first + count * section_size, section_size):
        names = bytes(fields.range(entry, 32, "a section"))
        section = ",".join((text(names[16:].rstrip(b"\0")), text(names[:16].rstrip(b"\0"))))
        if holds(section):
            length = fields.number(entry + (40 if is_64 else 36), 8 if is_64 else 4, "a section")
            offset = fields.number(entry + (48 if is_64 else 40), 4, "a section")
            parts.append(Part(section, fields.range(offset, length, f"section {section}")))


def is_universal(data: bytes) -> bool:
    """Whether a file is a universal Mach-O file, judged by its first bytes."""
    if data.startswith(FAT_MAGIC_64):
        return True
    return data.startswith(FAT_MAGIC) and int.from_bytes(data[4:8], "big") < _FIRST_JAVA_VERSION


def read_universal(data: bytes, name: str) -> list[Part]:
    """The file of each architecture, by the architecture's name. Raises PyllvmError if the header is malformed."""
    fields = Fields(data, "universal Mach-O file", BIG)
    is_64 = data.startswith(FAT_MAGIC_64)
    word, entry_size = (8, 32) if is_64 else (4, 20)
    count = fields.number(4, 4, "the header")
    fields.range(8, count * entry_size, "the table of architectures")
    parts: list[Part] = []
    for entry in range(8, 8 + count * entry_size, entry_size):
        architecture = _architecture(fields, entry, "the table of architectures")
        offset = fields.number(entry + 8, word, "the table of architectures")
        size = fields.number(entry + 8 + word, word, "the table of architectures")
        parts.append(Part(architecture, fields.range(offset, size, f"the file for {architecture}")))
    return parts

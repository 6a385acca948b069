"""Finds bitcode in the sections of ELF objects, libraries and programs, of 32 and 64 bits and either byte order."""

from __future__ import annotations

from pyllvm.containers.fields import BIG, LITTLE, Fields
from pyllvm.containers.part import Part, holds_modules
from pyllvm.notation import Callable, Final

MAGIC: Final = b"\x7fELF"
_CLASS_64: Final = 2
_BIG_ENDIAN: Final = 2
# The type of a section without bytes in the file.
_NOBITS: Final = 8
# This index means that the real one is too large for its field: section 0 has it.
_EXTENDED_INDEX: Final = 0xFFFF

_KINDS: Final = {1: "object", 2: "program", 3: "shared library or program", 4: "core dump"}
_MACHINES: Final = {
    2: "SPARC",
    3: "i386",
    8: "MIPS",
    20: "PowerPC",
    21: "PowerPC64",
    22: "SystemZ",
    40: "ARM",
    43: "SPARC V9",
    62: "x86-64",
    83: "AVR",
    94: "Xtensa",
    105: "MSP430",
    164: "Hexagon",
    183: "AArch64",
    190: "CUDA",
    224: "AMDGPU",
    243: "RISC-V",
    247: "BPF",
    258: "LoongArch",
}

# The parts of a file that errors name.
_HEADER: Final = "the header"
_TABLE: Final = "the section table"


def is_elf(data: bytes) -> bool:
    """Whether a file is in ELF, judged by its first bytes."""
    return data.startswith(MAGIC)


def elf_words(data: bytes) -> str:
    """The kind and the machine of an ELF file, from its header: "an ELF object for x86-64"."""
    order = "big" if data[5:6] == b"\2" else "little"
    kind = _KINDS.get(int.from_bytes(data[16:18], order), "object")  # type: ignore[arg-type]
    machine = int.from_bytes(data[18:20], order)  # type: ignore[arg-type]
    return f"an ELF {kind}" + (f" for {_MACHINES.get(machine, f'machine {machine}')}" if machine else "")


def read_elf(data: bytes | memoryview, name: str, holds: Callable[[str], bool] = holds_modules) -> list[Part]:
    """The sections whose names `holds` accepts: without it, those that may have modules inside.

    Raises PyllvmError if the table of sections is malformed.
    """
    start = Fields(data, "ELF object")
    is_64 = start.number(4, 1, _HEADER) == _CLASS_64
    fields = Fields(data, "ELF object", BIG if start.number(5, 1, _HEADER) == _BIG_ENDIAN else LITTLE)
    word = 8 if is_64 else 4
    table = fields.number(0x28 if is_64 else 0x20, word, _HEADER)
    counts = 0x3A if is_64 else 0x2E
    entry_size = fields.number(counts, 2, _HEADER)
    count = fields.number(counts + 2, 2, _HEADER)
    names_index = fields.number(counts + 4, 2, _HEADER)
    if table == 0:
        return []
    if entry_size != (64 if is_64 else 40):
        fields.malformed(f"an entry of the section table has {entry_size} bytes")
    # The places in an entry of: offset, size, link.
    offset_at, size_at, link_at = (0x18, 0x20, 0x28) if is_64 else (0x10, 0x14, 0x18)
    if count == 0:
        count = fields.number(table + size_at, word, _TABLE)
    if names_index == _EXTENDED_INDEX:
        names_index = fields.number(table + link_at, 4, _TABLE)
    fields.range(table, count * entry_size, _TABLE)
    if names_index >= count:
        return []
    entry = table + names_index * entry_size
    names = Fields(
        fields.range(
            fields.number(entry + offset_at, word, _TABLE),
            fields.number(entry + size_at, word, _TABLE),
            "the table of section names",
        ),
        "ELF object",
    )
    parts: list[Part] = []
    for entry in range(table, table + count * entry_size, entry_size):
        kind = fields.number(entry + 4, 4, _TABLE)
        if kind in (0, _NOBITS):
            continue
        section = names.name(fields.number(entry, 4, _TABLE), "the name of a section")
        if holds(section):
            offset = fields.number(entry + offset_at, word, _TABLE)
            size = fields.number(entry + size_at, word, _TABLE)
            parts.append(Part(section, fields.range(offset, size, f"section {section}")))
    return parts

"""ELF objects, libraries and programs, of 32 and 64 bits and either byte order: their sections, and the bitcode in these."""

from __future__ import annotations

from pyllvm.containers.fields import BIG, LITTLE, Fields
from pyllvm.containers.part import Part, holds_modules
from pyllvm.notation import Callable, Final, final

MAGIC: Final = b"\x7fELF"
_CLASS_64: Final = 2
_BIG_ENDIAN: Final = 2
# The type of a section without bytes in the file.
NO_BITS: Final = 8
# This index means that the real one is too large for its field: section 0 has it.
EXTENDED_INDEX: Final = 0xFFFF

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

FORMAT: Final = "ELF object"
# The parts of a file that errors name.
_HEADER: Final = "the header"
_TABLE: Final = "the section table"
NAME: Final = "the name of a section"


def is_elf(data: bytes) -> bool:
    """Whether a file is in ELF, judged by its first bytes."""
    return data.startswith(MAGIC)


def elf_words(data: bytes) -> str:
    """The kind and the machine of an ELF file, from its header: "an ELF object for x86-64"."""
    order = "big" if data[5:6] == b"\2" else "little"
    kind = _KINDS.get(int.from_bytes(data[16:18], order), "object")  # type: ignore[arg-type]
    machine = int.from_bytes(data[18:20], order)  # type: ignore[arg-type]
    return f"an ELF {kind}" + (f" for {_MACHINES.get(machine, f'machine {machine}')}" if machine else "")


@final
class Section:
    """A section as the table of sections has it: its `name` begins at `name_at` of another section."""

    __slots__ = ("flags", "info", "link", "name", "name_at", "offset", "size", "type")

    def __init__(self, fields: Fields, entry: int, word: int) -> None:
        self.name = ""
        """Set by who reads names."""
        self.name_at, self.type = (fields.number(entry + at, 4, _TABLE) for at in (0, 4))
        self.flags, self.offset, self.size = (fields.number(entry + 8 + at * word, word, _TABLE) for at in (0, 2, 3))
        self.link, self.info = (fields.number(entry + 8 + 4 * word + at, 4, _TABLE) for at in (0, 4))


@final
class ElfFile:
    """The header and the sections of a file. PyllvmError if one of them is malformed."""

    def __init__(self, data: bytes | memoryview) -> None:
        start = Fields(data, FORMAT)
        self.is_64 = start.number(4, 1, _HEADER) == _CLASS_64
        fields = Fields(data, FORMAT, BIG if start.number(5, 1, _HEADER) == _BIG_ENDIAN else LITTLE)
        self.fields = fields
        self.machine = fields.number(18, 2, _HEADER)
        self.sections: list[Section] = []
        word = 8 if self.is_64 else 4
        table = fields.number(0x28 if self.is_64 else 0x20, word, _HEADER)
        counts = 0x3A if self.is_64 else 0x2E
        entry_size, count, self.names_index = (fields.number(counts + at, 2, _HEADER) for at in (0, 2, 4))
        if table == 0:
            return
        if entry_size != (64 if self.is_64 else 40):
            fields.malformed(f"an entry of the section table has {entry_size} bytes")
        first = Section(fields, table, word)
        count = count or first.size
        if self.names_index == EXTENDED_INDEX:
            self.names_index = first.link
        fields.range(table, count * entry_size, _TABLE)
        self.sections = [Section(fields, table + index * entry_size, word) for index in range(count)]


def read_elf(data: bytes | memoryview, name: str, holds: Callable[[str], bool] = holds_modules) -> list[Part]:
    """The sections whose names `holds` accepts: without it, those that may have modules inside.

    Raises PyllvmError if the table of sections is malformed.
    """
    file = ElfFile(data)
    fields, sections = file.fields, file.sections
    if file.names_index >= len(sections):
        return []
    place = sections[file.names_index]
    names = Fields(fields.range(place.offset, place.size, "the table of section names"), FORMAT)
    parts: list[Part] = []
    for section in sections:
        if section.type in (0, NO_BITS):
            continue
        section.name = names.name(section.name_at, NAME)
        if holds(section.name):
            parts.append(Part(section.name, fields.range(section.offset, section.size, f"section {section.name}")))
    return parts

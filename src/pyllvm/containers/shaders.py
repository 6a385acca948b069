"""Splits the files in which shaders are shipped: DirectX's containers and Metal's libraries.

Apple does not describe the Metal library. Its layout is known from the MetalLibraryArchive project.
"""

from __future__ import annotations

from pyllvm.containers.fields import Fields, text
from pyllvm.containers.part import Part
from pyllvm.notation import Final

DIRECTX_MAGIC: Final = b"DXBC"
_DIRECTX_HEADER_SIZE: Final = 32
# The shader, and the same with debug information.
_DIRECTX_PROGRAMS: Final = (b"DXIL", b"ILDB")
# In a part: its name and size, the program's header, and then the bitcode's header.
_PART_HEADER_SIZE: Final = 8
_PROGRAM_HEADER_SIZE: Final = 8
_BITCODE_HEADER_SIZE: Final = 16

METAL_MAGIC: Final = b"MTLB"
_METAL_FUNCTIONS_AT: Final = 24
_METAL_BITCODE_AT: Final = 72
_TAG_SIZE: Final = 6


def is_directx(data: bytes) -> bool:
    """Whether a file is a DirectX container, judged by its first bytes."""
    return data.startswith(DIRECTX_MAGIC)


def read_directx(data: bytes, name: str) -> list[Part]:
    """The programs in a container, by the names of their parts. Raises PyllvmError if it is malformed."""
    fields = Fields(data, "DirectX container")
    count = fields.number(28, 4, "the header")
    fields.range(_DIRECTX_HEADER_SIZE, 4 * count, "the table of parts")
    parts: list[Part] = []
    for index in range(count):
        at = fields.number(_DIRECTX_HEADER_SIZE + 4 * index, 4, "the table of parts")
        kind = bytes(fields.range(at, 4, "a part"))
        size = fields.number(at + 4, 4, "a part")
        content = Fields(fields.range(at + _PART_HEADER_SIZE, size, f"part {text(kind)}"), "DirectX container")
        if kind not in _DIRECTX_PROGRAMS or size < _PROGRAM_HEADER_SIZE + _BITCODE_HEADER_SIZE:
            continue
        # The offset counts from the header of the bitcode.
        offset = _PROGRAM_HEADER_SIZE + content.number(_PROGRAM_HEADER_SIZE + 8, 4, "the header of the bitcode")
        length = content.number(_PROGRAM_HEADER_SIZE + 12, 4, "the header of the bitcode")
        parts.append(Part(text(kind), content.range(offset, length, "the bitcode")))
    return parts


def is_metal(data: bytes) -> bool:
    """Whether a file is a Metal library, judged by its first bytes."""
    return data.startswith(METAL_MAGIC)


def read_metal(data: bytes, name: str) -> list[Part]:
    """The module of each function, by the function's name. Raises PyllvmError if the library is malformed.

    Functions with the same module share a part, which has the name of the first.
    """
    fields = Fields(data, "Metal library")
    at = fields.number(_METAL_FUNCTIONS_AT, 8, "the header")
    bitcode = fields.number(_METAL_BITCODE_AT, 8, "the header")
    count = fields.number(at, 4, "the list of functions")
    at += 4
    parts: list[Part] = []
    seen: set[tuple[int, int]] = set()
    for _ in range(count):
        group_size = fields.number(at, 4, "the list of functions")
        if group_size < 4:
            fields.malformed(f"a function is described by {group_size} bytes")
        tags = _tags(Fields(fields.range(at + 4, group_size - 4, "the list of functions"), "Metal library"))
        at += group_size
        function = text(tags.get(b"NAME", b"").partition(b"\0")[0])
        # The offsets of a function in the public and the private metadata, and in the bitcode.
        offset = int.from_bytes(tags.get(b"OFFT", b"")[16:24], "little")
        size = int.from_bytes(tags.get(b"MDSZ", b"")[:8], "little")
        if (offset, size) not in seen:
            seen.add((offset, size))
            parts.append(Part(function, fields.range(bitcode + offset, size, f"the module of {function}")))
    return parts


def _tags(fields: Fields) -> dict[bytes, bytes]:
    """The values of one function's tags; the tags end at a mark or at the end of the group."""
    tags: dict[bytes, bytes] = {}
    at = 0
    while at + _TAG_SIZE <= len(fields.data):
        tag = bytes(fields.range(at, 4, "a tag"))
        if tag == b"ENDT":
            break
        size = fields.number(at + 4, 2, "a tag")
        tags[tag] = bytes(fields.range(at + _TAG_SIZE, size, "a tag"))
        at += _TAG_SIZE + size
    return tags

"""Finds bitcode in the custom sections of WebAssembly objects and modules."""

from __future__ import annotations

from pyllvm.containers.fields import Fields, text
from pyllvm.containers.part import Part, holds_modules
from pyllvm.notation import Callable, Final

MAGIC: Final = b"\0asm"
_HEADER_SIZE: Final = 8
_CUSTOM: Final = 0
_LONGEST_NUMBER: Final = 5
_MORE_FOLLOWS: Final = 0x80


def is_wasm(data: bytes) -> bool:
    """Whether a file is a WebAssembly module, judged by its first bytes."""
    return data.startswith(MAGIC)


def read_wasm(data: bytes, name: str, holds: Callable[[str], bool] = holds_modules) -> list[Part]:
    """The custom sections whose names `holds` accepts: without it, those that may have modules inside.

    Raises PyllvmError if a section is malformed.
    """
    fields = Fields(data, "WebAssembly module")
    parts: list[Part] = []
    at = _HEADER_SIZE
    while at < len(data):
        kind = fields.number(at, 1, "a section")
        size, start = _number(fields, at + 1)
        fields.range(start, size, "a section")
        end = start + size
        if kind == _CUSTOM:
            length, name_start = _number(fields, start)
            if name_start + length > end:
                fields.malformed("the name of a section is outside it")
            section = text(fields.range(name_start, length, "a section"))
            if holds(section):
                content = name_start + length
                parts.append(Part(section, fields.range(content, end - content, "a section")))
        at = end
    return parts


def _number(fields: Fields, at: int) -> tuple[int, int]:
    """The number in LEB128 at a place, and the place after it."""
    value = 0
    end = at
    while (byte := fields.number(end, 1, "a section")) >= _MORE_FOLLOWS:
        value |= (byte - _MORE_FOLLOWS) << 7 * (end - at)
        end += 1
        if end - at == _LONGEST_NUMBER:
            fields.malformed("a number has more than 5 bytes")
    return value | byte << 7 * (end - at), end + 1

"""Splits the files in which clang puts code for several devices.

These are the bundles of clang-offload-bundler, binary, text and compressed, and the binaries of clang-offload-packager.
"""

from __future__ import annotations

import io
import zlib

from pyllvm.containers.fields import Fields, text
from pyllvm.containers.part import Part
from pyllvm.diagnostics import PyllvmError
from pyllvm.notation import Final

BUNDLE_MAGIC: Final = b"__CLANG_OFFLOAD_BUNDLE__"
# Of the texts that are bundled, only LLVM's begins its comments so.
_TEXT_START: Final = b"; __CLANG_OFFLOAD_BUNDLE____START__ "
_TEXT_END: Final = b"; __CLANG_OFFLOAD_BUNDLE____END__ "
_TEXT_STARTS: Final = rb"(?m)^; __CLANG_OFFLOAD_BUNDLE____START__ ([^\n]*)\n"
PACKAGE_MAGIC: Final = b"\x10\xff\x10\xad"
_PACKAGE_ALIGNMENT: Final = 8
_PACKAGE_HEADER_SIZE: Final = 32
_PACKAGE_ENTRY_SIZE: Final = 40
# The first version of a package with several entries and with the sizes of its strings.
_SEVERAL_ENTRIES_SINCE: Final = 2
COMPRESSED_MAGIC: Final = b"CCOB"
# By the version of the format: where the size of the bundle is, how many bytes that number has, and where the data begins.
_LAYOUTS: Final = {1: (8, 4, 20), 2: (12, 4, 24), 3: (16, 8, 32)}
# How many bytes are read, and unpacked, at a time.
_PIECE: Final = 1 << 18
_ZLIB: Final = 0
_ZSTD: Final = 1
_KIND: Final = "compressed offload bundle"


def is_bundle(data: bytes) -> bool:
    """Whether a file is a binary bundle that is not compressed, judged by its first bytes."""
    return data.startswith(BUNDLE_MAGIC)


def read_bundle(data: bytes, name: str) -> list[Part]:
    """The file of each target, by the target's name. Raises PyllvmError if the header is malformed."""
    fields = Fields(data, "offload bundle")
    at = len(BUNDLE_MAGIC)
    count = fields.number(at, 8, "the header")
    at += 8
    parts: list[Part] = []
    for _ in range(count):
        offset = fields.number(at, 8, "the header")
        size = fields.number(at + 8, 8, "the header")
        length = fields.number(at + 16, 8, "the header")
        target = text(fields.range(at + 24, length, "the name of a target"))
        parts.append(Part(target, fields.range(offset, size, f"the file for {target}")))
        at += 24 + length
    return parts


def is_text_bundle(data: bytes) -> bool:
    """Whether a file is a bundle of LLVM's texts."""
    return data[:64].lstrip().startswith(_TEXT_START)


def read_text_bundle(data: bytes, name: str) -> list[Part]:
    """The text of each target, by the target's name. Raises PyllvmError if the end of one is missing."""
    import re

    starts = re.compile(_TEXT_STARTS)
    fields = Fields(data, "offload bundle")
    view = memoryview(data)
    parts: list[Part] = []
    at = 0
    while (start := starts.search(data, at)) is not None:
        target = start.group(1).strip()
        end = data.find(b"\n" + _TEXT_END + target, start.end() - 1)
        if end < 0:
            fields.malformed(f"the end of the text for {text(target)} is missing")
        parts.append(Part(text(target), view[start.end() : end + 1]))
        at = end + 1
    return parts


def is_package(data: bytes) -> bool:
    """Whether a file is a binary of clang-offload-packager, judged by its first bytes."""
    return data.startswith(PACKAGE_MAGIC)


def read_package(data: bytes, name: str) -> list[Part]:
    """The image of each target, by its triple and processor. Raises PyllvmError if a header is malformed.

    The linker joins the packages of several objects; they follow each other at multiples of 8 bytes.
    """
    parts: list[Part] = []
    at = 0
    while data[at : at + len(PACKAGE_MAGIC)] == PACKAGE_MAGIC:
        whole = Fields(memoryview(data)[at:], "offload package")
        size = whole.number(8, 8, "the header")
        if size < _PACKAGE_HEADER_SIZE:
            whole.malformed(f"it has {size} bytes")
        _read_one_package(Fields(whole.range(0, size, "the package"), "offload package"), parts)
        at += -(-size // _PACKAGE_ALIGNMENT) * _PACKAGE_ALIGNMENT
    return parts


def _read_one_package(fields: Fields, parts: list[Part]) -> None:
    version = fields.number(4, 4, "the header")
    entries = fields.number(16, 8, "the header")
    has_several = version >= _SEVERAL_ENTRIES_SINCE
    count = fields.number(24, 8, "the header") if has_several else 1
    fields.range(entries, count * _PACKAGE_ENTRY_SIZE, "the table of images")
    string_size = 24 if has_several else 16
    strings_left = len(fields.data) // string_size
    for entry in range(entries, entries + count * _PACKAGE_ENTRY_SIZE, _PACKAGE_ENTRY_SIZE):
        strings = fields.number(entry + 8, 8, "the table of images")
        string_count = fields.number(entry + 16, 8, "the table of images")
        strings_left -= string_count
        if strings_left < 0:
            fields.malformed("the images have more strings than there is room for")
        target = _target(fields, strings, string_count, string_size)
        offset = fields.number(entry + 24, 8, "the table of images")
        size = fields.number(entry + 32, 8, "the table of images")
        parts.append(Part(target, fields.range(offset, size, f"the image for {target}")))


def _target(fields: Fields, at: int, count: int, entry_size: int) -> str:
    properties: dict[str, str] = {}
    for entry in range(at, at + count * entry_size, entry_size):
        key = fields.name(fields.number(entry, 8, "a string"), "a string")
        if key in ("triple", "arch"):
            properties[key] = fields.name(fields.number(entry + 8, 8, "a string"), "a string")
    known = [properties[key] for key in ("triple", "arch") if properties.get(key)]
    return ":".join(known) if known else "image"


def is_compressed_bundle(data: bytes) -> bool:
    """Whether a file is a compressed bundle, judged by its first bytes."""
    return data.startswith(COMPRESSED_MAGIC)


def unpacked_size(data: bytes) -> int:
    """How many bytes a compressed bundle has when it is unpacked, as its header says. Raises PyllvmError if that is malformed."""
    size_at, size_width, _ = _layout(Fields(data, _KIND))
    return Fields(data, _KIND).number(size_at, size_width, "the header")


def read_compressed_bundle(data: bytes, name: str) -> list[Part]:
    """The file of each target, by the target's name. Raises PyllvmError if it is malformed, or this Python cannot read zstd."""
    fields = Fields(data, _KIND)
    size = unpacked_size(data)
    _, _, start = _layout(fields)
    method = fields.number(6, 2, "the header")
    if method not in (_ZLIB, _ZSTD):
        fields.malformed(f"there is no compression method {method}")
    bundle = (_from_zlib if method == _ZLIB else _from_zstd)(fields, memoryview(data)[start:], size)
    if len(bundle) > size:
        fields.malformed(f"it contains more than {size} bytes")
    if len(bundle) < size:
        fields.malformed(f"it contains {len(bundle)} bytes and not {size}")
    if not is_bundle(bundle):
        fields.malformed("there is no bundle inside")
    return read_bundle(bundle, name)


def _layout(fields: Fields) -> tuple[int, int, int]:
    version = fields.number(4, 2, "the header")
    layout = _LAYOUTS.get(version)
    if layout is None:
        raise PyllvmError(f"this compressed offload bundle has version {version} of the format; 1 to {max(_LAYOUTS)} are known")
    return layout


def _from_zlib(fields: Fields, data: memoryview, size: int) -> bytes:
    unpacker = zlib.decompressobj()
    # Its value is the buffer itself, which avoids a second copy of a large file.
    unpacked = io.BytesIO()
    try:
        for at in range(0, len(data), _PIECE):
            piece = bytes(data[at : at + _PIECE])
            while piece and unpacked.tell() <= size and not unpacker.eof:
                unpacked.write(unpacker.decompress(piece, _PIECE))
                piece = unpacker.unconsumed_tail
        unpacked.write(unpacker.flush(_PIECE) if unpacked.tell() <= size else b"")
    except zlib.error as error:
        fields.malformed(str(error))
    return unpacked.getvalue()


def _from_zstd(fields: Fields, data: memoryview, size: int) -> bytes:
    from pyllvm.containers.packed import zstd_module

    zstd = zstd_module("offload bundle", "extract its parts with 'clang-offload-bundler -unbundle'")
    unpacker = zstd.ZstdDecompressor()
    unpacked = io.BytesIO()
    try:
        for at in range(0, len(data), _PIECE):
            piece = bytes(data[at : at + _PIECE])
            while unpacked.tell() <= size and not unpacker.eof:
                unpacked.write(unpacker.decompress(piece, _PIECE))
                piece = b""
                if unpacker.needs_input:
                    break
    except zstd.ZstdError as error:
        fields.malformed(str(error))
    return unpacked.getvalue()

"""Reads compressed bundles of clang-offload-bundler, which begin with "CCOB"."""

from __future__ import annotations

import io
import sys
import zlib

from pyllvm.containers.fields import Fields
from pyllvm.containers.offloading import is_bundle, read_bundle
from pyllvm.containers.part import Part
from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.notation import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from types import ModuleType

MAGIC: Final = b"CCOB"
# By the version of the format: where the size of the bundle is, how many bytes that number has, and where the data begins.
_LAYOUTS: Final = {1: (8, 4, 20), 2: (12, 4, 24), 3: (16, 8, 32)}
# How many bytes are read, and unpacked, at a time.
_PIECE: Final = 1 << 18
_ZLIB: Final = 0
_ZSTD: Final = 1
_KIND: Final = "compressed offload bundle"


def is_compressed_bundle(data: bytes) -> bool:
    """Whether a file is a compressed bundle, judged by its first bytes."""
    return data.startswith(MAGIC)


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


def zstd_module(file: str, instead: str) -> ModuleType:
    """The module that reads zstd. PyllvmError if this Python has none: it names the `file`, and what to do `instead`."""
    # Imported only here, and only where it is installed.
    try:
        if sys.version_info >= (3, 14):
            from compression import zstd
        else:
            from backports import zstd
        module: ModuleType = zstd
        return module
    except ImportError:
        pass
    missing = Diagnostic("error", f"this {file} is compressed with zstd, which this Python cannot read")
    missing.hint = f"install 'pyllvm[zstd]', or {instead}"
    raise PyllvmError(missing)


def _from_zstd(fields: Fields, data: memoryview, size: int) -> bytes:
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

"""Reads compressed bundles of clang-offload-bundler, which begin with "CCOB"."""

from __future__ import annotations

import zlib

from pyllvm.containers.fields import Fields
from pyllvm.containers.offloading import is_bundle, read_bundle
from pyllvm.containers.part import Part
from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.limits import UNPACKED_BYTES
from pyllvm.notation import Final

MAGIC: Final = b"CCOB"
# By the version of the format: where the size of the bundle is, how many bytes that number has, and where the data begins.
_LAYOUTS: Final = {1: (8, 4, 20), 2: (12, 4, 24), 3: (16, 8, 32)}
_ZLIB: Final = 0
_ZSTD: Final = 1
_KIND: Final = "compressed offload bundle"
# Modules with the same functions: that of Python 3.14, and the same for older versions.
_ZSTD_MODULES: Final = ("compression.zstd", "backports.zstd")


def is_compressed_bundle(data: bytes) -> bool:
    """Whether a file is a compressed bundle, judged by its first bytes."""
    return data.startswith(MAGIC)


def read_compressed_bundle(data: bytes, name: str) -> list[Part]:
    """The file of each target, by the target's name. Raises PyllvmError if it is malformed, or this Python cannot read zstd."""
    fields = Fields(data, _KIND)
    version = fields.number(4, 2, "the header")
    layout = _LAYOUTS.get(version)
    if layout is None:
        raise PyllvmError(f"this compressed offload bundle has version {version} of the format; 1 to {max(_LAYOUTS)} are known")
    size_at, size_width, start = layout
    size = fields.number(size_at, size_width, "the header")
    if size > UNPACKED_BYTES:
        raise PyllvmError(f"this compressed offload bundle has {size} bytes when it is unpacked, more than {UNPACKED_BYTES}")
    method = fields.number(6, 2, "the header")
    if method not in (_ZLIB, _ZSTD):
        fields.malformed(f"there is no compression method {method}")
    bundle = (_from_zlib if method == _ZLIB else _from_zstd)(fields, bytes(data[start:]), size)
    if len(bundle) != size:
        fields.malformed(f"it contains {len(bundle)} bytes and not {size}")
    if not is_bundle(bundle):
        fields.malformed("there is no bundle inside")
    return read_bundle(bundle, name)


def _from_zlib(fields: Fields, data: bytes, size: int) -> bytes:
    try:
        return zlib.decompressobj().decompress(data, size + 1)
    except zlib.error as error:
        fields.malformed(str(error))


def _from_zstd(fields: Fields, data: bytes, size: int) -> bytes:
    # Imported only here, and only where it is installed.
    import importlib

    for module in _ZSTD_MODULES:
        try:
            zstd = importlib.import_module(module)
        except ImportError:
            continue
        try:
            unpacked: bytes = zstd.ZstdDecompressor().decompress(data, size + 1)
        except zstd.ZstdError as error:
            fields.malformed(str(error))
        return unpacked
    missing = Diagnostic("error", "this offload bundle is compressed with zstd, which this Python cannot read")
    missing.hint = "install 'pyllvm[zstd]', or extract its parts with 'clang-offload-bundler -unbundle'"
    raise PyllvmError(missing)

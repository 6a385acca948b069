"""Compressed offload bundles: of every version of the format, made here with zlib, and by the real tool with zstd."""

from __future__ import annotations

import importlib.util
import struct
import subprocess
import tracemalloc
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

import pyllvm
from pyllvm import limits
from pyllvm.containers.modules import find_modules
from pyllvm.containers.offloading import read_compressed_bundle, read_text_bundle
from pyllvm.diagnostics import PyllvmError

DATA: Final = Path(__file__).parents[1] / "data" / "containers"
# Other packages may be in `backports` as well.
HAS_ZSTD: Final = any(
    importlib.util.find_spec(package) and importlib.util.find_spec(f"{package}.zstd") for package in ("compression", "backports")
)


def compressed(bundle: bytes, version: int, method: int = 0, size: int | None = None) -> bytes:
    """A bundle with the header of a version of the format."""
    data = zlib.compress(bundle)
    length = len(bundle) if size is None else size
    header = b"CCOB" + struct.pack("<HH", version, method)
    if version == 1:
        return header + struct.pack("<IQ", length, 0) + data
    form = "<IIQ" if version == 2 else "<QQQ"
    return header + struct.pack(form, len(header) + struct.calcsize(form) + len(data), length, 0) + data


@pytest.mark.parametrize("version", [1, 2, 3])
def test_bundles_compressed_with_zlib(version: int) -> None:
    bundle = (DATA / "bundle.bc").read_bytes()
    inside = find_modules(compressed(bundle, version), "x")
    assert [module.name for module in inside] == [module.name for module in find_modules(bundle, "x")]
    assert [module.read() for module in inside] == [module.read() for module in find_modules(bundle, "x")]


def test_a_bundle_that_compresses_well() -> None:
    bundle = (DATA / "bundle.bc").read_bytes()
    # The parts have more bytes than the file.
    assert len(find_modules(compressed(bundle + bytes(100_000), 3), "x")) == 2


@pytest.mark.parametrize("more", [-300, -1, 0, 1, 100, 258, 259, 40_000])
def test_bundles_of_about_a_piece(more: int) -> None:
    """The bundle is unpacked a piece at a time. A piece may end before all of its input is unpacked."""
    bundle = bundled(bytes((1 << 20) - 100))
    (part,) = read_compressed_bundle(compressed(bundle + bytes(max(0, (1 << 20) + more - len(bundle))), 3), "x")
    assert part.read() == bytes((1 << 20) - 100)


def bundled(data: bytes) -> bytes:
    """An offload bundle of one file."""
    head = b"__CLANG_OFFLOAD_BUNDLE__" + struct.pack("<Q", 1)
    target = b"hip-amdgcn"
    return head + struct.pack("<QQQ", len(head) + 24 + len(target), len(data), len(target)) + target + data


def test_bundles_in_bundles_share_one_bound() -> None:
    """Two levels of compression turn a gigabyte into two kilobytes; all levels together are bounded by the size of the file."""
    inner = compressed(bundled(bytes(limits.UNPACKED_BYTES_OF_SMALL_FILES)), 3)
    outer = compressed(bundled(inner), 3)
    assert len(outer) < 4096
    with pytest.raises(PyllvmError, match=f"at most {limits.UNPACKED_BYTES_OF_SMALL_FILES} are unpacked"):
        find_modules(outer, "x")


def test_unpacking_makes_no_second_copy() -> None:
    """A file that unpacks to 32 MiB takes little more than that: its parts are pieces of the whole."""
    size = 1 << 25
    data = compressed(bundled(bytes(size)), 3)
    tracemalloc.start()
    find_modules(data, "x")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    # A part is read once, to see what it is.
    assert peak < 2.5 * size


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (compressed(b"x", 2), "there is no bundle inside"),
        (compressed(b"x", 2, size=7), "it contains 1 bytes and not 7"),
        (compressed(b"x" * 100, 3, size=7), "it contains more than 7 bytes"),
        (compressed(b"x", 2, method=5), "there is no compression method 5"),
        (compressed(b"x", 2)[:26], "it contains 0 bytes and not 1"),
        (compressed(b"x", 2)[:10], "the header"),
        (compressed(b"x", 3, size=1 << 40), "have 1099511627776 bytes when they are unpacked, and in a file of"),
        (b"CCOB" + bytes(40), "version 0 of the format"),
        (compressed(b"x", 2)[:24] + b"no zlib", "malformed .*incorrect header check"),
        (compressed(b"x" * 100, 3)[:-1] + b"!", "malformed .*incorrect data check"),
    ],
)
def test_malformed_bundles(data: bytes, message: str) -> None:
    with pytest.raises(PyllvmError, match=message):
        find_modules(data, "x")


@pytest.mark.skipif(HAS_ZSTD, reason="this Python can read zstd")
def test_without_zstd_the_message_names_what_is_missing() -> None:
    with pytest.raises(PyllvmError, match="compressed with zstd") as caught:
        find_modules(compressed(b"x", 3, method=1), "x")
    assert "install 'pyllvm[zstd]'" in caught.value.diagnostic.hint


def test_a_text_of_several_targets_needs_all_ends() -> None:
    start, end = "; __CLANG_OFFLOAD_BUNDLE____START__ ", "; __CLANG_OFFLOAD_BUNDLE____END__ "
    text = f"{start}host-x\ndefine void @f()\n{end}host-x\n{start}hip-y\n@g = global i8 0\n"
    with pytest.raises(PyllvmError, match="the end of the text for hip-y is missing"):
        read_text_bundle(text.encode(), "x")
    parts = read_text_bundle(f"{text}{end}hip-y\n".encode(), "x")
    assert [(part.name, bytes(part.read())) for part in parts] == [
        ("host-x", b"define void @f()\n"), ("hip-y", b"@g = global i8 0\n"),
    ]  # fmt: skip


@pytest.mark.oracle
@pytest.mark.parametrize("version", [19, 22])
def test_bundles_of_the_real_tool(tmp_path: Path, llvm_tool: Callable[[int, str], str], version: int) -> None:
    if not HAS_ZSTD:
        pytest.skip("this Python cannot read zstd: install pyllvm[zstd]")
    for name in ("host", "device"):
        module = pyllvm.parse_assembly(f"define void @{name}() {{\n  ret void\n}}\n", llvm_version=version)
        (tmp_path / f"{name}.bc").write_bytes(pyllvm.to_bitcode(module))
    targets = "host-x86_64-unknown-linux-gnu,hip-amdgcn-amd-amdhsa--gfx906"
    subprocess.run(
        [llvm_tool(version, "clang-offload-bundler"), "-type=bc", f"-targets={targets}", "-compress",
         f"-input={tmp_path / 'host.bc'}", f"-input={tmp_path / 'device.bc'}", f"-output={tmp_path / 'bundle'}"],
        check=True,
    )  # fmt: skip
    data = (tmp_path / "bundle").read_bytes()
    assert data.startswith(b"CCOB")
    inside = find_modules(data, "bundle")
    assert [module.read() for module in inside] == [(tmp_path / f"{name}.bc").read_bytes() for name in ("host", "device")]

"""Files that were compressed as a whole are read as they are, by every command and by the library."""

from __future__ import annotations

import bz2
import gzip
import importlib
import lzma
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import pyllvm as library
from archives import gnu_archive
from pyllvm.containers import packed
from pyllvm.diagnostics import PyllvmError
from pyllvm.limits import UNPACKED_BYTES_OF_SMALL_FILES
from pyllvm.reading import inputs

pytestmark = pytest.mark.once

TEXT = b"define void @f() {\n  ret void\n}\n"


def _zstd(data: bytes) -> bytes:
    for name in ("compression.zstd", "backports.zstd"):
        try:
            compressed: bytes = importlib.import_module(name).compress(data)
        except ImportError:
            continue
        return compressed
    pytest.skip("this Python has no zstd: pip install '.[zstd]'")


PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "gz": lambda data: gzip.compress(data, mtime=0),
    "xz": lzma.compress,
    "bz2": bz2.compress,
    "zst": _zstd,
}

NAMES = {"gz": "gzip", "xz": "xz", "bz2": "bzip2", "zst": "zstd"}


def test_facts_that_are_repeated() -> None:
    """`reading.inputs` repeats them, so that plain files need no import."""
    assert tuple(packing.magic for packing in packed.PACKINGS) == inputs.PACKED
    assert tuple(packing.suffix for packing in packed.PACKINGS) == inputs._PACKED_ENDS


@pytest.mark.parametrize("suffix", PACKERS)
def test_every_command(suffix: str, pyllvm: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    pack = PACKERS[suffix]
    Path("f.ll").write_bytes(TEXT)
    assert pyllvm("as", "--llvm-version=22", "-o", "plain.bc", "f.ll").status == 0
    bitcode = Path("plain.bc").read_bytes()
    Path(f"f.ll.{suffix}").write_bytes(pack(TEXT))
    assert pyllvm("as", "--llvm-version=22", f"f.ll.{suffix}").status == 0
    assert Path("f.bc").read_bytes()[:4] == bitcode[:4]
    Path(f"g.bc.{suffix}").write_bytes(pack(bitcode))
    assert pyllvm("dis", f"g.bc.{suffix}").status == 0
    assert b"define void @f()" in Path("g.ll").read_bytes()
    for command in (["verify"], ["nm"], ["stat"], ["diff", "plain.bc"], ["link", "-o", "linked.bc"]):
        found = pyllvm(*command, f"g.bc.{suffix}")
        assert (found.status, found.errors) == (0, ""), command
    analyzed = pyllvm("bcanalyzer", f"g.bc.{suffix}")
    assert analyzed.status == 0
    assert analyzed.errors.endswith(f"compressed by {NAMES[suffix]}: sizes and positions count its unpacked bytes\n")
    for command in (["extract", "--func=f"], ["strip"]):
        assert pyllvm(*command, f"g.bc.{suffix}", "-o", "o.bc").status == 0, command
    assert library.read(f"g.bc.{suffix}").get("f") is not None
    assert len(library.read_all(f"g.bc.{suffix}")) == 1
    identified = pyllvm("bcanalyzer", "--identify", f"g.bc.{suffix}").output
    assert identified.endswith(f", compressed by {NAMES[suffix]}\n".encode())


@pytest.mark.parametrize("suffix", PACKERS)
def test_containers_and_several_streams(suffix: str, pyllvm: Callable[..., Any], tmp_path: Path) -> None:
    pack = PACKERS[suffix]
    bitcode = library.to_bitcode(library.parse_assembly(TEXT.decode()))
    path = tmp_path / f"lib.a.{suffix}"
    path.write_bytes(pack(gnu_archive({"f.bc": bitcode, "g.bc": bitcode})))
    found = pyllvm("dis", "-o", "-", f"{path}(g.bc)")
    assert (found.status, found.output.count(b"define")) == (0, 1)
    halves = pack(bitcode[:100]) + pack(bitcode[100:])
    assert packed.unpacked(halves) == bitcode
    assert packed.unpacked(halves + bytes(512)) == bitcode


@pytest.mark.parametrize("suffix", PACKERS)
def test_a_file_that_is_malformed_cut_or_too_large(suffix: str) -> None:
    pack = PACKERS[suffix]
    whole = pack(TEXT * 100)
    with pytest.raises(PyllvmError, match="file is cut short"):
        packed.unpacked(whole[:-5])
    broken = bytearray(whole)
    for at in range(8, len(broken)):
        broken[at] ^= 0x55
    with pytest.raises(PyllvmError, match=r"^(malformed|this) .* file"):
        packed.unpacked(bytes(broken))
    bomb = pack(bytes(UNPACKED_BYTES_OF_SMALL_FILES + 2_000_000))
    with pytest.raises(PyllvmError, match=r"more than 67\d+ bytes when it is unpacked; unpack it first"):
        packed.unpacked(bomb)


def test_commands_refuse_a_file_that_is_too_large(pyllvm: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "bomb.bc.gz"
    path.write_bytes(PACKERS["gz"](bytes(UNPACKED_BYTES_OF_SMALL_FILES + 2_000_000)))
    for command in ("dis", "as", "verify", "link", "bcanalyzer"):
        found = pyllvm(command, path)
        assert found.status != 0
        assert "unpack it first" in found.errors
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


def test_gzip_with_a_name_and_a_wrong_check(tmp_path: Path) -> None:
    path = tmp_path / "named.gz"
    with gzip.GzipFile(path, "wb") as file:
        file.write(TEXT)
    data = path.read_bytes()
    assert packed.unpacked(data) == TEXT
    wrong = data[:-8] + (zlib.crc32(TEXT) ^ 1).to_bytes(4, "little") + data[-4:]
    with pytest.raises(PyllvmError, match=r"malformed gzip file: .*incorrect data check"):
        packed.unpacked(wrong)

"""Which intrinsics are found, by which names, and with which attributes."""

from __future__ import annotations

import pytest

from pyllvm.tables.attributes import KIND_OF_WORD
from pyllvm.tables.intrinsics import (
    _changes,
    _data,
    _sections,
    _sets,
    _signatures,
    intrinsic_attribute_row,
    intrinsic_names,
    intrinsic_signature_row,
    intrinsic_targets,
    is_intrinsic,
)
from pyllvm.versions import NEXT, SUPPORTED
from rows import each_row

ROWS: list[tuple[str, int, str | None]] = [
    ("llvm.lifetime.start.p0", 19, "function memory=3 nocallback nofree nosync nounwind willreturn; 0 immarg; 1 nocapture"),
    ("llvm.lifetime.start.p0", 22, "function memory=3 nocallback nofree nosync nounwind willreturn; 0 captures"),
    ("llvm.lifetime.start.p0i8", 8, "function argmemonly nounwind; 1 nocapture"),
    ("llvm.experimental.patchpoint.void", 11, ""),
    ("llvm.x86.sse2.pause", 7, "function nounwind"),
    ("llvm.nvvm.read.ptx.sreg.tid.x", 22, "function memory nocallback nofree nosync nounwind speculatable willreturn; "
     "return noundef range=0:1024"),
    ("llvm.debugtrap.x", 19, None),
    ("llvm.lifetime.startx", 19, None),
    ("llvm.lifetime", 19, None),
    ("llvm.x86", 19, None),
    ("llvm.x86.", 19, None),
    ("llvm.", 19, None),
    ("llvm.x86.ctpop.i32", 19, None),
    ("llvm.\udcff", 19, None),
    ("llvm.ctpop 0", 19, None),
    ("memcpy", 19, None),
]  # fmt: skip


@each_row(("name", "version", "row"), ROWS)
def test_row_of_a_name(name: str, version: int, row: str | None) -> None:
    assert intrinsic_attribute_row(name, version) == row


def test_an_intrinsic_has_its_time() -> None:
    assert [version for version in SUPPORTED if is_intrinsic("llvm.ucmp.i8.i32", version)] == list(range(19, NEXT + 1))
    assert [version for version in SUPPORTED if is_intrinsic("llvm.flt.rounds", version)] == list(range(7, 16))


def test_names_that_begin_alike() -> None:
    assert intrinsic_names("llvm.lifetime.", 19) == ["llvm.lifetime.end", "llvm.lifetime.start"]
    assert intrinsic_names("llvm.flt.", 15) == ["llvm.flt.rounds"]
    assert intrinsic_names("llvm.flt.", 16) == intrinsic_names("lifetime", 19) == []
    assert "llvm.x86.sse2.pause" in intrinsic_names("llvm.x86.sse2.pa", 19)
    assert not [name for name in intrinsic_names("llvm.x", 19) if name.startswith("llvm.x86")]
    assert intrinsic_targets("llvm.x") == ["llvm.x86.", "llvm.xcore."]


def test_types_follow_from_some_version_on() -> None:
    assert not is_intrinsic("llvm.prefetch.p0i8", 9)
    assert is_intrinsic("llvm.prefetch", 9)
    assert is_intrinsic("llvm.prefetch.p0i8", 10)


def test_types_change() -> None:
    name = "llvm.x86.avx512.vpdpbusd.128"
    assert intrinsic_signature_row(name, 22) == (name, "v4i32(v4i32,v16i8,v16i8)")
    assert intrinsic_signature_row(name, 21) == (name, "v4i32(v4i32,v4i32,v4i32)")


def test_every_name_is_found_in_its_section() -> None:
    assert is_intrinsic("llvm.abs", 19)
    count = 0
    for target, (begin, end) in _sections.items():
        prefix = "llvm." + (target.decode() + "." if target else "")
        names = []
        for line in _data[0][begin:end].splitlines():
            name, attributes, signatures = line.split(b" ")
            names.append(name)
            since = int(_changes[int(attributes)].partition(b":")[0])
            assert intrinsic_attribute_row(prefix + name.decode(), since) is not None
            row = intrinsic_signature_row(prefix + name.decode(), since)
            assert row is not None
            assert row[1].encode() in _signatures[int(signatures)].split()
        assert names == sorted(set(names))
        count += len(names)
    assert count > 17_000


def test_sets_name_known_places_and_attributes() -> None:
    assert is_intrinsic("llvm.abs", 19)
    for row in _sets:
        for part in row.decode().split("; ") if row else []:
            place, *words = part.split(" ")
            assert place in ("function", "return") or place.isdigit()
            assert words
            for word in words:
                assert word.partition("=")[0] in KIND_OF_WORD


@pytest.mark.parametrize("name", ["localescape", "icall.branch.funnel", "coro.begin", "amdgcn.cs.chain.p0"])
def test_no_version_between_two_is_without_an_intrinsic(name: str) -> None:
    """LLVM 17 and 18 have these, as the versions around them do."""
    for version in (17, 18, 19):
        assert intrinsic_attribute_row(f"llvm.{name}", version), version

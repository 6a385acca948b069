"""Inputs and sources: names, packing, members, and the only module that is meant."""

from __future__ import annotations

import gzip
import io
import lzma
from pathlib import Path

import pytest

from archives import gnu_archive
from pyllvm import PyllvmError, parse_assembly, to_bitcode
from pyllvm.reading.source import Input, Source

TEXT = b"@g = global i32 0\n"


@pytest.fixture
def bitcode() -> bytes:
    return to_bitcode(parse_assembly(TEXT, llvm_version=19))


def test_names_in_messages_and_of_modules(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (Source(TEXT, "-").identifier, Source(TEXT, "a.ll").identifier) == ("<stdin>", "a.ll")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(TEXT)))
    read = Input("-")
    assert (read.name, read.shown, read.data, read.packing) == ("-", "<stdin>", TEXT, "")


def test_a_source_is_text_or_bitcode(bitcode: bytes) -> None:
    assert Source(TEXT, "a").is_text
    assert not Source(bitcode, "a").is_text
    assert Source(bitcode, "a").file is not None


def test_files_are_unpacked(tmp_path: Path, bitcode: bytes) -> None:
    for name, content, packing in (
        ("a.bc", bitcode, ""),
        ("a.bc.gz", gzip.compress(bitcode), "gzip"),
        ("a.bc.xz", lzma.compress(bitcode), "xz"),
    ):
        (tmp_path / name).write_bytes(content)
        read = Input(str(tmp_path / name))
        assert (read.data, read.packing, read.member, read.shown) == (bitcode, packing, "", str(tmp_path / name))
        assert read.inside() == []
        assert read.only([], "to read it") == bitcode
    with pytest.raises(PyllvmError, match="No such file or directory"):
        Input(str(tmp_path / "missing"))


def test_members(tmp_path: Path, bitcode: bytes) -> None:
    path = str(tmp_path / "lib.a")
    Path(path).write_bytes(gnu_archive({"a.o": bitcode, "b.o": TEXT, "c.o": bitcode}))
    whole = Input(path)
    inside = whole.inside()
    assert [whole.label(one, inside) for one in inside] == [f"{path}(a.o)", f"{path}(c.o)"]
    with pytest.raises(PyllvmError) as caught:
        whole.only(inside, "to read it")
    assert "a.o" in str(caught.value) + str([note.message for note in caught.value.diagnostic.notes])
    one = Input(f"{path}(c.o)")
    assert (one.path, one.member) == (path, "(c.o)")
    (module,) = one.inside()
    assert one.label(module, [module]) == f"{path}(c.o)"
    assert one.only([module], "to read it") == bitcode

"""What kind of file an input is."""

from __future__ import annotations

from pathlib import Path

import pytest

from archives import bsd_archive, gnu_archive
from pyllvm.bitstream.wrapper import BITCODE_MAGIC, wrap
from pyllvm.diagnostics import PyllvmError
from pyllvm.reading.inputs import ARCHIVE, BITCODE, TEXT, is_too_short, kind_of, parts_of, split_name


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (BITCODE_MAGIC, BITCODE),
        (wrap(BITCODE_MAGIC), BITCODE),
        (gnu_archive({}), ARCHIVE),
        (b"!<thin>\n", ARCHIVE),
        (b"<bigaf>\n", ARCHIVE),
        (b"define void @f()", TEXT),
        (b"!0 = !{}", TEXT),
        (b"", TEXT),
    ],
)
def test_the_first_bytes_tell(data: bytes, kind: str) -> None:
    assert kind_of(data) == kind


def test_a_file_is_its_own_part() -> None:
    (part,) = parts_of(b"define void @f()", "a.ll")
    assert (part.name, part.read()) == ("a.ll", b"define void @f()")


@pytest.mark.parametrize("make", [gnu_archive, bsd_archive])
def test_the_members_of_an_archive_are_its_parts(make: object) -> None:
    assert callable(make)
    data = make({"a.bc": b"one", "b.bc": b"two"})
    assert [(part.name, part.read()) for part in parts_of(data, "x.a")] == [("a.bc", b"one"), ("b.bc", b"two")]
    with pytest.raises(PyllvmError, match="truncated or malformed archive"):
        parts_of(data[:-60], "x.a")


def test_in_so_little_bitcode_there_is_no_module() -> None:
    assert is_too_short(BITCODE_MAGIC + b"\0" * 8)
    assert not is_too_short(BITCODE_MAGIC + b"\0" * 9)
    assert not is_too_short(b"define")


def test_a_member_follows_the_path_of_its_file(tmp_path: Path) -> None:
    (tmp_path / "lib.a").touch()
    (tmp_path / "file (1)").touch()
    lib = str(tmp_path / "lib.a")
    assert split_name(lib) == (lib, "")
    assert split_name(f"{lib}(x.o)") == (lib, "(x.o)")
    assert split_name(f"{lib}(arm64)(x (1).o)") == (lib, "(arm64)(x (1).o)")
    assert split_name("-(x.o)") == ("-", "(x.o)")
    # Files that are there, or not at all, are named whole.
    assert split_name(str(tmp_path / "file (1)")) == (str(tmp_path / "file (1)"), "")
    assert split_name(f"{tmp_path}/none.a(x.o)") == (f"{tmp_path}/none.a(x.o)", "")

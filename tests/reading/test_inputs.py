"""What kind of file an input is."""

from __future__ import annotations

import pytest

from archives import bsd_archive, gnu_archive
from pyllvm.bitstream.wrapper import BITCODE_MAGIC, wrap
from pyllvm.diagnostics import PyllvmError
from pyllvm.reading.inputs import ARCHIVE, BITCODE, TEXT, is_too_short, kind_of, parts_of


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

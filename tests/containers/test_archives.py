"""Archives: their forms, their names, and the errors in damaged ones."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path

import pytest

from archives import MAGIC, bsd_archive, gnu_archive, header, member, thin_archive
from growth import assert_linear
from pyllvm.containers.archives import bytes_of_members, is_archive, members_in_turn, read_archive
from pyllvm.diagnostics import PyllvmError
from rows import each_row

FILES = {"a.bc": b"one", "a member with a long name.bc": b"two!", "another one of that kind.bc": b""}


@pytest.mark.parametrize("symbols", [b"", b"\0\0\0\0"], ids=["bare", "with symbols"])
@pytest.mark.parametrize("make", [gnu_archive, bsd_archive])
def test_members(make: object, symbols: bytes) -> None:
    assert callable(make)
    data = make(FILES, symbols)
    assert is_archive(data)
    assert {one.name: one.read() for one in read_archive(data, "x.a")} == FILES


def test_empty() -> None:
    assert read_archive(MAGIC, "x.a") == []


def test_same_name_twice() -> None:
    data = MAGIC + member(b"a/", b"1") + member(b"a/", b"2")
    assert [(one.name, one.read()) for one in read_archive(data, "x.a")] == [("a", b"1"), ("a", b"2")]


def test_microsofts_tables() -> None:
    data = MAGIC + member(b"/", b"\0" * 4) + member(b"/", b"\0" * 8) + member(b"//", b"a long name of a file\0")
    data += member(b"/0", b"content")
    assert [(one.name, one.read()) for one in read_archive(data, "x.a")] == [("a long name of a file", b"content")]


def test_thin(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "a.bc").write_bytes(b"content")
    data = thin_archive({"sub/a.bc": 7, "gone.bc": 1})
    there, gone = read_archive(data, str(tmp_path / "x.a"))
    assert (there.name, there.read()) == ("sub/a.bc", b"content")
    with pytest.raises(FileNotFoundError):
        gone.read()


def big_archive(files: dict[str, bytes]) -> bytes:
    """AIX's form."""
    offset = 128
    body = b""
    offsets = []
    rows = list(files.items())
    for number, (name, content) in enumerate(rows):
        encoded = name.encode()
        size = 112 + len(encoded) + (len(encoded) & 1) + 2 + len(content)
        offsets.append(offset)
        following = 0 if number == len(rows) - 1 else offset + size + (size & 1)
        fields = [str(len(content)).ljust(20), str(following).ljust(20), "0".ljust(20), "0".ljust(12), "0".ljust(12)]
        fields += ["0".ljust(12), "644".ljust(12), str(len(encoded)).ljust(4)]
        body += "".join(fields).encode() + encoded + b"\0" * (len(encoded) & 1) + b"`\n" + content + b"\0" * (size & 1)
        offset += size + (size & 1)
    head = ["0", "0", "0", str(offsets[0]), str(offsets[-1]), "0"]
    return b"<bigaf>\n" + "".join(field.ljust(20) for field in head).encode() + body


def test_big() -> None:
    files = {"a.bc": b"one", "odd name": b"four", "b": b""}
    assert {one.name: one.read() for one in read_archive(big_archive(files), "x.a")} == files


def test_a_big_archive_whose_members_lead_in_a_circle() -> None:
    data = big_archive({"a.bc": b"one", "b.bc": b"two", "c": b""})
    second = data.index(b"b.bc") - 112
    for following in (128, second):
        circle = data[: second + 20] + str(following).encode().ljust(20) + data[second + 40 :]
        with pytest.raises(PyllvmError, match=r"offset to next archive member is not behind member b\.bc"):
            read_archive(circle, "x.a")


BIG = big_archive({"a.bc": b"one", "b": b"two"})
WHOLE = gnu_archive(FILES)


@each_row(
    ("data", "message"),
    [
        (MAGIC + b"x", "remaining size of archive too small for next archive member header at offset 8"),
        (MAGIC + member(b"a/", b"ab")[:40], "remaining size of archive too small for next archive member header for a"),
        (MAGIC + header(b"a/", 7), "offset to next archive member past the end of the archive after member a"),
        (
            MAGIC + member(b"a/", b"ab").replace(b"`\n", b"xy"),
            'terminator characters in archive member "xy" not the correct "`\\n" values for the archive member header for a',
        ),
        (
            MAGIC + member(b"a/", b"ab").replace(b"2 ", b"2x"),
            "characters in size field in archive member header are not all decimal numbers: '2x'"
            " for the archive member header at offset 8",
        ),
        (
            MAGIC + member(b"/7", b"ab"),
            "long name offset 7 past the end of the string table for archive member header at offset 8",
        ),
        (
            MAGIC + member(b"//", b"abc") + member(b"/x", b"ab"),
            "long name offset characters after the '/' are not all decimal numbers: 'x' for archive member header at offset 72",
        ),
        (MAGIC + member(b"//", b"abcd") + member(b"/0", b""), "string table at long name offset 0 not terminated"),
        (MAGIC + member(b"//", b"abc/") + member(b"/0", b""), "string table at long name offset 0 not terminated"),
        (
            MAGIC + member(b"#1/9", b"ab"),
            "long name length: 9 extends past the end of the member or archive for archive member header at offset 8",
        ),
        (BIG[:127], "malformed AIX big archive: incomplete fixed length header, the archive is only 127 byte(s)"),
        (BIG[:-40], "malformed AIX big archive: remaining buffer is unable to contain next archive member"),
        (BIG.replace(b"3   ", b"300 ", 1), "offset to next archive member past the end of the archive after member a.bc"),
        (
            BIG.replace(b"3   ", b"x   ", 1),
            "characters in size field in archive member header are not all decimal numbers: 'x'"
            " for the archive member header at offset 128",
        ),
        (BIG.replace(b"`\n", b"xy", 1), 'name does not have name terminator "`\\n" for archive memberheader at offset 244'),
    ],
)
def test_damaged(data: bytes, message: str) -> None:
    with pytest.raises(PyllvmError) as caught:
        read_archive(data, "x.a")
    assert str(caught.value) == f"truncated or malformed archive ({message})"


def test_members_before_a_fault_are_there() -> None:
    in_turn = members_in_turn(MAGIC + member(b"a/", b"12") + header(b"b/", 7) + b"345", "x.a")
    assert [next(in_turn).read() for _ in "ab"] == [b"12", b"345"]
    with pytest.raises(PyllvmError, match="offset to next archive member past the end of the archive after member b"):
        next(in_turn)


@pytest.mark.parametrize("data", [WHOLE, bsd_archive(FILES), big_archive({"a": b"12", "b": b""}), thin_archive({"a": 1})])
def test_whatever_is_cut_off_is_said(data: bytes) -> None:
    for end in range(8, len(data)):
        for one in (data[:end], data[:end] + b"\xff" + data[end + 1 :]):
            try:
                read_archive(one, "x.a")
            except PyllvmError as error:
                assert str(error).startswith("truncated or malformed archive (")


@pytest.mark.parametrize("end", [b"/\n", b"\0"], ids=["GNU", "Microsoft"])
def test_each_name_ends_at_its_own_end(end: bytes) -> None:
    names = [b"n" * size for size in (40, 64, 70, 600, 5000)]
    table = b"".join([name + end for name in names])
    members = [member(b"/%d" % table.index(name + end), b"ab") for name in names]
    parts = read_archive(MAGIC + member(b"//", table) + b"".join(members), "lib.a")
    assert [part.name for part in parts] == [name.decode() for name in names]


@pytest.mark.slow
@pytest.mark.parametrize("end", [b"/\n", b"\0"], ids=["GNU", "Microsoft"])
def test_time_grows_with_the_number_of_long_names(end: bytes) -> None:
    def read(count: int) -> Callable[[], object]:
        names = [b"a long name of a member %d" % at for at in range(count)]
        places = [0, *itertools.accumulate([len(name + end) for name in names])]
        members = [member(b"/%d" % place, b"ab") for place in places[:-1]]
        data = MAGIC + member(b"//", b"".join([name + end for name in names])) + b"".join(members)
        return lambda: read_archive(data, "lib.a")

    assert_linear(read, 600, 32)


@pytest.mark.parametrize("make", [gnu_archive, bsd_archive])
def test_bytes_of_members_up_to_the_fault(make: Callable[[dict[str, bytes]], bytes]) -> None:
    """Members of odd sizes are padded, and a long name of BSD's is before the bytes."""
    files = {"a": b"odd", "b": b"even", "a rather long name of a member": b"x"}
    data = make(files)
    found = [bytes(one) for one in bytes_of_members(memoryview(data))]
    assert [one for one in found if not one.startswith(b"a rather")] == list(files.values())
    last = data.rindex(b"`\n")
    assert [bytes(one) for one in bytes_of_members(memoryview(data[:last]))] == found[:-1]
    damaged = data[: last - 10] + b"no number " + data[last:]
    assert [bytes(one) for one in bytes_of_members(memoryview(damaged))] == found[:-1]


def test_a_name_of_bsd_begins_with_no_space() -> None:
    data = MAGIC + member(b"#1/4", b"a\0\0\0x") + member(b" b", b"y")
    with pytest.raises(PyllvmError, match="name contains a leading space for archive member header at offset 74"):
        read_archive(data, "x.a")
    assert [part.name for part in read_archive(MAGIC + member(b"a/", b"x") + member(b" b/", b"y"), "x.a")] == ["a", " b"]

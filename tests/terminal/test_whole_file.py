"""Files that replace others: their owner, mode and names; and that `pyllvm.write` is one of those who write so."""

from __future__ import annotations

import builtins
import errno
import os
import signal
import stat
import tempfile
from pathlib import Path
from typing import IO, cast

import pytest

import pyllvm
from pyllvm.terminal import whole_file
from pyllvm.terminal.whole_file import WholeFile, missing_folder, remove_temporary_files, write_whole

NOBODY = 65534


@pytest.fixture
def old(tmp_path: Path) -> Path:
    path = tmp_path / "old.ll"
    path.write_bytes(b"old, and longer than what is new")
    return path


def test_all_names_of_a_file_keep_its_content(old: Path) -> None:
    other = old.with_name("other")
    os.link(old, other)
    write_whole(str(old), b"new")
    assert other.read_bytes() == b"new"
    assert old.samefile(other)
    assert sorted(path.name for path in old.parent.iterdir()) == ["old.ll", "other"]


def test_a_file_with_two_names_is_not_touched_before_it_is_complete(old: Path) -> None:
    os.link(old, old.with_name("other"))
    file = WholeFile(str(old))
    file.write(b"half")
    file.discard()
    assert old.read_bytes().startswith(b"old")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_the_owner_is_kept(old: Path) -> None:
    os.chown(old, NOBODY, NOBODY)
    old.chmod(0o4751)
    write_whole(str(old), b"new")
    status = old.stat()
    assert (status.st_uid, status.st_gid, stat.S_IMODE(status.st_mode)) == (NOBODY, NOBODY, 0o4751)
    assert old.read_bytes() == b"new"


def test_a_file_of_another_owner_is_written_in_its_place(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    number = old.stat().st_ino
    fstat = os.fstat

    def other_owner(descriptor: int) -> os.stat_result:
        fields = list(fstat(descriptor))
        fields[stat.ST_UID] += 1
        return os.stat_result(fields)

    def refuse(descriptor: int, user: int, group: int) -> None:
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))

    monkeypatch.setattr(os, "fstat", other_owner)
    monkeypatch.setattr(os, "fchown", refuse)
    write_whole(str(old), b"new")
    assert old.stat().st_ino == number
    assert old.read_bytes() == b"new"
    assert [path.name for path in old.parent.iterdir()] == ["old.ll"]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root becomes another user")
def test_a_file_in_a_sticky_folder_of_another() -> None:
    # Not `tmp_path`: the folders above that are closed to others.
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o1777)
        path = Path(folder, "old.ll")
        path.write_bytes(b"old, and longer than what is new")
        path.chmod(0o666)
        os.chown(path, NOBODY - 1, NOBODY - 1)
        number = path.stat().st_ino
        child = os.fork()
        if child == 0:
            status = 1
            try:
                os.setresgid(NOBODY, NOBODY, NOBODY)
                os.setresuid(NOBODY, NOBODY, NOBODY)
                write_whole(str(path), b"new")
                status = 0
            finally:
                os._exit(status)
        assert os.waitpid(child, 0)[1] == 0
        assert path.read_bytes() == b"new"
        assert (path.stat().st_uid, path.stat().st_ino) == (NOBODY - 1, number)
        assert [path.name for path in Path(folder).iterdir()] == ["old.ll"]


@pytest.mark.parametrize("ending", ["bc", "ll"])
def test_the_library_writes_whole_files(old: Path, monkeypatch: pytest.MonkeyPatch, ending: str) -> None:
    module = pyllvm.parse_assembly("define void @f() {\n  ret void\n}\n", llvm_version=19)
    path = old.with_name("x" * 249 + "." + ending)
    path.write_bytes(b"old")

    def fail(source: str, target: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(KeyboardInterrupt):
        pyllvm.write(module, path)
    assert path.read_bytes() == b"old"
    monkeypatch.undo()
    pyllvm.write(module, path)
    assert pyllvm.read(path).get("f") is not None
    assert len(path.name) == 252
    assert len(list(path.parent.iterdir())) == 2


def test_errors_of_the_library(tmp_path: Path) -> None:
    module = pyllvm.Module("a.ll", llvm_version=19)
    with pytest.raises(FileNotFoundError):
        pyllvm.write(module, tmp_path / "missing" / "x.ll")
    (tmp_path / "folder.ll").mkdir()
    with pytest.raises(IsADirectoryError):
        pyllvm.write(module, tmp_path / "folder.ll")


def test_missing_folders(tmp_path: Path) -> None:
    assert missing_folder(f"{tmp_path}/missing/x.ll") == f"{tmp_path}/missing"
    assert missing_folder(f"{tmp_path}/x.ll") == ""
    assert missing_folder("x.ll") == ""


def test_unfinished_files_are_removed_when_the_process_ends(tmp_path: Path) -> None:
    (tmp_path / "old").write_bytes(b"old")
    others = tmp_path / f".new.{os.getpid()}-0.tmp"
    others.write_bytes(b"of somebody else")
    for name in ("new", "old"):
        WholeFile(str(tmp_path / name)).write(b"half")
    with pytest.raises(FileNotFoundError):
        WholeFile(str(tmp_path / "no" / "folder"))
    WholeFile(str(tmp_path / "discarded")).discard()
    done = WholeFile(str(tmp_path / "done"))
    done.write(b"whole")
    done.keep()
    assert len(list(tmp_path.iterdir())) == 5
    assert len([path for path in whole_file._temporary_files if path.startswith(str(tmp_path))]) == 2
    remove_temporary_files()
    assert not whole_file._temporary_files
    assert others.read_bytes() == b"of somebody else"
    others.unlink()
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"old": b"old", "done": b"whole"}


def test_an_interrupt_waits_until_a_copy_is_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "one").write_bytes(b"old")
    (tmp_path / "two").hardlink_to(tmp_path / "one")

    usual = builtins.open

    def open_and_interrupt(path: str, mode: str) -> IO[bytes]:
        if mode == "wb":
            os.kill(os.getpid(), signal.SIGINT)
        return cast("IO[bytes]", usual(path, mode))

    monkeypatch.setattr(builtins, "open", open_and_interrupt)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            write_whole(str(tmp_path / "one"), b"new content")
    finally:
        signal.signal(signal.SIGINT, before)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"one": b"new content", "two": b"new content"}


@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
def test_an_open_descriptor_is_written_where_it_is(tmp_path: Path, name: str) -> None:
    """What was in the file stays, as with ``>>``, and so does what others write to it later."""
    (tmp_path / "out").write_bytes(b"before\n")
    child = os.fork()
    if child == 0:
        status = 1
        try:
            os.dup2(os.open(tmp_path / "out", os.O_WRONLY | os.O_APPEND), 1)
            write_whole(name, b"new\n")
            os.write(1, b"after\n")
            status = 0
        finally:
            os._exit(status)
    assert os.waitpid(child, 0)[1] == 0
    assert (tmp_path / "out").read_bytes() == b"before\nnew\nafter\n"
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_a_descriptor_that_is_not_open() -> None:
    for name in ("/dev/fd/999", "/dev/fd/99999999999999999999"):
        with pytest.raises(OSError, match=r"Bad file descriptor|No such file"):
            WholeFile(name)

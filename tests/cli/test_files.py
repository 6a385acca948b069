"""Outputs are written whole or not at all."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from pyllvm.cli.files import OutputFile, read_input, write_output
from pyllvm.diagnostics import PyllvmError


def test_written_and_named(tmp_path: Path) -> None:
    target = tmp_path / "out"
    write_output(str(target), b"new")
    assert target.read_bytes() == b"new"
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
    mask = os.umask(0)
    os.umask(mask)
    assert stat.S_IMODE(target.stat().st_mode) == 0o666 & ~mask


def test_nothing_is_seen_before_it_is_kept(tmp_path: Path) -> None:
    target = tmp_path / "out"
    target.write_bytes(b"old")
    output = OutputFile(str(target))
    output.write(b"half")
    assert target.read_bytes() == b"old"
    output.discard()
    assert target.read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_an_existing_file_keeps_its_mode_and_its_links(tmp_path: Path) -> None:
    target = tmp_path / "out"
    target.write_bytes(b"old")
    target.chmod(0o640)
    link = tmp_path / "link"
    link.symlink_to(target)
    write_output(str(link), b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


def test_special_files_are_written_directly(tmp_path: Path) -> None:
    write_output(os.devnull, b"gone")
    assert not Path(os.devnull).is_file()
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_output(str(pipe), b"through")
        assert os.read(reader, 100) == b"through"
    finally:
        os.close(reader)


def test_no_folder(tmp_path: Path) -> None:
    with pytest.raises(PyllvmError, match="No such file or directory"):
        write_output(str(tmp_path / "nowhere" / "out"), b"")


def test_reading_what_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(PyllvmError, match=r"^No such file or directory$"):
        read_input(str(tmp_path / "nothing"))
    with pytest.raises(PyllvmError, match=r"^Is a directory$"):
        read_input(str(tmp_path))

"""Outputs are written whole or not at all."""

from __future__ import annotations

import errno
import os
import shutil
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from archives import gnu_archive
from pyllvm import parse_assembly, to_bitcode
from pyllvm.cli import tool
from pyllvm.cli.command import command_named
from pyllvm.diagnostics import PyllvmError
from pyllvm.reading.inputs import read_input
from pyllvm.terminal import files, interrupts
from pyllvm.terminal.files import OutputFile, make_folder, write_output


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


def test_a_folder_is_made_once(tmp_path: Path) -> None:
    for _ in range(2):
        make_folder(str(tmp_path / "new" / "folder"))
    assert (tmp_path / "new" / "folder").is_dir()
    (tmp_path / "file").touch()
    with pytest.raises(PyllvmError, match="file: File exists"):
        make_folder(str(tmp_path / "file"))


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(PyllvmError) as caught:
        write_output(f"{tmp_path}/nowhere/out", b"")
    assert caught.value.diagnostic.hint == f"there is no folder '{tmp_path}/nowhere'"
    with pytest.raises(PyllvmError) as caught:
        write_output("", b"")
    assert str(caught.value) == ": No such file or directory"


@pytest.mark.parametrize("number", [errno.EBUSY, errno.EPERM, errno.EXDEV])
def test_what_cannot_be_replaced_is_written_in_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    # As a file that is mounted by itself (EBUSY), or that another user owns in a sticky folder (EPERM).
    def refuse(source: str, target: str) -> None:
        raise OSError(number, os.strerror(number))

    target = tmp_path / "out"
    target.write_bytes(b"old, and longer than what is new")
    monkeypatch.setattr(os, "replace", refuse)
    write_output(str(target), b"new")
    assert target.read_bytes() == b"new"
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_a_folder_that_goes_away_while_its_file_is_written(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    output = OutputFile(str(folder / "out"))
    output.write(b"new")
    shutil.rmtree(folder)
    with pytest.raises(PyllvmError, match="out: No such file or directory"):
        output.keep()
    output.discard()


def test_a_folder_takes_the_files_name_while_it_is_written(tmp_path: Path) -> None:
    output = OutputFile(str(tmp_path / "out"))
    output.write(b"new")
    (tmp_path / "out").mkdir()
    with pytest.raises(PyllvmError, match="out: Is a directory"):
        output.keep()
    output.discard()
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_nothing_is_left_of_a_file_that_cannot_be_named(tmp_path: Path) -> None:
    with pytest.raises(PyllvmError, match="out: Is a directory"), OutputFile(str(tmp_path / "out")) as output:
        output.write(b"new")
        (tmp_path / "out").mkdir()
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
    assert files._remove_unfinished not in interrupts._cleanups


def test_a_finished_file_leaves_the_cleanup_to_others(tmp_path: Path) -> None:
    finished, other = OutputFile(str(tmp_path / "finished")), OutputFile(str(tmp_path / "other"))
    finished.keep()
    finished.discard()
    assert files._remove_unfinished in interrupts._cleanups
    other.discard()
    assert files._remove_unfinished not in interrupts._cleanups


@pytest.mark.parametrize("name", ["", "/", "/new/"])
def test_folders_are_no_outputs(tmp_path: Path, name: str) -> None:
    with pytest.raises(PyllvmError, match="Is a directory"):
        write_output(f"{tmp_path}{name}", b"new")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_takes_no_new_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    open_file = os.open

    def refuse(path: str, flags: int, mode: int = 0o777) -> int:
        if flags & os.O_CREAT:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return open_file(path, flags, mode)

    (tmp_path / "old").write_bytes(b"old")
    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(PyllvmError, match="new: Permission denied"):
        write_output(str(tmp_path / "new"), b"new")
    write_output(str(tmp_path / "old"), b"new")
    assert (tmp_path / "old").read_bytes() == b"new"


def test_the_longest_names(tmp_path: Path) -> None:
    target = tmp_path / ("\u20ac" * 84)
    write_output(str(target), b"new")
    assert target.read_bytes() == b"new"


def test_reading_what_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(PyllvmError, match=r"^No such file or directory$"):
        read_input(str(tmp_path / "nothing"))
    with pytest.raises(PyllvmError, match=r"^Is a directory$"):
        read_input(str(tmp_path))


@pytest.mark.parametrize("count", [0, 1, 3, 1000])
def test_pieces_follow_each_other(count: int, tmp_path: Path) -> None:
    pieces = [b"%d," % number for number in range(count)]
    output = OutputFile(str(tmp_path / "x"))
    output.write_pieces(pieces)
    output.keep()
    assert (tmp_path / "x").read_bytes() == b"".join(pieces)


def test_pieces_of_which_the_system_takes_a_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is left, whole pieces as well as the rest of one, is written after it."""
    monkeypatch.setattr(os, "writev", lambda descriptor, pieces: os.write(descriptor, b"".join(pieces)[:7]))
    output = OutputFile(str(tmp_path / "x"))
    output.write_pieces([b"0123", b"4567", b"89", b""])
    output.keep()
    assert (tmp_path / "x").read_bytes() == b"0123456789"


def test_pieces_to_a_full_disk() -> None:
    if not os.path.exists("/dev/full"):
        pytest.skip("no full device here")
    with pytest.raises(PyllvmError, match="No space left"):
        OutputFile("/dev/full").write_pieces([b"x"])


TEXT_FILE = b"@x = weak global i32 0\n\ndefine weak void @f() {\n  ret void\n}\n"
BITCODE_FILE = to_bitcode(parse_assembly(TEXT_FILE))
OVERWRITING = (
    "as a.ll -o a.ll",
    "as a.ll -o link.ll",
    "as a.ll -o hard.ll",
    "dis a.bc -o a.bc",
    "dis a.bc -o ./a.bc",
    "dis lib.a -o lib.a",
    "link a.ll -o a.ll",
    "link a.bc a.ll -o a.ll",
    "link -S a.bc -o a.bc",
    "strip a.ll -o a.ll",
    "strip -S a.bc -o a.bc",
    "strip a.bc --anonymize --map a.bc -o b.bc",
    "extract --glob=x a.ll -o a.ll",
    "extract --glob=x lib.a -o lib.a",
    "opt a.ll -o a.ll",
    "opt -S a.bc -o a.bc",
    "verify a.ll -o a.ll",
    "graph a.bc -o a.bc",
    "stat --html a.bc a.bc",
    "reduce --run true --in-place lib.a",
    "reduce --run true text.bc -o text.bc",
    "dis --llvm-version=14 a.bc -o b.ll --report-losses=a.bc",
)


@pytest.mark.parametrize("line", OVERWRITING)
def test_an_output_does_not_replace_an_input_of_another_kind(
    pyllvm: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    monkeypatch.chdir(tmp_path)
    files = {"a.ll": TEXT_FILE, "a.bc": BITCODE_FILE, "lib.a": gnu_archive({"x.o": BITCODE_FILE}), "text.bc": TEXT_FILE}
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    (tmp_path / "link.ll").symlink_to("a.ll")
    os.link("a.ll", "hard.ll")
    outcome = pyllvm(*line.split())
    assert outcome.status != 0
    assert "input file is the same as output file" in outcome.errors
    assert "name another file for it" in outcome.errors
    assert {name: (tmp_path / name).read_bytes() for name in files} == files


def test_the_next_command_may_replace_an_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.ll").write_bytes(TEXT_FILE)
    assert tool.invoke(command_named("as"), ["a.ll"]) == 0
    assert tool.invoke(command_named("graph"), ["a.bc", "-o", "a.ll"]) == 0


@pytest.mark.parametrize("line", ["strip a.bc -o a.bc", "opt -S a.ll -o a.ll", "link a.bc -o a.bc", "dis a.bc -o a.ll"])
def test_an_output_of_the_same_kind_may_replace_an_input(
    pyllvm: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.ll").write_bytes(TEXT_FILE)
    (tmp_path / "a.bc").write_bytes(BITCODE_FILE)
    assert pyllvm(*line.split()).status == 0

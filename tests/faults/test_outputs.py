"""Outputs that cannot be written: the command fails with one message, and leaves what was there as it was."""

from __future__ import annotations

import os
import resource
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest

import forks
import pyllvm as library

# Imported here, because a process without rights or descriptors cannot do so.
import pyllvm.processes.jobs

pytestmark = pytest.mark.once

FUNCTION: Final = "define i32 @function_{0}(i32 %x) {{\n  %y = add i32 %x, {0}\n  %z = mul i32 %y, {0}\n  ret i32 %z\n}}\n"
FUNCTIONS: Final = 60
NOBODY: Final = 65534
OLD: Final = b"old content\n"
VERSIONS: Final = ("--input-llvm-version=19", "--llvm-version=7")

COMMANDS: Final = {
    "as": ["as", "-o", "{out}", "a.ll"],
    "dis": ["dis", "-o", "{out}", "a.bc"],
    "link": ["link", "-o", "{out}", "a.bc"],
    "link --map": ["link", "-o", "/dev/null", "--map={out}", "a.bc"],
    "verify": ["verify", "-S", "-o", "{out}", "a.bc"],
    "extract": ["extract", "--func=function_7", "-o", "{out}", "a.bc"],
    "strip": ["strip", "-S", "-o", "{out}", "a.bc"],
    "graph": ["graph", "--kind=callgraph", "-o", "{out}", "a.bc"],
    "stat --html": ["stat", "--html={out}", "a.bc"],
    "as --report-losses": ["as", "-o", "/dev/null", "--report-losses={out}", *VERSIONS, "new.ll"],
}
is_root: Final = os.geteuid() == 0


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A module as text and as bitcode, and one whose downgrade has losses."""
    folder = tmp_path_factory.mktemp("inputs")
    text = "".join(FUNCTION.format(number) for number in range(FUNCTIONS))
    (folder / "a.ll").write_text(text)
    library.write(library.parse_assembly(text, llvm_version=19), folder / "a.bc")
    losses = "".join(f"  %v{number} = or disjoint i32 %x, {number}\n" for number in range(400))
    (folder / "new.ll").write_text(f"define i32 @f(i32 %x) {{\n{losses}  ret i32 %x\n}}\n")
    return folder


def words(name: str, out: str) -> list[str]:
    """The words of a command that writes a file."""
    return [word.format(out=out) for word in COMMANDS[name]]


def assert_fails(name: str, ended: forks.Ended, message: str) -> None:
    """One message, without a traceback."""
    assert ended.status == (2 if name == "verify" else 1), ended.errors
    assert ended.output == b""
    lines = [line for line in ended.errors.splitlines() if ": error: " in line]
    assert len(lines) == 1
    assert lines[0].endswith(message)
    assert "Traceback" not in ended.errors


def mounted(folder: Path, *arguments: str) -> Iterator[Path]:
    """A folder, or a file, as a mount point; the test is skipped where nothing can be mounted."""
    if not is_root:
        pytest.skip("only root mounts")
    done = subprocess.run(["mount", *arguments, str(folder)], capture_output=True, text=True)
    if done.returncode != 0:
        pytest.skip(f"nothing can be mounted here: {done.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 64 kB, with an output of an earlier run, and no room for another."""
    folder = tmp_path / "small"
    folder.mkdir()
    for mount in mounted(folder, "-t", "tmpfs", "-o", "size=64k", "tmpfs"):
        (mount / "out").write_bytes(OLD)
        with pytest.raises(OSError, match="No space left"), (mount / "other").open("wb", buffering=0) as file:
            while True:
                file.write(bytes(4096))
        yield mount


@pytest.mark.parametrize("name", COMMANDS)
def test_a_full_disk(name: str, inputs: Path, small_disk: Path) -> None:
    for out in ("out", "new"):
        ended = forks.run(words(name, f"{small_disk}/{out}"), inputs)
        assert_fails(name, ended, f"{out}: No space left on device")
        assert sorted(path.name for path in small_disk.iterdir()) == ["other", "out"]
        assert (small_disk / "out").read_bytes() == OLD


def test_standard_output_on_a_full_disk(inputs: Path, small_disk: Path) -> None:
    def redirect() -> None:
        os.dup2(os.open(small_disk / "out", os.O_WRONLY | os.O_APPEND), 1)

    for line in (["dis", "-o", "-", "a.bc"], ["bcanalyzer", "--dump", "a.bc"], ["as", "-f", "-o", "-", "a.ll"]):
        assert_fails(line[0], forks.run(line, inputs, redirect), "-: No space left on device")


def test_temporary_files_of_several_inputs_on_a_full_disk(inputs: Path, small_disk: Path, tmp_path: Path) -> None:
    """What each process writes to standard output is kept in TMPDIR until its turn."""
    for name in ("a.bc", "b.bc"):
        os.link(inputs / "a.bc", tmp_path / name)

    def use() -> None:
        os.environ["TMPDIR"] = str(small_disk)
        tempfile.tempdir = None

    ended = forks.run(["verify", "-j2", "a.bc", "b.bc"], tmp_path, use)
    # The folder is not used if it takes nothing at all.
    assert ended in (forks.Ended(0, b"", ""), forks.Ended(2, b"", "pyllvm-verify: error: -: No space left on device\n"))


def limit_of_files() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (250, 250))


@pytest.mark.parametrize("name", COMMANDS)
def test_a_limit_of_the_size_of_files(name: str, inputs: Path, tmp_path: Path) -> None:
    (tmp_path / "out").write_bytes(OLD)
    for out in ("out", "new"):
        ended = forks.run(words(name, f"{tmp_path}/{out}"), inputs, limit_of_files)
        assert_fails(name, ended, f"{out}: File too large")
        assert [path.name for path in tmp_path.iterdir()] == ["out"]
        assert (tmp_path / "out").read_bytes() == OLD


@pytest.mark.parametrize("name", COMMANDS)
def test_a_device_that_takes_nothing(name: str, inputs: Path) -> None:
    assert_fails(name, forks.run(words(name, "/dev/full"), inputs), "/dev/full: No space left on device")


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that others can reach: those above `tmp_path` are closed to them."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


def become_nobody() -> None:
    """Give up the rights of root, for whom nothing is read-only."""
    if is_root:
        os.setresgid(NOBODY, NOBODY, NOBODY)
        os.setresuid(NOBODY, NOBODY, NOBODY)


def shared_inputs(inputs: Path, folder: Path) -> None:
    for path in inputs.iterdir():
        (folder / path.name).write_bytes(path.read_bytes())


@pytest.mark.parametrize("name", COMMANDS)
def test_read_only_folders_and_files(name: str, inputs: Path, open_folder: Path) -> None:
    shared_inputs(inputs, open_folder)
    expected_folder = open_folder / "expected"
    folder = open_folder / "folder"
    for each in (expected_folder, folder):
        each.mkdir()
    assert forks.run(words(name, f"{expected_folder}/out"), open_folder).status == 0
    (folder / "closed").write_bytes(OLD)
    (folder / "closed").chmod(0o444)
    (folder / "open").write_bytes(OLD)
    (folder / "open").chmod(0o666)
    folder.chmod(0o555)
    for out in ("new", "closed"):
        ended = forks.run(words(name, f"{folder}/{out}"), open_folder, become_nobody)
        assert_fails(name, ended, f"{out}: Permission denied")
    assert forks.run(words(name, f"{folder}/open"), open_folder, become_nobody).status == 0
    assert (folder / "closed").read_bytes() == OLD
    assert (folder / "open").read_bytes() == (expected_folder / "out").read_bytes()
    assert sorted(path.name for path in folder.iterdir()) == ["closed", "open"]
    folder.chmod(0o755)


def test_a_folder_that_may_not_be_entered(inputs: Path, open_folder: Path) -> None:
    """What is in it seems to be missing, and is not said to be."""
    shared_inputs(inputs, open_folder)
    (open_folder / "closed" / "folder").mkdir(parents=True)
    (open_folder / "closed").chmod(0o600)
    try:
        ended = forks.run(words("as", "closed/folder/out"), open_folder, become_nobody)
    finally:
        (open_folder / "closed").chmod(0o755)
    assert_fails("as", ended, "closed/folder/out: Permission denied")
    assert "there is no folder" not in ended.errors


def test_a_sticky_folder(inputs: Path, open_folder: Path) -> None:
    """Another's file that everybody may write, but only its owner replace."""
    if not is_root:
        pytest.skip("only root becomes another user")
    shared_inputs(inputs, open_folder)
    folder = open_folder / "sticky"
    folder.mkdir()
    folder.chmod(0o1777)
    out = folder / "out"
    out.write_bytes(OLD)
    out.chmod(0o666)
    os.chown(out, NOBODY - 1, NOBODY - 1)
    number = out.stat().st_ino
    for name in COMMANDS:
        assert forks.run(words(name, str(out)), open_folder, become_nobody).status == 0
        assert (out.stat().st_ino, out.stat().st_uid) == (number, NOBODY - 1)
        assert out.read_bytes() != OLD
        assert [path.name for path in folder.iterdir()] == ["out"]


@pytest.fixture
def read_only_disk(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "disk"
    folder.mkdir()
    for mount in mounted(folder, "-t", "tmpfs", "tmpfs"):
        (mount / "out").write_bytes(OLD)
        subprocess.run(["mount", "-o", "remount,ro", str(mount)], check=True)
        yield mount


@pytest.mark.parametrize("name", COMMANDS)
def test_a_read_only_disk(name: str, inputs: Path, read_only_disk: Path) -> None:
    for out in ("out", "new"):
        ended = forks.run(words(name, f"{read_only_disk}/{out}"), inputs)
        assert_fails(name, ended, f"{out}: Read-only file system")
    assert (read_only_disk / "out").read_bytes() == OLD


@pytest.fixture
def mounted_file(tmp_path: Path) -> Iterator[Path]:
    """A file that is a mount point, as a container has it: nothing can be renamed to it."""
    out = tmp_path / "out"
    behind = tmp_path / "behind"
    out.touch()
    behind.write_bytes(OLD)
    yield from mounted(out, "--bind", str(behind))


@pytest.mark.parametrize("name", COMMANDS)
def test_a_mounted_file(name: str, inputs: Path, mounted_file: Path, tmp_path: Path) -> None:
    assert forks.run(words(name, f"{tmp_path}/expected"), inputs).status == 0
    ended = forks.run(words(name, str(mounted_file)), inputs)
    assert ended.status == 0, ended.errors
    assert "error" not in ended.errors
    assert (tmp_path / "behind").read_bytes() == (tmp_path / "expected").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["behind", "expected", "out"]


@pytest.mark.parametrize("closed", [(0,), (1,), (2,), (0, 1, 2)], ids=str)
@pytest.mark.parametrize("name", COMMANDS)
def test_closed_standard_streams(name: str, closed: tuple[int, ...], inputs: Path, tmp_path: Path) -> None:
    """A command that writes a file needs none of them, and lets no file take their place."""
    expected = forks.run(words(name, f"{tmp_path}/expected"), inputs)
    ended = forks.run(words(name, f"{tmp_path}/out"), inputs, closed=closed)
    assert (ended.status, ended.output) == (expected.status, b"")
    assert ended.errors == ("" if 2 in closed else expected.errors)
    assert (tmp_path / "out").read_bytes() == (tmp_path / "expected").read_bytes()


@pytest.mark.parametrize("closed", [(0, 1), (1, 2), (0, 1, 2)], ids=str)
def test_closed_standard_streams_that_are_needed(closed: tuple[int, ...], inputs: Path) -> None:
    for line in (["dis", "-o", "-", "a.bc"], ["bcanalyzer", "a.bc"], ["verify", "-S", "-o", "-", "a.bc"], ["as", "missing"]):
        ended = forks.run(line, inputs, closed=closed)
        assert (ended.status, ended.output) == (2 if line[0] == "verify" else 1, b"")
        assert ended.errors.count("\n") == (0 if 2 in closed else 1)


def test_a_removed_current_folder(inputs: Path, tmp_path: Path) -> None:
    def remove() -> None:
        (tmp_path / "gone").mkdir()
        os.chdir(tmp_path / "gone")
        (tmp_path / "gone").rmdir()

    for name in ("as", "dis", "link", "verify"):
        *options, file = words(name, f"{tmp_path}/out")
        assert forks.run([*options, f"{inputs}/{file}"], inputs, remove).status == 0
        assert (tmp_path / "out").read_bytes()
        (tmp_path / "out").unlink()
        *options, file = words(name, "out")
        ended = forks.run([*options, f"{inputs}/{file}"], inputs, remove)
        assert_fails(name, ended, "out: No such file or directory")


def few_files(count: int) -> Callable[[], None]:
    """Allow as many descriptors beside those that are open."""

    def limit() -> None:
        reader, writer = os.pipe()
        os.close(reader)
        os.close(writer)
        resource.setrlimit(resource.RLIMIT_NOFILE, (reader + count, reader + count))

    return limit


@pytest.mark.parametrize("count", [6, 9, 15, 24])
def test_few_descriptors(count: int, inputs: Path, tmp_path: Path) -> None:
    """Many inputs need few descriptors; where `-j` has too few, it fails with a message."""
    names = [f"m{number}.ll" for number in range(40)]
    for name in names:
        (tmp_path / name).write_text(f"define void @{name[:-3]}() {{\n  ret void\n}}\n")
    before = sorted(tmp_path.iterdir())
    for line in (["link", "-o", "out", *names], ["as", *names], ["verify", *names], ["verify", "-j4", *names]):
        ended = forks.run(line, tmp_path, few_files(count))
        assert ended in (
            forks.Ended(0, b"", ""),
            forks.Ended(2, b"", "pyllvm-verify: error: no process can be started: Too many open files\n"),
        )
        assert ended.status == 0 or "-j4" in line
        assert list(tmp_path.glob(".*")) == []
        for path in tmp_path.iterdir():
            if path not in before:
                path.unlink()


def test_no_more_processes(inputs: Path, tmp_path: Path, open_folder: Path) -> None:
    """Where no process can be started, `-j` fails with a message."""
    shared_inputs(inputs, open_folder)
    (open_folder / "b.bc").write_bytes((open_folder / "a.bc").read_bytes())

    def limit() -> None:
        become_nobody()
        resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))

    ended = forks.run(["verify", "-j2", "a.bc", "b.bc"], open_folder, limit)
    assert ended.status == 2
    assert ended.errors == "pyllvm-verify: error: no process can be started: Resource temporarily unavailable\n"

"""A signal at any moment: a command ends by it or completes, prints nothing, and leaves whole files only."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Final, NamedTuple

import pytest

import pyllvm as library
from pyllvm.cli.command import BROKEN_PIPE_STATUS

FUNCTION: Final = "define i32 @f{0}(i32 %x) {{\n  %y = add i32 %x, {0}\n  %z = mul i32 %y, 123456789123\n  ret i32 %z\n}}\n"
# The name hashes of LLVM 17 and newer, and the digits of floating-point numbers, are products of big integers.
DATA: Final = "@a_name_that_is_longer_than_sixteen_bytes_{0} = global double {0}.1\n"
FUNCTIONS: Final = 60
OLD: Final = b"old content\n"
SECONDS_TO_BE_GONE: Final = 10
SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

# Before the package's first line, an interrupt is Python's own matter, which prints a traceback. So the signals come only after
# this line.
START: Final = "import os, pyllvm.cli; os.write({}, b'r'); pyllvm.cli.main()"

COMMANDS: Final = {
    "as": ["as", "--llvm-version=19", "-o", "out", "a.ll"],
    "as -j2": ["as", "--llvm-version=19", "-j2", "b.ll", "c.ll"],
    "dis": ["dis", "-o", "out", "a.bc"],
    "dis -j2": ["dis", "-j2", "b.bc", "c.bc"],
    "link": ["link", "--llvm-version=19", "-o", "out", "a.bc", "d.bc"],
    "bcanalyzer": ["bcanalyzer", "--dump", "a.bc"],
    "verify": ["verify", "--llvm-version=19", "-S", "-o", "out", "a.bc"],
    "verify -j2": ["verify", "-j2", "b.bc", "c.bc"],
}


class Ended(NamedTuple):
    """How a command ended, and the seconds that it took after it began."""

    status: int
    output: bytes
    errors: bytes
    seconds: float


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Text and bitcode of one module under several names, and of another to link with it."""
    folder = tmp_path_factory.mktemp("inputs")
    text = "".join(DATA.format(number) + FUNCTION.format(number) for number in range(FUNCTIONS))
    for name in "abc":
        (folder / f"{name}.ll").write_text(text)
        library.write(library.parse_assembly(text, llvm_version=19), folder / f"{name}.bc")
    library.write(library.parse_assembly(text.replace("@", "@d_"), llvm_version=19), folder / "d.bc")
    return folder


@pytest.fixture
def folder(inputs: Path, tmp_path: Path) -> Path:
    """A folder with the inputs."""
    for path in inputs.iterdir():
        os.link(path, tmp_path / path.name)
    return tmp_path


def outputs_of(folder: Path, inputs: Path) -> dict[str, bytes]:
    """The files that a command has written, or changed."""
    found = {}
    for path in folder.iterdir():
        content = path.read_bytes()
        before = inputs / path.name
        if not before.exists() or before.read_bytes() != content:
            found[path.name] = content
    return found


def is_gone(group: int) -> bool:
    """Whether no process of a group is left. One that has just ended is, until the system's first process takes notice."""
    end = time.monotonic() + SECONDS_TO_BE_GONE
    while time.monotonic() < end:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.01)
    return False


def run(words: list[str], folder: Path, number: int = 0, after: float = 0, *, to_all: bool = False) -> Ended:
    """Run a command, and send it a signal some seconds after it began; `to_all`, as a terminal does, to its processes as well."""
    reader, writer = os.pipe()
    process = subprocess.Popen(
        [sys.executable, "-c", START.format(writer), *words],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        pass_fds=[writer],
        start_new_session=True,
    )
    os.close(writer)
    assert os.read(reader, 1) == b"r"
    os.close(reader)
    begin = time.monotonic()
    if number:
        try:
            process.communicate(timeout=after)
        except subprocess.TimeoutExpired:
            if to_all:
                os.killpg(process.pid, number)
            else:
                process.send_signal(number)
    output, errors = process.communicate(timeout=120)
    seconds = time.monotonic() - begin
    assert is_gone(process.pid)
    return Ended(process.returncode, output, errors, seconds)


def sweep(words: list[str], folder: Path, inputs: Path, moments: int) -> None:
    """Send signals at moments that are spread over the time that the command takes."""
    for name in ("b.ll", "c.ll", "b.bc", "c.bc"):
        (folder / name).unlink()
        (folder / name).write_bytes((inputs / name).read_bytes())
    whole = run(words, folder)
    assert (whole.status, whole.errors) == (0, b"")
    expected = outputs_of(folder, inputs)
    old = dict.fromkeys(expected, OLD)
    for moment in range(moments):
        number = SIGNALS[moment % len(SIGNALS)]
        for name in expected:
            (folder / name).write_bytes(OLD)
        ended = run(words, folder, number, whole.seconds * moment / moments, to_all=bool(moment // len(SIGNALS) % 2))
        assert ended.status in (0, -number)
        assert ended.errors == b""
        assert whole.output.startswith(ended.output)
        found = outputs_of(folder, inputs)
        assert sorted(found) == sorted(expected)
        for name, content in found.items():
            assert content in ((expected[name],) if ended.status == 0 else (old[name], expected[name]))
        if ended.status == 0:
            assert ended.output == whole.output


@pytest.mark.parametrize("name", COMMANDS)
def test_a_few_moments(name: str, folder: Path, inputs: Path) -> None:
    sweep(COMMANDS[name], folder, inputs, 4)


@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS)
def test_many_moments(name: str, folder: Path, inputs: Path) -> None:
    sweep(COMMANDS[name], folder, inputs, 15)


WRITERS: Final = {
    "as": ["as", "--llvm-version=19", "-f", "-o", "-", "a.ll"],
    "dis": ["dis", "-o", "-", "a.bc"],
    "link": ["link", "--llvm-version=19", "-S", "-o", "-", "a.bc"],
    "bcanalyzer": ["bcanalyzer", "--dump", "a.bc"],
    "verify": ["verify", "--llvm-version=19", "-S", "-o", "-", "a.bc"],
}


@pytest.mark.parametrize("read", [0, 5000])
@pytest.mark.parametrize("name", WRITERS)
def test_a_reader_that_goes_away(name: str, read: int, folder: Path) -> None:
    words = [sys.executable, "-m", "pyllvm", *WRITERS[name]]
    with subprocess.Popen(words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        assert len(process.stdout.read(read)) == read
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode in ((0, BROKEN_PIPE_STATUS) if read else (BROKEN_PIPE_STATUS,))


def test_nobody_reads_the_messages(folder: Path) -> None:
    """The status still tells what happened, and standard output is whole."""
    (folder / "wrong.ll").write_text("define i32 @f() {\n  ret i32 %x\n}\n")
    reader, writer = os.pipe()
    os.close(reader)
    for words, status in ((["verify", "a.bc", "wrong.ll"], 2), (["as", "-o", "out", "wrong.ll"], 1), (["dis", "missing.bc"], 1)):
        done = subprocess.run([sys.executable, "-m", "pyllvm", *words], cwd=folder, stderr=writer)
        assert done.returncode == status
    os.close(writer)
    assert not (folder / "out").exists()

"""Commands under falling limits of memory: each makes its whole result, or reports that memory ended and writes nothing."""

from __future__ import annotations

import os
import resource
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

import forks
import pyllvm as library

_STATM: Final = Path("/proc/self/statm")
#: How much more a command gets than its process has already.
MEGABYTES: Final = (8, 4, 2)
_USED: Final[list[bytes]] = []
#: Commands, each with the exit status of an error.
COMMANDS: Final = {
    "as -o out a.ll": 1,
    "dis -o out a.bc": 1,
    "link -o out a.bc": 1,
    "link -S -o out a.ll": 1,
    "verify a.bc": 2,
    "verify -S -o out a.ll": 2,
    "bcanalyzer --dump a.bc": 1,
    "nm a.ll": 1,
    "stat a.ll": 1,
    "strip -o out a.bc": 1,
    "extract --name f -o out a.bc": 1,
    "diff a.bc a.ll": 2,
    "graph -o out a.bc": 1,
}


def limit(megabytes: int) -> None:
    """Let this process have so much more memory than it uses."""
    size = int(_STATM.read_text().split()[0]) * resource.getpagesize()
    most = size + (megabytes << 20)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (size, most))
    # What earlier tests have freed would serve as well.
    for piece in (1 << 20, 1 << 16, 1 << 12, 400):
        try:
            while True:
                _USED.append(bytes(piece))
        except MemoryError:
            pass
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


def limits_work() -> bool:
    """Whether this system counts the memory of a process, and ends what takes more."""
    if not _STATM.exists():
        return False
    child = os.fork()
    if child == 0:
        try:
            limit(1)
            bytearray(64 << 20)
        except MemoryError:
            os._exit(0)
        finally:
            os._exit(1)
    return os.waitpid(child, 0)[1] == 0


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A module that takes many megabytes, but little time."""
    if not limits_work():
        pytest.skip("this system does not limit the memory of a process")
    folder = tmp_path_factory.mktemp("limits")
    size = 1_000_000
    body = "".join([f"  %x{at} = add i32 %x, {at}\n" for at in range(50)])
    text = f'@s = constant [{size} x i8] c"{"s" * size}"\ndefine i32 @f(i32 %x) {{\n{body}  ret i32 %x\n}}\n'
    (folder / "a.ll").write_text(text)
    library.write(library.parse_assembly(text, llvm_version=19), folder / "a.bc")
    yield folder


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_whose_memory_ends(command: str, folder: Path) -> None:
    out = folder / "out"
    statuses = []
    for megabytes in MEGABYTES:
        out.write_bytes(b"old")
        ended = forks.run(command.split(), folder, before=lambda size=megabytes: limit(size))
        statuses.append(ended.status)
        assert sorted(path.name for path in folder.iterdir()) == ["a.bc", "a.ll", "out"]
        if ended.status == 0:
            assert ended.errors == ""
            assert (out.read_bytes() != b"old") == ("out" in command)
        else:
            assert ended.status == COMMANDS[command]
            assert ended.errors == f"pyllvm-{command.split()[0]}: error: out of memory\n"
            assert out.read_bytes() == b"old"
    assert any(statuses), "no limit was low enough to show anything"

"""The files of `tests/data/hostile`: every command ends as the table there states, and within its time and memory."""

from __future__ import annotations

import multiprocessing
import os
import re
import resource
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final

import pytest

import pyllvm as library
from pyllvm.cli import dis, tool
from pyllvm.cli.command import COMMANDS

FOLDER: Final = Path(__file__).parent / "data" / "hostile"
ROWS: Final = re.findall(r"^\| `([^`]+)` \| .+? \| (\w+)(?:: (.+?))? \|$", (FOLDER / "README.md").read_text(), re.MULTILINE)
SECONDS: Final = 10
MEMORY: Final = 200 << 20
#: Files that LLVM 19 reads, and then prints as text that it does not read.
READ_BY_LLVM: Final = ("getelementptr-by-a-pointer.bc", "insertelement-of-a-pointer.bc", "subtraction-of-pointers.bc")
NOT_FOR_LLVM_19: Final = {
    "fneg-as-a-constant.ll": "text of LLVM 15",
    "shift-of-i8388608.ll": "text of LLVM 18",
    "vector-of-2-27.ll": "LLVM computes all elements, for minutes",
}


def words_of(path: Path) -> list[tuple[str, ...]]:
    """The commands for a file, with their options; `out.ll` and `out.bc` are its text and its bitcode."""
    name = str(path)
    if path.suffix == ".bc":
        first = [("dis", name, "-o", "out.ll"), ("as", "out.ll", "-o", "out.bc"), ("bcanalyzer", "--dump", name)]
    else:
        first = [("as", name, "-o", "out.bc"), ("dis", "out.bc", "-o", "out.ll")]
    return [*first, ("verify", name), ("link", name, "-o", "linked.bc")]


def run_all(path: Path, folder: Path, answers: Connection) -> None:
    """In a process of its own: run the commands in `folder`, and send the status of each and what it writes to standard error."""
    os.chdir(folder)
    with open("/proc/self/statm", encoding="ascii") as statm:
        used = int(statm.read().split()[0]) * resource.getpagesize()
    most = used + MEMORY + 50 * path.stat().st_size
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    output = os.open("stdout", os.O_CREAT | os.O_WRONLY)
    os.dup2(output, 1)
    # pytest has put its own objects there.
    sys.stdout = os.fdopen(1, "w", closefd=False)
    sys.stderr = os.fdopen(2, "w", closefd=False)
    for words in words_of(path):
        errors = os.open("stderr", os.O_CREAT | os.O_RDWR | os.O_TRUNC)
        os.dup2(errors, 2)
        spent = int(sum(os.times()[:2]))
        resource.setrlimit(resource.RLIMIT_CPU, (spent + SECONDS + 1, spent + SECONDS + 1))
        command = import_module(COMMANDS[words[0]][0]).command
        status = tool.invoke(command, words[1:])
        sys.stderr.flush()
        os.close(errors)
        answers.send((words[0], status, Path("stderr").read_text(encoding="utf-8", errors="surrogateescape")))


def outcomes(path: Path, folder: Path) -> dict[str, tuple[int, str]]:
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=run_all, args=(path, folder, sender))
    process.start()
    sender.close()
    found: dict[str, tuple[int, str]] = {}
    while True:
        try:
            command, status, errors = receiver.recv()
        except EOFError:
            break
        found[command] = (status, errors)
    process.join()
    assert process.exitcode == 0, f"the process died after {list(found)}"
    return found


@pytest.fixture(scope="module", autouse=True)
def _loaded() -> None:
    """Import what the commands import, once for all processes."""
    module = library.parse_assembly("define void @f() {\n  ret void\n}\n")
    library.verify(library.link([library.parse_bitcode(library.to_bitcode(module))]))
    for name in ("as", "bcanalyzer", "dis", "link", "verify"):
        import_module(COMMANDS[name][0])


def test_the_table_lists_every_file() -> None:
    assert sorted(name for name, _, _ in ROWS) == sorted(path.name for path in FOLDER.iterdir() if path.name != "README.md")


@pytest.mark.parametrize(("name", "result", "message"), ROWS, ids=[row[0] for row in ROWS])
def test_every_command_ends_as_the_table_states(
    name: str, result: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PYLLVM_LLVM_VERSION", raising=False)
    found = outcomes(FOLDER / name, tmp_path)
    assert not any("Traceback" in errors for _, errors in found.values())
    reads_text = name.endswith(".ll")
    failing = {
        "read": (),
        "unreadable": ("as",),
        "unwritable": ("as", "link"),
        "invalid": ("verify", "link", "as"),
        "refused": ("as" if reads_text else "dis", "verify", "link"),
    }[result]
    for command in ("dis", "as", "verify", "link"):
        if result == "refused" and command == ("dis" if reads_text else "as"):
            continue  # there is nothing for it to read
        status, errors = found[command]
        assert (status != 0) == (command in failing), (command, errors)
        if command in failing and not (result == "invalid" and command == "as"):
            assert message in errors
    if not reads_text:
        assert found["bcanalyzer"] == (0, "")


@pytest.mark.oracle
@pytest.mark.parametrize(("name", "result", "message"), ROWS, ids=[row[0] for row in ROWS])
def test_llvm_19_takes_the_same_files(
    name: str, result: str, message: str, llvm_tool: Callable[[int, str], str], tmp_path: Path
) -> None:
    if name in NOT_FOR_LLVM_19:
        pytest.skip(NOT_FOR_LLVM_19[name])
    path = FOLDER / name
    first = "llvm-dis" if path.suffix == ".bc" else "llvm-as"
    output = tmp_path / "out"
    read = subprocess.run([llvm_tool(19, first), path, "-o", output], capture_output=True, check=False)
    assert (read.returncode == 0) == (result != "refused" or name in READ_BY_LLVM)
    if read.returncode or name in READ_BY_LLVM:
        return
    valid = subprocess.run([llvm_tool(19, "opt"), "-passes=verify", "-disable-output", path], capture_output=True, check=False)
    assert (valid.returncode == 0) == (result != "invalid")
    if path.suffix == ".bc":
        again = subprocess.run([llvm_tool(19, "llvm-as"), output, "-o", os.devnull], capture_output=True, check=False)
        assert (again.returncode == 0) == (result in ("read", "unwritable"))
        if name != "producer-of-later-llvm.bc":  # of LLVM 23, whose text differs
            assert tool.invoke(dis.command, [str(path), "-o", str(tmp_path / "ours")]) == 0
            assert (tmp_path / "ours").read_text() == output.read_text()

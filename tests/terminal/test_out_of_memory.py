"""How a command ends without memory."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from pyllvm.cli import VERDICTS, tool
from pyllvm.cli.command import COMMANDS, command_named
from pyllvm.cli.dis import command
from pyllvm.terminal.interrupts import is_lack_of_memory


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (MemoryError(), True),
        (SystemError("<function assemble at 0x7faa> returned NULL without setting an exception"), True),
        (SystemError("error return without exception set"), True),
        (SystemError("bad argument to internal function"), False),
        (ImportError("libz.so.1: failed to map segment from shared object"), True),
        (ImportError("No module named 'absent'"), False),
        (ValueError("out of memory"), False),
    ],
)
def test_exceptions(error: Exception, expected: bool) -> None:
    assert is_lack_of_memory(error) == expected


@pytest.mark.parametrize("error", [MemoryError(), SystemError("error return without exception set")])
def test_the_message(error: Exception, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    def run(options: object) -> int:
        raise error

    monkeypatch.setattr(command, "callback", run)
    assert tool.invoke(command, []) == 1
    assert capfd.readouterr().err == "pyllvm-dis: error: out of memory\n"


def test_another_fault_of_the_interpreter_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(options: object) -> int:
        raise SystemError("bad argument to internal function")

    monkeypatch.setattr(command, "callback", run)
    with pytest.raises(SystemError):
        tool.invoke(command, [])


def test_compiled_code_ends_the_process(tmp_path: Path) -> None:
    """It calls this function where it cannot raise an exception: what is not finished goes, and the status is the command's."""
    program = """
import os, sys
from pyllvm.cli import program, tool, verify
from pyllvm.terminal.whole_file import WholeFile
program.prepare()
def run(options):
    WholeFile("unfinished")
    os.write(1, " ".join(os.listdir()).encode())
    sys.pyllvm_out_of_memory()
verify.command.callback = run
tool.invoke(verify.command, [])
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (2, b"pyllvm-verify: error: out of memory\n")
    assert b"unfinished" in done.stdout
    assert not list(tmp_path.iterdir())


def test_a_process_that_works_for_another_ends_silently() -> None:
    program = (
        "import sys\nfrom pyllvm.terminal import interrupts\ninterrupts.end_silently()\nsys.pyllvm_out_of_memory()\nprint(1)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (1, b"", b"")


def test_the_commands_that_give_verdicts() -> None:
    assert [name for name in COMMANDS if command_named(name).failure_status != 1] == list(VERDICTS)


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (["pyllvm-verify", "a.bc"], 2),
        (["pyllvm-diff.exe", "a.bc", "b.bc"], 2),
        (["pyllvm", "verify", "a.bc"], 2),
        (["pyllvm-dis", "verify"], 1),
        (["pyllvm", "dis", "verify"], 1),
        (["pyllvm"], 1),
    ],
)
def test_the_status_when_memory_ends_at_the_start(words: list[str], status: int) -> None:
    """Status 1 of verify and diff is a verdict. Without memory, there is none, however early it ends."""
    program = f"import sys; sys.argv = {words!r}; import pyllvm.cli; raise MemoryError"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (status, "pyllvm: error: out of memory\n")

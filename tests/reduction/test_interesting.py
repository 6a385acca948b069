"""Which outcomes of a command make a module interesting."""

from __future__ import annotations

import signal
import sys
import time
from pathlib import Path

import pytest

from pyllvm import Module, PyllvmError
from pyllvm.reduction.interesting import ANY_SIGNAL, CommandTest, Outcome, Wanted, check_script, function_named

pytestmark = [pytest.mark.once, pytest.mark.skipif(sys.platform == "win32", reason="the commands are a shell's")]

DONE = Outcome(0, b"out 1\nend", b"err", 1.0, False)
FAILED = DONE._replace(status=3)
KILLED = DONE._replace(status=-signal.SIGABRT)
LATE = KILLED._replace(is_late=True)


@pytest.mark.parametrize(
    ("wanted", "holding"),
    [
        (Wanted(status=3), [FAILED]),
        (Wanted(status=0), [DONE]),
        (Wanted(signal=ANY_SIGNAL), [KILLED]),
        (Wanted(signal="abrt"), [KILLED]),
        (Wanted(signal="6"), [KILLED]),
        (Wanted(signal="SEGV"), []),
        (Wanted(stdout="^end$"), [DONE, FAILED, KILLED]),
        (Wanted(stdout="err"), []),
        (Wanted(stderr="err", status=3), [FAILED]),
        (Wanted(stderr="out"), []),
        (Wanted(slower=2), [LATE]),
        (Wanted(slower=0.5), [DONE, FAILED, KILLED, LATE]),
    ],
)
def test_what_holds(wanted: Wanted, holding: list[Outcome]) -> None:
    assert [outcome for outcome in (DONE, FAILED, KILLED, LATE) if wanted.holds(outcome)] == holding
    assert not wanted.is_empty
    assert Wanted().is_empty


@pytest.mark.parametrize(("status", "number"), [(0, 0), (1, 0), (-6, 6), (128, 0), (134, 6), (250, 0)])
def test_the_signal_behind_a_status(status: int, number: int) -> None:
    assert DONE._replace(status=status).signal == number
    assert LATE.signal == 0


def test_commands() -> None:
    """A command gets the file at `{}` or at its end, and without a wish it is interesting if a signal ends it."""
    assert CommandTest("cat", Wanted(stdout="^text$"))(b"text")
    assert CommandTest("cat {} -", Wanted(stdout="^text$"))(b"text")
    assert not CommandTest("cat", Wanted(stdout="^other$"))(b"text")
    assert CommandTest("kill -ABRT $$ #", Wanted())(b"")
    assert not CommandTest("exit 3 #", Wanted())(b"")
    first = CommandTest("no-such-command-at-all", Wanted(status=1))
    assert not first(b"")
    assert first.is_not_found
    assert b"no-such-command-at-all" in first.output


def test_two_commands_are_compared() -> None:
    assert CommandTest("echo 1 #", Wanted(), other="echo 2 #")(b"")
    assert not CommandTest("echo 1 #", Wanted(), other="echo 1 #")(b"")
    assert CommandTest("true", Wanted(), other="false")(b"")
    assert not CommandTest("echo 1 #", Wanted(stdout="2"), other="echo 2 #")(b"")


def test_a_command_that_takes_too_long_ends_with_what_it_started(tmp_path: Path) -> None:
    begin = time.monotonic()
    assert CommandTest("sleep 60 & sleep 60 #", Wanted(slower=0.2))(b"")
    assert not CommandTest("sleep 60 #", Wanted(status=0), seconds=0.2)(b"")
    assert time.monotonic() - begin < 30


@pytest.mark.parametrize(
    ("file", "content", "name", "message"),
    [
        ("a.py", "def f(module):\n    return module == 1\n", "f", ""),
        ("a.py", "f = 1\n", "f", "has no function 'f'"),
        ("a.py", "", "f", "has no function 'f'"),
        ("a.py", "1 / 0\n", "f", "cannot be loaded: ZeroDivisionError: division by zero"),
        ("a.txt", "def f(module):\n    return True\n", "f", "there is no Python file"),
        ("", "", "f", "there is no Python file"),
    ],
)
def test_functions_of_python_files(file: str, content: str, name: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / (file or "none.py")
    if file:
        path.write_text(content)
    if message:
        with pytest.raises(PyllvmError, match=f"^--python: .*{message}"):
            function_named(f"{path}:{name}")
        return
    function = function_named(f"{path}:{name}")
    assert [function(module) for module in (1, Module("m"))] == [True, False]  # type: ignore[arg-type]


def test_scripts(tmp_path: Path) -> None:
    check_script("sh")
    path = tmp_path / "script"
    with pytest.raises(PyllvmError, match="there is no script"):
        check_script(str(path))
    path.write_text("#!/bin/sh\n")
    with pytest.raises(PyllvmError, match="is not executable: 'chmod \\+x "):
        check_script(str(path))
    path.chmod(0o755)
    check_script(str(path))

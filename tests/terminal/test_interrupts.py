"""Signals end a command at once and silently; what is unfinished is removed first. Other processes keep their own handlers."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import pyllvm as library
from pyllvm.cli import tool
from pyllvm.cli.dis import command as dis
from pyllvm.terminal import files
from terminals import on_a_terminal

ENDING = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGXCPU]

START = """
import os, signal, sys, time
from pathlib import Path
from pyllvm.cli import program
from pyllvm.processes import jobs
from pyllvm.terminal import interrupts
from pyllvm.terminal.files import OutputFile
from pyllvm.cli.command import LLVMCommand
number = int(sys.argv[1])
def end():
    os.kill(os.getpid(), number)
def run(work):
    program.run(LLVMCommand("test", object, work, "a test"), [])
"""


def outcome(body: str, number: int, *, folder: Path, prefix: str = "") -> tuple[int, str]:
    """The status of a command whose work is `body`, and what it printed."""
    words = [sys.executable, "-c", prefix + START + body, str(int(number))]
    done = subprocess.run(words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120)
    return done.returncode, done.stdout


@pytest.mark.parametrize("number", ENDING)
def test_nothing_to_remove(number: int, tmp_path: Path) -> None:
    body = "def work(options=None):\n    print('begun', flush=True)\n    end()\n    print('not reached', flush=True)\nrun(work)\n"
    assert outcome(body, number, folder=tmp_path) == (-number, "begun\n")


UNFINISHED = """
def work(options=None):
    for name in ("new", "old"):
        OutputFile(name).write(b"half")
    print(len(os.listdir()), flush=True)
    interrupts.add_cleanup(lambda number: end())  # a second signal
    end()
    print("not reached", flush=True)
run(work)
"""


@pytest.mark.parametrize("number", ENDING)
def test_unfinished_files_are_removed(number: int, tmp_path: Path) -> None:
    (tmp_path / "old").write_bytes(b"old")
    assert outcome(UNFINISHED, number, folder=tmp_path) == (-number, "3\n")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"old": b"old"}


FINISHED = """
def work(options=None):
    output = OutputFile("new")
    output.write(b"whole")
    output.keep()
    print([signal.getsignal(each) == signal.SIG_DFL for each in (signal.SIGINT, signal.SIGTERM)], flush=True)
    other = OutputFile("other")
    other.discard()
    other.discard()
    print(signal.getsignal(number) == signal.SIG_DFL, flush=True)
    try:
        OutputFile("no/folder")
    except Exception:
        print(signal.getsignal(number) == signal.SIG_DFL, flush=True)
    end()
run(work)
"""


def test_finished_files_stay_and_no_handler_does(tmp_path: Path) -> None:
    """Without a handler, a signal need not wait for code that is not compiled."""
    assert outcome(FINISHED, signal.SIGTERM, folder=tmp_path) == (-signal.SIGTERM, "[True, True]\nTrue\nTrue\n")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"new": b"whole"}


COLORED = """
from pyllvm.terminal.messages import colors_output
def work(options=None):
    assert colors_output("auto")
    os.write(1, bytes([27]) + b"[3")
    end()
run(work)
"""


def test_a_terminal_gets_its_usual_colours_back() -> None:
    status, shown = on_a_terminal("-c", START + COLORED, str(int(signal.SIGINT)), environment={"NO_COLOR": ""})
    assert (status, shown) == (-signal.SIGINT, b"\x1b[3\x1b[0m")


COPIED = """
import builtins
usual = open
def open_and_end(path, mode):
    if mode == "wb":
        end()
    return usual(path, mode)
builtins.open = open_and_end
def work(options=None):
    output = OutputFile("one")
    output.write(b"new content")
    output.keep()
    print("not reached", flush=True)
run(work)
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_copy_is_finished_first(number: int, tmp_path: Path) -> None:
    (tmp_path / "one").write_bytes(b"old")
    (tmp_path / "two").hardlink_to(tmp_path / "one")
    assert outcome(COPIED, number, folder=tmp_path) == (-number, "")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"one": b"new content", "two": b"new content"}


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP])
def test_what_is_ignored_stays_ignored(number: int, tmp_path: Path) -> None:
    """As nohup and background jobs of a shell have it."""
    body = "def work(_):\n    output = OutputFile('new')\n    end()\n    output.write(b'whole')\n    output.keep()\nrun(work)\n"
    prefix = f"import signal\nsignal.signal({int(number)}, signal.SIG_IGN)\n"
    assert outcome(body, number, folder=tmp_path, prefix=prefix) == (0, "")
    assert (tmp_path / "new").read_bytes() == b"whole"


def test_a_process_that_works_for_another_can_be_ended(tmp_path: Path) -> None:
    body = f"interrupts.end_by_default({int(signal.SIGTERM)})\nend()\nprint('reached')\n"
    prefix = f"import signal\nsignal.signal({int(signal.SIGTERM)}, signal.SIG_IGN)\n"
    assert outcome(body, signal.SIGTERM, folder=tmp_path, prefix=prefix) == (-signal.SIGTERM, "")


HELD = """
def work(options=None):
    with interrupts.Held():
        end()
        print("held", flush=True)
    print("not reached", flush=True)
run(work)
"""


def test_held_signals_arrive_late(tmp_path: Path) -> None:
    assert outcome(HELD, signal.SIGINT, folder=tmp_path) == (-signal.SIGINT, "held\n")


def test_a_signal_that_came_just_before_it_is_held_ends_the_process(tmp_path: Path) -> None:
    """Python calls the handler when the signals are held already."""
    body = HELD.replace("        end()\n", "        interrupts._end(number, None)\n")
    assert outcome(body, signal.SIGTERM, folder=tmp_path) == (-signal.SIGTERM, "")


IGNORED = """
def work(options=None):
    interrupts.take_over()
    interrupts.ignore_keyboard()
    interrupts.add_cleanup(lambda number: print("cleaned up", flush=True))
    end()
    print("reached", flush=True)
run(work)
"""


@pytest.mark.parametrize(("number", "shown"), [(signal.SIGINT, "reached\n"), (signal.SIGTERM, "cleaned up\n")])
def test_the_keyboard_can_be_ignored(number: int, shown: str, tmp_path: Path) -> None:
    """This also holds in a process that was taken over twice, such as a worker that a command has started."""
    assert outcome(IGNORED, number, folder=tmp_path)[1] == shown


PARALLEL = """
def work(options=None):
    def each(number):
        OutputFile(f"o{number}").write(b"half")
        Path(f"begun{number}").touch()
        time.sleep(600)
    list(jobs.results(3, 3, each, lambda ended, first: None))
run(work)
"""


def wait_until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 120
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.mark.parametrize("number", ENDING)
def test_processes_of_several_inputs_end_as_well(number: int, tmp_path: Path) -> None:
    """The signal goes to the first process alone, as that of a service manager does."""
    words = [sys.executable, "-c", START + PARALLEL, str(int(number))]
    process = subprocess.Popen(words, cwd=tmp_path, stderr=subprocess.PIPE, start_new_session=True)
    wait_until(lambda: len(list(tmp_path.glob("begun*"))) == 3)
    process.send_signal(number)
    _, errors = process.communicate(timeout=120)
    assert (process.returncode, errors) == (-number, b"")
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["begun0", "begun1", "begun2"]


def test_processes_of_inputs_that_are_ended(tmp_path: Path) -> None:
    """Each leaves nothing behind, and the command goes on with the other inputs."""
    words = [sys.executable, "-c", START + PARALLEL, "0"]
    process = subprocess.Popen(words, cwd=tmp_path, stderr=subprocess.PIPE, start_new_session=True)
    wait_until(lambda: len(list(tmp_path.glob("begun*"))) == 3)
    for path in sorted(tmp_path.glob(".o*")):
        assert process.poll() is None
        os.kill(int(path.name.split(".")[2].split("-")[0]), signal.SIGTERM)
    _, errors = process.communicate(timeout=120)
    assert (process.returncode, errors) == (0, b"")
    assert list(tmp_path.glob(".*")) == []


def test_the_handlers_of_other_processes_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`invoke` and the library run where somebody else has the signals; an exception of a handler leaves nothing behind."""
    seen: list[Any] = []

    def own(number: int, frame: object) -> None:
        seen.append(number)
        raise KeyboardInterrupt

    library.write(library.parse_assembly("define void @f() {\n  ret void\n}\n", llvm_version=19), tmp_path / "a.bc")
    before = {number: signal.signal(number, own) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        assert tool.invoke(dis, [str(tmp_path / "a.bc")]) == 0

        monkeypatch.setattr(files, "_before_keeping", lambda: signal.raise_signal(signal.SIGTERM))
        assert tool.invoke(dis, [str(tmp_path / "a.bc"), "-o", str(tmp_path / "b.ll")]) == 130
        assert {signal.getsignal(number) for number in before} == {own}
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    assert seen == [signal.SIGTERM]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.bc", "a.ll"]


PAGED = """
from pyllvm.terminal.pager import Pager
def work(options=None):
    with Pager():
        os.write(1, b"page\\n")
        end()
        os.write(1, b"not reached\\n")
run(work)
"""
# As less does, it outlasts Ctrl-C and leaves the terminal when its input has ended.
PAGER = "sh -c 'trap \"\" INT; cat > shown; {also} sleep 0.5; echo left'"


def test_the_pager_leaves_the_terminal_first(tmp_path: Path) -> None:
    outer = "import subprocess, sys; print('ended', subprocess.call([sys.executable, *sys.argv[1:]]))"
    words = ["-c", outer, "-c", START + PAGED, str(int(signal.SIGINT))]
    _, shown = on_a_terminal(*words, environment={"PYLLVM_PAGER": PAGER.format(also="")}, folder=tmp_path)
    assert shown == b"left\r\nended -2\r\n"
    assert (tmp_path / "shown").read_bytes() == b"page\n"


def test_ctrl_c_in_the_pager_does_not_end_the_command(tmp_path: Path) -> None:
    body = START + PAGED.replace('        end()\n        os.write(1, b"not reached\\n")\n', "")
    body = body.replace("def work(options=None):", "def work(options=None):\n    os.environ['COMMAND'] = str(os.getpid())")
    pager = PAGER.format(also="kill -INT $COMMAND;")
    status, shown = on_a_terminal("-c", body, "2", environment={"PYLLVM_PAGER": pager}, folder=tmp_path)
    assert (status, shown) == (0, b"left\r\n")


def test_a_command_alone_takes_the_signals_over() -> None:
    """Importing the package, or a command, changes no handler."""
    script = (
        "import signal\n"
        "before = [signal.getsignal(number) for number in range(1, 32)]\n"
        "import pyllvm, pyllvm.cli.as_, pyllvm.terminal.interrupts\n"
        "print(before == [signal.getsignal(number) for number in range(1, 32)])\n"
    )
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, text=True).stdout == "True\n"


@pytest.mark.parametrize(("program", "is_command"), [("pyllvm-dis", True), ("pyllvm", True), ("pyllvm-of-mine.py", False)])
def test_an_interrupt_of_the_first_import_shows_no_traceback(program: str, is_command: bool, tmp_path: Path) -> None:
    """It arrives while the package imports its first module."""
    script = tmp_path / program
    script.write_text(
        "import os, signal, sys\n"
        "class Interrupting:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name.startswith('pyllvm.'):\n"
        "            os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Interrupting())\n"
        "import pyllvm\n"
    )
    ended = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=60)
    assert ended.returncode == -signal.SIGINT
    assert ("Traceback" in ended.stderr) is not is_command


def test_an_interrupt_just_before_signals_are_held_ends_the_process() -> None:
    """Python raises it when they are held already, and would then wait for a signal that cannot come."""
    body = """
import _signal, pyllvm.cli
from pyllvm.terminal import interrupts
hold = _signal.pthread_sigmask
def hold_late(how, signals):
    before = hold(how, signals)
    if _signal.SIGINT in signals and how == _signal.SIG_BLOCK:
        raise KeyboardInterrupt
    return before
_signal.pthread_sigmask = hold_late
interrupts.take_over()
"""
    ended = subprocess.run([sys.executable, "-c", body], capture_output=True, timeout=60)
    assert (ended.returncode, ended.stdout, ended.stderr) == (-signal.SIGINT, b"", b"")

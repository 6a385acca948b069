"""Long work shows its progress on a terminal, after a second, and long output appears in a pager."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from pyllvm.assembly import parse_assembly, print_module
from pyllvm.bitcode import BitcodeFile, Reading, read_modules, write_bitcode
from pyllvm.terminal import interrupts, long_work, streams
from pyllvm.terminal.files import OutputFile
from pyllvm.terminal.long_work import LongWork
from pyllvm.terminal.messages import write_error, write_standard_output
from pyllvm.verifier import verify
from terminals import on_a_terminal

FUNCTION = "define i32 @f(i32 %x) {\n  %y = add i32 %x, 1\n  ret i32 %y\n}\n"

SHOWN = {"PYLLVM_PROGRESS": "1"}


SLOW = """
import sys, time
from pyllvm import progress
from pyllvm.terminal import long_work
from pyllvm.terminal.long_work import LongWork
long_work._SHOWN_AFTER = 0.3
with LongWork("verifying", ["a\\x1b[31m.ll", "b.ll"]) as work:
    work.bytes_read(12_345_678)
    for _ in range(8):
        time.sleep(float(sys.argv[1]))
        progress.function_done(progress.VERIFIED)
    work.end()
    from pyllvm.terminal.messages import write_error
    write_error("note\\n")
print("rich" in sys.modules)
"""


def test_progress_is_shown_when_work_takes_long() -> None:
    status, shown = on_a_terminal("-c", SLOW, "0.1", environment=SHOWN)
    assert status == 0
    assert b"verifying a" in shown
    assert b"[                    ] 0/2 11.8 MiB verifying a" in shown
    assert b"\x1b[31m" not in shown
    # The line is gone before something else is printed, and the cursor is back.
    assert b"\x1b[?25h" in shown
    assert shown.rindex(b"\x1b[?25h") < shown.index(b"note\r\n")
    assert shown.rstrip().endswith(b"True")


def test_short_work_shows_and_imports_nothing() -> None:
    assert on_a_terminal("-c", SLOW, "0.01", environment=SHOWN) == (0, b"note\r\nFalse\r\n")


def test_a_pipe_gets_no_progress() -> None:
    process = subprocess.run([sys.executable, "-c", SLOW, "0.1"], capture_output=True, env={**os.environ, "TERM": "xterm"})
    assert (process.stdout, process.stderr) == (b"False\n", b"note\n")


def test_the_line_counts_what_is_done() -> None:
    work = LongWork("linking", ["a.bc", "b.bc", "c.bc"])
    assert work.text() == "[                    ] 0/3 linking a.bc"
    work.bytes_read(999)
    work.end()
    assert work.text() == "[=====>              ] 1/3 999 B linking b.bc"
    work.bytes_read(25)
    assert work.text() == "[=====>              ] 1/3 1.0 KiB linking b.bc"
    work.have_ended(3, 3)
    assert work.text() == "[===================>] 3/3 1.0 KiB linking c.bc"
    assert LongWork("reading", ["-"]).text() == "reading -"


def test_inputs_are_counted_while_they_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setitem(streams.led_to_a_terminal, 2, True)
    with LongWork("verifying", ["a.bc"]) as work:
        long_work.bytes_read(7)
        module = parse_assembly(FUNCTION.encode())
        for again in read_modules(BitcodeFile(write_bitcode(module)), Reading()):
            print_module(again)
        assert verify(module) == []
        assert work.text() == "[===================>] 1/1 functions verified 7 B verifying a.bc"
    verify(module)
    long_work.bytes_read(7)
    assert work.text() == "[===================>] 1/1 functions verified 7 B verifying a.bc"


def test_the_line_is_drawn_now_and_then_and_hidden_when_something_else_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setitem(streams.led_to_a_terminal, 2, True)
    monkeypatch.setattr(long_work, "_is_forbidden", False)
    monkeypatch.setattr(long_work, "_REDRAWN_AFTER", 60.0)

    with LongWork("verifying", ["a.bc"]) as work:
        write = OutputFile("-").write
        for hide in (work.hide, lambda: write(b""), lambda: write_standard_output(""), lambda: write_error(""), long_work.forbid):
            work._next = 0.0
            long_work.bytes_read(1)
            assert (work._is_drawn, work._erase in interrupts._cleanups) == (True, True)
            now = work._next
            assert now > 0
            work.look()
            assert work._next == now
            hide()
            assert (work._is_drawn, work._erase in interrupts._cleanups) == (False, False)
        work._next = 0.0
        work.look()
        assert not work._is_drawn


INTERRUPTED = """
import os, signal, sys, time
from pyllvm import progress
from pyllvm.cli import program
from pyllvm.terminal import long_work
from pyllvm.terminal.long_work import LongWork
from pyllvm.cli.command import LLVMCommand
long_work._SHOWN_AFTER = 0.1
def work(options):
    with LongWork("verifying", ["a.bc"]) as work:
        for step in range(4):
            time.sleep(0.2)
            progress.function_done(progress.VERIFIED)
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(5)
program.run(LLVMCommand("test", object, work, "a test"), [])
"""


def test_an_interrupt_removes_the_line() -> None:
    status, shown = on_a_terminal("-c", INTERRUPTED, environment=SHOWN)
    assert status == -signal.SIGINT
    assert b"4 functions verified" in shown
    assert b"Traceback" not in shown
    # The cursor is back, and the line was erased after it was last drawn.
    assert shown.rindex(b"\x1b[?25h") > shown.rindex(b"verified")
    assert shown.endswith(b"\x1b[2K")


IN_PROCESSES = """
import sys, time
from pyllvm.cli import command, program
from pyllvm.terminal import long_work
long_work._SHOWN_AFTER = long_work._REDRAWN_AFTER = 0.0
program.run(command.command_named("verify"), ["-j2", *sys.argv[1:]])
"""


def test_processes_are_counted_and_leave_the_line_alone(data: Path) -> None:
    """The line is drawn once, and only what it says changes: starting a process does not remove it."""
    status, shown = on_a_terminal("-c", IN_PROCESSES, *[str(data / "sample.bc")] * 12, environment=SHOWN)
    assert status == 0
    counts = [int(count) for count in re.findall(rb"\] (\d+)/12 ", shown)]
    assert counts == sorted(counts)
    assert len(set(counts)) > 2
    assert shown.count(b"\x1b[?25h") == shown.count(b"\x1b[?25l") == 1


def test_an_interrupt_while_modules_are_imported_has_no_traceback() -> None:
    source = "import pyllvm.cli\nraise KeyboardInterrupt"
    process = subprocess.run([sys.executable, "-c", source], capture_output=True)
    assert process.stderr == b""
    assert process.returncode in (130, -2)
    other = subprocess.run([sys.executable, "-c", "import pyllvm.cli\nraise ValueError"], capture_output=True)
    assert b"Traceback" in other.stderr


EVERY = """
import sys
from pyllvm.cli import command, program
from pyllvm.terminal import long_work
long_work._SHOWN_AFTER = long_work._REDRAWN_AFTER = 0.0
program.run(command.command_named(sys.argv[1]), sys.argv[2:])
"""


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (["strip", "-o", os.devnull], b"stripping "),
        (["extract", "--func=sum", "-o", os.devnull], b"extracting from "),
        (["graph", "-o", os.devnull], b"drawing "),
        (["stat"], b"measuring "),
        (["diff", os.devnull], b"comparing "),
    ],
)
def test_every_command_shows_its_progress(words: list[str], shown: bytes, data: Path) -> None:
    _, text = on_a_terminal("-c", EVERY, *words, str(data / "sample.bc"), environment=SHOWN)
    assert shown in text
    _, text = on_a_terminal("-c", EVERY, *words, str(data / "sample.bc"))
    assert shown not in text

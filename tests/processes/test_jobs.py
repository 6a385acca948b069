"""``-j``: several inputs at a time give the same outputs, in the same order, and the same status as one after another."""

from __future__ import annotations

import builtins
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

import pytest

import pyllvm as library
from pyllvm import PyllvmError
from pyllvm.cli import tool
from pyllvm.cli.command import command_named
from pyllvm.processes import jobs, pool
from pyllvm.terminal import interrupts, streams

GOOD = "define i32 @f(i32 %x) {\n  %y = add i32 %x, 1\n  ret i32 %y\n}\n"
WRONG = "define i32 @f(i32 %x) {\n  ret i32 %nothing\n}\n"


@pytest.fixture
def texts(tmp_path: Path) -> list[Path]:
    """Five texts, of which the first takes longest and the third is wrong."""
    paths = [tmp_path / f"m{number}.ll" for number in range(5)]
    for number, path in enumerate(paths):
        path.write_text(WRONG if number == 2 else GOOD)
    paths[0].write_text("".join(GOOD.replace("@f", f"@f{number}") for number in range(60)))
    return paths


def outputs(folder: Path, suffix: str) -> dict[str, bytes]:
    """The files of a suffix, which are removed."""
    found = {path.name: path.read_bytes() for path in sorted(folder.glob(f"*{suffix}"))}
    for path in folder.glob(f"*{suffix}"):
        path.unlink()
    return found


def test_as_is_the_same(pyllvm: Callable[..., Any], texts: list[Path]) -> None:
    folder = texts[0].parent
    one = pyllvm("as", "--llvm-version=22", *texts)
    written = outputs(folder, ".bc")
    several = pyllvm("as", "--llvm-version=22", "-j3", *texts)
    assert sorted(written) == ["m0.bc", "m1.bc", "m3.bc", "m4.bc"]
    assert outputs(folder, ".bc") == written
    assert several == one
    assert one.status == 1
    assert one.errors.count("error: ") == 1


def test_dis_ends_at_the_first_bad_input(pyllvm: Callable[..., Any], tmp_path: Path) -> None:
    bitcode = library.to_bitcode(library.parse_assembly(GOOD))
    for name, content in (("a", bitcode), ("b", bitcode[:100]), ("c", bitcode)):
        (tmp_path / f"{name}.bc").write_bytes(content)
    names = sorted(tmp_path.glob("*.bc"))
    one = pyllvm("dis", *names)
    written = outputs(tmp_path, ".ll")
    several = pyllvm("dis", *names, environment={"PYLLVM_JOBS": "3"})
    assert list(written) == ["a.ll"]
    assert outputs(tmp_path, ".ll") == written
    assert list(tmp_path.glob(".*")) == []
    assert several == one
    assert one.status == 1


@pytest.mark.parametrize("form", ["text", "json", "sarif", "drawn"])
def test_verify_is_the_same(pyllvm: Callable[..., Any], texts: list[Path], form: str) -> None:
    missing = texts[0].with_name("missing.ll")
    words = ["verify", f"--diagnostics-format={form}", *texts, missing]
    one = pyllvm(*words)
    assert pyllvm(*words, "-j", "4") == one
    assert one.status == 2
    said = one.errors or one.output.decode()
    assert 0 <= said.find("m2.ll") < said.index("missing.ll")


def test_losses_of_all_inputs_are_reported(pyllvm: Callable[..., Any], tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.ll").write_text("define i32 @f(i32 %x) {\n  %y = or disjoint i32 %x, 1\n  ret i32 %y\n}\n")
    report = tmp_path / "losses.json"
    found = []
    for count in ("1", "2"):
        outcome = pyllvm(
            "as", "--input-llvm-version=22", "--llvm-version=17", f"--report-losses={report}", "--jobs", count,
            tmp_path / "a.ll", tmp_path / "b.ll",
        )  # fmt: skip
        assert outcome.status == 0, outcome.errors
        found.append((outcome.errors, report.read_bytes()))
    assert found[0] == found[1]
    assert b"a.ll" in found[0][1]
    assert b"b.ll" in found[0][1]


def test_one_output_for_several_inputs_is_an_error(pyllvm: Callable[..., Any], texts: list[Path]) -> None:
    for command in ("as", "dis", "verify"):
        outcome = pyllvm(command, "-o", "one", *texts)
        assert outcome.errors == "error: output file name cannot be set for multiple input files\n"
        assert outcome.status == (2 if command == "verify" else 1)


def test_wrong_numbers_of_processes(pyllvm: Callable[..., Any]) -> None:
    outcome = pyllvm("as", "-j", "-2", "no.ll")
    assert outcome.status == 1
    assert "for the -j option: '-2' value invalid for uint argument!" in outcome.errors
    outcome = pyllvm("as", "no.ll", environment={"PYLLVM_JOBS": "many"})
    assert outcome.status == 1
    assert "is not a number of processes" in outcome.errors or "for the -j option: '-2' value invalid" in outcome.errors


def test_results_come_in_order_whatever_ends_first() -> None:
    def work(number: int) -> int:
        time.sleep(0.2 if number == 0 else 0)
        return number * number

    assert list(jobs.results(6, 3, work, lambda ended, first: None)) == [0, 1, 4, 9, 16, 25]


def test_exceptions_come_in_their_turn() -> None:
    def work(number: int) -> int:
        if number:
            raise PyllvmError(f"input {number} is wrong")
        return number

    found = jobs.results(3, 3, work, lambda ended, first: None)
    assert next(found) == 0
    with pytest.raises(PyllvmError, match="input 1 is wrong"):
        next(found)


def test_a_process_that_is_killed_is_an_error() -> None:
    def work(number: int) -> int:
        os.kill(os.getpid(), signal.SIGKILL)
        return number

    (lost,) = jobs.results(1, 1, work, lambda ended, first: None)
    assert isinstance(lost, jobs.LostProcess)
    assert lost.reason == "by signal 9"


@pytest.mark.parametrize(("name", "status"), [("as", 1), ("dis", 1), ("verify", 2)])
def test_the_other_inputs_are_done_if_a_process_is_killed(
    name: str, status: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """As the system does when memory runs out. The input is named, and nothing is said about it but that."""
    monkeypatch.chdir(tmp_path)
    ending = "bc" if name == "dis" else "ll"
    paths = [Path(f"m{number}.{ending}") for number in range(5)]
    for path in paths:
        module = library.parse_assembly(GOOD, llvm_version=19)
        library.write(module, path)

    usual = builtins.open

    def open_or_be_killed(path: str, *arguments: Any, **options: Any) -> IO[Any]:
        if path == str(paths[2]):
            os.kill(os.getpid(), signal.SIGKILL)
        return usual(path, *arguments, **options)

    monkeypatch.setattr(builtins, "open", open_or_be_killed)
    found = tool.invoke(command_named(name), ["-j3", *map(str, paths)])
    errors = capfd.readouterr().err
    assert found == status
    assert [line for line in errors.splitlines() if "error" in line] == [
        f"pyllvm-{name}: m2.{ending}: error: the process that worked on it ended by signal 9, so there is no result"
    ]
    if name != "verify":
        written = {path.name for path in tmp_path.iterdir()} - {path.name for path in paths}
        assert written == {f"m{number}.{'ll' if name == 'dis' else 'bc'}" for number in (0, 1, 3, 4)}


@pytest.mark.parametrize("jobs_word", ["-j1", "-j2"])
def test_an_interrupt_leaves_nothing_behind(tmp_path: Path, jobs_word: str) -> None:
    """Ctrl-C: no traceback, status 130, and no half file. Files that were finished before stay."""
    count = 60_000
    text = "".join(GOOD.replace("@f", f"@f{number}") for number in range(count))
    paths = [tmp_path / f"m{number}.ll" for number in range(8)]
    for path in paths:
        path.write_text(text)
    words = [sys.executable, "-m", "pyllvm", "as", "--llvm-version=19", jobs_word, *map(str, paths)]
    process = subprocess.Popen(words, stderr=subprocess.PIPE, start_new_session=True)
    time.sleep(1)
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert errors == b""
    assert process.returncode in (130, -signal.SIGINT)
    finished = list(tmp_path.glob("*.bc"))
    assert len(finished) < len(paths)
    assert {*tmp_path.iterdir()} == {*paths, *finished}
    assert [len(library.read(path).functions) for path in finished] == [count] * len(finished)
    assert [path for path in tmp_path.iterdir() if path.name.startswith(".")] == []


COPIES = """
import io, os, sys
from pyllvm.cli import tool
from pyllvm.cli.command import command_named

sys.stderr = {stream}
status = tool.invoke(command_named("as"), ["-j2", {words}])
if isinstance(sys.stderr, io.StringIO):
    os.write(2, sys.stderr.getvalue().encode())
sys.exit(status)
"""


@pytest.mark.parametrize("stream", ["os.fdopen(os.dup(2), 'w')", "io.StringIO()"])
def test_messages_are_in_order_in_a_stream_that_a_program_put_in_place(stream: str, tmp_path: Path) -> None:
    text = tmp_path / "long.ll"
    text.write_text("".join(f"define void @f{number}() {{ ret void }}\n" for number in range(3000)) + "@g = wrong\n")
    names = [str(text), str(tmp_path / "missing.ll")]
    program = COPIES.format(stream=stream, words=", ".join(map(repr, names)))
    process = subprocess.run([sys.executable, "-c", program], stderr=subprocess.PIPE, text=True, check=False)
    assert process.returncode == 1
    lines = [line for line in process.stderr.splitlines() if ": error: " in line]
    assert [line.split(": ")[1].partition(".ll")[0] + ".ll" for line in lines] == names


def test_others_are_worked_on_while_the_first_takes_long(tmp_path: Path) -> None:
    """As many as may run, up to a bound for what waits for its turn; each tick says how many have ended, and what has not."""
    go_on = tmp_path / "go on"

    def work(number: int) -> int:
        while number == 0 and not go_on.exists():
            time.sleep(0.01)
        return number

    ticks: list[tuple[int, int]] = []

    def tick(ended: int, first: int) -> None:
        ticks.append((ended, first))
        if ended == 9 or len(ticks) > 1000:
            go_on.touch()

    assert list(jobs.results(10, 2, work, tick)) == list(range(10))
    assert (9, 0) in ticks
    assert {first for ended, first in ticks if ended < 9} == {0}


STREAMS = """
import os, signal, sys
from pyllvm.processes import jobs, pool
from pyllvm.terminal import interrupts, streams

{change}
sys.stdout.write("before" + os.linesep)  # it is not written twice

def work(number):
    os.write(1, b"one %d;" % number)
    print("two", number)
    print("error", number, file=sys.stderr, flush=True)
    if number == {lost}:
        sys.stdout.flush()
        os.kill(os.getpid(), signal.SIGKILL)
    return number

found = list(jobs.results(3, 3, work, lambda ended, first: None))
os.write(2, repr([one if isinstance(one, int) else one.reason for one in found]).encode())
"""


@pytest.mark.parametrize("lost", [-1, 1])
@pytest.mark.parametrize("change", ["", "sys.stdout, sys.stderr = (os.fdopen(os.dup(number), 'w') for number in (1, 2))"])
def test_what_is_printed_is_in_order(change: str, lost: int) -> None:
    """The output of a lost process is incomplete, and is dropped; its messages are kept."""
    program = STREAMS.format(change=change, lost=lost)
    process = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert process.stdout == "".join(["before\n", *[f"one {number};two {number}\n" for number in range(3) if number != lost]])
    results = ", ".join([repr("by signal 9") if number == lost else str(number) for number in range(3)])
    assert process.stderr == f"error 0\nerror 1\nerror 2\n[{results}]"


def test_one_file_for_output_and_messages_has_them_in_order(tmp_path: Path) -> None:
    program = STREAMS.format(change="sys.stdout.reconfigure(line_buffering=True)", lost=-1)
    with (tmp_path / "both").open("w+") as both:
        subprocess.run([sys.executable, "-c", program], stdout=both, stderr=both, check=True)
        both.seek(0)
        shown = "".join(f"one {number};two {number}\nerror {number}\n" for number in range(3))
        assert both.read() == f"before\n{shown}[0, 1, 2]"


def test_a_process_knows_of_the_terminal_behind_its_output(monkeypatch: pytest.MonkeyPatch) -> None:
    own = os.getpid()
    monkeypatch.setattr(os, "isatty", lambda descriptor: os.getpid() == own)
    monkeypatch.setattr(streams, "replacement", lambda descriptor: None)
    streams.led_to_a_terminal.clear()
    found = list(jobs.results(1, 1, lambda number: (streams.is_terminal(1), streams.is_terminal(2)), lambda ended, first: None))
    streams.led_to_a_terminal.clear()
    assert found == [(True, True)]


def test_work_that_is_not_needed_any_more_ends() -> None:
    found = jobs.results(3, 3, lambda number: time.sleep(20 * number), lambda ended, first: None)
    begun = time.monotonic()
    assert next(iter(found)) is None
    close = getattr(found, "close", None)
    assert close is not None
    close()
    assert time.monotonic() - begun < 10


WAITING = """
import os, time
from pathlib import Path
from pyllvm.processes import jobs
from pyllvm.terminal.files import OutputFile

first = os.getpid()

def work(number):
    while number == 0 and os.getppid() == first:
        time.sleep(0.01)
    output = OutputFile(f"out{number}")
    Path(f"begun{number}").touch()
    output.keep()

list(jobs.results(2, 2, work, lambda ended, first: None))
"""


def test_a_process_that_waits_for_its_turn_ends_without_the_first(tmp_path: Path) -> None:
    """It leaves no file behind, neither a whole one nor a part."""
    with subprocess.Popen([sys.executable, "-c", WAITING], cwd=tmp_path) as first:
        deadline = time.monotonic() + 20
        while not (tmp_path / "begun1").exists():
            assert time.monotonic() < deadline
            time.sleep(0.01)
        assert len(list(tmp_path.glob(".out1*"))) == 1
        first.kill()
        while list(tmp_path.glob(".out1*")):
            assert time.monotonic() < deadline
            time.sleep(0.01)
        assert not (tmp_path / "out1").exists()


def _ended_children() -> set[str]:
    """The processes that this one has started, that have ended, and that nobody has waited for."""
    found: set[str] = set()
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent = path.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()[:2]
        except (FileNotFoundError, ProcessLookupError):
            continue
        if state == "Z" and int(parent) == os.getpid():
            found.add(path.parent.name)
    return found


def test_nothing_is_left_behind(capfd: pytest.CaptureFixture[str]) -> None:
    """No descriptor, no process, and nothing to do when a signal ends this process."""
    folder = Path("/proc/self/fd")
    if not folder.exists():
        pytest.skip("no list of the open descriptors here")
    assert list(jobs.results(3, 2, lambda number: number, lambda ended, first: None)) == [0, 1, 2]
    before, cleanups, ended = len(list(folder.iterdir())), list(interrupts._cleanups), _ended_children()
    assert list(jobs.results(5, 3, lambda number: number, lambda ended, first: None)) == [0, 1, 2, 3, 4]
    found = jobs.results(5, 3, lambda number: number, lambda ended, first: None)
    assert next(iter(found)) == 0
    assert pool._stop_all in interrupts._cleanups
    close = getattr(found, "close", None)
    assert close is not None
    close()
    assert len(list(folder.iterdir())) == before
    assert list(interrupts._cleanups) == cleanups
    assert _ended_children() == ended
    assert capfd.readouterr() == ("", "")


def test_what_no_input_explains_has_its_traceback(capfd: pytest.CaptureFixture[str]) -> None:
    def work(number: int) -> int:
        raise SystemExit(7)

    (lost,) = jobs.results(1, 1, work, lambda ended, first: None)
    assert isinstance(lost, jobs.LostProcess)
    assert lost.reason == "with status 1"
    assert "SystemExit: 7" in capfd.readouterr().err

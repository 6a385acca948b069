"""How a command runs and ends: version, help, broken pipes, imports, the group."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import pyllvm as library
import side_by_side
from pyllvm import versions
from pyllvm.cli import tool
from pyllvm.cli.command import BROKEN_PIPE_STATUS, COMMANDS, INTERRUPTED_STATUS, LLVMCommand, command_named
from pyllvm.cli.options import flag
from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.terminal import messages


def command(callback: Callable[..., Any]) -> LLVMCommand:
    class Options:
        x: bool = flag("x", "An x")

    return LLVMCommand("test", Options, callback, "a test")


def test_version_says_what_is_running(pyllvm: Callable[..., Any]) -> None:
    outcome = pyllvm("--version")
    kind = "compiled" if tool.is_compiled() else "plain Python"
    assert outcome.status == 0
    lines = outcome.output.decode().splitlines()
    assert ("C compiler" in " ".join(lines[4:])) is not tool.is_compiled()
    assert lines[:3] == [
        f"pyllvm {versions.__version__} ({kind})",
        f"  LLVM version {versions.RELEASES[versions.NEWEST]}",
        f"  LLVM versions: {versions.range_text()}",
    ]


def test_the_group_lists_its_commands(pyllvm: Callable[..., Any]) -> None:
    outcome = pyllvm("--help")
    assert outcome.status == 0
    for name, (_, summary) in COMMANDS.items():
        assert f"{name} " in outcome.output.decode()
        assert summary in outcome.output.decode()


@pytest.mark.parametrize("word", ["frobnicate", "--frobnicate"])
def test_unknown_words(pyllvm: Callable[..., Any], word: str) -> None:
    outcome = pyllvm(word)
    assert outcome.status == 1
    assert f"'{word}'.  Try: 'pyllvm --help'" in outcome.errors
    assert "Did you mean" not in outcome.errors


@pytest.mark.parametrize(
    ("word", "command"), [("dsi", "dis"), ("varify", "verify"), ("bcanalyser", "bcanalyzer"), ("lik", "link")]
)
def test_a_command_with_a_typing_error_is_suggested(pyllvm: Callable[..., Any], word: str, command: str) -> None:
    outcome = pyllvm(word, "x.bc")
    assert outcome.status == 1
    assert f"Did you mean 'pyllvm {command}'?" in outcome.errors


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_commands_explain_themselves(pyllvm: Callable[..., Any], name: str) -> None:
    outcome = pyllvm(name, "--help")
    assert outcome.status == 0
    assert "EXIT STATUS" in outcome.output.decode()
    assert "EXAMPLES" in outcome.output.decode()
    assert pyllvm(name, "--version").output.startswith(f"pyllvm-{name} ".encode())


@pytest.mark.parametrize("name", sorted(set(COMMANDS) - {"lsp"}))
def test_missing_inputs(pyllvm: Callable[..., Any], name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["no such file"] * (2 if name == "diff" else 1)
    if name == "reduce":
        words = ["--run=true", *words]
    outcome = pyllvm(name, *words)
    assert outcome.status == (2 if name in ("diff", "verify") else 1)
    if name == "link":  # as llvm-link says it
        assert outcome.errors == "pyllvm-link: No such file or directory: 'no such file'\n"
    elif name == "dis":  # as llvm-dis prints it
        assert outcome.errors == "error: no such file: No such file or directory\n"
    else:
        assert outcome.errors.startswith(f"pyllvm-{name}: no such file: error: ")
        assert outcome.errors.endswith("No such file or directory\n")
    assert outcome.output == b""


def test_errors_end_in_status_one(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    def fail(options: object) -> None:
        raise PyllvmError(Diagnostic("error", "bad \udcff"))

    assert tool.invoke(command(fail), []) == 1
    assert capfdbinary.readouterr().err == b"pyllvm-test: error: bad \xff\n"


def test_usage_errors(capfd: pytest.CaptureFixture[str]) -> None:
    assert tool.invoke(command(lambda options: 0), ["-y"]) == 1
    assert capfd.readouterr().err.startswith("pyllvm-test: Unknown command line argument '-y'.")


def test_statuses_pass_through() -> None:
    assert tool.invoke(command(lambda options: 3), []) == 3
    assert tool.invoke(command(lambda options: None), []) == 0


def test_a_broken_pipe_ends_quietly() -> None:
    read_end, write_end = os.pipe()
    os.close(read_end)
    script = (
        "from pyllvm.cli import program\n"
        "from pyllvm.terminal.files import write_output\n"
        "from pyllvm.cli.command import LLVMCommand\n"
        "program.run(LLVMCommand('test', object, lambda options: write_output('-', b'x' * 100_000), 'a test'), [])\n"
    )
    process = subprocess.run([sys.executable, "-c", script], stdout=write_end, stderr=subprocess.PIPE)
    os.close(write_end)
    assert process.stderr == b""
    assert process.returncode == BROKEN_PIPE_STATUS


@pytest.mark.parametrize(("color", "variable", "expected"), [("always", "1", True), ("never", "", False), ("auto", "", False)])
def test_color(monkeypatch: pytest.MonkeyPatch, color: str, variable: str, expected: bool) -> None:
    monkeypatch.setenv("NO_COLOR", variable)
    reader, writer = os.pipe()
    assert messages.wants_color(color, writer) is expected
    os.close(reader)
    os.close(writer)


def test_no_color_and_dumb_terminals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    main, terminal = os.openpty()
    assert messages.wants_color("auto", terminal)
    monkeypatch.setenv("NO_COLOR", "1")
    assert not messages.wants_color("auto", terminal)
    monkeypatch.setenv("NO_COLOR", "")
    monkeypatch.setenv("TERM", "dumb")
    assert not messages.wants_color("auto", terminal)
    os.close(main)
    os.close(terminal)


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_a_command_imports_only_what_it_needs(name: str) -> None:
    script = (
        "import sys, atexit, os\n"
        f"from {COMMANDS[name][0]} import command\n"
        "from pyllvm.cli import tool\n"
        "tool.invoke(command, ['no such file'])\n"
        f"others = {[module for other, (module, _) in COMMANDS.items() if other != name]!r}\n"
        "print([m for m in ('rich', 'lark', 'pygments', 'json', *others) if m in sys.modules])\n"
    )
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert result.stdout == "[]\n"


def run_in_shell(words: str, streams: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run pyllvm by the shell, which can close streams."""
    script = f'"{sys.executable}" -m pyllvm {words} {streams}'
    environment = {**os.environ, "NO_COLOR": "1", "PYTHONPATH": str(Path(versions.__file__).parents[1])}
    # With a version named, no note about a guessed one follows.
    environment["PYLLVM_LLVM_VERSION"] = "19"
    return subprocess.run(["sh", "-c", script], cwd=folder, capture_output=True, text=True, env=environment, timeout=300)


@pytest.fixture
def module(tmp_path: Path) -> Path:
    (tmp_path / "a.ll").write_text("define void @f() {\n  ret void\n}\n")
    return tmp_path


READERS = ["as -o x -", "bcanalyzer -", "dis -o x -", "link -o x -", "verify -"]
WRITERS = ["as -f -o - a.ll", "link -S -o - a.ll", "link -o x --explain f a.ll", "as --help", "verify --version", "--help"]
WRITERS += ["--version"]


@pytest.mark.parametrize("words", READERS)
def test_standard_input_is_closed(module: Path, words: str) -> None:
    outcome = run_in_shell(words, "<&-", module)
    assert outcome.returncode == (2 if words.startswith("verify") else 1)
    assert outcome.stderr.count("\n") == 1
    assert outcome.stderr.endswith("Bad file descriptor\n")


@pytest.mark.parametrize("words", WRITERS)
@pytest.mark.parametrize(("streams", "message"), [(">&-", "Bad file descriptor"), (">/dev/full", "No space left on device")])
def test_standard_output_takes_nothing(module: Path, words: str, streams: str, message: str) -> None:
    outcome = run_in_shell(words, streams, module)
    assert outcome.returncode == (2 if words.startswith("verify") else 1)
    assert outcome.stderr.count("\n") == 1
    assert outcome.stderr.endswith(f"error: -: {message}\n")


OUTPUTS = [
    "llvm-dis -o - a.bc",
    "llvm-bcanalyzer a.bc",
    "llvm-bcanalyzer -dump a.bc",
    "llvm-bcanalyzer -identify a.bc",
    "llvm-bcanalyzer -json a.bc",
    "opt -S a.bc",
    "opt -passes=verify a.bc",
    *(f"{name} {option}" for name in side_by_side.COMMANDS for option in ("--help", "--version")),
]


@pytest.mark.parametrize("words", OUTPUTS)
@pytest.mark.parametrize(("stdout", "message"), [("-", "Bad file descriptor"), ("/dev/full", "No space left on device")])
def test_every_output_can_fail(tmp_path: Path, words: str, stdout: str, message: str) -> None:
    library.write(library.parse_assembly("define void @f() {\n  ret void\n}\n", llvm_version=19), tmp_path / "a.bc")
    result = side_by_side.run_ours(side_by_side.read_line(f"{words} > {stdout}"), tmp_path)
    assert result.status == (2 if words.startswith("opt") else 1)
    assert result.stderr.count("\n") == 1
    assert result.stderr.endswith(f"error: -: {message}\n")
    assert list(result.files) == ["a.bc"]


STATUSES = {
    "llvm-as a.ll": 0,
    "llvm-as missing.ll": 1,
    "llvm-bcanalyzer a.bc": 0,
    "llvm-bcanalyzer a.ll": 1,
    "llvm-dis a.bc": 0,
    "llvm-dis --frobnicate a.bc": 1,
    "llvm-link a.bc -o x.bc": 0,
    "llvm-link a.bc a.bc -o x.bc": 1,
    "llvm-nm a.bc": 0,
    "llvm-nm missing.bc": 1,
    "opt a.bc": 0,
    "opt invalid.bc": 1,
    "opt --frobnicate": 2,
    "pyllvm-diff a.bc a.bc": 0,
    "pyllvm-diff a.bc invalid.bc": 1,
    "pyllvm-diff a.bc": 2,
    "pyllvm-extract -func=f a.bc -o x.bc": 0,
    "pyllvm-extract -func=nobody a.bc -o x.bc": 1,
    "pyllvm-graph a.bc": 0,
    "pyllvm-graph missing.bc": 1,
    "pyllvm-lsp --version": 0,
    "pyllvm-lsp a.ll": 1,
    "pyllvm-opt a.bc -o x.bc": 0,
    "pyllvm-opt missing.bc": 1,
    "pyllvm-reduce --print-delta-passes": 0,
    "pyllvm-reduce --run=true missing.bc": 1,
    "pyllvm-stat a.bc": 0,
    "pyllvm-stat missing.bc": 1,
    "pyllvm-strip a.bc -o x.bc": 0,
    "pyllvm-strip missing.bc -o x.bc": 1,
}


def test_exit_statuses_are_those_that_are_documented(tmp_path: Path) -> None:
    library.write(library.parse_assembly("define i32 @f() {\n  ret i32 0\n}\n", llvm_version=19), tmp_path / "a.bc")
    (tmp_path / "a.ll").write_text("define void @f() {\n  ret void\n}\n")
    text = "define i32 @f() {\n  %y = add i32 %x, 1\n  %x = add i32 1, 1\n  ret i32 %y\n}\n"
    library.write(library.parse_assembly(text, llvm_version=19), tmp_path / "invalid.bc")
    found: dict[str, set[int]] = {name: {BROKEN_PIPE_STATUS, INTERRUPTED_STATUS} for name in COMMANDS}
    for words, expected in STATUSES.items():
        line = side_by_side.read_line(words)
        assert side_by_side.run_ours(line, tmp_path).status == expected
        found[side_by_side.command_of(line.tool)].add(expected)
    for name, statuses in found.items():
        assert {status for status, _ in command_named(name).exit_statuses} == statuses


def test_an_interrupt_ends_quietly(capfd: pytest.CaptureFixture[str]) -> None:
    def interrupt(options: object) -> None:
        raise KeyboardInterrupt

    assert tool.invoke(command(interrupt), []) == INTERRUPTED_STATUS
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_scripts_find_the_llvm_version(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    llvms_name = next((llvms for llvms, ours in side_by_side.COMMANDS.items() if ours == name), f"pyllvm-{name}")
    for version, expected in (("", versions.NEWEST), ("14", 14)):
        monkeypatch.setenv("PYLLVM_LLVM_VERSION", version)
        result = side_by_side.run_ours(side_by_side.read_line(f"{llvms_name} --version"), tmp_path)
        # What configure scripts look for.
        found = re.search(rb"LLVM version (\d+\.\d+\.\d+)", result.stdout)
        assert found is not None
        assert found[1].decode() == versions.RELEASES[expected]


@pytest.mark.parametrize("words", ["as -o x a.ll", "verify a.ll", "link -o x a.ll"])
def test_streams_that_are_not_needed(module: Path, words: str) -> None:
    outcome = run_in_shell(words, "<&- >&- 2>&-", module)
    assert outcome.returncode == 0
    # What is written has not got the number, and the text, of a stream.
    assert words.startswith("verify") or (module / "x").read_bytes().startswith(b"BC")


@pytest.mark.parametrize("words", ["as none.ll", "dis --frobnicate", "verify none.ll", "frobnicate"])
def test_standard_error_is_closed(module: Path, words: str) -> None:
    outcome = run_in_shell(words, "2>&-", module)
    assert (outcome.returncode, outcome.stdout) == (2 if words.startswith("verify") else 1, "")


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({"FORCE_COLOR": "1"}, True),
        ({"CLICOLOR_FORCE": "1"}, True),
        ({"CLICOLOR_FORCE": "0"}, False),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        ({}, False),
    ],
)
def test_variables_that_force_color_in_a_pipe(monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], expected: bool) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "CLICOLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, setting in variables.items():
        monkeypatch.setenv(name, setting)
    reader, writer = os.pipe()
    assert messages.wants_color("auto", writer) is expected
    os.close(reader)
    os.close(writer)


SYNTAX_ERROR = b"define void @f() {\n  rett void\n}\n"
LLVMS_LINES = "pyllvm-as: <stdin>:2:3: error: expected instruction opcode\n  rett void\n  ^\n"


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ("text", LLVMS_LINES + "<stdin>:2:3: help: a function returns with 'ret': write 'ret void'\n"),
        ("llvm", LLVMS_LINES),
        (
            "drawn",
            "pyllvm-as: <stdin>:2:3: error: expected instruction opcode [syntax/expected-instruction]\n"
            "    2 |   rett void\n      |   ^~~~\n"
            "  help: a function returns with 'ret'\n    2 |   ret void\n      |   ~~~\n",
        ),
    ],
)
def test_forms_of_diagnostics(pyllvm: Callable[..., Any], form: str, expected: str) -> None:
    assert pyllvm("as", "-o", "-", "--diagnostics-format", form, "-", stdin=SYNTAX_ERROR).errors == expected
    assert pyllvm("as", "-o", "-", "-", stdin=SYNTAX_ERROR, environment={"PYLLVM_DIAGNOSTICS": form}).errors == expected


def test_color_does_not_change_the_form(pyllvm: Callable[..., Any]) -> None:
    colored = pyllvm("as", "-o", "-", "--color", "-", stdin=SYNTAX_ERROR).errors
    assert "\x1b[1;31merror: \x1b[0mexpected instruction opcode\n  rett void\n  ^\n" in colored
    assert "\x1b" not in pyllvm("as", "-o", "-", "--diagnostics-format=drawn", "-", stdin=SYNTAX_ERROR).errors


def test_an_unknown_form_of_diagnostics(pyllvm: Callable[..., Any], data: Path) -> None:
    outcome = pyllvm("dis", "-o", "-", data / "sample.bc", environment={"PYLLVM_DIAGNOSTICS": "fancy"})
    assert (outcome.status, outcome.output) == (1, b"")
    message = "'fancy' is not a form of diagnostics (text, llvm, drawn, json, sarif, github)"
    assert outcome.errors == f"pyllvm-dis: $PYLLVM_DIAGNOSTICS: {message}\n"


def test_the_producer_of_what_is_written(pyllvm: Callable[..., Any], data: Path) -> None:
    for words, environment in ((["--producer", "LLVM19.1.7"], {}), ([], {"PYLLVM_PRODUCER": "LLVM19.1.7"})):
        for command, name in (("as", "sample.ll"), ("link", "sample.bc")):
            written = pyllvm(command, *words, "--llvm-version=19", "-o", "-", data / name, environment=environment).output
            identity = pyllvm("bcanalyzer", "--identify", "-", stdin=written).output
            assert b"producer LLVM19.1.7," in identity


@pytest.mark.parametrize("command", ["as", "verify", "link", "diff"])
def test_llvms_lines_alone_are_one_error_in_a_text(pyllvm: Callable[..., Any], tmp_path: Path, command: str) -> None:
    text = tmp_path / "bad.ll"
    text.write_text("define void @f() {\n  store foo\n  store bar\n  ret void\n}\n")
    words = [command, text, *([text] if command == "diff" else [])]
    counts = [pyllvm(*words, f"--diagnostics-format={form}").errors.count(": error: expected type") for form in ("text", "llvm")]
    assert counts == [2, 1]

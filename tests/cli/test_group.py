"""The click group of all tools, and programs that do without click."""

from __future__ import annotations

import io
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from pyllvm.cli import tool
from pyllvm.cli.click_command import ToolCommand
from pyllvm.cli.click_parameters import ToolError, ToolUsageError
from pyllvm.cli.command import COMMANDS, LLVMCommand, command_named
from pyllvm.cli.group import group, invoke_group
from pyllvm.cli.option_values import UsageError
from pyllvm.cli.options import choice, flag, inputs, number, one_input, value, values
from pyllvm.cli.shared_options import Options
from pyllvm.diagnostics import PyllvmError
from pyllvm.versions import NEXT
from rows import each_row

TEXT = "define void @f() {\n  ret void\n}\n"


@pytest.fixture
def text(tmp_path: Path) -> Path:
    path = tmp_path / "f.ll"
    path.write_text(TEXT)
    return path


# --- the group as click sees it ----------------------------------------------------------------------------------------------


def test_every_tool_is_a_click_command() -> None:
    context = click.Context(group)
    assert group.list_commands(context) == sorted(COMMANDS)
    for name in COMMANDS:
        command = group.get_command(context, name)
        assert isinstance(command, click.Command)
        assert command.command is command_named(name)
        assert command.get_short_help_str() == COMMANDS[name][1]
    assert group.get_command(context, "cat") is None


@each_row("name", sorted(COMMANDS))
def test_click_has_every_option(name: str) -> None:
    tool_command = ToolCommand(command_named(name))
    words = {word: parameter for parameter in tool_command.params for word in parameter.opts}
    for option in command_named(name).options:
        for spelled in option.spelled:
            parameter = words[spelled]
            assert isinstance(parameter, click.Option)
            assert parameter.name == option.name
            assert parameter.is_flag == option.is_flag
            assert parameter.multiple == option.value.is_multiple
            if option.value.choices:
                assert isinstance(parameter.type, click.Choice)
                assert tuple(parameter.type.choices) == option.value.choices


def defaults_of(name: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The values without any word except an input: of the program, and of click."""
    from pyllvm.cli.arguments import parse_arguments

    command = command_named(name)
    words = [] if command.positional is None else ["x", "y"] if command.positional.several else ["x"]
    context = ToolCommand(command).make_context(name, words)
    own = dict(vars(parse_arguments(command, words)))
    return own, {key: list(entry) if isinstance(entry, tuple) else entry for key, entry in context.params.items()}


@each_row("name", sorted(COMMANDS))
def test_the_defaults_are_the_same(name: str) -> None:
    own, of_click = defaults_of(name)
    assert own == of_click


# --- parsing -----------------------------------------------------------------------------------------------------------------


class NoInput:
    llvm_version: str | None = vars(Options)["llvm_version"]
    dump: bool = flag("dump", "Dump")
    order: bool = flag("order", "Keep the order", default=True)
    text: bool = flag("S", "Text")
    output: str | None = value("o", "filename", "Output")
    passes: list[str] = values("pass", "name", "Passes")
    jobs: int = number(["j", "jobs"], "N", "Jobs", default=1)
    form: str = choice(["form", "F"], ("text", "json"), "Form", default="text")


class Several(NoInput):
    files: list[str] = inputs("input")


class Required(NoInput):
    files: list[str] = inputs("input", least=1)


class One(NoInput):
    file: str = one_input("input")


def example(callback: Any = None, table: type[NoInput] = Several) -> ToolCommand:
    return ToolCommand(LLVMCommand("tool", table, callback or (lambda options: 0), "a tool"))


def parsed(*words: str) -> dict[str, Any]:
    return example().make_context("tool", list(words)).params


@each_row(
    ("words", "name", "expected"),
    [
        (["-dump"], "dump", True),
        (["--dump=1"], "dump", True),
        (["-order=false"], "order", False),
        (["-j4"], "jobs", 4),
        (["--jobs", "0x10"], "jobs", 16),
        (["-Fjson"], "form", "json"),
        (["-So", "x"], "output", "x"),
        (["--o=x", "-o", "y"], "output", "y"),
        (["-pass=a", "--pass", "b"], "passes", ("a", "b")),
        (["a", "-dump", "b"], "files", ("a", "b")),
        ([], "files", ("-",)),
        (["--", "-dump"], "files", ("-dump",)),
        ([], "form", "text"),
        ([], "output", None),
        ([], "passes", ()),
    ],
)
def test_parameters_take_words_of_llvm(words: list[str], name: str, expected: object) -> None:
    assert parsed(*words)[name] == expected


def test_the_context_knows_where_a_value_is_from(monkeypatch: pytest.MonkeyPatch) -> None:
    context = example().make_context("tool", ["-j4"], auto_envvar_prefix="APP", default_map={"form": "json"})
    source = context.get_parameter_source
    assert source("jobs") is click.core.ParameterSource.COMMANDLINE
    assert source("output") is click.core.ParameterSource.DEFAULT
    assert context.params["form"] == "json"
    monkeypatch.setenv("APP_JOBS", "many")
    with pytest.raises(ToolUsageError, match="'many' value invalid"):
        example().make_context("tool", [], auto_envvar_prefix="APP")


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        (["-j=many"], ["for the -j option: 'many' value invalid for uint argument!"]),
        (["-j=many", "-j=2"], ["for the -j option: 'many' value invalid for uint argument!"]),
        (["--form=xml"], ["for the --form option: Cannot find option named 'xml'!", "The words are text, json"]),
        (["--form="], ["for the --form option: Cannot find option named ''!", "The words are text, json"]),
        (["-dump=maybe"], ["for the --dump option: 'maybe' is invalid value for boolean argument! Try 0 or 1"]),
        (["-dunp"], ["Unknown command line argument '-dunp'.  Try: 'pyllvm-tool --help'", "Did you mean '--dump'?"]),
        (["-j=x", "-o"], ["for the -j option: 'x' value invalid for uint argument!", "for the -o option: requires a value!"]),
    ],
)
def test_usage_errors(words: list[str], lines: list[str]) -> None:
    with pytest.raises(click.UsageError) as caught:
        example().make_context("tool", words)
    assert isinstance(caught.value, ToolUsageError)
    assert (list(caught.value.lines), caught.value.exit_code) == (lines, 1)
    assert caught.value.ctx is not None


def test_the_number_of_inputs() -> None:
    with pytest.raises(click.UsageError, match="Not enough positional"):
        example(table=Required).make_context("tool", [])
    with pytest.raises(click.UsageError, match="Too many positional"):
        example(table=One).make_context("tool", ["a", "b"])
    assert example(table=One).make_context("tool", []).params["file"] == "-"


def test_another_command_calls_a_tool() -> None:
    """`ctx.invoke` fills in the defaults."""
    seen: dict[str, Any] = {}
    inner = example(lambda options: seen.update(vars(options)))

    @click.command()
    @click.pass_context
    def outer(ctx: click.Context) -> None:
        ctx.invoke(inner, dump=True)

    assert CliRunner().invoke(outer, []).exit_code == 0
    assert seen == {
        "dump": True, "order": True, "text": False, "output": None, "passes": [], "jobs": 1, "form": "text",
        "llvm_version": None, "files": ["-"],
    }  # fmt: skip


# --- running -----------------------------------------------------------------------------------------------------------------


def test_a_runner_runs_the_group(text: Path, tmp_path: Path) -> None:
    runner = CliRunner()
    result = runner.invoke(group, ["as", "--llvm-version=19", str(text), "-o", "-", "-f"])
    assert (result.exit_code, result.exception) == (0, None)
    assert result.stdout_bytes.startswith(b"BC\xc0\xde")
    shown = runner.invoke(group, ["dis", "-o", "-"], input=result.stdout_bytes)
    assert shown.exit_code == 0
    assert "define void @f() {\n  ret void\n}" in shown.stdout
    assert runner.invoke(group, ["nm", str(text)]).stdout == "-------- T f\n"
    assert runner.invoke(group, ["nm", "-j2", str(text)]).exit_code == 1


def test_a_runner_gets_errors() -> None:
    runner = CliRunner()
    result = runner.invoke(group, ["verify"], input="define void @f() {\n}\n")
    assert result.exit_code == 2
    assert "<stdin>:2:1: error: function body requires" in result.output
    result = runner.invoke(group, ["dis", "--llvm-version=x"], input=b"")
    assert result.exit_code == 1
    assert result.output == f"pyllvm-dis: --llvm-version: 'x' is not an LLVM version; known versions are 7 to {NEXT}\n"
    result = runner.invoke(group, ["dsi"])
    assert (result.exit_code, result.output.splitlines()[1]) == (1, "pyllvm: Did you mean 'pyllvm dis'?")
    assert runner.invoke(group, ["dis", "--help"]).output.startswith("OVERVIEW: LLVM .bc -> .ll disassembler\n")
    assert runner.invoke(group, ["dis", "--version"]).output.startswith("pyllvm-dis ")


def test_a_stream_of_text_takes_the_output(text: Path) -> None:
    stream = io.StringIO()
    with redirect_stdout(stream):
        assert group.main(["nm", "-j", str(text)], standalone_mode=False) == 0
    assert stream.getvalue() == "f\n"


def test_an_application_adds_the_tools_to_its_own(text: Path, tmp_path: Path) -> None:
    @click.group()
    def application() -> None:
        """A compiler, say."""

    application.add_command(group)
    target = tmp_path / "f.bc"
    words = ["pyllvm", "as", "--llvm-version=19", str(text), "-o", str(target)]
    assert CliRunner().invoke(application, words).exit_code == 0
    assert target.read_bytes().startswith(b"BC\xc0\xde")
    words[-3] = str(tmp_path / "missing.ll")
    assert CliRunner().invoke(application, words).exit_code == 1
    shown = CliRunner().invoke(application, ["pyllvm", "as", "-h"], prog_name="app").output
    assert "USAGE: app pyllvm as [options]" in shown


def test_an_application_handles_errors_itself(text: Path) -> None:
    """With `standalone_mode=False`, as with any click command: errors are exceptions, and a status is returned."""
    assert group.main(["as", "-disable-output", str(text)], standalone_mode=False) == 0
    with pytest.raises(click.UsageError) as usage:
        group.main(["as", "--frobnicate"], standalone_mode=False)
    assert "Unknown command line argument '--frobnicate'" in usage.value.format_message()
    with pytest.raises(click.UsageError) as bare:
        group.main(["as", "-o", "x", "a.ll", "b.ll"], standalone_mode=False)
    assert bare.value.format_message() == "error: output file name cannot be set for multiple input files"
    with pytest.raises(click.UsageError):
        group.main(["frobnicate"], standalone_mode=False)


@pytest.mark.parametrize(
    ("error", "kind", "message"),
    [
        (PyllvmError("a fault"), ToolError, "a fault"),
        (UsageError("a word", "another"), ToolUsageError, "a word\nanother"),
        (RecursionError(), ToolError, "the input is nested too deeply"),
    ],
)
def test_errors_of_a_tool_are_errors_of_click(
    error: Exception, kind: type[click.ClickException], message: str, capfd: pytest.CaptureFixture[str]
) -> None:
    def fail(options: object) -> int:
        raise error

    with pytest.raises(kind) as caught:
        example(fail).main([], standalone_mode=False)
    assert (caught.value.format_message(), caught.value.exit_code) == (message, 1)
    assert not isinstance(error, PyllvmError) or caught.value.__cause__ is error
    caught.value.show()
    assert "pyllvm-tool: " in capfd.readouterr().err


def test_other_exceptions_pass() -> None:
    """They are the application's to handle: an interrupt, a lack of memory, a bug."""
    for error in (KeyboardInterrupt(), MemoryError(), ZeroDivisionError()):

        def fail(options: object, error: BaseException = error) -> int:
            raise error

        expected = click.Abort if isinstance(error, KeyboardInterrupt) else type(error)
        with pytest.raises(expected):
            example(fail).main([], standalone_mode=False)


def test_statuses() -> None:
    assert example(lambda options: 3).main([], standalone_mode=False) == 3
    assert example(lambda options: None).main([], standalone_mode=False) == 0
    with pytest.raises(SystemExit) as ended:
        example(lambda options: 3).main([])
    assert ended.value.code == 3


def test_the_object_of_the_application() -> None:
    """A tool finds the object that an application keeps in `ctx.obj`."""
    seen: list[object] = []
    inner = example(lambda options: seen.append(click.get_current_context().obj))

    @click.group()
    @click.pass_context
    def application(ctx: click.Context) -> None:
        ctx.obj = {"settings": 1}

    application.add_command(inner)
    application.add_command(group)
    assert CliRunner().invoke(application, ["tool"]).exit_code == 0
    assert seen == [{"settings": 1}]


def test_a_result_callback_gets_the_result(text: Path) -> None:
    results: list[object] = []

    @click.group()
    def application() -> None:
        """A compiler, say."""

    application.add_command(group)
    application.result_callback()(lambda result: results.append(result))
    assert CliRunner().invoke(application, ["pyllvm", "as", "-disable-output", str(text)]).exit_code == 0
    assert results == [0]


@pytest.mark.parametrize(("words", "status"), [(["--version"], 0), (["-help"], 0), ([], 1), (["cat"], 1), (["--cat"], 1)])
def test_words_that_name_no_tool(words: list[str], status: int, capfd: pytest.CaptureFixture[str]) -> None:
    assert invoke_group(words) == status
    written = capfd.readouterr()
    assert bool(written.out) == (status == 0)
    assert bool(written.err) == (status != 0)


# --- without click -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_a_program_of_its_own_does_without_click(name: str, tmp_path: Path) -> None:
    """It runs the same command; only its help and its completion need click."""
    words = [sys.executable, "-X", "importtime", "-m", COMMANDS[name][0], str(tmp_path / "missing")]
    imported = {line.split()[-1] for line in subprocess.run(words, capture_output=True, text=True).stderr.splitlines() if line}
    assert "pyllvm.cli.program" in imported
    assert not [module for module in imported if module == "click" or module.startswith("click.")]


LINES = [
    ["dis", "-version"], ["as", "{text}", "-o", "-", "-S"], ["as", "{text}", "-o", "{out}"], ["as"], ["link"], ["diff", "a"],
    ["as", "{text}", "-o", "-", "--", "more"], ["dis", "missing.bc"], ["dis", "--llvm-version=x", "{text}"], ["verify", "{text}"],
    ["verify", "-q", "-q", "missing.bc"], ["bcanalyzer", "{text}"], ["nm", "--format", "none"], ["nm", ""], ["link", "--", "-"],
    ["stat", "--Help", "{text}"], ["nm", "-X", "12", "--frob", "-A=x"], ["strip", "-p", "x", "--passes=y", "{text}"],
    ["verify", "-j=x", "-q=y", "-max-errors", "-1"], ["graph", "a", "b"], ["dis", "-o"], ["as", "-j2", "{text}", "missing.ll"],
]  # fmt: skip


@pytest.mark.parametrize("line", LINES, ids=" ".join)
def test_the_program_does_the_same(line: list[str], text: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "f.bc"
    words = [word.format(text=text, out=out) for word in line]
    status = invoke_group(words)
    expected = (status, capfd.readouterr(), out.exists() and out.read_bytes())
    out.unlink(missing_ok=True)
    status = tool.invoke(command_named(words[0]), words[1:])
    assert (status, capfd.readouterr(), out.exists() and out.read_bytes()) == expected

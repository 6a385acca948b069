"""Every option of LLVM's tools: it acts, has no effect, or is refused, as ``tests/data/options.txt`` has it."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from pyllvm.cli import arguments, tool
from pyllvm.cli.arguments import HelpRequested, VersionRequested, parse_arguments
from pyllvm.cli.command import command_named
from pyllvm.cli.option_values import UsageError
from side_by_side import COMMANDS, TERMINAL, Line, Result, copy_inputs, make_inputs, read_line, run_ours, run_real

DATA: Final = Path(__file__).parents[1] / "data"
VERSIONS: Final = (14, 19, 22)
DEFAULT_VERSION: Final = 19
_ROW: Final = re.compile(
    r"(?P<tool>[a-z-]+) -+(?P<name>\S+) +(?P<kind>\w+) +(?P<words>[^@#]*?)\s*(?:@(?P<version>\d+))?\s*(?:#.*)?"
)
# An option in a list of --help, but not a value of one.
_LISTED: Final = re.compile(r"^ +-{1,2}(?P<name>[A-Za-z0-9][\w.<>-]*)", re.MULTILINE)

# Tools that list all options only here.
_HELP: Final = {"llvm-nm": "--help"}


class Row(NamedTuple):
    """An option of a tool: what we do with it, and a command line with the option in braces."""

    tool: str
    name: str
    kind: str
    words: str
    version: int


def rows() -> list[Row]:
    """The rows of the table."""
    found = []
    for text in (DATA / "options.txt").read_text().splitlines():
        if text and not text.startswith("#"):
            row = _ROW.fullmatch(text)
            assert row is not None, text
            version = int(row["version"] or 0)
            found.append(Row(row["tool"], row["name"], row["kind"], row["words"], version))
    return found


ROWS: Final = rows()
TABLE: Final = {(row.tool, row.name): row for row in ROWS}


def with_and_without(row: Row, template: Path, folder: Path, run: Callable[..., Result]) -> tuple[Result, Result]:
    """What the command line of a row does, with the option and without it."""
    results = []
    for index, words in enumerate((row.words.replace("{", "").replace("}", ""), re.sub(r"\{.*\}", "", row.words))):
        copy_inputs(template, folder / str(index) / "in", row.words)
        line = read_line(f"{row.tool} {words}")
        if row.kind == "terminal":
            line.stdout = TERMINAL
        results.append(run(line, folder / str(index) / "in"))
    return results[0], results[1]


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of inputs, made by our own command."""
    folder = tmp_path_factory.mktemp("inputs") / str(DEFAULT_VERSION)
    command = command_named("as")

    def assemble(*words: object) -> None:
        assert tool.invoke(command, [f"--llvm-version={DEFAULT_VERSION}", *map(str, words)]) == 0

    make_inputs(folder, assemble)
    return folder


@pytest.mark.parametrize("row", ROWS, ids=[f"{row.tool} {row.name}" for row in ROWS])
def test_what_we_do(row: Row, inputs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "PYLLVM_DIAGNOSTICS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PYLLVM_LLVM_VERSION", str(row.version or DEFAULT_VERSION))
    command = command_named(COMMANDS[row.tool])
    done, plain = with_and_without(row, inputs, tmp_path, run_ours)
    assert "Traceback" not in done.stderr
    if row.kind == "refused":
        assert (done.status, done.stdout) == (command.failure_status, b"")
        assert done.stderr.startswith(f"{row.tool}: for the --{row.name} option: not supported; ")
    elif row.kind == "shows":
        assert (done.status, done.stderr) == (0, "")
        assert done.stdout.startswith((b"OVERVIEW: ", f"{command.program} ".encode()))
    elif row.kind == "nothing":
        assert done == plain
        option = next(option for option in command.options if row.name in option.names)
        assert "no effect" in (option.help or "")
    else:
        assert row.kind in ("acts", "ours", "terminal")
        assert done.differences(plain)
        assert "Unknown command line argument" not in done.stderr


@pytest.mark.oracle
@pytest.mark.parametrize("tool_name", COMMANDS)
@pytest.mark.parametrize("version", VERSIONS)
def test_every_option_is_in_the_table(
    version: int, tool_name: str, llvm_tool: Callable[[int, str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Without the search for a similar option: opt lists more than a thousand.
    monkeypatch.setattr(arguments, "edit_distance", lambda one, other: len(one))
    command = command_named(COMMANDS[tool_name])
    missing = []
    # It lists what --help lists, and more.
    help_option = _HELP.get(tool_name, "--help-hidden")
    listing = subprocess.run([llvm_tool(version, tool_name), help_option], check=True, capture_output=True, text=True).stdout
    names = set(_LISTED.findall(listing))
    assert {"help", "version", {"llvm-bcanalyzer": "dump"}.get(tool_name, "o")} <= names
    for name in sorted(names):
        if (tool_name, name) in TABLE:
            continue
        # Of opt, only what belongs to the verifier is in the table. The rest must not be taken for something else.
        with pytest.raises((UsageError, HelpRequested, VersionRequested)) as caught:
            parse_arguments(command, ["--" + name, "a.bc"])
        unknown = f"Unknown command line argument '--{name}'."
        is_unknown = isinstance(caught.value, UsageError) and any(line.startswith(unknown) for line in caught.value.lines)
        if tool_name != "opt" or not is_unknown:
            missing.append(name)
    assert missing == []


@pytest.mark.oracle
@pytest.mark.slow
@pytest.mark.parametrize("version", VERSIONS)
def test_what_llvm_does(
    version: int, llvm_tool: Callable[[int, str], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An option that acts here acts in LLVM if the tool has it, and one that does nothing does nothing there."""
    template = tmp_path / "template"
    make_inputs(template, partial(_checked, llvm_tool(version, "llvm-as")))
    # Many rows have the same command line but for the option.
    known: dict[str, Result] = {}

    def run(line: Line, folder: Path) -> Result:
        key = repr(line)
        if key not in known:
            known[key] = run_real(line, folder, Path(llvm_tool(version, line.tool)))
        return known[key]

    os.environ.pop("NO_COLOR", None)
    otherwise = []
    for number, row in enumerate(ROWS):
        if row.version not in (0, version) or row.kind in ("shows", "refused"):
            continue
        done, plain = with_and_without(row, template, tmp_path / str(number), run)
        if "Unknown command line argument" in done.stderr or "new pass manager" in done.stderr:
            continue
        if bool(done.differences(plain)) != (row.kind in ("acts", "terminal")):
            otherwise.append((row, done.differences(plain), done.status, done.stderr, plain.status, plain.stderr))
    assert otherwise == []


def _checked(*words: object) -> None:
    subprocess.run([str(word) for word in words], check=True)

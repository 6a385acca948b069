"""Commands, as data: the table of options, the function that gets their values, what the manual says; and a row for each."""

from __future__ import annotations

import importlib
import os
import sys

import pyllvm
from pyllvm.cli.options import DIAGNOSTICS_GROUP, LLVMS_GROUP, OUTPUT_GROUP, VERSIONS_GROUP, Inputs, LLVMOption
from pyllvm.notation import TYPE_CHECKING, Callable, Final, Mapping, Sequence, final

if TYPE_CHECKING:
    from typing import TypeVar

    Values = TypeVar("Values")


# The exit status of LLVM's tools when the reader of their output has gone (EX_IOERR).
BROKEN_PIPE_STATUS: Final = 74
# The exit status that shells report for a process that SIGINT ended.
INTERRUPTED_STATUS: Final = 130
_EXIT_STATUSES: Final = (
    (0, "the command succeeded"),
    (1, "an input, an output or the command line is wrong; standard error has the message"),
)
_STATUSES_OF_ALL: Final = (
    (BROKEN_PIPE_STATUS, "the program that read the output ended first"),
    (INTERRUPTED_STATUS, "the command was interrupted"),
)
# A new command is a row here, its module, a console script in pyproject.toml, a man page and completions.
COMMANDS: Final[dict[str, tuple[str, str]]] = {
    "as": ("pyllvm.cli.as_", "Assemble text into bitcode"),
    "bcanalyzer": ("pyllvm.cli.bcanalyzer", "Analyse and dump a bitstream"),
    "diff": ("pyllvm.cli.diff", "Show what changed between two modules"),
    "dis": ("pyllvm.cli.dis", "Disassemble bitcode into text"),
    "extract": ("pyllvm.cli.extract", "Make a module from part of another"),
    "graph": ("pyllvm.cli.graph", "Draw control flow, dominators and calls"),
    "link": ("pyllvm.cli.link", "Join modules into one"),
    "lsp": ("pyllvm.cli.lsp", "Serve an editor: errors, hover texts, renaming"),
    "nm": ("pyllvm.cli.nm", "List the symbols of modules"),
    "opt": ("pyllvm.cli.opt", "Run passes, such as mem2reg, over a module"),
    "reduce": ("pyllvm.cli.reduce", "Make the smallest module that still shows a fault"),
    "stat": ("pyllvm.cli.stat", "Report what makes modules big"),
    "strip": ("pyllvm.cli.strip", "Remove names and debug information"),
    "verify": ("pyllvm.cli.verify", "Check text and bitcode against the rules"),
}


ABOUT_FILES: Final = "FILE"
GROUP_WORDS: Final[dict[str, tuple[str, str]]] = {
    ABOUT_FILES: ("FILE... | DIR...", "Say what a file is and what is in it, or which files in a folder have bitcode in them"),
    "help": ("help [COMMAND]", "Display the help of pyllvm, or of a command"),
    "explain": ("explain [RULE]", "Say what a message means, by its words or the name of its rule"),
    "completions": ("completions SHELL", "Print what completes commands in bash, fish or zsh"),
    "links": ("links [OPTIONS] DIR", "Make links with the names of LLVM's tools, such as llvm-dis, for a build"),
}
"""Words that ``pyllvm`` itself knows besides the commands: the usage of each, and a summary."""


@final
class Manual:
    """The part of a command's help and man page that its options do not say.

    `common` names the options that ``-h`` shows, in their order. The last of the exit statuses is the status if the command
    line is wrong, or the command cannot go on.
    """

    def __init__(
        self,
        description: str = "",
        examples: Sequence[tuple[str, str]] = (),
        common: Sequence[str] = (),
        exit_statuses: Sequence[tuple[int, str]] = _EXIT_STATUSES,
        llvms_failure_status: int | None = None,
        refused: Mapping[str, str] | None = None,
    ) -> None:
        self.description = description
        self.examples = tuple(examples)
        self.common = tuple(common)
        self.exit_statuses = tuple(exit_statuses)
        self.llvms_failure_status = llvms_failure_status
        """The `failure_status` under the name of LLVM's tool, if it is another one."""
        self.refused: Final[Mapping[str, str]] = refused or {}
        """Options of LLVM's tool that the command does not have, with the reason or what to do instead."""


@final
class LLVMCommand:
    """A command that reads its arguments as LLVM's tools do."""

    def __init__(
        self,
        name: str,
        table: type[Values],
        callback: Callable[[Values], object],
        overview: str,
        manual: Manual | None = None,
        program: str = "",
        load: Callable[[], None] | None = None,
    ) -> None:
        self.name: Final = name
        self.load: Final = load or load_text_and_bitcode
        """Imports what the work on an input needs, so that not each process has to do it."""
        self._program: Final = program or f"pyllvm-{name}"
        self.table: Final[type[object]] = table
        """The class with the rows of the options. An object of it gets their values."""
        self.callback: Callable[..., object] = callback
        self.overview: Final = overview
        self.options: Final[list[LLVMOption]] = []
        self.positional: Inputs | None = None
        for attribute, row in _rows(table).items():
            if isinstance(row, Inputs):
                self.positional = row
                row.name = attribute
            elif isinstance(row, LLVMOption):
                self.options.append(row)
                row.name = row.name or attribute
        self.manual: Final = manual or Manual()

    @property
    def program(self) -> str:
        """The name of the command's own program, ``pyllvm-dis``, or the name of LLVM's tool by which it was called."""
        return called_as(self.name) or self._program

    @property
    def exit_statuses(self) -> tuple[tuple[int, str], ...]:
        """The exit statuses with their meanings."""
        return (*self.manual.exit_statuses, *_STATUSES_OF_ALL)

    @property
    def failure_status(self) -> int:
        """The exit status if the command line is wrong or the command cannot go on."""
        if self.manual.llvms_failure_status is not None and called_as(self.name):
            return self.manual.llvms_failure_status
        return self.manual.exit_statuses[-1][0]

    def positional_usage(self) -> str:
        """How the help names the input files; empty if there are none."""
        if self.positional is None:
            return ""
        return f"[{self.positional.value_name}]{'...' if self.positional.several else ''}"

    def grouped(self, *, hidden: bool = False) -> list[tuple[str, list[LLVMOption]]]:
        """The options by their groups in the help: those that it hides, or those that it shows."""
        names = ("", OUTPUT_GROUP, VERSIONS_GROUP, DIAGNOSTICS_GROUP, LLVMS_GROUP)
        groups: dict[str, list[LLVMOption]] = {name: [] for name in names}
        for option in self.options:
            if option.hidden == hidden:
                groups[option.group].append(option)
        return [(name, options) for name, options in groups.items() if options]


def _rows(table: type[object]) -> dict[str, object]:
    """The rows of a table by their attributes: its own, which may replace others, and those that it shares."""
    names = [*_own_rows(table), *[name for base in table.__bases__ for name in _shared_rows(base)]]
    return {name: getattr(table, name) for name in names}


def _shared_rows(table: type[object]) -> list[str]:
    return [*[name for base in table.__bases__ for name in _shared_rows(base)], *_own_rows(table)]


def _own_rows(table: type[object]) -> list[str]:
    return [name for name, row in vars(table).items() if isinstance(row, (LLVMOption, Inputs))]


def load_text_and_bitcode() -> None:
    """Import what reads, verifies and writes modules, by doing so with a small one."""
    module = pyllvm.parse_assembly("define void @f() {\n  ret void\n}\n")
    pyllvm.verify(module)
    pyllvm.to_assembly(pyllvm.parse_bitcode(pyllvm.to_bitcode(module)))


def llvms_name(name: str) -> str:
    """The name of the tool of LLVM that a command replaces."""
    return "opt" if name == "opt" else f"llvm-{name}"


def called_as(name: str) -> str:
    """The name by which a command's program was called, if it is LLVM's (``llvm-dis``, ``llvm-dis-19``); else ""."""
    called = os.path.basename(sys.argv[0]).removesuffix(".exe") if sys.argv else ""
    own = "opt" if name == "verify" and called.startswith("opt") else llvms_name(name)
    version = called.removeprefix(own)
    return called if version != called and (not version or version.removeprefix("-").isdigit()) else ""


def command_named(name: str) -> LLVMCommand:
    """The command of a row of the table."""
    command = importlib.import_module(COMMANDS[name][0]).command
    assert isinstance(command, LLVMCommand)
    return command

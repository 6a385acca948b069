"""The commands, one row each: name, module, and the summary that ``pyllvm --help`` prints."""

from __future__ import annotations

import importlib

from pyllvm.cli.command import LLVMCommand
from pyllvm.notation import Final

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


def command_named(name: str) -> LLVMCommand:
    """The command of a row of the table."""
    command = importlib.import_module(COMMANDS[name][0]).command
    assert isinstance(command, LLVMCommand)
    return command

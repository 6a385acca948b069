"""The ``pyllvm`` command, whose first word is the name of a tool."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Final, final

from pyllvm.cli import tool
from pyllvm.cli.commands import COMMANDS
from pyllvm.cli.options import LLVMCommand


@final
class ToolGroup:
    """All commands. The module of one is imported only when the command is asked for."""

    def __init__(self, overview: str) -> None:
        self.overview = overview

    def help_text(self) -> str:
        """The whole of ``pyllvm --help``."""
        width = max(map(len, COMMANDS))
        rows = "".join(f"  {name:<{width}} - {summary}\n" for name, (_, summary) in sorted(COMMANDS.items()))
        return (
            f"OVERVIEW: {self.overview}\n\n"
            "USAGE: pyllvm COMMAND [options] [files]\n\n"
            f"COMMANDS:\n\n{rows}\n"
            "  Each command is also a program of its own (pyllvm-dis ...); its --help lists the options.\n\n"
            "OPTIONS:\n\n"
            "  --help    - Display this help\n"
            "  --version - Display the version, whether it is compiled, and the LLVM versions it knows\n\n"
            "EXIT STATUS:\n\n"
            "  0  the command succeeded\n"
            "  1  an input, an output or the command line is wrong; standard error has the message\n"
        )


group: Final = ToolGroup("LLVM IR without LLVM: bitcode and text of every LLVM version")


def command_named(name: str) -> LLVMCommand:
    """The command of a row of the table."""
    command = importlib.import_module(COMMANDS[name][0]).command
    assert isinstance(command, LLVMCommand)
    return command


def invoke_group(tools: ToolGroup, arguments: Sequence[str]) -> int:
    """Run the command that the arguments of ``pyllvm`` name, and return its exit status."""
    word = arguments[0] if arguments else ""
    if word in COMMANDS:
        return tool.invoke(command_named(word), arguments[1:])
    option = word.lstrip("-") if word.startswith("-") else ""
    if option == "version":
        return tool.say(tool.version_text())
    if option in ("help", "h", "help-hidden"):
        return tool.say(tools.help_text())
    if not word:
        tool.write_error(tools.help_text())
        return 1
    kind = "command line argument" if word.startswith("-") else "command"
    tool.write_error(f"pyllvm: Unknown {kind} '{word}'.  Try: 'pyllvm --help'\n")
    return 1

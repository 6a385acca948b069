"""The ``pyllvm`` command: a click group of the tools."""

from __future__ import annotations

import importlib
from collections.abc import Sequence

import click

from pyllvm.cli import tool
from pyllvm.cli.commands import COMMANDS
from pyllvm.cli.options import LLVMCommand


class ToolGroup(click.Group):
    """A group that imports a command's module only when the command is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> LLVMCommand | None:
        """The command of that name."""
        return command_named(cmd_name) if cmd_name in COMMANDS else None

    def help_text(self) -> str:
        """The whole of ``pyllvm --help``."""
        width = max(map(len, COMMANDS))
        rows = "".join(f"  {name:<{width}} - {summary}\n" for name, (_, summary) in sorted(COMMANDS.items()))
        return (
            f"OVERVIEW: {self.help}\n\n"
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


group = ToolGroup(name="pyllvm", help="LLVM IR without LLVM: bitcode and text of every LLVM version")


def command_named(name: str) -> LLVMCommand:
    """The command of a row of the table."""
    command = importlib.import_module(COMMANDS[name][0]).command
    assert isinstance(command, LLVMCommand)
    return command


def invoke_group(tools: ToolGroup, arguments: Sequence[str]) -> int:
    """Run the command that the arguments of ``pyllvm`` name, and return its exit status."""
    word = arguments[0] if arguments else ""
    context = click.Context(tools, info_name="pyllvm")
    command = tools.get_command(context, word)
    if command is not None:
        return tool.invoke(command, arguments[1:])
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

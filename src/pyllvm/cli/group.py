"""The ``pyllvm`` command: a click group, in which each tool is a click command.

The tools' own programs (``pyllvm-dis``) run the same commands without click, whose import takes a third of their start. An
application that uses click can have the tools among its own commands: ``application.add_command(group)``.
"""

from __future__ import annotations

import click

from pyllvm.cli import tool
from pyllvm.cli.arguments import edit_distance
from pyllvm.cli.commands import COMMANDS, command_named
from pyllvm.cli.options import Inputs, LLVMCommand, LLVMOption
from pyllvm.notation import Any, Final, Sequence

# A command is suggested for a word that is fewer edits away.
_FARTHEST: Final = 3


class ToolCommand(click.Command):
    """A tool as click sees it. Its arguments are read, and its errors reported, as its own program does."""

    def __init__(self, command: LLVMCommand) -> None:
        parameters: list[click.Parameter] = [_option(option) for option in command.options]
        if command.positional is not None:
            parameters.append(_argument(command.positional))
        super().__init__(
            command.name, callback=command.callback, params=parameters, help=command.overview, add_help_option=False
        )
        self.command = command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Keep the words: LLVM's conventions for options are not click's."""
        ctx.args = list(args)
        return ctx.args

    def invoke(self, ctx: click.Context) -> Any:
        """Run the tool, and end with its exit status."""
        ctx.exit(tool.invoke(self.command, ctx.args))

    def get_help(self, ctx: click.Context) -> str:
        """The whole of the tool's ``--help``."""
        return self.command.help_text().removesuffix("\n")


def _option(option: LLVMOption) -> click.Option:
    words = [*option.spelled, option.name]
    if not option.takes_value:
        return click.Option(words, help=option.help, is_flag=True, default=option.default, hidden=option.hidden)
    kind = click.Choice(list(option.choices)) if option.choices else None
    return click.Option(
        words, help=option.help, type=kind, default=option.default, multiple=option.multiple, hidden=option.hidden
    )


def _argument(inputs: Inputs) -> click.Argument:
    return click.Argument(
        [inputs.name], metavar=inputs.value_name, required=inputs.required, nargs=-1 if inputs.several else 1
    )


class ToolGroup(click.Group):
    """All tools. The module of one is imported only when the tool is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the tools."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> ToolCommand | None:
        """The tool with this name."""
        return ToolCommand(command_named(cmd_name)) if cmd_name in COMMANDS else None

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Keep the words: the first one decides."""
        ctx.args = list(args)
        return ctx.args

    def invoke(self, ctx: click.Context) -> Any:
        """Run the tool that the first word names, and end with its exit status."""
        word = ctx.args[0] if ctx.args else ""
        command = self.get_command(ctx, word)
        if command is None:
            ctx.exit(self._without_tool(word))
        with command.make_context(word, ctx.args[1:], parent=ctx) as inner:
            return command.invoke(inner)

    def _without_tool(self, word: str) -> int:
        """Answer a command line whose first word does not name a tool, and return the exit status."""
        option = word.lstrip("-") if word.startswith("-") else ""
        if option == "version":
            return tool.say(tool.version_text())
        if option in ("help", "h", "help-hidden"):
            return tool.say(self.help_text())
        if not word:
            tool.write_error(self.help_text())
            return 1
        kind = "command line argument" if word.startswith("-") else "command"
        tool.write_error(f"pyllvm: Unknown {kind} '{word}'.  Try: 'pyllvm --help'\n")
        # Of names that are as near, one with the same letters is meant.
        nearest = min(COMMANDS, key=lambda name: (edit_distance(word, name), sorted(name) != sorted(word)))
        if edit_distance(word, nearest) < min(len(word), _FARTHEST):
            tool.write_error(f"pyllvm: Did you mean 'pyllvm {nearest}'?\n")
        return 1

    def get_help(self, ctx: click.Context) -> str:
        """The whole of ``pyllvm --help``."""
        return self.help_text().removesuffix("\n")

    def help_text(self) -> str:
        """The whole of ``pyllvm --help``, with the end of its last line."""
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


group: Final = ToolGroup("pyllvm", help="LLVM IR without LLVM: bitcode and text of every LLVM version")


def invoke_group(tools: ToolGroup, arguments: Sequence[str]) -> int:
    """Run the command that the arguments of ``pyllvm`` name, and return its exit status."""
    # Not standalone: click's own exit statuses for broken pipes and interrupts differ from the tools' exit statuses.
    status = tools.main(list(arguments), prog_name="pyllvm", standalone_mode=False)
    return status if isinstance(status, int) else 0

"""The ``pyllvm`` command: a click group, in which each tool is a click command.

The words of a command line are split by LLVM's conventions; then click's parameters take the values, with their types, choices
and defaults, and click runs the command, shows its help and completes its words. The tools' own programs (``pyllvm-dis``) run
the same `LLVMCommand`s without click, whose import takes longer than the rest of their start. An application that uses click can
have the tools among its own commands: ``application.add_command(group)``.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Final, NoReturn

import click
from click.shell_completion import CompletionItem

from pyllvm.cli import tool
from pyllvm.cli.arguments import HELP_WORDS, USUAL, VERSION_WORDS, edit_distance
from pyllvm.cli.click_command import ToolCommand
from pyllvm.cli.click_parameters import NoCommand, ToolUsageError, version_parameter
from pyllvm.cli.command import ABOUT_FILES, COMMANDS, GROUP_WORDS, command_named
from pyllvm.cli.help import first_screen, help_formatter, write_group_help
from pyllvm.cli.option_values import UsageError
from pyllvm.diagnostics import PyllvmError
from pyllvm.reading.inputs import split_name
from pyllvm.terminal.files import flush_standard_output
from pyllvm.terminal.messages import write_standard_output
from pyllvm.terminal.pager import show_pages

# A command is suggested for a word that is fewer edits away.
_FARTHEST: Final = 3
# Their texts are long, and read in a pager on a terminal.
_READ: Final = ("explain", "help")


class ToolGroup(click.Group):
    """All tools. The module of one is imported only when the tool is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the tools."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> ToolCommand | None:
        """The tool with this name."""
        return ToolCommand(command_named(cmd_name)) if cmd_name in COMMANDS else None

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the group's own options, which may have one dash or two; the words after them are the tool's."""
        word = args[0] if args else ""
        if not ctx.resilient_parsing:
            if not word:
                raise NoCommand(first_screen(self.help or ""), ctx)
            name = word.lstrip("-") if word.startswith("-") else ""
            if name in HELP_WORDS:
                show_pages(self.get_help(ctx) + "\n")
                ctx.exit()
            if name in VERSION_WORDS:
                write_standard_output(tool.version_text())
                ctx.exit()
            if word.startswith("-") and word != "-":
                self._refuse("command line argument", word, ctx)
            text = self._words_of_the_group(word, args[1:], ctx)
            if text is not None:
                show = show_pages if word in _READ or text.startswith("USAGE") else write_standard_output
                show(text)
                ctx.exit()
        return super().parse_args(ctx, args)

    def _words_of_the_group(self, word: str, rest: list[str], ctx: click.Context) -> str | None:
        """The text of a word of the group, such as ``explain``, or about a file; None if the word is neither."""
        if word in COMMANDS or not (word in GROUP_WORDS or word == "-" or os.path.exists(split_name(word)[0])):
            return None
        asked = rest[0].lstrip("-") if rest and rest[0].startswith("-") else ""
        try:
            if word == "links":
                from pyllvm.cli.links import links  # each is imported only by its word

                return links(rest)
            if asked in HELP_WORDS:
                return self._help_of(word if word in GROUP_WORDS else ABOUT_FILES, ctx)
            if asked in VERSION_WORDS:
                return tool.version_text()
            if word == "help":
                return self._help_of(rest[0], ctx) if rest else self.get_help(ctx) + "\n"
            if word in ("completions", "explain"):
                from pyllvm.cli.group_words import all_rules, completions, explanation

                if word == "completions":
                    return completions(rest)
                return explanation(rest[0]) if rest else all_rules()
            from pyllvm.cli.about import about_files

            ctx.exit(about_files((word, *rest)))
        except UsageError as error:
            raise ToolUsageError(error.lines, ctx, "pyllvm", 1) from None
        except PyllvmError as error:
            raise ToolUsageError([f"error: {error.diagnostic.message}"], ctx, "pyllvm", 1) from None

    def _help_of(self, name: str, ctx: click.Context) -> str:
        """The help of a command, or of a word of the group."""
        if name in GROUP_WORDS:
            return f"USAGE: pyllvm {GROUP_WORDS[name][0]}\n\n{GROUP_WORDS[name][1]}\n"
        command = self.get_command(ctx, name)
        if command is None:
            self._refuse("command", name, ctx)
        return command.help_in_form(click.Context(command, parent=ctx, info_name=name), USUAL)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """The tool that the first word names, and its words."""
        word = args[0]
        command = self.get_command(ctx, word)
        if command is None and not ctx.resilient_parsing:
            self._refuse("command", word, ctx)
        return word if command is not None else None, command, args[1:]

    def _refuse(self, kind: str, word: str, ctx: click.Context) -> NoReturn:
        lines = [f"Unknown {kind} '{word}'.  Try: 'pyllvm --help'"]
        # Of names that are as near, one with the same letters is meant.
        names = ("--help", "--version") if word.startswith("-") else (*COMMANDS, *GROUP_WORDS)
        nearest = min(names, key=lambda name: (edit_distance(word, name), sorted(name) != sorted(word)))
        if edit_distance(word, nearest) < min(len(word), _FARTHEST):
            lines.append(f"Did you mean 'pyllvm {nearest}'?")
        elif "." in word or os.sep in word:
            lines.append(f"There is no file with the name '{word}' either")
        raise ToolUsageError(lines, ctx, "pyllvm", 1)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The tools that begin so, from their table: no tool is imported."""
        tools = [CompletionItem(name, help=row[1]) for name, row in sorted(COMMANDS.items()) if name.startswith(incomplete)]
        return [*tools, *click.Command.shell_complete(self, ctx, incomplete)]

    def get_help(self, ctx: click.Context) -> str:
        """The help of ``pyllvm --help``."""
        formatter = help_formatter(ctx.terminal_width)
        self.format_help(ctx, formatter)
        return formatter.getvalue().removesuffix("\n")

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands, from their table."""
        write_group_help(self.help or "", formatter)


group: Final = ToolGroup(
    "pyllvm", help="LLVM IR without LLVM: bitcode and text of every LLVM version", params=[version_parameter()]
)


def invoke_group(arguments: Sequence[str]) -> int:
    """Run the command that the arguments of ``pyllvm`` name, and return its exit status."""

    try:
        try:
            # Not `group.main`: click's own exit statuses for broken pipes and interrupts differ from the tools' exit statuses.
            with group.make_context("pyllvm", list(arguments)) as ctx:
                status = group.invoke(ctx)
        except click.exceptions.Exit as end:
            status = end.exit_code
        except click.ClickException as error:
            error.show()
            status = error.exit_code
        flush_standard_output()
        return status if isinstance(status, int) else 0
    except BaseException as error:
        return tool.status_of(error)

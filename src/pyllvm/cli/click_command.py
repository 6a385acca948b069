"""A tool as a click command: the words are split by LLVM's conventions, and click's parameters take the values."""

from __future__ import annotations

from typing import Any

import click

from pyllvm.cli import tool
from pyllvm.cli.arguments import USUAL, HelpRequested, SplitWords, VersionRequested
from pyllvm.cli.click_parameters import ToolError, ToolUsageError, argument_of, option_of, version_parameter
from pyllvm.cli.command import COMMANDS, LLVMCommand
from pyllvm.cli.help import help_formatter, write_help
from pyllvm.cli.option_values import UsageError
from pyllvm.cli.options import LLVMOption
from pyllvm.diagnostics import PyllvmError
from pyllvm.terminal.files import flush_standard_output
from pyllvm.terminal.messages import write_standard_output
from pyllvm.terminal.pager import show_pages


class ToolCommand(click.Command):
    """A tool as a click command."""

    def __init__(self, command: LLVMCommand) -> None:
        self.command = command
        by_name: dict[str, list[LLVMOption]] = {}
        for option in command.options:
            by_name.setdefault(option.name, []).append(option)
        self._parameters: dict[str, click.Parameter] = {name: option_of(options) for name, options in by_name.items()}
        if command.positional is not None:
            argument = argument_of(command.positional)
            self._parameters[command.positional.name] = argument
        super().__init__(
            command.name,
            callback=self._run,
            params=[*self._parameters.values(), version_parameter()],
            help=command.overview,
            short_help=COMMANDS[command.name][1] if command.name in COMMANDS else command.overview,
        )

    def _run(self, **given: Any) -> object:
        """Call the tool's function with its table: it has lists, and standard input is the input if none is named."""
        values = self.command.table()
        for name, value in given.items():
            setattr(values, name, list(value) if isinstance(value, tuple) else value)
        argument = self.command.positional
        if argument is not None and not given[argument.name]:
            setattr(values, argument.name, ["-"] if argument.several else "-")
        return self.command.callback(values)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Split the words by LLVM's conventions, and let click's parameters take the values."""
        if not ctx.resilient_parsing:
            tool.begin(self.command)
        try:
            split = SplitWords(self.command, args)
        except HelpRequested as request:
            if not ctx.resilient_parsing:
                show_pages(self.help_in_form(ctx, request.form))
                ctx.exit()
            return []
        except VersionRequested:
            if not ctx.resilient_parsing:
                write_standard_output(tool.version_text(self.command.program))
                ctx.exit()
            return []
        given: dict[str, list[tuple[LLVMOption, str, int]]] = {}
        for one in split.given:
            given.setdefault(one[0].name, []).append(one)
        texts: dict[str, Any] = {}
        for name, occurrences in given.items():
            values = [text for _, text, _ in occurrences]
            texts[name] = tuple(values) if occurrences[0][0].value.is_multiple else values[-1]
            # The last one counts, but each is checked.
            for _, text, position in occurrences[:-1]:
                parameter = self._parameters[name]
                try:
                    parameter.type.convert(text, parameter, ctx)
                except click.UsageError as error:
                    split.complain(position, *error.message.split("\n"))
        argument = self.command.positional
        if argument is not None and split.positionals:
            texts[argument.name] = tuple(split.positionals) if argument.several else split.positionals[0]
        for name, parameter in self._parameters.items():
            try:
                parameter.handle_parse_result(ctx, texts, [])
            except click.MissingParameter:
                pass  # `SplitWords` has complained about it
            except click.UsageError as error:
                split.complain(given[name][-1][2] if name in given else 0, *error.message.split("\n"))
        complaints = split.lines()
        if complaints and not ctx.resilient_parsing:
            raise ToolUsageError(complaints, ctx, self.command.program, self.command.failure_status)
        ctx.args = []
        return ctx.args

    def invoke(self, ctx: click.Context) -> Any:
        """Run the tool. It returns 0, or exits with another status, as a click command does."""
        tool.begin(self.command)
        problem = ""
        status: object = 0
        try:
            status = super().invoke(ctx)
            flush_standard_output()
        except UsageError as error:
            program = "" if error.bare else self.command.program
            raise ToolUsageError(error.lines, ctx, program, self.command.failure_status) from error
        except PyllvmError as error:
            raise ToolError(self.command, error) from error
        except RecursionError:
            problem = tool.TOO_DEEP
        if problem:
            raise ToolError(self.command, PyllvmError(problem))
        if isinstance(status, int) and status:
            ctx.exit(status)
        return 0

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options in groups, with the examples."""
        write_help(self.command, ctx.command_path, USUAL, formatter)

    def get_help(self, ctx: click.Context) -> str:
        """The help of ``--help``."""
        return self.help_in_form(ctx, USUAL).removesuffix("\n")

    def help_in_form(self, ctx: click.Context, form: str) -> str:
        """The help of ``-h``, ``--help`` or ``--help-hidden``."""
        formatter = help_formatter(ctx.terminal_width)
        write_help(self.command, ctx.command_path, form, formatter)
        return formatter.getvalue()

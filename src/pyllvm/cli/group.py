"""The ``pyllvm`` command: a click group, in which each tool is a click command.

The words of a command line are split by LLVM's conventions; then click's parameters take the values, with their types, choices
and defaults, and click runs the command, shows its help and completes its words. The tools' own programs (``pyllvm-dis``) run
the same `LLVMCommand`s without click, whose import takes longer than the rest of their start. An application that uses click can
have the tools among its own commands: ``application.add_command(group)``.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import IO, TYPE_CHECKING, Any, Final, NoReturn, TypeAlias

import click

from pyllvm.cli import tool
from pyllvm.cli.arguments import HELP_WORDS, USUAL, HelpRequested, SplitWords, VersionRequested, edit_distance
from pyllvm.cli.command import LLVMCommand
from pyllvm.cli.commands import ABOUT_FILES, COMMANDS, GROUP_WORDS, command_named
from pyllvm.cli.help import help_formatter, write_group_help, write_help
from pyllvm.cli.option_values import Choice, Number, UsageError
from pyllvm.cli.options import Inputs, LLVMOption
from pyllvm.diagnostics import PyllvmError
from pyllvm.terminal.files import flush_standard_output
from pyllvm.terminal.messages import write_error, write_standard_output

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

# A command is suggested for a word that is fewer edits away.
_FARTHEST: Final = 3
_LARGEST_NUMBER: Final = (1 << 32) - 1
_FILE_NAME: Final = "filename"
_TEXT: Final = (".ll",)
_BITCODE: Final = (".bc",)
_BOTH: Final = (".ll", ".bc")
# The names of input files of each command end so.
_SUFFIXES: Final[dict[str, tuple[str, ...]]] = {"as": _TEXT, "bcanalyzer": _BITCODE, "dis": _BITCODE}


class ToolUsageError(click.UsageError):
    """An error in the command line of a tool. It is shown as the tool's own program shows it, with the same exit status."""

    def __init__(self, lines: Sequence[str], ctx: click.Context | None, program: str, exit_code: int) -> None:
        super().__init__("\n".join(lines), ctx)
        self.lines = tuple(lines)
        self.program = program
        """The name before each line; empty where LLVM's tools print none."""
        self._status = exit_code

    @property
    def exit_code(self) -> int:  # type: ignore[override]
        """The status of a tool whose command line is wrong."""
        return self._status

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the lines, after the name of the program."""
        prefix = f"{self.program}: " if self.program else ""
        _show("".join(f"{prefix}{line}\n" for line in self.lines), file)


class ToolError(click.ClickException):
    """An error that ends a tool, such as an output that cannot be written; `__cause__` is pyllvm's own exception."""

    def __init__(self, command: LLVMCommand, error: PyllvmError) -> None:
        super().__init__(str(error))
        self.error = error
        self.program = command.program
        self._status = command.failure_status

    @property
    def exit_code(self) -> int:  # type: ignore[override]
        """The status of a tool that cannot go on."""
        return self._status

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the error as the tool's own program prints it."""
        tool.Tool(self.program).report_error(self.error)


def _show(text: str, file: IO[Any] | None) -> None:
    if file is None:
        write_error(text)
    else:
        click.echo(text, file=file, nl=False)


# --- types of parameters ---------------------------------------------------------------------------------------------------


class _FlagType(click.types.BoolParamType):
    """True or false, in the words of LLVM's tools."""

    def __init__(self, option: LLVMOption) -> None:
        self.option = option

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return _checked(self.option, value, param, ctx)


class _NumberType(click.IntRange):
    """A number in 32 bits, decimal or with a prefix such as 0x."""

    def __init__(self, option: LLVMOption) -> None:
        super().__init__(0, _LARGEST_NUMBER)
        self.option = option

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return super().convert(_checked(self.option, value, param, ctx), param, ctx)


class _ChoiceType(click.Choice):  # type: ignore[type-arg]  # only newer versions of click have a type argument
    """One of several words, or another spelling of one."""

    def __init__(self, option: LLVMOption) -> None:
        super().__init__(list(option.value.choices))
        self.option = option

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return super().convert(_checked(self.option, value, param, ctx), param, ctx)


def _checked(option: LLVMOption, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
    """The value of a text from the command line or the environment. BadParameter, in LLVM's words, if it is invalid."""
    if not isinstance(value, str):
        return value
    try:
        return option.check(value)
    except UsageError as error:
        raise click.BadParameter("\n".join(error.lines), ctx, param) from None


def _option(options: Sequence[LLVMOption]) -> click.Option:
    """The parameter of options that set the same value: the first one, and other names for it."""
    option = options[0]
    words = [word for each in options for word in each.spelled]
    common: dict[str, Any] = {"help": option.help, "hidden": option.hidden, "default": option.default}
    if option.is_flag:
        return click.Option([*words, option.name], is_flag=True, type=_FlagType(option), **common)
    if option.value.is_multiple:
        common["default"] = ()
    if isinstance(option.value, Choice):
        common["type"] = _ChoiceType(option)
        if option.value.if_bare is not None:
            common |= {"is_flag": False, "flag_value": option.value.if_bare}
    elif isinstance(option.value, Number):
        common["type"] = _NumberType(option)
    elif option.value.name == _FILE_NAME:
        common["shell_complete"] = _offer_files
    elif option.words:
        common["shell_complete"] = _offering(option.words)
    return click.Option([*words, option.name], metavar=f"<{option.value.name}>", multiple=option.value.is_multiple, **common)


def _argument(inputs: Inputs, suffixes: tuple[str, ...]) -> click.Argument:
    count: dict[str, Any] = {"nargs": -1} if inputs.several else {"nargs": 1, "default": "-"}
    return click.Argument(
        [inputs.name],
        metavar=f"[{inputs.value_name}]{'...' if inputs.several else ''}",
        required=inputs.least > 0,
        callback=_or_standard_input if inputs.several else None,
        shell_complete=_offering_files(suffixes),
        **count,
    )


def _or_standard_input(ctx: click.Context, param: click.Parameter, value: Any) -> Any:
    return value or ("-",)


def _version_parameter() -> click.Option:
    return click.Option(["--version"], is_flag=True, expose_value=False, help="Display the version of this program")


# --- completion ------------------------------------------------------------------------------------------------------------

# The functions import what nothing else here needs.

_Completer: TypeAlias = "Callable[[click.Context, click.Parameter, str], list[CompletionItem]]"


def _offer_files(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    return [CompletionItem(incomplete, type="file")]


def _offering(words: Sequence[str]) -> _Completer:
    """A function that offers words as a value."""

    def offer(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        return [CompletionItem(word) for word in words if word.startswith(incomplete)]

    return offer


def _offering_files(suffixes: tuple[str, ...]) -> _Completer:
    """A function that offers files with these suffixes, and the folders on the way. Without one, the shell chooses."""

    def offer(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from pathlib import Path

        from click.shell_completion import CompletionItem

        folder, begun = os.path.split(incomplete)
        try:
            entries = sorted(Path(folder or ".").iterdir())
        except OSError:
            entries = []
        items: list[CompletionItem] = []
        has_files = False
        for entry in entries:
            if not entry.name.startswith(begun) or (entry.name.startswith(".") and not begun):
                continue
            path = os.path.join(folder, entry.name)
            if entry.is_dir():
                items.append(CompletionItem(path + "/"))
            elif entry.suffix in suffixes:
                has_files = True
                items.append(CompletionItem(path))
        return items if has_files else [CompletionItem(incomplete, type="file")]

    return offer


# --- commands --------------------------------------------------------------------------------------------------------------


class ToolCommand(click.Command):
    """A tool as a click command."""

    def __init__(self, command: LLVMCommand) -> None:
        self.command = command
        by_name: dict[str, list[LLVMOption]] = {}
        for option in command.options:
            by_name.setdefault(option.name, []).append(option)
        self._parameters: dict[str, click.Parameter] = {name: _option(options) for name, options in by_name.items()}
        if command.positional is not None:
            argument = _argument(command.positional, _SUFFIXES.get(command.name, _BOTH))
            self._parameters[command.positional.name] = argument
        super().__init__(
            command.name,
            callback=self._run,
            params=[*self._parameters.values(), _version_parameter()],
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
            self._end_with(ctx, self.help_in_form(ctx, request.form))
            return []
        except VersionRequested:
            self._end_with(ctx, tool.version_text(self.command.program))
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
        complaints = split.complaints()
        if complaints and not ctx.resilient_parsing:
            raise ToolUsageError(complaints, ctx, self.command.program, self.command.failure_status)
        ctx.args = []
        return ctx.args

    def _end_with(self, ctx: click.Context, text: str) -> None:
        if not ctx.resilient_parsing:
            write_standard_output(text)
            ctx.exit()

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
                raise NoCommand(self.get_help(ctx), ctx)
            name = word.lstrip("-") if word.startswith("-") else ""
            if name in HELP_WORDS:
                write_standard_output(self.get_help(ctx) + "\n")
                ctx.exit()
            if name == "version":
                write_standard_output(tool.version_text())
                ctx.exit()
            if word.startswith("-"):
                self._refuse("command line argument", word, ctx)
            text = self._words_of_the_group(word, args[1:], ctx)
            if text is not None:
                write_standard_output(text)
                ctx.exit()
        return super().parse_args(ctx, args)

    def _words_of_the_group(self, word: str, rest: list[str], ctx: click.Context) -> str | None:
        """The text of ``help``, ``explain`` or ``links``, or about a file; None if the word is none of these."""
        if word in COMMANDS or not (word in GROUP_WORDS or os.path.exists(word)):
            return None
        asked = rest[0].lstrip("-") if rest and rest[0].startswith("-") else ""
        try:
            if word == "links":
                from pyllvm.cli.links import links  # each is imported only by its word

                return links(rest)
            if asked in HELP_WORDS:
                return self._help_of(word if word in GROUP_WORDS else ABOUT_FILES, ctx)
            if asked == "version":
                return tool.version_text()
            if word == "help":
                return self._help_of(rest[0], ctx) if rest else self.get_help(ctx) + "\n"
            if word == "explain":
                from pyllvm.cli.explain import all_rules, explanation

                return explanation(rest[0]) if rest else all_rules()
            from pyllvm.cli.about import about

            return "\n".join(about(name) for name in (word, *rest))
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
        from click.shell_completion import CompletionItem

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


class NoCommand(click.UsageError):
    """``pyllvm`` without a command: the help goes to standard error."""

    exit_code = 1

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the help."""
        _show(self.message + "\n", file)


group: Final = ToolGroup(
    "pyllvm", help="LLVM IR without LLVM: bitcode and text of every LLVM version", params=[_version_parameter()]
)


def invoke_group(arguments: Sequence[str]) -> int:
    """Run the command that the arguments of ``pyllvm`` name, and return its exit status."""

    def work() -> object:
        try:
            # Not `group.main`: click's own exit statuses for broken pipes and interrupts differ from the tools' exit statuses.
            with group.make_context("pyllvm", list(arguments)) as ctx:
                return group.invoke(ctx)
        except click.exceptions.Exit as end:
            return end.exit_code
        except click.ClickException as error:
            error.show()
            return error.exit_code

    return tool.guarded(work)

"""Click's parameters and errors for the options of the commands, and the words that shells offer for them."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, Any, Final, TypeAlias

import click
from click.shell_completion import CompletionItem

from pyllvm.cli import tool
from pyllvm.cli.command import LLVMCommand
from pyllvm.cli.option_values import Choice, Number, UsageError
from pyllvm.cli.options import Inputs, LLVMOption
from pyllvm.diagnostics import PyllvmError
from pyllvm.terminal.messages import write_error

_LARGEST_NUMBER: Final = (1 << 32) - 1
_FILE_NAME: Final = "filename"


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

    def show(self, file: IO[str] | None = None) -> None:
        """Print the lines, after the name of the program."""
        prefix = f"{self.program}: " if self.program else ""
        show("".join(f"{prefix}{line}\n" for line in self.lines), file)


class NoCommand(click.UsageError):
    """``pyllvm`` without a command: the help goes to standard error."""

    exit_code = 1

    def show(self, file: IO[str] | None = None) -> None:
        """Print the help."""
        show(self.message + "\n", file)


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

    def show(self, file: IO[str] | None = None) -> None:
        """Print the error as the tool's own program prints it."""
        tool.Tool(self.program).report_error(self.error)


def show(text: str, file: IO[str] | None) -> None:
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


def _checked(option: LLVMOption, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Any:
    """The value of a text from the command line or the environment. BadParameter, in LLVM's words, if it is invalid."""
    if not isinstance(value, str):
        return value
    try:
        return option.check(value)
    except UsageError as error:
        raise click.BadParameter("\n".join(error.lines), ctx, param) from None


def option_of(options: Sequence[LLVMOption]) -> click.Option:
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


def argument_of(inputs: Inputs) -> click.Argument:
    count: dict[str, Any] = {"nargs": -1} if inputs.several else {"nargs": 1, "default": "-"}
    return click.Argument(
        [inputs.name],
        metavar=f"[{inputs.value_name}]{'...' if inputs.several else ''}",
        required=inputs.least > 0,
        callback=_or_standard_input if inputs.several else None,
        shell_complete=_offering_files(inputs.endings),
        **count,
    )


def _or_standard_input(ctx: click.Context, param: click.Parameter, value: object) -> object:
    return value or ("-",)


def version_parameter() -> click.Option:
    return click.Option(["--version"], is_flag=True, expose_value=False, help="Display the version of this program")


# --- completion ------------------------------------------------------------------------------------------------------------

# The functions import what nothing else here needs.

_Completer: TypeAlias = "Callable[[click.Context, click.Parameter, str], list[CompletionItem]]"


def _offer_files(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(incomplete, type="file")]


def _offering(words: Sequence[str]) -> _Completer:
    """A function that offers words as a value."""

    def offer(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return [CompletionItem(word) for word in words if word.startswith(incomplete)]

    return offer


def _offering_files(suffixes: tuple[str, ...]) -> _Completer:
    """A function that offers files with these suffixes, and the folders on the way. Without one, the shell chooses."""

    def offer(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
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

"""Completion by click's own variable: ``_PYLLVM_COMPLETE=bash_source pyllvm`` prints a script for the shell to source.

The script calls the program again, with ``bash_complete`` in the variable. Each single program has a variable of its own, such
as ``_PYLLVM_AS_COMPLETE``. The shells are the ones that click supports: bash, zsh and fish.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

from click.shell_completion import CompletionItem, get_completion_class

from pyllvm.cli.commands import COMMANDS

if TYPE_CHECKING:
    from pyllvm.cli.group import ToolGroup
    from pyllvm.cli.options import LLVMCommand, LLVMOption

_TEXT: Final = (".ll",)
_BITCODE: Final = (".bc",)
_BOTH: Final = (".ll", ".bc")
# The names of input files of each command end so.
_SUFFIXES: Final[dict[str, tuple[str, ...]]] = {
    "as": _TEXT,
    "bcanalyzer": _BITCODE,
    "dis": _BITCODE,
    "link": _BOTH,
    "verify": _BOTH,
}
_FILE_NAME: Final = "filename"


def variable_of(program: str) -> str:
    """The environment variable that asks a program for completion."""
    return f"_{program}_COMPLETE".replace("-", "_").upper()


def complete(program: str, command: LLVMCommand | ToolGroup) -> int:
    """Print the output that the variable of `program` asks for. Return the exit status: 1 if click does not support the shell."""
    variable = variable_of(program)
    shell, _, instruction = os.environ[variable].partition("_")
    kind = get_completion_class(shell)
    if kind is None or instruction not in ("source", "complete"):
        return 1
    # click only keeps the command, and asks it for nothing here.
    completion = kind(cast(Any, command), {}, program, variable)
    if instruction == "source":
        print(completion.source())
        return 0
    words, current = completion.get_completion_args()
    for item in candidates(command, words, current):
        print(completion.format_completion(item))
    return 0


def candidates(command: LLVMCommand | ToolGroup, words: list[str], current: str) -> list[CompletionItem]:
    """The candidates for the word `current` after the other words of the line; the program's name is not among these words."""
    from pyllvm.cli.commands import command_named
    from pyllvm.cli.group import ToolGroup

    if isinstance(command, ToolGroup):
        if not words:
            return _commands(current)
        if words[0] not in COMMANDS:
            return []
        return candidates(command_named(words[0]), words[1:], current)
    if current == "=":
        # bash makes a word of the sign.
        words, current = [*words, current], ""
    if words[-1:] == ["="]:
        words = words[:-1]
        is_value = True
    else:
        is_value = bool(words) and len(words[-1].lstrip("-")) == 1
    option = _option(command, words[-1]) if words else None
    if option is not None and option.takes_value and (is_value or not (option.choices or option.bare_value)):
        return _values(option, "", current)
    if current.startswith("-"):
        name, sign, begun = current.partition("=")
        option = _option(command, name) if sign else None
        return _values(option, f"{name}=", begun) if option is not None else _options(command, current)
    return _files(_SUFFIXES[command.name], current)


def _commands(current: str) -> list[CompletionItem]:
    items = [CompletionItem(name, help=summary) for name, (_, summary) in sorted(COMMANDS.items())]
    items += [CompletionItem("--help"), CompletionItem("--version")]
    return [item for item in items if item.value.startswith(current)]


def _options(command: LLVMCommand, current: str) -> list[CompletionItem]:
    items = [CompletionItem(option.spelled[0], help=option.help) for option in command.options if not option.hidden]
    items += [CompletionItem("--help"), CompletionItem("--version")]
    return [item for item in items if item.value.startswith(current)]


def _option(command: LLVMCommand, word: str) -> LLVMOption | None:
    """The option that a word with its dashes names."""
    if not word.startswith("-"):
        return None
    return next((option for option in command.options if word.lstrip("-") in option.names), None)


def _values(option: LLVMOption, before: str, current: str) -> list[CompletionItem]:
    """The values of an option, each after `before`."""
    if option.value_name == _FILE_NAME:
        return [CompletionItem(current, type="file")] if not before else []
    return [CompletionItem(before + word) for word in option.choices if word.startswith(current)]


def _files(suffixes: tuple[str, ...], current: str) -> list[CompletionItem]:
    """The files of these names and the folders on the way; the shell's own choice if no such file exists."""
    folder, begun = os.path.split(current)
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
    return items if has_files else [CompletionItem(current, type="file")]

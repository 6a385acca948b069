"""Completion by click's own variable: ``_PYLLVM_COMPLETE=bash_source pyllvm`` prints a script for the shell to source.

The script calls the program again, with ``bash_complete`` in the variable. Each single program has a variable of its own, such
as ``_PYLLVM_AS_COMPLETE``. The shells are the ones that click supports: bash, zsh and fish. click finds the candidates; this
module first turns the words of LLVM's command lines into those that click expects.
"""

from __future__ import annotations

import os
from typing import Final

from click.shell_completion import CompletionItem, ShellComplete, get_completion_class

from pyllvm.cli.command import COMMANDS, command_named
from pyllvm.cli.group import group
from pyllvm.cli.options import LLVMOption

_PROGRAM: Final = "pyllvm"


def variable_of(program: str) -> str:
    """The environment variable that asks a program for completion."""
    return f"_{program}_COMPLETE".replace("-", "_").upper()


def complete(program: str) -> int:
    """Print the output that the variable of `program` asks for. Return the exit status: 1 if click does not support the shell."""
    variable = variable_of(program)
    shell, _, instruction = os.environ[variable].partition("_")
    kind = get_completion_class(shell)
    if kind is None or instruction not in ("source", "complete"):
        return 1
    completion = kind(group, {}, program, variable)
    if instruction == "source":
        print(completion.source())
        return 0
    words, current = completion.get_completion_args()
    name = program.removeprefix(_PROGRAM).lstrip("-")
    for item in candidates([name, *words] if name else words, current):
        print(completion.format_completion(item))
    return 0


def candidates(words: list[str], current: str) -> list[CompletionItem]:
    """The candidates for the word `current` after the other words of a line of ``pyllvm``, which begin with the command."""
    completion = ShellComplete(group, {}, _PROGRAM, variable_of(_PROGRAM))
    if not words:
        return completion.get_completions([], current)
    if words[0] not in COMMANDS:
        return []
    options = {name: option for option in command_named(words[0]).options for name in option.names}
    if current == "=":
        # bash makes a word of the sign.
        words, current = [*words, current], ""
    is_value = words[-1] == "="
    if is_value:
        words = words[:-1]
    last = _option(options, words[-1])
    if last is not None and last.value.if_bare is not None and not is_value:
        last = None
        # Its value is not the next word.
        words = words[:-1]
    if last is not None:
        return completion.get_completions([*words[:-1], last.spelled[0]], current)
    name, sign, begun = current.partition("=")
    begun_option = _option(options, name) if sign else None
    if begun_option is not None:
        items = completion.get_completions([*words, begun_option.spelled[0]], begun)
        # The shell has one word, which has the name as well.
        return [CompletionItem(f"{name}={item.value}") for item in items if item.type == "plain"]
    return [] if sign and current.startswith("-") else completion.get_completions(words, current)


def _option(options: dict[str, LLVMOption], word: str) -> LLVMOption | None:
    """The option that a word with its dashes names."""
    return options.get(word.lstrip("-")) if word.startswith("-") else None

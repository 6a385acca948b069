"""Reads the words of a command line as LLVM's tools do.

Options take one dash or two, values follow ``=`` or are the next word, a flag may be switched off (``-f=false``), flags of one
letter may share a dash (``-Sf``), a number or a choice may follow its letter (``-j4``, ``-fsysv``), and ``@file`` holds more
arguments. Errors are worded as in LLVM.
"""

from __future__ import annotations

import os

from pyllvm.cli.command import LLVMCommand
from pyllvm.cli.option_values import TRUE_WORDS, UsageError
from pyllvm.cli.options import LLVMOption
from pyllvm.notation import Final, Sequence, final

# The forms of the help: `-h`, `--help` and `--help-hidden`.
SHORT: Final = "short"
USUAL: Final = "usual"
WHOLE: Final = "whole"


class HelpRequested(Exception):
    """``--help`` or a word like it was among the arguments; `form` is SHORT, USUAL or WHOLE."""

    def __init__(self, form: str) -> None:
        super().__init__(form)
        self.form = form


class VersionRequested(Exception):
    """``--version`` was among the arguments."""


HELP_WORDS: Final = {"h": SHORT, "help": USUAL, "help-list": USUAL, "help-hidden": WHOLE, "help-list-hidden": WHOLE}
VERSION_WORDS: Final = ("version", "V")
# After all words: a complaint about their number.
_AFTER_ALL: Final = 1 << 30
_DEEPEST_RESPONSE_FILE: Final = 20
# A word with fewer letters for each that differs means another option.
_LETTERS_PER_MISTAKE: Final = 3

REFUSED: Final = {
    "print-options": "--help lists the options with their defaults",
    "print-all-options": "--help lists the options with their defaults",
}
"""Options of every LLVM tool that no command has, with what to do instead."""


@final
class SplitWords:
    """A command line that is split: its options with the texts of their values, its inputs, and what is wrong with it.

    Raises HelpRequested or VersionRequested if a word asks for it.
    """

    def __init__(self, command: LLVMCommand, arguments: Sequence[str]) -> None:
        self.command: Final = command
        self.given: Final[list[tuple[LLVMOption, str, int]]] = []
        """Each option that was given, with the text of its value, and the place of its word among the others."""
        self.positionals: Final[list[str]] = []
        self.complaints: Final[list[tuple[int, Sequence[str]]]] = []
        """The complaints, each with the place of the word that it is about."""
        self._by_name: Final[dict[str, LLVMOption]] = {}
        for option in command.options:
            for name in option.names:
                self._by_name[name] = option
        self._words: Final = _with_response_files(arguments)
        self._position = 0
        while self._position < len(self._words):
            word = self._words[self._position]
            self._position += 1
            if word == "--":
                self.positionals.extend(self._words[self._position :])
                break
            if word.startswith("-") and word != "-":
                self._option(word)
            else:
                self.positionals.append(word)
        argument = command.positional
        least = 0 if argument is None else argument.least
        most = 0 if argument is None else len(self.positionals) if argument.several else 1
        if not least <= len(self.positionals) <= most:
            self._complain_about_number(least, most)

    def complain(self, position: int, *lines: str) -> None:
        """Add a complaint about the word at a position."""
        self.complaints.append((position, lines))

    def lines(self) -> list[str]:
        """All complaints in the order of the words."""
        return [line for _, lines in sorted(self.complaints, key=lambda one: one[0]) for line in lines]

    def _option(self, word: str) -> None:
        name, equals, text = word.lstrip("-").partition("=")
        option = self._by_name.get(name)
        if option is None:
            if name in HELP_WORDS:
                raise HelpRequested(HELP_WORDS[name])
            if name in VERSION_WORDS:
                raise VersionRequested
            reason = REFUSED.get(name) or self.command.manual.refused.get(name)
            if reason:
                self._complain(f"for the --{name} option: not supported; {reason}")
                return
            letter = self._by_name.get(name[:1])
            if letter is not None and not equals and letter.value.takes_joined(name[1:]):
                option, equals, text = letter, "=", name[1:]
            else:
                option = self._last_of_group(name)
        if option is None:
            self._complain_about(word, name)
            return
        if not equals:
            if option.value.if_bare is not None:
                text = option.value.if_bare
            elif self._position < len(self._words):
                text = self._words[self._position]
                self._position += 1
            else:
                self._complain(f"for the {option.spelled[0]} option: requires a value!")
                return
        self._give(option, text)

    def _give(self, option: LLVMOption, text: str) -> None:
        if option.stands_for is not None and text in TRUE_WORDS:
            name, text = option.stands_for
            option = self._by_name[name]
        self.given.append((option, text, self._position))

    def _last_of_group(self, letters: str) -> LLVMOption | None:
        """The option of the last letter in a group such as ``Sf``, which may take a value. The others are flags, and are set."""
        for letter in letters[:-1]:
            option = self._by_name.get(letter)
            if option is None:
                return None
            if not option.is_flag:
                self._complain(f"for the {option.spelled[0]} option: may not occur within a group!")
                return None
            self._give(option, "true")
        return self._by_name.get(letters[-1:])

    def _complain(self, *lines: str) -> None:
        self.complain(self._position, *lines)

    def _complain_about(self, word: str, name: str) -> None:
        """Complain about an option that the command does not have."""
        lines = [f"Unknown command line argument '{word}'.  Try: '{self.command.program} --help'"]
        nearest = min([*self._by_name, "help", "version"], key=lambda candidate: edit_distance(name, candidate))
        dashes = "-" if len(nearest) == 1 else "--"
        # `-ofile` is a letter and its value to LLVM as well, which suggests the letter.
        is_letter = len(nearest) == 1 and name.startswith(nearest)
        if is_letter or edit_distance(name, nearest) <= len(name) // _LETTERS_PER_MISTAKE or name.lower() == nearest.lower():
            lines.append(f"Did you mean '{dashes}{nearest}{word[len(word.partition('=')[0]) :]}'?")
        self._complain(*lines)

    def _complain_about_number(self, least: int, most: int) -> None:
        """Complain about too many inputs or too few."""
        program = self.command.program
        if len(self.positionals) > most:
            self.complain(
                _AFTER_ALL,
                "Too many positional arguments specified!\n"
                f"Can specify at most {most} positional arguments: See: {program} --help",
            )
        else:
            self.complain(
                _AFTER_ALL,
                "Not enough positional command line arguments specified!\n"
                f"Must specify at least {least} positional argument{'s' if least > 1 else ''}: See: {program} --help",
            )


def parse_arguments(command: LLVMCommand, arguments: Sequence[str]) -> object:
    """An object of the command's table with the values, for its own program. UsageError with every complaint.

    `pyllvm.cli.group` does the same with click's parameters.
    """
    split = SplitWords(command, arguments)
    values = command.table()
    for option in command.options:
        setattr(values, option.name, [] if option.value.is_multiple else option.default)
    for option, text, position in split.given:
        try:
            checked = option.value.check(option.spelled[0], text)
        except UsageError as error:
            split.complain(position, *error.lines)
            continue
        # The last value counts, as in LLVM's tools since 15.
        setattr(values, option.name, [*getattr(values, option.name), checked] if option.value.is_multiple else checked)
    if split.complaints:
        raise UsageError(*split.lines())
    argument = command.positional
    if argument is not None:
        inputs = split.positionals or ["-"]
        setattr(values, argument.name, inputs if argument.several else inputs[0])
    return values


def edit_distance(one: str, other: str) -> int:
    """How many letters to insert, delete or replace to make one word of the other."""
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        diagonal, row[0] = row[0], i
        for j, other_letter in enumerate(other, 1):
            diagonal, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, diagonal + (letter != other_letter))
    return row[-1]


def _with_response_files(arguments: Sequence[str], depth: int = 0) -> list[str]:
    """The words; in the place of a word such as ``@file`` are the words of that response file, which may name others."""
    words: list[str] = []
    for word in arguments:
        if word.startswith("@") and len(word) > 1 and depth < _DEEPEST_RESPONSE_FILE and os.path.isfile(word[1:]):
            with open(word[1:], encoding="utf-8", errors="surrogateescape") as file:
                words += _with_response_files(_split(file.read()), depth + 1)
        else:
            words.append(word)
    return words


def _split(text: str) -> list[str]:
    """The words of a response file, which white space separates. Quotes keep them together; a backslash keeps the next letter."""
    words: list[str] = []
    word = ""
    quote = ""
    is_escaped = False
    for letter in text:
        if is_escaped:
            word += letter
            is_escaped = False
        elif letter == "\\":
            is_escaped = True
        elif quote:
            if letter == quote:
                quote = ""
            else:
                word += letter
        elif letter in "'\"":
            quote = letter
        elif not letter.isspace():
            word += letter
        elif word:
            words.append(word)
            word = ""
    return [*words, word] if word else words

"""The rows of the tables of options. A table is a class: each of its attributes has a row, and gets the option's value.

    @final
    class DisOptions(OutputOptions, LossesOptions):
        strict: bool = flag("strict", "Treat unknown records and blocks as errors", on=SOURCE)

The rows are the source of the command line, the help, the man pages and the completions. `shared_options` has the rows
that several commands share, `arguments` splits the words of a command line, and `group` makes click's commands of the same rows.
"""

from __future__ import annotations

from pyllvm.cli.option_values import Choice, Number, OptionValue, Switch, Word
from pyllvm.notation import Any, Final, Sequence, final

# The groups of the help that several commands have.
OUTPUT_GROUP: Final = "OUTPUT"
VERSIONS_GROUP: Final = "LLVM VERSIONS"
DIAGNOSTICS_GROUP: Final = "DIAGNOSTICS"
LLVMS_GROUP: Final = "OPTIONS OF LLVM'S OWN TOOL"


# How the names of input files end: text, bitcode that may be in an archive or an object, or both.
TEXTS: Final = (".ll",)
BITCODES: Final = (".bc", ".a", ".o")
MODULES: Final = (".bc", ".ll", ".a", ".o")

# Where an option acts. A row that says nothing needs the whole module: a new option is right at first, and then made fast.
WHOLE: Final = "the whole module"
RUN: Final = "the run: its inputs, messages, report"
SOURCE: Final = "the reading of each part"
PARTS: Final = "the work on each part"
OUTPUT: Final = "the output"
OLDER: Final = "the way to an older LLVM, which needs the whole module anyway"


@final
class LLVMOption:
    """A row: an option of an LLVM tool, which is a flag, or a name with a value."""

    def __init__(
        self,
        names: str | Sequence[str],
        help: str,
        value: OptionValue,
        *,
        default: bool | int | str | None = None,
        hidden: bool = False,
        group: str = "",
        on: str = WHOLE,
    ) -> None:
        self.names: Final = (names,) if isinstance(names, str) else tuple(names)
        self.help: Final = help
        self.value: Final = value
        self.default: Final = bool(default) if isinstance(value, Switch) else default
        self.hidden: Final = hidden
        """Whether only ``--help-hidden`` shows it."""
        self.group: Final = group
        """The group of the help that it is in, such as OUTPUT; empty for the command's own options."""
        self.place: Final = on
        """Where it acts. With an option that needs the whole module, the module is one part."""
        self.spelled: Final = tuple(["-" + name if len(name) == 1 else "--" + name for name in self.names])
        self.name = ""
        """The attribute that gets the value: the row's own, unless it is an alias."""
        self.stands_for: tuple[str, str] | None = None
        """The name of another option, and its value, that the flag is short for: of several such options, the last one counts."""

    @property
    def is_flag(self) -> bool:
        """Whether it is a flag, which takes no value but ``=true`` and ``=false``."""
        return isinstance(self.value, Switch)

    @property
    def words(self) -> tuple[str, ...]:
        """The words that shells offer as its value."""
        return self.value.choices or self.value.suggestions

    def check(self, text: str) -> bool | int | str:
        """Convert the text from the command line to the option's value; UsageError if it is invalid."""
        return self.value.check(self.spelled[0], text)

    def usage(self) -> str:
        """The option's form in the help: ``--data-layout=<layout-string>``, ``-o <filename>``."""
        if self.is_flag:
            return self.spelled[0]
        if self.value.if_bare is not None:
            return f"{self.spelled[0]}[=<{self.value.name}>]"
        joint = " " if len(self.names[0]) == 1 else "="
        return f"{self.spelled[0]}{joint}<{self.value.name}>"


@final
class Inputs:
    """The row of a command's input files."""

    def __init__(self, value_name: str, several: bool, least: int, endings: tuple[str, ...]) -> None:
        self.name = ""
        """The attribute that gets their names."""
        self.value_name: Final = value_name
        self.several: Final = several
        self.least: Final = least
        """How many must be named."""
        self.endings: Final = endings
        """How the names of such files end."""


# These functions return a row. When the command line has been read, the value is in its place, whose type the attribute states.


def flag(
    name: str | Sequence[str], help: str, *, default: bool = False, hidden: bool = False, group: str = "", on: str = WHOLE
) -> Any:
    """A `bool`: an option without a value, with one name or several; ``-name=false`` switches it off."""
    return LLVMOption(name, help, Switch(), default=default, hidden=hidden, group=group, on=on)


def value(name: str, value_name: str, help: str, *, hidden: bool = False, group: str = "", on: str = WHOLE) -> Any:
    """A `str | None`: an option with a word as its value; None if it is absent."""
    return LLVMOption(name, help, Word(value_name), hidden=hidden, group=group, on=on)


def values(name: str, value_name: str, help: str, *, hidden: bool = False, group: str = "", on: str = WHOLE) -> Any:
    """A `list[str]`: an option with a word as its value that may be given several times."""
    return LLVMOption(name, help, Word(value_name, is_multiple=True), hidden=hidden, group=group, on=on)


def number(
    name: str | Sequence[str],
    value_name: str,
    help: str,
    *,
    default: int | None = None,
    hidden: bool = False,
    group: str = "",
    on: str = WHOLE,
) -> Any:
    """An `int`, or with the default None an `int | None`: an option with a number as its value."""
    return LLVMOption(name, help, Number(value_name), default=default, hidden=hidden, group=group, on=on)


def choice(
    name: str | Sequence[str], choices: tuple[str, ...], help: str, *, default: str | None, group: str = "", on: str = WHOLE
) -> Any:
    """A `str`, or with the default None a `str | None`: an option whose value is one of the words in `choices`."""
    return LLVMOption(name, help, Choice(choices), default=default, group=group, on=on)


def when(name: str, help: str, *, group: str = "", on: str = WHOLE) -> Any:
    """A `str`: an option that is `always`, `never` or `auto`; alone it is `always`, and it may be given as a boolean."""
    spellings = {"true": "always", "1": "always", "false": "never", "0": "never"}
    return LLVMOption(name, help, Choice(("always", "never", "auto"), "always", spellings), default="auto", group=group, on=on)


def alias(of: str, row: Any) -> Any:
    """Another option for the attribute `of`, with help of its own."""
    row.name = of
    return row


def short_for(option: str, value: str, row: Any) -> Any:
    """A flag that is short for another option with a value; its own attribute stays False."""
    row.stands_for = (option, value)
    return row


def inputs(value_name: str, *, least: int = 0, endings: tuple[str, ...] = MODULES) -> Any:
    """A `list[str]`: the input files. Without one, standard input is read, unless at `least` so many must be named."""
    return Inputs(value_name, True, least, endings)


def one_input(value_name: str) -> Any:
    """A `str`: the input file, or standard input."""
    return Inputs(value_name, False, 0, MODULES)

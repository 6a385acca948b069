"""Options, inputs and commands, as data: the source of the command line, the help, the man pages and the completions.

A command is an `LLVMCommand` of `flag()`, `value()`, `choice()` and `number()` options and at most one `inputs()`; its callback
gets the values by keyword. `arguments` splits the words of a command line; `group` makes click's commands of the same objects.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, final

from pyllvm.diagnostics.themes import AUTO, THEME_VARIABLE, THEMES
from pyllvm.terminal.paging import PAGER_VARIABLE

TRUE_WORDS: Final = frozenset(("true", "TRUE", "True", "1"))
FALSE_WORDS: Final = frozenset(("false", "FALSE", "False", "0"))
# The width of the numbers that options take, in bits; the same as in LLVM's tools.
_NUMBER_BITS: Final = 32
# The rows of `tables.target_profiles`, which few commands load.
PROFILE_NAMES: Final = ("nvvm", "air", "aie", "qir", "spir", "klee", "amd")
# The choices of `migrations.loss`, which few commands load.
POINTEE_CHOICES: Final = ("views", "inferred", "exported")
PRODUCER_VARIABLE: Final = "PYLLVM_PRODUCER"

# The exit status of LLVM's tools when the reader of their output has gone (EX_IOERR).
BROKEN_PIPE_STATUS: Final = 74
# The exit status that shells report for a process that SIGINT ended.
INTERRUPTED_STATUS: Final = 130
_EXIT_STATUSES: Final = (
    (0, "the command succeeded"),
    (1, "an input, an output or the command line is wrong; standard error has the message"),
)
_STATUSES_OF_ALL: Final = (
    (BROKEN_PIPE_STATUS, "the program that read the output ended first"),
    (INTERRUPTED_STATUS, "the command was interrupted"),
)

# The groups of the help that several commands have.
OUTPUT_GROUP: Final = "OUTPUT"
VERSIONS_GROUP: Final = "LLVM VERSIONS"
DIAGNOSTICS_GROUP: Final = "DIAGNOSTICS"
LLVMS_GROUP: Final = "OPTIONS OF LLVM'S OWN TOOL"

TEXT: Final = "text"
LLVM: Final = "llvm"
DRAWN: Final = "drawn"
JSON: Final = "json"
SARIF: Final = "sarif"
DIAGNOSTICS_FORMS: Final = (TEXT, LLVM, DRAWN, JSON, SARIF)
DIAGNOSTICS_VARIABLE: Final = "PYLLVM_DIAGNOSTICS"


class UsageError(Exception):
    """An error in the command line. Each of its complaints is printed after the program's name; one may have several lines."""

    def __init__(self, *lines: str, bare: bool = False) -> None:
        super().__init__(lines[0])
        self.lines = lines
        self.bare = bare
        """Whether the lines are printed without the program's name, as LLVM's tools print some errors."""


class OptionValue:
    """The value that an option takes; a flag's value is true or false."""

    def __init__(self, name: str = "") -> None:
        self.name = name
        """The word for it in the help."""
        self.choices: tuple[str, ...] = ()
        """The only words that it may be, if it is not free."""
        self.suggestions: tuple[str, ...] = ()
        """Words that shells offer for it, besides the choices."""
        self.if_bare: str | None = None
        """The text of the value if none is given (``--color``); None if one is required."""
        self.is_multiple = False
        """Whether each occurrence counts: the value is a list."""

    def check(self, spelled: str, text: str) -> Any:
        """Convert the text from the command line; UsageError if it is invalid. `spelled` is the option with its dashes."""
        return text

    def takes_joined(self, text: str) -> bool:
        """Whether `text` may follow the option's letter directly: ``-j4``, ``-fsysv``."""
        return text in self.choices


@final
class Switch(OptionValue):
    """The value of a flag. With a `refusal`, which says why, the flag can only be switched off."""

    def __init__(self, refusal: str = "") -> None:
        super().__init__()
        self.if_bare = "true"
        self.refusal = refusal

    def check(self, spelled: str, text: str) -> Any:
        """True or False."""
        if text in TRUE_WORDS:
            if self.refusal:
                raise UsageError(f"for the {spelled} option: not supported; {self.refusal}")
            return True
        if text in FALSE_WORDS:
            return False
        raise UsageError(f"for the {spelled} option: '{text}' is invalid value for boolean argument! Try 0 or 1")


@final
class Word(OptionValue):
    """A free text. With `is_multiple`, it may be given several times."""

    def __init__(self, name: str, *, suggestions: tuple[str, ...] = (), is_multiple: bool = False) -> None:
        super().__init__(name)
        self.suggestions = suggestions
        self.is_multiple = is_multiple


@final
class Number(OptionValue):
    """A number that is not negative, in 32 bits."""

    def check(self, spelled: str, text: str) -> Any:
        """The number."""
        try:
            return _integer(text)
        except ValueError:
            raise UsageError(f"for the {spelled} option: '{text}' value invalid for uint argument!") from None

    def takes_joined(self, text: str) -> bool:
        """Whether the number may follow the option's letter."""
        return text.isdecimal()


@final
class Choice(OptionValue):
    """One of several words. `spellings` are other words for them (``--color=true``)."""

    def __init__(self, words: tuple[str, ...], if_bare: str | None = None, spellings: dict[str, str] | None = None) -> None:
        super().__init__("|".join(words))
        self.choices = words
        self.if_bare = if_bare
        self._spellings = spellings or {}

    def check(self, spelled: str, text: str) -> Any:
        """The word as it is in `choices`."""
        word = self._spellings.get(text, text)
        if word not in self.choices:
            lines = [f"for the {spelled} option: Cannot find option named '{text}'!"]
            if requested_diagnostics() == LLVM:
                raise UsageError(*lines)
            from pyllvm.assembly.reader.near_miss import distance  # only for a wrong word

            given = text.encode("utf-8", "replace")
            differing, nearest = min((distance(given, one.encode()), one) for one in self.choices)
            meant = f"Did you mean '{nearest}'? " if differing <= max(1, (len(text) + 1) // 2) else ""
            raise UsageError(*lines, f"{meant}The words are {', '.join(self.choices)}")
        return word


# Where an option acts. One that says nothing needs the whole module: a new option is right at first, and then made fast.
WHOLE: Final = "the whole module"
RUN: Final = "the run: its inputs, messages, report"
SOURCE: Final = "the reading of each part"
PARTS: Final = "the work on each part"
OUTPUT: Final = "the output"
OLDER: Final = "the way to an older LLVM, which needs the whole module anyway"


@final
class LLVMOption:
    """An option of an LLVM tool: a flag, or a name with a value."""

    def __init__(
        self,
        names: Sequence[str],
        parameter: str,
        help: str,
        value: OptionValue,
        *,
        default: Any = None,
        hidden: bool = False,
        group: str = "",
    ) -> None:
        self.name = parameter
        """The keyword of the command's callback."""
        self.help = help
        self.value = value
        self.default = bool(default) if isinstance(value, Switch) else default
        self.hidden = hidden
        """Whether only ``--help-hidden`` shows it."""
        self.group = group
        """The group of the help that it is in, such as OUTPUT; empty for the command's own options."""
        self.place = WHOLE
        """Where it acts. With an option that needs the whole module, the module is one part."""
        self.names = tuple(names)
        self.spelled = tuple(["-" + name if len(name) == 1 else "--" + name for name in names])

    def acts_on(self, place: str) -> LLVMOption:
        """Set where the option acts, and return the option."""
        self.place = place
        return self

    @property
    def is_flag(self) -> bool:
        """Whether it is a flag, which takes no value but ``=true`` and ``=false``."""
        return isinstance(self.value, Switch)

    @property
    def words(self) -> tuple[str, ...]:
        """The words that shells offer as its value."""
        return self.value.choices or self.value.suggestions

    def check(self, text: str) -> Any:
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


def _integer(text: str) -> int:
    """The number that an option's value spells: decimal, or with the prefix 0x, 0o or 0b. ValueError for other text."""
    value = int(text, 0)
    if value < 0 or value.bit_length() > _NUMBER_BITS:
        raise ValueError(text)
    return value


def flag(
    name: str | Sequence[str], parameter: str, help: str, *, default: bool = False, hidden: bool = False, group: str = ""
) -> LLVMOption:
    """An option without a value, with one name or several; ``-name=false`` switches it off."""
    return LLVMOption(_names(name), parameter, help, Switch(), default=default, hidden=hidden, group=group)


def llvms_own(*options: LLVMOption) -> list[LLVMOption]:
    """Options that LLVM's tool of the same kind has, for their group of the help."""
    for option in options:
        option.group = LLVMS_GROUP
    return list(options)


def _names(name: str | Sequence[str]) -> Sequence[str]:
    return [name] if isinstance(name, str) else name


_RECORDS_HELP: Final = "Use debug records instead of calls of debug intrinsics (default=true; LLVM 19 to 21)"
_KEPT_HELP: Final = "For scripts; has no effect: debug records are read and written as they are"
_PRESERVE_FORMAT: Final = "preserve-input-debuginfo-format"
_PRESERVE_REFUSAL: Final = "calls of debug intrinsics are read as records; --write-experimental-debuginfo=false writes calls"
_RECORDS_OF_TEXT: Final = "write-experimental-debuginfo"
_RECORDS_OF_BITCODE: Final = "write-experimental-debuginfo-iterators-to-bitcode"
_RECORDS_ON_READING: Final = "experimental-debuginfo-iterators"


def debug_record_options(*written: str) -> list[LLVMOption]:
    """Options of LLVM 19 to 21 about debug records. `written`: "text" and "bitcode", the forms that the command writes.

    An option for one of these forms, switched off, makes the command write calls of the debug intrinsics instead. The other
    options have no effect, as in LLVM.
    """
    acting = {
        _RECORDS_OF_TEXT: "write_debug_records" if "text" in written else "",
        _RECORDS_OF_BITCODE: "write_bitcode_debug_records" if "bitcode" in written else "",
        _RECORDS_ON_READING: "read_debug_records" if "text" not in written else "",
    }
    ignored = ("load-bitcode-into-experimental-debuginfo-iterators", "try-experimental-debuginfo-iterators")
    acting.update(dict.fromkeys(ignored, ""))
    options = [
        flag(
            name, parameter or name.replace("-", "_"), _RECORDS_HELP if parameter else _KEPT_HELP, default=True, hidden=True
        ).acts_on(WHOLE if parameter else RUN)
        for name, parameter in acting.items()
    ]
    help = "Can only be false: debug records are read and written"
    preserve = LLVMOption([_PRESERVE_FORMAT], "preserve_format", help, Switch(_PRESERVE_REFUSAL), hidden=True)
    return llvms_own(*options, preserve.acts_on(RUN))


def producer_option() -> LLVMOption:
    """``--producer``."""
    return value(
        "producer",
        "producer",
        "string",
        "Producer to name in bitcode, in the identification block and the symbol table "
        f"(default=${PRODUCER_VARIABLE}, or else pyllvm with the LLVM version)",
        group=OUTPUT_GROUP,
    ).acts_on(OUTPUT)


def requested_producer(option: str | None) -> str | None:
    """The producer that the option or the environment requests; None if it is pyllvm's own."""
    return os.environ.get(PRODUCER_VARIABLE) or None if option is None else option


def pager_option() -> LLVMOption:
    """``--no-pager``."""
    help = f"Do not show output on a terminal with ${PAGER_VARIABLE}, $PAGER or less"
    return flag("no-pager", "no_pager", help, group=OUTPUT_GROUP).acts_on(RUN)


def ways_option() -> LLVMOption:
    """The option that shows the ways in which inputs are worked on."""
    text = "Say on standard error how each input was read, and why one was read again"
    return flag("verbose", "shows_ways", text, group=DIAGNOSTICS_GROUP).acts_on(RUN)


def scope_domination_option() -> LLVMOption:
    """The option for a rule of LLVM's verifier that is off by default."""
    return flag(
        "verify-noalias-scope-decl-dom",
        "scope_domination",
        "Ensure that llvm.experimental.noalias.scope.decl for identical scopes are not dominating",
        hidden=True,
        group=LLVMS_GROUP,
    ).acts_on(PARTS)


def preserve_bitcode_order_option() -> LLVMOption:
    """``--preserve-bc-uselistorder``."""
    return flag(
        "preserve-bc-uselistorder",
        "preserve_bitcode_order",
        "Preserve use-list order when writing LLVM bitcode (default=true)",
        default=True,
        hidden=True,
        group=LLVMS_GROUP,
    ).acts_on(OUTPUT)


def preserve_text_order_option() -> LLVMOption:
    """``--preserve-ll-uselistorder``."""
    help = "Preserve use-list order when writing LLVM assembly"
    return flag("preserve-ll-uselistorder", "preserve_text_order", help, hidden=True, group=LLVMS_GROUP)


def value(
    name: str, parameter: str, value_name: str, help: str, *, multiple: bool = False, hidden: bool = False, group: str = ""
) -> LLVMOption:
    """An option with a word as its value; None if it is absent, or a list of words if it may be given `multiple` times."""
    return LLVMOption([name], parameter, help, Word(value_name, is_multiple=multiple), hidden=hidden, group=group)


def number(
    name: str | Sequence[str],
    parameter: str,
    value_name: str,
    help: str,
    *,
    default: int | None = None,
    hidden: bool = False,
    group: str = "",
) -> LLVMOption:
    """An option with a number as its value."""
    return LLVMOption(_names(name), parameter, help, Number(value_name), default=default, hidden=hidden, group=group)


def choice(
    name: str | Sequence[str],
    parameter: str,
    choices: tuple[str, ...],
    help: str,
    *,
    default: str | None,
    group: str = "",
) -> LLVMOption:
    """An option whose value is one of the words in `choices`; `default`, perhaps None, if it is absent."""
    return LLVMOption(_names(name), parameter, help, Choice(choices), default=default, group=group)


@final
class Inputs:
    """The input files of a command."""

    def __init__(self, name: str, value_name: str, several: bool, least: int) -> None:
        self.name = name
        """The keyword of the command's callback."""
        self.value_name = value_name
        self.several = several
        self.least = least
        """How many must be named."""


def inputs(parameter: str, value_name: str, *, several: bool = False, least: int = 0) -> Inputs:
    """The input file, or any number of them. Without one, standard input is read, unless at `least` so many must be named."""
    return Inputs(parameter, value_name, several, least)


def output_options(*, is_text: bool = False) -> list[LLVMOption]:
    """``-o`` and ``-f``, the options of every tool that writes a file. `is_text`: whether only text is written."""
    without_effect = "For scripts; has no effect: text is printed to terminals as it is"
    meaning = without_effect if is_text else "Enable binary output on terminals"
    return [
        value("o", "output", "filename", "Override output filename", group=OUTPUT_GROUP).acts_on(OUTPUT),
        flag("f", "force", meaning, group=OUTPUT_GROUP).acts_on(OUTPUT),
    ]


def losses_options() -> list[LLVMOption]:
    """``--losses``, ``--target-profile``, ``--pointee-types`` and ``--report-losses``, for the way to an older LLVM."""
    return [
        choice(
            "losses",
            "losses",
            ("warn", "list", "error", "ignore"),
            "How to report constructs that an older LLVM, or pyllvm, does not know and a module can do without: warn (on a "
            "terminal, a summary and what may change behavior; elsewhere a list), list, error or ignore (default=warn)",
            default="warn",
            group=VERSIONS_GROUP,
        ).acts_on(OLDER),
        choice(
            "target-profile",
            "target_profile",
            PROFILE_NAMES,
            "Consumer to write for, which needs more than its LLVM version",
            default=None,
            group=VERSIONS_GROUP,
        ),
        choice(
            "pointee-types",
            "pointee_types",
            POINTEE_CHOICES,
            "Types of pointers up to LLVM 14: i8 in memory and signatures (views), or the types that most uses want (inferred; "
            "exported is the same) (default=views)",
            default="views",
            group=VERSIONS_GROUP,
        ).acts_on(OLDER),
        value(
            "report-losses",
            "report_losses",
            "filename",
            "Write what an older LLVM, or pyllvm, does not know, with the places, as JSON",
            group=VERSIONS_GROUP,
        ).acts_on(OLDER),
    ]


def unknown_attributes_option() -> LLVMOption:
    """``--allow-unknown-attributes``."""
    return flag(
        "allow-unknown-attributes",
        "allow_unknown_attributes",
        "Leave out attributes that pyllvm does not know, of every compiler, even if they may say how a value is passed",
        group=VERSIONS_GROUP,
    ).acts_on(SOURCE)


def unknown_option() -> LLVMOption:
    """``--allow-unknown``."""
    return flag(
        "allow-unknown",
        "allow_unknown",
        "Leave out bodies and initial values with something that pyllvm does not know, and print declarations and comments",
        group=VERSIONS_GROUP,
    ).acts_on(SOURCE)


def diagnostics_format_option() -> LLVMOption:
    """``--diagnostics-format``."""
    return choice(
        "diagnostics-format",
        "diagnostics_format",
        DIAGNOSTICS_FORMS,
        "Form of the diagnostics on standard error: text (drawn on a terminal; elsewhere LLVM's lines, then notes and help), "
        f"llvm (LLVM's lines alone), drawn, json or sarif (default=${DIAGNOSTICS_VARIABLE}, or else text)",
        default=None,
        group=DIAGNOSTICS_GROUP,
    ).acts_on(RUN)


def requested_diagnostics() -> str:
    """The form of diagnostics that the environment requests. UsageError if it names an unknown form."""
    form = os.environ.get(DIAGNOSTICS_VARIABLE) or TEXT
    if form not in DIAGNOSTICS_FORMS:
        raise UsageError(f"${DIAGNOSTICS_VARIABLE}: '{form}' is not a form of diagnostics ({', '.join(DIAGNOSTICS_FORMS)})")
    return form


def color_options() -> list[LLVMOption]:
    """``--color`` and ``--theme``."""
    color = "Use colors in output (default=auto: on a terminal, unless NO_COLOR is set)"
    theme = f"Use colors for this background of the terminal (default=auto: ${THEME_VARIABLE}, or what the terminal says)"
    return [
        when_option("color", color, group=OUTPUT_GROUP).acts_on(RUN),
        choice("theme", "theme", THEMES, theme, default=AUTO, group=OUTPUT_GROUP).acts_on(RUN),
    ]


def demangle_option(where: str = "") -> LLVMOption:
    """``--demangle`` and ``-C``; `where` names what it applies to, if that is not everything."""
    place = f", {where}" if where else ""
    help = f"Show C++ and Rust names as in the source{place} (-C; needs 'pyllvm[demangle]')"
    return flag(["demangle", "C"], "demangle", help).acts_on(RUN)


def when_option(name: str, help: str, *, group: str = "") -> LLVMOption:
    """An option that is `always`, `never` or `auto`; alone it is `always`, and it may be given as a boolean."""
    spellings = {"true": "always", "1": "always", "false": "never", "0": "never"}
    when = Choice(("always", "never", "auto"), "always", spellings)
    return LLVMOption([name], name.replace("-", "_"), help, when, default="auto", group=group)


@final
class Manual:
    """The part of a command's help and man page that its options do not say.

    `common` names the options that ``-h`` shows, in their order. The last of the exit statuses is the status if the command
    line is wrong, or the command cannot go on.
    """

    def __init__(
        self,
        description: str = "",
        examples: Sequence[tuple[str, str]] = (),
        common: Sequence[str] = (),
        exit_statuses: Sequence[tuple[int, str]] = _EXIT_STATUSES,
        llvms_failure_status: int | None = None,
    ) -> None:
        self.description = description
        self.examples = tuple(examples)
        self.common = tuple(common)
        self.exit_statuses = tuple(exit_statuses)
        self.llvms_failure_status = llvms_failure_status
        """The `failure_status` under the name of LLVM's tool, if it is another one."""


@final
class LLVMCommand:
    """A command that reads its arguments as LLVM's tools do."""

    def __init__(
        self,
        name: str,
        callback: Callable[..., Any],
        overview: str,
        options: list[LLVMOption],
        positional: Inputs | None = None,
        manual: Manual | None = None,
        refused: Mapping[str, str] | None = None,
        program: str = "",
    ) -> None:
        self.name = name
        self._program = program or f"pyllvm-{name}"
        self.callback = callback
        self.overview = overview
        self.options = options
        self.positional = positional
        self.manual = manual or Manual()
        self.refused: Mapping[str, str] = refused or {}
        """Options of LLVM's tool that the command does not have, with the reason or what to do instead."""

    def needs_whole(self, values: Mapping[str, Any]) -> bool:
        """Whether an option that needs the whole module has another value than without it."""
        return any(
            option.place == WHOLE and values[option.name] not in (option.default, [])  # nothing: the list of a multiple option
            for option in self.options
        )

    @property
    def program(self) -> str:
        """The name of the command's own program, ``pyllvm-dis``, or the name of LLVM's tool by which it was called."""
        return called_as(self.name) or self._program

    @property
    def exit_statuses(self) -> tuple[tuple[int, str], ...]:
        """The exit statuses with their meanings."""
        return (*self.manual.exit_statuses, *_STATUSES_OF_ALL)

    @property
    def failure_status(self) -> int:
        """The exit status if the command line is wrong or the command cannot go on."""
        if self.manual.llvms_failure_status is not None and called_as(self.name):
            return self.manual.llvms_failure_status
        return self.manual.exit_statuses[-1][0]

    def positional_usage(self) -> str:
        """How the help names the input files; empty if there are none."""
        if self.positional is None:
            return ""
        return f"[{self.positional.value_name}]{'...' if self.positional.several else ''}"

    def grouped(self, *, hidden: bool = False) -> list[tuple[str, list[LLVMOption]]]:
        """The options by their groups in the help: those that it hides, or those that it shows."""
        names = ("", OUTPUT_GROUP, VERSIONS_GROUP, DIAGNOSTICS_GROUP, LLVMS_GROUP)
        groups: dict[str, list[LLVMOption]] = {name: [] for name in names}
        for option in self.options:
            if option.hidden == hidden:
                groups[option.group].append(option)
        return [(name, options) for name, options in groups.items() if options]


def llvms_name(name: str) -> str:
    """The name of the tool of LLVM that a command replaces."""
    return "opt" if name == "opt" else f"llvm-{name}"


def called_as(name: str) -> str:
    """The name by which a command's program was called, if it is LLVM's (``llvm-dis``, ``llvm-dis-19``); else ""."""
    called = os.path.basename(sys.argv[0]).removesuffix(".exe") if sys.argv else ""
    own = "opt" if name == "verify" and called.startswith("opt") else llvms_name(name)
    version = called.removeprefix(own)
    return called if version != called and (not version or version.removeprefix("-").isdigit()) else ""

"""LLVM's command-line conventions: options, inputs, commands. `pyllvm.cli.group` shows them to click.

A command is an `LLVMCommand` of `flag()`, `value()`, `choice()` and `number()` options and at most one `inputs()`; its callback
gets the values by keyword. `arguments` reads the words of a command line.
"""

from __future__ import annotations

import os

from pyllvm.notation import Any, Callable, Final, Mapping, Sequence, final

TRUE_WORDS: Final = frozenset(("true", "TRUE", "True", "1"))
FALSE_WORDS: Final = frozenset(("false", "FALSE", "False", "0"))
# The width of the numbers that options take, in bits; the same as in LLVM's tools.
_NUMBER_BITS: Final = 32
# The rows of `tables.target_profiles`, which few commands load.
PROFILE_NAMES: Final = ("nvvm", "air", "aie")
# The choices of `migrations.pointee_inference`, which few commands load.
POINTEE_CHOICES: Final = ("views", "inferred", "exported")
PRODUCER_VARIABLE: Final = "PYLLVM_PRODUCER"
PAGER_VARIABLE: Final = "PYLLVM_PAGER"

# The exit status of LLVM's tools when the reader of their output has gone (EX_IOERR).
BROKEN_PIPE_STATUS: Final = 74
# The exit status that shells report for a process that SIGINT ended.
INTERRUPTED_STATUS: Final = 130
_EXIT_STATUSES: Final = (
    (0, "the command succeeded"),
    (1, "an input, an output or the command line is wrong; standard error has the message"),
)
_STATUSES_OF_ALL: Final = (
    (BROKEN_PIPE_STATUS, "the reader of the output has gone"),
    (INTERRUPTED_STATUS, "the command was interrupted"),
)

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
        *,
        takes_value: bool,
        value_name: str = "",
        default: Any = None,
        multiple: bool = False,
        hidden: bool = False,
        choices: tuple[str, ...] = (),
        number: bool = False,
        bare_value: str | None = None,
        spellings: dict[str, str] | None = None,
    ) -> None:
        dashed = ["-" + name if len(name) == 1 else "--" + name for name in names]
        self.name = parameter
        """The keyword of the command's callback."""
        self.help = help
        self.default = default if takes_value else bool(default)
        self.multiple = multiple
        """Whether each occurrence counts: the value is a list."""
        self.hidden = hidden
        self.spelled = tuple(dashed)
        self.names = tuple(names)
        self.takes_value = takes_value
        self.value_name = value_name
        self.choices = choices
        self.number = number
        self.bare_value = bare_value
        """The value of the option if none is given (``--color``); None if a value is required."""
        self.spellings = spellings or {}
        """Other words for a choice (``--color=true``)."""
        self.refusal = ""
        """Why a flag can only be switched off."""
        self.place = WHOLE
        """Where it acts. With an option that needs the whole module, the module is one part."""

    def acts_on(self, place: str) -> LLVMOption:
        """Set where the option acts, and return the option."""
        self.place = place
        return self

    def check(self, spelled: str, text: str) -> Any:
        """Convert the text from the command line to the option's value; UsageError if it is invalid."""
        if not self.takes_value:
            if text in TRUE_WORDS:
                if self.refusal:
                    raise UsageError(f"for the {spelled} option: not supported; {self.refusal}")
                return True
            if text in FALSE_WORDS:
                return False
            raise UsageError(f"for the {spelled} option: '{text}' is invalid value for boolean argument! Try 0 or 1")
        if self.choices:
            word = self.spellings.get(text, text)
            if word not in self.choices:
                raise UsageError(f"for the {spelled} option: Cannot find option named '{text}'!")
            return word
        if self.number:
            try:
                return _integer(text)
            except ValueError:
                raise UsageError(f"for the {spelled} option: '{text}' value invalid for uint argument!") from None
        return text

    def takes_joined(self, text: str) -> bool:
        """Whether `text` may follow the option's letter directly: ``-j4``, ``-fsysv``."""
        return (self.number and text.isdecimal()) or text in self.choices

    def usage(self) -> str:
        """The option's form in the help: ``--data-layout=<layout-string>``, ``-o <filename>``."""
        if not self.takes_value:
            return self.spelled[0]
        if self.bare_value is not None:
            return f"{self.spelled[0]}[=<{self.value_name}>]"
        joint = " " if len(self.names[0]) == 1 else "="
        return f"{self.spelled[0]}{joint}<{self.value_name}>"


def _integer(text: str) -> int:
    """The number that an option's value spells: decimal, or with the prefix 0x, 0o or 0b. ValueError for other text."""
    value = int(text, 0)
    if value < 0 or value.bit_length() > _NUMBER_BITS:
        raise ValueError(text)
    return value


def flag(name: str, parameter: str, help: str, *, default: bool = False, hidden: bool = False) -> LLVMOption:
    """An option without a value; ``-name=false`` switches it off."""
    return LLVMOption([name], parameter, help, takes_value=False, default=default, hidden=hidden)


_RECORDS_HELP: Final = "Use debug records instead of calls of debug intrinsics (default=true; LLVM 19 to 21)"
_KEPT_HELP: Final = "For scripts; it has no effect: debug records are read and written as they are"
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
    preserve = flag(_PRESERVE_FORMAT, "preserve_format", "Can only be false: debug records are read and written", hidden=True)
    preserve.refusal = _PRESERVE_REFUSAL
    return [*options, preserve.acts_on(RUN)]


def producer_option() -> LLVMOption:
    """``--producer``."""
    return value(
        "producer",
        "producer",
        "string",
        "Producer to name in bitcode, in the identification block and the symbol table "
        f"(default=${PRODUCER_VARIABLE}, or else pyllvm with the LLVM version)",
    ).acts_on(OUTPUT)


def requested_producer(option: str | None) -> str | None:
    """The producer that the option or the environment requests; None if it is pyllvm's own."""
    return os.environ.get(PRODUCER_VARIABLE) or None if option is None else option


def pager_option() -> LLVMOption:
    """``--no-pager``."""
    return flag("no-pager", "no_pager", f"Do not show output on a terminal with ${PAGER_VARIABLE}, $PAGER or less").acts_on(RUN)


def scope_domination_option() -> LLVMOption:
    """The option for a rule of LLVM's verifier that is off by default."""
    return flag(
        "verify-noalias-scope-decl-dom",
        "scope_domination",
        "Ensure that llvm.experimental.noalias.scope.decl for identical scopes are not dominating",
        hidden=True,
    ).acts_on(PARTS)


def preserve_bitcode_order_option() -> LLVMOption:
    """``--preserve-bc-uselistorder``."""
    return flag(
        "preserve-bc-uselistorder",
        "preserve_bitcode_order",
        "Preserve use-list order when writing LLVM bitcode (default=true)",
        default=True,
        hidden=True,
    ).acts_on(OUTPUT)


def preserve_text_order_option() -> LLVMOption:
    """``--preserve-ll-uselistorder``."""
    return flag(
        "preserve-ll-uselistorder", "preserve_text_order", "Preserve use-list order when writing LLVM assembly", hidden=True
    )


def value(
    name: str, parameter: str, value_name: str, help: str, *, multiple: bool = False, hidden: bool = False
) -> LLVMOption:
    """An option with a word as its value; None if it is absent."""
    return LLVMOption(
        [name], parameter, help, takes_value=True, value_name=value_name, multiple=multiple, hidden=hidden
    )


def number(
    name: str, parameter: str, value_name: str, help: str, *, default: int | None = None, hidden: bool = False
) -> LLVMOption:
    """An option with a number as its value."""
    return LLVMOption(
        [name], parameter, help, takes_value=True, value_name=value_name, default=default, number=True, hidden=hidden
    )


def choice(
    name: str,
    parameter: str,
    choices: tuple[str, ...],
    help: str,
    *,
    default: str,
    bare_value: str | None = None,
    spellings: dict[str, str] | None = None,
) -> LLVMOption:
    """An option whose value is one of the words in `choices`."""
    return LLVMOption(
        [name],
        parameter,
        help,
        takes_value=True,
        value_name="|".join(choices),
        default=default,
        choices=choices,
        bare_value=bare_value,
        spellings=spellings,
    )


@final
class Inputs:
    """The input files of a command."""

    def __init__(self, name: str, value_name: str, several: bool, required: bool) -> None:
        self.name = name
        """The keyword of the command's callback."""
        self.value_name = value_name
        self.several = several
        self.required = required


def inputs(parameter: str, value_name: str, *, several: bool = False, required: bool = False) -> Inputs:
    """The input file, or any number of them. Without one, standard input is read, unless a file is `required`."""
    return Inputs(parameter, value_name, several, required)


def output_options(*, is_text: bool = False) -> list[LLVMOption]:
    """``-o`` and ``-f``, the options of every tool that writes a file. `is_text`: whether only text is written."""
    meaning = "For scripts; it has no effect: text goes to terminals as it is" if is_text else "Enable binary output on terminals"
    return [
        value("o", "output", "filename", "Override output filename").acts_on(OUTPUT),
        flag("f", "force", meaning).acts_on(OUTPUT),
    ]


def losses_options() -> list[LLVMOption]:
    """``--losses``, ``--target-profile``, ``--pointee-types`` and ``--report-losses``, for the way to an older LLVM."""
    return [
        choice(
            "losses",
            "losses",
            ("warn", "error", "ignore"),
            "How to report constructs that an older LLVM lacks and a module can do without (default=warn)",
            default="warn",
        ).acts_on(OLDER),
        choice(
            "target-profile",
            "target_profile",
            PROFILE_NAMES,
            "Consumer to write for, which needs more than its LLVM version",
            default="",
        ),
        choice(
            "pointee-types",
            "pointee_types",
            POINTEE_CHOICES,
            "Types of pointers up to LLVM 14: i8 in memory and signatures, or inferred types, in exported signatures as well "
            "(default=views)",
            default="views",
        ).acts_on(OLDER),
        value("report-losses", "report_losses", "filename", "Write what an older LLVM lacks, with the places, as JSON").acts_on(
            OLDER
        ),
    ]


def diagnostics_format_option() -> LLVMOption:
    """``--diagnostics-format``."""
    return choice(
        "diagnostics-format",
        "diagnostics_format",
        DIAGNOSTICS_FORMS,
        "Form of the diagnostics on standard error: text (drawn on a terminal; elsewhere LLVM's lines, then notes and help), "
        f"llvm (LLVM's lines alone), drawn, json or sarif (default=${DIAGNOSTICS_VARIABLE}, or else text)",
        default="",
    ).acts_on(RUN)


def requested_diagnostics() -> str:
    """The form of diagnostics that the environment requests. UsageError if it names an unknown form."""
    form = os.environ.get(DIAGNOSTICS_VARIABLE) or TEXT
    if form not in DIAGNOSTICS_FORMS:
        raise UsageError(f"${DIAGNOSTICS_VARIABLE}: '{form}' is not a form of diagnostics ({', '.join(DIAGNOSTICS_FORMS)})")
    return form


def color_option() -> LLVMOption:
    """``--color``."""
    return when_option("color", "Use colors in output (default=auto: on a terminal, unless NO_COLOR is set)").acts_on(RUN)


def demangle_option(where: str = "") -> LLVMOption:
    """``--demangle`` and ``-C``; `where` names what it applies to, if that is not everything."""
    place = f", {where}" if where else ""
    return LLVMOption(
        ["demangle", "C"],
        "demangle",
        f"Show names of C++ and Rust as in the source{place} (-C; needs 'pyllvm[demangle]')",
        takes_value=False,
    ).acts_on(RUN)


def when_option(name: str, help: str) -> LLVMOption:
    """An option that is `always`, `never` or `auto`; alone it is `always`, and it may be given as a boolean."""
    return choice(
        name,
        name.replace("-", "_"),
        ("always", "never", "auto"),
        help,
        default="auto",
        bare_value="always",
        spellings={"true": "always", "1": "always", "false": "never", "0": "never"},
    )


@final
class LLVMCommand:
    """A command that reads its arguments and prints its help as LLVM's tools do."""

    def __init__(
        self,
        name: str,
        callback: Callable[..., Any],
        overview: str,
        options: list[LLVMOption],
        positional: Inputs | None = None,
        *,
        description: str = "",
        examples: Sequence[tuple[str, str]] = (),
        exit_statuses: Sequence[tuple[int, str]] = (),
        failure_status: int = 1,
        refused: Mapping[str, str] | None = None,
    ) -> None:
        self.name = name
        self.callback = callback
        self.overview = overview
        self.options = options
        self.positional = positional
        self.description = description
        self.examples = tuple(examples)
        self.refused: Mapping[str, str] = refused or {}
        """Options of LLVM's tool that the command does not have, with the reason or what to do instead."""
        self.failure_status = failure_status
        """The exit status if the command line is wrong or the command cannot go on."""
        self.exit_statuses = (*(exit_statuses or _EXIT_STATUSES), *_STATUSES_OF_ALL)

    def needs_whole(self, values: Mapping[str, Any]) -> bool:
        """Whether an option that needs the whole module has another value than without it."""
        return any(
            option.place == WHOLE and values[option.name] not in (option.default, [])  # nothing: the list of a multiple option
            for option in self.options
        )

    @property
    def program(self) -> str:
        """The name of the command's own program: ``pyllvm-dis``."""
        return f"pyllvm-{self.name}"

    @property
    def title(self) -> str:
        """The heading of the command's own options in the help."""
        titles = {"bcanalyzer": "BC Analyzer Options", "dis": "Disassembler Options", "link": "Link Options"}
        return titles.get(self.name, f"{self.program} Options")

    def help_text(self) -> str:
        """The whole of ``--help``."""
        lines = [f"OVERVIEW: {self.overview}", ""]
        lines.append(f"USAGE: {self.program} [options]{' ' + self.positional_usage() if self.positional else ''}")
        lines += ["", *_wrapped(self.description), ""] if self.description else [""]
        chapters: dict[str, list[tuple[str, str]]] = {
            # LLVM's tools have these chapters, sorted by name.
            "Color Options": [(o.usage(), o.help) for o in self.options if "color" in o.names],
            "Generic Options": [("--help", "Display this help"), ("--version", "Display the version of this program")],
            self.title: [(o.usage(), o.help) for o in self.options if not o.hidden and "color" not in o.names],
        }
        hidden = [(option.usage(), option.help) for option in self.options if option.hidden]
        width = max(len(left) for rows in [*chapters.values(), hidden] for left, _ in rows)
        for title in sorted(title for title, rows in chapters.items() if rows):
            lines += [f"{title}:", "", *(f"  {left:<{width}} - {right}" for left, right in chapters[title]), ""]
        del lines[-1]
        if hidden:
            lines += ["", "LESS USED OPTIONS:", ""]
            lines += [f"  {left:<{width}} - {right}" for left, right in hidden]
        lines += [
            "",
            "  =false switches a flag off. A value follows = or is the next word. One dash or two mean the same.",
        ]
        lines += ["", "EXIT STATUS:", ""]
        lines += [f"  {status:<3}  {meaning}" for status, meaning in self.exit_statuses]
        if self.examples:
            lines += ["", "EXAMPLES:", ""]
            for command, meaning in self.examples:
                lines += [f"  {command}", f"      {meaning}"]
        return "\n".join(lines) + "\n"

    def positional_usage(self) -> str:
        """How the help names the input files."""
        assert self.positional is not None
        return f"[{self.positional.value_name}]{'...' if self.positional.several else ''}"


def _wrapped(text: str, width: int = 100) -> list[str]:
    lines: list[str] = []
    for paragraph in text.split("\n\n"):
        line = ""
        for word in paragraph.split():
            if line and len(line) + 1 + len(word) > width:
                lines.append(line)
                line = word
            else:
                line = f"{line} {word}" if line else word
        lines += [line, ""]
    return lines[:-1]

"""The help of the commands, laid out by click's formatter, which wraps it to the width of the terminal.

The programs of the commands have the same help as ``pyllvm COMMAND``, and import click only to show it.
"""

from __future__ import annotations

from click.formatting import HelpFormatter

from pyllvm.cli.arguments import SHORT, WHOLE
from pyllvm.cli.command import COMMANDS, GROUP_WORDS, LLVMCommand
from pyllvm.cli.options import LLVMS_GROUP, LLVMOption
from pyllvm.notation import Final, Sequence

# The options that every command has besides its own.
GENERAL_OPTIONS: Final = (
    ("-h", "Display the most used options, and examples"),
    ("--help", "Display the options, in groups"),
    ("--help-hidden", "Display all options, also those that are rarely used"),
    ("--version", "Display the version of this program"),
)
# The options of LLVM's chapter about colors.
_COLOR_NAMES: Final = ("color", "theme")
# The chapters of LLVM's tools that do not have the tool's name.
_TITLES: Final = {"bcanalyzer": "BC Analyzer Options", "dis": "Disassembler Options", "link": "Link Options"}
_SHORT_LINES: Final = 25
_SHORT_EXAMPLES: Final = 3
_WIDEST: Final = 120
_WIDEST_OPTION: Final = 28
# In a narrow terminal, the options have this part of it.
_PART_OF_OPTIONS: Final = 3


def help_formatter(width: int | None = None) -> HelpFormatter:
    """A formatter for the width of the terminal, or for another `width`."""
    return HelpFormatter(width=width, max_width=_WIDEST)


def help_text(command: LLVMCommand, path: str, form: str, width: int | None = None) -> str:
    """The help of a command that is called as `path`, in the form SHORT, USUAL or WHOLE; `width` is the terminal's width."""
    formatter = help_formatter(width)
    write_help(command, path, form, formatter)
    return formatter.getvalue()


def write_help(command: LLVMCommand, path: str, form: str, formatter: HelpFormatter) -> None:
    """Write the help of a command."""
    if form == SHORT:
        formatter.write(_short_text(command, path, formatter.width))
        return
    _write_head(command, path, formatter)
    for paragraph in command.manual.description.split("\n\n"):
        if paragraph:
            formatter.write_paragraph()
            formatter.write_text(paragraph)
    for title, rows in _llvms_chapters(command):
        with formatter.section(title):
            formatter.write_dl(rows, _left_width(formatter))
    for group, options in command.grouped():
        rows = _rows([option for option in options if not _is_of_color(option)])
        if group and rows:
            with formatter.section(group):
                formatter.write_dl(rows, _left_width(formatter))
    if form == WHOLE:
        for _, options in command.grouped(hidden=True):
            with formatter.section(f"{LLVMS_GROUP}, RARELY USED"):
                formatter.write_dl(_rows(options), _left_width(formatter))
    formatter.write_paragraph()
    formatter.write_text("=false switches a flag off. A value follows = or is the next word. One dash or two mean the same.")
    with formatter.section("EXIT STATUS"):
        formatter.write_dl([(str(status), meaning) for status, meaning in command.exit_statuses])
    _write_examples(command.manual.examples, formatter)


def _llvms_chapters(command: LLVMCommand) -> list[tuple[str, Sequence[tuple[str, str]]]]:
    """The chapters that the help of LLVM's tools has, in their order: by name."""
    shown = command.grouped()
    own = _rows([option for group, options in shown for option in options if not group])
    color = _rows([option for _, options in shown for option in options if _is_of_color(option)])
    chapters: dict[str, Sequence[tuple[str, str]]] = {
        "Color Options": color,
        "Generic Options": GENERAL_OPTIONS,
        _TITLES.get(command.name, f"{command.program} Options"): own,
    }
    return [(title, rows) for title, rows in sorted(chapters.items()) if rows]


def _is_of_color(option: LLVMOption) -> bool:
    return option.names[0] in _COLOR_NAMES


def _write_head(command: LLVMCommand, path: str, formatter: HelpFormatter) -> None:
    formatter.write_text(f"OVERVIEW: {command.overview}")
    formatter.write_paragraph()
    formatter.write_usage(path, f"[options] {command.positional_usage()}".rstrip(), "USAGE: ")


def _write_examples(examples: Sequence[tuple[str, str]], formatter: HelpFormatter) -> None:
    if not examples:
        return
    with formatter.section("EXAMPLES"):
        for line, meaning in examples:
            # A command line is never broken: it is there to be copied.
            formatter.write(f"  {line}\n")
            with formatter.indentation(), formatter.indentation():
                formatter.write_text(meaning)


def _left_width(formatter: HelpFormatter) -> int:
    return min(_WIDEST_OPTION, formatter.width // _PART_OF_OPTIONS)


def _rows(options: Sequence[LLVMOption]) -> list[tuple[str, str]]:
    return [(option.usage(), option.help) for option in options]


def _short_text(command: LLVMCommand, path: str, width: int) -> str:
    """The most used options and examples, as many as there is room for in 25 lines."""
    options = {name: option for option in command.options for name in option.names}
    common = [options[name] for name in command.manual.common]
    examples = list(command.manual.examples[:_SHORT_EXAMPLES])
    while True:
        formatter = HelpFormatter(width=width)
        _write_head(command, path, formatter)
        if common:
            with formatter.section("OPTIONS"):
                rows = [(option.usage(), _first_clause(option.help)) for option in common]
                formatter.write_dl(rows, _left_width(formatter))
        _write_examples(examples, formatter)
        formatter.write_paragraph()
        formatter.write_text("--help lists all options, --help-hidden also the rarely used ones.")
        text = formatter.getvalue()
        if text.count("\n") <= _SHORT_LINES or not (common or examples):
            return text
        if len(examples) > 1 and len(common) <= _SHORT_LINES // 4:
            del examples[-1]
        else:
            del common[-1:]


def _first_clause(text: str) -> str:
    """The beginning of an option's help that is understood alone."""
    ends = [place for place in (text.find(mark) for mark in (" (", ";", ": ", ". ", ", each")) if place > 0]
    return text[: min(ends)] if ends else text


def first_screen(overview: str) -> str:
    """The text of ``pyllvm`` alone, which fits a terminal of 80 columns and 24 lines."""
    rows = [*((name, summary) for name, (_, summary) in sorted(COMMANDS.items())), *GROUP_WORDS.values()]
    listed = "".join(f"  {name:<19} {summary if len(summary) < 57 else summary.partition(',')[0]}\n" for name, summary in rows)
    return f"{overview}\nUSAGE: pyllvm COMMAND [options] [files]\n\n{listed}'pyllvm --help' has examples."


def write_group_help(overview: str, formatter: HelpFormatter) -> None:
    """Write the help of ``pyllvm`` itself, with examples."""
    formatter.write_text(f"OVERVIEW: {overview}")
    formatter.write_paragraph()
    formatter.write_usage("pyllvm", "COMMAND [options] [files]", "USAGE: ")
    with formatter.section("COMMANDS"):
        formatter.write_dl([(name, summary) for name, (_, summary) in sorted(COMMANDS.items())])
    with formatter.section("MORE"):
        formatter.write_dl(list(GROUP_WORDS.values()))
    with formatter.section("EXAMPLES"):
        formatter.write_dl(
            [
                ("pyllvm module.bc", "what is this file?"),
                ("pyllvm dis -o - module.bc", "read it as text"),
                ("pyllvm link --llvm-version 14 new.bc -o old.bc", "make it readable for LLVM 14"),
            ]
        )
    with formatter.section("OPTIONS"):
        formatter.write_dl(
            [
                ("--help", "Display this help; after a command, its options"),
                ("--version", "Display the version, whether it is compiled, and the LLVM versions it knows"),
            ]
        )
    formatter.write_paragraph()
    formatter.write_text("Each command also has its own program, such as pyllvm-dis. The exit status is 0 if it succeeded.")

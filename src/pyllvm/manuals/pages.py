"""Generates man pages, their copies for the site, and shell completions from the option tables of the commands.

    python -m pyllvm.manuals FOLDER      rewrites FOLDER/man, FOLDER/completions and FOLDER/docs/reference/commands

The files are kept in the repository; a test fails when they are out of date. A page for the site is a man page turned into
Markdown: only the requests that man pages here have are known.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import wrap
from typing import Final

from pyllvm.cli.command import COMMANDS, GROUP_WORDS, LLVMCommand, command_named
from pyllvm.cli.help import GENERAL_OPTIONS
from pyllvm.cli.option_values import DIAGNOSTICS_VARIABLE
from pyllvm.cli.options import LLVMOption
from pyllvm.cli.shared_options import JOBS_VARIABLE, PART_VARIABLE, PRODUCER_VARIABLE, VERBOSE_VARIABLE, VERSION_VARIABLE
from pyllvm.compiled_modules import SWITCH
from pyllvm.diagnostics.themes import AUTO, DARK, LIGHT, THEME_VARIABLE
from pyllvm.manuals.shell_completions import (
    GROUP_OPTIONS,
    bash_completion,
    bash_stub,
    fish_completion,
    fish_group_completion,
    zsh_completion,
)
from pyllvm.terminal.long_work import PROGRESS_VARIABLE
from pyllvm.terminal.streams import PAGER_VARIABLE
from pyllvm.versions import OLDEST, __version__, range_text

#: Characters that Markdown would read as marks.
_MARKS: Final = re.compile(r"([\\`*_<])")
#: A reference to another man page, such as ``pyllvm-dis(1)``.
_REFERENCE: Final = re.compile(r"\b(pyllvm[a-z-]*)\(1\)")
_FONT: Final = re.compile(r"\\f[BIR]")


def markdown(page: str) -> str:
    """The text of a man page as Markdown: a heading for each section, an item for each option."""
    lines = page.splitlines()
    program = _plain(lines[2].partition(" ")[0])
    summary = _plain(lines[2].partition(" \\- ")[2])
    body = re.sub(r"\n{3,}", "\n\n", "\n".join(_body(lines[3:])))
    return f"# {program}\n\n{_text(summary[0].upper() + summary[1:])}.\n{body}\n"


def _plain(text: str) -> str:
    """The characters of a line, without its fonts."""
    text = _FONT.sub("", text).replace("\\&", "").replace("\\(aq", "'").replace("\\-", "-")
    return text.replace("\\e", "\\")


def _text(text: str) -> str:
    return _MARKS.sub(r"\\\1", text)


def _body(lines: list[str]) -> Iterator[str]:
    section = ""
    place = iter(lines)
    for line in place:
        request, _, words = line.partition(" ")
        if request == ".SH":
            section = _plain(words)
            yield f"\n## {section.capitalize().replace('llvm', 'LLVM')}\n"
        elif request == ".SS":
            yield f"\n### {_plain(words)}\n"
        elif request == ".TP":
            yield f"\n- `{_plain(next(place))}`  "
        elif request in (".PP", ".br"):
            yield ""
        elif request == ".B":
            yield f"```sh\n{_plain(words)}\n```"
        elif section == "SYNOPSIS":
            yield f"    {_plain(line)}"
        else:
            yield _REFERENCE.sub(r"[\1](\1.md)", _text(_plain(line)))


# The day of the release that the pages describe.
_DATE: Final = "2026-11-26"
_LONGEST_LINE: Final = 79


def pages() -> dict[str, str]:
    """The text of every generated file, by its path in the repository."""
    commands = [command_named(name) for name in sorted(COMMANDS)]
    files = {"man/pyllvm.1": group_man_page(commands)}
    for command in commands:
        files[f"man/{command.program}.1"] = man_page(command)
    files |= {f"docs/reference/commands/{Path(name).stem}.md": markdown(page) for name, page in files.items()}
    files["completions/bash/pyllvm"] = bash_completion(commands)
    files["completions/zsh/_pyllvm"] = zsh_completion(commands)
    files["completions/fish/pyllvm.fish"] = fish_group_completion(commands)
    for command in commands:
        # Both shells load a program's completion from the file of its name.
        files[f"completions/bash/{command.program}"] = bash_stub(command)
        files[f"completions/fish/{command.program}.fish"] = fish_completion(command)
    return files


def _roff(text: str) -> str:
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    return "\n".join("\\&" + line if line.startswith(".") else line for line in text.split("\n"))


def _page(lines: list[str]) -> str:
    """The text of a page, in lines that mandoc does not find too long. The tag after `.TP` is one line."""
    filled: list[str] = []
    before = ""
    for line in "\n".join(lines).split("\n"):
        if line.startswith(".") or before == ".TP":
            filled.append(line)
        else:
            parts = wrap(line, _LONGEST_LINE, break_long_words=False, break_on_hyphens=False)
            filled += ["\\&" + part if part.startswith(".") else part for part in parts]
        before = line
    return "\n".join(filled) + "\n"


def _head(name: str, summary: str) -> list[str]:
    title = name.upper()
    return [f'.TH {title} 1 "{_DATE}" "pyllvm {__version__}" "User Commands"', ".SH NAME", f"{_roff(name)} \\- {_roff(summary)}"]


def _options(options: list[LLVMOption]) -> Iterator[str]:
    for option in options:
        name = option.spelled[0]
        after = _roff(option.usage()[len(name) :]).replace("<", "\\fI").replace(">", "\\fR")
        yield ".TP"
        yield f"\\fB{_roff(name)}\\fR{after}"
        yield _roff(option.help + ".")


def man_page(command: LLVMCommand) -> str:
    """The man page of a command."""
    summary = COMMANDS[command.name or ""][1]
    lines = _head(command.program, summary[0].lower() + summary[1:])
    lines += [".SH SYNOPSIS", f"\\fB{_roff(command.program)}\\fR [\\fIoptions\\fR]"]
    if command.positional is not None:
        lines[-1] += f" {_roff(command.positional_usage())}"
    lines += [".br", f"\\fBpyllvm {command.name}\\fR ..."]
    lines += [".SH DESCRIPTION", _roff(command.manual.description or command.overview + ".")]
    is_optional = command.positional is None or command.positional.least == 0
    where = "if no file is named, or for a file named" if is_optional else "for a file named"
    lines += [".PP", f"Standard input is read {where} \\fB\\-\\fR."]
    lines += [".SH OPTIONS", "One dash or two mean the same. A value follows \\fB=\\fR or is the next word."]
    lines += ["\\fB=false\\fR switches a flag off."]
    for group, options in command.grouped():
        if group:
            lines.append(f".SS {_roff(_title(group))}")
        lines += _options(options)
    lines.append(".SS General options")
    for spelled, meaning in GENERAL_OPTIONS:
        lines += [".TP", f"\\fB{_roff(spelled)}\\fR", _roff(meaning) + "."]
    for group, options in command.grouped(hidden=True):
        lines += [f".SS {_roff(_title(group))}, rarely used", *_options(options)]
    if any("losses" in option.names for option in command.options):
        lines += [".SH OLDER LLVM VERSIONS", *_older_versions()]
    lines += [".SH EXIT STATUS"]
    for status, meaning in command.exit_statuses:
        lines += [".TP", f"\\fB{status}\\fR", _roff(meaning[0].upper() + meaning[1:]) + "."]
    lines += [".SH ENVIRONMENT", *_environment()]
    if command.manual.examples:
        lines += [".SH EXAMPLES"]
        for example, meaning in command.manual.examples:
            lines += [".TP", f"\\fB{_roff(example)}\\fR", _roff(meaning[0].upper() + meaning[1:]) + "."]
    others = [f"\\fB{_roff(f'pyllvm-{name}')}\\fR(1)" for name in sorted(COMMANDS) if name != command.name]
    lines += [".SH SEE ALSO", ",\n".join(["\\fBpyllvm\\fR(1)", *others])]
    return _page(lines)


def _title(group: str) -> str:
    """The title of a group of options, which the help has in capitals."""
    return group.capitalize().replace("Llvm", "LLVM").replace("llvm", "LLVM")


def _older_versions() -> Iterator[str]:
    """For readers whose tool refuses a file of a newer LLVM."""
    yield _roff(
        'A tool that reports "Unknown attribute kind (105)", "Invalid record", "Opaque pointers are only supported '
        'in -opaque-pointers mode" or the like has an older LLVM inside than the LLVM that wrote the file. The '
        "message often ends with the tool's LLVM: \"Reader: 'LLVM 14.0.6'\". Write the file for that version:"
    )
    yield ".PP"
    yield f".B {_roff('pyllvm-link --llvm-version 14 new.bc -o old.bc')}"
    yield ".PP"
    yield _roff(
        "A construct that the older LLVM has in another form is written in that form. A construct that only helps an "
        "optimizer or a debugger is dropped, and a warning counts it; --losses makes that an error, or silent, and "
        "--report-losses lists it. A construct without an older form is an error that names its function and "
        "instruction, and nothing is written. The result is always verified by the rules of the older LLVM."
    )
    yield _roff(f"LLVM {OLDEST} is the oldest version that is written.")
    yield ".PP"
    yield _roff(
        "--target-profile is for consumers that need more than the version: nvvm (NVIDIA's libNVVM: LLVM 7, or "
        "with --target-arch=compute_100, and newer ones, LLVM 20), air (Apple's Metal), aie (AMD's AI engines), qir (QIR 1, with "
        "typed pointers to %Qubit and %Result), spir (SPIR 1.2 and 2.0 of OpenCL), klee (the symbolic executor) and amd "
        "(ROCm). The pages docs/older-llvm.md and docs/how-to/target-profiles.md of the source explain all this with examples."
    )


def _environment() -> list[str]:
    return [
        ".TP",
        f"\\fB{VERSION_VARIABLE}\\fR",
        _roff(f"The LLVM version to emulate, {range_text()}, if --llvm-version is not given."),
        ".TP",
        f"\\fB{PRODUCER_VARIABLE}\\fR",
        _roff(
            "The producer to name in bitcode, if --producer is not given. By default it is pyllvm with the LLVM version. That is "
            "all that differs from the bitcode of LLVM's tools. A name such as LLVM19.1.7 makes the bytes the same."
        ),
        ".TP",
        f"\\fB{JOBS_VARIABLE}\\fR",
        _roff("The number of inputs to work on at a time, for the commands that have -j, if that is not given."),
        ".TP",
        f"\\fB{PAGER_VARIABLE}\\fR, \\fBPAGER\\fR",
        _roff(
            "The program that shows long output on a terminal: the first that is set, or else less. Empty or cat means none. "
            "Leaving the pager early is not an error."
        ),
        ".TP",
        f"\\fB{DIAGNOSTICS_VARIABLE}\\fR",
        _roff("The form of diagnostics, if --diagnostics-format is not given."),
        ".TP",
        f"\\fB{PART_VARIABLE}\\fR",
        _roff(
            "For tests: the bytes of bitcode in each part that dis, verify and upgrades work on; 0 means one part, 1 a part "
            "for each function."
        ),
        ".TP",
        f"\\fB{VERBOSE_VARIABLE}\\fR",
        _roff(
            "If it is 1, dis, verify and link write a line on standard error for each input or link: into how many parts it was "
            "divided, or why not."
        ),
        ".TP",
        f"\\fB{PROGRESS_VARIABLE}\\fR",
        _roff("If it is 0, no line shows the progress of long work on a terminal."),
        ".TP",
        f"\\fB{SWITCH}\\fR",
        _roff("If it is set and not 0, an installation with compiled modules runs its plain Python modules, which are slower."),
        ".TP",
        "\\fBNO_COLOR\\fR",
        _roff("If it is set and not empty, --color=auto never uses colors."),
        ".TP",
        "\\fBFORCE_COLOR\\fR, \\fBCLICOLOR_FORCE\\fR",
        _roff("If one is set, not empty and not 0, --color=auto uses colors in pipes and files as well."),
        ".TP",
        "\\fBCLICOLOR\\fR",
        _roff("If it is 0, --color=auto uses no colors."),
        ".TP",
        f"\\fB{THEME_VARIABLE}\\fR",
        _roff(
            f"The colors to use: {DARK} or {LIGHT}, for the background of the terminal, or {AUTO}. By default, COLORFGBG decides "
            f"if the terminal sets it, or else {DARK}."
        ),
    ]


def group_man_page(commands: list[LLVMCommand]) -> str:
    """The man page of ``pyllvm``."""
    lines = _head("pyllvm", "LLVM IR without LLVM")
    lines += [".SH SYNOPSIS", "\\fBpyllvm\\fR \\fIcommand\\fR [\\fIoptions\\fR] [\\fIfiles\\fR]"]
    lines += [".SH DESCRIPTION"]
    lines += [_roff(f"Reads, writes, prints and dumps LLVM IR, as text and as bitcode, of LLVM {range_text()}.")]
    lines += ["No LLVM needs to be installed.", ".SH COMMANDS"]
    for command in commands:
        summary = COMMANDS[command.name or ""][1]
        lines += [".TP", f"\\fB{command.name}\\fR", f"{_roff(summary)}; see \\fB{_roff(command.program)}\\fR(1)."]
    lines += [".SH OTHER WORDS"]
    for usage, summary in GROUP_WORDS.values():
        lines += [".TP", f"\\fB{_roff(usage)}\\fR", _roff(summary) + "."]
    lines += [".SH OPTIONS"]
    for spelled, meaning in GROUP_OPTIONS:
        lines += [".TP", f"\\fB{_roff(spelled)}\\fR", _roff(meaning) + "."]
    lines += [".SH ENVIRONMENT", *_environment()]
    lines += [".SH SEE ALSO", ",\n".join(f"\\fB{_roff(command.program)}\\fR(1)" for command in commands)]
    return _page(lines)


def main() -> None:
    """Write all files under the folder that the first argument names."""
    root = Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    for name, text in pages().items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

"""``pyllvm links DIR``: links with the names of LLVM's tools, so that a build which looks in DIR first runs pyllvm's programs."""

from __future__ import annotations

import os
import shlex
import shutil
import sys

from pyllvm.cli.arguments import HelpRequested, VersionRequested, parse_arguments
from pyllvm.cli.command import COMMANDS, GROUP_WORDS, LLVMCommand, Manual, llvms_name
from pyllvm.cli.help import help_text
from pyllvm.cli.option_values import UsageError
from pyllvm.cli.options import one_input, value
from pyllvm.cli.requested_wishes import requested_version
from pyllvm.cli.tool import version_text
from pyllvm.diagnostics import PyllvmError
from pyllvm.notation import Final, Sequence, final
from pyllvm.terminal.files import strerror
from pyllvm.terminal.whole_file import missing_folder

LINKED: Final = ("as", "bcanalyzer", "diff", "dis", "extract", "link", "nm", "opt", "reduce")
# Tools of LLVM that a build may look for as well, and what there is in their place.
_ABSENT: Final = (
    ("llvm-ar", "any other ar: pyllvm reads the archives that it makes"),
    ("llvm-split", "pyllvm extract --split DIR --parts N"),
    ("llvm-strip", "none: pyllvm strip works on modules, not on objects"),
)
# A shell script that Python runs again: the program then knows the name by which it was called.
_SCRIPT: Final = """#!/bin/sh
'''exec' {python} "$0" "$@"
' '''
from {module} import main

main()
"""
_ALL_MAY_RUN: Final = 0o755
_LONGEST_SCRIPT: Final = 1 << 16
_UNFINISHED: Final = ".pyllvm-link-"


def links(words: Sequence[str]) -> str:
    """Do what the words behind ``pyllvm links`` ask for, and return the text to print. UsageError or PyllvmError if it fails."""
    try:
        options = parse_arguments(_command, words)
    except HelpRequested as request:
        return help_text(_command, "pyllvm links", request.form)
    except VersionRequested:
        return version_text()
    assert isinstance(options, LinksOptions)
    if options.folder == "-":
        raise UsageError("links: name one folder, in which the links are made")
    return _make_asked(options)


def _make_asked(options: LinksOptions) -> str:
    return make_links(options.folder, requested_version(options.llvm_version) if options.llvm_version else None)


def make_links(folder: str, version: int | None = None) -> str:
    """Make the links in a folder, which is made if it does not exist, and return a text that says so.

    With a version, the names are also there with that version, and all programs are that LLVM's. PyllvmError if something that
    is not pyllvm's own has one of the names, or if a link cannot be made; nothing is changed then.
    """
    made: dict[str, str] = {}
    """The names in the folder, and what makes each: a command, or the name that a link leads to."""
    for command in LINKED:
        name = llvms_name(command)
        made[name] = command
        if version is not None:
            made[f"{name}-{version}"] = command
            made[name] = f"{name}-{version}"
    foreign = [os.path.join(folder, name) for name in made if not _may_replace(os.path.join(folder, name), name)]
    if foreign:
        raise PyllvmError(f"{', '.join(foreign)}: not made by 'pyllvm links'; nothing is changed")
    first_new = "" if os.path.exists(folder) else folder
    while first_new and missing_folder(first_new):
        first_new = os.path.dirname(first_new)
    try:
        os.makedirs(folder, exist_ok=True)
        _make_all(folder, made)
    except OSError as error:
        if first_new:
            shutil.rmtree(first_new, ignore_errors=True)
        raise PyllvmError(f"{error.filename or folder}: {strerror(error)}") from None
    return _text(folder, list(made), version)


def _text(folder: str, names: list[str], version: int | None) -> str:
    """The text that tells the user about the links."""
    lines = [f"{folder}: {', '.join(names)}", "", "To use them in a build:"]
    lines.append(f'  export PATH={shlex.quote(os.path.abspath(folder))}:"$PATH"')
    if version is None:
        lines.append("  export PYLLVM_LLVM_VERSION=19      # the LLVM whose output is wanted")
    lines += [
        "  export PYLLVM_DIAGNOSTICS=llvm     # LLVM's own messages alone",
        "",
        "Not among them, and what there is instead:",
    ]
    lines += [f"  {name:<10}  {instead}" for name, instead in _ABSENT]
    return "\n".join(lines) + "\n"


def _may_replace(path: str, name: str) -> bool:
    """Whether there is nothing at a path, or what `pyllvm links` has made there with this name."""
    command = "opt" if name.startswith("opt") else name.split("-")[1]
    if os.path.islink(path):
        target = os.readlink(path).removesuffix(".exe")
        if target.startswith(f"{llvms_name(command)}-"):
            path = os.path.join(os.path.dirname(path), target)
            return os.path.lexists(path) and _may_replace(path, target)
        return os.path.basename(target) == f"pyllvm-{command}"
    if not os.path.lexists(path):
        return True
    if not os.path.isfile(path):
        return False
    with open(path, "rb") as file:
        return f"\nfrom {COMMANDS[command][0]} import main\n".encode() in file.read(_LONGEST_SCRIPT)


def _make_all(folder: str, made: dict[str, str]) -> None:
    """Make all links under other names, and then give them their own. OSError if one cannot be made; all are removed then."""
    unfinished = {name: os.path.join(folder, _UNFINISHED + name) for name in made}
    try:
        for name, target in made.items():
            _make(unfinished[name], target)
        for name, path in unfinished.items():
            os.replace(path, os.path.join(folder, name))
    finally:
        for path in unfinished.values():
            if os.path.lexists(path):
                os.unlink(path)


def _make(path: str, target: str) -> None:
    """Make a link to the program of a command, or to a name in the same folder."""
    program = _program(target) if target in COMMANDS else target
    if program is not None:
        os.symlink(program, path)
        return
    with open(path, "w", encoding="utf-8") as file:
        file.write(_SCRIPT.format(python=shlex.quote(sys.executable), module=COMMANDS[target][0]))
    os.chmod(path, _ALL_MAY_RUN)


def _program(name: str) -> str | None:
    """The path of a command's own program; None if it is not installed."""
    beside = os.path.join(os.path.dirname(sys.executable), f"pyllvm-{name}")
    return beside if os.path.isfile(beside) else shutil.which(f"pyllvm-{name}")


@final
class LinksOptions:
    """The options of ``pyllvm links``."""

    llvm_version: str | None = value(
        "llvm-version", "N", "LLVM version that the programs emulate; the names are also there as llvm-dis-N"
    )
    folder: str = one_input("folder")


_command: Final = LLVMCommand(
    "links",
    LinksOptions,
    _make_asked,
    GROUP_WORDS["links"][1],
    Manual(examples=[("pyllvm links --llvm-version=19 tools", "make tools/llvm-dis, tools/llvm-dis-19 and the like")]),
    program="pyllvm links",
)

"""``pyllvm links DIR``: links with the names of LLVM's tools, so that a build which looks in DIR first runs pyllvm's programs."""

from __future__ import annotations

import os
import shlex
import shutil
import sys

from pyllvm.cli.commands import COMMANDS
from pyllvm.cli.options import llvms_name
from pyllvm.diagnostics import PyllvmError
from pyllvm.notation import Final
from pyllvm.terminal.files import strerror

# pyllvm-strip removes parts of a module, which llvm-strip does not.
LINKED: Final = ("as", "bcanalyzer", "diff", "dis", "extract", "link", "nm", "opt")
# A shell script that Python runs again: the program then knows the name by which it was called.
_SCRIPT: Final = """#!/bin/sh
'''exec' {python} "$0" "$@"
' '''
from {module} import main

main()
"""
_ALL_MAY_RUN: Final = 0o755


def make_links(folder: str) -> str:
    """Make the links in a folder, which is made if it does not exist, and return a text that says so.

    PyllvmError if a file is in the way that is not a link, or cannot be written.
    """
    try:
        os.makedirs(folder, exist_ok=True)
        for name in LINKED:
            _make(os.path.join(folder, llvms_name(name)), name)
    except OSError as error:
        raise PyllvmError(f"{error.filename or folder}: {strerror(error)}") from None
    names = ", ".join(map(llvms_name, LINKED))
    shown = shlex.quote(os.path.abspath(folder))
    return (
        f"{folder}: {names}\n\nTo use them in a build:\n"
        f'  export PATH={shown}:"$PATH"\n'
        "  export PYLLVM_LLVM_VERSION=19      # the LLVM whose output is wanted\n"
        "  export PYLLVM_DIAGNOSTICS=llvm     # LLVM's own messages alone\n"
    )


def _make(path: str, name: str) -> None:
    if os.path.islink(path):
        os.unlink(path)
    elif os.path.exists(path):
        raise PyllvmError(f"{path}: this is not a link, and stays as it is")
    program = _program(name)
    if program is not None:
        os.symlink(program, path)
        return
    with open(path, "w", encoding="utf-8") as file:
        file.write(_SCRIPT.format(python=shlex.quote(sys.executable), module=COMMANDS[name][0]))
    os.chmod(path, _ALL_MAY_RUN)


def _program(name: str) -> str | None:
    """The path of a command's own program; None if it is not installed."""
    beside = os.path.join(os.path.dirname(sys.executable), f"pyllvm-{name}")
    return beside if os.path.isfile(beside) else shutil.which(f"pyllvm-{name}")

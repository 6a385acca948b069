"""``pyllvm FILE`` and ``pyllvm DIR``: what a file is, and which files in a folder have bitcode in them."""

from __future__ import annotations

import os

from pyllvm.library.about import about
from pyllvm.library.bitcode_search import files_with_bitcode
from pyllvm.notation import Final, Sequence
from pyllvm.reading.members import shown
from pyllvm.terminal.messages import write_error, write_standard_output

# As grep has them.
NONE_FOUND: Final = 1
DAMAGED: Final = 2


def about_files(names: Sequence[str]) -> int:
    """Print what files are and what is in folders, and return the status.

    For files it is 1 if one is damaged or cannot be read. For folders it is 0 if there is bitcode, 1 if there is none, and 2 if
    a file is damaged or cannot be read.
    """
    folders = [name for name in names if os.path.isdir(name)]
    if len(folders) == len(names):
        return _about_folders(folders)
    status = 0
    for number, name in enumerate(names):
        text, is_damaged = about(name)
        write_standard_output(("\n" if number else "") + text)
        status |= is_damaged
    return status


def _about_folders(folders: Sequence[str]) -> int:
    """Print a row for each file in folders that has bitcode in it."""
    found = damaged = 0
    for folder in folders:
        for row in files_with_bitcode(folder):
            line = shown(row.line().rstrip("\n")) + "\n"
            if row.problem:
                damaged += 1
                write_error(line)
            else:
                found += 1
                write_standard_output(line)
    write_error(
        f"{found} file{'' if found == 1 else 's'} with bitcode" + (f", {damaged} that cannot be read\n" if damaged else "\n")
    )
    if damaged:
        return DAMAGED
    return 0 if found else NONE_FOUND

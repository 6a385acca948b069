"""Writes the parts of a module as files of their own: one for each function, or so many as are wanted."""

from __future__ import annotations

import os

from pyllvm.assembly import print_module
from pyllvm.editing.splitting import parts as parts_of
from pyllvm.ir.misuse import check_module
from pyllvm.ir.module import Module
from pyllvm.reading.copying import bitcode_of
from pyllvm.terminal.whole_file import write_whole


def split(
    module: Module,
    folder: str | os.PathLike[str],
    *,
    text: bool = False,
    parts: int = 0,
    preserve_locals: bool = False,
) -> list[str]:
    """Write a file for each function of the module to a folder, which is made if need be; return the files' paths.

    The first file has what several functions need: variables, aliases, module-level assembly and metadata. Local variables that
    only one function needs are in its file. Local symbols that several files need become external ones with hidden visibility,
    and `linkonce` becomes `weak`. So the files, linked in this order, are the same module again, except for what nothing needs;
    each file brings a compile unit of its own if the module has debug information. The files are bitcode, or text with `text`.
    With `parts`, 1 or more, there are at most so many files, with about the same number of instructions. With `preserve_locals`,
    local symbols stay local: everything that needs one is in the same file.
    The module itself is not changed. A symbolic link with the name of a file is replaced, not followed. Raises OSError if a file
    cannot be written, and ValueError if `parts` is negative.
    """
    check_module(module, "split")
    if parts < 0:
        raise ValueError(f"parts: at least 1 is expected, not {parts}")
    name = os.fspath(folder)
    os.makedirs(name, exist_ok=True)
    paths: list[str] = []
    for part in parts_of(module.copy(), parts, preserves_locals=preserve_locals):
        path = os.path.join(name, part.file_name + (".ll" if text else ".bc"))
        write_whole(path, print_module(part.module) if text else bitcode_of(part.module), replaces_links=True)
        paths.append(path)
    return paths

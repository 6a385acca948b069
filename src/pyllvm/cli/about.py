"""Says what files are: ``pyllvm FILE``, ``bcanalyzer --identify``, and ``pyllvm DIR``, which lists the files with bitcode."""

from __future__ import annotations

import json
import os
import shlex

from pyllvm.library.bitcode_search import files_with_bitcode
from pyllvm.library.identification import TEXT, Identified, about, identity_of
from pyllvm.notation import TYPE_CHECKING, Final, Sequence
from pyllvm.reading.inputs import Input, shown
from pyllvm.terminal.files import OutputFile
from pyllvm.terminal.messages import write_error, write_standard_output

if TYPE_CHECKING:
    from pyllvm.containers.modules import Inside
    from pyllvm.diagnostics.documents import Elements

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


def identify_file(opened: Input, inside: list[Inside], elements: Elements | None) -> None:
    """Print what an input is: a line for it, or for each module in it; with `elements`, an object of JSON.

    `inside` are the modules in it that are meant. Raises PyllvmError if bitcode or a container is malformed.
    """
    file = Identified(opened, inside)
    if not file.inside:
        _write(file, opened.name, *_whole(file), elements)
    for module in file.inside:
        identity = None if module.is_text else identity_of(module.read())
        fields: dict[str, object] = {"stream": TEXT} if identity is None else dict(identity.fields())
        line = TEXT if identity is None else identity.line()
        if not file.is_bitcode:
            fields["container"] = _without_article(file.kind)
            line += f", in {file.kind}"
            fields["path"] = list(module.path)
            if len(file.inside) == 1:
                line += f" ({', '.join(module.path)})"
        _write(file, opened.label(module, file.inside), fields, line, elements)


def _whole(file: Identified) -> tuple[dict[str, object], str]:
    """The fields and the line about a file without modules inside."""
    if file.stream is not None:
        return file.stream.fields(), file.stream.line()
    name = _without_article(file.kind) or "unknown"
    return {"stream": None, "kind": name}, f"{name}, no bitcode inside" if file.is_container else name


def _without_article(name: str) -> str:
    return name.removeprefix("a ").removeprefix("an ")


def _write(file: Identified, name: str, fields: dict[str, object], line: str, elements: Elements | None) -> None:
    packing = file.opened.packing
    if packing:
        fields["compression"] = packing
        line += f", compressed by {packing}"
    if elements is not None:
        if file.commands:
            fields["commands"] = file.commands
        text = elements.separator() + json.dumps({"file": name, **fields})
    else:
        text = shown(f"{name}: {line}" + "".join(f", compiled by clang {shlex.join(words)}" for words in file.commands)) + "\n"
    OutputFile("-").write(text.encode("utf-8", "surrogateescape"))

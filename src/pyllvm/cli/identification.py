"""``bcanalyzer --identify``: what files are, in a line each."""

from __future__ import annotations

import json
import shlex

from pyllvm.library.identification import TEXT, Identified, identity_of
from pyllvm.notation import TYPE_CHECKING
from pyllvm.reading.members import shown
from pyllvm.reading.source import Input
from pyllvm.terminal.files import OutputFile

if TYPE_CHECKING:
    from pyllvm.containers.modules import Inside
    from pyllvm.diagnostics.documents import Elements


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

"""``bcanalyzer --identify``: what files are, in a line each."""

from __future__ import annotations

import json
import shlex

from pyllvm.analyzer.identify import identify
from pyllvm.analyzer.stream import is_stream, open_stream
from pyllvm.containers.commands import embedded_commands
from pyllvm.containers.modules import is_container, modules_of_bitcode
from pyllvm.containers.streams import read_streams
from pyllvm.diagnostics import PyllvmError
from pyllvm.findings.file_kinds import is_llvm_text, kind_of_file
from pyllvm.notation import TYPE_CHECKING, Final
from pyllvm.reading.inputs import is_bitcode
from pyllvm.reading.members import shown
from pyllvm.reading.source import Input
from pyllvm.terminal.files import OutputFile

if TYPE_CHECKING:
    from pyllvm.containers.modules import Inside
    from pyllvm.diagnostics.documents import Elements


_WORD_BYTES: Final = 4
_TEXT: Final[tuple[dict[str, object], str]] = ({"stream": "LLVM text"}, "LLVM text")


def identify_file(opened: Input, inside: list[Inside], elements: Elements | None) -> None:
    """Print what an input is: a line for it, or for each module in it; with `elements`, an object of JSON.

    `inside` are the modules in it that are meant. Raises PyllvmError if bitcode or a container is malformed.
    """
    name, data = opened.name, opened.data
    commands = [] if is_bitcode(data) else embedded_commands(data)
    if not inside and is_bitcode(data) and len(read_streams(data)) > 1:
        inside = modules_of_bitcode(data)
    if not inside:
        fields, line = _kind(data)
        _write(name, *_with_packing(opened, fields, line), commands, elements)
        return
    container = None if is_bitcode(data) else kind_of_file(data)
    for module in inside:
        content = module.read()
        fields, line = _TEXT if module.is_text else _bitcode(content)
        fields = dict(fields)
        if container is not None:
            fields["container"] = _without_article(container.name)
            line += f", in {container.name}"
        _write(opened.label(module, inside), *_with_packing(opened, fields, line), commands, elements)


def _with_packing(opened: Input, fields: dict[str, object], line: str) -> tuple[dict[str, object], str]:
    """The same, and how the file was compressed."""
    if not opened.packing:
        return fields, line
    return {**fields, "compression": opened.packing}, f"{line}, compressed by {opened.packing}"


def _bitcode(data: bytes) -> tuple[dict[str, object], str]:
    if len(data) % _WORD_BYTES:
        raise PyllvmError("Bitcode stream should be a multiple of 4 bytes in length")
    identity = identify(open_stream(data))
    return identity.fields(), identity.line()


def _kind(data: bytes) -> tuple[dict[str, object], str]:
    """The kind of a file without modules inside."""
    if is_bitcode(data) or is_stream(data):
        return _bitcode(data)
    kind = None if is_llvm_text(data) else kind_of_file(data)
    if kind is not None:
        name = _without_article(kind.name)
        return {"stream": None, "kind": name}, f"{name}, no bitcode inside" if is_container(data) else name
    name = "LLVM text" if is_llvm_text(data) else "unknown" if data else "empty file"
    return {"stream": None, "kind": name}, name


def _without_article(name: str) -> str:
    return name.removeprefix("a ").removeprefix("an ")


def _write(name: str, fields: dict[str, object], line: str, commands: list[list[str]], elements: Elements | None) -> None:
    if elements is not None:
        if commands:
            fields["commands"] = commands
        text = elements.separator() + json.dumps({"file": name, **fields})
    else:
        text = shown(f"{name}: {line}" + "".join(f", compiled by clang {shlex.join(command)}" for command in commands)) + "\n"
    OutputFile("-").write(text.encode("utf-8", "surrogateescape"))

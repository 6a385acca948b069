"""``pyllvm FILE``: what a file is, what is in it, and what to do with it."""

from __future__ import annotations

import os
import shlex

from pyllvm.analyzer.identify import identify
from pyllvm.analyzer.stream import is_stream, open_stream
from pyllvm.containers.modules import full_name, is_container
from pyllvm.diagnostics import PyllvmError
from pyllvm.diagnostics.amounts import size_words
from pyllvm.findings.file_kinds import add_file_help, is_llvm_text, kind_of_file
from pyllvm.library.files import parse_assembly, parse_bitcode
from pyllvm.notation import TYPE_CHECKING, Final
from pyllvm.reading.inputs import is_bitcode
from pyllvm.reading.members import modules_of
from pyllvm.reading.source import read_input
from pyllvm.tables.intrinsic_names import UNITS

if TYPE_CHECKING:
    from pyllvm.containers.modules import Inside
    from pyllvm.ir.module import Module

_BITS: Final = 8
_MOST_MEMBERS: Final = 10


def about(name: str) -> str:
    """The text about a file, or why it cannot be read."""
    try:
        data = read_input(name)
    except PyllvmError as error:
        return f"{name}: {error.diagnostic.message}\n"
    size = size_words(_BITS * len(data))
    if is_bitcode(data) or is_llvm_text(data):
        return _about_module(name, data, size)
    kind = kind_of_file(data)
    if is_container(data):
        return _about_container(name, data, size, "an archive" if kind is None else kind.name)
    if is_stream(data):
        return f"{name}: {identify(open_stream(data)).line()}, {size}\n"
    if kind is not None:
        return f"{name}: {kind}, {size}\n"
    return f"{name}: {'an empty file' if not data else 'a file of an unknown kind'}, {size}\n"


def _about_module(name: str, data: bytes, size: str) -> str:
    is_text = not is_bitcode(data)
    what = "LLVM text" if is_text else "LLVM bitcode"
    shown = shlex.quote(name)
    try:
        module = parse_assembly(data, name) if is_text else parse_bitcode(data, name, lazy=True)
    except PyllvmError as error:
        if not is_text:
            add_file_help(error, data)
        help = f": {error.diagnostic.hint}" if error.diagnostic.hint and not is_text else ""
        text = f"{name}: {what}, {size}, which has an error: {error.diagnostic.message}{help}\n"
        return text + _commands([(f"pyllvm verify {shown}", "see the error with its place, and help")])
    lines = [f"{name}: {what} of {_version(module, data)}, {size}\n", *_facts(module)]
    output = _beside(name)
    first = (f"pyllvm as {shown} -o {output}.bc", "make bitcode") if is_text else (f"pyllvm dis -o - {shown}", "read it")
    commands = [
        first,
        (f"pyllvm verify {shown}", "check it"),
        (f"pyllvm link --llvm-version 14 {shown} -o {output}.14.bc", "make bitcode for an older LLVM"),
    ]
    return "".join(lines) + _commands(commands)


def _version(module: Module, data: bytes) -> str:
    """The LLVM of a module, as far as it is known."""
    if module.is_version_guessed:
        return f"no particular LLVM (read as LLVM {module.llvm_version}'s)"
    producer = ""
    if is_bitcode(data):
        producer = identify(open_stream(data)).producer
    return f"LLVM {module.llvm_version}{f' ({producer})' if producer else ''}"


def _facts(module: Module) -> list[str]:
    defined = sum(not function.is_declaration for function in module.functions)
    rows = [
        ("target", module.target_triple or "none named"),
        ("functions", f"{defined} defined, {len(module.functions) - defined} declared"),
        ("variables", str(len(module.global_variables))),
    ]
    if any(named.name == UNITS for named in module.named_metadata):
        rows.append(("debug information", "yes"))
    width = max(len(name) for name, _ in rows)
    return [f"  {name:<{width}}  {text}\n" for name, text in rows]


def _about_container(name: str, data: bytes, size: str, kind: str) -> str:
    try:
        inside = modules_of(data, name, "")
    except PyllvmError as error:
        return f"{name}: {kind}, {size}: {error.diagnostic.message}\n"
    if not inside:
        return f"{name}: {kind} without bitcode inside, {size}\n"
    lines = [f"{name}: {kind} with {len(inside)} module{'' if len(inside) == 1 else 's'} of LLVM inside, {size}\n"]
    rows = [(f"{name}{one.name or full_name(one.path)}", _module_words(one)) for one in inside[:_MOST_MEMBERS]]
    width = max(len(member) for member, _ in rows)
    lines += [f"  {member:<{width}}  {words}".rstrip() + "\n" for member, words in rows]
    if len(inside) > _MOST_MEMBERS:
        lines.append(f"  and {len(inside) - _MOST_MEMBERS} more\n")
    shown = shlex.quote(name)
    first = shlex.quote(name + inside[0].name)
    commands = [
        (f"pyllvm nm {shown}", "list the symbols"),
        (f"pyllvm dis -o - {first}", "read a module"),
        (f"pyllvm verify {shown}", "check all modules"),
    ]
    return "".join(lines) + _commands(commands)


def _module_words(one: Inside) -> str:
    """The LLVM and the target of a module in a container."""
    if one.is_text:
        return "LLVM text"
    try:
        identity = identify(open_stream(one.read()))
    except PyllvmError as error:
        return f"an error: {error.diagnostic.message}"
    version = "LLVM" if identity.llvm_version is None else f"LLVM {identity.llvm_version}"
    return ", ".join([version, *identity.triples])


def _commands(rows: list[tuple[str, str]]) -> str:
    width = max(len(command) for command, _ in rows)
    return "\nNext:\n" + "".join(f"  {command:<{width}}  # {purpose}\n" for command, purpose in rows)


def _beside(name: str) -> str:
    """The path of a file without its suffix, as a word of a shell."""
    return shlex.quote(os.path.splitext(name)[0])

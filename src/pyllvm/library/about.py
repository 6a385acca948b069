"""``pyllvm FILE``: what a file is, what is in it, and what to do with it."""

from __future__ import annotations

import os
import shlex

from pyllvm.containers.modules import full_name
from pyllvm.diagnostics import PyllvmError
from pyllvm.diagnostics.amounts import size_words
from pyllvm.findings.file_kinds import kind_words
from pyllvm.library.files import parse_assembly, parse_bitcode
from pyllvm.library.identification import BITCODE, TEXT, Identified, identity_of
from pyllvm.notation import TYPE_CHECKING, Final
from pyllvm.reading.inputs import Input, is_bitcode
from pyllvm.tables.intrinsic_names import UNITS

if TYPE_CHECKING:
    from pyllvm.analyzer.identify import Identity
    from pyllvm.containers.modules import Inside
    from pyllvm.ir.module import Module

_BITS: Final = 8
_MOST_MEMBERS: Final = 10


def about(name: str) -> tuple[str, bool]:
    """The text about a file, or why it cannot be read; and whether it is damaged, or cannot be read."""
    try:
        opened = Input(name)
    except PyllvmError as error:
        return f"{name}: {error.diagnostic.message}\n", True
    size = size_words(_BITS * len(opened.data)) + (f", compressed by {opened.packing}" if opened.packing else "")
    try:
        file = Identified(opened, opened.inside())
        if file.inside:
            return _about_container(name, file, size)
        if file.is_bitcode or file.is_text:
            return _about_module(name, file, size)
    except PyllvmError as error:
        help = f": {error.diagnostic.hint}" if error.diagnostic.hint else ""
        return f"{name}: {_kind(opened)}, {size}, which has an error: {error.diagnostic.message}{help}\n", True
    if file.is_container:
        return f"{name}: {file.kind} without bitcode inside, {size}\n", False
    advice = f": {file.advice}" if file.advice else ""
    return f"{name}: {file.kind or 'a file of an unknown kind'}{advice}, {size}\n", False


def _kind(opened: Input) -> str:
    return BITCODE if is_bitcode(opened.data) else kind_words(opened.data) or TEXT


def _about_module(name: str, file: Identified, size: str) -> tuple[str, bool]:
    data = file.opened.data
    shown = shlex.quote(name)
    try:
        module = parse_assembly(data, name) if file.is_text else parse_bitcode(data, name, lazy=True)
    except PyllvmError as error:
        text = f"{name}: {file.kind}, {size}, which has an error: {error.diagnostic.message}\n"
        return text + _commands([(f"pyllvm verify {shown}", "see the error with its place, and help")]), True
    lines = [f"{name}: {file.kind} of {_version(module, file.stream)}, {size}\n", *_facts(module)]
    output = _beside(name)
    first = (f"pyllvm as {shown} -o {output}.bc", "make bitcode") if file.is_text else (f"pyllvm dis -o - {shown}", "read it")
    commands = [
        first,
        (f"pyllvm verify {shown}", "check it"),
        (f"pyllvm link --llvm-version 14 {shown} -o {output}.14.bc", "for an older LLVM"),
    ]
    return "".join(lines) + _commands(commands), False


def _version(module: Module, identity: Identity | None) -> str:
    """The LLVM of a module, as far as it is known."""
    if module.is_version_guessed:
        return f"no particular LLVM (read as LLVM {module.llvm_version}'s)"
    producer = "" if identity is None else identity.producer
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


def _about_container(name: str, file: Identified, size: str) -> tuple[str, bool]:
    inside = file.inside
    lines = [f"{name}: {file.kind} with {_modules(len(inside))} of LLVM inside, {size}\n"]
    rows: list[tuple[str, str]] = []
    is_damaged = False
    for one in inside:
        words, is_broken = _module_words(one)
        is_damaged |= is_broken
        # A damaged one is shown, wherever it is.
        if is_broken or len(rows) < _MOST_MEMBERS:
            rows.append((full_name(one.path), words))
    width = max(len(member) for member, _ in rows)
    lines += [f"  {member:<{width}}  {words}\n" for member, words in rows]
    if len(inside) > len(rows):
        lines.append(f"  and {len(inside) - len(rows)} more\n")
    if file.commands:
        lines.append(f"  compiled by clang {shlex.join(file.commands[0])}\n")
    shown = shlex.quote(name)
    first = shlex.quote(file.opened.label(inside[0], inside))
    commands = [
        (f"pyllvm nm {shown}", "list the symbols"),
        (f"pyllvm dis -o - {first}", "read a module"),
        (f"pyllvm verify {shown}", "check all modules"),
    ]
    return "".join(lines) + _commands(commands), is_damaged


def _modules(count: int) -> str:
    return f"{count} module{'' if count == 1 else 's'}"


def _module_words(one: Inside) -> tuple[str, bool]:
    """The LLVM and the target of a module in a container, or its error; and whether it has one."""
    if one.is_text:
        return TEXT, False
    try:
        identity = identity_of(one.read())
    except PyllvmError as error:
        help = f": {error.diagnostic.hint}" if error.diagnostic.hint else ""
        return f"an error: {error.diagnostic.message}{help}", True
    version = "LLVM" if identity.llvm_version is None else f"LLVM {identity.llvm_version}"
    return ", ".join([f"{version} ({identity.producer})" if identity.producer else version, *identity.triples]), False


def _commands(rows: list[tuple[str, str]]) -> str:
    width = max(len(command) for command, _ in rows)
    return "\nNext:\n" + "".join(f"  {command:<{width}}  # {purpose}\n" for command, purpose in rows)


def _beside(name: str) -> str:
    """The path of a file without its suffix, as a word of a shell."""
    return shlex.quote(os.path.splitext(name)[0])

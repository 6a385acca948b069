"""Identifies files, and the modules in them: the same for ``pyllvm FILE`` and ``bcanalyzer --identify``.

``pyllvm FILE`` prints the text of `about`: what a file is, what is in it, and what to do with it.
"""

from __future__ import annotations

import os
import shlex

from pyllvm.analyzer.identify import Identity, identify
from pyllvm.analyzer.stream import is_stream, open_stream
from pyllvm.containers.coff import is_coff, read_coff
from pyllvm.containers.elf import is_elf, read_elf
from pyllvm.containers.fields import text
from pyllvm.containers.macho import is_macho, read_macho
from pyllvm.containers.modules import Inside, full_name, is_container, modules_of_bitcode
from pyllvm.containers.part import Part
from pyllvm.containers.streams import read_streams
from pyllvm.containers.wasm import is_wasm, read_wasm
from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.diagnostics.amounts import size_words
from pyllvm.findings.file_kinds import DAMAGED, add_file_help, is_llvm_text, kind_of_file, kind_words
from pyllvm.notation import TYPE_CHECKING, Callable, Final, final
from pyllvm.reading.inputs import Input, is_bitcode
from pyllvm.tables.intrinsic_names import UNITS

if TYPE_CHECKING:
    from pyllvm.ir.module import Module


TEXT: Final = "LLVM text"
BITCODE: Final = "LLVM bitcode"
_WORD_BYTES: Final = 4
# ``clang -fembed-bitcode`` stores the command lines of the compiler in an object beside the bitcode.
_COMMAND_SECTIONS: Final = frozenset((".llvmcmd", "__LLVM,__cmdline", "__LLVM,__cmd"))
_OBJECTS: Final[tuple[tuple[Callable[[bytes], bool], Callable[[bytes, str, Callable[[str], bool]], list[Part]]], ...]] = (
    (is_elf, read_elf),
    (is_macho, read_macho),
    (is_coff, read_coff),
    (is_wasm, read_wasm),
)
# The first argument of each command line. A linker joins the command lines of several objects.
_FIRST_ARGUMENT: Final = "-cc1"
_BITS: Final = 8
_MOST_MEMBERS: Final = 10


@final
class Identified:
    """A file: its kind, and the modules in it. PyllvmError if its bitcode or the container is malformed."""

    def __init__(self, opened: Input, inside: list[Inside]) -> None:
        """`inside` are the modules in a container that are meant."""
        data = opened.data
        self.opened: Final = opened
        self.is_bitcode: Final = is_bitcode(data)
        self.is_text: Final = not self.is_bitcode and not inside and is_llvm_text(data)
        if not inside and self.is_bitcode and len(read_streams(data)) > 1:
            inside = modules_of_bitcode(data)
        self.inside: Final = inside
        self.is_container: Final = not self.is_bitcode and not self.is_text and is_container(data)
        self.stream: Final = identity_of(data) if is_stream(data) and not inside else None
        """The facts about a bitstream that is the whole file."""
        if self.kind == DAMAGED:
            damage = Diagnostic("error", f"this is {DAMAGED}")
            damage.hint = self.advice
            raise PyllvmError(damage)
        self.commands: Final = [] if self.is_bitcode else embedded_commands(data)
        """The command lines of clang in an object."""

    @property
    def kind(self) -> str:
        """The kind of the file with its article, such as "an ELF object for x86-64"; "" if it is not known."""
        if self.is_bitcode:
            return BITCODE
        if self.is_text:
            return TEXT
        if self.stream is not None:
            return self.stream.line()
        return kind_words(self.opened.data) if self.opened.data else "an empty file"

    @property
    def advice(self) -> str:
        """Advice about a file that pyllvm does not read; "" if nothing is known."""
        kind = None if self.is_bitcode or self.is_text or self.is_container else kind_of_file(self.opened.data)
        return "" if kind is None else kind.advice


def identity_of(data: bytes) -> Identity:
    """The facts about a bitstream. PyllvmError if it is malformed, with what is known about the cause."""
    try:
        if len(data) % _WORD_BYTES:
            raise PyllvmError("Bitcode stream should be a multiple of 4 bytes in length")
        return identify(open_stream(data))
    except PyllvmError as error:
        add_file_help(error, data)
        raise


def embedded_commands(data: bytes) -> list[list[str]]:
    """The arguments of each command line in an object; none in a file of another kind. PyllvmError if it is malformed."""
    for recognizes, read in _OBJECTS:
        if recognizes(data):
            parts = read(data, "", _holds_commands)
            return [command for part in parts for command in _commands(text(part.read()))]
    return []


def _holds_commands(section: str) -> bool:
    return section in _COMMAND_SECTIONS


def _commands(section: str) -> list[list[str]]:
    commands: list[list[str]] = []
    # Each argument ends with a zero.
    for argument in section.split("\0")[:-1]:
        if argument == _FIRST_ARGUMENT or not commands:
            commands.append([])
        commands[-1].append(argument)
    return commands


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
    from pyllvm.library.files import parse_assembly, parse_bitcode  # a folder is searched without reading modules

    data = file.opened.data
    shown = shlex.quote(name)
    try:
        module = parse_assembly(data, name) if file.is_text else parse_bitcode(data, name, lazy=True)
    except PyllvmError as error:
        text = f"{name}: {file.kind}, {size}, which has an error: {error.diagnostic.message}\n"
        return text + _advice([(f"pyllvm verify {shown}", "see the error with its place, and help")]), True
    lines = [f"{name}: {file.kind} of {_version(module, file.stream)}, {size}\n", *_facts(module)]
    output = _beside(name)
    first = (f"pyllvm as {shown} -o {output}.bc", "make bitcode") if file.is_text else (f"pyllvm dis -o - {shown}", "read it")
    commands = [
        first,
        (f"pyllvm verify {shown}", "check it"),
        (f"pyllvm link --llvm-version 14 {shown} -o {output}.14.bc", "for an older LLVM"),
    ]
    return "".join(lines) + _advice(commands), False


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
    return "".join(lines) + _advice(commands), is_damaged


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


def _advice(rows: list[tuple[str, str]]) -> str:
    width = max(len(command) for command, _ in rows)
    return "\nNext:\n" + "".join(f"  {command:<{width}}  # {purpose}\n" for command, purpose in rows)


def _beside(name: str) -> str:
    """The path of a file without its suffix, as a word of a shell."""
    return shlex.quote(os.path.splitext(name)[0])

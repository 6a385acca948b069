"""Identifies files, and the modules in them: the same for ``pyllvm FILE`` and ``bcanalyzer --identify``."""

from __future__ import annotations

from pyllvm.analyzer.identify import Identity, identify
from pyllvm.analyzer.stream import is_stream, open_stream
from pyllvm.containers.coff import is_coff, read_coff
from pyllvm.containers.elf import is_elf, read_elf
from pyllvm.containers.fields import text
from pyllvm.containers.macho import is_macho, read_macho
from pyllvm.containers.modules import Inside, is_container, modules_of_bitcode
from pyllvm.containers.part import Part
from pyllvm.containers.streams import read_streams
from pyllvm.containers.wasm import is_wasm, read_wasm
from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.findings.file_kinds import DAMAGED, add_file_help, is_llvm_text, kind_of_file, kind_words
from pyllvm.notation import Callable, Final, final
from pyllvm.reading.inputs import Input, is_bitcode

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

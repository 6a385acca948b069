"""Finds the command lines of the compiler that ``clang -fembed-bitcode`` stores in an object beside the bitcode."""

from __future__ import annotations

from pyllvm.containers.coff import is_coff, read_coff
from pyllvm.containers.elf import is_elf, read_elf
from pyllvm.containers.fields import text
from pyllvm.containers.macho import is_macho, read_macho
from pyllvm.containers.part import Part
from pyllvm.containers.wasm import is_wasm, read_wasm
from pyllvm.notation import Callable, Final

_SECTIONS: Final = frozenset((".llvmcmd", "__LLVM,__cmdline", "__LLVM,__cmd"))
_FORMATS: Final[tuple[tuple[Callable[[bytes], bool], Callable[[bytes, str, Callable[[str], bool]], list[Part]]], ...]] = (
    (is_elf, read_elf),
    (is_macho, read_macho),
    (is_coff, read_coff),
    (is_wasm, read_wasm),
)
# The first argument of each command line. A linker joins the command lines of several objects.
_FIRST: Final = "-cc1"


def embedded_commands(data: bytes) -> list[list[str]]:
    """The arguments of each command line in an object; none in a file of another kind. PyllvmError if it is malformed."""
    for recognizes, read in _FORMATS:
        if recognizes(data):
            parts = read(data, "", _holds_commands)
            return [command for part in parts for command in _commands(text(part.read()))]
    return []


def _holds_commands(section: str) -> bool:
    return section in _SECTIONS


def _commands(section: str) -> list[list[str]]:
    commands: list[list[str]] = []
    # Each argument ends with a zero.
    for argument in section.split("\0")[:-1]:
        if argument == _FIRST or not commands:
            commands.append([])
        commands[-1].append(argument)
    return commands

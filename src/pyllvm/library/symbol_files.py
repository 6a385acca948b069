"""The files whose symbols nm lists: bitcode, text, native objects, archives, and containers with modules inside."""

from __future__ import annotations

from pyllvm.containers.elf import is_elf
from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.library.symbols import SymbolTable, symbol_table, symbol_table_of_file
from pyllvm.notation import TYPE_CHECKING, Callable, Final, final
from pyllvm.reading.inputs import is_bitcode, modules_inside

if TYPE_CHECKING:
    from typing import TypeAlias

    from pyllvm.containers.modules import Inside
    from pyllvm.containers.part import Part
    from pyllvm.reading.inputs import Input
    from pyllvm.wishes import Wishes

    # The name of a module, the name of its archive, and the function that reads it.
    Listed: TypeAlias = tuple[str, str, Callable[[], bytes]]

_NOT_RECOGNIZED: Final = "The file was not recognized as a valid object file"
# Enough to recognize bitcode.
_MAGIC_SIZE: Final = 4


@final
class SymbolFiles:
    """Opens the files of one run. Warnings go to the one who has the wishes; `report` receives the errors of members."""

    def __init__(self, wishes: Wishes, report: Callable[[PyllvmError, str], None], *, no_bitcode: bool) -> None:
        self._wishes: Final = wishes
        self._report: Final = report
        self._no_bitcode: Final = no_bitcode

    def inside(self, opened: Input) -> list[Listed]:
        """The modules in a file. PyllvmError if it is of a kind that has none."""
        no_bitcode = self._no_bitcode
        data, path, member, name = opened.data, opened.path, opened.member, opened.name
        if is_bitcode(data) and not member and not no_bitcode:
            return [(name, "", lambda: data)]
        from pyllvm.containers.archives import is_archive, read_archive

        if is_archive(data) and not member:
            return [] if no_bitcode else self._members(read_archive(data, path), path)
        if no_bitcode:
            if is_elf(data):
                return [(name, "", lambda: data)]
            raise PyllvmError(_NOT_RECOGNIZED)
        inside = modules_inside(data, path, member)
        if not inside:
            if is_elf(data) or self._is_text(data, name):
                return [(name, "", lambda: data)]
            raise _not_recognized(data)
        return [(opened.label(module, inside), "", module.read) for module in inside]

    def _is_text(self, data: bytes, name: str) -> bool:
        """Whether a file is LLVM's text: it begins as such, or it is valid."""
        from pyllvm.findings.file_kinds import is_llvm_text, kind_of_file

        if is_llvm_text(data):
            return True
        if kind_of_file(data) is not None or not data.strip():
            return False
        try:
            self.table(data, name)
        except PyllvmError:
            return False
        return True

    def _members(self, members: list[Part], path: str) -> list[Listed]:
        """The modules in the members of an archive. A member without one is reported."""
        separate: dict[tuple[int, int], list[Inside]] = {}
        parts: list[Listed] = []
        for part in members:
            try:
                parts += self._modules_of_member(part, path, separate)
            except OSError as error:
                self._report(PyllvmError(error.strerror or str(error)), f"{path}({part.name})")
        return parts

    def _modules_of_member(self, part: Part, path: str, separate: dict[tuple[int, int], list[Inside]]) -> list[Listed]:
        """The modules in one member. Bitcode is not read yet: a thin archive may name a large file many times.

        `separate` gets the modules in each other file that a thin archive names, so that it is in memory once.
        """
        from pyllvm.containers.modules import content_of, find_modules, is_container

        if is_bitcode(part.head(_MAGIC_SIZE)):
            return [(part.name, path, part.read)]
        file = part.identity() if part.path else None
        if file is not None and file in separate:
            inside = separate[file]
        else:
            content = content_of(part)
            inside = find_modules(content, part.path or part.name)
            if file is not None and inside:
                separate[file] = inside
            elif not inside and is_elf(content):
                return [(part.name, path, lambda: content)]
            elif not inside and is_container(content):
                self._warn("there is no bitcode in this member, so its symbols are not listed", f"{path}({part.name})")
        return [(part.name + module.name, path, module.read) for module in inside]

    def table(self, data: bytes, name: str) -> SymbolTable:
        """The symbols of a module, or of a native object. PyllvmError if it is malformed."""
        if is_elf(data):
            from pyllvm.library.native_symbols import native_table

            return native_table(data, self._wishes)
        return symbol_table(data, self._wishes, name)

    def table_of_file(self, path: str) -> SymbolTable | None:
        """The symbols of a large file of bitcode, of which little is read; None for another file."""
        return symbol_table_of_file(path, self._wishes)

    def _warn(self, message: str, name: str) -> None:
        if self._wishes.warn is not None:
            self._wishes.warn(Diagnostic("warning", message), name)


def _not_recognized(data: bytes) -> PyllvmError:
    """The error about a file without bitcode, with its kind, and the tool that knows it."""
    from pyllvm.containers.modules import is_container
    from pyllvm.findings.file_kinds import kind_of_file

    error = PyllvmError(_NOT_RECOGNIZED)
    kind = kind_of_file(data)
    if is_container(data):
        name = "a native object" if kind is None else kind.name
        error.diagnostic.hint = f"this is {name} without bitcode: nm and llvm-nm list it"
    elif kind is not None:
        error.diagnostic.hint = str(kind)
    return error

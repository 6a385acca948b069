"""The entry points for reading bitcode: from the bytes of a file to modules."""

from __future__ import annotations

import gc
from typing import Final, final

from pyllvm.bitcode.reader.file import FileReader
from pyllvm.bitcode.reader.found import BitcodeFile
from pyllvm.bitcode.reader.module import ModuleReader
from pyllvm.bitcode.reader.reading import Reading
from pyllvm.diagnostics import BitcodeLocation, Diagnostic, PyllvmError
from pyllvm.ir.function import Instruction
from pyllvm.ir.module import Module
from pyllvm.ir.types import Context
from pyllvm.ir.use_policy import DECLARED
from pyllvm.wishes import Wishes

# How many modules of a file are read until the memory of their readers is freed.
_COLLECT_AFTER: Final = 1000
# The same for modules that are read in turn, in bits. A module takes about a hundred times the memory of its bitcode.
_COLLECT_AFTER_BITS: Final = 8_000_000


def read_bitcode(
    data: bytes,
    *,
    name: str = "<stdin>",
    lazy: bool = False,
    strict: bool = False,
    warnings: list[Diagnostic] | None = None,
    context: Context | None = None,
    assumed_version: int | None = None,
    input_version: int | None = None,
) -> Module:
    """Read the first module of a bitcode file; `name` becomes its identifier.

    With `lazy`, function bodies are read on first access. What the reader does not know is added to `warnings`, or is an
    error if `strict`. Malformed input raises PyllvmError. Modules that will be linked are read into one `context`. A module that
    does not name its producer is read as LLVM `assumed_version`'s, or as the newest version's. A caller that brings the module to
    a newer version passes that version, so that old intrinsics are left for it to upgrade. With `input_version`, every module is
    read in the language of the nearest LLVM version that has the module's kind of pointers.
    """
    wishes = Wishes(assumed_version, input_version)
    wishes.strict = strict
    reading = Reading(name, wishes, None if warnings is None else warnings.append, context=context)
    return read_modules(BitcodeFile(data), reading, lazy=lazy, first=True)[0]


def read_modules(
    file: BitcodeFile,
    reading: Reading,
    *,
    lazy: bool = False,
    first: bool = False,
    single: bool = False,
    may_be_none: bool = False,
) -> list[Module]:
    """Read all modules of a bitcode file, or only the `first`; see `read_bitcode`. If one is `single`, several are an error.

    A file without modules is an error, unless there `may_be_none`.
    """
    if not may_be_none:
        _refuse_none(file)
    if single and len(file.modules) > 1:
        raise PyllvmError("Expected a single module")
    reader = FileReader(file, reading)
    modules: list[Module] = []
    for found in file.modules[:1] if first else file.modules:
        modules.append(reader.read(found, lazy))
        if len(modules) % _COLLECT_AFTER == 0:
            _free_readers()
    return modules


def _refuse_none(file: BitcodeFile) -> None:
    if not file.modules:
        where = BitcodeLocation(0, [])
        raise PyllvmError(Diagnostic("error", "Could not find any module: the file has no MODULE_BLOCK", where))


def _free_readers() -> None:
    """Free the memory of readers, the parts of which refer to each other. Commands run without the garbage collector."""
    # Only what is new is searched: everything would take longer for each module before.
    gc.collect(0)


@final
class ModulesInTurn:
    """The modules of a bitcode file, which are read one at a time: modules that the caller no longer needs are freed."""

    def __init__(self, file: BitcodeFile, reading: Reading) -> None:
        _refuse_none(file)
        self._file = file
        self._reading = reading
        self._reader = FileReader(file, reading)
        # The amount read since memory was freed: modules, and their bits.
        self._modules_read = 0
        self._bits_read = 0

    def __len__(self) -> int:
        return len(self._file.modules)

    def read(self, index: int, places: dict[Instruction, BitcodeLocation] | None = None) -> Module:
        """Read the module of that number, from 0 on. The memory of those before, if nothing refers to them, is freed.

        `places` receives the position of each instruction.
        """
        if self._modules_read >= _COLLECT_AFTER or self._bits_read >= _COLLECT_AFTER_BITS:
            self._modules_read = self._bits_read = 0
            _free_readers()
        found = self._file.modules[index]
        end = self._file.modules[index + 1].start if index + 1 < len(self) else len(self._file.data) * 8
        self._modules_read += 1
        self._bits_read += end - found.start
        if places is None:
            return self._reader.read(found, False)
        return FileReader(self._file, self._reading.reporting_to(self._reading.warn, places)).read(found, False)

    def read_lazily(self, index: int, places: dict[Instruction, BitcodeLocation]) -> Module:
        """Read a module without warnings, and without bodies, which are read on first access; `places` is as for `read`.

        Few values know their uses: those that the verifier asks.
        """
        self._reader = FileReader(self._file, self._reading.reporting_to(None, places, lasting_uses=DECLARED))
        return self._reader.read(self._file.modules[index], True)

    def note_no_places(self) -> None:
        """Note the positions of no instructions in the other bodies of the module that was read lazily."""
        self._reader.note_no_places()

    def read_again(self, index: int, places: dict[Instruction, BitcodeLocation]) -> Module:
        """Read a module without warnings, and record the position of each instruction in `places`."""
        return FileReader(self._file, self._reading.reporting_to(None, places)).read(self._file.modules[index], False)


def read_in_parts(file: BitcodeFile, reading: Reading, *, is_upgraded: bool = False) -> ModuleReader | None:
    """Read the only module of a bitcode file without its bodies, each of which can be read then, in any process.

    None if there are several modules, or if the bodies of this one must be read in one process; see `FileReader.read_in_parts`.
    """
    found = file.only_module
    return None if found is None else FileReader(file, reading).read_in_parts(found, is_upgraded)


def has_opaque_pointers(data: bytes) -> bool:
    """Whether a module of the file has `ptr` as its first pointer type. Little more than the outermost blocks is read."""
    return BitcodeFile(data).has_opaque_pointers


def version_of_bitcode(data: bytes, assumed_version: int | None = None, input_version: int | None = None) -> int:
    """The newest LLVM version of the file's modules. Little more than the outermost blocks is read.

    These are the versions of the modules that `read_modules` returns for a `Reading` with these versions.
    """
    return BitcodeFile(data).version(assumed_version, input_version)

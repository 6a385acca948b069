"""The entry points for reading bitcode: from the bytes of a file to modules."""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Final, final

from pyllvm.bitcode.reader.file import FileReader, FoundModule, version_of
from pyllvm.bitcode.reader.module import ModuleReader
from pyllvm.diagnostics import BitcodeLocation, Diagnostic, PyllvmError
from pyllvm.ir.function import Instruction
from pyllvm.ir.module import Module
from pyllvm.ir.types import Context
from pyllvm.versions import OLDEST

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
    warn = None if warnings is None else warnings.append
    return read_modules(
        data,
        name=name,
        lazy=lazy,
        strict=strict,
        warn=warn,
        first=True,
        context=context,
        assumed_version=assumed_version,
        input_version=input_version,
    )[0]


def read_modules(
    data: bytes,
    *,
    name: str = "<stdin>",
    lazy: bool = False,
    strict: bool = False,
    warn: Callable[[Diagnostic], None] | None = None,
    first: bool = False,
    single: bool = False,
    importing: bool = False,
    context: Context | None = None,
    assumed_version: int | None = None,
    input_version: int | None = None,
    may_be_none: bool = False,
    keeps_order: bool = False,
    records_uses: bool = True,
    checks_lengths: bool = False,
) -> list[Module]:
    """Read all modules of a bitcode file, or only the `first`; see `read_bitcode`. If one is `single`, several are an error.

    With `importing`, types that have an identifier are read as declarations, as LLVM does for ThinLTO. A file without modules
    is an error, unless there `may_be_none`.
    With `keeps_order`, the order of uses and names is LLVM's in every case that bitcode written of the modules shows. Without
    `records_uses`, a module of its own context is read with few uses in bodies: asking for others raises NotSeparable.
    With `checks_lengths`, the lengths of blocks must lead from one block of a module to the next, as llvm-dis requires.
    """
    reader = FileReader(data, strict, warn)
    reader.checks_lengths = checks_lengths
    reader.records_uses = records_uses
    reader.is_importing = importing
    reader.context = context
    reader.assumed_version = assumed_version
    reader.input_version = input_version
    reader.keeps_order = keeps_order
    found = reader.find()
    if not may_be_none:
        _refuse_none(found)
    if single and len(found) > 1:
        raise PyllvmError("Expected a single module")
    if first:
        found = found[:1]
    modules: list[Module] = []
    for one in found:
        modules.append(reader.read(one, name, lazy))
        if len(modules) % _COLLECT_AFTER == 0:
            _free_readers()
    return modules


def _refuse_none(found: list[FoundModule]) -> None:
    if not found:
        where = BitcodeLocation(0, [])
        raise PyllvmError(Diagnostic("error", "Could not find any module: the file has no MODULE_BLOCK", where))


def _free_readers() -> None:
    """Free the memory of readers, the parts of which refer to each other. Commands run without the garbage collector."""
    # Only what is new is searched: everything would take longer for each module before.
    gc.collect(0)


@final
class ModulesInTurn:
    """The modules of a bitcode file, which are read one at a time: modules that the caller no longer needs are freed.

    The arguments and errors are the same as for `read_modules`. With `unifies_types`, types of debug information with the same
    identifier are one node in each of them, as in opt.
    """

    def __init__(
        self,
        data: bytes,
        *,
        name: str,
        warn: Callable[[Diagnostic], None] | None = None,
        assumed_version: int | None = None,
        input_version: int | None = None,
        keeps_order: bool = False,
        unifies_types: bool = False,
    ) -> None:
        self._data = data
        self._name = name
        self._assumed_version = assumed_version
        self._input_version = input_version
        self._keeps_order = keeps_order
        self._unifies_types = unifies_types
        self._reader = self._new_reader(warn)
        self._found = self._reader.find()
        _refuse_none(self._found)
        # The amount read since memory was freed: modules, and their bits.
        self._modules_read = 0
        self._bits_read = 0

    def __len__(self) -> int:
        return len(self._found)

    def read(self, index: int) -> Module:
        """Read the module of that number, from 0 on. The memory of those before, if nothing refers to them, is freed."""
        if self._modules_read >= _COLLECT_AFTER or self._bits_read >= _COLLECT_AFTER_BITS:
            self._modules_read = self._bits_read = 0
            _free_readers()
        found = self._found[index]
        end = self._found[index + 1].start if index + 1 < len(self._found) else len(self._data) * 8
        self._modules_read += 1
        self._bits_read += end - found.start
        return self._reader.read(found, self._name, False)

    def read_again(self, index: int, places: dict[Instruction, BitcodeLocation]) -> Module:
        """Read a module without warnings, and record the position of each instruction in `places`."""
        reader = self._new_reader(None)
        reader.places = places
        return reader.read(self._found[index], self._name, False)

    def _new_reader(self, warn: Callable[[Diagnostic], None] | None) -> FileReader:
        reader = FileReader(self._data, False, warn)
        reader.assumed_version = self._assumed_version
        reader.input_version = self._input_version
        reader.keeps_order = self._keeps_order
        reader.unifies_types = self._unifies_types
        return reader


def read_in_parts(
    data: bytes,
    *,
    name: str,
    warn: Callable[[Diagnostic], None],
    strict: bool = False,
    assumed_version: int | None = None,
    input_version: int | None = None,
    is_upgraded: bool = False,
    context: Context | None = None,
    sorts_uses: bool = False,
    unifies_types: bool = False,
    is_importing: bool = False,
) -> ModuleReader | None:
    """Read the only module of a bitcode file without its bodies, each of which can be read then, in any process.

    None if there are several modules, or if the bodies of this one must be read in one process; see `FileReader.read_in_parts`.
    """
    reader = FileReader(data, strict, warn)
    reader.context = context
    reader.assumed_version = assumed_version
    reader.input_version = input_version
    reader.unifies_types = unifies_types
    reader.is_importing = is_importing
    found = reader.find()
    return reader.read_in_parts(found[0], name, is_upgraded, sorts_uses) if len(found) == 1 else None


def has_opaque_pointers(data: bytes) -> bool:
    """Whether a module of the file has `ptr` as its first pointer type. Little more than the outermost blocks is read."""
    return any(found.has_opaque_pointers for found in FileReader(data).find())


def version_of_bitcode(data: bytes, assumed_version: int | None = None, input_version: int | None = None) -> int:
    """The newest LLVM version of the file's modules. Little more than the outermost blocks is read.

    These are the versions of the modules that `read_modules` returns with these arguments.
    """
    return max([version_of(found, assumed_version, input_version) for found in FileReader(data).find()], default=OLDEST)


def is_older_bitcode(data: bytes, version: int, input_version: int | None = None) -> bool:
    """Whether all modules of a file are of an older LLVM than `version`; False if the file is malformed."""
    try:
        return version_of_bitcode(data, version, input_version) < version
    except PyllvmError:
        return False

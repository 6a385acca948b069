"""Reads bitcode: from the bytes of a file to modules, all at once or one by one."""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Final, final

from pyllvm.bitcode.reader.found import BitcodeFile, FoundModule, is_foreign, is_mixed, version_of
from pyllvm.bitcode.reader.module import ModuleReader
from pyllvm.bitcode.reader.state import ReaderState, Reading
from pyllvm.bitcode.reader.unknown import Unknown, is_newer, may_know_more
from pyllvm.diagnostics import BitcodeLocation, Diagnostic, PyllvmError
from pyllvm.ir.debug_info.debug_intrinsics import intrinsics_of_records
from pyllvm.ir.function import Instruction
from pyllvm.ir.module import Module
from pyllvm.ir.types import Context
from pyllvm.ir.use_policy import ASKED_IN_ANY_ORDER, DECLARED, UsePolicy
from pyllvm.migrations.on_reading.order import CURRENT, NEWER, OnReading
from pyllvm.tables.compilers import APPLE
from pyllvm.tables.debug_info_versions import ANNOTATIONS_BESIDE_KEYS_SINCE
from pyllvm.tables.features import DEBUG_RECORDS_SINCE, METADATA_SIZES, TYPED_POINTERS_KEPT_UNTIL
from pyllvm.tables.invalid_records import invalid_record_message
from pyllvm.versions import NEXT
from pyllvm.wishes import Wishes


def _messages_of(version: int) -> Callable[[int, int | None, str], str]:
    """Return the function that words errors about malformed records as the reader of LLVM `version` does."""

    def message(block: int, code: int | None, message: str) -> str:
        return invalid_record_message(block, code, version, message)

    return message


@final
class FileReader:
    """Reads the modules that were found in a file."""

    def __init__(self, file: BitcodeFile, reading: Reading) -> None:
        self._file = file
        self._reading = reading
        self._has_warned_of_version = False
        # The state of the last module's reader.
        self._state: ReaderState | None = None

    def read(self, found: FoundModule) -> Module:
        """Read one of the modules."""
        reading = self._reading
        lazy = reading.is_lazy
        wishes = reading.wishes
        reader = self._reader(found)
        module = reader.module
        has_old_forms = is_foreign(found) or is_mixed(found, module.llvm_version)
        # A newer LLVM that the caller asks for makes its own upgrades, of what this one was.
        is_brought = wishes.version is not None and wishes.version > module.llvm_version
        module.is_read_lazily = lazy
        reader.read()
        upgrades = OnReading(module, module.llvm_version, NEWER if is_brought or has_old_forms else CURRENT)
        upgrades.begin()
        unknown = reader.state.unknown
        if reading.refused is None and (lazy or not unknown.allows):
            unknown.check()
        if lazy and not has_old_forms:
            unknown.reports_bodies = True
            unknown.report()
        if reading.lasting_uses is not None:
            module.context.uses.end_head()
        reader.order_optional_operands()
        if not lazy or has_old_forms:
            reader.read_bodies()
            upgrades.finish(())
        elif wishes.keeps_order:
            reader.read_addressed_bodies()
        if wishes.checks_lengths and reader.is_damaged:
            self._file.check_lengths(found)
        if unknown.allows and not lazy:
            unknown.remove_unused()
            unknown.check()
        if unknown.is_newer and reading.mend is not None and not lazy:
            reading.mend(module)
        unknown.report()
        if has_old_forms:
            # Imported only here: LLVM's own writers usually leave nothing to upgrade.
            from pyllvm.migrations.sequence import upgrade_all

            upgrade_all(module, is_brought)
        return module

    def note_no_places(self) -> None:
        """Note the positions of no instructions in bodies that are read from now on."""
        if self._state is not None:
            self._state.places = None

    def read_in_parts(self, found: FoundModule) -> ModuleReader | None:
        """Read one of the modules without its bodies; None if its bodies cannot be read apart from each other.

        That is so if something is upgraded when all bodies are known, unless the caller brings the module to its version.
        """
        is_upgraded = self._reading.is_upgraded
        version = self._reading.wishes.version
        reader = self._reader(found)
        module = reader.module
        is_brought = version is not None and version != module.llvm_version
        if (
            is_brought != is_upgraded
            or is_foreign(found)
            or is_mixed(found, module.llvm_version)
            or reader.state.unknown.is_newer
        ):
            return None
        state = reader.state
        state.makes_opaque = is_upgraded and state.reading_version > TYPED_POINTERS_KEPT_UNTIL
        state.metadata.makes_extents = is_upgraded and module.llvm_version < METADATA_SIZES.since <= state.reading_version
        state.table.is_upgrading = is_upgraded
        unknown = state.unknown
        unknown.is_in_parts = unknown.reports_bodies = True
        reader.read()
        if is_upgraded and module.llvm_version < DEBUG_RECORDS_SINCE <= state.reading_version:
            state.record_kinds = intrinsics_of_records(module)
        unknown.check()
        unknown.report()
        upgrades = OnReading(module, module.llvm_version, NEWER if is_upgraded else CURRENT)
        upgrades.begin()
        if is_upgraded:
            # Only a typed pointer has the type that such an attribute lacks.
            return None if state.makes_opaque and state.typeless_attributes else reader
        return None if upgrades.changes_after_bodies() else reader

    def _reader(self, found: FoundModule) -> ModuleReader:
        """The reader of a module."""
        reading = self._reading
        wishes = reading.wishes
        cursor = self._file.cursor()
        cursor.producer = found.producer
        self._warn_of_newer_version(found)
        context = reading.context
        if reading.lasting_uses is not None:
            context = Context(UsePolicy(ASKED_IN_ANY_ORDER, reading.lasting_uses))
        module = Module(reading.name, context, version_of(found, wishes.version, wishes.input_version))
        if reading.context is None:
            module.context.reading_notes = []
        if wishes.unifies_types:
            module.context.types_by_identifier = {}
        module.producer = found.producer
        module.epoch = found.epoch
        version = wishes.version
        cursor.name_invalid_record = _messages_of(module.llvm_version if version is None else version)
        self._file.enter(cursor, found)
        reader = ModuleReader(module, cursor, found, reading)
        reader.state.metadata.is_importing = reader.state.metadata.is_special = wishes.is_importing
        self._state = reader.state
        reader.state.places = reading.places
        reader.orders_operands = wishes.keeps_order
        reader.state.sorts_uses = reading.lasting_uses is None
        reader.state.keeps_order = wishes.keeps_order
        reading_version = max(module.llvm_version, version or 0)
        reader.state.reading_version = reading_version
        # A reader knows the shapes of its own version: what an older one meant by a field does not count (see DIObjCProperty).
        reader.state.metadata.llvm_version = reading_version
        reader.state.metadata.drops_annotations = reading_version >= ANNOTATIONS_BESIDE_KEYS_SINCE
        reader.state.table.folding_version = reading_version
        # Writers of their own, such as Zig's, leave constant expressions that LLVM folds when it reads them. Those that it no
        # longer has become instructions instead.
        reader.state.table.is_folding = is_foreign(found)
        self._set_rules(reader.state.unknown, found)
        if reader.state.unknown.is_tolerated:
            reader.state.metadata.is_special = True
        return reader

    def _set_rules(self, unknown: Unknown, found: FoundModule) -> None:
        """Decide what becomes of the things in a module that pyllvm does not know."""
        reading = self._reading
        wishes = reading.wishes
        is_named_by_user = wishes.input_version is not None
        knows_more = may_know_more(found.producer) and not is_named_by_user
        unknown.is_tolerated = (knows_more or wishes.allows_unknown) and not wishes.strict
        unknown.is_newer = unknown.is_tolerated and is_newer(found.producer)
        unknown.allows = wishes.allows_unknown
        unknown.allows_attributes = wishes.allows_unknown_attributes
        unknown.tolerates_attributes = unknown.is_tolerated or wishes.allows_unknown_attributes
        named = found.named_version if wishes.input_version is None else wishes.input_version
        if named is not None and not found.producer.startswith(APPLE):
            # Apple's branches of LLVM are near releases, but have attributes of later ones.
            unknown.last_attributes = max(named, version_of(found, wishes.version, wishes.input_version), wishes.version or 0)
        unknown.losses = wishes.losses
        if unknown.is_tolerated:
            for construct in found.unknown:
                unknown.leave_out(construct)
        if reading.refused is not None:
            unknown.refused = reading.refused
        unknown.warn = reading.warn
        unknown.note = reading.note_left_out

    def _warn_of_newer_version(self, found: FoundModule) -> None:
        version = found.named_version
        warn = self._reading.warn
        if version is None or version <= NEXT or warn is None or self._has_warned_of_version:
            return
        if self._reading.wishes.input_version is not None:
            return
        self._has_warned_of_version = True
        warn(Diagnostic("warning", f"bitcode of LLVM {version} is read as LLVM {NEXT}, the newest that pyllvm knows"))


# How many modules of a file are read until the memory of their readers is freed.
_COLLECT_AFTER: Final = 1000
# The same for modules that are read in turn, in bits. A module takes about a hundred times the memory of its bitcode.
_COLLECT_AFTER_BITS: Final = 8_000_000


def read_bitcode(
    data: bytes,
    *,
    name: str = "<stdin>",
    lazy: bool = False,
    warnings: list[Diagnostic] | None = None,
    context: Context | None = None,
    assumed_version: int | None = None,
) -> Module:
    """Read the first module of a bitcode file; `name` becomes its identifier.

    With `lazy`, function bodies are read on first access. What the reader does not know is added to `warnings`. Malformed input
    raises PyllvmError. Modules that will be linked are read into one `context`. A module that does not name its producer is read
    as LLVM `assumed_version`'s, or as the newest version's.
    """
    reading = Reading(name, Wishes(assumed_version), None if warnings is None else warnings.append, context=context)
    reading.is_lazy = lazy
    return read_modules(BitcodeFile(data), reading, FIRST)[0]


# Which modules of a file are wanted. A file without modules is an error, except for ANY.
ALL: Final = 0
FIRST: Final = 1
ONLY: Final = 2  # there must be one
ANY: Final = 3


def read_modules(file: BitcodeFile, reading: Reading, wanted: int = ALL) -> list[Module]:
    """Read the `wanted` modules of a bitcode file; see `read_bitcode`."""
    if wanted != ANY:
        _refuse_none(file)
    if wanted == ONLY and len(file.modules) > 1:
        raise PyllvmError("Expected a single module")
    reader = FileReader(file, reading)
    modules: list[Module] = []
    for found in file.modules[:1] if wanted == FIRST else file.modules:
        modules.append(reader.read(found))
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
            return self._reader.read(found)
        return FileReader(self._file, self._reading.reporting_to(self._reading.warn, places)).read(found)

    def read_lazily(self, index: int, places: dict[Instruction, BitcodeLocation]) -> Module:
        """Read a module without warnings, and without bodies, which are read on first access; `places` is as for `read`.

        Few values know their uses: those that the verifier asks.
        """
        reading = self._reading.reporting_to(None, places, lasting_uses=DECLARED)
        reading.is_lazy = True
        self._reader = FileReader(self._file, reading)
        return self._reader.read(self._file.modules[index])

    def note_no_places(self) -> None:
        """Note the positions of no instructions in the other bodies of the module that was read lazily."""
        self._reader.note_no_places()

    def read_again(self, index: int, places: dict[Instruction, BitcodeLocation]) -> Module:
        """Read a module without warnings, and record the position of each instruction in `places`."""
        return FileReader(self._file, self._reading.reporting_to(None, places)).read(self._file.modules[index])


def read_in_parts(file: BitcodeFile, reading: Reading) -> ModuleReader | None:
    """Read the only module of a bitcode file without its bodies, each of which can be read then, in any process.

    None if there are several modules, or if the bodies of this one must be read in one process; see `FileReader.read_in_parts`.
    """
    found = file.only_module
    return None if found is None else FileReader(file, reading).read_in_parts(found)


def has_opaque_pointers(data: bytes) -> bool:
    """Whether a module of the file has `ptr` as its first pointer type. Little more than the outermost blocks is read."""
    return BitcodeFile(data).has_opaque_pointers

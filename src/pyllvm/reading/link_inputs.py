"""Reads the inputs of ``pyllvm link`` one by one: files of text and bitcode, archives, standard input.

Reports come in llvm-link's order: "Loading 'a.bc'" with -v, the fault of an input, and then that the file could not be loaded.
"""

from __future__ import annotations

import errno
import os

from pyllvm.assembly.reader.identification import is_first_pointer_opaque
from pyllvm.bitcode import BitcodeFile, Reading, has_opaque_pointers, read_modules
from pyllvm.bitcode.reader.read import ONLY
from pyllvm.containers.modules import Inside, content_of
from pyllvm.containers.part import Part
from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.ir.module import Module
from pyllvm.ir.odr import KnownTypes
from pyllvm.ir.summary import ModuleSummaryIndex
from pyllvm.ir.types import Context
from pyllvm.linker import Linker
from pyllvm.linker.decisions import Origins
from pyllvm.linker.explain import History
from pyllvm.migrations.loss import Loss
from pyllvm.migrations.separate_metadata import SeparateMetadata
from pyllvm.notation import TYPE_CHECKING, Callable, Final, Iterator, Sequence, final
from pyllvm.reading.copying import copy_module
from pyllvm.reading.failures import DoesNotFit
from pyllvm.reading.inputs import (
    ARCHIVE,
    BITCODE,
    Input,
    Source,
    are_choices,
    is_bitcode,
    kind_of,
    modules_inside,
    split_name,
    too_many,
)
from pyllvm.reading.link_reports import LinkAborted, LinkReports
from pyllvm.reading.newer_text import module_of_text
from pyllvm.reading.settle import Settled, settle_access_tags, settle_bitcode, settle_debug_info
from pyllvm.reading.ways import reading_of
from pyllvm.reading.wished_changes import bring, make_pointers_opaque
from pyllvm.tables.features import OPAQUE_POINTERS_SINCE, TYPED_POINTERS_KEPT_UNTIL
from pyllvm.tables.text_versions import NAMES_MISSING_FILE_SINCE
from pyllvm.versions import NEWEST, NEXT

if TYPE_CHECKING:
    from pyllvm.verifier import Failure
    from pyllvm.wishes import Wishes

ARCHIVE_IDENTIFIER: Final = "ArchiveModule"


# A library of rustc has a member for the compiler itself.
_METADATA_OF_RUST: Final = ("lib.rmeta", "rust.metadata.bin")
_RUST_LIBRARY: Final = ".rlib"
_RUST_OPTIONS: Final = "rustc writes bitcode into a library with -C embed-bitcode=yes or -C linker-plugin-lto"


@final
class MalformedBody(Exception):
    """A body is malformed that LLVM would not have read yet, but an upgrade of the whole module reads."""

    def __init__(self, error: PyllvmError) -> None:
        super().__init__()
        self.error = error


@final
class LinkWishes:
    """The wishes about a link, in addition to the wishes about modules."""

    def __init__(self) -> None:
        self.keeps_debug_types = False
        """Whether types of debug information with the same identifier stay apart."""
        self.first_definition_wins = False
        self.has_history = False
        """Whether somebody wants to know where each symbol came from."""
        self.dropped: list[str] = []
        """The patterns of the names of definitions that are dropped."""
        self.ignores_others = False
        """Whether members of archives that are not bitcode are skipped."""
        self.reads_all = False
        """Whether all bodies are read at once."""


@final
class InputReader:
    """Reads the inputs of one link into the context of the result."""

    def __init__(self, reports: LinkReports, open_input: Callable[[str], Input], link: LinkWishes, wishes: Wishes) -> None:
        """Unless whole modules are needed, bodies are upgraded when they are read. Where that is not possible, the link gets
        NeedsWhole, and a new one uses the reader that `begin_again` returns.
        """
        # The identifiers of the modules that are read as one part all the same.
        self._whole: set[str] = set()
        self._reports = reports
        self._upgrades_when_read = not wishes.is_whole
        self._open: Final = open_input
        self.wishes: Final = wishes
        self.lost: Final[list[Loss]] = []
        """The losses of the modules on their way to an older version."""
        self._link: Final = link
        self._read: dict[int, bytes] = {}
        self._collections: dict[str, list[Inside]] = {}
        self._makes_opaque = False
        self.is_version_guessed = False
        """Whether `find_version` had to guess: none of the inputs names its LLVM version."""
        self.archives: dict[str, History] = {}
        """The symbols that each archive's members brought, by the archive's name; only for `--explain` and `--map`."""
        self.dropped: set[str] = set()
        """The names of the definitions that were dropped."""
        self.origins: dict[str, Origins] = {}
        """The members that the symbols of each archive come from, by the archive's name."""

    def begin_again(self, name: str) -> InputReader:
        """A reader for a link of the same inputs that reads the module with this identifier as one part.

        If another link began again before, all are read so: there may be many.
        """
        again = InputReader(self._reports, self._open, self._link, self.wishes)
        again._upgrades_when_read = self._upgrades_when_read and not self._whole
        if self.wishes.loss_rows is not None:
            self.wishes.loss_rows.clear()
        again._whole.add(name)
        again.is_version_guessed = self.is_version_guessed
        again._read = self._read
        again._collections = self._collections
        return again

    @property
    def version(self) -> int:
        """The version of the link, which is known before anything is loaded."""
        return NEWEST if self.wishes.version is None else self.wishes.version

    def find_version(self, names: list[str]) -> int:
        """The newest of the inputs' versions, for a link without a requested version.

        Text that does not name its version takes the version of the others if it can be read as that version.
        """
        if self.wishes.input_version is not None:
            return self.wishes.input_version
        found = 0
        texts: list[tuple[str, bytes]] = []
        for position, name in enumerate(names):
            data = self._content(position, name)
            for part in self._parts(name, data):
                if is_bitcode(part):
                    try:
                        found = max(found, BitcodeFile(part).version())
                    except PyllvmError:
                        continue  # the fault is reported when the file is loaded
                elif kind_of(data) != ARCHIVE and name not in self._collections:
                    texts.append((name, part))
        unnamed: list[tuple[str, bytes, int]] = []
        for name, data in texts:
            if found == NEXT:
                break
            module = self._module_of_text(name, data, None)
            if module is None:
                # The fault is reported when the file is loaded.
                continue
            if module.is_version_guessed:
                unnamed.append((name, data, module.llvm_version))
            else:
                found = max(found, module.llvm_version)
        for name, data, version in unnamed:
            if version > found and (found == 0 or self._module_of_text(name, data, found) is None):
                found = version
                self.is_version_guessed = True
        return found if found else NEWEST

    def have_opaque_pointers(self, names: list[str]) -> bool:
        """Whether an input has opaque pointers, where the link's version also has typed ones, which they cannot be joined with.

        The others are then read with opaque pointers. llvm-link does so only on request, or if the first input has them.
        """
        if OPAQUE_POINTERS_SINCE <= self.version <= TYPED_POINTERS_KEPT_UNTIL:
            self._makes_opaque = any(
                self._is_opaque(part)
                for position, name in enumerate(names)
                for part in self._parts(name, self._content(position, name))
            )
        return self._makes_opaque

    def _is_opaque(self, data: bytes) -> bool:
        if not is_bitcode(data):
            return is_first_pointer_opaque(data)
        try:
            return has_opaque_pointers(data)
        except PyllvmError:
            # The fault is reported when the file is loaded.
            return False

    def load(self, position: int, name: str, context: Context) -> Module:
        """The module of one file."""
        data = self._content(position, name)
        if not self._upgrades_when_read:  # otherwise the link may begin again
            self._read.pop(position, None)
        if name in self._collections or kind_of(data) == ARCHIVE:
            return self._load_archive(name, data, context)
        return self._load_file(name, data, context, settles_debug_info=True)

    def _content(self, position: int, name: str) -> bytes:
        """The content of an input, which is kept if it cannot be read again. Files can: all of them would take memory."""
        if position in self._read:
            return self._read[position]
        data = self._bytes(name)
        if not os.path.isfile(split_name(name)[0]):
            self._read[position] = data
        return data

    def load_to_import(self, name: str, context: Context) -> Module:
        """The module of a file that functions are imported from. Debug information is settled when functions are read."""
        return self._load_file(name, self._bytes(name), context, settles_debug_info=False)

    def read_index(self, name: str) -> ModuleSummaryIndex:
        """The summary in a bitcode file, of one module or of a whole program; an empty summary if there is none."""
        data = self._bytes(name)
        try:
            reading = Reading(name)
            reading.is_lazy = True
            for module in read_modules(BitcodeFile(data), reading):
                if module.summary is not None:
                    return module.summary
        except PyllvmError as error:
            raise self._reports.fail_bare(error.diagnostic.message) from None
        return ModuleSummaryIndex()

    def _bytes(self, name: str) -> bytes:
        """The content of a file; of its only module if it is a container. If there are several, they become a collection."""
        try:
            opened = self._open(name)
        except PyllvmError as error:
            message = error.diagnostic.message
            is_missing = message == os.strerror(errno.ENOENT)
            if is_missing and name != "-" and self.version >= NAMES_MISSING_FILE_SINCE:
                message = f"{message}: '{name}'"
            raise self._reports.fail_bare(message) from None
        data = opened.data
        if kind_of(data) == ARCHIVE and not opened.member:
            return data
        try:
            inside = opened.inside()
            if len(inside) < 2:
                return inside[0].read() if inside else data
            if are_choices(inside):
                raise too_many(opened.path, inside, "to link it")
        except PyllvmError as error:
            self._reports.report_error(error, name)
            raise self._not_loaded(name) from None
        self._collections[name] = inside
        return data

    def _load_file(self, name: str, data: bytes, context: Context, settles_debug_info: bool) -> Module:
        shown = "<stdin>" if name == "-" else name
        self._reports.progress(f"Loading '{shown}'")
        try:
            return self._module(name, data, context, settles_debug_info)
        except PyllvmError as error:
            self._reports.report_error(error, name)
            raise self._not_loaded(name) from None

    def _not_loaded(self, name: str) -> LinkAborted:
        return self._reports.fail(f" loading file '{name}'")

    def _load_archive(self, name: str, data: bytes, context: Context) -> Module:
        reporter = self._reports
        reporter.progress(f"Reading library archive file '{'<stdin>' if name == '-' else name}' to memory")
        linker = Linker(
            self.version,
            identifier=ARCHIVE_IDENTIFIER,
            context=context,
            report=reporter.report,
            unify_debug_types=not self._link.keeps_debug_types,
            opaque_pointers=self._makes_opaque,
        )
        if self._link.first_definition_wins:
            linker.let_first_definition_win()
        history = History(linker) if self._link.has_history else None
        for member in self._members(name, data):
            reporter.progress(f"Parsing member '{member.name}' of archive library to module.")
            for content in self._contents(name, member):
                try:
                    module = self._module(member.name, content, context, settles_debug_info=False)
                except PyllvmError as error:
                    notes = [Diagnostic("note", one.message, one.where) for one in error.diagnostics]
                    reporter.fail(f" parsing member '{member.name}' of archive library failed'{name}'", notes)
                    raise self._not_loaded(name) from None
                reporter.progress(f"Linking member '{member.name}' of archive library.")
                self.drop_definitions(module)
                if history is not None:
                    history.begin(module)
                try:
                    linker.link_in(module)
                except PyllvmError as error:
                    for diagnostic in error.diagnostics:
                        reporter.report(diagnostic)
                    raise self._not_loaded(name) from None
                if history is not None:
                    history.add(f"{name}({member.name})" if isinstance(member, Part) else f"{split_name(name)[0]}{member.name}")
        if history is not None:
            self.archives[name] = history
        self.origins[name] = linker.origins.inside(split_name(name)[0])
        return linker.finish()

    def _members(self, name: str, data: bytes) -> Iterator[Part | Inside]:
        """The members of an archive or another collection in turn. What is malformed ends the link when its turn comes."""
        if name in self._collections:
            yield from self._collections[name]
            return
        from pyllvm.containers.archives import members_in_turn

        try:
            yield from members_in_turn(data, name)
        except PyllvmError as error:
            raise self._reports.fail_bare(error.diagnostic.message) from None

    def drop_definitions(self, module: Module) -> None:
        """Drop the definitions that the option `--drop` names from a module."""
        if self._link.dropped:
            from pyllvm.editing.dropping import drop_definitions

            self.dropped.update(drop_definitions(module, self._link.dropped))

    def _contents(self, name: str, member: Part | Inside) -> list[bytes]:
        """The bitcode of a member, or that inside a member of another format unless `--ignore-non-bitcode` skips it."""
        try:
            content = content_of(member) if isinstance(member, Part) else member.read()
        except OSError as error:
            path = member.path if isinstance(member, Part) else name
            notes = [Diagnostic("note", f"{path}: {error.strerror or error}")]
            self._reports.fail(f" loading memory for member '{member.name}' of archive library failed'{name}'", notes)
            raise self._not_loaded(name) from None
        if is_bitcode(content):
            return [content]
        if self._link.ignores_others or member.name in _METADATA_OF_RUST:
            return []
        try:
            inside = modules_inside(content, member.name, "")
            if are_choices(inside):
                raise too_many(member.name, inside, "to link it")
            if inside:
                return [module.read() for module in inside]
            notes = []
        except PyllvmError as fault:
            notes = [Diagnostic("note", fault.diagnostic.message), *fault.diagnostic.notes]
        if name.endswith(_RUST_LIBRARY):
            notes.append(Diagnostic("note", _RUST_OPTIONS))
        self._reports.fail(f"  member of archive is not a bitcode file: '{member.name}'", notes)
        raise self._not_loaded(name)

    def _parts(self, name: str, data: bytes) -> Iterator[bytes]:
        """The members of an archive and what is inside them, or the file itself. Faults are reported when the file is loaded."""
        is_archive = kind_of(data) == ARCHIVE
        if name not in self._collections and not is_archive:
            yield data
            return
        from pyllvm.containers.archives import members_in_turn

        try:
            for member in self._collections[name] if name in self._collections else members_in_turn(data, name):
                content = content_of(member) if isinstance(member, Part) else member.read()
                if is_bitcode(content) or not is_archive:
                    yield content
                elif not self._link.ignores_others:
                    yield from [module.read() for module in modules_inside(content, member.name, "")]
        except (PyllvmError, OSError):
            return

    def _module(self, name: str, data: bytes, context: Context, settles_debug_info: bool) -> Module:
        """A module as LLVM of the link's version has it after reading the file.

        LLVM settles the debug information of bitcode that it reads lazily only if it `settles_debug_info`.
        """
        if kind_of(data) != BITCODE:
            return self._text(name, data, context)
        source = Source(data, "<stdin>" if name == "-" else name)
        file = source.file
        version = file.version()
        is_older = self._is_older(file, version)
        is_in_parts = is_older and self._upgrades_when_read and source.name not in self._whole
        if is_in_parts:
            # Imported only here: few modules are of an older LLVM.
            from pyllvm.reading.upgrade_when_read import upgraded_when_read

            reading = reading_of(source, self.wishes, context)
            reading.is_lazy = True
            module = upgraded_when_read(file, reading, self.version)
        else:
            # A module that goes down is changed in a context of its own: what others hold must not change with it.
            module = self._brought_as_whole(source, Context() if version > self.version else context, context, is_older)
        if settles_debug_info or self._link.reads_all:
            # An upgrade of the whole module has read bodies that LLVM would not have read yet.
            leaves_bodies = is_older and not is_in_parts and module.is_read_lazily
            self.settle_bitcode(module, leaves_bodies)
        else:
            settle_access_tags(module)
        return module

    def _brought_as_whole(self, source: Source, own: Context, context: Context, is_older: bool) -> Module:
        """A module that is read into a context of its `own`, or into the link's context, and brought to the link's version."""
        with SeparateMetadata(context, is_older) as separate:
            module = self._brought(self._read_bitcode(source, own), context)
            separate.join(module)
        return module

    def _read_bitcode(self, source: Source, context: Context) -> Module:
        # Only a whole module can be mended that has forms of an LLVM which is not known.
        reading = reading_of(source, self.wishes, context)
        reading.is_lazy = not (self._link.reads_all or source.file.is_newer)
        (module,) = read_modules(source.file, reading, ONLY)
        return module

    def _text(self, name: str, data: bytes, context: Context) -> Module:
        """The module of a text, in the language of the link's version."""
        # Imported only here: most links are links of bitcode.
        from pyllvm.assembly import parse_assembly

        source = Source(data, name)
        source.note_byte_order_mark(self.wishes)

        def parse(version: int | None, is_trial: bool) -> Module:
            # As in `_module`.
            goes_down = version is not None and version > self.version
            known_types = KnownTypes(context)
            try:
                return parse_assembly(
                    data,
                    source.identifier,
                    llvm_version=version,
                    max_errors=self.wishes.max_errors,
                    opaque_pointers=self.wishes.opaque_pointers,
                    context=Context() if goes_down else context,
                    check=self._try_text if is_trial else self._settle_text,
                )
            except DoesNotFit:
                known_types.restore()
                raise

        read_as = self.wishes.input_version
        with SeparateMetadata(context, read_as is not None and read_as < self.version) as separate:
            module = self._brought(module_of_text(parse, data, name, self.wishes), context)
            separate.join(module)
        return module

    def _is_older(self, file: BitcodeFile, version: int) -> bool:
        """Whether bitcode that names LLVM `version` is read as a module of an older version than the link's."""
        if self.wishes.input_version is None and version >= self.version:
            return False
        return file.version(self.version, self.wishes.input_version) < self.version

    def _brought(self, module: Module, context: Context) -> Module:
        """A module in the language of the link's version, and in the link's context."""
        is_upgraded = module.llvm_version < self.version
        if is_upgraded and module.is_read_lazily:
            module._late_use_orders = {}
            try:
                module.materialize()
            except PyllvmError as error:
                raise MalformedBody(error) from None
        bring(module, self.wishes, module.identifier, self.version, is_whole=False, collected=self.lost)
        if self.wishes.opaque_pointers:
            make_pointers_opaque(module)
        if module.context is context:
            return module
        return copy_module(module, context, lazy=not self._link.reads_all)

    def _module_of_text(self, name: str, data: bytes, version: int | None) -> Module | None:
        """Read text to learn its version, or whether `version` accepts it; None if the text is malformed."""
        from pyllvm.assembly import parse_assembly

        try:
            return parse_assembly(data, name, llvm_version=version, opaque_pointers=self.wishes.opaque_pointers)
        except PyllvmError:
            return None

    def settle_bitcode(self, module: Module, leaves_bodies: bool = False) -> None:
        """Drop what LLVM drops on reading; LinkAborted if the module is broken."""

        def report(failures: Sequence[Failure]) -> None:
            self._reports.write_failures(module, failures)

        self._report(module, settle_bitcode(module, report, leaves_bodies=leaves_bodies))

    def _settle_text(self, module: Module) -> None:
        self._report(module, settle_debug_info(module, lambda failures: self._reports.write_failures(module, failures)))

    def _try_text(self, module: Module) -> None:
        """The same for a text that is read as another version if it is not valid in this one."""

        # The parser is there: it has read the text.
        from pyllvm.assembly.reader.parse import free_names

        def refuse(failures: Sequence[Failure]) -> None:
            free_names(module)
            raise DoesNotFit

        self._report(module, settle_debug_info(module, refuse))

    def _report(self, module: Module, settled: Settled) -> None:
        if settled.is_broken:
            self._reports.report_broken(module, settled.failures)
            raise LinkAborted
        if settled.warning is not None:
            self._reports.report(settled.warning)

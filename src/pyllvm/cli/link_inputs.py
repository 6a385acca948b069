"""What ``pyllvm link`` reads: files of text and bitcode, archives, standard input; each when its turn has come.

What is said, and in which order, is as in llvm-link: "Loading 'a.bc'" where it is asked to talk, the fault of an input, and then
that the file could not be loaded.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, Final, final

from pyllvm.archive import ArchiveMember, is_archive, read_archive
from pyllvm.assembly import parse_assembly
from pyllvm.bitcode import read_modules, version_of_bitcode
from pyllvm.cli.files import read_input
from pyllvm.cli.link_talk import LinkTalk, Stopped
from pyllvm.cli.verification import BROKEN
from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.findings.writer import failures_text
from pyllvm.ir.debug_info.debug_info import CURRENT_VERSION, debug_info_version, strip_debug_info
from pyllvm.ir.module import Module
from pyllvm.ir.summary import ModuleSummaryIndex
from pyllvm.ir.types import Context
from pyllvm.linker import Linker
from pyllvm.linker.explain import History
from pyllvm.migrations import bring
from pyllvm.verifier import verify
from pyllvm.versions import NEWEST, OLDEST

ARCHIVE_IDENTIFIER: Final = "ArchiveModule"
_BITCODE_MAGICS: Final = (b"BC\xc0\xde", b"\xde\xc0\x17\x0b")
# Until LLVM 16 the tool does not say which file it did not find.
_NAMES_MISSING_FILE_SINCE: Final = 17


@final
class InputReader:
    """Reads the inputs of one link, each into the context of the modules to be joined."""

    def __init__(self, talk: LinkTalk, options: dict[str, Any]) -> None:
        self._talk = talk
        self._options = options
        self._read: dict[int, bytes] = {}
        self.version = NEWEST
        self.archives: dict[str, History] = {}
        """What the members of the archives brought that were read, by the archive's name, where somebody asks for it."""

    def find_version(self, names: list[str]) -> int:
        """The newest of the inputs' versions, where nobody asks for one: what of text only the newest takes ends the search."""
        found = OLDEST
        texts: list[tuple[str, bytes]] = []
        for position, name in enumerate(names):
            data = self._bytes(name)
            self._read[position] = data
            for part in self._parts(name, data):
                if part.startswith(_BITCODE_MAGICS):
                    found = max(found, self._version_of(name, part))
                elif not is_archive(data):
                    texts.append((name, part))
        for name, data in texts:
            if found == NEWEST:
                break
            found = max(found, self._parsed(name, data, Context(), None).llvm_version)
        return found

    def load(self, position: int, name: str, context: Context) -> Module:
        """The module of one file."""
        data = self._read.pop(position) if position in self._read else self._bytes(name)
        if not is_archive(data):
            return self._load_file(name, data, context)
        return self._load_archive(name, data, context)

    def load_to_import(self, name: str, context: Context) -> Module:
        """The module of a file that functions are imported from."""
        return self._load_file(name, self._bytes(name), context)

    def read_index(self, name: str) -> ModuleSummaryIndex:
        """The summary that a file of bitcode holds: of its module, or of all that go into a program; an empty one else."""
        data = self._bytes(name)
        try:
            for module in read_modules(data, name=name, lazy=True):
                if module.summary is not None:
                    return module.summary
        except PyllvmError as error:
            raise self._talk.fail_bare(error.diagnostic.message) from None
        return ModuleSummaryIndex()

    def _bytes(self, name: str) -> bytes:
        try:
            return read_input(name)
        except PyllvmError as error:
            message = error.diagnostic.message
            if not os.path.exists(name) and name != "-" and self.version >= _NAMES_MISSING_FILE_SINCE:
                message = f"{message}: '{name}'"
            raise self._talk.fail_bare(message) from None

    def _load_file(self, name: str, data: bytes, context: Context) -> Module:
        shown = "<stdin>" if name == "-" else name
        self._talk.progress(f"Loading '{shown}'")
        try:
            return self._module(name, data, context)
        except PyllvmError as error:
            self._talk.report_error(error, name)
            raise self._not_loaded(name) from None

    def _not_loaded(self, name: str) -> Stopped:
        return self._talk.fail(f" loading file '{name}'")

    def _load_archive(self, name: str, data: bytes, context: Context) -> Module:
        talk = self._talk
        talk.progress(f"Reading library archive file '{'<stdin>' if name == '-' else name}' to memory")
        try:
            members = read_archive(data, name)
        except PyllvmError as error:
            raise talk.fail_bare(error.diagnostic.message) from None
        linker = Linker(
            self.version,
            identifier=ARCHIVE_IDENTIFIER,
            context=context,
            report=talk.report,
            unify_debug_types=not self._options["keep_debug_types"],
        )
        history = History(linker) if self._options["explain"] or self._options["map"] else None
        for member in members:
            talk.progress(f"Parsing member '{member.name}' of archive library to module.")
            content = self._content(name, member)
            if content is None:
                continue
            try:
                module = self._module(member.name, content, context)
            except PyllvmError as error:
                notes = [Diagnostic("note", one.message, one.where) for one in error.diagnostics]
                talk.fail(f" parsing member '{member.name}' of archive library failed'{name}'", notes)
                raise self._not_loaded(name) from None
            talk.progress(f"Linking member '{member.name}' of archive library.")
            if history is not None:
                history.begin(module)
            try:
                linker.link_in(module)
            except PyllvmError as error:
                for diagnostic in error.diagnostics:
                    talk.report(diagnostic)
                raise self._not_loaded(name) from None
            if history is not None:
                history.add(f"{name}({member.name})")
        if history is not None:
            self.archives[name] = history
        return linker.finish()

    def _content(self, name: str, member: ArchiveMember) -> bytes | None:
        """The bitcode of a member; None for another file that may be passed over."""
        try:
            content = member.read()
        except OSError as error:
            notes = [Diagnostic("note", f"{member.path}: {error.strerror or error}")]
            self._talk.fail(f" loading memory for member '{member.name}' of archive library failed'{name}'", notes)
            raise self._not_loaded(name) from None
        if content.startswith(_BITCODE_MAGICS):
            return content
        if self._options["ignore_non_bitcode"]:
            return None
        self._talk.fail(f"  member of archive is not a bitcode file: '{member.name}'")
        raise self._not_loaded(name)

    def _parts(self, name: str, data: bytes) -> list[bytes]:
        """The files that are in a file: the members of an archive, or itself. Faults are said later, in their turn."""
        if not is_archive(data):
            return [data]
        try:
            return [member.read() for member in read_archive(data, name)]
        except (PyllvmError, OSError):
            return []

    def _version_of(self, name: str, data: bytes) -> int:
        try:
            return version_of_bitcode(data)
        except PyllvmError:
            return OLDEST

    def _module(self, name: str, data: bytes, context: Context) -> Module:
        """A module as LLVM of the link's version has it when it has read it."""
        if not data.startswith(_BITCODE_MAGICS):
            return self._parsed(name, data, context, self.version)
        module = self._read_bitcode("<stdin>" if name == "-" else name, data, context)
        if module.llvm_version > self.version:
            raise PyllvmError(f"this is bitcode of LLVM {module.llvm_version}, which LLVM {self.version} does not read")
        bring(module, self.version)
        self._check_debug_info(module)
        return module

    def _read_bitcode(self, name: str, data: bytes, context: Context) -> Module:
        modules = read_modules(data, name=name, lazy=not self._options["disable_lazy_loading"], warn=self._warn, context=context)
        if len(modules) != 1:
            raise PyllvmError("Expected a single module")
        return modules[0]

    def _warn(self, diagnostic: Diagnostic) -> None:
        self._talk.report(diagnostic)

    def _parsed(self, name: str, data: bytes, context: Context, version: int | None) -> Module:
        check: Callable[[Module], None] | None = self._check_debug_info
        warn: Callable[[Diagnostic], None] | None = self._warn
        if version is None:
            check = warn = None
        try:
            return parse_assembly(
                data,
                "<stdin>" if name == "-" else name,
                llvm_version=version,
                opaque_pointers=self._options["opaque_pointers"],
                warn=warn,
                context=context,
                check=check,
            )
        except PyllvmError:
            if version is None:
                # It is said when the file's turn has come.
                return Module(name, context, OLDEST)
            raise

    def _check_debug_info(self, module: Module) -> None:
        """What LLVM's UpgradeDebugInfo does with each input: broken debug information is dropped, other faults end all.

        That of another version is taken out by the linker, or as text is parsed.
        """
        if debug_info_version(module) != CURRENT_VERSION:
            return
        failures = verify(module, reads_bodies=False)
        if not failures:
            return
        text = failures_text(module, failures)
        if any(not failure.is_debug_info for failure in failures):
            notes = [Diagnostic("note", failure.message) for failure in failures]
            if self._talk.is_text:
                self._talk.write(f"{text}{BROKEN}\n")
            else:
                self._talk.report(Diagnostic("error", f"{module.identifier}: the module is broken", notes=notes))
            raise Stopped
        if self._talk.is_text:
            self._talk.write(text)
        self._talk.report(Diagnostic("warning", f"ignoring invalid debug info in {module.identifier}"))
        strip_debug_info(module)

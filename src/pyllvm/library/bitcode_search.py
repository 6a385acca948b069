"""Searches a folder, and all in it, for files with bitcode: in themselves, or in a section or a member."""

from __future__ import annotations

import mmap
import os

from pyllvm.containers.archives import MAGIC, bytes_of_members, is_archive
from pyllvm.containers.coff import may_be_coff
from pyllvm.containers.elf import is_elf, read_elf
from pyllvm.containers.modules import full_name, is_container
from pyllvm.diagnostics import PyllvmError
from pyllvm.library.identification import Identified, identity_of
from pyllvm.notation import Final, Iterator, Sequence, final
from pyllvm.reading.inputs import PACKED, Input, is_bitcode, unpacked_name

_HEAD_BYTES: Final = 512
_TEXT_END: Final = ".ll"
# The ends of names of compressed files that are unpacked to look inside.
_UNPACKED_ENDS: Final = (".bc", ".o", ".a", ".so")


@final
class Found:
    """A file in which there is bitcode, or which is damaged."""

    def __init__(self, path: str) -> None:
        self.path: Final = path
        self.kind = ""
        """The kind of the file with its article."""
        self.modules = 0
        self.problem = ""
        """Why it cannot be read."""
        # Dictionaries keep the order in which the values were met.
        self.versions: dict[str, None] = {}
        self.triples: dict[str, None] = {}
        self.places: dict[str, None] = {}

    def take(self, file: Identified) -> None:
        """Take the facts from a file that was identified."""
        self.kind = file.kind
        if not file.inside and file.stream is not None:
            self._take_bitcode(file.opened.data)
        for one in file.inside:
            self.places.setdefault("" if file.is_bitcode else full_name(one.path[-1:]))
            if not one.is_text:
                self._take_bitcode(one.read())

    def _take_bitcode(self, data: bytes) -> None:
        identity = identity_of(data)
        self.modules += max(identity.modules, 1)
        version = identity.llvm_version
        self.versions.setdefault(identity.producer or "an LLVM that is not named" if version is None else f"LLVM {version}")
        for triple in identity.triples:
            self.triples.setdefault(triple)

    def line(self) -> str:
        """The row about the file."""
        if self.problem:
            return f"{self.path}: {self.kind + ', ' if self.kind else ''}an error: {self.problem}\n"
        words = [f"{self.modules} module{'' if self.modules == 1 else 's'} of {' and '.join(self.versions)}"]
        if self.triples:
            words.append(" ".join(self.triples))
        if self.places:
            places = list(self.places)
            words.append(f"in {self.kind}, {places[0]}{' and others' if len(places) > 1 else ''}")
        return f"{self.path}: {', '.join(words)}\n"


def files_with_bitcode(folder: str) -> Iterator[Found]:
    """The files under a folder that have bitcode in them or are damaged, by their paths. Links are not followed."""
    for path, error in _files(folder):
        row = _search(path) if error is None else _unreadable(path, error)
        if row is not None:
            yield row


def with_files_of_folders(names: Sequence[str]) -> list[str]:
    """The names, with the texts and the files with bitcode in it in place of each folder that has any."""
    found: list[str] = []
    for name in names:
        inside = [path for path, error in _files(name) if error is None and _is_input(path)] if os.path.isdir(name) else []
        found += inside or [name]
    return found


def _is_input(path: str) -> bool:
    if path.endswith(_TEXT_END):
        return True
    return _search(path) is not None


def _files(folder: str) -> Iterator[tuple[str, OSError | None]]:
    """The files under a folder, and the folders that cannot be read, with the reason."""
    waiting = [folder]
    while waiting:
        at = waiting.pop()
        try:
            with os.scandir(at) as entries:
                found = sorted(entries, key=lambda entry: entry.name)
        except OSError as error:
            yield at, error
            continue
        waiting += reversed([one.path for one in found if one.is_dir(follow_symlinks=False)])
        for one in found:
            if one.is_file(follow_symlinks=False):
                yield one.path, None


def _unreadable(path: str, error: OSError) -> Found:
    found = Found(path)
    found.problem = error.strerror or str(error)
    return found


def _search(path: str) -> Found | None:
    """Search a file, and return its row, or None if it has no bitcode."""
    try:
        if not _may_have_bitcode(path):
            return None
    except OSError as error:
        return _unreadable(path, error)
    found = Found(path)
    try:
        opened = Input(path)
        found.take(Identified(opened, opened.inside()))
    except PyllvmError as error:
        hint = error.diagnostic.hint
        found.problem = error.diagnostic.message + (f": {hint}" if hint else "")
        return found
    return found if found.modules else None


def _may_have_bitcode(path: str) -> bool:
    """Whether all of a file must be read to know whether there is bitcode: a few bytes decide for most files."""
    with open(path, "rb", buffering=0) as file:
        head = file.read(_HEAD_BYTES)
        if is_bitcode(head):
            return True
        if head.startswith(PACKED):
            return unpacked_name(path).endswith(_UNPACKED_ENDS)
        if not is_elf(head) and not head.startswith(MAGIC):
            return is_container(head) or may_be_coff(head)
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped, memoryview(mapped) as view:
            return _elf_has_bitcode(view) if is_elf(head) else _archive_has_bitcode(view)


def _elf_has_bitcode(view: memoryview) -> bool:
    """Whether an ELF file has a section in which bitcode may be. Damaged tables are nobody's bitcode."""
    try:
        sections = read_elf(view, "")
    except PyllvmError:
        return False
    return any(section.size for section in sections)


def _archive_has_bitcode(view: memoryview) -> bool:
    """Whether a member of an archive is bitcode, or a file in which it may be; damaged archives may have such a member."""
    for member in bytes_of_members(view):
        head = bytes(member[:_HEAD_BYTES])
        if is_bitcode(head) or is_archive(head) or (is_elf(head) and _elf_has_bitcode(member)):
            return True
        if not is_elf(head) and (is_container(head) or may_be_coff(head)):
            return True
    return False

"""Finds the modules in a file of any format that this package knows, and in the files inside it."""

from __future__ import annotations

import os

from pyllvm.containers.coff import is_coff, may_be_coff, read_coff
from pyllvm.containers.elf import is_elf, read_elf
from pyllvm.containers.macho import is_macho, is_universal, read_macho, read_universal
from pyllvm.containers.offloading import (
    is_bundle,
    is_compressed_bundle,
    is_package,
    is_text_bundle,
    read_bundle,
    read_compressed_bundle,
    read_package,
    read_text_bundle,
    unpacked_size,
)
from pyllvm.containers.part import Part, lists_paths
from pyllvm.containers.shaders import is_directx, is_metal, read_directx, read_metal
from pyllvm.containers.streams import is_bitcode, is_one_stream, read_modules, read_streams
from pyllvm.containers.wasm import is_wasm, read_wasm
from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.limits import MODULES_AGAIN, NESTED_CONTAINERS, UNPACKED_BYTES, UNPACKED_BYTES_OF_SMALL_FILES, UNPACKED_BYTES_PER_BYTE
from pyllvm.notation import Callable, Final, final

# The parts of a container: files, forms of one program of which one is meant, or such forms that are text if not bitcode.
_FILES: Final = "files"
_FORMS: Final = "forms"
_TEXTS: Final = "texts"


@final
class _Format:
    __slots__ = ("parts", "read", "recognizes", "unpacked_size")

    def __init__(
        self,
        recognizes: Callable[[bytes], bool],
        read: Callable[[bytes, str], list[Part]],
        parts: str,
        unpacked_size: Callable[[bytes], int] | None = None,
    ) -> None:
        self.recognizes = recognizes
        self.read = read
        self.parts = parts
        self.unpacked_size = unpacked_size
        """The bytes of the parts, if they may have more than the file."""


# Filled for the first file that is not bitcode: most files are bitcode, and need none of these modules.
_formats: Final[list[_Format]] = []


def _all_formats() -> list[_Format]:
    if _formats:
        return _formats
    from pyllvm.containers.archives import is_archive, read_archive

    _formats.extend(
        (
            _Format(is_archive, read_archive, _FILES),
            _Format(is_elf, read_elf, _FORMS),
            _Format(is_macho, read_macho, _FORMS),
            _Format(is_universal, read_universal, _FORMS),
            _Format(is_coff, read_coff, _FORMS),
            _Format(is_wasm, read_wasm, _FORMS),
            _Format(is_bundle, read_bundle, _FORMS),
            _Format(is_compressed_bundle, read_compressed_bundle, _FORMS, unpacked_size),
            _Format(is_text_bundle, read_text_bundle, _TEXTS),
            _Format(is_package, read_package, _FORMS),
            _Format(is_directx, read_directx, _FORMS),
            _Format(is_metal, read_metal, _FILES),
        )
    )
    return _formats


#: Whatever tells the format of a file, but of COFF files, is in its first bytes.
_HEAD_SIZE: Final = 4096


@final
class Inside:
    """A module in a container, as bitcode or, in a bundle of texts, as text."""

    __slots__ = ("_part", "choices", "is_text", "name", "path")

    def __init__(self, path: tuple[str, ...], choices: tuple[int, ...], part: Part) -> None:
        self.path = path
        """The names that lead to it, each of a part in the one before."""
        self.choices = choices
        """The places in `path` of the names that denote one of several forms of a program."""
        self.name = ""
        """The shortest name that means this module alone, such as "(x.o)"; empty if it is the only one."""
        self.is_text = False
        self._part = part

    def at(self, path: tuple[str, ...], choices: tuple[int, ...]) -> Inside:
        """The same module, to which another path leads."""
        found = Inside(path, choices, self._part)
        found.is_text = self.is_text
        return found

    def read(self) -> bytes:
        """The bitcode or the text. Raises PyllvmError if it is a separate file that cannot be read."""
        try:
            return content_of(self._part)
        except OSError as error:
            raise _unreadable(self._part, error) from None


def is_container(data: bytes) -> bool:
    """Whether files with modules may be inside a file, judged by its first bytes."""
    return _format_of(data) is not None


def find_modules(data: bytes, name: str) -> list[Inside]:
    """The modules in a container, and in the containers in it, in their order; none for a file of another kind.

    `name` is its path; the members of a thin archive are files beside it. Raises PyllvmError if a container is malformed, or
    a separate file cannot be read.
    """
    search = _Search(len(data))
    search.container(data, name, (), ())
    _shorten_names(search.found)
    return search.found


def modules_of_bitcode(data: bytes) -> list[Inside]:
    """Each module in a bitcode file, by its number: "(0)" is the first."""
    modules = [module for stream in read_streams(data) for module in read_modules(stream.read())]
    found = [Inside((str(number),), (), module) for number, module in enumerate(modules)]
    for inside in found:
        inside.name = full_name(inside.path)
    return found


def content_of(part: Part) -> bytes:
    """The bytes of a part; of a separate file that has no modules, only its first bytes, which show that.

    Raises OSError if the file cannot be read.
    """
    if not part.path:
        return part.read()
    with part.open() as file:
        head = file.read(_HEAD_SIZE)
        if len(head) < _HEAD_SIZE:
            return head + file.read()
        if not is_bitcode(head) and not is_container(head):
            if not may_be_coff(head):
                return head
        file.seek(0)
        return file.read()


def full_name(path: tuple[str, ...]) -> str:
    """The name of a part in a container: "(x.o)", and "(arm64)(x.o)" for a part of a part."""
    return "".join(f"({name})" for name in path)


def _format_of(data: bytes) -> _Format | None:
    for format in _all_formats():
        if format.recognizes(data):
            return format
    return None


def _unreadable(part: Part, error: OSError) -> PyllvmError:
    return PyllvmError(f"{part.path}: {error.strerror or error}")


@final
class _Search:
    """The search for the modules in a container, and in the containers in it."""

    def __init__(self, size: int) -> None:
        """`size` is the size of the file that is searched."""
        self.found: list[Inside] = []
        self._size = size
        # The bytes of all containers that were unpacked.
        self._unpacked = 0
        # The modules in each separate file, by its identity and its depth: a thin archive may name a large one many times.
        self._separate: dict[tuple[int, int, int], list[Inside]] = {}
        self._again = 0

    def container(self, data: bytes, name: str, path: tuple[str, ...], choices: tuple[int, ...]) -> None:
        """Find the modules in a file of any format, whose name is `name`, and to which `path` leads."""
        format = _format_of(data)
        if format is None:
            return
        if len(path) == NESTED_CONTAINERS:
            raise PyllvmError(f"{full_name(path)}: containers are nested more than {NESTED_CONTAINERS} deep")
        try:
            if format.unpacked_size is not None:
                self._unpack(format.unpacked_size(data))
            parts = format.read(data, name)
        except PyllvmError as error:
            if path:
                raise PyllvmError(Diagnostic("error", f"{full_name(path)}: {error.diagnostic.message}")) from None
            raise
        if format.unpacked_size is None and sum(part.size for part in parts) > len(data):
            raise PyllvmError(f"truncated or malformed container ({full_name(path)}: its parts overlap)")
        used: dict[str, int] = {}
        for part in parts:
            number = used[part.name] = used.get(part.name, 0) + 1
            # Archives may have several members of one name.
            inner = (*path, part.name if number == 1 else f"{part.name}#{number}")
            chosen = (*choices, len(path)) if format.parts != _FILES else choices
            if part.path:
                self._separate_file(part, format, inner, chosen)
            elif lists_paths(part.name):
                for file in read_paths(part.read(), part.name):
                    self._separate_file(file, format, (*inner, file.name), chosen)
            else:
                self._part(part, part.read(), format, name, inner, chosen)

    def _unpack(self, size: int) -> None:
        """Count the bytes of a compressed container; refuse it if a small file would become too large by unpacking."""
        self._unpacked += size
        room = min(UNPACKED_BYTES, max(UNPACKED_BYTES_OF_SMALL_FILES, self._size * UNPACKED_BYTES_PER_BYTE))
        if self._unpacked > room:
            raise PyllvmError(
                f"the compressed offload bundles have {self._unpacked} bytes when they are unpacked, "
                f"and in a file of {self._size} bytes at most {room} are unpacked"
            )

    def _separate_file(self, part: Part, format: _Format, path: tuple[str, ...], choices: tuple[int, ...]) -> None:
        """Find the modules in a file that a thin archive names, or give those that were found in it the new path."""
        count = len(self.found)
        try:
            file = (*part.identity(), len(path))
            known = self._separate.get(file)
            if known is not None:
                self._add_again(known, path, choices)
                return
            if is_one_stream(part):
                # It is read when it is used.
                self.found.append(Inside(path, choices, part))
            else:
                content = content_of(part)
                self._size += len(content)
                self._part(part, content, format, part.path, path, choices)
        except OSError as error:
            raise _unreadable(part, error) from None
        self._separate[file] = self.found[count:]

    def _add_again(self, known: list[Inside], path: tuple[str, ...], choices: tuple[int, ...]) -> None:
        """Add modules that were found in a file, to which this path leads as well."""
        # A name for each module takes as many bytes as it is long. Names of archives that name archives do not.
        if len(known) > 1:
            self._again += len(known)
            if self._again > MODULES_AGAIN:
                message = f"containers with more than {MODULES_AGAIN} modules are named more than once"
                raise PyllvmError(f"{full_name(path)}: {message}")
        for one in known:
            inner = [place for place in one.choices if place >= len(path)]
            self.found.append(one.at((*path, *one.path[len(path) :]), (*choices, *inner)))

    def _part(
        self, part: Part, content: bytes, format: _Format, name: str, path: tuple[str, ...], choices: tuple[int, ...]
    ) -> None:
        """Find the modules in the bytes of a part. They stay in memory as long as something that was found is a piece of them."""
        if is_bitcode(content):
            self._bitcode(content, part, path, choices)
        elif format.parts == _TEXTS:
            if not content.isspace() and content:
                self.found.append(Inside(path, choices, part))
                self.found[-1].is_text = True
        else:
            self.container(content, name, path, choices)

    def _bitcode(self, content: bytes, part: Part, path: tuple[str, ...], choices: tuple[int, ...]) -> None:
        streams = read_streams(content)
        if len(streams) == 1:
            self.found.append(Inside(path, choices, part if part.path else streams[0]))
            return
        for stream in streams:
            self.found.append(Inside((*path, stream.name), choices, stream))


def _shorten_names(found: list[Inside]) -> None:
    """Name each module by the first names of its path that no other module shares."""
    if len(found) == 1:
        return
    counts: dict[tuple[str, ...], int] = {}
    for inside in found:
        for length in range(1, len(inside.path) + 1):
            start = inside.path[:length]
            counts[start] = counts.get(start, 0) + 1
    for inside in found:
        length = 1
        while counts[inside.path[:length]] > 1:
            length += 1
        inside.name = full_name(inside.path[:length])


# The folder in which wllvm and gllvm keep a copy of each file, under the SHA-256 of its path.
_STORE_VARIABLE: Final = "WLLVM_BC_STORE"
# More missing files are counted, and not named.
_MOST_NAMED: Final = 20


def read_paths(data: bytes, section: str) -> list[Part]:
    """The files that a section lists, each once. Raises PyllvmError, which names them, if some are missing."""
    # A linker may align the lists of objects with zeros.
    lines = data.replace(b"\0", b"\n").decode("utf-8", "surrogateescape").splitlines()
    listed = dict.fromkeys(line.strip() for line in lines if line.strip())
    found = {path: _place(path) for path in listed}
    missing = [path for path, place in found.items() if not place]
    if missing:
        count = f"{len(missing)} of the {len(found)} files" if len(found) > 1 else "the file"
        error = Diagnostic("error", f"{count} with bitcode that section {section} lists cannot be found")
        error.notes = [Diagnostic("note", f"there is no file '{path}'") for path in missing[:_MOST_NAMED]]
        if len(missing) > _MOST_NAMED:
            error.notes.append(Diagnostic("note", f"and {len(missing) - _MOST_NAMED} more"))
        error.hint = f"build again, or set {_STORE_VARIABLE} to the folder in which wllvm or gllvm has kept them"
        raise PyllvmError(error)
    return [Part(path, None, place) for path, place in found.items()]


def _place(path: str) -> str:
    """Where a listed file is; empty if it is nowhere."""
    if os.path.isfile(path):
        return path
    store = os.environ.get(_STORE_VARIABLE, "")
    if store:
        from hashlib import sha256  # few files list others

        kept = os.path.join(store, sha256(path.encode("utf-8", "surrogateescape")).hexdigest())
        if os.path.isfile(kept):
            return kept
    return ""

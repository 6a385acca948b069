"""Finds the modules in a file of any format that this package knows, and in the files inside it."""

from __future__ import annotations

from pyllvm.containers.archives import is_archive, read_archive
from pyllvm.containers.coff import is_coff, may_be_coff, read_coff
from pyllvm.containers.compressed import is_compressed_bundle, read_compressed_bundle
from pyllvm.containers.elf import is_elf, read_elf
from pyllvm.containers.macho import is_macho, is_universal, read_macho, read_universal
from pyllvm.containers.offloading import is_bundle, is_package, is_text_bundle, read_bundle, read_package, read_text_bundle
from pyllvm.containers.part import Part
from pyllvm.containers.shaders import is_directx, is_metal, read_directx, read_metal
from pyllvm.containers.streams import is_bitcode, read_modules, read_streams
from pyllvm.containers.wasm import is_wasm, read_wasm
from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.limits import NESTED_CONTAINERS
from pyllvm.notation import Callable, Final, final


@final
class _Format:
    __slots__ = ("is_choice", "is_compressed", "read", "recognizes")

    def __init__(
        self,
        recognizes: Callable[[bytes], bool],
        read: Callable[[bytes, str], list[Part]],
        *,
        is_choice: bool,
        is_compressed: bool = False,
    ) -> None:
        self.recognizes = recognizes
        self.read = read
        self.is_choice = is_choice
        """Whether the parts are one program in several forms, of which one is meant."""
        self.is_compressed = is_compressed
        """Whether the parts may have more bytes than the file."""


_FORMATS: Final = (
    _Format(is_archive, read_archive, is_choice=False),
    _Format(is_elf, read_elf, is_choice=True),
    _Format(is_macho, read_macho, is_choice=True),
    _Format(is_universal, read_universal, is_choice=True),
    _Format(is_coff, read_coff, is_choice=True),
    _Format(is_wasm, read_wasm, is_choice=True),
    _Format(is_bundle, read_bundle, is_choice=True),
    _Format(is_compressed_bundle, read_compressed_bundle, is_choice=True, is_compressed=True),
    _Format(is_text_bundle, read_text_bundle, is_choice=True),
    _Format(is_package, read_package, is_choice=True),
    _Format(is_directx, read_directx, is_choice=True),
    _Format(is_metal, read_metal, is_choice=False),
)


#: Whatever tells the format of a file, but of COFF files, is in its first bytes.
_HEAD_SIZE: Final = 4096


@final
class Inside:
    """A module in a container, as bitcode or, in a bundle of texts, as text."""

    __slots__ = ("_part", "choices", "is_text", "name", "path")

    def __init__(self, path: tuple[str, ...], choices: tuple[int, ...], part: Part, is_text: bool) -> None:
        self.path = path
        """The names that lead to it, each of a part in the one before."""
        self.choices = choices
        """The places in `path` of the names that stand for one of several forms of a program."""
        self.name = ""
        """The shortest name that means this module alone, such as "(x.o)"; empty if it is the only one."""
        self.is_text = is_text
        self._part = part

    def read(self) -> bytes:
        """The bitcode or the text. Raises PyllvmError if it is a separate file that cannot be read."""
        return _content(self._part)


def is_container(data: bytes) -> bool:
    """Whether files with modules may be inside a file, judged by its first bytes."""
    return _format_of(data) is not None


def find_modules(data: bytes, name: str) -> list[Inside]:
    """The modules in a container, and in the containers in it, in their order; none for a file of another kind.

    `name` is its path; the members of a thin archive are files beside it. Raises PyllvmError if a container is malformed, or
    a separate file cannot be read.
    """
    found: list[Inside] = []
    _find(data, name, (), (), found)
    _shorten_names(found)
    return found


def modules_of_bitcode(data: bytes) -> list[Inside]:
    """Each module in a bitcode file, by its number: "(0)" is the first."""
    modules = [module for stream in read_streams(data) for module in read_modules(stream.read())]
    found = [Inside((str(number),), (), module, is_text=False) for number, module in enumerate(modules)]
    for inside in found:
        inside.name = full_name(inside.path)
    return found


def content_of(part: Part) -> bytes:
    """The bytes of a part; of a separate file that has no modules, only its first bytes, which show that.

    Raises OSError if the file cannot be read.
    """
    if part.path:
        head = part.head(_HEAD_SIZE)
        if len(head) == _HEAD_SIZE and not (is_bitcode(head) or is_container(head) or may_be_coff(head)):
            return head
    return part.read()


def full_name(path: tuple[str, ...]) -> str:
    """The name of a part in a container: "(x.o)", and "(arm64)(x.o)" for a part of a part."""
    return "".join(f"({name})" for name in path)


def _format_of(data: bytes) -> _Format | None:
    for format in _FORMATS:
        if format.recognizes(data):
            return format
    return None


def _content(part: Part) -> bytes:
    try:
        return content_of(part)
    except OSError as error:
        raise PyllvmError(f"{part.path}: {error.strerror or error}") from None


def _find(data: bytes, name: str, path: tuple[str, ...], choices: tuple[int, ...], found: list[Inside]) -> None:
    format = _format_of(data)
    if format is None:
        return
    if len(path) == NESTED_CONTAINERS:
        raise PyllvmError(f"{full_name(path)}: containers are nested more than {NESTED_CONTAINERS} deep")
    try:
        parts = format.read(data, name)
    except PyllvmError as error:
        if path:
            raise PyllvmError(Diagnostic("error", f"{full_name(path)}: {error.diagnostic.message}")) from None
        raise
    if not format.is_compressed and sum(part.size for part in parts) > len(data):
        raise PyllvmError(f"truncated or malformed container ({full_name(path)}: its parts overlap)")
    used: dict[str, int] = {}
    for part in parts:
        number = used[part.name] = used.get(part.name, 0) + 1
        # Archives may have several members of one name.
        inner = (*path, part.name if number == 1 else f"{part.name}#{number}")
        chosen = (*choices, len(path)) if format.is_choice else choices
        _find_in_part(part, format, name, inner, chosen, found)


def _find_in_part(
    part: Part, format: _Format, name: str, path: tuple[str, ...], choices: tuple[int, ...], found: list[Inside]
) -> None:
    """Find the modules in a part. Its bytes, which a separate file has in memory only here, are freed at the end."""
    content = _content(part)
    if is_bitcode(content):
        _add_bitcode(content, part, path, choices, found)
    elif format.recognizes is is_text_bundle:
        if not content.isspace() and content:
            found.append(Inside(path, choices, part, is_text=True))
    else:
        _find(content, part.path or name, path, choices, found)


def _add_bitcode(content: bytes, part: Part, path: tuple[str, ...], choices: tuple[int, ...], found: list[Inside]) -> None:
    streams = read_streams(content)
    if len(streams) == 1:
        found.append(Inside(path, choices, part if part.path else streams[0], is_text=False))
        return
    for stream in streams:
        found.append(Inside((*path, stream.name), choices, stream, is_text=False))


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

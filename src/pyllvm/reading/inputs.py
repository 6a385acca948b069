"""Opens inputs: a file or standard input, its kind by its first bytes, the member that its name may have, the modules inside.

An `Input` is a file as the user names it, and a `Source` the text or bitcode in it from which modules are read.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Final, final

from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.diagnostics.source import BYTE_ORDER_MARK
from pyllvm.terminal import long_work
from pyllvm.terminal.files import closed_stream, note_input, strerror

if TYPE_CHECKING:
    from pyllvm.bitcode.reader.found import BitcodeFile
    from pyllvm.containers.modules import Inside
    from pyllvm.wishes import Wishes

# The magic numbers of `bitstream.wrapper`, repeated to recognize bitcode without importing that package.
_STREAM_MAGIC: Final = b"BC\xc0\xde"
_BITCODE_STARTS: Final = (_STREAM_MAGIC, b"\xde\xc0\x17\x0b")
# If fewer bytes follow the magic number, LLVM does not look for a module in the file.
_SMALLEST_STREAM: Final = 13

# The beginnings of bitcode and of most IR text. No container begins like this, and other text may begin otherwise.
PLAIN: Final = (*_BITCODE_STARTS, b"; ModuleID", b"source_filename", b"target ", b"define ", b"declare ")

# The magic numbers and suffixes of `containers.packed`, repeated for the same reason.
PACKED: Final = (b"\x1f\x8b\x08", b"\xfd7zXZ\x00", b"BZh", b"\x28\xb5\x2f\xfd")
_PACKED_ENDS: Final = (".gz", ".xz", ".bz2", ".zst")

BITCODE: Final = "bitcode"
ARCHIVE: Final = "archive"
TEXT: Final = "text"


@final
class Input:
    """An input that was read: a file, and the member of it that is meant, as in ``lib.a(x.o)``. PyllvmError if that failed."""

    __slots__ = ("data", "member", "name", "packing", "path")

    def __init__(self, name: str) -> None:
        self.name: Final = name
        """The name of the input as the user wrote it."""
        self.path = name
        self.member = ""
        if name.endswith(")"):
            self.path, self.member = split_name(name)
        data = read_bytes(self.path)
        self.data: Final = plain(data) if data.startswith(PACKED) else data
        """The bytes of the whole file, unpacked if it is compressed."""
        self.packing = ""
        """How the file is compressed, such as "gzip"; "" if it is not."""
        if data is not self.data:
            from pyllvm.containers.packed import packing_of

            packing = packing_of(data)
            self.packing = packing.name if packing is not None else ""

    @property
    def shown(self) -> str:
        """The name of the input as messages have it."""
        return "<stdin>" if self.name == "-" else self.name

    def inside(self) -> list[Inside]:
        """The modules that are meant in a container; none for another file.

        Raises PyllvmError if the container is malformed, or if it has no such member.
        """
        if not self.member and self.data.startswith(PLAIN):
            return []
        return modules_inside(self.data, self.path, self.member)

    def label(self, module: Inside, inside: list[Inside]) -> str:
        """The name of a module `inside`: the input's own name if there is only one, else the path and the member."""
        return self.name if len(inside) == 1 else self.path + module.name

    def only(self, inside: list[Inside], purpose: str) -> bytes:
        """The bytes of the only module that is meant, or of the whole file if it is not a container.

        Takes the result of `inside`; `purpose` is as for `too_many`. Raises PyllvmError if there are several modules.
        """
        if not inside:
            return self.data
        if len(inside) > 1:
            raise too_many(self.path, inside, purpose)
        return inside[0].read()


@final
class Source:
    """Text or bitcode, and the name that messages have for it; "-" is standard input."""

    __slots__ = ("_file", "data", "identifier", "is_text", "name")

    def __init__(self, data: bytes, name: str) -> None:
        self.data: Final = data
        self.name: Final = name
        self.identifier: Final = "<stdin>" if name == "-" else name
        """The name that its modules get."""
        self.is_text: Final = not is_bitcode(data)
        self._file: BitcodeFile | None = None

    @property
    def file(self) -> BitcodeFile:
        """The modules of bitcode, which are found once. PyllvmError if the bitcode is malformed around them."""
        if self._file is None:
            from pyllvm.bitcode.reader.found import BitcodeFile  # not for text

            self._file = BitcodeFile(self.data)
        return self._file

    def note_byte_order_mark(self, wishes: Wishes) -> None:
        """Warn about the byte order mark of a text, which other tools do not accept."""
        if self.data.startswith(BYTE_ORDER_MARK) and wishes.warn is not None:
            message = "the text begins with a byte order mark, which LLVM's own tools refuse"
            wishes.warn(Diagnostic("warning", message), self.name)


def read_input(name: str) -> bytes:
    """The bytes of a file, or of standard input for ``-``, unpacked if they are compressed."""
    return plain(read_bytes(name))


def read_bytes(name: str) -> bytes:
    """The bytes of a file as they are, or of standard input. PyllvmError with the system's message if it cannot be read."""
    try:
        if name == "-":
            if sys.stdin is None:
                raise closed_stream()
            note_input(0, _kind_of)
            data = sys.stdin.buffer.read()
        else:
            with open(name, "rb", buffering=0) as file:
                note_input(file.fileno(), _kind_of)
                data = file.read()
        long_work.bytes_read(len(data))
        return data
    except OSError as error:
        raise PyllvmError(Diagnostic("error", strerror(error))) from None


def kind_of(data: bytes) -> str:
    """The kind of a file with this content: BITCODE, ARCHIVE or TEXT."""
    if is_bitcode(data):
        return BITCODE
    from pyllvm.containers.archives import is_archive

    return ARCHIVE if is_archive(data) else TEXT


def is_bitcode(data: bytes) -> bool:
    """Whether a file is bitcode, with or without a wrapper."""
    return data.startswith(_BITCODE_STARTS)


def is_too_short(data: bytes) -> bool:
    """Whether a bitcode file, of whole words, is so short that LLVM accepts it without looking for a module."""
    return len(data) < _SMALLEST_STREAM and len(data) % 4 == 0 and data.startswith(_STREAM_MAGIC)


def plain(data: bytes) -> bytes:
    """The bytes of a file, unpacked if it is compressed. Raises PyllvmError if that is malformed, or too large."""
    if not data.startswith(PACKED):
        return data
    from pyllvm.containers.packed import unpacked

    return unpacked(data)


def unpacked_name(name: str) -> str:
    """The name of a file without the end that says how it is compressed."""
    for end in _PACKED_ENDS:
        if name.endswith(end):
            return name.removesuffix(end)
    return name


def split_name(name: str) -> tuple[str, str]:
    """The path of an input, and the member that follows it in parentheses: `lib.a` and `(x.o)`; "" if none is named.

    A file that has the whole name is meant first. "-" means standard input.
    """
    if not name.endswith(")") or os.path.exists(name):
        return name, ""
    at = name.rfind("(")
    while at > 0:
        if name[:at] == "-" or os.path.isfile(name[:at]):
            return name[:at], name[at:]
        at = name.rfind("(", 0, at)
    return name, ""


def modules_inside(data: bytes, path: str, member: str) -> list[Inside]:
    """The modules in a container or a bitcode file, or in one member; none for another kind of file, or a file without modules.

    Raises PyllvmError if the container is malformed or has no such member.
    """
    # Imported only now, because most inputs are plain.
    from pyllvm.containers.modules import find_modules, full_name, modules_of_bitcode

    found = modules_of_bitcode(data) if is_bitcode(data) else find_modules(data, path)
    if not member:
        return found
    # A member that is itself a container means all that is in it.
    chosen = [inside for inside in found if (full_name(inside.path) + "(").startswith(member + "(")]
    if not chosen:
        problem = f"there is no module {shown(member)}" if found else "there are no modules"
        raise PyllvmError(Diagnostic("error", f"{problem} in {shown(path)}", notes=_list(path, found)))
    return chosen


def too_many(path: str, modules: list[Inside], purpose: str) -> PyllvmError:
    """The error that one of several modules must be chosen; its notes list them. `purpose` is the end of its sentence."""
    message = f"{len(modules)} modules are in {shown(path)}: name one {purpose}"
    error = Diagnostic("error", message, notes=_list(path, modules))
    error.hint = f"in a shell, quote the name: '{shown(path + modules[0].name)}'"
    return PyllvmError(error)


def are_choices(modules: list[Inside]) -> bool:
    """Whether some of the modules are forms of one program, such as those for several processors."""
    forms: dict[tuple[str, ...], str] = {}
    for inside in modules:
        for place in inside.choices:
            if forms.setdefault(inside.path[:place], inside.path[place]) != inside.path[place]:
                return True
    return False


def shown(name: str) -> str:
    """A name from a file as it is shown: control characters are escaped."""
    return "".join(char if char.isprintable() or 0xDC80 <= ord(char) <= 0xDCFF else f"\\x{ord(char):02x}" for char in name)


def _kind_of(data: bytes) -> str:
    """The kind of an input that an output would replace: BITCODE, TEXT, or what else it is."""
    if is_bitcode(data):
        return BITCODE
    # Imported only here: few outputs are inputs.
    from pyllvm.findings.file_kinds import kind_of_file

    known = kind_of_file(data)
    return TEXT if known is None else known.name


def _list(path: str, modules: list[Inside]) -> list[Diagnostic]:
    return [Diagnostic("note", shown(path + inside.name)) for inside in modules]

"""Opens inputs: a file or standard input, the member that its name may have, the modules in containers.

An `Input` is a file as the user names it, and a `Source` the text or bitcode in it from which modules are read.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final, final

from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.diagnostics.source import BYTE_ORDER_MARK
from pyllvm.reading.inputs import BITCODE, PACKED, PLAIN, TEXT, is_bitcode, plain, split_name
from pyllvm.terminal import long_work
from pyllvm.terminal.files import closed_stream, note_input, strerror

if TYPE_CHECKING:
    from pyllvm.bitcode.reader.found import BitcodeFile
    from pyllvm.containers.modules import Inside
    from pyllvm.wishes import Wishes


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
        # Imported only now, because most inputs are plain.
        from pyllvm.reading.members import modules_of

        return modules_of(self.data, self.path, self.member)

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
            from pyllvm.reading.members import too_many

            raise too_many(self.path, inside, purpose)
        return inside[0].read()


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


def _kind_of(data: bytes) -> str:
    """The kind of an input that an output would replace: BITCODE, TEXT, or what else it is."""
    if is_bitcode(data):
        return BITCODE
    # Imported only here: few outputs are inputs.
    from pyllvm.findings.file_kinds import kind_of_file

    known = kind_of_file(data)
    return TEXT if known is None else known.name

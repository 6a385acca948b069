"""Opens the inputs of every command: a file or standard input, the member that its name may have, the modules in containers."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, final

from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.reading.inputs import BITCODE, TEXT, is_bitcode, is_plain_text, is_too_short, plain, split_name
from pyllvm.terminal import long_work
from pyllvm.terminal.files import closed_stream, note_input, strerror

if TYPE_CHECKING:
    from pyllvm.cli.tool import Tool
    from pyllvm.containers.modules import Inside
    from pyllvm.ir.module import Module
    from pyllvm.wishes import Wishes


def read_input(name: str) -> bytes:
    """The bytes of a file, or of standard input for ``-``, unpacked if they are compressed."""
    return plain(read_as_is(name))


def read_as_is(name: str) -> bytes:
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


@final
class Input:
    """An input that was read: a file, and the member of it that is meant, as in ``lib.a(x.o)``. PyllvmError if that failed.

    The tool keeps the bytes, which may explain an error. With `says_open`, the error begins as LLVM's tools begin it.
    """

    __slots__ = ("data", "member", "name", "packing", "path")

    def __init__(self, tool: Tool, name: str, *, says_open: bool = False) -> None:
        self.name = name
        """The name of the input as the user wrote it."""
        self.path, self.member = split_name(name)
        try:
            data = read_as_is(self.path)
            self.data = tool.data = plain(data)
            """The bytes of the whole file, unpacked if it is compressed."""
        except PyllvmError as error:
            if says_open:
                raise PyllvmError(f"Could not open input file: {error}") from None
            raise
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
        if not self.member and (is_bitcode(self.data) or is_plain_text(self.data)):
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


@final
class NamedModule:
    """A module and where it was read."""

    __slots__ = ("data", "member", "module", "path")

    def __init__(self, path: str, member: str, module: Module, data: bytes) -> None:
        self.path = path
        """The name of the input."""
        self.member = member
        """Its place in a container, such as "(x.o)"; "" for a file that is none."""
        self.module = module
        self.data = data
        """The text or bitcode that it was read from."""

    @property
    def is_source_implied(self) -> bool:
        """Whether the source file takes the input's name, because the input is a text that does not name a source file."""
        return not is_bitcode(self.data) and b"source_filename" not in self.data


def read_input_modules(
    tool: Tool,
    name: str,
    wishes: Wishes,
    *,
    says_open: bool = False,
    known: dict[tuple[str, bytes], list[Module]] | None = None,
) -> list[NamedModule]:
    """Every module in an input; warnings go to the tool. Modules of another version are not brought to the chosen one yet.

    `says_open` is as for `Input`. What is in `known`, by its place in a container and its bytes, is not read again; what is read
    here is added. PyllvmError if the input cannot be read or has no module.
    """
    opened = Input(tool, name, says_open=says_open)
    path, shown = opened.path, opened.shown
    inside = opened.inside()
    parts = [(one.name if len(inside) > 1 else "", one.read()) for one in inside] or [("", opened.data)]
    found: list[NamedModule] = []
    for member, content in parts:
        modules = None if known is None else known.get((member, content))
        if modules is None:
            modules = read_content(tool, content, shown if not member else path + member, wishes)
            if known is not None:
                known[member, content] = modules
        for index, module in enumerate(modules):
            place = f"{member}({index})" if len(modules) > 1 else member
            found.append(NamedModule(shown, place, module, content))
    if not found:
        raise PyllvmError("there is no module in this file")
    return found


def read_content(tool: Tool, data: bytes, name: str, wishes: Wishes) -> list[Module]:
    """The modules in text or bitcode, as `read_input_modules` reads them."""
    version = wishes.version

    def warn(diagnostic: Diagnostic) -> None:
        tool.report(diagnostic, name)

    if not is_bitcode(data):
        # Imported only for text.
        from pyllvm.library.files import parse_assembly

        tool.note_byte_order_mark(data, name)
        read_as = version if wishes.input_version is None else wishes.input_version
        try:
            return [parse_assembly(data, name, input_llvm_version=read_as, warn=warn)]
        except PyllvmError as error:
            from pyllvm.reading.newer_text import newer_text_note, reading_version

            newer = None if version is None or not wishes.may_be_newer else reading_version(data, version)
            if version is None or newer is None:
                raise
            warn(newer_text_note(error, version, newer))
            return [parse_assembly(data, name, input_llvm_version=newer, warn=warn)]
    if is_too_short(data):
        return []
    from pyllvm.bitcode import BitcodeFile, Reading, read_modules
    from pyllvm.ir.use_policy import UPGRADES
    from pyllvm.reading.settle import drop_other_debug_info, settle_access_tags

    file = BitcodeFile(data)
    # A downgrade asks for all uses, and so does what is left out because it is unknown.
    needs_all = wishes.asks_for_uses or file.may_have_unknown
    needs_all = needs_all or (version is not None and version < file.version(version, wishes.input_version))
    reading = Reading(name, wishes, warn, lasting_uses=None if needs_all else UPGRADES)
    modules = read_modules(file, reading, may_be_none=True)
    for module in modules:
        settle_access_tags(module)
        warning = drop_other_debug_info(module)
        if warning is not None:
            warn(warning)
    return modules


def bring(tool: Tool, named: NamedModule, version: int) -> None:
    """Bring a module to another LLVM version, in place, and warn about what it loses. PyllvmError where that cannot hold it."""
    if named.module.llvm_version == version:
        return
    from pyllvm.migrations.loss import loss_warnings
    from pyllvm.reading.conversion import convert

    for warning in loss_warnings(convert(named.module, version), version):
        tool.report(warning, named.path + named.member)

"""Reading bitcode: from the bytes of a file to modules."""

from __future__ import annotations

from collections.abc import Callable

from pyllvm.bitcode.reader.file import FileReader, version_of
from pyllvm.diagnostics import BitcodeLocation, Diagnostic, PyllvmError
from pyllvm.ir.function import Instruction
from pyllvm.ir.module import Module
from pyllvm.ir.types import Context
from pyllvm.versions import OLDEST


def read_bitcode(
    data: bytes,
    *,
    name: str = "<stdin>",
    lazy: bool = False,
    strict: bool = False,
    warnings: list[Diagnostic] | None = None,
    context: Context | None = None,
    assumed_version: int | None = None,
) -> Module:
    """The first module of a bitcode file; `name` becomes its identifier.

    With `lazy`, function bodies are read when they are first asked for. What the reader does not know it adds to
    `warnings`, and refuses where `strict`. Malformed input raises PyllvmError. Modules that are to be joined are read into
    one `context`. A module that does not name its producer is read as one of LLVM `assumed_version`, or of the newest.
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
    )[0]


def read_modules(
    data: bytes,
    *,
    name: str = "<stdin>",
    lazy: bool = False,
    strict: bool = False,
    warn: Callable[[Diagnostic], None] | None = None,
    first: bool = False,
    importing: bool = False,
    context: Context | None = None,
    places: dict[Instruction, BitcodeLocation] | None = None,
    assumed_version: int | None = None,
) -> list[Module]:
    """All modules of a bitcode file, or only the `first`; see `read_bitcode`.

    With `importing`, types that have an identifier are read as declarations, as LLVM does for ThinLTO. Where
    each instruction is in the file is written down in `places`.
    """
    reader = FileReader(data, strict, warn)
    reader.is_importing = importing
    reader.context = context
    reader.places = places
    reader.assumed_version = assumed_version
    found = reader.find()
    if not found:
        where = BitcodeLocation(0, [])
        raise PyllvmError(Diagnostic("error", "Could not find any module: the file has no MODULE_BLOCK", where))
    if first:
        found = found[:1]
    return [reader.read(one, name, lazy) for one in found]


def version_of_bitcode(data: bytes) -> int:
    """The newest LLVM in whose language a module of the file is; little more than its outermost blocks is read for that."""
    return max([version_of(found) for found in FileReader(data).find()], default=OLDEST)

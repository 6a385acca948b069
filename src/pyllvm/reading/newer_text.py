"""Reads text of a newer LLVM than the requested one, which the older LLVM does not accept.

The text names the newer LLVM in its `!llvm.ident`, or it has constructs that only newer LLVMs have.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import final

from pyllvm.assembly.reader.identification import version_of_identification
from pyllvm.diagnostics import Diagnostic, PyllvmError, Span
from pyllvm.ir.module import Module
from pyllvm.tables.intrinsics import PREFIX, intrinsic_signature_row


@final
class DoesNotFit(Exception):
    """The verifier of the older LLVM rejects the module."""


def newer_version(data: bytes, version: int | None) -> int | None:
    """The LLVM that a text names in `!llvm.ident`, if it is newer than `version`; else None."""
    if version is None:
        return None
    named = version_of_identification(data)
    return named if named is not None and named > version else None


def parse_newer(parse: Callable[[int, bool], Module], version: int, newer: int) -> Module:
    """The module of a text that names LLVM `newer`: as LLVM `version` reads it, or if that does not accept it, as `newer` does.

    `parse(version, is_trial)` reads the text, and raises PyllvmError for malformed text; a trial raises DoesNotFit, and reports
    nothing, if the module is not valid. If neither LLVM accepts the text, the error is the one from LLVM `version`.
    """
    try:
        return parse(version, True)
    except DoesNotFit:
        pass
    except PyllvmError:
        pass
    try:
        return parse(newer, False)
    except PyllvmError:
        return parse(version, False)


def parse_as(parse: Callable[[int, bool], Module], data: bytes, version: int) -> Module:
    """The module of a text for LLVM `version`; a text that names a newer LLVM is read as by `parse_newer`."""
    newer = newer_version(data, version)
    return parse(version, False) if newer is None else parse_newer(parse, version, newer)


def parse_and_note(
    parse: Callable[[int, bool], Module], data: bytes, version: int, note: Callable[[Diagnostic], None] | None
) -> Module:
    """The same. With `note`, a text that LLVM `version` does not read may also be of a newer LLVM that it does not name.

    Such a text is read as the newest LLVM that reads it, and `note` gets a sentence about that. A text that names a newer LLVM,
    and has intrinsics that only that one knows, is its text even if LLVM `version` takes them for functions.
    """
    try:
        module = parse_as(parse, data, version)
        newer = None if note is None or module.llvm_version != version else newer_version(data, version)
        return module if newer is None or not _has_newer_intrinsics(module, newer) else parse(newer, False)
    except PyllvmError as error:
        newer = None if note is None else reading_version(data, version)
        if note is None or newer is None:
            raise
        note(newer_text_note(error, version, newer))
        return parse(newer, False)


def _has_newer_intrinsics(module: Module, newer: int) -> bool:
    """Whether the module declares an intrinsic that LLVM `newer` has, and its own LLVM has not."""
    version = module.llvm_version
    return any(
        function.name.startswith(PREFIX)
        and intrinsic_signature_row(function.name, version) is None
        and intrinsic_signature_row(function.name, newer) is not None
        for function in module.functions
    )


def reading_version(data: bytes, version: int) -> int | None:
    """The newest LLVM that reads a text which LLVM `version` does not read; None if no newer LLVM reads it."""
    # Imported only here: most texts are of the version asked for.
    from pyllvm.assembly.reader.parse import parse_assembly

    try:
        found = parse_assembly(data).llvm_version
    except PyllvmError:
        return None
    return found if found > version else None


def newer_text_note(error: PyllvmError, version: int, newer: int) -> Diagnostic:
    """The note that a text is read as LLVM `newer` reads it; `error` is the fault that LLVM `version` finds in it."""
    where = error.diagnostic.where
    place = f" (line {where.line}: {error.diagnostic.message})" if isinstance(where, Span) else ""
    message = f"LLVM {version} does not read this text{place}; it is read as LLVM {newer}'s, and brought to LLVM {version}"
    return Diagnostic("note", message)

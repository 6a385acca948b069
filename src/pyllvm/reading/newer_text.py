"""Reads text of a newer LLVM than the requested one, which the older LLVM does not accept.

The text names the newer LLVM in its `!llvm.ident`, or it has constructs that only newer LLVMs have.
"""

from __future__ import annotations

from collections.abc import Callable

from pyllvm.assembly.reader.identification import version_of_identification
from pyllvm.diagnostics import Diagnostic, PyllvmError, Span
from pyllvm.ir.module import Module
from pyllvm.reading.failures import DoesNotFit
from pyllvm.tables.intrinsics import intrinsic_signature_row
from pyllvm.wishes import Wishes


def newer_version(data: bytes, version: int) -> int | None:
    """The LLVM that a text names in `!llvm.ident`, if it is newer than `version`; else None."""
    named = version_of_identification(data)
    return named if named is not None and named > version else None


def module_of_text(parse: Callable[[int | None, bool], Module], data: bytes, name: str, wishes: Wishes) -> Module:
    """The module of the text `data` as the wished LLVM reads it, or as a newer LLVM does that the text names or needs.

    `parse(version, is_trial)` reads the text, and raises PyllvmError for malformed text; a trial raises DoesNotFit, and reports
    nothing, if the module is not valid.

    A text that names a newer LLVM is read as that one's if the wished LLVM does not accept it, or would take intrinsics of the
    newer one for functions. Where the wishes allow it, another text that the wished LLVM does not read is read as the newest LLVM
    that reads it, with a note. If no LLVM reads the text, the error is the one from the wished LLVM.
    """
    version = wishes.version
    if version is None or wishes.input_version is not None:
        return parse(version if wishes.input_version is None else wishes.input_version, False)
    named = newer_version(data, version)
    try:
        module = parse(version, False) if named is None else parse_newer(parse, version, named)
    except PyllvmError as error:
        newer = reading_version(data, version) if wishes.may_be_newer else None
        if newer is None:
            raise
        if wishes.warn is not None:
            wishes.warn(newer_text_note(error, version, newer), name)
        return parse(newer, False)
    is_taken_wrongly = wishes.may_be_newer and named is not None and _has_newer_intrinsics(module, named)
    return parse(named, False) if is_taken_wrongly else module


def parse_newer(parse: Callable[[int | None, bool], Module], version: int, newer: int) -> Module:
    """The module of a text that names LLVM `newer`: as LLVM `version` reads it, or if that does not accept it, as `newer` does.

    `parse` is as for `module_of_text`. If neither LLVM accepts the text, the error is the one from LLVM `version`.
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


def _has_newer_intrinsics(module: Module, newer: int) -> bool:
    """Whether the module declares an intrinsic that LLVM `newer` has, and its own LLVM has not."""
    version = module.llvm_version
    return any(
        function.is_intrinsic
        and intrinsic_signature_row(function.name, version) is None
        and intrinsic_signature_row(function.name, newer) is not None
        for function in module.functions
    )


def reading_version(data: bytes, version: int) -> int | None:
    """The newest LLVM that reads a text which LLVM `version` does not read; None if no newer LLVM reads it."""
    # Imported only here: most texts are of the version asked for.
    from pyllvm.assembly.reader.parse import parse_assembly

    try:
        found = parse_assembly(data, max_errors=1).llvm_version
    except PyllvmError:
        return None
    return found if found > version else None


def newer_text_note(error: PyllvmError, version: int, newer: int) -> Diagnostic:
    """The note that a text is read as LLVM `newer` reads it; `error` is the fault that LLVM `version` finds in it."""
    where = error.diagnostic.where
    place = f" (line {where.line}: {error.diagnostic.message})" if isinstance(where, Span) else ""
    message = f"LLVM {version} does not read this text{place}; it is read as LLVM {newer}'s, and brought to LLVM {version}"
    return Diagnostic("note", message)

"""Reads text that names a newer LLVM than the requested one, and that the older LLVM does not accept."""

from __future__ import annotations

from pyllvm.assembly.reader.identification import version_of_identification
from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.module import Module
from pyllvm.notation import Callable, final


@final
class DoesNotFit(Exception):
    """The verifier of the older LLVM rejects the module."""


def newer_version(data: bytes, version: int | None) -> int | None:
    """The LLVM that a text names in `!llvm.ident`, if it is newer than `version`; else None."""
    if version is None or data.rfind(b"!llvm.ident") < 0:
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

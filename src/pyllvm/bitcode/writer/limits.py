"""The error for what a module holds although LLVM of its version has no form for it: nothing is left out in silence."""

from __future__ import annotations

from pyllvm.diagnostics import PyllvmError
from pyllvm.tables.features import Feature
from pyllvm.tables.flags import FlagSet


def check(feature: Feature, version: int) -> None:
    """Raise PyllvmError unless LLVM of that version has the feature.

    `pyllvm.migrations.bring` never leaves one in a module; a module that somebody built or that names the wrong producer may.
    """
    if not feature.is_in(version):
        raise _error(feature.name, feature.since, version)


def check_flags(operation: str, takes: FlagSet, bits: int, version: int) -> None:
    """Raise PyllvmError unless LLVM of that version has these flags of the operation."""
    for flag in takes.lacking(bits, version):
        raise _error(takes.name_of(flag, operation), flag.since, version)


def _error(name: str, since: int, version: int) -> PyllvmError:
    return PyllvmError(f"this module is of LLVM {version}, which cannot hold {name}: LLVM {since} is the first")

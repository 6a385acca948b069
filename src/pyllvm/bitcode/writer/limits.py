"""The error for a module with something that LLVM of its version cannot represent: the writer never drops it silently."""

from __future__ import annotations

from pyllvm.diagnostics import PyllvmError
from pyllvm.tables.features import Feature
from pyllvm.tables.flags import FlagSet


def check(feature: Feature, version: int) -> None:
    """Raise PyllvmError unless LLVM `version` has the feature.

    A module from `pyllvm.migrations.bring` passes. One that was built in memory, or that names a wrong producer, may not.
    """
    if not feature.is_in(version):
        raise _error(feature.name, feature.since, version)


def check_flags(operation: str, takes: FlagSet, bits: int, version: int) -> None:
    """Raise PyllvmError unless LLVM `version` has these flags of the operation."""
    for flag in takes.lacking(bits, version):
        raise _error(takes.name_of(flag, operation), flag.since, version)


def _error(name: str, since: int, version: int) -> PyllvmError:
    return PyllvmError(f"this module is of LLVM {version}, which cannot hold {name} (LLVM {since} and newer)")

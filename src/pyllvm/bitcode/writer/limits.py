"""The error for what a module holds although LLVM of its version has no form for it: nothing is left out in silence."""

from __future__ import annotations

from pyllvm.diagnostics import PyllvmError
from pyllvm.tables.features import Feature


def check(feature: Feature, version: int) -> None:
    """Raise PyllvmError unless LLVM of that version has the feature.

    `pyllvm.migrations.bring` never leaves one in a module; a module that somebody built or that names the wrong producer may.
    """
    if not feature.is_in(version):
        lacking = f"this module is of LLVM {version}, which cannot hold {feature.name}"
        raise PyllvmError(f"{lacking}: LLVM {feature.since} is the first")

"""Brings what was read to the LLVM that a user asks for, and makes sure that it is valid there.

Commands and the library convert modules by this function alone: what a downgrade made is never written unverified.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.ir.module import Module
from pyllvm.migrations import bring
from pyllvm.versions import unwritable

if TYPE_CHECKING:
    from pyllvm.migrations.loss import Loss, Losses

_SHOWN_FAILURES: Final = 10


def convert(
    module: Module,
    version: int,
    *,
    expand_constants: bool = False,
    losses: Losses | None = None,
    verifies: bool = True,
) -> list[Loss]:
    """Bring a module, in place, to LLVM `version`; what it lost. PyllvmError where that version cannot hold it.

    `expand_constants` and `losses` are as for `bring`. A module that was brought to an older version is verified as that version
    does it; only a caller that verifies it next clears `verifies`.
    """
    reason = unwritable(version)
    if reason:
        raise PyllvmError(reason)
    before = module.llvm_version
    lost = bring(module, version, expand_constants=expand_constants, losses=losses)
    if verifies and version < before:
        from pyllvm.verifier import verify

        failures = verify(module)
        if failures:
            notes = [Diagnostic("note", failure.message) for failure in failures[:_SHOWN_FAILURES]]
            message = f"this module is of LLVM {before}, and there is no form of it that is valid in LLVM {version}"
            raise PyllvmError(Diagnostic("error", message, notes=notes))
    return lost


def downgraded(module: Module, version: int) -> list[Loss]:
    """Bring a module, in place, to an LLVM that is not newer than its own: `Module.downgraded`."""
    if version > module.llvm_version:
        raise PyllvmError(f"LLVM {version} is newer than this module, which is of LLVM {module.llvm_version}")
    return convert(module, version)

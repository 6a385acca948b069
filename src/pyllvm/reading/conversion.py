"""Brings what was read to the LLVM that a user asks for, and makes sure that it is valid there.

Commands and the library convert modules by this function alone: what a downgrade made is never written unverified.
"""

from __future__ import annotations

from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.ir.module import Module
from pyllvm.migrations import bring
from pyllvm.notation import TYPE_CHECKING, Final
from pyllvm.versions import unwritable

if TYPE_CHECKING:
    from pyllvm.migrations.loss import Loss, Losses
    from pyllvm.tables.target_profiles import TargetProfile

_SHOWN_FAILURES: Final = 10


def convert(
    module: Module,
    version: int,
    *,
    expand_constants: bool = False,
    losses: Losses | None = None,
    profile: TargetProfile | None = None,
    is_whole: bool = True,
    verifies: bool = True,
) -> list[Loss]:
    """Bring a module, in place, to LLVM `version`; what it lost. PyllvmError where that version cannot hold it.

    `expand_constants` and `losses` are as for `bring`. The module gets what the consumer of a `profile` needs; if it is not the
    `whole` yet, `finish_for` is called for that later. A module that was brought to an older version, or for a consumer, is
    verified as that version does it; only a caller that verifies it next clears `verifies`.
    """
    reason = unwritable(version)
    if reason:
        raise PyllvmError(reason)
    before = module.llvm_version
    if profile is not None:
        from pyllvm.migrations.loss import Losses
        from pyllvm.migrations.target_profile import finish_for, prepare_for

        module.materialize()
        losses = Losses() if losses is None else losses
        prepare_for(module, profile, version, losses)
    lost = bring(module, version, expand_constants=expand_constants, losses=losses)
    if profile is not None and is_whole:
        finish_for(module, profile)
    if verifies and (version < before or profile is not None):
        from pyllvm.verifier import verify

        failures = verify(module)
        if failures:
            notes = [Diagnostic("note", failure.message) for failure in failures[:_SHOWN_FAILURES]]
            message = f"this module is of LLVM {before}, and there is no form of it that is valid in LLVM {version}"
            raise PyllvmError(Diagnostic("error", message, notes=notes))
    return lost


def profile_named(name: str, version: int) -> TargetProfile | None:
    """The profile with this name for LLVM `version`; None for no name. PyllvmError if it is unknown, or its consumer is older."""
    if not name:
        return None
    from pyllvm.tables.target_profiles import TARGET_PROFILES_BY_NAME

    profile = TARGET_PROFILES_BY_NAME.get(name)
    if profile is None:
        raise PyllvmError(f"'{name}' is not a target profile; the profiles are {', '.join(TARGET_PROFILES_BY_NAME)}")
    if version > profile.newest:
        raise PyllvmError(f"the target profile '{name}' is for LLVM {profile.newest} and older, not for LLVM {version}")
    return profile


def downgraded(module: Module, version: int, target_profile: str, pointee_types: str) -> list[Loss]:
    """Bring a module, in place, to an LLVM that is not newer than its own: `Module.downgraded`."""
    if version > module.llvm_version:
        raise PyllvmError(f"LLVM {version} is newer than this module, which is of LLVM {module.llvm_version}")
    from pyllvm.migrations.loss import Losses

    return convert(module, version, losses=Losses(pointee_types=pointee_types), profile=profile_named(target_profile, version))

"""Brings what was read to the LLVM that a user asks for, and makes sure that it is valid there.

Commands and the library convert modules by this function alone: what a downgrade made is never written unverified.
"""

from __future__ import annotations

from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.ir.function import Function
from pyllvm.ir.module import Module
from pyllvm.notation import TYPE_CHECKING, Final, Sequence
from pyllvm.versions import FOREVER, unwritable

if TYPE_CHECKING:
    from pyllvm.ir.global_values import GlobalValue
    from pyllvm.migrations.loss import Loss, Losses
    from pyllvm.tables.target_profiles import TargetProfile
    from pyllvm.wishes import LossRow, Wishes


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
    # Imported only here: most modules are of the wished version.
    from pyllvm.migrations import bring as bring_to

    before = module.llvm_version
    if profile is not None:
        from pyllvm.migrations.loss import Losses
        from pyllvm.migrations.target_profile import finish_for, prepare_for

        module.materialize()
        losses = Losses() if losses is None else losses
        prepare_for(module, profile, version, losses)
    lost = bring_to(module, version, expand_constants=expand_constants, losses=losses)
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


def bring(
    module: Module,
    wishes: Wishes,
    name: str,
    version: int | None = None,
    *,
    is_whole: bool = True,
    verifies: bool = True,
    collected: list[Loss] | None = None,
) -> None:
    """Bring a module, in place, to the wished version, or to another `version`, and report what it lost, as the wishes say.

    `name` is the input's in warnings; with `collected`, that receives the losses instead. PyllvmError where that version cannot
    hold the module, and where it lost anything if a loss is to be an error. The other arguments are the same as for `convert`.
    """
    if version is None:
        version = module.llvm_version if wishes.version is None else wishes.version
    before = module.llvm_version
    profile = _profile_of(wishes)
    if version >= before and profile is None:
        if version > before or wishes.expands_constants:
            convert(module, version, expand_constants=wishes.expands_constants)
        return
    # Imported only here: few modules go down.
    from pyllvm.migrations.loss import Losses, loss_errors

    losses = Losses(keeps_places=wishes.loss_rows is not None, pointee_types=wishes.pointee_types)
    try:
        lost = convert(
            module,
            version,
            expand_constants=wishes.expands_constants,
            losses=losses,
            profile=profile,
            is_whole=is_whole,
            verifies=verifies,
        )
    finally:
        note_losses(module, wishes, before, version, losses.all)
    if wishes.losses == "error":
        errors = loss_errors(lost, version)
        if errors:
            raise PyllvmError(errors[0], errors[1:])
    elif collected is not None:
        collected += lost
    elif wishes.losses != "ignore" and wishes.warn is not None:
        for warning in warnings_of(lost, wishes, version):
            wishes.warn(warning, name)


def warnings_of(lost: list[Loss], wishes: Wishes, version: int) -> list[Diagnostic]:
    """The warnings about what was lost on the way to LLVM `version`."""
    if not lost or wishes.losses == "ignore":
        return []
    from pyllvm.migrations.loss import loss_summary, loss_warnings

    return loss_summary(lost, version) if wishes.sums_up_losses else loss_warnings(lost, version)


def note_losses(module: Module, wishes: Wishes, before: int, version: int, losses: list[Loss]) -> None:
    """Add to the report what a module lost on its way from LLVM `before` to LLVM `version`."""
    if wishes.loss_rows is not None:
        wishes.loss_rows += loss_rows(module.identifier, before, version, losses)


def bring_again(module: Module, wishes: Wishes) -> None:
    """Bring another copy of a module that was brought before. Nothing is reported again."""
    from pyllvm.migrations.loss import Losses

    if wishes.version is not None:
        losses = Losses(pointee_types=wishes.pointee_types)
        convert(module, wishes.version, losses=losses, profile=_profile_of(wishes), verifies=False)


def finish_module(module: Module, wishes: Wishes) -> None:
    """Add what the consumer needs to a module of several that were not the whole, which the caller verifies next."""
    profile = _profile_of(wishes)
    if profile is not None:
        from pyllvm.migrations.target_profile import finish_for

        finish_for(module, profile)


def producer_of(wishes: Wishes) -> str | None:
    """The text that the consumer needs in the identification block of bitcode; None if any will do."""
    profile = _profile_of(wishes)
    return None if profile is None else profile.producer


def _profile_of(wishes: Wishes) -> TargetProfile | None:
    if not wishes.target_profile:
        return None
    from pyllvm.tables.target_profiles import TARGET_PROFILES_BY_NAME

    return TARGET_PROFILES_BY_NAME[wishes.target_profile]


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


def loss_rows(module: str, before: int, version: int, losses: Sequence[Loss]) -> list[LossRow]:
    """One row for each construct that the module of LLVM `before` loses in each of its functions, in the order of the losses.

    `kind` is "dropped" or "impossible", and `count` says how often. `grade` is "hint", "debug information" or "may change
    behavior" for what was dropped. `instruction` is the text of the first one as it was, and
    `place` its block and its number there, both counted from 1 where a block has no name. A loss outside of functions has the
    name of the global value as its place, or none. `since` and `until` are the releases that have the construct.
    """
    from pyllvm.migrations.loss import DROPPED  # few modules lose anything

    rows: dict[tuple[str, str, GlobalValue | None], LossRow] = {}
    counts: dict[tuple[str, str, GlobalValue | None], int] = {}
    for loss in losses:
        key = (loss.kind, loss.construct, loss.subject)
        row = rows.get(key)
        if row is None:
            is_function = isinstance(loss.subject, Function)
            row = rows[key] = {
                "kind": loss.kind,
                "grade": loss.grade if loss.kind == DROPPED else None,
                "construct": loss.construct,
                "since": loss.since if loss.since > 0 else None,
                "until": None if loss.until == FOREVER or loss.until < loss.since else loss.until,
                "count": 0,
                "function": loss.name if is_function else "",
                "instruction": loss.text,
                "place": loss.position or ("" if is_function else loss.name),
                "module": module,
                "from": before,
                "to": version,
            }
        counts[key] = counts.get(key, 0) + 1
        row["count"] = counts[key]
    return list(rows.values())

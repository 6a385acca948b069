"""Brings a module to another LLVM, and makes sure that it is valid there.

Commands and the library convert modules by this function alone: what a downgrade made is never written unverified.
"""

from __future__ import annotations

from pyllvm.diagnostics import Diagnostic, PyllvmError
from pyllvm.ir.function import Function
from pyllvm.ir.module import Module
from pyllvm.migrations.loss import DROPPED, Loss, Losses, loss_errors, loss_summary, loss_warnings
from pyllvm.notation import TYPE_CHECKING, Final, Sequence
from pyllvm.tables.target_profiles import profile_named
from pyllvm.versions import FOREVER, unwritable

if TYPE_CHECKING:
    from pyllvm.ir.global_values import GlobalValue
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


def convert_as_wished(module: Module, wishes: Wishes, version: int, *, is_whole: bool, verifies: bool) -> list[Loss]:
    """Bring a module, in place, to LLVM `version`, and add to the report what it lost; the losses that are to be reported.

    PyllvmError where it lost anything if a loss is to be an error. The other arguments are the same as for `convert`.
    """
    before = module.llvm_version
    if version >= before and wishes.profile is None:
        return convert(module, version, expand_constants=wishes.expands_constants)
    losses = Losses(keeps_places=wishes.loss_rows is not None, pointee_types=wishes.pointee_types)
    try:
        lost = convert(
            module,
            version,
            expand_constants=wishes.expands_constants,
            losses=losses,
            profile=wishes.profile,
            is_whole=is_whole,
            verifies=verifies,
        )
    finally:
        if wishes.loss_rows is not None:
            wishes.loss_rows += loss_rows(module.identifier, before, version, losses.all)
    if wishes.losses != "error":
        return lost
    errors = loss_errors(lost, version)
    if errors:
        raise PyllvmError(errors[0], errors[1:])
    return []


def bring_again(module: Module, wishes: Wishes, version: int) -> None:
    """Bring another copy of a module that was brought before. Nothing is reported again."""
    losses = Losses(pointee_types=wishes.pointee_types)
    convert(module, version, losses=losses, profile=wishes.profile, verifies=False)


def warnings_of(lost: list[Loss], wishes: Wishes, version: int) -> list[Diagnostic]:
    """The warnings about what was lost on the way to LLVM `version`."""
    if not lost or wishes.losses == "ignore":
        return []
    return loss_summary(lost, version) if wishes.sums_up_losses else loss_warnings(lost, version)


def downgraded(module: Module, version: int, target_profile: str, pointee_types: str) -> list[Loss]:
    """Bring a module, in place, to an LLVM that is not newer than its own: `Module.downgraded`."""
    if version > module.llvm_version:
        raise PyllvmError(f"LLVM {version} is newer than this module, which is of LLVM {module.llvm_version}")
    return convert(module, version, losses=Losses(pointee_types=pointee_types), profile=profile_named(target_profile, version))


def loss_rows(module: str, before: int, version: int, losses: Sequence[Loss]) -> list[LossRow]:
    """One row for each construct that the module of LLVM `before` loses in each of its functions, in the order of the losses.

    `kind` is "dropped" or "impossible", and `count` says how often. `grade` is "hint", "debug information" or "may change
    behavior" for what was dropped. `instruction` is the text of the first one as it was, and
    `place` its block and its number there, both counted from 1 where a block has no name. A loss outside of functions has the
    name of the global value as its place, or none. `since` and `until` are the releases that have the construct.
    """
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

"""Brings what was read to the LLVM that a user wishes. What converts modules is imported late: most have that version already."""

from __future__ import annotations

from pyllvm.ir.module import Module
from pyllvm.notation import TYPE_CHECKING, Sequence

if TYPE_CHECKING:
    from pyllvm.migrations.loss import Loss
    from pyllvm.wishes import Wishes


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
    if version == module.llvm_version and wishes.profile is None and not wishes.expands_constants:
        return
    from pyllvm.reading.conversion import convert_as_wished, warnings_of

    lost = convert_as_wished(module, wishes, version, is_whole=is_whole, verifies=verifies)
    if collected is not None:
        collected += lost
    elif wishes.warn is not None:
        for warning in warnings_of(lost, wishes, version):
            wishes.warn(warning, name)


def report_left_out(module: Module, wishes: Wishes, losses: Sequence[Loss]) -> None:
    """Add to the report what was left out of a module when it was read."""
    if wishes.loss_rows is not None:
        for loss in losses:
            loss.keep_place()
        from pyllvm.reading.conversion import loss_rows

        wishes.loss_rows += loss_rows(module.identifier, module.llvm_version, module.llvm_version, losses)


def finish_module(module: Module, wishes: Wishes) -> None:
    """Add what the consumer needs to a module of several that were not the whole, which the caller verifies next."""
    if wishes.profile is not None:
        from pyllvm.migrations.target_profile import finish_for

        finish_for(module, wishes.profile)


def producer_of(wishes: Wishes) -> str | None:
    """The text that the consumer needs in the identification block of bitcode; None if any will do."""
    return None if wishes.profile is None else wishes.profile.producer

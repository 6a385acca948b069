"""The changes that a user wishes for a module that was read: to another LLVM, and those that options of LLVM's tools make.

The functions import what few commands need: most modules have the wished version already.
"""

from __future__ import annotations

from pyllvm.diagnostics import PyllvmError
from pyllvm.ir.module import Module
from pyllvm.ir.target.target_triple import TargetTriple
from pyllvm.notation import TYPE_CHECKING, Sequence
from pyllvm.tables.features import DEBUG_INTRINSICS_ON_REQUEST_UNTIL, OPAQUE_POINTERS_ON_REQUEST_SINCE, TYPED_POINTERS_UNTIL
from pyllvm.tables.target_triples import UNKNOWN
from pyllvm.versions import NEWEST

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


def use_debug_intrinsics(module: Module) -> None:
    """Turn the debug records of a module into calls of `llvm.dbg.value` and its like, if its version has both (LLVM 19 to 21)."""
    if module.llvm_version <= DEBUG_INTRINSICS_ON_REQUEST_UNTIL:
        from pyllvm.migrations.llvm_19 import call_debug_intrinsics

        call_debug_intrinsics(module)


def make_pointers_opaque(module: Module) -> None:
    """Make every pointer of a module a `ptr`, as ``-opaque-pointers`` does. PyllvmError if the module's LLVM has no such type."""
    version = module.llvm_version
    if version < OPAQUE_POINTERS_ON_REQUEST_SINCE:
        raise PyllvmError(f"LLVM {version} has no opaque pointers (LLVM {OPAQUE_POINTERS_ON_REQUEST_SINCE} and newer)")
    if version <= TYPED_POINTERS_UNTIL:
        from pyllvm.migrations.typed_pointers.opaque_pointers import make_opaque

        make_opaque(module, version)


def give_layout(module: Module) -> None:
    """Give a module the layout of its target, as opt does, if it has a target and no layout."""
    if not module.data_layout and module.target_triple:
        from pyllvm.ir.target.default_layout import default_layout

        module.data_layout = default_layout(module.target_triple, module.llvm_version)


def refuse_unknown_architecture(module: Module) -> None:
    """Refuse a module whose target's architecture the module's LLVM does not know, as opt does after reading it."""
    name = module.target_triple.partition("-")[0]
    if name not in ("", UNKNOWN) and TargetTriple(module.target_triple, module.llvm_version).architecture == UNKNOWN:
        shown = name.replace("\0", "\\00")
        raise PyllvmError(f"unrecognized architecture '{shown}' provided.")


def layout_of_target(text: bytes, version: int | None) -> str | None:
    """The layout that a text gets; None if it gets none."""
    import re

    triple = re.search(rb'^\s*target\s+triple\s*=\s*"([^"\\]*)"', text, re.MULTILINE)
    if triple is None or re.search(rb"^\s*target\s+datalayout\b", text, re.MULTILINE) is not None:
        return None
    from pyllvm.ir.target.default_layout import default_layout

    return default_layout(triple[1].decode("utf-8", "replace"), NEWEST if version is None else version) or None

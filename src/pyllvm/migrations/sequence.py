"""Brings a module to another LLVM version, one change of the language after the other."""

from __future__ import annotations

from pyllvm.ir.metadata import SpecializedNode
from pyllvm.ir.module import Module
from pyllvm.migrations.bodies import BodyUpgrade
from pyllvm.migrations.changes import ALL, Change
from pyllvm.migrations.constant_expressions import expand_all_expressions
from pyllvm.migrations.debug_info.fields import drop_fields, drop_locations
from pyllvm.migrations.debug_info.substitutes import substitute_nodes
from pyllvm.migrations.equivalents.intrinsics import replace_newer_intrinsics
from pyllvm.migrations.equivalents.older_intrinsics import (
    change_operand_types,
    change_vector_operands,
    rename_intrinsics,
    shorten_calls,
)
from pyllvm.migrations.hints import drop_hints
from pyllvm.migrations.instruction_index import InstructionIndex
from pyllvm.migrations.llvm_08 import CHANGES as LLVM_08
from pyllvm.migrations.llvm_09 import CHANGES as LLVM_09
from pyllvm.migrations.llvm_10 import CHANGES as LLVM_10
from pyllvm.migrations.llvm_11 import CHANGES as LLVM_11
from pyllvm.migrations.llvm_12 import CHANGES as LLVM_12
from pyllvm.migrations.llvm_13 import CHANGES as LLVM_13
from pyllvm.migrations.llvm_14 import CHANGES as LLVM_14
from pyllvm.migrations.llvm_15 import CHANGES as LLVM_15
from pyllvm.migrations.llvm_16 import CHANGES as LLVM_16
from pyllvm.migrations.llvm_17 import CHANGES as LLVM_17
from pyllvm.migrations.llvm_18 import CHANGES as LLVM_18
from pyllvm.migrations.llvm_19 import CHANGES as LLVM_19
from pyllvm.migrations.llvm_20 import CHANGES as LLVM_20
from pyllvm.migrations.llvm_21 import CHANGES as LLVM_21
from pyllvm.migrations.llvm_21 import EXPRESSIONS
from pyllvm.migrations.llvm_22 import CHANGES as LLVM_22
from pyllvm.migrations.llvm_23 import CHANGES as LLVM_23
from pyllvm.migrations.llvm_24 import CHANGES as LLVM_24
from pyllvm.migrations.loss import Loss, Losses, refusal
from pyllvm.migrations.on_reading.order import BROUGHT, OnReading
from pyllvm.migrations.representable import representable
from pyllvm.notation import Final, Sequence
from pyllvm.versions import OLDEST

# In the order of upgrades: an earlier one must not change the types and attributes that a later one needs.
# Downgrades run from the last to the first.
CHANGES: Final[tuple[Change, ...]] = (
    *LLVM_08, *LLVM_09, *LLVM_10, *LLVM_11, *LLVM_12, *LLVM_13, *LLVM_14,
    *LLVM_15, *LLVM_16, *LLVM_17, *LLVM_18, *LLVM_19, *LLVM_20, *LLVM_21,
    *LLVM_22, *LLVM_23, *LLVM_24,
)  # fmt: skip


def need_all_bodies(before: int, version: int) -> bool:
    """Whether an upgrade from LLVM `before` to LLVM `version` needs all bodies at once, whatever is in the module."""
    return any(change.needs == ALL and change.lies_between(before, version) for change in CHANGES)


def bring(module: Module, version: int, *, expand_constants: bool = False, losses: Losses | None = None) -> list[Loss]:
    """Bring a module, in place, to the language of LLVM `version`, and return what it lost on the way.

    For a newer version, it is upgraded as the newer LLVM does on reading. For an older one, its constructs get their older
    forms; PyllvmError names the constructs without one, and the module must not be used after that. A module that
    has this version is not changed. With `expand_constants`, instructions replace all constant expressions, and not only the
    ones that LLVM `version` lacks. `losses` receives what a downgrade loses, and what blocks it if it is refused.
    """
    before = module.llvm_version
    if version == before:
        if expand_constants:
            expand_all_expressions(module, version)
        return []
    is_watched = module.keep_summary()
    module.materialize()
    for function in module.functions:
        function._forget_symbols()  # migrations edit the lists of instructions directly
    lost: list[Loss] = []
    if version > before:
        _make_changes(module, before, version, EXPRESSIONS if expand_constants else None)
    if expand_constants:
        expand_all_expressions(module, version)
    if version < before:
        lost = _downgrade(module, before, version, Losses() if losses is None else losses)
    OnReading(module, version, BROUGHT).run()
    if is_watched:
        module.watch_summary()
    return lost


def upgrade_all(module: Module, is_brought: bool = False) -> None:
    """Make every upgrade of the module's own version, in place.

    A writer other than this version of LLVM may leave older forms, which LLVM upgrades when it reads the module. If
    the module `is_brought` to a newer version next, only the changes of the language are made here: that version's
    reader upgrades intrinsics and attributes in its own way.
    """
    module.materialize()
    version = module.llvm_version
    # That reader also expands all constant expressions at once: in two steps, the names of the instructions would be taken.
    _make_changes(module, OLDEST - 1, version, EXPRESSIONS if is_brought and version < EXPRESSIONS.since else None)
    if not is_brought:
        OnReading(module, version, BROUGHT).run()


def _make_changes(module: Module, before: int, version: int, left_out: Change | None) -> None:
    for change in CHANGES:
        if change.upgrade is not None and change is not left_out and change.lies_between(before, version):
            change.upgrade(module, version)


def begin_changes(module: Module, before: int, version: int) -> list[BodyUpgrade]:
    """Make the changes of the language since LLVM `before` outside of bodies, and return those to make in bodies, in order.

    The caller knows from the table of changes that none of them needs all bodies.
    """
    begun: list[BodyUpgrade] = []
    for change in CHANGES:
        if change.upgrade is None or not change.lies_between(before, version):
            continue
        assert change.begin is not None
        begun.append(change.begin(module, version))
    return begun


def _downgrade(module: Module, before: int, version: int, lost: Losses) -> list[Loss]:
    replace_newer_intrinsics(module, version, lost)
    shorten_calls(module, version, lost)
    change_operand_types(module, version, lost)
    change_vector_operands(module, version, lost)
    nodes: Sequence[object] | None = None
    bodies = InstructionIndex(module)
    known = set(module.functions)
    for change in reversed(CHANGES):
        if not change.lies_between(version, before):
            continue
        if change.downgrade is not None:
            change.downgrade(module, version, lost)
        elif change.downgrade_bodies is not None:
            change.downgrade_bodies(module, bodies, version, lost)
        elif change.downgrade_nodes is not None:
            nodes = module.metadata_nodes() if nodes is None else nodes
            change.downgrade_nodes(module, nodes, version, lost)
    if not known.issuperset(module.functions):
        # Loops in place of atomic operations call intrinsics that may be newer as well.
        replace_newer_intrinsics(module, version, lost)
    # Names have the types of pointers, which have changed.
    rename_intrinsics(module, version)
    drop_hints(module, version, lost)
    # No downgrade makes specialized nodes of a module that has none.
    if nodes is None or any(isinstance(node, SpecializedNode) for node in nodes):
        drop_fields(module, substitute_nodes(module, version, lost), version, lost)
    drop_locations(module, bodies, version, lost)
    for loss in representable(module, version):
        lost.add(loss)
    missing = lost.impossible
    if missing:
        raise refusal(module, version, missing)
    return lost.all

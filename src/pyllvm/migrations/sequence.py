"""Brings a module to another LLVM version, one change of the language after the other."""

from __future__ import annotations

import importlib

from pyllvm.ir.metadata import SpecializedNode
from pyllvm.ir.module import Module
from pyllvm.migrations.bodies import in_all_bodies, without_bodies
from pyllvm.migrations.changes import CHANGES, HEAD, READER, Change
from pyllvm.migrations.hints import drop_hints
from pyllvm.migrations.llvm_21 import constant_expressions
from pyllvm.migrations.loss import Loss, Losses, refusal
from pyllvm.migrations.on_reading.order import BROUGHT, OnReading
from pyllvm.migrations.representable import representable
from pyllvm.migrations.shared import operand_types, renamed_intrinsics, shorter_calls, vector_operands
from pyllvm.migrations.shared.debug_fields import drop_fields
from pyllvm.migrations.shared.debug_locations import drop_locations
from pyllvm.migrations.shared.debug_substitutes import substitute_nodes
from pyllvm.migrations.shared.instruction_index import InstructionIndex
from pyllvm.migrations.shared.intrinsic_equivalents import replace_newer_intrinsics
from pyllvm.notation import TYPE_CHECKING, Callable, Final, Sequence, final
from pyllvm.versions import OLDEST

if TYPE_CHECKING:
    from pyllvm.migrations.bodies import Beginning, BodyUpgrade, Upgrade

    Downgrade = Callable[[Module, int, Losses], None]
    DowngradeBodies = Callable[[Module, InstructionIndex, int, Losses], None]
    DowngradeNodes = Callable[[Module, Sequence[object], int, Losses], None]


# Newer readers expand all constant expressions at once.
_CONSTANT_EXPRESSIONS: Final = "constant_expressions"


@final
class Migration:
    """The functions that make a change of the language: those in the module with its name, in the folder of its release.

    `upgrade(module, version)` changes a module as LLVM `version` does when it reads it; it is None for changes that LLVM makes in
    every module that it reads (`on_reading`). `downgrade(module, version, losses)` puts the older form back, where there is
    one, and notes what that does not hold. `representable` finds what a downgrade leaves, or what has none.
    `begin_upgrade(module, version)`, here `begin`, makes the upgrade outside of bodies, which need not have been read. It returns
    the upgrade of given functions' bodies; where it is None, the upgrade needs all bodies. Without an `upgrade`, it is made so in
    all bodies. An `upgrade` that leaves bodies as they are, or which the reader makes, needs no beginning.
    `downgrade_bodies(module, bodies, version, losses)` is a downgrade that asks `bodies` for instructions. One walk finds what
    all such downgrades ask for.
    `downgrade_nodes(module, nodes, version, losses)` is the downgrade of a change of specialized nodes alone. It receives all
    nodes of the module, which are found once for all such changes: no other downgrade makes specialized nodes.
    """

    __slots__ = ("begin", "change", "downgrade", "downgrade_bodies", "downgrade_nodes", "upgrade")

    def __init__(self, change: Change) -> None:
        self.change = change
        made = importlib.import_module(f"pyllvm.migrations.llvm_{change.since:02}.{change.name}")
        self.begin: Beginning | None = getattr(made, "begin_upgrade", None)
        upgrade: Upgrade | None = getattr(made, "upgrade", None)
        if change.needs in (HEAD, READER):
            self.begin = without_bodies(upgrade if change.needs == HEAD else None)
        self.upgrade = in_all_bodies(self.begin) if upgrade is None and self.begin is not None else upgrade
        self.downgrade: Downgrade | None = getattr(made, "downgrade", None)
        self.downgrade_bodies: DowngradeBodies | None = getattr(made, "downgrade_bodies", None)
        self.downgrade_nodes: DowngradeNodes | None = getattr(made, "downgrade_nodes", None)


_CHANGE_NAMED: Final = {change.name: change for change in CHANGES}

MIGRATIONS: Final = tuple([Migration(change) for change in CHANGES])


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
            constant_expressions.upgrade(module, version, everything=True)
        return []
    module.materialize()
    for function in module.functions:
        function._forget_symbols()  # migrations edit the lists of instructions directly
    if version > before:
        _upgrade(module, before, version, expand_constants)
        return []
    return _downgrade(module, before, version, expand_constants, Losses() if losses is None else losses)


def upgrade_all(module: Module, is_brought: bool = False) -> None:
    """Make every upgrade of the module's own version, in place.

    A writer other than this version of LLVM may leave older forms, which LLVM upgrades when it reads the module. If
    the module `is_brought` to a newer version next, only the changes of the language are made here: that version's
    reader upgrades intrinsics and attributes in its own way.
    """
    module.materialize()
    version = module.llvm_version
    # That reader also expands all constant expressions at once: in two steps, the names of the instructions would be taken.
    keeps_expressions = is_brought and version < _CHANGE_NAMED[_CONSTANT_EXPRESSIONS].since
    _change(module, OLDEST - 1, version, keeps_expressions)
    if not is_brought:
        OnReading(module, version, BROUGHT).run()


def _change(module: Module, before: int, version: int, keeps_expressions: bool = False) -> None:
    for migration in MIGRATIONS:
        if migration.upgrade is None or not migration.change.lies_between(before, version):
            continue
        if not (keeps_expressions and migration.change.name == _CONSTANT_EXPRESSIONS):
            migration.upgrade(module, version)


def begin_changes(module: Module, before: int, version: int) -> list[BodyUpgrade]:
    """Make the changes of the language since LLVM `before` outside of bodies, and return those to make in bodies, in order.

    The caller knows from the table of changes that none of them needs all bodies.
    """
    changes: list[BodyUpgrade] = []
    for migration in MIGRATIONS:
        if migration.upgrade is None or not migration.change.lies_between(before, version):
            continue
        assert migration.begin is not None
        changes.append(migration.begin(module, version))
    return changes


def _upgrade(module: Module, before: int, version: int, expand_constants: bool) -> None:
    _change(module, before, version, expand_constants)
    if expand_constants:
        constant_expressions.upgrade(module, version, everything=True)
    OnReading(module, version, BROUGHT).run()


def _downgrade(module: Module, before: int, version: int, expand_constants: bool, lost: Losses) -> list[Loss]:
    if expand_constants:
        constant_expressions.upgrade(module, version, everything=True)
    replace_newer_intrinsics(module, version, lost)
    shorter_calls.downgrade(module, version, lost)
    operand_types.downgrade(module, version, lost)
    vector_operands.downgrade(module, version, lost)
    renamed_intrinsics.downgrade(module, version)
    nodes: Sequence[object] | None = None
    bodies = InstructionIndex(module)
    for migration in reversed(MIGRATIONS):
        if not migration.change.lies_between(version, before):
            continue
        if migration.downgrade is not None:
            migration.downgrade(module, version, lost)
        elif migration.downgrade_bodies is not None:
            migration.downgrade_bodies(module, bodies, version, lost)
        elif migration.downgrade_nodes is not None:
            nodes = module.metadata_nodes() if nodes is None else nodes
            migration.downgrade_nodes(module, nodes, version, lost)
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
    OnReading(module, version, BROUGHT).run()
    return lost.all

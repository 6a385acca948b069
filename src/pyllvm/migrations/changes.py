"""A change of the language: the LLVM that made it, and the functions that make and undo it. A release's file has its changes."""

from __future__ import annotations

from pyllvm.migrations.bodies import in_all_bodies, without_bodies
from pyllvm.notation import TYPE_CHECKING, Callable, Final, Sequence, final

if TYPE_CHECKING:
    from pyllvm.ir.module import Module
    from pyllvm.migrations.bodies import Beginning, Upgrade
    from pyllvm.migrations.instruction_index import InstructionIndex
    from pyllvm.migrations.loss import Losses

    Downgrade = Callable[[Module, int, Losses], None]
    DowngradeBodies = Callable[[Module, InstructionIndex, int, Losses], None]
    DowngradeNodes = Callable[[Module, Sequence[object], int, Losses], None]

# The bodies that an upgrade needs: none (HEAD), none because the reader makes it in bitcode whose bodies are upgraded in turn
# (READER), one after the other (PARTS), or all at once (ALL). A change needs NOTHING if it has no upgrade, or if LLVM makes the
# upgrade in every module that it reads (`on_reading`).
NOTHING: Final = 0
HEAD: Final = 1
READER: Final = 2
PARTS: Final = 3
ALL: Final = 4


@final
class Change:
    """LLVM `since` was the first to have this change of the language.

    `upgrade(module, version)` changes a module as LLVM `version` does when it reads it; there is none for changes that LLVM makes
    in every module that it reads (`on_reading`). `downgrade(module, version, losses)` puts the older form back, where there is
    one, and notes what that does not hold. `representable` finds what a downgrade leaves, or what has none.
    `begin(module, version)` makes the upgrade outside of bodies, which need not have been read, and returns the upgrade of given
    functions' bodies. Without an `upgrade`, it is made so in all bodies.
    `downgrade_bodies(module, bodies, version, losses)` is a downgrade that asks `bodies` for instructions. One walk finds what
    all such downgrades ask for.
    `downgrade_nodes(module, nodes, version, losses)` is the downgrade of a change of specialized nodes alone. It receives all
    nodes of the module, which are found once for all such changes: no other downgrade makes specialized nodes.
    """

    __slots__ = ("began", "begin", "downgrade", "downgrade_bodies", "downgrade_nodes", "needs", "since", "upgrade")

    def __init__(
        self,
        since: int,
        needs: int = NOTHING,
        *,
        upgrade: Upgrade | None = None,
        begin: Beginning | None = None,
        downgrade: Downgrade | None = None,
        downgrade_bodies: DowngradeBodies | None = None,
        downgrade_nodes: DowngradeNodes | None = None,
    ) -> None:
        if needs in (HEAD, READER):
            begin = without_bodies(upgrade if needs == HEAD else None)
        self.since: Final = since
        self.needs: Final = needs
        self.began = since
        self.begin: Final = begin
        self.upgrade: Final = in_all_bodies(begin) if upgrade is None and begin is not None else upgrade
        self.downgrade: Final = downgrade
        self.downgrade_bodies: DowngradeBodies | None = downgrade_bodies
        self.downgrade_nodes: Final = downgrade_nodes

    def in_steps_since(self, began: int) -> Change:
        """The same change, of which an earlier LLVM made the first step."""
        self.began = began
        return self

    def lies_between(self, older: int, newer: int) -> bool:
        """Whether the change, or a step of it, was made after LLVM `older` and not after LLVM `newer`."""
        return older < self.since and self.began <= newer

"""The wishes of a user about the modules that are read: one object for each run of a command, or call of the library."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, final

if TYPE_CHECKING:
    from pyllvm.ir.module import Module
    from pyllvm.migrations.loss import Loss


@final
class Wishes:
    """The wishes of one run. Each has a usual value; the options of a command, or the keywords of a function, set others."""

    def __init__(self, version: int | None = None, input_version: int | None = None) -> None:
        self.version: Final = version
        """The LLVM version that is wanted. A module that does not name its producer is read as this version's.

        Old intrinsics of an older module are left for its way to this version. None: each module keeps its own version.
        """
        self.input_version: Final = input_version
        """The version in the language of which each module is read; if it has the other kind of pointers, the nearest one."""

        # --- things that pyllvm, or an older LLVM, does not know
        self.losses = ""
        """How it is reported that something was left out: "error", "ignore", or else as a warning."""
        self.note_left_out: Callable[[Module, list[Loss]], None] | None = None
        """Receives what was left out of a module because it is unknown."""
        self.strict = False
        """Whether it is an error that the reader does not know something. Otherwise that is a warning."""
        self.allows_unknown_attributes = False
        """Whether unknown attributes of every compiler are left out, also those that may say how a value is passed."""
        self.allows_unknown = False
        """Whether bodies and initial values with something unknown are left out, and the rest is read."""

        # --- how bitcode is read
        self.is_importing = False
        """Whether types that have an identifier are read as declarations, as LLVM does for ThinLTO."""
        self.unifies_types = False
        """Whether types of debug information with the same identifier are one node, in a module with a context of its own."""
        self.keeps_order = False
        """Whether the order of bodies, uses and names is LLVM's in every case that bitcode written of the modules shows."""
        self.bodies_in_order = False
        """Whether bodies are read in the module's order, as by opt, also if an initializer has the address of a block.

        Tools that read bodies when they need them, such as llvm-dis and llvm-link, begin with such a function.
        """
        self.checks_lengths = False
        """Whether the lengths of blocks must lead from one block of a module to the next, as llvm-dis requires."""
        self.asks_for_uses = True
        """Whether the caller itself asks values for their uses. Upgrades do, but of few kinds of values."""

        # --- how text is read
        self.may_be_newer = False
        """Whether a text that LLVM `version` does not read may be of a newer LLVM."""

"""How a caller wants modules of bitcode to be read."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, final

from pyllvm.diagnostics import BitcodeLocation, Diagnostic, PyllvmError
from pyllvm.ir.function import Instruction
from pyllvm.ir.global_values import GlobalValue
from pyllvm.ir.module import Module
from pyllvm.ir.types import Context
from pyllvm.wishes import Wishes

if TYPE_CHECKING:
    from pyllvm.migrations.loss import Loss


@final
class Reading:
    """How the modules of one input are read: the `wishes` of the user, and what the reader's caller needs."""

    def __init__(
        self,
        name: str = "<stdin>",
        wishes: Wishes | None = None,
        warn: Callable[[Diagnostic], None] | None = None,
        *,
        context: Context | None = None,
        lasting_uses: int | None = None,
        places: dict[Instruction, BitcodeLocation] | None = None,
    ) -> None:
        self.name: Final = name
        """The identifier of the modules."""
        self.wishes: Final = Wishes() if wishes is None else wishes
        self.warn: Final = warn
        self.context: Final = context
        """The owner of the types and metadata of modules that will be linked; None: each module has one of its own."""
        self.lasting_uses: Final = lasting_uses
        """None if all values know their uses. Otherwise local values do when someone asks, in any order, and others as this says.

        It is a constant of `ir.use_policy`, for a module with a context of its own.
        """
        self.places: Final = places
        """Receives the position of each instruction."""
        self.is_lazy = False
        """Whether bodies are read on first access."""
        self.is_upgraded = False
        """Whether the caller, who reads bodies apart from each other, brings the module to the wished version."""
        self.mend: Callable[[Module], None] | None = None
        """Called with a whole module of an LLVM newer than all that is known: it drops what breaks rules in a newer form."""
        self.note_left_out: Callable[[Module, list[Loss]], None] | None = None
        """Receives what was left out of a module because it is unknown."""
        self.refused: list[tuple[GlobalValue, PyllvmError]] | None = None
        """Receives symbols that cannot be used, for `check_refused` when the caller knows which it needs. None: all, at once."""

    def reporting_to(
        self,
        warn: Callable[[Diagnostic], None] | None,
        places: dict[Instruction, BitcodeLocation] | None = None,
        *,
        lasting_uses: int | None = None,
    ) -> Reading:
        """The same, with other receivers of warnings and positions, and with these uses."""
        other = Reading(self.name, self.wishes, warn, context=self.context, lasting_uses=lasting_uses, places=places)
        other.is_lazy = self.is_lazy
        other.mend = self.mend
        other.refused = self.refused
        other.note_left_out = None if warn is None else self.note_left_out
        return other

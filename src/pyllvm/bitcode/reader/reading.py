"""How a caller wants modules of bitcode to be read."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, final

from pyllvm.diagnostics import BitcodeLocation, Diagnostic, PyllvmError
from pyllvm.ir.function import Instruction
from pyllvm.ir.global_values import GlobalValue
from pyllvm.ir.module import Module
from pyllvm.ir.types import Context

if TYPE_CHECKING:
    from pyllvm.migrations.loss import Loss


@final
class Reading:
    """How modules are read. The command decides it once; whatever reads a module on its behalf gets this object."""

    def __init__(
        self,
        name: str = "<stdin>",
        *,
        version: int | None = None,
        input_version: int | None = None,
        strict: bool = False,
        warn: Callable[[Diagnostic], None] | None = None,
        context: Context | None = None,
        is_importing: bool = False,
        unifies_types: bool = False,
        keeps_order: bool = False,
        bodies_in_order: bool = False,
        lasting_uses: int | None = None,
        checks_lengths: bool = False,
        places: dict[Instruction, BitcodeLocation] | None = None,
        losses: str = "",
        note_left_out: Callable[[Module, list[Loss]], None] | None = None,
        mend: Callable[[Module], None] | None = None,
        allows_unknown_attributes: bool = False,
        allows_unknown: bool = False,
        refused: list[tuple[GlobalValue, PyllvmError]] | None = None,
    ) -> None:
        self.name: Final = name
        """The identifier of the modules."""
        self.version: Final = version
        """The LLVM version that the caller wants. A module that does not name its producer is read as this version's.

        Old intrinsics of an older module are left for the caller, who brings it to this version. None: the newest version.
        """
        self.input_version: Final = input_version
        """The version in the language of which each module is read; if it has the other kind of pointers, the nearest one."""
        self.strict: Final = strict
        """Whether it is an error that the reader does not know something. Otherwise that is a warning."""
        self.warn: Final = warn
        self.context: Final = context
        """The owner of the types and metadata of modules that will be linked; None: each module has one of its own."""
        self.is_importing: Final = is_importing
        """Whether types that have an identifier are read as declarations, as LLVM does for ThinLTO."""
        self.unifies_types: Final = unifies_types
        """Whether types of debug information with the same identifier are one node, in a module with a context of its own."""
        self.keeps_order: Final = keeps_order
        """Whether the order of bodies, uses and names is LLVM's in every case that bitcode written of the modules shows."""
        self.bodies_in_order: Final = bodies_in_order
        """Whether bodies are read in the module's order, as by opt, also if an initializer has the address of a block.

        Tools that read bodies when they need them, such as llvm-dis and llvm-link, begin with such a function.
        """
        self.lasting_uses: Final = lasting_uses
        """None if all values know their uses. Otherwise local values do when someone asks, in any order, and others as this says.

        It is a constant of `ir.use_policy`, for a module with a context of its own.
        """
        self.checks_lengths: Final = checks_lengths
        """Whether the lengths of blocks must lead from one block of a module to the next, as llvm-dis requires."""
        self.places: Final = places
        """Receives the position of each instruction."""
        self.losses: Final = losses
        """How it is reported that something unknown was left out: "error", "ignore", or else as a warning."""
        self.note_left_out: Final = note_left_out
        """Receives what was left out of a module because it is unknown."""
        self.mend: Final = mend
        """Called with a whole module of an LLVM newer than all that is known: it drops what breaks rules in a newer form."""
        self.allows_unknown_attributes: Final = allows_unknown_attributes
        """Whether unknown attributes of every compiler are left out, also those that may say how a value is passed."""
        self.allows_unknown: Final = allows_unknown
        """Whether bodies and initial values with something unknown are left out, and the rest is read."""
        self.refused: Final = refused
        """Receives symbols that cannot be used, for `check_refused` when the caller knows which it needs. None: all, at once."""

    def reporting_to(
        self,
        warn: Callable[[Diagnostic], None] | None,
        places: dict[Instruction, BitcodeLocation] | None = None,
        *,
        lasting_uses: int | None = None,
    ) -> Reading:
        """The same, with other receivers of warnings and positions, and with these uses."""
        return Reading(
            self.name,
            version=self.version,
            input_version=self.input_version,
            strict=self.strict,
            warn=warn,
            context=self.context,
            is_importing=self.is_importing,
            unifies_types=self.unifies_types,
            keeps_order=self.keeps_order,
            bodies_in_order=self.bodies_in_order,
            lasting_uses=lasting_uses,
            checks_lengths=self.checks_lengths,
            places=places,
            losses=self.losses,
            note_left_out=None if warn is None else self.note_left_out,
            mend=self.mend,
            allows_unknown_attributes=self.allows_unknown_attributes,
            allows_unknown=self.allows_unknown,
            refused=self.refused,
        )
